"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import re

import pytest

import perdure
from perdure.regex import Uncompiled, regex


def test_it_does_what_a_compiled_pattern_does() -> None:
    for source, flags, text in ((r"(?P<x>猫|dog)s?", re.IGNORECASE, "Dogs和猫"), (r"\d+", 0, "a1b22")):
        lazy, real = regex(source, flags), re.compile(source, flags)
        assert [m.group() for m in lazy.finditer(text)] == [m.group() for m in real.finditer(text)]
        assert lazy.sub("-", text) == real.sub("-", text)
        assert (lazy.search(text) is None, lazy.match(text) is None) == (
            real.search(text) is None,
            real.match(text) is None,
        )
        assert (lazy.pattern, lazy.flags, lazy.groupindex) == (real.pattern, real.flags, real.groupindex)


def test_a_wrong_pattern_fails_at_its_first_use() -> None:
    lazy = regex("(")
    with pytest.raises(re.error):
        lazy.search("x")


def test_every_pattern_of_ours_compiles() -> None:
    for module in pkgutil.walk_packages(perdure.__path__, "perdure."):
        if module.name != "perdure.__main__":
            importlib.import_module(module.name)
    waiting = [found for found in gc.get_objects() if type(found) is Uncompiled and found.pattern != "("]
    assert len(waiting) > 400
    for found in waiting:
        re.compile(found.pattern, found._flags)
