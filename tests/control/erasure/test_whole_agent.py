"""All that an agent has can be deleted, and the others are untouched."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import Attachment, Config, Event, NotFound, Runtime
from perdure.control.erasure.folder import look, patterns_of
from tests.homes import fresh_id


@pytest.mark.requirement("R309")
async def test_deleting_an_agent_leaves_nothing_of_it_and_all_of_the_others(home: str, tmp_path: Path) -> None:
    one, other = fresh_id(), fresh_id()
    config = Config(workspace=str(tmp_path / "work"))
    async with Runtime(home, config=config, embedder="none") as runtime:
        for name in (one, other):
            luna = await runtime.agent(name)
            session = await luna.start_session()
            file = Attachment("a.txt", b"a secret file of " + name.encode())
            await luna.commit_turn(session, [Event.user(f"I live in {name}ville.", attachments=[file])])
            await luna.memory_append(f"a note of {name}")
            await luna.identity.set(f"Luna {name}")
        certificate = await runtime.delete_agent_data(one)
        assert [row.id for row in await runtime.agents()] == [other]
        assert one not in str(dict(certificate.counts))
        assert look(tmp_path, patterns_of([one])).hits == {}
        kept = await runtime.agent(other)
        assert len(await kept.items("notes")) == 1
        assert all(finding.ok for finding in await kept.check())
        with pytest.raises(NotFound):
            await runtime.agent(one, create=False)
        with pytest.raises(NotFound):
            await runtime.delete_agent_data(one)
        again = await runtime.agent(one)  # the same name is free, and holds nothing
        assert await again.items(status=None) == []
