"""Whether somebody asks for the proof: "when did I say that", 原话, "how do you know". Only then is the archive opened.

Asking *about* a memory ("what did I say about Rome", 我什么时候去的北京) is not asking for its proof.
"""

from __future__ import annotations

import re

from perdure.regex import regex

_SAY = r"(?:say|said|tell|told|mention|mentioned|write|wrote|ask|asked|claim|claimed|promise|promised|state|stated)"
_EN = regex(
    r"(?a)\b(?:"
    rf"(?:when|where|since\swhen|what\s(?:day|date|time)|(?:on|in)\s(?:which|what)\s\w+)\s(?:exactly\s)?(?:did|have)\si\s"
    rf"(?:ever\s|actually\s|really\s|first\s|last\s|even\s)?{_SAY}\b(?!\s(?:hello|goodbye|hi)\b)"
    rf"|(?:did|have)\si\s(?:ever|really|actually)\s(?:really\s|actually\s)?{_SAY}"
    rf"|i\s(?:have\s)?never\s(?:ever\s)?(?:said|told|mentioned|wrote|asked|claimed|promised|stated)"
    rf"|i\s(?:didn['’]?t|did\snot)\s(?:ever\s|actually\s)?say\s(?:that|this|so)\b"
    rf"|what\s(?:exactly|precisely)\sdid\si\s{_SAY}|what\sdid\si\s(?:exactly|actually|literally)\s{_SAY}"
    rf"|what\sdid\si\s{_SAY}(?:\s\w+){{0,4}}?\s(?:exactly|precisely|literally)|how\sdid\si\s(?:put|phrase|word)\s(?:it|that|this)"
    r"|(?:my|the|your|his|her|their)\s(?:own\s)?(?:exact|original|actual|very|precise)\s(?:words?|wording|phrasing|quote|message|sentence|statement)"
    r"|exact\swords|verbatim|word[\s-]for[\s-]word"
    r"|quote\s(?:me\b|my\s(?:words|message)|(?:exactly\s)?what\si)"
    r"|where\s(?:did|do|have)\syou\s(?:get|got|gotten|hear|heard|learn|read|find)\s(?:that|this|it)(?=\s*(?:[?.!,]|$|from\b|idea\b|info))"
    r"|how\s(?:do|did|would|could|can)\syou\s(?:even\s|possibly\s)?know\s*(?:[?!.]|$|(?:that|this|it|about|i|i['’]m|my|we|all|so)\b)"
    r"|what\smakes\syou\s(?:think|say|believe|so\ssure)"
    r"|who\s(?:told\syou|said)\s(?:that|this|so|it|about)\b"
    r"|(?:show|give|bring|send|find)\s(?:me\s|up\s)?(?:the\s|some\s|your\s|any\s)?(?:evidence|proof|sources?|transcript|original)\b(?!\s(?:code|file|recipe))"
    r"|(?:do|have)\syou\s(?:have\s|got\s)?(?:any\s|some\s)?(?:evidence|proof)\b"
    r"|(?:what(?:['’]s|\sis|\sare)|cite|name)\s(?:your|the)\s(?:source|sources|evidence|proof)\b(?!\scode)"
    r"|prove\s(?:it|that\si|this)\b"
    r"|(?:which|what)\s(?:conversation|message|chat|session)\s(?:was|did|is|does)\b"
    r"|(?:conversation|message|chat|transcript|place|point|spot|part)\s(?:where|in\swhich|when)\si\s(?:\w+\s)?(?:said|told|mentioned|wrote|asked)"
    r"|(?:point|take|link)\sme\s(?:back\s)?to\s(?:where|when|what)\si"
    r")"
)
_SAID = r"(?:说|讲|提|告诉|聊|写|问|答应|承诺)"
_ZH = regex(
    rf"我(?:们)?(?:是|到底|究竟|以前|之前|上次|当时)*(?:在)?(?:什么时候|啥时候|何时|几时|哪一?天|哪一?次|什么时间|在?哪里?|在?哪儿)(?:跟你|和你|对你|向你)?{_SAID}(?:过|的|你|到)"
    rf"|(?:什么时候|啥时候|何时|哪一?天|哪一?次)我(?:跟你|和你|对你|向你)?{_SAID}(?:过|的|你|到)"
    rf"|我(?:真的?|的确|确实|以前|之前|曾经|有|有没有|到底|跟你|和你|对你)+{_SAID}(?:过|了)?(?:你)?(?:这|那|吗|么|没有)"
    rf"|我(?:说|讲|提|告诉)过(?:你)?(?:这|那|吗|么|没有)"
    r"|我(?:可|从来?|根本|从未)?(?:没|没有|未曾|从没)(?:跟你|和你|对你)?(?:说|讲|提|告诉)过"
    r"|我(?:的)?原话|原话|原文(?![件档])|一字不[差漏改]|逐字|一字一句"
    r"|引用(?:一下)?我(?:的|说|当时)"
    r"|(?:我|我们|当时|那时)(?:当时|那时|具体|究竟|到底|确切|准确)*(?:是)?(?:怎么|如何)(?:跟你|和你|对你)?(?:说|讲|提|表述|描述)的"
    r"|我(?:当时|那时|上次)?(?:具体|确切|准确|究竟|到底)(?:地)?(?:是)?(?:怎么)?(?:跟你|和你)?说(?:了|的|过)"
    r"|你(?:是)?(?:怎么|咋|如何)(?:会)?(?:知道|晓得|得知)(?:的|我|这|那|[？?！!。,，]|$)"
    r"|你(?:是)?(?:从|在|打)?(?:哪里|哪儿|哪)(?:里)?(?:知道|得知|听说|听来|看到|看来|得来|来)(?:的|我|这)"
    r"|(?:是)?谁(?:告诉|跟|和)你(?:说)?的?(?:[？?！!。,，]|$|这|我|的|说)"
    r"|(?:有|给我|拿出|什么|你的|出示|看看)(?:什么|啥|任何|一下)?(?:证据|依据|凭据|根据)(?!法)"
    r"|(?:信息|消息|说法|结论|这话|这个|这)的?(?:来源|出处)(?:是|在|呢|[？?]|$)|出处(?:是|在|呢|[？?]|$)"
    r"|凭什么(?:这么|这样|说|认为|觉得)"
    r"|(?:哪次|哪一次|哪段|哪场|哪个|哪条)(?:对话|聊天|会话|消息|记录)"
    r"|(?:找|翻|调)(?:出|到|一下)?(?:来)?(?:我们的?|我的|当时的?|那段|那条|那次)+(?:原始)?(?:聊天)?(?:记录|对话|消息|聊天|话)"
)


def asks_for_evidence(folded: str) -> bool:
    """Whether a text, width and case taken out, wants to see where something comes from."""
    spaced = re.sub(r"\s+", " ", folded)
    return bool(_EN.search(spaced) or _ZH.search(spaced.replace(" ", "")))
