"""What memory puts into a prompt: `compose` for a message, `activate` for a task, within a token budget.

`pack`      what comes out: text, blocks, citations, what was left out
`inputs`    what goes in: read by the agent in one unit of work
`compose`   inputs and a budget → a pack; a pure function
`lines`     one thing to be shown, with where it comes from
`render`    the frame around recalled text, and how it is read back
`guide`     the words that are ours, in Chinese and English
`carry`     which parts of memory a task needs (minimal, smart, full)
"""
