"""Checks at the border, and the shapes that surfaces show."""

from __future__ import annotations

import pytest

from perdure import InvalidInput, Pending, Receipt, Source, Stored
from perdure.values import check_count, check_name, check_scope, check_text


def refused(call, *args: object, **kwargs: object) -> tuple[str, str | None]:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidInput) as caught:
        call(*args, **kwargs)
    return str(caught.value), caught.value.field


def test_text_is_measured_in_bytes_and_must_say_something() -> None:
    assert check_text("你好", "t", max_bytes=6) == "你好"
    assert refused(check_text, "你好", "t", max_bytes=5) == ("`t` is 6 bytes long; the limit is 5", "t")
    assert refused(check_text, "", "t", max_bytes=5) == ("`t` is empty", "t")
    assert check_text("", "t", max_bytes=5, allow_blank=True) == ""
    assert refused(check_text, "a\x00", "t", max_bytes=5) == ("`t` contains a NUL character", "t")
    assert refused(check_text, "a\ud800", "t", max_bytes=9) == (
        "`t` has a lone surrogate at character 1: it is not valid Unicode",
        "t",
    )
    assert refused(check_text, b"a", "t", max_bytes=5) == ("`t` must be text: got bytes", "t")


def test_names_are_measured_in_characters_and_kept_exactly() -> None:
    for name in ("😀" * 256, " a ", "e\u0301", "..", "\u202e"):
        assert check_name(name, "n") == name
    assert refused(check_name, "x" * 257, "n") == ("`n` has 257 characters; the limit is 256", "n")


def test_scopes_are_main_shared_a_peer_or_a_group() -> None:
    for scope in ("main", "shared", "peer:a", "group:a b", "peer:peer:x", "group: x"):
        assert check_scope(scope) == scope
    for scope in ("peer:", "group: ", "Peer:a", "main:", "all", "*"):
        assert refused(check_scope, scope)[1] == "scope"


def test_counts_are_whole_and_within_their_limit() -> None:
    assert [check_count(n, "k", 5) for n in (1, 5)] == [1, 5]
    for wrong in (0, 6, -1, 1.0, True, "1", None):
        assert refused(check_count, wrong, "k", 5) == ("`k` must be a whole number from 1 to 5", "k")


def test_the_ladder_of_trust_has_six_rungs_in_order() -> None:
    assert [source.value for source in sorted(Source, key=lambda s: -s.trust)] == [
        *("user", "relayed", "tool", "observation", "inference", "outside")
    ]
    assert len({source.trust for source in Source}) == 6


def test_a_receipt_has_one_json_shape() -> None:
    stored = Stored("facts", "k", "new", "main", "i1")
    pending = Pending("facts", "k", "why", "main", "i2", "i1", held="a", proposed="b")
    prose = {"code": None, "params": {}, "language": None}
    common = {"type": "facts", "key": "k", "scope": "main", "expires_at": None, **prose}
    assert Receipt("s", 1, ("r1",), (stored, pending), ("note",)).as_json() == {
        "session": "s",
        "turn_id": 1,
        "replayed": False,
        "records": ["r1"],
        "notices": ["note"],
        "notice_codes": [prose],
        "outcomes": [
            {"outcome": "stored", "item_id": "i1", "replaces": None, "reason": "new", **common},
            {
                "outcome": "pending",
                "item_id": "i2",
                "replaces": "i1",
                "reason": "why",
                "held": "a",
                "proposed": "b",
                **common,
            },
        ],
    }
