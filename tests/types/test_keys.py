"""Keys: the same fact, however written, has one key; different facts have different ones; each can be read."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.errors import InvalidInput
from perdure.types.keys import MAX_PART, exact_part, fold_name, name_part, owned_part, subject_part
from perdure.types.registry import builtin
from tests.types.examples import CONTEXT, EXAMPLES, Example

names = st.text(min_size=1, max_size=200).filter(lambda text: any(unicodedata.category(c)[0] in "LN" for c in text))
named = st.from_regex(r"[\w一-龥+#./@&%~ -]{1,40}", fullmatch=True)
ids = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200).filter(str.strip)


def key(name: str, /, **value: object) -> str:
    kind = builtin().get(name)
    return kind.key(kind.parse(value), CONTEXT)


@pytest.mark.requirement("R006", "R058", "R062", "R065", "R066", "R069", "R070", "R072", "R073", "R074", "R076")
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_every_type_gives_its_documented_and_readable_key(example: Example) -> None:
    assert example.kind.key(example.parse(), CONTEXT) == example.key


@pytest.mark.requirement("R075", "R355")
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_key_in_its_normal_form_stays_as_it_is(example: Example) -> None:
    assert example.kind.check_key(example.key) == example.key


@pytest.mark.requirement("R075")
@pytest.mark.parametrize("normal", [name_part, subject_part, owned_part])
@given(text=names)
def test_normal_form_of_a_name_is_reached_in_one_step(normal: Callable[[str, str], str], text: str) -> None:
    try:
        part = normal(text, "name")
    except InvalidInput:
        return
    assert normal(part, "name") == part
    assert ":" not in part


@given(text=ids)
def test_normal_form_of_an_id_is_reached_in_one_step(text: str) -> None:
    part = exact_part(text, "id")
    assert (exact_part(part, "id"), len(part) <= MAX_PART) == (part, True)


@given(one=ids, other=ids)
def test_different_ids_have_different_parts(one: str, other: str) -> None:
    assert (exact_part(one, "id") == exact_part(other, "id")) == (one == other)


def variants(text: str) -> list[str]:
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
    return [text.upper(), f"  {text}。", f"“{text}”", wide, unicodedata.normalize("NFD", text), f"\u200b{text}\ufe0f"]


@pytest.mark.requirement("R075")
@pytest.mark.parametrize(
    "text", ["tone", "code style", "语气", "Café crème", "用 Python 写", "v3.12", "C++", "smart_rag/main"]
)
def test_case_width_punctuation_and_unicode_form_do_not_make_another_fact(text: str) -> None:
    assert {key("preferences", name=variant, value="x") for variant in variants(text)} == {
        key("preferences", name=text, value="x")
    }


@pytest.mark.requirement("R075")
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_key_typed_in_another_case_or_width_is_the_same_key(example: Example) -> None:
    prefix, colon, rest = example.key.partition(":")
    assert example.kind.check_key(f" {prefix.upper()} {colon}{rest}") == example.key
    assert example.kind.check_key(example.key.replace(":", "：")) == example.key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("code style", "code-style"),
        ("写作 风格", "写作风格"),
        ("用Python写", "用 python 写"),
        ("R & D", "R&D"),
        ("a\\b", "a/b"),
    ],
)
def test_spaces_and_dashes_do_not_tell_names_apart(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize(
    "texts",
    [
        ("C", "C++", "C#"),
        ("v3.1", "v31", "v3.12"),
        ("语气", "语言"),
        ("a/b", "a b", "ab"),
        ("x" * 300, "x" * 301),
        ("src/init.py", "src/__init__.py", "src/_init.py"),
        ("résumé", "resume"),
    ],
)
def test_different_names_stay_different(texts: tuple[str, ...]) -> None:
    assert len({name_part(text, "name") for text in texts}) == len(texts)


@pytest.mark.requirement("R059", "R078")
def test_the_subject_is_part_of_the_key() -> None:
    assert key("profile", facts=[{"k": "role", "v": "dev"}]) == "profile:user"
    assert key("profile", subject="agent", facts=[{"k": "role", "v": "dev"}]) == "profile:agent"
    assert key("facts", subject="Alice", predicate="city", value="x") == "fact:alice:city"
    assert key("preferences", subject="Alice", scope="ui", name="Theme", value="x") == "pref:ui:alice//theme"


@pytest.mark.parametrize("word", ["user", "User", "the user", "用户", "ＵＳＥＲ"])
def test_the_user_is_one_subject_in_both_languages(word: str) -> None:
    assert key("facts", subject=word, predicate="city", value="x") == "fact:user:city"
    assert key("preferences", subject=word, name="theme", value="x") == "pref:other:theme"


@given(subject=named, name=named, user_name=named)
def test_no_name_of_the_user_passes_for_a_preference_of_somebody_else(subject: str, name: str, user_name: str) -> None:
    try:
        theirs = key("preferences", subject=f"a {subject}", name=name, value="x")
        mine = key("preferences", name=user_name, value="x")
        alike = key("preferences", name=f"a {subject}/{name}", value="x")
    except InvalidInput:
        return
    assert theirs not in (mine, alike)


@pytest.mark.requirement("R077")
def test_projects_domains_and_areas_lead_the_key() -> None:
    shapes = {kind.name: kind.key_rule for kind in builtin()}
    assert shapes == {
        "cases": "case:<domain>:<slug_or_id>",
        "decisions": "decision:<project>:<topic>",
        "entities": "entity:<kind>:<canonical>",
        "episodes": "episode:<session_id>",
        "events": "event:<scope>:<date>:<slug>",
        "facts": "fact:<subject>:<predicate>",
        "goals": "goal:<project_or_topic>:<name>",
        "identity": "identity:<agent>",
        "lessons": "lesson:<domain>:<slug>",
        "notes": "note:<date>:<id>",
        "patches": "patch:<kind>:<slug>",
        "patterns": "pattern:<domain>:<name>",
        "preferences": "pref:<scope>:<name>",
        "profile": "profile:<subject>",
        "relationships": "rel:<subject>:<object>",
        "rules": "rule:<scope>:<name>",
        "skills": "skill:<category>:<name>",
        "tasks": "task:<project>:<task_id>",
    }


@pytest.mark.parametrize(
    "address", ["https://Example.org/a/", "http://example.org/a", "example.org/a", "HTTPS://EXAMPLE.ORG/a"]
)
def test_an_address_is_one_entity_with_and_without_scheme_and_slash(address: str) -> None:
    assert key("entities", kind="url", canonical=address) == "entity:url:example.org/a"
    kind = builtin().get("entities")
    assert kind.dump(kind.parse({"kind": "url", "canonical": address}))["canonical"] == address


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
@pytest.mark.parametrize("wrong", ["", "x", "other:{rest}", "{key}:more", "{prefix}:", "\x00{key}", "\ud800{key}"])
def test_a_malformed_key_is_refused_by_name(example: Example, wrong: str) -> None:
    prefix, _, rest = example.key.partition(":")
    with pytest.raises(InvalidInput) as bad:
        example.kind.check_key(wrong.format(prefix=prefix, rest=rest, key=example.key))
    assert (bad.value.field or "").split(".")[0] == "key"


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("preferences", {"name": "!!!", "value": "x"}, "value.name"),
        ("events", {"date": "2026-02-20", "title": "👍"}, "value.title"),
        ("goals", {"topic": "…", "name": "x"}, "value.project"),
        ("facts", {"subject": "——", "predicate": "x", "value": "y"}, "value.subject"),
    ],
)
def test_a_name_without_letters_is_refused_with_its_field(name: str, value: dict[str, str], field: str) -> None:
    with pytest.raises(InvalidInput) as bad:
        key(name, **value)
    assert bad.value.field == field


def test_what_a_value_leaves_out_comes_from_the_session() -> None:
    other = replace(CONTEXT, session_id="Session ü", agent_id="阿月")
    registry = builtin()
    episode, identity = registry.get("episodes"), registry.get("identity")
    assert episode.key(episode.parse({"summary": "x"}), CONTEXT) == "episode:s-42"
    keys = [episode.key(episode.parse({"summary": "x"}), other), identity.key(identity.parse({"name": "x"}), other)]
    assert [text.rsplit("~")[0] for text in keys] == ["episode:session", "identity:id"]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_first_part_of_a_key_says_which_type_it_is_of(example: Example) -> None:
    assert builtin().normal_key(f" {example.key.replace(':', '：')}") == example.key


def test_a_key_of_no_type_is_refused_with_the_rules() -> None:
    with pytest.raises(InvalidInput) as bad:
        builtin().normal_key("colour:red")
    assert bad.value.field == "key"
    assert "`pref:<scope>:<name>`" in (bad.value.hint or "")
