"""`segment()`: what is indexed is found, by any of its words, however they are written."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.segment import MAX_WORD, chinese_words, segment
from perdure.simplified import simplified

HAN = st.text(
    st.sampled_from("我们上周三在北京大学附近的咖啡馆见到了李雷他说最近换工作现杭州做模型公司班每天通勤一个小时猫粮茶"),
    max_size=40,
)
WORD = st.from_regex(r"[A-Za-z0-9_.+#:/\\'@-]{1,20}", fullmatch=True)
MIXED = st.lists(st.one_of(WORD, HAN, st.text(max_size=12))).map(" ".join)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("brain_runtime_mvp", ["brain_runtime_mvp", "brain", "runtim", "mvp"]),
        ("D:\\code", ["d:/code", "d", "code"]),
        ("v3.12", ["v3.12", "3.12"]),
        ("python3.12", ["python3.12", "3.12", "python"]),
        ("perdure.store.sqlite", ["perdure.store.sqlite", "perdur", "store", "sqlite"]),
        ("camelCaseName", ["camelcasenam", "camel", "case", "name"]),
        ("HTMLParser", ["htmlparser", "html", "parser"]),
        ("iPhone", ["iphon"]),
        ("I like C++, C# and F#.", ["i", "like", "c++", "c#", "and", "f#"]),
        ("Google+", ["google+", "googl"]),
        ("src/perdure/segment.py", ["src/perdure/segment.py", "src", "perdur", "segment.py", "segment", "py"]),
        ("pref:writing:tone", ["pref:writing:tone", "pref", "write", "tone"]),
        ("running cats", ["run", "cat"]),
        ("don't", ["dont", "don"]),
        ("the user's", ["the", "user"]),
        ("O’Brien", ["obrien", "brien"]),
        ("a:don't", ["a:dont", "a", "dont", "don"]),
        ("U.S.A.", ["usa"]),
        ("long-term", ["long-term", "long", "term"]),
        ("1,000 3.14 42", ["1000", "3.14", "42"]),
        ("2026-02-20", ["2026-02-20", "2026", "02", "20"]),
        ("7th gpt4", ["7th", "7", "gpt4", "gpt", "4"]),
        ("Straße STRASSE", ["strass", "strass"]),
        ("Übergröße", ["übergrösse", "ubergross"]),
        ("café cafés cafe", ["café", "cafe", "cafés", "cafe", "cafe"]),
        ("l'été", ["lété", "été", "ete"]),
        ("🎉 👨‍👩‍👧 1️⃣", ["1"]),
        ("咖啡", ["咖", "啡", "咖啡"]),
        ("咖啡馆", ["咖", "啡", "馆", "咖啡", "啡馆", "咖啡馆"]),
        ("茶", ["茶"]),
        ("用FAISS做索引", ["用", "faiss", "做", "索", "引", "做索", "索引"]),
        ("タワー", ["タ", "ワ", "ー", "タワ", "ワー"]),
        ("학교에", ["학", "교", "에", "학교", "교에"]),
        ("हिन्दी", ["हिन्दी"]),
        ("", []),
        ('___ ... "\'" —', []),
    ],
)
def test_text_becomes_these_search_words(text: str, words: list[str]) -> None:
    assert segment(text) == words


@given(MIXED)
def test_a_text_gives_exactly_the_words_of_its_pieces(text: str) -> None:
    """So every piece between spaces finds its text, also when all of its search words are asked for."""
    assert segment(text) == [word for piece in text.split() for word in segment(piece)]


@given(HAN.filter(bool), st.data())
def test_any_part_of_a_chinese_text_finds_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    assert set(segment(text[start:end])) <= set(segment(text))


@given(st.text(), st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=2, max_size=2), st.text())
def test_two_neighbouring_characters_are_found_in_any_surroundings(before: str, pair: str, after: str) -> None:
    assert simplified(unicodedata.normalize("NFKC", pair)) in segment(before + pair + after)
    assert set(segment(pair)) <= set(segment(before + pair + after))


@given(st.text(min_size=1))
def test_a_word_with_a_letter_or_digit_is_never_lost(text: str) -> None:
    has_letter = any(char.isalnum() for char in unicodedata.normalize("NFKC", text))
    assert segment(text) or not has_letter


@given(st.one_of(st.text(), st.text(st.characters()), MIXED))
def test_search_words_hold_no_space_and_no_quotation_mark(text: str) -> None:
    for word in segment(text):
        assert word
        assert len(word) <= MAX_WORD
        assert not any(char.isspace() or char in "\"'\x00" for char in word)


@given(MIXED)
def test_unicode_forms_and_widths_are_alike(text: str) -> None:
    words = segment(text)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert segment(unicodedata.normalize(form, text)) == words  # type: ignore[arg-type]
    assert segment("".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)) == words


@given(st.text(st.sampled_from("abcxyzäöüßéèñçøåабвгабγδσς 中文9-_.")))
def test_case_does_not_matter(text: str) -> None:
    assert segment(text.upper()) == segment(text) == segment(text.casefold())


@given(WORD)
def test_humps_only_add_words(text: str) -> None:
    assert set(segment(text.lower())) <= set(segment(text))


def test_a_lone_surrogate_is_harmless() -> None:
    assert segment("a\ud800b 中\udfff文") == ["a", "b", "中", "文"]
    assert chinese_words("中\udfff文") == ["中", "?", "文"]


def test_threads_get_the_same_words() -> None:
    texts = [f"running{i} universities 我在北京大学喝咖啡{i} relational{i}" for i in range(200)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(segment, texts)) == [segment(text) for text in texts]


def test_dictionary_and_stemmer_are_loaded_at_need_only() -> None:
    code = "import sys, perdure, perdure.segment; sys.exit(bool({'rjieba', 'snowballstemmer'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def cost(work: Callable[[], object]) -> float:
    """Processor seconds, the best of three."""
    best = float("inf")
    for _ in range(3):
        before = process_time()
        work()
        best = min(best, process_time() - before)
    return best


EVIL = [
    "a" + "_" * 50,
    "aB",
    "a:",
    "中文",
    "a1.",
    "1,000",
    "'",
    "a'",
    "+#",
    "हि",
    "c++",
    "_:",
    "2026-02-20",
    "a\u0301",
    "İ",
]


@pytest.mark.parametrize("piece", EVIL)
def test_eight_times_the_text_costs_about_eight_times_the_time(piece: str) -> None:
    short = piece * (8_000 // len(piece))
    assert cost(lambda: segment(short * 8)) < 30 * max(cost(lambda: segment(short)), 0.001)


@pytest.mark.parametrize(
    ("form", "base"), [("won", "win"), ("Taught", "teach"), ("children", "child"), ("bought", "buying"), ("went", "go")]
)
def test_irregular_forms_are_those_of_their_word(form: str, base: str) -> None:
    assert segment(form) == segment(base)


def test_what_is_as_often_another_word_stays_one() -> None:
    assert segment("a rose, a bit of ground") == ["a", "rose", "a", "bit", "of", "ground"]
