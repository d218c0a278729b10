"""Addresses: what is shown, what is written down, and what is no address at all."""

from __future__ import annotations

import pytest

from perdure.errors import InvalidInput
from perdure.urls import check_home, hide_passwords, password_line, shown_url, without_password

PASSWORD = "hunter2"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:hunter2@db.example:5433/memory?sslmode=require", "postgresql://db.example:5433/memory"),
        ("postgresql://me:hunter2@[::1]:5432/memory", "postgresql://[::1]:5432/memory"),
        ("postgresql://me:hunter2@a,b:5433/memory", "postgresql://a,b:5433/memory"),
        ("postgresql:///memory?host=/run/pg&password=hunter2", "postgresql:///memory?host=/run/pg"),
        ("postgresql:///?service=perdure", "postgresql:///?service=perdure"),
        ("postgresql://me:hun@ter2@db/memory", "postgresql://db/memory"),
        ("postgresql://me:pa/hunter2@db/memory", "postgresql://…"),
        ("postgresql://me:pa?hunter2@db/memory", "postgresql://…"),
        ("postgresql://me:hunter2", "postgresql://…"),
        ("postgresql://db/memory?options=a@hunter2", "postgresql://…"),
        ("host=db password=hunter2 dbname=memory", "…"),
        ("postgresql:/me:hunter2@db", "…"),
        ("https://me:hunter2@news.example/feed.xml?token=hunter2#hunter2", "https://news.example/feed.xml"),
        ("~/记忆", "~/记忆"),
        ("postgres/data", "postgres/data"),
    ],
)
def test_an_address_is_shown_without_what_opens_it(url: str, shown: str) -> None:
    assert shown_url(url) == shown
    assert PASSWORD not in shown


@pytest.mark.parametrize(
    ("url", "written", "line"),
    [
        (
            "postgresql://me:hunter2@db.example:5433/memory?sslmode=require&password=hunter2",
            "postgresql://me@db.example:5433/memory?sslmode=require",
            "db.example:5433:memory:me:PASSWORD",
        ),
        ("postgresql://me:hunter2@[::1]/memory", "postgresql://me@[::1]/memory", r"\:\:1:5432:memory:me:PASSWORD"),
        ("postgresql://me%40home:hunter2@/", "postgresql://me%40home@/", "localhost:5432:*:me@home:PASSWORD"),
        ("postgres://db?user=me&sslpassword=hunter2", "postgres://db?user=me", "db:5432:*:me:PASSWORD"),
        ("postgresql:///?service=perdure", "postgresql:///?service=perdure", "localhost:5432:*:*:PASSWORD"),
    ],
)
def test_an_address_is_written_without_its_password_which_has_a_file_of_its_own(
    url: str, written: str, line: str
) -> None:
    assert without_password(url) == written
    assert password_line(url) == line


@pytest.mark.parametrize("url", ["postgresql://me:pa/hunter2@db/memory", "postgresql://me:hunter2"])
def test_an_address_that_cannot_be_taken_apart_is_not_written(url: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        without_password(url)
    assert PASSWORD not in f"{caught.value.message}{caught.value.hint}"


@pytest.mark.parametrize("home", ["/srv/memory", "~/.perdure", "postgres/data", "记忆", "postgresql://db/memory"])
def test_folders_and_servers_are_homes(home: str) -> None:
    assert check_home(home) == home


@pytest.mark.parametrize(
    "home", ["", "  ", "mysql://db", "postgresql:/db", "postgresql//db", "host=db password=x", "user=me dbname=m"]
)
def test_a_connection_string_that_is_none_does_not_become_a_folder(home: str) -> None:
    with pytest.raises(InvalidInput):
        check_home(home)


def test_passwords_vanish_from_a_text() -> None:
    text = '"--home", "postgresql://me:hunter2@db/m?sslmode=require&password=hunter2"'
    assert hide_passwords(text) == '"--home", "postgresql://db/m?sslmode=require&password=…"'
