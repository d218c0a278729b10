"""What Perdure says has a code, the same in every language, and a surface that says it otherwise says all of it."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import perdure as package
from perdure.control.audit import CHECKS
from perdure.intake.extract.run import RULES
from perdure.intake.pii.kinds import KINDS
from perdure.messages import CodedText, coded, read, render, say
from perdure.messages.catalogue import Catalogue, Template
from perdure.messages.en import CATALOGUE as EN
from perdure.messages.zh import CATALOGUE as ZH
from perdure.values import OUTCOMES, Source

SOURCES = Path(package.__file__).parent
MADE = {f"pii.{kind}" for kind in KINDS} | {f"mcp.{outcome}" for outcome in OUTCOMES}
MADE |= {f"audit.{name}" for name in (*CHECKS, "by_type", "by_source", "by_grade", "by_age", "by_use")}
"""Codes that are put together from a name."""

OUT_OF_FILES = """
import os, resource
from perdure.store.sqlite.errors import ours
resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
held = []
try:
    while True:
        held.append(os.open(os.devnull, os.O_RDONLY))
except OSError as error:
    print(ours(error, "memory.db").hint, flush=True)
os._exit(0)
"""


def parameters(template: Template) -> set[str]:
    forms = template if isinstance(template, tuple) else (template,)
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}


def entries(catalogue: Catalogue) -> dict[tuple[str, str], set[str]]:
    """Surface and code of every template, with its parameters."""
    library = {("", code): parameters(template) for code, template in catalogue.messages.items()}
    others = {
        (surface, code): parameters(template)
        for surface, templates in catalogue.surfaces.items()
        for code, template in templates.items()
    }
    return library | others


def literals() -> Iterator[str]:
    for file in SOURCES.rglob("*.py"):
        if file.parent.name != "messages":
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def said() -> Iterator[str]:
    """Every code that `say` is called with."""
    for file in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and "." in part.value:
                        yield part.value


def test_both_languages_have_the_same_codes_with_the_same_parameters() -> None:
    assert entries(EN) == entries(ZH)


def test_a_surface_only_rewords_what_the_library_says_with_the_same_parameters() -> None:
    for catalogue in (EN, ZH):
        for surface, templates in catalogue.surfaces.items():
            for code, template in templates.items():
                assert parameters(template) <= parameters(catalogue.messages[code]), (surface, code)


def test_every_code_that_is_said_is_in_the_catalogue_and_every_code_there_is_said() -> None:
    spoken = {code for code in said() if not code.endswith(".")}
    assert len(spoken) > 100, "the sources were read"
    used = spoken | MADE | {rule.why for rule in RULES}
    assert used - EN.messages.keys() == set()
    assert EN.messages.keys() - set(literals()) - MADE == set()


def test_a_code_that_nobody_knows_cannot_be_said() -> None:
    with pytest.raises(KeyError):
        say("write.no_such_code")


def test_every_source_has_a_word_in_chinese() -> None:
    assert [source for source in Source if source.value not in ZH.words] == []


def test_a_message_is_its_text_and_keeps_its_code_through_json_copies_and_pickles() -> None:
    decided = say("write.changed", fields=["city", "job"])
    message = say("write.heard", heard=say("heard.move"), decided=decided)
    assert message == "a move to another place (changed: city, job)"
    back = read(str(message), json.loads(json.dumps(coded(message))))
    for copied in (back, copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert isinstance(copied, CodedText)
        assert (copied, coded(copied)) == (message, coded(message))
        assert render(copied, language="zh") == "说明了搬家（已更新：city、job）"


def test_a_message_is_said_in_any_language_for_any_surface_and_prose_as_it_is() -> None:
    found = [say("pii.phone", count=2), say("pii.email", count=1)]
    notice = say("notice.masked", found=found, allow=["phone", "email"])
    assert notice.endswith(
        '2 phone numbers and 1 e-mail address. To keep the original, send it again with allow=["phone", "email"].'
    )
    assert render(notice, surface="cli").endswith("send it again with `--allow phone --allow email`.")
    assert render(notice, language="zh") == (
        '保存前已遮住：2 个电话号码、1 个邮箱地址。如需保留原文，请带 allow=["phone", "email"] 重新发送。'
    )
    assert render(notice, language="zh", surface="mcp").endswith(
        "可由用户运行 `perdure remember --allow phone --allow email` 加入。"
    )
    assert render("as somebody wrote it", language="zh", surface="mcp") == "as somebody wrote it"


@pytest.mark.parametrize("language", ["fr", "zh-CN", "message", "..en", "a.b", ""])
def test_a_language_without_a_catalogue_is_answered_in_english(language: str) -> None:
    assert say("write.new", language) == "new"


@pytest.mark.parametrize(
    "shape", [None, {}, [], "x", {"code": 1}, {"code": "write.new", "params": [], "language": "en"}]
)
def test_a_shape_that_is_none_of_ours_leaves_plain_text(shape: object) -> None:
    assert coded(read("text", shape)) == coded("text")


def test_what_another_release_stored_is_shown_as_it_was_written() -> None:
    unknown = read("as it was said then", {"code": "write.of_another_release", "params": {}, "language": "en"})
    other = read("known from elsewhere", {"code": "write.denied", "params": {"by": "tool"}, "language": "en"})
    assert render(unknown, language="zh") == "as it was said then"
    assert render(other, language="zh") == "known from elsewhere"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit to set")
def test_a_hint_can_be_given_when_no_file_can_be_opened() -> None:
    ran = subprocess.run([sys.executable, "-c", OUT_OF_FILES], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == say("hint.check_folder_and_space")
