"""The forms in which people and programs write secrets, and the sentences that only speak of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure.intake.pii import clean
from tests.intake.pii import forms_more
from tests.intake.pii.forms import HARMLESS, SECRETS


def raw_values(marked: str) -> list[str]:
    return [part.partition("»")[0] for part in marked.split("«")[1:]]


@pytest.mark.parametrize("marked", SECRETS)
def test_nothing_of_a_secret_is_kept(marked: str) -> None:
    cleaned = clean(marked.replace("«", "").replace("»", "")).text
    assert [value for value in raw_values(marked) if value in cleaned] == []


@pytest.mark.parametrize("text", HARMLESS)
def test_a_sentence_that_only_speaks_of_secrets_is_left_alone(text: str) -> None:
    assert clean(text).text == text


def test_more_of_these_forms_at_once() -> None:
    """Several hundred lines in one test: one each would take longer to set up than to run."""
    kept = {
        marked
        for marked in forms_more.SECRETS
        if any(value in clean(marked.replace("«", "").replace("»", "")).text for value in raw_values(marked))
    }
    assert kept == set()
    assert [text for text in forms_more.HARMLESS if clean(text).text != text] == []


def lines(name: str) -> list[str]:
    """A line for each case, with `\\n` and `\\t` written out."""
    text = (Path(__file__).parent / f"layouts.{name}.txt").read_text(encoding="utf-8")
    return [line.replace("\\n", "\n").replace("\\t", "\t") for line in text.splitlines()]


def test_every_form_is_found_in_sentences_tables_settings_programs_and_chats() -> None:
    """Every letter, digit and sign of it, each time that it stands there: a part would be a clue."""
    kept = []
    for marked in lines("secrets"):
        plain = marked.replace("«", "").replace("»", "")
        covered = {at for one in clean(plain).found for at in range(one.start, one.end)}
        marks = [n for n, character in enumerate(marked) if character in "«»"]
        spans = [(marks[n] - n, marks[n + 1] - n - 1) for n in range(0, len(marks), 2)]
        if any(at not in covered and not plain[at].isspace() for start, end in spans for at in range(start, end)):
            kept.append(marked)
    assert kept == []


def test_sentences_that_come_near_to_these_forms_are_left_alone() -> None:
    assert [text for text in lines("harmless") if clean(text).text != text] == []


def test_the_sign_at_the_end_of_a_password_is_masked_with_it_and_the_full_stop_stays() -> None:
    assert clean("set the password to Sunny2024!").text == "set the password to [password]"
    assert clean("My password is Sunny2024.").text == "My password is [password]."
    assert clean("密码是Sunny2024！").text == "密码是[password]！"


def test_what_stands_around_a_value_is_kept() -> None:
    assert clean("密码是Abc12345，3次后锁定").text == "密码是[password]，3次后锁定"
    assert clean("user=bob;password=hunter2;host=db").text == "user=bob;password=[password];host=db"
    assert clean("您的验证码是839202，5分钟内有效").text == "您的验证码是[password]，5分钟内有效"


def test_a_phrase_is_masked_to_the_end_of_its_clause_and_no_further() -> None:
    assert clean("my passphrase is seven lazy walruses at dawn, is that long enough?").text == (
        "my passphrase is [password], is that long enough?"
    )
    assert clean("we picked “The kettle sings at 5” as the vault passphrase").text == (
        "we picked “[password]” as the vault passphrase"
    )
    assert clean("备份的密码短语：xiao mao diao yu 2031，空格算吗").text == "备份的密码短语：[password]，空格算吗"
    assert clean("我设的口令是山有木兮-4096,多少比特").text == "我设的口令是[password],多少比特"


def test_a_link_that_posts_is_masked_as_a_whole() -> None:
    hook = "https://open.larksuite.com/open-apis/bot/v2/hook/7be1aa0c-9f21-4c55-8a34-2f3300ab19cd"
    assert clean(f"Lark says 19021 for {hook} today").text == "Lark says 19021 for [api_key] today"


def test_a_secret_that_was_named_once_is_masked_wherever_it_stands() -> None:
    assert clean("My password is hunter22. I typed hunter22 twice, not hunter222.").text == (
        "My password is [password]. I typed [password] twice, not hunter222."
    )
    assert clean("密码是Abc12345。昨天用Abc12345还能登录。").text == "密码是[password]。昨天用[password]还能登录。"


def test_a_plain_word_keeps_its_own_sense_elsewhere() -> None:
    assert clean("My password is sunshine. I love sunshine in May.").text == (
        "My password is [password]. I love sunshine in May."
    )


def test_a_list_of_codes_is_masked_to_its_end() -> None:
    assert clean("recovery codes: 1a2b-3c4d, 5e6f-7g8h and 9i0j-1k2l").text == (
        "recovery codes: [password], [password 2] and [password 3]"
    )


def test_a_column_of_passwords_is_masked_and_the_rest_of_the_table_stays() -> None:
    assert clean("user,password,city\nbob,hunter2,Rome\namy,sunshine,Cork\n\nThat is all, folks, bye").text == (
        "user,password,city\nbob,[password],Rome\namy,[password 2],Cork\n\nThat is all, folks, bye"
    )


def test_words_of_a_wallet_are_only_a_phrase_in_the_right_number_and_without_an_order() -> None:
    words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    assert clean(f"{words}!").text == "[private_key]!"
    assert clean(" ".join(words.split()[:11])).text == " ".join(words.split()[:11])
    in_order = " ".join(sorted(words.split()))
    assert clean(in_order).text == in_order
