"""What the user is told, in the language of the text, in words an assistant can repeat. Never the value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from perdure.intake.pii.kinds import KINDS, LABELS
from perdure.intake.pii.policy import Action


def is_chinese(text: str) -> bool:
    """Whether the beginning of the text is rather Chinese than not."""
    begin = text[:2000]
    chinese = sum("\u4e00" <= c <= "\u9fff" for c in begin)
    return chinese > 0 and chinese * 3 >= sum(c.isascii() and c.isalpha() for c in begin)


def notices(counts: Counter[tuple[Action, str]], *, zh: bool) -> tuple[str, ...]:
    """One sentence for each thing that was done; nothing for what is kept by policy."""
    lines = []
    for action in (Action.MASK, Action.CONFIRM, Action.REFUSE):
        kinds = [kind for kind in KINDS if counts[action, kind]]
        if kinds:
            list_ = ", ".join(f'"{kind}"' for kind in kinds)
            lines.append((_ZH if zh else _EN)[action].format(what=_what(counts, action, kinds, zh=zh), allow=list_))
    return tuple(lines)


def attached(many: int, *, zh: bool) -> str:
    """Said when there are attachments that could not be looked into: they are kept as they came."""
    if zh:
        return f"{many} 个附件未经检查，内容按原样保存。"
    return f"{many} attachment{'s were' if many > 1 else ' was'} not checked: the contents are kept as they came."


def _what(counts: Counter[tuple[Action, str]], action: Action, kinds: Iterable[str], *, zh: bool) -> str:
    if zh:
        return "、".join(f"{counts[action, kind]} {LABELS[kind].zh}" for kind in kinds)
    named = [f"{n} {LABELS[k].one if n == 1 else LABELS[k].many}" for k in kinds if (n := counts[action, k])]
    return ", ".join(named[:-1]) + " and " + named[-1] if len(named) > 1 else named[0]


_EN = {
    Action.MASK: "Masked before anything was kept: {what}. To keep the original, send it again with allow=[{allow}].",
    Action.CONFIRM: "Not kept without your word: {what}. If it should be kept, send it again with allow=[{allow}].",
    Action.REFUSE: "Not kept, because it contains {what}. Send it again without that.",
}
_ZH = {
    Action.MASK: "保存前已遮住：{what}。如需保留原文，请带 allow=[{allow}] 重新发送。",
    Action.CONFIRM: "未经确认没有保存：{what}。如需保存，请带 allow=[{allow}] 重新发送。",
    Action.REFUSE: "没有保存，因为其中含有{what}。请去掉后重新发送。",
}
