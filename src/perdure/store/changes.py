"""Items as they are written: whatever adds, changes or deletes a version also logs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from perdure.clock import to_micros
from perdure.errors import Conflict
from perdure.messages import CodedText, coded, say
from perdure.store.chain import body_hash, change_link
from perdure.store.held_chunks import forget_chunks
from perdure.store.indexing import Index
from perdure.store.items import ItemTable
from perdure.store.links import Links, linked_in
from perdure.store.past import BESIDE, PROOFS, UNDID, as_proof, before_change
from perdure.store.rows import REASON_CODE, change_of, dumps, forget_rows, item_params, mutable_params, state_sum
from perdure.store.scope_log import ScopeLog
from perdure.store.tombstones import Tombstones
from perdure.store.upkeep import DEMOTED
from perdure.store.withheld import Withheld
from perdure.values import Change, Evidence, Grade, Item, Source, Status

ITEM_ADD = (
    "INSERT INTO memory_items (id, type, key, scope, value_json, content, confidence, importance, priority, status,"
    " version, source_type, trust, created_at, updated_at, sequence, valid_from, valid_to, expires_at, keep_for,"
    " superseded_by, session_id, source_turn_id, source_message_id, verified, verified_at, pinned, use_count,"
    " last_used_at, last_confirmed_at, checksum, event_from, event_to, grade,"
    " restricted_at, state_sum)"
    " VALUES (:id, :type, :key, :scope, :value_json, :content, :confidence, :importance, :priority, :status,"
    " :version, :source_type, :trust, :created_at, :updated_at, :sequence, :valid_from, :valid_to, :expires_at,"
    " :keep_for, :superseded_by, :session_id, :source_turn_id, :source_message_id, :verified, :verified_at,"
    " :pinned, :use_count, :last_used_at, :last_confirmed_at, :checksum, :event_from, :event_to, :grade,"
    " :restricted_at, :state_sum)"
)
ITEM_CHANGE = (
    "UPDATE memory_items AS i SET confidence = :confidence, importance = :importance, priority = :priority,"
    " status = :status, grade = :grade, restricted_at = :restricted_at, state_sum = :state_sum,"
    " valid_to = :valid_to, expires_at = :expires_at, keep_for = :keep_for,"
    " superseded_by = :superseded_by, verified = :verified, verified_at = :verified_at, pinned = :pinned,"
    " use_count = :use_count, last_used_at = :last_used_at, last_confirmed_at = :last_confirmed_at,"
    " updated_at = :updated_at WHERE i.id = :id AND OWNED(i)"
)
KEY_DELETE = "DELETE FROM memory_items AS i WHERE OWNED(i) AND i.scope = :own AND i.key = :key"
CHANGE_ADD = (
    "INSERT INTO changes (sequence, revision, changed_at, action, item_id, key, scope, source_type, reason,"
    " before_json, after_json, salt, body_hash, chain_hash)"
    " VALUES (:sequence, :revision, :changed_at, :action, :item_id, :key, :scope, :source_type, :reason,"
    " :before_json, :after_json, :salt, :body_hash, :chain_hash)"
)
CHANGES_OF_KEY = (
    "SELECT c.sequence, c.revision, c.changed_at, c.action, c.item_id, c.key, c.scope, c.source_type, c.reason,"
    " c.before_json, c.after_json FROM changes c"
    " WHERE OWNED(c) AND c.scope IN (:scope, 'shared') AND c.scope = :own AND c.key = :key ORDER BY c.sequence"
)
CHANGES_OF_REVISION = (
    "SELECT c.sequence, c.revision, c.changed_at, c.action, c.item_id, c.key, c.scope, c.source_type, c.reason,"
    " c.before_json, c.after_json FROM changes c"
    " WHERE OWNED(c) AND c.scope IN (:scope, 'shared') AND c.revision = :revision ORDER BY c.sequence"
)
KEYS_CHANGED_SINCE = (
    "SELECT DISTINCT c.scope, c.key FROM changes c"
    " WHERE OWNED(c) AND c.scope IN (:scope, 'shared') AND c.sequence > :after LIMIT :limit"
)

# What was erased has no key any more by which whoever holds it in memory could let it go.
ERASED_SINCE = "SELECT c.sequence FROM changes c WHERE OWNED(c) AND c.sequence > :after AND c.action = 'erased' LIMIT 1"


class ChangeTable(ItemTable):
    """The changes of items, and the log of them."""

    index: Index
    past: ScopeLog
    links: Links
    withheld: Withheld
    tombstones: Tombstones

    def add_item(self, item: Item, chunks: Sequence[str], *, action: str, reason: str, embed: bool = True) -> Item:
        """Insert a version with its evidence, chunks and log entry. One that was erased does not come back."""
        if self.tombstones.blocks(item_id=item.id):
            raise Conflict("this was erased", hint=say("hint.erased_stays_erased"))
        stored = replace(item, sequence=self._next())
        self._cursor.later(ITEM_ADD, item_params(stored))
        self.add_evidence(stored.id, stored.evidence, first=0)
        self.index.add_item(stored, chunks, embed=embed)
        after: dict[str, Any] = {"status": stored.status.value, "version": stored.version}
        if stored.grade is not Grade.SURE:
            after["grade"] = stored.grade.value
        self._log(stored, action, reason, before={}, after=after)
        return stored

    def change_item(
        self,
        before: Item,
        after: Item,
        *,
        action: str,
        reason: str,
        source: Source,
        evidence: Sequence[Evidence] = (),
        by: str | None = None,
        session_id: str | None = None,
    ) -> None:
        """Change what may change of a version, add evidence to it, and log the difference and what is behind it.

        `by` is the record that asked for it, `session_id` the session that it was used in.
        """
        old, new = mutable_params(before), mutable_params(after)
        changed = [name for name in new if new[name] != old[name]]
        if not changed and not evidence:
            return
        self._cursor.later(ITEM_CHANGE, self._params | new | {"id": after.id, "state_sum": state_sum(new)})
        held = len(before.evidence)
        grown = ({"evidence": held}, {"evidence": held + len(evidence)}) if evidence else ({}, {})
        self.add_evidence(after.id, evidence, first=held)
        self._log(
            replace(after, source=source),
            action,
            reason,
            before={name: old[name] for name in changed} | grown[0],
            after={name: new[name] for name in changed}
            | grown[1]
            | ({} if by is None else {"by": by})
            | ({} if session_id is None else {"session": session_id}),
        )
        if before.status is Status.ACTIVE and after.status is not Status.ACTIVE:
            self.index.bury(after.id)
        elif after.status is Status.ACTIVE and before.status is not Status.ACTIVE:
            self.index.unbury(after.id)

    def put_back(self, change: Change, *, reason: str) -> None:
        """Undo one entry of the log: a version as it was before it. A version that came with it is retracted."""
        item = self.item(change.item_id)
        if item is None:
            raise Conflict("what this changed is gone", hint=say("hint.deleted_stays_deleted"))
        if change.action in BESIDE:
            self._put_back_beside(change)
            return
        was = before_change(item, change) or replace(item, status=Status.RETRACTED, updated_at=self.now)
        fields = mutable_params(was)
        self.restore_item(
            item, fields, was.evidence, [change.sequence], action="undone", reason=reason, source=Source.USER
        )

    def restore_item(
        self,
        item: Item,
        fields: Mapping[str, Any],
        evidence: Sequence[Evidence],
        undid: Sequence[int],
        *,
        action: str,
        reason: str,
        source: Source,
    ) -> None:
        """Put the fields of a version, as the log holds them, and its evidence back; `undid` are the changes undone."""
        old = mutable_params(item)
        new = old | dict(fields)
        changed = [name for name in new if new[name] != old[name]]
        proofs = ([as_proof(one) for one in item.evidence], [as_proof(one) for one in evidence])
        is_other = proofs[0] != proofs[1]
        if not changed and not is_other:
            return
        self._cursor.later(ITEM_CHANGE, self._params | new | {"id": item.id, "state_sum": state_sum(new)})
        if is_other:
            self.past.drop_evidence(item)
            self.add_evidence(item.id, evidence, first=0)
        self._log(
            replace(item, source=source),
            action,
            reason,
            before={name: old[name] for name in changed} | ({PROOFS: proofs[0]} if is_other else {}),
            after={name: new[name] for name in changed}
            | ({PROOFS: proofs[1]} if is_other else {})
            | {UNDID: list(undid)},
        )
        was, now = old["status"] == Status.ACTIVE, new["status"] == Status.ACTIVE
        if was and not now:
            self.index.bury(item.id)
        elif now and not was:
            self.index.unbury(item.id)

    def log_beside(self, item_id: str, action: str, before: dict[str, Any], after: dict[str, Any]) -> None:
        """Log what happened beside a version: a link of it, a span that it hides. Nothing where the item is gone."""
        item = self.item(item_id)
        if item is not None:
            self._log(item, action, "", before=before, after=after)

    def _put_back_beside(self, change: Change) -> None:
        match change.action:
            case "linked":
                self.links.drop(change.item_id, *linked_in(change.after))
            case "settled":
                self.links.reopen(change.item_id, *linked_in(change.before))
            case "unlinked":
                self.links.add(change.item_id, *linked_in(change.before))
            case "reopened":
                self.links.settle(change.item_id, *linked_in(change.after))
            case "hidden":
                self.withheld.lift(*(change.after or change.before)["span"], item_id=change.item_id)
            case "lifted":
                self.withheld.add(*(change.after or change.before)["span"], item_id=change.item_id)

    def delete_key(self, scope: str, key: str, *, like: Item, reason: str) -> int:
        """Delete every version of a key with evidence and chunks; the log keeps that it happened, not what it said."""
        self.index.drop_key(scope, key)
        versions = self._cursor.run(KEY_DELETE, self._params | {"own": scope, "key": key})
        forget_rows()
        forget_chunks()
        self._log(like, "deleted", reason, before={"versions": versions}, after={})
        return versions

    def _log(self, item: Item, action: str, reason: str, *, before: dict[str, Any], after: dict[str, Any]) -> None:
        """Write an entry of the log, as the next link of the chain."""
        told = after | ({REASON_CODE: coded(reason)} if isinstance(reason, CodedText) else {})
        self.log_change(
            action=action,
            item_id=item.id,
            scope=item.scope,
            source_type=item.source.value,
            body={"key": item.key, "reason": str(reason), "before": dumps(before), "after": dumps(told)},
        )

    def log_change(self, *, action: str, item_id: str, scope: str, source_type: str, body: Mapping[str, str]) -> None:
        """The next entry of the log. `body` is what may be erased of it: key, reason, before and after."""
        plain: dict[str, Any] = {
            "sequence": self._next(),
            "revision": self.revision,
            "changed_at": to_micros(self.now),
            "action": action,
            "item_id": item_id,
            "scope": scope,
            "source_type": source_type,
        }
        salt = self.ids.salt()
        sealed = body_hash(salt, **body)
        self._head.chain = change_link(self._head.chain, **plain, body=sealed)
        kept = {"key": body["key"], "reason": body["reason"]}
        kept |= {"before_json": body["before"], "after_json": body["after"]}
        hashes = {"salt": salt, "body_hash": sealed, "chain_hash": self._head.chain}
        self._cursor.later(CHANGE_ADD, plain | kept | hashes)

    def changes(self, scope: str, key: str) -> list[Change]:
        """What was done to the versions of a key, in order, without what happened beside them."""
        rows = self._cursor.all(CHANGES_OF_KEY, self._params | {"own": scope, "key": key})
        return [change for change in map(change_of, rows) if change.action not in BESIDE]

    def was_demoted(self, item: Item) -> bool:
        """Whether an item that is transient was to be kept for longer when it was said, and has faded since."""
        log = self.changes(item.scope, item.key)
        return any(change.item_id == item.id and change.action == DEMOTED for change in log)

    def changes_of_revision(self, revision: int) -> list[Change]:
        """What one write changed in this scope, in order."""
        return [change_of(row) for row in self._cursor.all(CHANGES_OF_REVISION, self._params | {"revision": revision})]

    def keys_changed_since(self, after: int, limit: int) -> list[tuple[str, str]]:
        """(scope, key) of everything that changed since a sequence."""
        rows = self._cursor.all(KEYS_CHANGED_SINCE, self._params | {"after": after, "limit": limit})
        return [(row[0], row[1]) for row in rows]

    def erased_since(self, after: int) -> bool:
        """Whether anything was erased since a sequence: then what is held in memory is read anew."""
        return bool(self._cursor.all(ERASED_SINCE, self._params | {"after": after}))
