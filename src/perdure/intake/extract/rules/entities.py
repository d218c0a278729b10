"""Files, addresses and repositories that are named, and names that come up again."""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.phrases import EN, ZH, I, tidy
from perdure.regex import regex
from perdure.values import JSON

_EXTENSIONS = (
    "py|pyi|ipynb|js|jsx|ts|tsx|mjs|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|scala|sh|bash"
    "|zsh|ps1|sql|html|htm|css|scss|vue|svelte|json|jsonl|ya?ml|toml|ini|cfg|conf|env|lock|xml"
    "|csv|tsv|xlsx?|docx?|pptx?|pdf|md|rst|txt|log|tex|png|jpe?g|gif|svg|webp|mp3|mp4|wav|mov"
    "|zip|tar|gz|parquet|db|sqlite|proto|tf|dockerfile|psd|fig|blend|unity|gd|epub"
)
_HOSTS = r"(?:com|org|net|io|dev|ai|app|cn|co|me|gov|edu|uk|jp|de|so|sh|xyz|info|wiki)"
REF = regex(
    r"(?P<url>https?://[^\s<>\"'`，。；！？、）】》]{3,300})"
    rf"|(?<![\w@./-])(?P<bare>(?:www\.)?(?:[a-z0-9-]{{2,40}}\.){{1,3}}{_HOSTS}(?:/[^\s<>\"'`，。；"
    rf"！？、）】》)]{{0,200}}|(?![\w.])))"
    rf"|(?<![\w:/.\\-])(?P<path>(?:~|\.{{1,2}})?/(?:[\w.@+-]{{1,80}}/){{1,12}}[\w.@+-]{{0,80}}"
    rf"|[A-Za-z]:\\[\w .\\-]{{2,120}}?\.(?:{_EXTENSIONS})\b"
    rf"|[A-Za-z]:\\(?:[\w.-]{{1,60}}\\?){{1,8}}"
    rf"|(?:[\w.@+-]{{1,60}}/){{1,10}}[\w.@+-]{{1,60}}\.(?:{_EXTENSIONS})\b"
    rf"|[\w-][\w.-]{{1,60}}\.(?:{_EXTENSIONS})(?![\w.]))",
    I,
)
_NO_FILE = regex(
    r"^(?:node|next|vue|nuxt|three|d3|express|react|angular|p5|solid|ember|backbone|socket)\.js$"
    r"|^asp\.net$|^(?:e\.g|i\.e|a\.k\.a|vs\.c|u\.s)",
    I,
)
_REPO = regex(
    r"^https?://(?:www\.)?(?:github\.com|gitlab\.com|gitee\.com"
    r"|bitbucket\.org)/(?P<r>[\w.-]+/[\w.-]+?)(?:\.git|/)?$",
    I,
)
_REPO_WORD = regex(
    r"(?:\b(?:repo|repository)\b[ :]{1,3}(?:is |at |called |named )?|仓库(?:是|在|叫"
    r"|名)?[：: ]?)(?P<x>[\w-]{1,40}/[\w.-]{1,60})\b|\b(?P<x2>[\w-]{2,40}/[\w.-]{2,60}) (?:repo"
    r"|repository)\b|(?P<x3>[\w-]{2,40}/[\w.-]{2,60})(?:这个|的)?仓库",
    I,
)


def entity(
    r: Reading | None, kind: str, name: str, said: str, *, is_zh: bool, attrs: dict[str, JSON] | None = None
) -> Draft:
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
    return entity(r, kind, name, tidy(r.clause.sentence), is_zh=r.is_zh, attrs=attrs)


def _repo(m: Matched, r: Reading) -> Draft:
    return entity(r, "repo", m["x"].rstrip("."), tidy(r.clause.sentence), is_zh=r.is_zh)


_ORG = regex(r"company|startup|firm|studio|agency|team|公司|工作室|团队|店|品牌", I)


def _declared(m: Matched, r: Reading) -> Draft | None:
    name = tidy(m["x"])
    if not name or len(name) > 40 or re.match(r"(?:it|that|this|什么|啥)$", name, I):
        return None
    kind = "org" if _ORG.search(m["kind"]) else "repo" if re.search(r"repo|仓库", m["kind"], I) else "topic"
    return entity(r, kind, name, tidy(r.clause.sentence), is_zh=r.is_zh)


_REF = "heard.reference"
_NAMED = "heard.naming"
_THING = (
    r"(?:project|game|app|startup|company|studio|band|book|novel|blog|podcast|channel|library"
    r"|tool|bot|product|team|repo|website|newsletter|mod|guild)"
)
_THING_ZH = (
    r"(?:项目|游戏|应用|app|公司|工作室|乐队|书|博客|播客|频道|库|工具|机器人|产品|团队|仓库|网站"
    r"|公众号|品牌|店|公会)"
)

RULES = (
    Rule("entities.ref", REF, _refs, _REF, cues=(".", "/", "\\"), sentence=True, guarded=False),
    Rule("entities.repo", _REPO_WORD, _repo, _REF, cues=("repo", "仓库"), sentence=True, guarded=False),
    Rule(
        "entities.declared.en",
        regex(
            EN + rf"(?:(?:i'?m|we'?re|i|we)(?:'ve been| have been| am| are)? ?(?:building|making|working on|run"
            rf"|running|started|writing|developing|launched|created|founded)(?: an?| my"
            rf"| our)?(?: [a-z-]+){{0,3}} (?P<kind>{_THING})(?: that is)? (?:called"
            rf"|named) (?P<x>[\w][\w .'-]{{1,40}}?)|(?:my"
            rf"|our)(?: [a-z-]+){{0,2}} (?P<kind2>{_THING})(?:'s name is| is (?:called|named)"
            rf"| is now called) (?P<x2>[\w][\w .'-]{{1,40}}?))$",
            I,
        ),
        _declared,
        _NAMED,
        cues=("called", "named", "name"),
    ),
    Rule(
        "entities.declared.zh",
        regex(
            ZH + rf"(?:(?:我|我们)(?:最近|现在|正|一直|也|目前){{0,4}}(?:在)?(?:做|开发|写|运营|开了?|搞|创办了?"
            rf"|维护)(?:着|了)?(?:一?[个家款本])?(?:叫做?|名叫"
            rf"|名为)(?P<x>[^\n，,的]{{1,20}}?)的[^\n，,]{{0,6}}?(?P<kind>{_THING_ZH})|(?:我|我们)(?:的"
            rf"|这个|在做的)?[^\n，,]{{0,4}}?(?P<kind2>{_THING_ZH})(?:的名字)?(?:叫做?|名叫|改名叫|名字是"
            rf"|叫作)(?P<x2>[^\n，,]{{1,20}}?))$",
            I,
        ),
        _declared,
        _NAMED,
        cues=("叫", "名"),
    ),
)
