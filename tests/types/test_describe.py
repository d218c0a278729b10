"""How values read: short, with every word a person would search for, and without words of another language."""

from __future__ import annotations

import re

import pytest

from perdure.types.registry import builtin
from tests.types.examples import EXAMPLES, Example


def text(name: str, /, **value: object) -> str:
    kind = builtin().get(name)
    return kind.describe(kind.parse(value))


@pytest.mark.requirement("R082")
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_every_searchable_word_is_in_the_text(example: Example) -> None:
    said = example.kind.describe(example.parse())
    assert [word for word in example.words if word not in said] == []
    assert len(said) < 2 * sum(map(len, example.words)) + 40


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("preferences", {"scope": "writing", "name": "tone", "value": "专注严谨"}, "writing / tone: 专注严谨"),
        ("preferences", {"name": "语言", "value": "中文", "subject": "王芳"}, "王芳 / 语言: 中文"),
        ("facts", {"predicate": "城市", "value": "北京"}, "城市: 北京"),
        ("rules", {"rule": "禁止虚报执行结果"}, "禁止虚报执行结果"),
        ("profile", {"facts": [{"k": "职业", "v": "医生", "since": "2020"}]}, "职业: 医生 (2020)"),
        ("lessons", {"lesson": "先备份", "occurrences": 3}, "先备份 (×3)"),
        ("goals", {"name": "学西班牙语", "progress": 0.4}, "学西班牙语 [active, 40%]"),
        ("relationships", {"subject": "李雷", "object": "韩梅梅", "relation": "同学"}, "李雷 / 韩梅梅: 同学"),
        ("notes", {"date": "2026-02-20", "text": "买牛奶"}, "2026-02-20 买牛奶"),
    ],
)
def test_chinese_reads_without_english_filler(name: str, value: dict[str, object], said: str) -> None:
    assert text(name, **value) == said


def test_only_words_of_the_value_are_in_the_text() -> None:
    for name, value in (
        ("decisions", {"topic": "数据库", "decision": "用 PostgreSQL", "rationale": "行级安全"}),
        ("cases", {"domain": "部署", "problem": "超时", "solution": "加缓存", "outcome": "成功"}),
        ("episodes", {"summary": "修好了登录", "goal": "修登录", "outcome": "完成"}),
    ):
        assert set(re.findall("[A-Za-z]+", text(name, **value))) <= {"PostgreSQL"}
