"""Names of sessions, scopes, speakers and tools are kept exactly: one that holds something private is refused."""

from __future__ import annotations

import pytest

from perdure import Attachment, Event
from perdure.archive.events import check_turn
from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.intake.cleaning import clean_turn
from perdure.intake.pii import Policy, clean_name, private_in

PRIVATE = {
    "peer:anna@example.com": ("email",),
    "peer:+8613812345678": ("phone",),
    "13812345678": ("phone",),
    "①③⑧①②③④⑤⑥⑦⑧": ("phone",),
    "group:密码是Abc12345": ("password",),
    "token=f3b1c9d07a5e4f21": ("api_key",),
    "https://bob:hunter2@example.com/x": ("url_credentials",),
}
HARMLESS = [
    *("main", "shared", "peer:anna", "group:家人", "cli-2026-01-02T10:00:00", "550e8400-e29b-41d4-a716-446655440000"),
    *("get_token", "reset_password", "verify_pin", "application/json; charset=utf-8", "01J9ZQ4W3XK8", "session 12"),
    *("tool:curl", "阿哲", "user_13812345678x", "wxid_abc123def456", "1098765432109876543", "U02ABCDEF12"),
]


@pytest.mark.parametrize(("name", "kinds"), PRIVATE.items())
def test_a_name_with_something_private_is_refused_without_repeating_it(name: str, kinds: tuple[str, ...]) -> None:
    assert private_in(name) == kinds
    with pytest.raises(InvalidInput) as caught:
        clean_name(name, "session_id")
    assert caught.value.field == "session_id"
    assert name not in f"{caught.value!r} {caught.value} {caught.value.hint}"
    assert kinds[0] in str(caught.value.hint)


@pytest.mark.parametrize("name", HARMLESS)
def test_any_other_name_is_kept_as_it_is(name: str) -> None:
    assert clean_name(name, "session_id") == name


def test_a_class_that_the_policy_keeps_may_stand_in_a_name() -> None:
    assert clean_name("peer:anna@example.com", "scope", Policy({"email": "store"})) == "peer:anna@example.com"
    assert clean_name("peer:anna@example.com", "scope", allow=["email"]) == "peer:anna@example.com"


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (Event.user("hi", speaker="anna@example.com"), "events[0].speaker"),
        (Event.tool("token=f3b1c9d07a5e4f21", {}, "ok"), "events[0].name"),
        (
            Event.user("hi", attachments=[Attachment("a", b"x", "text/plain; name=anna@example.com")]),
            "events[0].attachments[0].media_type",
        ),
    ],
)
def test_a_turn_with_such_a_name_is_refused_and_says_where(event: Event, field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        clean_turn(check_turn([event], Config()), Policy(), ())
    assert caught.value.field == field


def test_a_turn_with_such_a_name_is_kept_where_the_policy_says_so() -> None:
    drafts = check_turn([Event.user("hi", speaker="anna@example.com")], Config())
    assert clean_turn(drafts, Policy({"email": "store"}), ()).events == tuple(drafts)
