"""What is done with what was found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.errors import InvalidInput
from perdure.intake.pii import KINDS, Cleaned, FoundSecret, Policy, PrivacyAction, clean
from tests.intake.pii.test_scan import ANYTHING, FOUND

PHONE = "13812345678"
MAIL = "anna@example.com"


def test_everything_is_masked_unless_told_otherwise_and_the_sentence_stays() -> None:
    assert clean(f"我叫阿哲，手机{PHONE}，周五到。") == Cleaned(
        text="我叫阿哲，手机[phone]，周五到。",
        found=(FoundSecret("phone", 7, 18),),
        notices=('保存前已遮住：1 个电话号码。如需保留原文，请带 allow=["phone"] 重新发送。',),
    )


def test_notices_speak_the_language_of_the_text() -> None:
    assert clean(f"Write to {MAIL} or call {PHONE}, or {MAIL}.").notices == (
        "Masked before storing: 2 e-mail addresses and 1 phone number. "
        'To keep the original, send it again with allow=["email", "phone"].',
    )


def test_the_same_value_has_the_same_placeholder() -> None:
    text = f"{MAIL} and b@c.org, then {MAIL.upper()}; 138-1234-5678 is {PHONE}"
    assert clean(text).text == "[email] and [email 2], then [email]; [phone] is [phone]"


def test_a_placeholder_that_is_there_already_is_not_given_to_another_value() -> None:
    assert clean(f"[email] knows {MAIL}").text == "[email] knows [email 2]"


def test_store_keeps_the_text_as_it_was_and_says_nothing() -> None:
    text = f"mail {MAIL}"
    assert clean(text, {"email": "store"}) == Cleaned(text=text, found=(FoundSecret("email", 5, 21),))


def test_refuse_tells_the_caller_not_to_keep_it_and_holds_nothing_raw() -> None:
    assert clean(f"my card 4111 1111 1111 1111, mail {MAIL}", Policy({"bank_card": "refuse"})) == Cleaned(
        text="my card [bank_card], mail [email]",
        found=(FoundSecret("bank_card", 8, 27), FoundSecret("email", 34, 50)),
        refused=("bank_card",),
        notices=(
            'Masked before storing: 1 e-mail address. To keep the original, send it again with allow=["email"].',
            "Not stored, because it contains 1 bank card number. Send it again without that.",
        ),
    )


def test_confirm_masks_and_asks_and_the_answer_is_allow() -> None:
    policy = Policy({"phone": "confirm"})
    assert clean(f"打{PHONE}", policy) == Cleaned(
        text="打[phone]",
        found=(FoundSecret("phone", 1, 12),),
        needs_confirmation=("phone",),
        notices=('未经确认没有保存：1 个电话号码。如需保存，请带 allow=["phone"] 重新发送。',),
    )
    assert clean(f"打{PHONE}", policy, allow=["phone"]) == Cleaned(
        text=f"打{PHONE}", found=(FoundSecret("phone", 1, 12),)
    )


def test_what_is_refused_cannot_be_allowed() -> None:
    assert clean(MAIL, {"email": "refuse"}, allow=["email"]).refused == ("email",)


def test_the_default_of_a_policy_can_be_changed() -> None:
    cleaned = clean(f"{MAIL} {PHONE}", Policy({"email": "mask"}, default="store"))
    assert cleaned.text == f"[email] {PHONE}"


@pytest.mark.parametrize("wrong", ["e-mail", "emails", "Email"])
def test_a_class_that_does_not_exist_is_refused_with_the_nearest(wrong: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Policy({wrong: "mask"})
    assert caught.value.hint is not None
    assert caught.value.hint.startswith("did you mean `email`?")


@pytest.mark.parametrize(
    "call",
    [
        lambda: Policy({"email": "hide"}),
        lambda: Policy(default="keep"),
        lambda: Policy(["email"]),  # type: ignore[arg-type]
        lambda: clean("x", allow="email"),
        lambda: clean("x", allow=["mail"]),
        lambda: clean("x", {"mobile": "mask"}),
        lambda: clean(None),  # type: ignore[arg-type]
    ],
)
def test_wrong_calls_are_refused(call: object) -> None:
    with pytest.raises(InvalidInput):
        call()  # type: ignore[operator]


def test_an_error_does_not_repeat_what_was_put_in_the_place_of_a_class() -> None:
    with pytest.raises(InvalidInput) as caught:
        clean("x", allow=[PHONE])
    assert PHONE not in f"{caught.value!r} {caught.value.hint} {caught.value.as_json()}"


@pytest.mark.parametrize(("kind", "marked"), FOUND)
def test_nothing_raw_is_left_in_text_notices_or_repr(kind: str, marked: str) -> None:
    raw = marked[marked.index("«") + 1 : marked.index("»")]
    text = marked.replace("«", "").replace("»", "")
    for action in (PrivacyAction.MASK, PrivacyAction.REFUSE, PrivacyAction.CONFIRM):
        cleaned = clean(text, {kind: action})
        assert raw not in f"{cleaned.text} {cleaned.notices} {cleaned!r}"
        assert cleaned.text == marked.replace(f"«{raw}»", f"[{kind}]")
    assert raw not in repr(clean(text, {kind: "store"}))


@given(ANYTHING)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean(text)
    assert clean(once.text).text == once.text


@given(
    ANYTHING, st.dictionaries(st.sampled_from(KINDS), st.sampled_from(PrivacyAction)), st.sets(st.sampled_from(KINDS))
)
def test_whatever_the_policy_the_rest_of_the_text_is_kept(
    text: str, actions: dict[str, PrivacyAction], allow: set[str]
) -> None:
    policy = Policy(actions)
    cleaned = clean(text, policy, allow)
    at = 0
    for found in cleaned.found:
        if policy.action(found.kind, allow) is PrivacyAction.STORE:
            continue
        kept = text[:0] + text[at : found.start]
        assert kept in cleaned.text
        at = found.end
    assert cleaned.text.endswith(text[at:])
