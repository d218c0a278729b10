"""The programs that can be given a memory: where each keeps its settings, and how a server is written there."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from perdure.errors import NotFound
from perdure.messages import say

SERVER = "perdure"
"""The name under which a host knows us."""


@dataclass(frozen=True, slots=True)
class Host:
    """One program, with its settings file below the user's home, per platform (`sys.platform`; `""` is any other)."""

    name: str
    title: str
    places: Mapping[str, str]
    servers: str
    """The table in that file which lists MCP servers."""
    form: Literal["json", "toml"] = "json"
    typed: bool = False
    """Whether an entry says that it is spoken to over stdio."""
    hooks: str | None = None
    """The file that holds hooks, for a host that has them."""
    restart: str = "Restart it to load the memory."

    def file(self, user_home: Path, platform: str = sys.platform) -> Path:
        """The settings file for a user."""
        return user_home / self.places.get(platform, self.places[""])

    def hook_file(self, user_home: Path) -> Path | None:
        """The file that holds its hooks, if it has any."""
        return None if self.hooks is None else user_home / self.hooks

    def entry(self, command: str, arguments: list[str]) -> dict[str, Any]:
        """How this host writes down a server that it is to start."""
        plain: dict[str, Any] = {"command": command, "args": arguments}
        return {"type": "stdio", **plain} if self.typed else plain


HOSTS: tuple[Host, ...] = (
    Host(
        "claude-code",
        "Claude Code",
        {"": ".claude.json"},
        "mcpServers",
        typed=True,
        hooks=".claude/settings.json",
        restart="Start a new session to load the memory; `/mcp` shows it.",
    ),
    Host(
        "claude-desktop",
        "Claude Desktop",
        {
            "darwin": "Library/Application Support/Claude/claude_desktop_config.json",
            "win32": "AppData/Roaming/Claude/claude_desktop_config.json",
            "": ".config/Claude/claude_desktop_config.json",
        },
        "mcpServers",
    ),
    Host("cursor", "Cursor", {"": ".cursor/mcp.json"}, "mcpServers"),
    Host(
        "codex",
        "Codex CLI",
        {"": ".codex/config.toml"},
        "mcp_servers",
        form="toml",
        restart="Start a new session to load the memory; `/mcp` shows it.",
    ),
    Host(
        "vscode",
        "VS Code",
        {
            "darwin": "Library/Application Support/Code/User/mcp.json",
            "win32": "AppData/Roaming/Code/User/mcp.json",
            "": ".config/Code/User/mcp.json",
        },
        "servers",
        typed=True,
    ),
    Host(
        "gemini",
        "Gemini CLI",
        {"": ".gemini/settings.json"},
        "mcpServers",
        restart="Start a new session to load the memory; `/mcp` shows it.",
    ),
)


def host(name: str) -> Host:
    """The host of that name."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    for known in HOSTS:
        if wanted in (known.name, known.title.lower().replace(" ", "-")):
            return known
    raise NotFound(
        f"no host `{name}` is known", hint=say("hint.known_hosts", names=[f"`{known.name}`" for known in HOSTS])
    )
