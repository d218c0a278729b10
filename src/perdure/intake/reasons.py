"""Why something came out as it did, in the language of the turn, in words that an assistant can repeat."""

from __future__ import annotations

from perdure.regex import regex

_SOURCES = {
    "user": "用户",
    "relayed": "转述",
    "tool": "工具",
    "observation": "观察",
    "inference": "推断",
    "outside": "外部内容",
}
_ZH = tuple(
    (regex(pattern), zh)
    for pattern, zh in (
        ("new", "新内容"),
        ("true at another time", "在另一段时间成立"),
        ("said before", "以前说过"),
        ("known already, from the same evidence", "已从同一依据得知"),
        ("there is nothing of this key to retract", "没有可以撤回的内容"),
        ("denied by `(.+)`", "被{0}否认"),
        ("no longer: (.+)", "不再成立：{0}"),
        ("changed: (.+)", "已更新：{0}"),
        ("added to what was known", "补充了已有内容"),
        ("confirmed by `(.+)`", "由{0}确认"),
        ("the later word", "以较新的说法为准"),
        ("true before what is held now", "在现有内容之前成立"),
        ("takes over when it begins", "到时生效"),
        ("not said plainly enough", "说得不够明确"),
        ("`(.+)` is only written directly", "`{0}` 只能直接写入"),
        ("`(.+)` denies what `(.+)` said", "{0}否认了{1}的说法，需要确认"),
        ("`(.+)` contradicts what `(.+)` said", "{0}与{1}的说法矛盾，需要确认"),
        ("`(.+)` contradicts what was said with more authority", "{0}与更可靠的说法矛盾，需要确认"),
        ("`(.+)` may only come from `(.+)`; this came from `(.+)`", "`{0}` 只能来自{1}，这里来自{2}，需要确认"),
        ("something later was said about it", "之后又有了新的说法"),
        ("it was taken back since", "之后已被撤回"),
        ("a person has decided on it since", "之后已由人决定"),
        ("it has lapsed since", "已经过期"),
        ("its session has ended", "会话已经结束"),
        ("said better: `(.+)`", "有更准确的说法：`{0}`"),
        ("it reads like an order to the model, and came from `(.+)`", "读起来像是在给模型下命令，来自{0}，需要确认"),
        (
            "only the user shares an item with every scope; this came from `(.+)`",
            "只有用户能把内容共享到所有范围，这里来自{0}，需要确认",
        ),
    )
)


def said(found: str, decided: str, *, zh: bool) -> str:
    """What was heard, and what was made of it."""
    return f"{found}（{in_chinese(decided)}）" if zh else f"{found} ({decided})"


def in_chinese(reason: str) -> str:
    """A reason of the write path in Chinese; one that is not known here stays as it is."""
    for pattern, zh in _ZH:
        if match := pattern.fullmatch(reason):
            return zh.format(*(_SOURCES.get(word, word) for word in match.groups()))
    return reason
