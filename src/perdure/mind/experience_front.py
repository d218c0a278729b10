"""`luna.experience`: what finished tasks taught."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from perdure.archive import sessions
from perdure.intake.verbs import Intake
from perdure.mind.experience import FOUND, SEEN_AGAIN, Recollection, alike, analyse, distinct, nearest, parsed, relevant
from perdure.mind.skills_front import MAX_SKILLS, practised
from perdure.port import Port
from perdure.recall.verbs import Recall
from perdure.store.transaction import Transaction
from perdure.types.cases import TYPE, Case
from perdure.types.lessons import TYPE as LESSONS
from perdure.types.patterns import TYPE as PATTERNS
from perdure.types.skills import TYPE as SKILLS
from perdure.values import (
    JSON,
    Candidate,
    Evidence,
    Item,
    Outcome,
    Receipt,
    Session,
    Source,
    Status,
    check_count,
    check_list,
    check_name,
)

LOOKED_AT = 500
"""How many earlier cases of a scope are looked at for what worked before."""


class ExperienceFront:
    """`luna.experience`: record what a task taught, and find what helps with the next."""

    def __init__(self, port: Port, intake: Intake, recall: Recall) -> None:
        self._port = port
        self._intake = intake
        self._recall = recall

    async def record(
        self,
        task: Mapping[str, JSON] | str,
        approach: Mapping[str, JSON] | None = None,
        outcome: Mapping[str, JSON] | str | None = None,
        learning: Mapping[str, JSON] | None = None,
        associations: Mapping[str, JSON] | None = None,
        *,
        solution: str | None = None,
        artifacts: Sequence[Mapping[str, JSON]] = (),
        type: str | None = None,
        source: Source | str = Source.OBSERVATION,
        session: Session | str | None = None,
        scope: str | None = None,
        idempotency_key: str | None = None,
        allow: Sequence[str] = (),
    ) -> Receipt:
        """Keep a finished task as a case; its skills are practised, its failures become lessons, its ways patterns.

        `type` is `success`, `failure` or `learning`; left out, it follows from `outcome`.
        """
        parts: dict[str, JSON] = {
            "type": type,
            "task": {"description": task} if isinstance(task, str) else task,
            "approach": approach,
            "outcome": outcome,
            "learning": learning,
            "associations": associations,
            "solution": solution,
            "artifacts": [*check_list(artifacts, "artifacts")],
        }
        given = {name: part for name, part in parts.items() if part is not None}
        TYPE.parse(given)
        draft, notices = self._intake.clean(Candidate(TYPE.name, given, source=source), allow)

        def work(tx: Transaction, into: Session) -> Receipt:
            return self._keep(tx, into, draft)

        return await self._intake.write(session, scope, idempotency_key, ["experience.record", draft], work, notices)

    async def retrieve(
        self,
        query: str,
        *,
        task_type: str | None = None,
        domain: Sequence[str] | str = (),
        complexity: int | None = None,
        session: Session | str | None = None,
        scope: str | None = None,
    ) -> list[Recollection]:
        """Up to five experiences that help with a task, of its type or of one of its domains, the best first."""
        if task_type is not None:
            check_name(task_type, "task_type")
        if complexity is not None:
            check_count(complexity, "complexity", 10)
        domains = (domain,) if isinstance(domain, str) else tuple(check_list(domain, "domain"))
        for one in domains:
            check_name(one, "domain")
        others = frozenset(self._port.registry.names) - {TYPE.name}
        hits = await self._recall.search(query, FOUND, session=session, scope=scope, without=others)
        return relevant(query, hits, task_type=task_type, domain=domains, complexity=complexity)

    # one unit of work: the case, then what follows from it

    def _keep(self, tx: Transaction, session: Session, draft: Candidate) -> Receipt:
        own: dict[str, JSON] = {
            "id": tx.ids.new(),
            "memory_id": self._port.agent_id,
            "timestamp": tx.now.isoformat(),
            "version": tx.revision,
        }
        value = TYPE.parse({**own, **draft.value})
        assert isinstance(value, Case)
        mastered = [
            str(item.value["skill_name"])
            for item in tx.items(type=SKILLS.name, key=None, status=Status.ACTIVE, limit=MAX_SKILLS)
        ]
        taught = analyse(value, mastered)
        if taught.skills:
            learning = {**(draft.value.get("learning") or {}), "skills_acquired": list(taught.skills)}
            learning.pop("skillsAcquired", None)
            value = TYPE.parse({**own, **draft.value, "learning": learning})
            assert isinstance(value, Case)
        receipt = self._upsert(tx, session, replace(draft, value=TYPE.dump(value)))
        evidence = (Evidence(receipt.records[0]),)
        outcomes: list[Outcome] = [*receipt.outcomes]
        source = Source(draft.source)
        for candidate in self._practice(tx, value, source, evidence):
            outcomes += self._upsert(tx, session, candidate).outcomes
        for mistake, fix in taught.problems:
            outcomes += self._lesson(tx, session, value.domain, mistake, fix, source, evidence)
        for practice in taught.patterns:
            outcomes += self._pattern(tx, session, value, receipt.outcomes, practice, source, evidence)
        return replace(receipt, outcomes=tuple(outcomes))

    def _upsert(self, tx: Transaction, session: Session, candidate: Candidate) -> Receipt:
        # A case archives itself as a record of the session; what follows from it points there.
        return self._intake.conclude(tx, sessions.require_open(tx, session.id), candidate)

    def _practice(
        self, tx: Transaction, case: Case, source: Source, evidence: tuple[Evidence, ...]
    ) -> Iterator[Candidate]:
        names = distinct(
            [*(case.learning.skills_acquired if case.learning else ()), *(case.approach.tools if case.approach else ())]
        )
        spent = int(case.approach.time_spent or 0) if case.approach else 0
        success = case.outcome.success if case.outcome else None
        for name in names:
            draft = practised(tx, name, minutes=spent // len(names), success=success, note=case.problem, source=source)
            yield replace(draft, evidence=evidence)

    def _lesson(
        self,
        tx: Transaction,
        session: Session,
        domain: str,
        mistake: str,
        fix: str | None,
        source: Source,
        evidence: tuple[Evidence, ...],
    ) -> list[Outcome]:
        """A failure is a lesson. Seen again, in these words or in like ones, it becomes a pattern."""
        known = [
            item
            for item in tx.items(type=LESSONS.name, key=None, status=Status.ACTIVE, limit=LOOKED_AT)
            if item.value["domain"] == domain
        ]
        lesson = nearest(mistake, [str(item.value["lesson"]) for item in known]) or mistake
        value: dict[str, JSON] = {"domain": domain, "lesson": lesson, **({"fix": fix} if fix else {})}
        receipt = self._upsert(tx, session, Candidate(LESSONS.name, value, source=source, evidence=evidence))
        outcomes = [*receipt.outcomes]
        held = tx.item(outcomes[0].item_id or "")
        if held is None or held.value.get("occurrences", 1) < SEEN_AGAIN:
            return outcomes
        cure = held.value.get("fix")
        rule = f"{held.value['lesson']} → {cure}" if cure else str(held.value["lesson"])
        pattern = {"domain": domain, "name": str(held.value["lesson"]), "rule": rule}
        learnt = Candidate(PATTERNS.name, pattern, source=_least(source, held), evidence=_records(held))
        return [*outcomes, *self._upsert(tx, session, learnt).outcomes]

    def _pattern(
        self,
        tx: Transaction,
        session: Session,
        case: Case,
        kept: Sequence[Outcome],
        practice: str,
        source: Source,
        evidence: tuple[Evidence, ...],
    ) -> list[Outcome]:
        """What worked in an earlier task of this domain as well is a pattern."""
        mine = {outcome.item_id for outcome in kept}
        earlier = [
            item
            for item in tx.items(type=TYPE.name, key=None, status=Status.ACTIVE, limit=LOOKED_AT)
            if item.id not in mine and item.value.get("type") == "success" and item.value.get("domain") == case.domain
        ]
        for item in earlier:
            learning = parsed(item).learning
            told = next((one for one in (learning.best_practices if learning else ()) if alike(one, practice)), None)
            if told is not None:
                value = {"domain": case.domain, "rule": told}
                both = (*_records(item)[:1], *evidence)
                learnt = Candidate(PATTERNS.name, value, source=_least(source, item), evidence=both)
                return [*self._upsert(tx, session, learnt).outcomes]
        return []


def _least(source: Source, item: Item) -> Source:
    """What is derived is trusted no more than the least of what it comes from."""
    return min((source, item.source), key=lambda one: one.trust)


def _records(item: Item) -> tuple[Evidence, ...]:
    return tuple(replace(evidence, quote=None) for evidence in item.evidence if evidence.record_id is not None)
