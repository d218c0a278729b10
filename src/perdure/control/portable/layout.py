"""The format of an export: which files it holds, under which names, and what no export holds. See docs/export.md."""

from __future__ import annotations

import re

FORMAT = "perdure-agent"
VERSION = 1
"""Raised by whatever an older Perdure could not read; `upgrades` has a step for each."""

MANIFEST = "manifest.json"
ABOUT = "README.md"
AGENT = "agent.json"
CONFIGURATION = "configuration.json"
READABLE = "readable/items.md"
DATA = "data/"
ATTACHMENTS = "attachments/"
FILES = "files/"

MAX_MANIFEST = 16 << 20
LINE_FACTOR = 8
"""A line may be so many times as long as the largest text that is kept (`max_content_bytes`)."""
MAX_RATIO = 250
"""Packed so much tighter than text ever is, a file is made to fill a disk."""
SMALL = 256 << 20
"""What unpacks to less than this harms nobody, however tight it is packed."""
MAX_NAME = 1024

TAKEN_ALONG = frozenset({".md", ".jsonl", ".json", ".txt"})
"""Files of an agent's folder that go with it: what a person can read."""
NOT_TAKEN = frozenset({"attachments", "snapshots", "conversation_history", "scopes", "items.jsonl"})
"""What stands beside them and has a place of its own in an export, or none."""

_PART = re.compile(r"[^/\\\x00-\x1f\x7f:]+")
SHA256 = re.compile(r"[0-9a-f]{64}")

README = """# An agent's memory, exported by Perdure

* `manifest.json`: format, version, and the SHA-256 of every other file
* `agent.json`, `configuration.json`: the agent itself and how its home was set, without any key of a provider
* `data/*.jsonl`: one JSON object per line; every conversation, every version of every item, every change
* `attachments/<sha256>`: files that came with conversations
* `files/`: notes and other files of the agent's folder
* `readable/items.md`: what was known, to be read by people; an import does not read it

`perdure import THIS_FILE` brings it into another home. The format is described in `docs/export.md` of Perdure.

这是 Perdure 导出的一个智能体的全部记忆：`data/` 中每行一个 JSON 对象，`attachments/` 是附件，`files/` 是笔记，
`readable/items.md` 供人阅读。`perdure import 本文件` 可导入到另一个存储位置。
"""


def is_plain_path(name: str) -> bool:
    """Whether a name stays inside the folder it is unpacked to, on any system."""
    parts = name.split("/")
    return len(name) <= MAX_NAME and all(_PART.fullmatch(part) and part.strip(". ") for part in parts)
