"""Proper names in a text. What comes up twice in twenty turns is worth an entity; once is not."""

from __future__ import annotations

from collections.abc import Iterator

from perdure.intake.extract.aside import own_words
from perdure.intake.extract.contract import Turn
from perdure.intake.extract.sentences import HAN, MAX_SENTENCE, sentences
from perdure.regex import regex
from perdure.types.keys import fold_name
from perdure.values import Role

_WORD = r"[A-Z][A-Za-z0-9]*[a-z0-9][A-Za-z0-9]*"
_LATIN = regex(rf"(?<![\w@/.#-]){_WORD}(?: {_WORD}){{0,3}}(?![\w@/])")
_IN_HAN = regex(rf"(?<=[{HAN}，。、 ])[A-Za-z][A-Za-z0-9+#-]{{2,30}}(?=[{HAN}，。、！ ]|$)")
_MADE_UP = regex(r"[A-Z0-9+#]|[a-z]-[a-z]")
"""What tells a name from a word: in Chinese text people write `deploy` and `review` in Latin letters, too."""
_TITLE = regex(r"《([^》\n]{1,40})》")
_PERSON = regex(
    r"(?:小|老|阿)[\u4e00-\u9fff](?=[说也是的在跟和就又昨今明要会来去给让把帮吃喝聊见约发打问回做" r"送买请]|$)"
)
_NO_NAME = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december english chinese japanese french german spanish ok okay
    yes no hi hello hey thanks thank please the this that these those my your our his her their it its
    i'm i am we you he she they what when where who why how if but and so or not for today tomorrow
    yesterday remember also actually just note todo decision christmas easter api url http https json
    sql css html pdf app bug lol haha omg btw fyi asap am pm tv pc ai don't can't let's never always mom
    mum dad god internet
    """.split()  # noqa: SIM905  # words read better as words
)
_NO_HAN_NAME = frozenset(
    """
    小的 小时 小心 小学 小孩 小区 小说 小吃 小猫 小狗 老师 老板 老是 老家 老婆 老公 老人
    老了 阿姨
    """.split()  # noqa: SIM905  # words read better as words
)


def names_in(turn: Turn) -> dict[str, str]:
    """The names that came up in what people said this turn: folded → as written."""
    found: dict[str, str] = {}
    for n, event in enumerate(turn.events):
        if event.role == Role.USER:
            for start, end in own_words(event.content, turn.injected.get(n, ())):
                for a, b, _ in sentences(event.content, start, end):
                    if b - a <= MAX_SENTENCE:
                        for name, _, _ in names(event.content[a:b]):
                            found.setdefault(fold_name(name), name)
    return found


def names(sentence: str) -> Iterator[tuple[str, int, int]]:
    """Every name of a sentence with its place. A capital at the very start proves nothing."""
    for m in _LATIN.finditer(sentence):
        words = m.group().split()
        start = m.start()
        if start == 0 or sentence[:start].rstrip()[-1:] in ("", '"', "“", "(", "-"):
            start += len(words[0]) + 1
            words = words[1:]
        while words and words[0].lower() in _NO_NAME:
            start += len(words[0]) + 1
            words = words[1:]
        while words and words[-1].lower() in _NO_NAME:
            words = words[:-1]
        if words and len(" ".join(words)) > 2:
            yield " ".join(words), start, start + len(" ".join(words))
    if any("\u3400" <= c <= "\u9fff" for c in sentence):
        for m in _IN_HAN.finditer(sentence):
            if m.group().lower() not in _NO_NAME and not m.group()[0].isupper() and _MADE_UP.search(m.group()):
                yield m.group(), m.start(), m.end()
        for m in _TITLE.finditer(sentence):
            yield m.group(1), m.start(1), m.end(1)
        for m in _PERSON.finditer(sentence):
            if m.group() not in _NO_HAN_NAME:
                yield m.group(), m.start(), m.end()
