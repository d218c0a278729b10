"""What the tour tells, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tale:
    """One conversation, and the words around it, in one language."""

    language: str
    talk: tuple[tuple[str, str], ...]
    """What is said and answered; the last is what will be forgotten."""
    change: tuple[str, str]
    old: str
    new: str
    question: str
    message: str
    needed: str
    """What the prompt for `message` must not lack."""
    replies: str

    opening: str
    remember: str
    superseded: str
    found: str
    composed: str
    explained: str
    forgotten: str

    you: str
    now: str
    tokens: str
    searched: str
    history: str
    archive: str
    by_hand: str
    go_on: str
    because: Callable[[str], str]
    counted: Callable[[int, int], str]
    outcomes: Mapping[str, str]

    well: str
    unwell: str
    look_around: str
    next: tuple[tuple[str, str], ...]


ENGLISH = Tale(
    language="en",
    talk=(
        ("Please remember that I am allergic to peanuts.", "I will."),
        ("My name is Ada and I live in Leeds.", "Nice to meet you, Ada."),
        ("Please keep your replies short.", "Short it is."),
    ),
    change=("I moved to York last week.", "How is York?"),
    old="Leeds",
    new="York",
    question="Where do I live?",
    message="What shall I cook tonight?",
    needed="peanuts",
    replies="What reply length do I like?",
    opening="A memory at work: everything below happens in a real store, and is checked.",
    remember="Everything said is archived; each receipt shows what was learned",
    superseded="Something changes: a new version replaces the old",
    found="Closed and reopened, it answers a question and says why",
    composed="The context for a message, within a token budget",
    explained="Where it came from: every version and its evidence",
    forgotten="Something is forgotten: gone from search, not from the archive",
    you="you",
    now="now",
    tokens="tokens",
    searched="search",
    history="history",
    archive="archive",
    by_hand="command: ",
    go_on="Enter to continue, Ctrl-C to quit",
    because=lambda words: f"because you said “{words}”",
    counted=lambda before, after: f"found {before} before, {after} now",
    outcomes={"stored": "learned", "merged": "added", "superseded": "changed"},
    well="Every step was verified.",
    unwell="a step failed: see FAILED above",
    look_around="look around: ",
    next=(
        ("perdure chat", "talk to a memory of your own"),
        ("perdure install", "give it to Claude Code, Cursor, Codex and others"),
        ('perdure remember "…"', "keep a note"),
        ("perdure --help", "everything else"),
    ),
)

CHINESE = Tale(
    language="zh",
    talk=(
        ("请记住我对花生过敏。", "记住了。"),
        ("我叫阿哲，我住在杭州。", "你好，阿哲。"),
        ("以后回复尽量简短，先给结论。", "好，先说结论。"),
    ),
    change=("我上周搬到上海了。", "上海住得惯吗？"),
    old="杭州",
    new="上海",
    question="我住在哪里？",
    message="今晚做点什么吃？",
    needed="花生",
    replies="我喜欢多长的回复？",
    opening="看看记忆是怎么工作的：下面每一步都在真实的存储上执行并校验。",
    remember="对话逐字保存；每张回执说明从中学到了什么",
    superseded="情况有变：新版本取代旧版本",
    found="关闭后重新打开，问它一个问题，它会说明为什么这样回答",
    composed="为一条消息准备的上下文，控制在 token 预算内",
    explained="来源：每个版本和它依据的原话",
    forgotten="忘掉一件事：搜不到了，但原话仍在存档里",
    you="你",
    now="现在",
    tokens="token",
    searched="搜索",
    history="历史",
    archive="存档",
    by_hand="对应命令：",
    go_on="按回车继续，Ctrl-C 结束",
    because=lambda words: f"因为你说过“{words}”",
    counted=lambda before, after: f"之前找到 {before} 条，现在 {after} 条",
    outcomes={"stored": "学到", "merged": "补充", "superseded": "更新"},
    well="每一步都已验证。",
    unwell="有一步没有通过：见上面的 FAILED",
    look_around="看看里面：",
    next=(
        ("perdure chat", "和你自己的记忆聊聊"),
        ("perdure install", "装进 Claude Code、Cursor、Codex 等"),
        ('perdure remember "…"', "记一条笔记"),
        ("perdure --help", "其余命令"),
    ),
)

TALES = {tale.language: tale for tale in (ENGLISH, CHINESE)}
