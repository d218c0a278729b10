"""A text is replaced where it stands by itself, everywhere, and once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.mind.rewriting import rewrite, take_out


@pytest.mark.parametrize(
    ("text", "old", "new", "got"),
    [
        ("Python 3.1 and Python 3.1", "Python 3.1", "Python 3.2", ("Python 3.2 and Python 3.2", 2)),
        ("Python 3.13 is not it", "Python 3.1", "Python 3.2", ("Python 3.13 is not it", 0)),
        ("Python 3.1.4 is not it", "Python 3.1", "Python 3.2", ("Python 3.1.4 is not it", 0)),
        ("costs 13.5", "3.5", "4", ("costs 13.5", 0)),
        ("catalogue", "cat", "dog", ("catalogue", 0)),
        ("The CAT.", "the cat", "a dog", ("a dog.", 1)),
        ("最新版本是TypeScript 5.0。", "TypeScript 5.0", "TypeScript 5.3", ("最新版本是TypeScript 5.3。", 1)),
        ("我们用飞书开会", "飞书", "Lark", ("我们用Lark开会", 1)),
        ("Type\n Script 5", "Type Script", "TS", ("TS 5", 1)),
        ("Acme (part of Globex)", "Acme", "Acme (part of Globex)", ("Acme (part of Globex)", 0)),
        ("a.b", "a*b", "c", ("a.b", 0)),
        ("x", " ", "y", ("x", 0)),
    ],
)
def test_only_what_stands_by_itself_is_rewritten(text: str, old: str, new: str, got: tuple[str, int]) -> None:
    assert rewrite(text, old, new) == got


def test_what_is_taken_out_leaves_no_bare_label() -> None:
    assert take_out("python / newest: Python 3.12", "Python 3.12") == ("", 1)
    assert take_out("Use Heroku free, or Fly", "Heroku free") == ("Use , or Fly", 1)
    assert take_out("保留这句", "别的") == ("保留这句", 0)


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_doing_it_again_changes_nothing_more_and_nothing_breaks(text: str, old: str, new: str) -> None:
    once, count = rewrite(text, old, new)
    assert (once == text) or count
    if not count:
        assert once == text
