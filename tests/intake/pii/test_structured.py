"""Tools speak JSON, and a turn is made of events: nothing slips through there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Attachment, Event
from perdure.errors import InvalidInput
from perdure.intake.pii import Report, clean_event, clean_json
from tests.intake.pii.test_scan import ANYTHING

PHONE = "13812345678"


def test_texts_inside_are_cleaned_and_all_else_stays() -> None:
    given_ = {"to": ["a@b.com", "c@d.org", "a@b.com"], "n": 3, "ok": True, "x": None, "f": 1.5, "note": f"打{PHONE}"}
    cleaned = clean_json(given_)
    assert cleaned.value == {
        "to": ["[email]", "[email 2]", "[email]"],
        "n": 3,
        "ok": True,
        "x": None,
        "f": 1.5,
        "note": "打[phone]",
    }
    assert cleaned.report.counts == {"email": 3, "phone": 1}


@pytest.mark.parametrize(
    ("name", "masked"),
    [
        *(("password", "[password]"), ("db_password", "[password]"), ("用户密码", "[password]"), ("pwd", "[password]")),
        *(("token", "[api_key]"), ("X-API-Key", "[api_key]"), ("clientSecret", "[api_key]"), ("tokens", "[api_key]")),
        *(("Authorization", "[auth_header]"), ("cookie", "[auth_header]"), ("private_key", "[private_key]")),
    ],
)
def test_a_field_named_as_a_secret_is_masked_whatever_it_looks_like(name: str, masked: str) -> None:
    assert clean_json({name: "hello"}).value == {name: masked}
    assert clean_json({name: ["hello", {"deep": "hello"}]}).value == {name: [masked, {"deep": masked}]}


def test_fields_that_only_sound_like_a_secret_are_kept() -> None:
    fields = {"max_tokens": 4096, "nextPageToken": "abc", "tokenizer": "bpe", "password": "", "secretary": "Ann"}
    assert clean_json(fields).value == fields


def test_the_name_of_a_field_says_what_its_value_is() -> None:
    assert clean_json({"passport": "E12345678", "phone": 4155552671, "order_id": PHONE, "id": 13812345678}).value == {
        "passport": "[passport]",
        "phone": "[phone]",
        "order_id": PHONE,
        "id": 13812345678,
    }


def test_names_of_fields_are_cleaned_too_and_stay_apart() -> None:
    assert clean_json({"a@b.com": 1, "c@d.org": 2}).value == {"[email]": 1, "[email 2]": 2}


def test_a_number_that_is_a_password_becomes_a_placeholder() -> None:
    assert clean_json({"password": 123456}).value == {"password": "[password]"}
    assert clean_json({"password": 123456}, {"password": "store"}).value == {"password": 123456}


def test_a_number_that_went_through_a_float_is_seen_and_an_amount_is_not() -> None:
    given_ = {"phone": 13812345678.0, "card": 4111111111111111.0, "pin": 4821.0, "amount": 13812345678.5, "pass": 12}
    assert clean_json(given_).value == {
        "phone": "[phone]",
        "card": "[bank_card]",
        "pin": "[password]",
        "amount": 13812345678.5,
        "pass": 12,
    }


def test_a_secret_of_one_field_is_masked_in_the_others() -> None:
    assert clean_json({"note": "use hunter22 there", "login": {"password": "hunter22"}}).value == {
        "note": "use [password] there",
        "login": {"password": "[password]"},
    }


def test_what_is_nested_too_deeply_is_refused() -> None:
    value: object = "x"
    for _ in range(10_000):
        value = [value]
    with pytest.raises(InvalidInput, match="nested too deeply"):
        clean_json(value)


def test_an_event_is_cleaned_in_every_field_with_one_set_of_placeholders() -> None:
    event = Event.tool(
        "send",
        {"to": "a@b.com", "password": "x"},
        {"sent": "c@d.org"},
        content="写给 a@b.com 了，也写给了同事。",
        tags=("a@b.com",),
        content_ref="https://u:pw@host.example/x",
        attachments=(Attachment("a@b.com.pdf", b"\x00 a@b.com"), Attachment("b.txt", b"a@b.com")),
        speaker="b@b.com",
    )
    cleaned, report = clean_event(event)
    assert cleaned == Event.tool(
        "send",
        {"to": "[email]", "password": "[password]"},
        {"sent": "[email 2]"},
        content="写给 [email] 了，也写给了同事。",
        tags=("[email]",),
        content_ref="https://[url_credentials]@host.example/x",
        attachments=(Attachment("[email].pdf", b"\x00 a@b.com"), Attachment("b.txt", b"[email]")),
        speaker="b@b.com",
    )
    assert report == Report(
        counts={"email": 6, "password": 1, "url_credentials": 1},
        notices=(
            "保存前已遮住：1 处链接里的账号密码、1 个密码、6 个邮箱地址。"
            '如需保留原文，请带 allow=["url_credentials", "password", "email"] 重新发送。',
            "1 个附件未经检查，内容按原样保存。",
        ),
        uncleaned_attachments=1,
    )


def test_an_event_with_nothing_private_is_unchanged_and_needs_no_words() -> None:
    event = Event.user("I like tea.")
    assert clean_event(event) == (event, Report())


def test_policy_and_allow_hold_for_events() -> None:
    event = Event.user(f"call {PHONE}")
    _, report = clean_event(event, {"phone": "refuse"})
    assert (report.refused, report.counts) == (("phone",), {"phone": 1})
    _, report = clean_event(event, {"phone": "confirm"})
    assert report.needs_confirmation == ("phone",)
    assert clean_event(event, {"phone": "confirm"}, ["phone"])[0] == event


def test_a_report_and_a_cleaned_value_hold_nothing_raw() -> None:
    cleaned = clean_json({"token": "t0ps3cret", "mail": "a@b.com"}, {"email": "store"})
    assert "t0ps3cret" not in repr(cleaned)
    assert "a@b.com" not in repr(cleaned)


JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), ANYTHING),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.one_of(st.sampled_from(["password", "token", "phone", "a@b.com"]), st.text()), inner, max_size=4
        ),
    ),
    max_leaves=8,
)


@given(JSON_VALUES)
def test_any_json_is_cleaned_and_cleaning_twice_changes_nothing(value: object) -> None:
    once = clean_json(value).value
    assert clean_json(once).value == once
