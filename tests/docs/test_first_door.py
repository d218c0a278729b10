"""What the READMEs claim: figures from the benchmarks, pictures that are there, and the demo question."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from benchmarks.readme_figures import READMES, figures, with_figures
from tests.docs.pages import ROOT, blocks, run_shell

TOLD = {
    "en": [
        *("I live in Leeds.", "I like hotpot.", "My sister is called Ann.", "I'm allergic to peanuts."),
        *("I work as a nurse.", "The spare key is with Ann.", "I have a dog called Max."),
    ],
    "zh": [
        *("我住在成都。", "我喜欢吃火锅。", "我妹妹叫小雨。", "我对花生过敏。"),
        *("我是护士。", "备用钥匙在小安那里。", "我养了一只狗叫旺财。"),
    ],
}
ASKED = {
    "en": ("what can I not eat?", "food restrictions"),
    "zh": ("我不能吃什么", "忌口"),
}
FOUND = {"en": "peanuts", "zh": "花生"}


@pytest.mark.parametrize("language", TOLD)
def test_the_demo_question_finds_the_allergy(language: str, tmp_path: Path) -> None:
    told = "\n\n".join(json.dumps({"role": "user", "content": text}, ensure_ascii=False) for text in TOLD[language])
    (tmp_path / "talk.jsonl").write_text(told + "\n", encoding="utf-8")
    typed = [
        "perdure commit < talk.jsonl > receipts.txt",
        *(f'perdure search "{q}" --json -k 3' for q in ASKED[language]),
    ]
    shown = run_shell(typed, tmp_path, PERDURE_HOME=str(tmp_path / "m"), PERDURE_EMBEDDER="local")
    answers = [json.loads(line) for line in shown.splitlines() if line.startswith("{")]
    assert len(answers) == len(ASKED[language])
    for answer in answers:
        assert FOUND[language] in answer["items"][0]["content"]


@pytest.mark.parametrize("name", READMES)
def test_the_figures_are_those_of_the_benchmarks(name: str) -> None:
    readme = (ROOT / name).read_text(encoding="utf-8")
    known = figures((ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8"))
    assert with_figures(readme, known) == readme, "run `python benchmarks/readme_figures.py`"
    assert readme.count("<!--=") >= 15


def test_both_readmes_have_the_same_blocks_and_pictures() -> None:
    english, chinese = (blocks(ROOT / name) for name in READMES)
    assert [block.language for block in english] == [block.language for block in chinese]
    for name in READMES:
        readme = (ROOT / name).read_text(encoding="utf-8")
        for picture in ("docs/paths.svg", "docs/terminal.svg"):
            assert f"]({picture})" in readme
            ElementTree.parse(ROOT / picture)
