"""What task a message sets, and whether it is still the same one. Chinese, English and both mixed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from perdure.language import sentences, weight
from perdure.regex import regex
from perdure.segment import segment
from perdure.textcache import cached_texts

MAX_TASK = 160
ALIKE = 0.25
"""The share of words two descriptions must have in common to be about the same thing."""
LEAST = 3
"""Han characters and Latin words that a task takes at least to say."""
SHORT = 2
"""With fewer words of its own than this, a description says nothing new: it goes on with what was there."""

_ASKS_ZH = regex(
    r"帮(?:我|忙|一下|个忙)|请(?!问.{0,4}$)|麻烦|能不能|能否|可不可以|可以.{1,30}吗|给我|来(?:一|个|份|段)"
    # "How is it", "what is wrong": a question about the world, and nothing to be done.
    r"|怎么(?!样(?!才|能|可以|去|做|写|用)|了|啦|回事|又|还|这么|那么|老是|总是|不)|(?:如何|怎样)(?![了呢啊吧\s?？。！!]*$)"
    r"|我(?:想|要|得|需要|打算)(?:你|让你)?(?:写|做|查|改|看|学|搭|建|部署|分析|整理|准备|订|买"
    r"|翻译|总结|实现|设计|规划)"
    r"|^(?:再|先|现在|接下来|然后)?(?:写|做|查|改|看看|分析|总结|翻译|修复|修一下|修改|实现|优化|部署|设计|整理|生成|解释"
    r"|准备|规划|列出|比较|检查|测试|调试|重构|搭建|订|预订|安排|画)"
)
_ASKS_EN = regex(
    r"\b(?:please|can you|could you|would you|will you|help me|i need (?:to|you|a|an|some|help)|i want (?:to|you)"
    r"|i'd like (?:to|you)|let's|how (?:do|can|should|would|to)|what(?:'s| is| are) the (?:best|right)"
    r"|we (?:need|have) to)\b"
    r"|^(?:now |next |then |first |also )?(?:write|fix|debug|build|create|make|add|implement|analy[sz]e|summari[sz]e"
    r"|translate|deploy|design|review|refactor|explain|find|check|update|plan|draft|book|compare|prepare|test"
    r"|optimi[sz]e"
    r"|set up|clean up|look (?:up|into|at)|figure out|generate|list|migrate|rewrite|remind|schedule|research|convert"
    r"|install|configure|investigate|calculate|show me|tell me|give me)\b",
    re.IGNORECASE,
)
_SWITCH = regex(
    r"换(?:个|一个)?(?:话题|题目|任务)|说(?:点|些)别的|先不(?:管|说|聊|弄)(?:这个|那个|它)?"
    r"|另外(?:一件事|有件事|一个(?:问题|任务))"
    r"|新(?:的)?(?:任务|话题)|下一(?:个任务|件事)|回到(?!.{0,4}刚才)"
    r"|\b(?:new (?:topic|task|question|subject)|change (?:of )?(?:the )?(?:topic|subject)|switch(?:ing)? to|moving on"
    r"|on (?:another|a different|an unrelated) (?:note|topic|subject)|something (?:else|different|unrelated)"
    r"|forget (?:about )?(?:that|this)(?: for now)?|next task|unrelated(?:ly)?[,:])",
    re.IGNORECASE,
)
_GOES_ON = regex(
    r"^(?:继续|接着|然后|还有|再(?:来|试|改|加)|那(?:就|么)?|这(?:个|里|样)|它|好的|可以|嗯|对|刚才|上面|不对|不是)"
    r"|^(?:continue|go on|keep going|carry on|and |also|then|next|it |that |this |those |these |ok|okay|yes|no[, ]"
    r"|now it|again|same|still|what about|how about)",
    re.IGNORECASE,
)
_STOP = frozenset(
    """
    the a an to of and or for in on at is are was be it this that my your our me you we i please can could would help
    need want with from by as do does how what which so now then also let some just make get have has will if not
    new about into up out use using there here them they its
    帮我 我们 你们 一下 一个 这个 那个 什么 怎么 如何 可以 请你 帮忙 需要 现在 然后 接着 继续 还有 能不
    不能 的话 我想 想要 看看 下个 个新 是不 不是 有没 没有 给我 再帮 请帮 麻烦 就是 把这 这里 里的 一份 一段 一篇
    一些 我的 你的 的一 为我 好的
    """.split()  # noqa: SIM905  # words read better as words
)


def task_in(message: str, without: Sequence[str] = ()) -> str | None:
    """What a message asks to be done: its first sentence that asks for something. None when it asks for nothing.

    `without` are passages that were understood as something else, such as a wish for how to answer: what is left of a
    sentence without them has to ask.
    """
    for start, end, _ in sentences(message, 0, len(message)):
        sentence = rest = message[start:end]
        for part in without:
            rest = "" if sentence in part else rest.replace(part, " ")
        enough = LEAST if rest == sentence else LEAST + 1
        if weight(rest) >= enough and (_ASKS_ZH.search(rest) or _ASKS_EN.search(rest)):
            line = " ".join(sentence.split())
            return line if len(line) <= MAX_TASK else line[: MAX_TASK - 1].rstrip() + "…"
    return None


@cached_texts(4_096)
def content_words(text: str) -> frozenset[str]:
    """The words that say what a text is about."""
    return frozenset(
        word
        for word in segment(text)
        if word not in _STOP and (len(word) > 2 or (len(word) == 2 and not word.isascii()))
    )


def likeness(one: str, other: str) -> float:
    """The share of words that the shorter of two texts has in common with the other: 0 to 1."""
    mine, theirs = content_words(one), content_words(other)
    if not mine or not theirs:
        return 0.0
    return len(mine & theirs) / min(len(mine), len(theirs))


def has_switched(current: str, description: str) -> bool:
    """Whether a description is about another task than the current one."""
    words = content_words(description)
    if _SWITCH.search(description):
        return bool(words - content_words(current)) and likeness(current, description) < 0.8
    if len(words) < SHORT or _GOES_ON.match(description.strip()):
        return False
    return likeness(current, description) < ALIKE
