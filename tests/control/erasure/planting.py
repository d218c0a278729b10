"""A memory in which every thing carries a word of its own, so that it can be looked for in every byte."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import apsw

from perdure import AgentMemory, Attachment, Candidate, ErasureTarget, Event
from perdure.control.erasure.folder import look
from perdure.control.erasure.patterns import forms

LETTERS = "bcdfghjkmnpqrstvwxz"
HAN = [chr(code) for code in range(0x6C00, 0x9E00)]
"""So many that no two words have a pair in common."""


@dataclass(slots=True)
class Plant:
    """One thing, the word that is in it and nowhere else, and what names it."""

    word: str
    target: ErasureTarget
    everywhere: bool = False
    vectors: list[bytes] = field(default_factory=list)


def patterns(word: str) -> set[bytes]:
    """All that may be left of a word: in every form, and its ends, because an index of words keeps only those."""
    ends = {word[n:].encode() for n in range(1, len(word)) if len(word[n:].encode()) >= 6}
    return forms(word) | ends


def hits(folder: Path, plant: Plant) -> dict[str, int]:
    """Where something of it is found, in any file."""
    return look(folder, patterns(plant.word) | set(plant.vectors)).hits


class Garden:
    """Plants things of every kind into an agent."""

    def __init__(self, agent: AgentMemory, rng: random.Random) -> None:
        self.agent = agent
        self.rng = rng
        self._n = 0

    def word(self, chinese: bool | None = None) -> str:
        if self.rng.random() < 0.4 if chinese is None else chinese:
            return "".join(self.rng.sample(HAN, 8))
        return "".join(self.rng.choices(LETTERS, k=12))

    async def plant(self, kinds: int) -> list[Plant]:
        makers: Sequence[Callable[[], Awaitable[Plant]]] = (
            *(self.fact, self.place, self.allergy, self.note, self.preference, self.case, self.patch, self.remark),
            *(self.tool, self.file, self.session, self.person, self.entity, self.told_twice),
        )
        made = [await makers[n % len(makers)]() for n in range(kinds)]
        await self.agent.index.catch_up()
        for plant in made:
            plant.vectors = self._vectors(plant.word)
        return made

    def _vectors(self, word: str) -> list[bytes]:
        """The vectors of every chunk in which the word stands, exactly as they lie in the file."""
        folder = self.agent.port.folder
        assert folder is not None
        connection = apsw.Connection(str(folder / "memory.db"))
        rows = connection.execute(
            "SELECT v.embedding FROM vector_id_map v JOIN memory_chunks c ON v.mem_id = c.id AND v.mem_type = 'recall'"
            " WHERE instr(c.text, ?)",
            (word,),
        ).fetchall()
        connection.close()
        return [bytes(row[0]) for row in rows]

    async def _open(self) -> str:
        self._n += 1
        return (await self.agent.start_session(f"s{self._n}")).id

    # one maker each

    async def fact(self) -> Plant:
        word = self.word()
        value = {"subject": "user", "predicate": f"locker {word}", "value": f"the number of {word} is four"}
        await self.agent.upsert_recall(Candidate("facts", value), idempotency_key=f"fact {word}")
        item = next(item for item in await self.agent.items("facts") if word in item.content)
        await self.agent.upsert_recall(Candidate("facts", {**value, "value": f"{word} has moved"}, key=item.key))
        return Plant(word, ErasureTarget(key=item.key))

    async def place(self) -> Plant:
        word, session = self.word(chinese=False).capitalize(), await self._open()
        said = f"I live in {word} now. The weather is fine."
        told = [Event.user(said), Event.assistant(f"Good, {word} it is."), Event.user(f"Book a room in {word}.")]
        await self.agent.commit_turn(session, told, idempotency_key=f"k-{word}")
        await self.agent.working.start_task(session, f"move to {word}", ["pack", f"drive to {word}"])
        await self.agent.working.set(session, "where", f"{word} street")
        await self.agent.working.note_thought(session, f"{word} is far away")
        return Plant(word, ErasureTarget(query=word) if self.rng.random() < 0.3 else ErasureTarget(session=session))

    async def allergy(self) -> Plant:
        word, session = self.word(chinese=True), await self._open()
        await self.agent.commit_turn(
            session, [Event.user(f"我对{word}过敏。今天天气不错。"), Event.assistant("记住了。")]
        )
        fields = [item for item in await self.agent.items("profile") if word in item.content]
        target = ErasureTarget(key=f"profile:user#allergy={word}") if fields else ErasureTarget(query=word)
        if fields and f"={word}" not in str([fact.get("v") for fact in fields[0].value["facts"]]).replace("'", "="):
            target = ErasureTarget(query=f"我对{word}过敏")
        return Plant(word, target, everywhere=True)

    async def note(self) -> Plant:
        word = self.word()
        await self.agent.memory_append(f"call {word} back\nabout {word} and the roof")
        item = next(item for item in await self.agent.items("notes") if word in item.content)
        return Plant(word, ErasureTarget(id=item.id))

    async def preference(self) -> Plant:
        word = self.word()
        await self.agent.upsert_recall(Candidate("preferences", {"name": f"drink {word}", "value": f"{word}, hot"}))
        item = next(item for item in await self.agent.items("preferences") if word in item.content)
        await self.agent.files.generate()
        return Plant(word, ErasureTarget(id=item.id))

    async def case(self) -> Plant:
        word = self.word()
        await self.agent.experience.record(f"deploy {word}", outcome="done", solution=f"restart {word} twice")
        item = next(item for item in await self.agent.items("cases") if word in item.content)
        return Plant(word, ErasureTarget(key=item.key), everywhere=True)

    async def patch(self) -> Plant:
        word = self.word(chinese=False)
        await self.agent.patches.add("technology", f"{word} 2.0 is out", add=[f"{word} 2.0"])
        item = next(item for item in await self.agent.items("patches") if word in item.content)
        await self.agent.patches.report(item.key, "partial", f"{word} was not found")
        return Plant(word, ErasureTarget(id=item.id))

    async def remark(self) -> Plant:
        word, session = self.word(), await self._open()
        said = f"Yesterday was long. The parcel with {word} came late. We had soup."
        receipt = await self.agent.commit_turn(session, [Event.user(said), Event.assistant("I see.")])
        by_words = self.rng.random() < 0.5 and not await self._held(word)
        return Plant(word, ErasureTarget(query=word) if by_words else ErasureTarget(id=receipt.records[0]))

    async def tool(self) -> Plant:
        word, session = self.word(), await self._open()
        events = [Event.user("Look it up."), Event.tool("lookup", {"query": word}, {"found": [word, {word: 1}]})]
        receipt = await self.agent.commit_turn(session, events)
        return Plant(word, ErasureTarget(id=receipt.records[1]))

    async def file(self) -> Plant:
        word, session = self.word(), await self._open()
        file = Attachment(f"{word}.txt", f"secret {word}".encode() * 40)
        receipt = await self.agent.commit_turn(session, [Event.user("Here is a file.", attachments=[file])])
        return Plant(word, ErasureTarget(id=receipt.records[0]))

    async def session(self) -> Plant:
        word, session = self.word(), await self._open()
        for n in range(4):
            told = [Event.user(f"Step {n} of {word} is ready, and I like it."), Event.assistant(f"{word}: well done.")]
            await self.agent.commit_turn(session, told)
        await self.agent.compact(session, keep_turns=1)
        await self.agent.end_session(session)
        return Plant(word, ErasureTarget(session=session), everywhere=True)

    async def person(self) -> Plant:
        word, session = self.word(chinese=False).capitalize(), await self._open()
        told = [Event.user(f"Hello from {word}.", speaker=word), Event.user(f"My sister {word} is a doctor. It rains.")]
        await self.agent.commit_turn(session, told)
        await self.agent.commit_turn(session, [Event.user(f"Ask {word} about the keys.")])
        return Plant(word, ErasureTarget(person=word))

    async def entity(self) -> Plant:
        word = self.word()
        value = {"kind": "topic", "canonical": word, "aliases": [f"{word} plan"], "attrs": {"owner": f"{word} team"}}
        await self.agent.upsert_recall(Candidate("entities", value))
        await self.agent.memory_append(f"{word} plan needs a date")
        return Plant(word, ErasureTarget(person=word))

    async def told_twice(self) -> Plant:
        word = self.word(chinese=False)
        for _ in range(2):
            session = await self._open()
            await self.agent.commit_turn(session, [Event.user(f"My favourite tea is {word}. See you.")])
            await self.agent.end_session(session)
        return Plant(word, ErasureTarget(query=f"My favourite tea is {word}"), everywhere=True)

    async def _held(self, word: str) -> bool:
        return any(word in item.content for item in await self.agent.items())
