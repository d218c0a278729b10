"""What stands between the name of a secret and its value: `is`, `:`, `for the router is now`, `改成了`, or nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from perdure.regex import regex

REACH = 120
"""Characters behind a name in which a value may begin."""


# They see `REACH` characters at most: that bounds their time, and Python's own are quicker to call than RE2.
_FLAGS = re.ASCII | re.IGNORECASE


class How(IntEnum):
    """How firmly the text says that the value is the secret, from the least."""

    BESIDE = 0
    """`password hunter2`, `密码abc123`: nothing but a space."""
    LOOSE = 1
    """`a password of …`, `the password to …`, `password - …`: often prose."""
    SAID = 2
    """`is`, `'s`, `changed to`, `是`, `改成`."""
    ASSIGNED = 3
    """`:`, `=`."""


@dataclass(frozen=True, slots=True)
class NameLink:
    """How the value is joined to the name, and how many characters behind the name it begins."""

    how: How
    size: int
    is_line: bool = False
    """A line break stands between."""
    has_gap: bool = False
    """Other words stand between: `for the router`, `我记得`."""
    is_list: bool = False
    """A comma stands between, as in a list."""
    is_far: bool = False
    """Empty lines stand between."""


_CLOSE = regex(r"(?:\\?[\"`*\])]|\\?'(?!s\b)){1,3}(?=[\s:=>]|$)|\)(?=\d)", _FLAGS)
# A bracket that opened for the name alone: `(cvv)904`, `验证码(cvv)904`, but not `f(pin) = 904`.
_OPENED = regex(r"(?:^|[^\x00-\x7f])\(")
_COLON = r"(?:(?<!\s):|(?<=\s):(?!\w{1,12}:[\w`]))"  # not that of `:class:` in a docstring
_ARROWS = "\u2190-\u21ff\u2794-\u27bf\u25b6\u25ba\U0001f449\U0001f511\U0001f510\U0001f512"
_ASSIGNED = rf"\s{{0,4}}(?::=|=>|->|={{1,3}}|[{_ARROWS}]|{_COLON})|>"
# The value in a field of its own: `name="password" value="…"`, `{"name": "DB_PASS", "value": "…"}`, `setPassword("…")`.
_FIELD = regex(
    r"[\"']?(?:(?:,\s*|\s+)(?:type=\S{1,20}\s+)?[\"']?(?:value|content)[\"']?\s*[=:]\s*|\s*\{\s*(?:type\s*=\s*\w+\s+)?default\s*=\s*"
    r"|\(\s*(?=[\"'])|\s?:\s?(?:&?(?:'static )?str|String|string|Optional\[str\]|Option<\w{1,12}>)\??\s?=\s?)",
    _FLAGS,
)
_SAID = (
    r"'s\b|\b(?:is|was|used to be|will be|would be|should be|shall be|has been|have been|had been|being|be"
    r"|(?:happens?|turned out|turns out|used) to be|ended up being|equals|becomes?|reads|says|said|shows|goes|states)\b"
    r"|\b(?:(?:re)?set|changed?|updated?|switched|rotated|moved)(?: back)?(?: (?:to|as)\b| ?[成为到])"
    r"|(?:改|换|设|设置|修改|更改|重置|更新|变|定|调|弄|搞)(?:成|为|到)|是不是|就?是|即?为|显示|等于|叫做?|填|输入?|选|用|写"
)
_LOOSE = r"\b(?:are|were|to|of|as|with|using)\b|\s-{1,2}\s|\s\|\s|!{1,3}"
_ASIDE = r"\((?!\d{3,8}\)|[!-~]*\d[!-~]*\))[^()\n]{0,40}\)|\[[A-Za-z][^\[\]\n]{0,30}\](?=\s?[:=])"
_ADVERB = (
    r"\b(?:now|still|just|simply|currently|actually|really|literally|always|also|probably|again|today|temporarily"
    r"|initially|originally|this|the following|as follows|below|here|btw|obviously|apparently|definitely|usually"
    r"|by default|itself|down|left|remaining|#?\d{1,2}(?=\s?[:=])|i think|i guess|i believe|then|thus"
    r"|gonna be|going to be)\b"
    r"|现在|目前|当前|一直|依然|依旧|还|仍然?|已经?|都|就|应该|可能|好像|大概|统一|暂时|默认|初始|最新|后来|刚刚?|又|被|给"
    r"|我们?|你们?|您|他们?|她|咱们?|麻烦|记得|记住|记一下|记下|存一下|保存|收好|发|告诉|如下|在?这[里儿]|在这|下面|以下|这个|那个|一下|了|的|呢"
    r"|没[变改换]过?|不变|照旧|同上|锁|分别|[设定改换]的|吧|啊|哈|哦|呀|嘛|帮|把|请|没错|没问题|对的|不对|明明|其实|确实|居然|竟然|果然|原来|本来|才|也|真的|到底|究竟|通常|永远|总|名字|姓名|拼音|全拼|生日|英文名?|小写|大写|[码碼]|[左右][一二三四五六七八九十\d]圈|存|记|还?剩?[一两三四五六七八九十]个|(?<![\x00-\x7f]),|、|…|~|\.{2,40}|_{2,40}"
)
_STEP = regex(
    rf"(?P<assigned>{_ASSIGNED})|[ \t]*(?:(?P<said>{_SAID})|(?P<loose>{_LOOSE})|(?:{_ADVERB})|(?P<aside>{_ASIDE}))",
    _FLAGS,
)
_LINE = regex(r"[ \t]*(?:[|>][+-]?)?[ \t]*\r?\n[ \t]*((?:\r?\n[ \t]*){0,3})(?:[>*-] |\d{1,2}[.)][ \t]+)?")
_SPACE = regex(r"[ \t]*")
# `for the guest network`, `that we use on staging`, `我上周在群里说过`: then it must be said plainly.
_GAP = regex(
    r"(?:\s(?:for|to) (?:the )?(?:key |user |file )?(?:'[^'\n]{1,100}'|\"[^\"\n]{1,100}\"|[/~][^\s:]{1,100})(?=:)"
    r"|\s(?:protecting|guarding|securing|unlocking) [^\n:=.;!?\"]{1,40}?"
    r"|,? (?:as far as|if) [^\n:=.;!?\"]{1,40}?"
    r"|\s(?:for|to|of|on|at|in|from|into|by|printed|written|shown|listed|that|which|we|i|you|they|he|she|used?|using|has|have|had|if|when)\b"
    r"[^\n:=.;!?。；！？\"]{0,60}?"
    r"|\s?(?:我|你|您|他|她|咱|这|那|在|对|给|之前|以前|原来|最近|上周|今天|昨天|刚才|后来|登录|上次|第)[^\n:=.;!?。；！？\"]{0,16}?)"
    r"(?:\s?(?:是|为|改成了?|换成了?|改为|设为|说了|回了个?|报了|填的?了?|输了|念了|发了)\s?[:：]?"
    r"|,?\s(?:is|are|was|will be|happens to be|turned out to be|reads|says|shows|(?:re)?set to|changed to|updated to)\b"
    r"(?: now| still| just| currently)?\s?:?|\s{0,3}=|\s{0,3}" + _COLON + r")[ \t]*(?:\r?\n[ \t]*)?",
    _FLAGS,
)
# `the password for the drive? It's …`: said of it in the next breath.
_THEN = regex(
    r"[^\n:=\"]{0,50}?[,.;?!-]\s{0,2}(?:(?:it's|it is|its|that is|that's|(?:the )?(?:new|old|current|right) one is"
    r"|try|use)\s|就?是)\s{0,2}:?\s{0,2}|,[^\n:=.;!?\"]{1,40}:\s{0,2}"
    r"|[^\n:=\"]{0,12}?,\s?(?:现在|目前|如今|新)的?(?:密码|口令)?(?:是|为|叫|成|:)\s{0,2}",
    _FLAGS,
)
# `the wifi password? …`, asked by one and answered by another.
_ASKED = regex(r"[^\n:=\"?]{0,12}?\?\s{0,2}(?:\n(?:\[[\d: ]{3,20}\] ?)?[^\s:]{1,14}: ?)?(?=[!-~]{4})", _FLAGS)
_MOST_STEPS = 8


def link(said: str, opened: str, *, is_english: bool) -> NameLink | None:
    """The link at the beginning of what follows a name, as far as words lead on to a value.

    `opened` is what stands directly before the name. None: a bracket closes here that opened elsewhere, as in
    programs.
    """
    if field := _FIELD.match(said):
        return NameLink(How.ASSIGNED, field.end())
    close = _CLOSE.match(said)
    at = close.end() if close else 0
    if is_english and said[at : at + 1] == ",":
        return NameLink(How.LOOSE, at + 2, is_list=True)
    if (")" in said[:at] and not _OPENED.search(opened)) or ("]" in said[:at] and "[" not in opened):
        return None
    how = How.BESIDE
    for _ in range(_MOST_STEPS):
        step = _STEP.match(said, at)
        if step is None or step.end() == at or (step.lastgroup == "aside" and how > How.LOOSE):
            break
        at = step.end()
        how = max(how, _HOW.get(step.lastgroup or "", How.BESIDE))
    if line := _LINE.match(said, at):
        return NameLink(how, line.end(), is_line=True, is_far=bool(line[1]))
    space = _SPACE.match(said, at)
    return NameLink(how, space.end() if space else at)


_HOW = {"assigned": How.ASSIGNED, "said": How.SAID, "loose": How.LOOSE}


def gapped(said: str) -> NameLink | None:
    """The link that other words come before, if there is one."""
    found = _GAP.match(said) or _THEN.match(said)
    if found is None and (asked := _ASKED.match(said)):
        return NameLink(How.LOOSE, asked.end(), has_gap=True)
    if found is None:
        return None
    how = How.ASSIGNED if found[0].rstrip()[-1:] in (":", "=") else How.SAID
    return NameLink(how, found.end(), has_gap=True)
