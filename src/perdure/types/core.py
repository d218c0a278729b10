"""Core memory: which items are told in every conversation, whatever is asked."""

from __future__ import annotations

from perdure.values import Item

CORE_TYPES = ("profile", "rules", "preferences")
CORE_ITEMS = 60
"""How many are told at most."""
IMPORTANT = 0.7
"""From this importance on a preference belongs to core memory; a pinned one always does."""

# Standing wishes: how the user wants to be answered, and what must or must not be done. They hold in every scope that
# sees them, whatever their importance. All of the area `writing` is about answers; elsewhere the name says so.
WISH_TYPES = ("rules", "preferences")
ANSWERS_AREA = "pref:writing:"
_OTHER_AREA = "pref:other:"
_ANSWER_NAMES = frozenset(
    """
    address form_of_address reply_language answer_language response_language language reply_length answer_length
    response_length length verbosity reply_style answer_style style reply_tone tone tone_of_voice reply_format
    answer_format format emoji emojis
    称呼 语言 回复语言 回答语言 长度 回复长度 篇幅 语气 口吻 风格 回复风格 格式 回复格式 表情
    """.split()  # noqa: SIM905  # names read better as names
)
ANSWER_KEYS = tuple(sorted(_OTHER_AREA + name for name in _ANSWER_NAMES))
ADDRESS_OF_SPEAKERS = f"{_OTHER_AREA}%//form_of_address"
"""How those who speak in a group want to be called, as a pattern of keys."""


def is_standing(item: Item) -> bool:
    """Whether an item is a standing wish. What holds for one task only is not."""
    if item.type == "rules":
        return item.value.get("kind") != "task"
    if item.type != "preferences":
        return False
    name = item.key.removeprefix(_OTHER_AREA).rpartition("//")[2]
    return item.key.startswith(ANSWERS_AREA) or (item.key.startswith(_OTHER_AREA) and name in _ANSWER_NAMES)
