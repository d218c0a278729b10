"""SQL lives under `store`, is made of constants alone, and never of input."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import perdure

SOURCE = Path(perdure.__file__).parent
SQL = re.compile(
    r"^\s*(SELECT\s.+\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+(AS\s+\w+\s+)?SET\s|DELETE\s+FROM\s|CREATE\s+(TABLE|INDEX)\s|PRAGMA\s)",
    re.DOTALL,
)


def is_sql(text: object) -> bool:
    return isinstance(text, str) and SQL.match(text) is not None


def text_of(node: ast.AST) -> str:
    """The constant text at the left of an expression."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Constant(value=bytes(data)):
            return data.decode(errors="replace")
        case ast.JoinedStr(values=[first, *_]):
            return text_of(first)
        case ast.BinOp(left=left):
            return text_of(left)
    return ""


def formatted(tree: ast.AST) -> list[int]:
    """Lines where SQL is put together by an f-string, `%`, `.format` or `.join`, or by adding what is no constant."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=values) if any(isinstance(v, ast.FormattedValue) for v in values):
                whole = "".join(text_of(v) if isinstance(v, ast.Constant) else "x" for v in values)
                if is_sql(whole):
                    found.append(node.lineno)
            case ast.BinOp(left=left, op=ast.Mod()) if is_sql(text_of(left) + " "):
                found.append(node.lineno)
            case ast.BinOp(left=left, op=ast.Add(), right=right) if is_sql(text_of(left) + " x FROM x"):
                # Names in capitals are constants of a module.
                parts = [n.id for n in ast.walk(right) if isinstance(n, ast.Name)]
                if any(not name.isupper() for name in parts) or any(isinstance(n, ast.Call) for n in ast.walk(right)):
                    found.append(node.lineno)
            case ast.Call(func=ast.Attribute(attr="format", value=value)) if is_sql(text_of(value)):
                found.append(node.lineno)
    return found


def docstrings(tree: ast.AST) -> set[int]:
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }


def sql_constants(tree: ast.AST) -> list[int]:
    skipped = docstrings(tree)
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in skipped and is_sql(text_of(node))
    ]


def modules() -> dict[str, ast.AST]:
    return {
        str(path.relative_to(SOURCE)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(SOURCE.rglob("*.py"))
    }


def test_no_statement_is_put_together_from_input() -> None:
    assert {name: formatted(tree) for name, tree in modules().items() if formatted(tree)} == {}


def test_sql_is_written_under_store_alone() -> None:
    outside = {name: tree for name, tree in modules().items() if not name.startswith("store/")}
    assert {name: sql_constants(tree) for name, tree in outside.items() if sql_constants(tree)} == {}
    assert any(sql_constants(tree) for name, tree in modules().items() if name.startswith("store/"))


@pytest.mark.parametrize(
    "planted",
    [
        'f"SELECT a FROM t WHERE x = {x}"',
        'f"DELETE FROM {table}"',
        '"SELECT a FROM t WHERE x = %s" % x',
        '"SELECT a FROM t WHERE x = {}".format(x)',
        '"INSERT INTO t VALUES (" + values + ")"',
        '"SELECT a FROM t ORDER BY " + order',
        '"SELECT a FROM t WHERE " + where()',
        'f"PRAGMA {name} = 1"',
    ],
)
def test_a_planted_statement_from_input_is_found(planted: str) -> None:
    assert formatted(ast.parse(planted)) == [1]


@pytest.mark.parametrize("fine", ['"SELECT a FROM t WHERE " + VISIBLE', 'f"select one from {many}"', '"a %s" % b'])
def test_constants_and_prose_are_fine(fine: str) -> None:
    assert formatted(ast.parse(fine)) == []
