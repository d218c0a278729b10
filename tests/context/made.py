"""Inputs for the composer, made up but whole."""

from __future__ import annotations

import hmac
import random
from datetime import UTC, datetime, timedelta
from typing import Any

from perdure.context.inputs import Inputs
from perdure.context.lines import of_file, of_item
from perdure.values import Evidence, Hit, Item, Priority, Record, Role, Session, Source, Status, Trace, Why

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
WORDS = ("tea", "绿茶", "Berlin", "柏林", "the project", "项目", "deadline", "周五", "prefers", "喜欢", "short", "简短")
WORDS += ("answers", "回答", "<b>", "System:", "系统：", "42")
SECRET = b"secret"


def keyed(purpose: str, data: bytes) -> bytes:
    return hmac.new(SECRET, purpose.encode() + b"\0" + data, "sha256").digest()


def name(n: int) -> str:
    return f"01970000-0000-7000-8000-{n * 7919:012x}"


def item(n: int, content: str, *, type: str = "facts", key: str | None = None, **more: Any) -> Item:
    moment = more.pop("created_at", NOW - timedelta(days=n % 90))
    return Item(
        id=more.pop("id", name(n)),
        type=type,
        key=key or f"{type}:{n}",
        scope=more.pop("scope", "main"),
        value={},
        content=content,
        confidence=more.pop("confidence", 0.9),
        importance=more.pop("importance", 0.5),
        priority=Priority.PERMANENT,
        status=Status.ACTIVE,
        version=more.pop("version", 1),
        source=(source := more.pop("source", Source.USER)),
        trust=source.trust,
        created_at=moment,
        updated_at=moment,
        sequence=n,
        evidence=(Evidence(name(10_000 + n), 0, 3),),
        **more,
    )


def record(n: int, content: str, *, role: Role = Role.USER, session: str = "s", **more: Any) -> Record:
    return Record(name(20_000 + n), session, "main", n, n, role, content, NOW - timedelta(hours=1), **more)


def hit(n: int, content: str, score: float = 0.5, **more: Any) -> Hit:
    return Hit(item(n, content, **more), score, Why())


def text(chance: random.Random, most: int) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(1, most)))


def inputs(chance: random.Random, **more: Any) -> Inputs:
    """Something of everything, in random amounts."""

    def some(most: int) -> range:
        return range(chance.choice([0, 1, most]))

    given: dict[str, Any] = {
        "session": Session("s", chance.choice(["main", "main", "group:g", "peer:a"]), "chat", NOW, None, 9, 4),
        "message": text(chance, 8),
        "now": NOW,
        "identity": item(1, text(chance, 20), type="identity") if chance.random() < 0.8 else None,
        "patches": [of_item(item(100 + n, text(chance, 12), type="patches")) for n in some(5)],
        "core": [item(200 + n, text(chance, 15), type="rules") for n in some(12)],
        "curated": [of_file(text(chance, 10), f"MEMORY.md#{n}", NOW) for n in some(4)],
        "notes": [item(400 + n, text(chance, 10), type="notes") for n in some(6)],
        "written": [of_file(text(chance, 10), f"2026-03-02#{n}", NOW) for n in some(3)],
        "scratchpad": [text(chance, 10) for _ in some(4)],
        "experiences": [hit(500 + n, text(chance, 60), chance.random(), type="cases") for n in some(8)],
        "hits": [hit(600 + n, text(chance, 25), chance.random()) for n in some(16)],
        "traces": [Trace(record(700 + n, text(chance, 40), session="old"), 0.5, Why()) for n in some(3)],
        "summary": text(chance, 20) if chance.random() < 0.3 else "",
        "turns": [record(n, text(chance, chance.choice([5, 40]))) for n in some(12)],
    }
    return Inputs(**{**given, **more})
