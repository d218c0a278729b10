"""Attachments that are text are cleaned; of all others the receipt says that nobody looked into them."""

from __future__ import annotations

import pytest

from perdure import Attachment, Event
from perdure.intake.pii import clean_event
from perdure.intake.pii.files import LARGEST

SECRET = "call 13812345678, 密码是Abc12345。"
CLEAN = "call [phone], 密码是[password]。"


@pytest.mark.parametrize(
    ("name", "media_type", "encoding"),
    [
        *(
            ("a.txt", "text/plain", "utf-8"),
            ("a", "text/markdown; charset=utf-8", "utf-8"),
            ("a.csv", "text/csv", "gb18030"),
        ),
        *(
            ("a", "application/json", "utf-8"),
            ("a", "application/problem+json", "utf-8"),
            ("a", "image/svg+xml", "utf-8"),
        ),
        *(("notes.md", "application/octet-stream", "utf-8"), ("x", "application/octet-stream", "utf-8")),
        *(
            ("a.txt", "text/plain", "utf-16"),
            ("a.txt", "text/plain", "utf-8-sig"),
            (".env", "application/x-none", "utf-8"),
        ),
    ],
)
def test_a_text_is_cleaned_and_keeps_its_encoding(name: str, media_type: str, encoding: str) -> None:
    event = Event.user("see file", attachments=[Attachment(name, SECRET.encode(encoding), media_type)])
    cleaned, report = clean_event(event)
    [file] = cleaned.attachments
    assert (file.name, file.media_type, file.data.decode(encoding)) == (name, media_type, CLEAN)
    assert (report.counts, report.uncleaned_attachments) == ({"phone": 1, "password": 1}, 0)


@pytest.mark.parametrize(
    "file",
    [
        Attachment("a.png", b"\x89PNG\r\n\x1a\n 13812345678", "image/png"),
        Attachment("a.pdf", b"%PDF-1.7\n\xff\xfe\x00 13812345678", "application/pdf"),
        Attachment("a.bin", b"\x00\x01 13812345678"),
        Attachment("a.txt", b"x" * (LARGEST + 1), "text/plain"),
    ],
)
def test_what_is_no_text_or_too_large_is_kept_as_it_came_and_counted(file: Attachment) -> None:
    cleaned, report = clean_event(Event.user("see file", attachments=[file, Attachment("b.txt", b"tea")]))
    assert cleaned.attachments == (file, Attachment("b.txt", b"tea"))
    assert report.notices == ("1 attachment not checked: contents stored as is.",)
    assert report.uncleaned_attachments == 1


def test_the_hash_of_a_cleaned_file_is_not_that_of_what_was_sent() -> None:
    sent = Attachment("a.txt", SECRET.encode(), "text/plain", sha256="0" * 64)
    assert clean_event(Event.user("x", attachments=[sent]))[0].attachments[0].sha256 is None


def test_a_file_is_masked_by_the_policy_and_by_what_the_user_allows() -> None:
    event = Event.user("x", attachments=(Attachment("a.txt", SECRET.encode(), "text/plain"),))
    assert clean_event(event, {"phone": "refuse"})[1].refused == ("phone",)
    kept, _ = clean_event(event, allow=["phone", "password"])
    assert kept == event


def test_a_password_in_the_arguments_of_a_tool_is_masked_in_its_result_and_its_files() -> None:
    event = Event.tool(
        "login",
        {"password": "hunter22"},
        "logged in with hunter22",
        attachments=[Attachment("a.log", b"user bob / hunter22")],
    )
    cleaned, _ = clean_event(event)
    assert (cleaned.arguments, cleaned.result) == ({"password": "[password]"}, "logged in with [password]")
    assert cleaned.attachments[0].data == b"user bob / [password]"
