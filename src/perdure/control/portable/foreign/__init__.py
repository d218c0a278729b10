"""What other programs kept: mem0, LangGraph stores, Letta agent files, ChatGPT and Claude conversations, JSON lines.

Each reader turns the objects of a file into conversations and memories (`contract`); `bring_in` writes them.
"""
