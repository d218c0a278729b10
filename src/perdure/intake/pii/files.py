"""Attachments that are text: cleaned like everything else that is said. All others are kept as they came, and named."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import replace

from perdure.values import Attachment

LARGEST = 1 << 20
"""Bytes. A larger text is kept as it came, and the receipt says so: a log of many megabytes would hold up a turn."""

_TEXTS = frozenset(
    {
        "json",
        "ld+json",
        "x-ndjson",
        "jsonl",
        "xml",
        "yaml",
        "x-yaml",
        "toml",
        "csv",
        "sql",
        "javascript",
        "x-javascript",
    }
    | {
        "x-sh",
        "x-shellscript",
        "x-python",
        "typescript",
        "graphql",
        "x-www-form-urlencoded",
        "x-tex",
        "x-httpd-php",
        "rtf",
    }
)
_ENDINGS = frozenset(
    {
        "txt",
        "md",
        "markdown",
        "rst",
        "csv",
        "tsv",
        "json",
        "jsonl",
        "ndjson",
        "xml",
        "html",
        "htm",
        "yaml",
        "yml",
        "toml",
    }
    | {
        "ini",
        "cfg",
        "conf",
        "env",
        "properties",
        "log",
        "sql",
        "sh",
        "py",
        "js",
        "ts",
        "go",
        "rs",
        "java",
        "c",
        "h",
        "tex",
    }
    | {"eml", "ics", "vcf", "srt", "diff", "patch", "pem", "key"}
)
_BINARY = ("image/", "audio/", "video/", "font/", "model/")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def clean_file(file: Attachment, clean: Callable[[str], str]) -> tuple[Attachment, bool]:
    """The file as it may be kept, and whether it could be looked into."""
    read = _read(file)
    if read is None:
        return file, False
    text, encoding = read
    cleaned = clean(text)
    if cleaned == text:
        return file, True
    return replace(file, data=cleaned.encode(encoding), sha256=None), True


def _read(file: Attachment) -> tuple[str, str] | None:
    """The text and how it is encoded; None if it is no text or too large."""
    if len(file.data) > LARGEST:
        return None
    is_text = _is_text(file)
    if file.media_type.lower().startswith(_BINARY) and not is_text:
        return None
    marked = next((encoding for mark, encoding in _MARKS if file.data.startswith(mark)), None)
    # Tables that Excel writes in China are in GB 18030; without a word that it is text, only UTF-8 is believed.
    for encoding in (marked,) if marked else ("utf-8", "gb18030") if is_text else ("utf-8",):
        try:
            text = file.data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text and text.encode(encoding) == file.data:
            return text, encoding
    return None


def _is_text(file: Attachment) -> bool:
    kind = file.media_type.lower().partition(";")[0].strip()
    major, _, minor = kind.partition("/")
    if major == "text" or minor in _TEXTS or minor.endswith(("+json", "+xml", "+yaml")):
        return True
    return file.name.rpartition(".")[2].lower() in _ENDINGS
