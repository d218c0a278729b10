"""Files, addresses and repositories that are named, and names that come up again."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.phrases import EN, ZH, I, tidy
from perdure.intake.words import regex
from perdure.values import JSON

_URL = r"(?P<url>https?://[^\s<>\"'`，。；！？、）】》]{3,300})"
_HOST = (
    r"(?<![\w@./-])(?P<bare>(?:www\.)?(?:[a-z0-9-]{2,40}\.){1,3}<entities.hosts>"
    r"(?:/[^\s<>\"'`，。；！？、）】》)]{0,200}|(?![\w.])))"
)
_PATH = (
    r"(?<![\w:/.\\-])(?P<path>(?:~|\.{1,2})?/(?:[\w.@+-]{1,80}/){1,12}[\w.@+-]{0,80}"
    r"|[A-Za-z]:\\[\w .\\-]{2,120}?\.<entities.extensions>\b|[A-Za-z]:\\(?:[\w.-]{1,60}\\?){1,8}"
    r"|(?:[\w.@+-]{1,60}/){1,10}[\w.@+-]{1,60}\.<entities.extensions>\b"
    r"|[\w-][\w.-]{1,60}\.<entities.extensions>(?![\w.]))"
)
REF = regex(rf"{_URL}|{_HOST}|{_PATH}", I)
_NO_FILE = regex(r"^<entities.libraries>\.js$|^asp\.net$|^(?:e\.g|i\.e|a\.k\.a|vs\.c|u\.s)", I)
_REPO = regex(
    r"^https?://(?:www\.)?(?:github\.com|gitlab\.com|gitee\.com|bitbucket\.org)/(?P<r>[\w.-]+/[\w.-]+?)"
    r"(?:\.git|/)?$",
    I,
)
_REPO_WORD = regex(
    r"(?:\b(?:repo|repository)\b[ :]{1,3}(?:is |at |called |named )?|仓库(?:是|在|叫|名)?[：: ]?)"
    r"(?P<x>[\w-]{1,40}/[\w.-]{1,60})\b|\b(?P<x2>[\w-]{2,40}/[\w.-]{2,60}) (?:repo|repository)\b"
    r"|(?P<x3>[\w-]{2,40}/[\w.-]{2,60})(?:这个|的)?仓库",
    I,
)


def entity(kind: str, name: str, said: str, *, is_zh: bool, attrs: dict[str, JSON] | None = None) -> Draft:
    """An entity as a draft."""
    words = {
        "url": ("Address", "网址"),
        "file": ("File", "文件"),
        "repo": ("Repository", "仓库"),
        "person": ("Person", "人物"),
        "org": ("Organisation", "组织"),
        "topic": ("Topic", "话题"),
        "other": ("Name", "名称"),
    }
    en, zh = words[kind]
    value: dict[str, JSON] = {"kind": kind, "canonical": name}
    if attrs:
        value["attrs"] = attrs
    about = said if len(said) <= 160 else f"{said[:157]}..."
    content = f"{zh}：{name}（{about}）" if is_zh else f"{en}: {name} ({about})"
    return Draft(
        "entities",
        value,
        content if about != name else content.split("（")[0].split(" (")[0],
        importance=0.45,
        confidence=0.9,
    )


def reference(text: str) -> tuple[str, str, dict[str, JSON]] | None:
    """Kind, name and attributes of a file, address or repository."""
    m = REF.match(text)
    if m is None:
        return None
    found = m.group().rstrip(".,;:!?)]}'\"")
    if repo := _REPO.match(found):
        return "repo", repo["r"], {"host": found.split("/")[2]}
    if _NO_FILE.match(found):
        return None
    if m["url"] or m["bare"]:
        host = re.sub(r"^https?://", "", found).split("/")[0].lower()
        return ("url", found, {"host": host}) if "." in host or "localhost" in host else None
    if _NO_FILE.match(found) or len(found.strip("/~.")) < 3:
        return None
    return "file", found, {}


def _refs(m: Matched, r: Reading) -> Draft | None:
    found = reference(m.text)
    if found is None:
        return None
    kind, name, attrs = found
    return entity(kind, name, tidy(r.clause.sentence), is_zh=r.is_zh, attrs=attrs)


def _repo(m: Matched, r: Reading) -> Draft:
    return entity("repo", m["x"].rstrip("."), tidy(r.clause.sentence), is_zh=r.is_zh)


_ORG = regex(r"<entities.organisations>", I)


def _declared(m: Matched, r: Reading) -> Draft | None:
    name = tidy(m["x"])
    if not name or len(name) > 40 or re.match(r"(?:it|that|this|什么|啥)$", name, I):
        return None
    kind = "org" if _ORG.search(m["kind"]) else "repo" if re.search(r"repo|仓库", m["kind"], I) else "topic"
    return entity(kind, name, tidy(r.clause.sentence), is_zh=r.is_zh)


_REF = "heard.reference"
_NAMED = "heard.naming"
_MAKING = (
    r"(?:i'?m|we'?re|i|we)(?:'ve been| have been| am| are)? ?<entities.making>(?: an?| my| our)?"
    r"(?: [a-z-]+){0,3} (?P<kind><entities.things>)(?: that is)? (?:called|named) "
    r"(?P<x>[\w][\w .'-]{1,40}?)"
)
_OURS = (
    r"(?:my|our)(?: [a-z-]+){0,2} (?P<kind2><entities.things>)"
    r"(?:'s name is| is (?:called|named)| is now called) (?P<x2>[\w][\w .'-]{1,40}?)"
)

RULES = (
    Rule("entities.ref", REF, _refs, _REF, cues=(".", "/", "\\"), sentence=True, guarded=False),
    Rule("entities.repo", _REPO_WORD, _repo, _REF, cues=("repo", "仓库"), sentence=True, guarded=False),
    Rule(
        "entities.declared.en",
        regex(rf"{EN}(?:{_MAKING}|{_OURS})$", I),
        _declared,
        _NAMED,
        cues=("called", "named", "name"),
    ),
    Rule(
        "entities.declared.zh",
        regex(
            ZH + r"(?:(?:我|我们)(?:最近|现在|正|一直|也|目前){0,4}(?:在)?(?:做|开发|写|运营|开了?|搞|创办了?|维护)"
            r"(?:着|了)?(?:一?[个家款本])?(?:叫做?|名叫|名为)(?P<x>[^\n，,的]{1,20}?)的[^\n，,]{0,6}?"
            r"(?P<kind><entities.things_zh>)|(?:我|我们)(?:的|这个|在做的)?[^\n，,]{0,4}?"
            r"(?P<kind2><entities.things_zh>)(?:的名字)?(?:叫做?|名叫|改名叫|名字是|叫作)(?P<x2>[^\n，,]{1,20}?))$",
            I,
        ),
        _declared,
        _NAMED,
        cues=("叫", "名"),
    ),
)
