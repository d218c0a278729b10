"""The files of a folder are looked through while others work in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from perdure.control.erasure import folder
from perdure.control.erasure.folder import look, patterns_of, plain_files, rewrite


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("a.md", "b.md", "c.md"):
        (tmp_path / name).write_text("The heron nests in Ljubljana.\n")
    return tmp_path


def test_a_file_that_goes_after_the_folder_was_listed_is_passed_over(home: Path) -> None:
    files = plain_files(home)
    assert next(files).name == "a.md"
    (home / "b.md").unlink()
    assert [path.name for path in files] == ["c.md"]


@pytest.mark.parametrize("gone", ["a.md", "b.md", "c.md"])
def test_a_file_that_goes_before_it_is_opened_is_passed_over(
    home: Path, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    def goes(place: Path) -> Iterator[Path]:
        for path in plain_files(place):
            if path.name == gone:
                path.unlink()
            yield path

    monkeypatch.setattr(folder, "plain_files", goes)
    left = {"a.md", "b.md", "c.md"} - {gone}
    found = look(home, patterns_of(["Ljubljana"]))
    assert (found.files, set(found.hits)) == (2, left)
    (home / gone).write_text("Back in Ljubljana.\n")
    assert set(rewrite(home, ["Ljubljana"], [])) == left
    assert look(home, patterns_of(["Ljubljana"])).hits == {}
