"""Sessions: a conversation with one scope, from its start to its end."""

from __future__ import annotations

from dataclasses import replace

from perdure.errors import Conflict, InvalidInput, NotFound
from perdure.messages import say
from perdure.port import Place
from perdure.store.transaction import Transaction
from perdure.values import Session, Source

DIRECT = "direct"


def start(tx: Transaction, session_id: str, kind: str) -> Session:
    """Open a session, or take up one of the same scope that is still open."""
    if session_id.startswith(f"{DIRECT}:"):
        raise InvalidInput(
            "a session id must not begin with `direct:`", field="session_id", hint=say("hint.another_id")
        )
    held = tx.session(session_id)
    if held is None and tx.scope_of(session_id) is None:
        return tx.add_session(session_id, kind)
    if held is None or held.scope != tx.scope:
        raise Conflict("a session with this id was started in another scope", hint=say("hint.another_session_id"))
    return check_open(held)


def require(tx: Transaction, session_id: str) -> Session:
    """The session, if it is one of this scope."""
    held = tx.session(session_id)
    if held is None or held.scope != tx.scope:
        raise NotFound(f"no session `{session_id}` in this scope", hint=say("hint.start_session"))
    return held


def require_open(tx: Transaction, session_id: str) -> Session:
    """The session, if this scope may write to it."""
    return check_open(require(tx, session_id))


def check_open(held: Session) -> Session:
    """The same session, if it has not ended."""
    if not held.is_open:
        raise Conflict(f"session `{held.id}` has ended", hint=say("hint.new_session"))
    return held


def direct(tx: Transaction) -> Session:
    """The standing session of a scope, to which writes outside any conversation belong."""
    session_id = f"{DIRECT}:{tx.scope}"
    return tx.session(session_id) or tx.add_session(session_id, DIRECT)


def at(tx: Transaction, place: Place) -> Session:
    """The session of a place; where there is none, the standing session of its scope."""
    return direct(tx) if place.session is None else require(tx, place.session)


def open_at(tx: Transaction, place: Place) -> Session:
    """The same, if it may be written to."""
    return direct(tx) if place.session is None else require_open(tx, place.session)


def end(tx: Transaction, session_id: str) -> Session:
    """Close a session. What was kept only for the session expires. Ending twice changes nothing."""
    held = require(tx, session_id)
    if not held.is_open or held.kind == DIRECT:
        return held
    for item in tx.transient_of(session_id):
        if tx.was_demoted(item):
            continue  # it was said for longer, and keeps its date
        lapsed = replace(item, expires_at=tx.now, updated_at=tx.now)
        tx.change_item(item, lapsed, action="lapsed", reason=say("log.session_ended"), source=Source.OBSERVATION)
    return tx.end_session(held)
