"""The words of a question that carry nothing to look for, and those that name a kind of memory."""

from __future__ import annotations

import re

from perdure.regex import regex

# Asked with, not asked for. Whole words, as a reader sees them.
_ENGLISH = """
a about after again all also am an and any anything are as at be because been before being but by can could d
did do does doing dont during ever for from get give had has have he her hers him his how i if im in into is
it its just know let ll m me mine my of on or our ours please re recall remember remind s she should show
since so some something t tell than that the their them then there these they thing things this those till to
too until up us ve very was we were what whats when where which while who whom whose why will with would you your
yours between both done down each having here may might more most must no nor not off once only other out over own
same shall such
"""
_CHINESE = """
的 了 是 在 有 和 与 跟 或 及 也 都 就 还 又 很 太 最 不 没 没有 吗 呢 吧 啊 呀 么 嘛 哦 哈 嗯 这 那 这个 那个
这些 那些 这样 那样 我 你 您 他 她 它 我们 你们 他们 她们 咱们 自己 什么 什么样 啥 怎么 怎么样 怎样 如何
为什么 为何 哪 哪里 哪儿 哪个 哪些 哪天 谁 多少 几 几个 多久 多长 何时 什么时候 时候 啥时候 请 请问 告诉 记得
还记得 知道 一下 一个 一些 可以 能 能不能 可不可以 会 要 想 是不是 有没有 是否 给 把 被 让 对 从 到 向 为 以
而 但 但是 所以 因为 如果 之前 以前 之后 以后 过 着 得 地 之 其 曾经 曾 说过 提到 关于 个 次 些 帮 帮我 麻烦
说说 讲讲
"""
EMPTY_EN = frozenset(_ENGLISH.split())
EMPTY_ZH = frozenset(_CHINESE.split())

_TYPES = {
    "preferences": r"\bpreferences?\b|\bprefs?\b|\bdo i (?:like|prefer)\b|\bmy favou?rites?\b"
    "|偏好|喜好|我喜欢什么|爱好",
    "goals": r"\bgoals?\b|目标",
    "tasks": r"\btasks?\b|\bto-?dos?\b|任务|待办",
    "decisions": r"\bdecisions?\b|\bdid (?:i|we) decide\b|决定|决策",
    "rules": r"\brules?\b|规则|规矩|底线",
    "lessons": r"\blessons?\b|教训",
    "skills": r"\bskills?\b|技能",
    "notes": r"\bnotes\b|\b(?:my|the|a) note\b|笔记",
    "profile": r"\bprofile\b|\bwho am i\b|\babout me\b|\bwhere do i (?:live|work)\b|\bhow old am i\b"
    r"|\bwhere am i from\b|\bwhat(?:'s|’s| is) my (?:name|job|age|birthday|address|city|email|employer)\b"
    "|档案|画像|个人资料|我是谁|我住在?哪|我在哪里?(?:工作|上班|住)|我叫什么|我多大|我是哪里人"
    "|我的(?:名字|生日|职业|年龄|地址|住址)",
    "identity": r"\bidentity\b|\bpersona\b|\bwho are you\b|人设|你是谁|你的身份",
    "events": r"\bevents?\b|事件",
    "facts": r"\bfacts\b|(?<!in )\bfact\b|事实",
    "relationships": r"\brelationships?\b|关系",
    "cases": r"\bcases\b|\bexperiences?\b|案例|经验",
    "patterns": r"\bpatterns?\b|\bprocedures?\b|套路|流程",
    "patches": r"\bpatch(?:es)?\b|\bcorrections?\b|补丁|更正",
    "entities": r"\bentit(?:y|ies)\b|实体",
    "episodes": r"\bepisodes?\b|\bsummar(?:y|ies)\b|\blast (?:session|conversation)\b|摘要|小结|上次(?:聊|对话)",
}
TYPE_WORDS = {name: regex(pattern, re.ASCII) for name, pattern in _TYPES.items()}

# Asks for something that is yet to be found, not for something that was said.
WANTS_NEW = regex(
    r"\b(?:recommend|suggest|suggestions?|recommendations?|ideas?|tips|advice|inspiration)\b"
    r"|\bwhat (?:should|could|can|shall) (?:i|we)\b"
    r"|\bhelp me (?:plan|pick|choose|decide|find)\b|\b(?:i am|i'm|i’m|we are|we're|we’re) looking for\b"
    "|推荐|建议|有什么好|(?:吃|看|玩|听|读|做|穿)(?:点儿?)?(?:什么|啥)(?:好|呢)?|去哪(?:里|儿)?(?:玩|吃|逛)|帮我(?:想|选|挑|找|安排|规划)",
    re.ASCII,
)
