"""The MCP server: one process, one agent, one scope."""
