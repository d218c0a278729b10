"""The thesaurus: other words for the same idea, in both languages, and a file that is made from its words."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure.errors import Unsupported
from perdure.intake.read.shared_ideas import SharedIdeas
from perdure.models.kept import open_kept
from perdure.models.thesaurus import FILE, VERSION, Thesaurus, entry, open_thesaurus
from training import thesaurus as source

HARDLY = 0.07


@pytest.fixture(scope="module")
def thesaurus() -> Thesaurus:
    return open_thesaurus()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the shellfish thing", "Prawns bring me out in hives"),
        ("my weight", "I weigh 96 kilos"),
        ("my politics", "I voted for the Greens"),
        ("the breakup", "I broke up with Hanneke in June"),
        ("my love life", "My crush is called Noor"),
        ("我那个病史", "我得过抑郁症"),
        ("夫妻之间", "我爱人是护士"),
        ("动过刀子", "我做过双眼皮手术"),
        ("欠钱那档子事", "我有网贷三万"),
        ("我的 diagnosis", "我有 ADHD"),
        ("my 工资", "I earn 41,000 a year"),
    ],
)
def test_other_words_for_the_same_idea_are_seen(thesaurus: Thesaurus, one: str, other: str) -> None:
    ((strongest, _),) = thesaurus.likeness(thesaurus.ideas(one).all, [thesaurus.ideas(other).all])
    assert strongest > HARDLY


@pytest.mark.parametrize(
    ("one", "other"),
    [("my weight", "I live in Leeds"), ("我那个病史", "我在学日语"), ("my 工资", "the cat is called Pixel")],
)
def test_unlike_things_share_hardly_anything(thesaurus: Thesaurus, one: str, other: str) -> None:
    ((strongest, _),) = thesaurus.likeness(thesaurus.ideas(one).all, [thesaurus.ideas(other).all])
    assert strongest < HARDLY


def test_a_broader_idea_is_pointed_to_less(thesaurus: Thesaurus) -> None:
    own, broader = thesaurus.ideas("prawn").by_word["prawn"]
    assert max(broader.values()) <= 0.5 * max(own.values())


@pytest.mark.parametrize(("one", "other", "all_of_them"), [("dog", "cat", "pet"), ("哥哥", "妹妹", "兄弟姐妹")])
def test_sisters_are_two_things_and_both_belong_to_what_is_broader(
    thesaurus: Thesaurus, one: str, other: str, all_of_them: str
) -> None:
    ideas = SharedIdeas(thesaurus, lambda text: dict.fromkeys(text.split(), 1.0))
    (shared, *_, unlike), _ = ideas.columns([one], [other, all_of_them])
    assert shared[0] == 0 < unlike[0]
    assert shared[1] > 0 == unlike[1]


def test_the_longest_chinese_word_is_taken_and_none_inside_of_it(thesaurus: Thesaurus) -> None:
    assert list(thesaurus.ideas("抑郁症").by_word) == ["抑郁症"]
    assert not thesaurus.ideas("").by_word
    assert not thesaurus.ideas("🙂 … ——").by_word


def test_what_has_the_word_or_its_idea_counts_and_what_has_neither_does_not(thesaurus: Thesaurus) -> None:
    ideas = SharedIdeas(thesaurus, lambda text: dict.fromkeys(text.split(), 1.0))
    held = ["I weigh 96 kilos", "my weight is my own business", "I live in Leeds"]
    (shared, *_), total = ideas.columns(["my weight"], held)
    assert total > 1
    assert shared[1] > shared[0] > shared[2] == 0


def test_the_file_is_made_from_the_words(tmp_path: Path) -> None:
    source.make(tmp_path / "thesaurus.bin")
    made, packaged = (open_kept(file, source=VERSION) for file in (tmp_path / "thesaurus.bin", FILE))
    assert {name: made.part(name) for name in ("broader",)} == {name: packaged.part(name) for name in ("broader",)}
    for name in ("keys", "starts", "ideas", "telling"):
        assert made.array(name).tolist() == packaged.array(name).tolist()


def test_every_line_has_words_in_both_languages() -> None:
    lines = list(source.lines())
    assert len(lines) >= 1_200
    for idea, _, words in lines:
        found = [word for word in words if entry(word)]
        assert idea == idea.lower()
        assert any(word.isascii() for word in found), idea
        assert any(not word.isascii() for word in found), idea


def test_the_readme_tells_how_many_there_are() -> None:
    told = (source.FOLDER.parent / "README.md").read_text(encoding="utf-8")
    kept = open_kept(FILE, source=VERSION)
    assert f"{len(kept.array('telling')):,} ideas" in told
    assert f"{len(kept.array('keys')):,} words" in told


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesaurus.bin").write_bytes(FILE.read_bytes()[:-100])
    with pytest.raises(Unsupported, match="thesaurus"):
        open_thesaurus(tmp_path / "thesaurus.bin")
    with pytest.raises(Unsupported, match="cannot be opened"):
        open_thesaurus(tmp_path / "none.bin")
