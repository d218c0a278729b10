"""Patterns that a person can review: short, torn nowhere, with their words as data; and the lists of these words."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import perdure
from perdure.intake import words
from perdure.intake.words import expand, lists_in, word_set, written_out

INTAKE = Path(perdure.__file__).parent / "intake"
LONGEST = 300
MODULES = [
    *sorted((INTAKE / "extract").rglob("*.py")),
    *(
        INTAKE / f"{name}.py"
        for name in ("answers", "meant", "plural", "request_words", "wishes", "orders", "injection")
    ),
    *(INTAKE / "read" / f"{name}.py" for name in ("clauses", "goes_on")),
]
FILES = sorted(words.FOLDER.glob("*.txt"))
RARE = 0.02
"""The share of the entries that may be patterns, and not words with an optional letter at most."""


def text_of(node: ast.AST) -> str:
    """A string as it is written: pieces that stand together or are added are one, `{names}` and names count as such."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(text_of, parts))
        case ast.FormattedValue(value=inner):
            return f"{{{ast.unparse(inner)}}}"
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return text_of(left) + text_of(right)
        case ast.Name(id=name):
            return name
        case _:
            return ""


def too_long(source: str) -> list[int]:
    """The lines of the patterns that are too long. Only a pattern has alternatives."""
    strings = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp)
    ]
    return sorted({node.lineno for node in strings if "|" in (text := text_of(node)) and len(text) > LONGEST})


def joined(source: str) -> Iterator[tuple[int, str, str]]:
    """Two pieces of a string that stand one after the other, with the line of the second."""
    lines = source.splitlines(keepends=True)
    before, depth, start = "", 0, (0, 0)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "FSTRING_START":  # from Python 3.12 on; before that a string like any other
            start = token.start if depth == 0 else start
            depth += 1
        elif kind in ("STRING", "FSTRING_END"):
            depth -= kind == "FSTRING_END"
            if depth == 0:
                first = start if kind == "FSTRING_END" else token.start
                piece = _between(lines, first, token.end)
                inner = re.sub(r"^\w*(\"{3}|'{3}|[\"'])(.*)\1$", r"\2", piece, flags=re.DOTALL)
                if before:
                    yield first[0], before, inner
                before = inner
        elif depth == 0 and kind not in ("NL", "COMMENT"):
            before = ""


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    taken = lines[start[0] - 1 : end[0]]
    taken[-1] = taken[-1][: end[1]]
    return "".join(taken)[start[1] :]


def torn(source: str) -> list[int]:
    """The lines of the pieces that begin in the middle of a word, of a class, of a repetition or of a group's head."""
    return [
        line
        for line, left, right in joined(source)
        if (re.search(r"(?<!\\)\w$", left) and re.match(r"\w", right))
        or left.endswith("(")
        or re.search(r"(?<!\\)\[[^\]]*$|\{\d*,?$", left)
    ]


def left_over(source: str) -> list[int]:
    """The lines of strings that stand by themselves and are no documentation: pieces that belong to nothing."""
    alone = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    texts = [(node, ast.get_source_segment(source, node) or "") for node in alone]
    return [node.lineno for node, text in texts if re.match(r"\w*[\"'](?!\"\")", text)]


def named_in(source: str) -> set[str]:
    """The lists that a module names, in patterns or by themselves."""
    texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant) and node.value]
    found = {".".join(name) for text in texts if isinstance(text, str) for name in words.NAMED.findall(text)}
    return found | set(re.findall(r"\bword(?:_set|s)\(\"([\w.]+)\"\)", source))


def faults_of(text: str) -> list[str]:
    """What is wrong with a file of lists."""
    faults = [
        f"white space: {line!r}" for line in text.splitlines() if line != line.strip() or "  " in line or "\t" in line
    ]
    names: list[str] = []
    entries: dict[str, list[str]] = {}
    for line in text.splitlines():
        if re.fullmatch(r"\[[a-z_]+\]", line):
            names.append(line[1:-1])
        elif line and not line.startswith("# "):
            entries.setdefault(names[-1] if names else "", []).extend(
                re.split(", |,$", line)[: None if line[-1] != "," else -1]
            )
    faults += [f"two lists: {name}" for name, count in Counter(names).items() if count > 1]
    faults += [f"no entries: {name}" for name in names if not entries.get(name)]
    faults += ["entries without a list"] if "" in entries else []
    for name, listed in entries.items():
        faults += [f"twice in {name}: {entry}" for entry, count in Counter(listed).items() if count > 1]
        faults += [f"white space in {name}: {entry!r}" for entry in listed if not entry or entry != entry.strip()]
    return faults


def every_list() -> set[str]:
    return {f"{file.stem}.{name}" for file in FILES for name in lists_in(file.stem)}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_pattern_is_too_long_to_review(module: Path) -> None:
    assert too_long(module.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_pattern_is_torn_in_the_middle_of_a_word(module: Path) -> None:
    source = module.read_text(encoding="utf-8")
    assert (torn(source), left_over(source)) == ([], [])


def test_a_pattern_that_is_too_long_is_found() -> None:
    short, half = "|".join(["word"] * 60), "|".join(["word"] * 31)
    assert len(short) <= LONGEST < 2 * len(half)
    assert too_long(f"A = r'{short}'") == []
    assert too_long(f"A = r'{short}|three'") == [1]
    assert too_long(f"A = (\n    r'{half}'\n    rf'|{half}{{X}}'\n)") == [2]
    assert too_long(f"A = B + r'{half}' + B + r'{half}'") == [1]


def test_a_torn_pattern_is_found() -> None:
    assert torn('A = (\n    r"stop fo"\n    r"llowing"\n)') == [3]
    assert torn('A = (\n    r"不要理"\n    rf"会{X}"\n)') == [3]
    assert torn('A = (\n    rf"{X}(?:a|b)("\n    r"?:c)"\n)') == [3]
    assert torn('A = (\n    r"[^\\n"\n    r"]x"\n)') == [3]
    assert torn('A = (\n    rf"(?:stop{X}\\b"\n    r"follow|go "\n    r"on)"\n)') == []
    assert torn('A = "one"\n"""Two."""\n') == left_over('A = "one"\n"""Two."""\n') == []
    assert left_over('A = r"a|b"\nr"|c"\n"""Two."""\n') == [2]


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_lists_are_clean(file: Path) -> None:
    assert faults_of(file.read_text(encoding="utf-8")) == []


def test_a_fault_in_a_list_is_found() -> None:
    assert faults_of("# Words.\n\n[one]\na, b c,\nd\n\n[two]\na\n") == []
    assert faults_of("[one]\na, b, a\n") == ["twice in one: a"]
    assert faults_of("[one]\na,\nb,\na\n") == ["twice in one: a"]
    assert faults_of("[one]\na \n") == ["white space: 'a '", "white space in one: 'a '"]
    assert faults_of("[one]\na,  b\n") == ["white space: 'a,  b'", "white space in one: ' b'"]
    assert faults_of("[one]\na\n[one]\nb\n[two]\n") == ["two lists: one", "no entries: two"]
    assert faults_of("a\n[one]\nb\n") == ["entries without a list"]


def test_every_list_is_used_and_every_list_that_is_named_is_there() -> None:
    named = {name for path in INTAKE.rglob("*.py") for name in named_in(path.read_text(encoding="utf-8"))}
    assert named == every_list()


def test_a_list_that_is_named_is_found_wherever_it_is_named() -> None:
    planted = 'A = rf"{X}(?P<x><tasks.done>|y)" + f"<days.no_such>"\nB = word_set("tense.ahead"), "(?P<x>y)"\n'
    assert named_in(planted) == {"tasks.done", "days.no_such", "tense.ahead"}
    assert named_in(planted) - every_list() == {"days.no_such"}
    with pytest.raises(KeyError):
        expand("<days.no_such>")


def test_entries_are_words_and_seldom_patterns() -> None:
    entries = [entry for file in FILES for listed in lists_in(file.stem).values() for entry in listed]
    patterns = [entry for entry in entries if re.search(r"[][(){}|\\^$*+]", entry)]
    assert 0 < len(patterns) < RARE * len(entries)


def test_a_list_in_a_pattern_is_one_of_its_words() -> None:
    pets = "|".join(lists_in("person")["pets"])
    assert expand("<person.pets>") == expand("(?:<person.pets>)")[3:-1] == pets
    assert expand("my <person.pets>s?") == f"my (?:{pets})s?"
    assert expand("(?P<x><person.pets>|fox)") == f"(?P<x>{pets}|fox)"
    assert expand(r"\(<person.pets>|\|<person.pets>") == rf"\((?:{pets})|\|(?:{pets})"
    assert "guinea pig" in word_set("person.pets")
    assert list(written_out(("fox", "<person.pets>"))) == ["fox", *lists_in("person")["pets"]]


def test_an_import_reads_no_list() -> None:
    code = (
        "import importlib, pkgutil, perdure.intake as intake\n"
        "for one in pkgutil.walk_packages(intake.__path__, 'perdure.intake.'): importlib.import_module(one.name)\n"
        "from perdure.intake.words import lists_in, words\n"
        "print(lists_in.cache_info().currsize)\n"
        "words('person.pets')\n"
        "print(lists_in.cache_info().currsize)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "1"]
