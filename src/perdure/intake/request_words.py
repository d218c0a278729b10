"""The words by which people ask to have something remembered or forgotten, in English and Chinese. Data, no logic.

A request is an order: what stands before its verb in the clause is nothing but words that open an order (`please`,
`could you`, 麻烦你帮我). `I remember`, 我忘了带伞 and `I'll never forget Paris` have somebody before the verb who is not
the one spoken to, and so are none.
"""

from __future__ import annotations

LEADS_EN = frozenset(
    """
    oh ok okay and so but also btw hey hi hello well yes yeah yep no please pls plz just actually fyi then now anyway um
    uh ps sorry luna listen look right again additionally alright cool great thanks important first second finally
    """.split()  # noqa: SIM905  # words read better as words
)
"""Single words that may stand before an English order."""

ORDERED_EN = (
    r"(?:i|we)(?:'d| would)? (?:want|need|like|ask|expect|prefer|would like|would love)(?: for)? you to",
    r"(?:can|could|would|will) (?:you|u)(?: please| pls| just| also| maybe)*",
    r"(?:you|u) (?:should|must|need to|have to|gotta|can|could|better)(?: always| also| just)*",
    r"(?:please|pls|plz) ?(?:just|also|do|always|be sure to|make sure to|make sure you|go ahead and)*",
    r"(?:make|be) sure (?:you|to|that you|u)(?: always| also)*",
    r"let(?:'|’)?s(?: just| also)*",
    r"(?:it'?s )?important(?: for you)? to",
    r"(?:one|another|two|a|some)(?: more| other| last| quick| small| little)* (?:thing|things|note|point|detail)s?(?: to)?",
)
"""How an English order may begin before its verb."""

REMEMBER_EN = (
    r"remember(?! ?一下| when\b| how\b| the time\b| those\b| that time\b| to\b| back\b| me\b| us\b|\?)",
    r"(?:don'?t|do not|dont|never)(?: you| u)?(?: ever)? forget(?! to\b)",
    r"don'?t let me forget(?! to\b)",
    r"(?:just )?so you know for (?:later|next time|the future)",
    r"(?:keep|bear) (?:it |this |that )?in mind",
    r"(?:please )?note(?= that\b| down\b|:| the following\b| for\b| this\b| -)(?: down)?",
    r"(?:make|take|keep|leave)(?: yourself| me)? (?:a |an )?(?:quick |mental )?(?:note|record|memo)s?(?: of| down)?",
    r"take note(?: of)?",
    r"(?:write|jot|put|mark|take)(?: this| that| it| these| the following)? down",
    r"(?:save|store|keep|log|record|add|put|file|memori[sz]e|commit)(?: this| that| it| the following)"
    r"(?: down| somewhere| away| (?:to|in|into) (?:your )?(?:memory|notes|records|file|mind))?",
    r"memori[sz]e",
    r"for (?:the|your|our) (?:record|records|notes|memory|future reference)|for future reference|for (?:later|next time)",
    r"(?:add|put|save|commit) (?:to|in|into) (?:your )?(?:memory|notes|records)",
)
"""The verb of a request to remember, with what belongs to it."""

FORGET_EN = (
    r"forget(?= (?:that|about|what|my|the|our|i|i'm|i've|everything|all|where|whatever|how|any|anything|this|his|her|their|me)\b)"
    r"(?! about it\b| the rest\b| this\b$)",
    r"(?:don'?t|do not|dont|never)(?: ever)? (?:remember|store|record|log|retain|memori[sz]e|keep track of|hold on to)"
    r"(?! to\b)",
    r"(?:don'?t|do not|dont)(?: ever)? (?:keep|save)(?= (?:my|our|the fact|that i|a record|anything about|any record|what i)\b)",
    r"(?:stop|quit|no need to|no longer need to) (?:remember|stor|record|logg|keep|sav|track|retain)(?:ing|e|s)?(?= (?:that|my|our|i|the|what|any)\b)",
    r"(?:delete|erase|remove|wipe|drop|clear|scratch|strike|discard|purge|scrub|unlearn|get rid of|take back|undo|ditch|lose)"
    r"(?= (?:what i|that i|the (?:fact|note|part|bit|memory|memories|thing|stuff|record|entry|line|info|information|detail)s?\b"
    r"|everything (?:i|about|you)|anything (?:i|about|you)|all (?:mentions?|memory|memories|you know)|my (?:memory|record)"
    r"|your (?:memory|note|record)s?|.{1,80} from (?:your )?(?:memory|notes|records|mind)))",
)
"""The verb of a request to forget. Words that are also said of files and branches need something of memory behind."""

LAST_EN = (
    r"(?:please )?forget (?:that|what i (?:just )?said|i said (?:that|anything))|scratch that|i take (?:that|it) back|i lied"
    r"|i misspoke|i was wrong(?: about that)?|my mistake|ignore what i (?:just )?said"
)
"""How people take back what they said last. `That's wrong` is not among them: it may be said of the answer."""
LAST_ZH = "忘掉(?:那个|这个|刚才的)吧?|刚才说的不算|我说错了|我记错了|当我没说|收回刚才(?:的话|说的)|刚刚说的不算"

NO_REQUEST_EN = r"^(?:it|that|this|about it|you|him|her|them|us|me|everything)?[\s.!,]*$"
"""`Forget it`, `never mind`: nothing is named that could be forgotten."""

OPENERS_ZH = (
    "有件事|有个事|请|麻烦|拜托|劳烦|劳驾|烦请|帮我|帮忙|帮|替我|给我|你|您|要|得|须|必须|务必|一定|千万|可以|能|能不能|可不可以|好好|也|都|再|先|就"
    "|还|还有|另外|顺便|对了|对啦|话说|那|那么|然后|以后|今后|往后|之后|从今天起|从现在起|现在|记得|助手|小助手|同学|老师|哥|姐|亲|宝|宝子|嗯+|哦+|噢|啊"
    "|哎|诶|欸|好的|好|行|ok|okay|hi|hey|pls|please|plz|btw|ps|我要你|我想让你|我希望你|希望你|想让你|想请你|我想请你|我需要你|需要你"
    "|把|将|这个|这条|这点|这件事|这事|这些|这|下面|以下|重点|重要|注意|提醒|一下|的事|，|,|：|:|、|。|！|!|~|～|\\s"
)
"""What may stand before the verb of a Chinese order."""

REMEMBER_ZH = (
    "记住|记下来|记下|记一下|记一笔|记一条|记个|记上|记着|记好|记牢|记录下来|记录下|记录一下|记录|做个记录|做记录|备忘一下|备忘|备注一下|备注|备个忘|留个底"
    "|存一下|存个档|存档|存进记忆|存到记忆|牢记|谨记|铭记|mark一下|mark 一下|mark下|mark|note一下|note 一下|note下|别忘了|别忘记|别忘|不要忘了|不要忘记|不要忘|可别忘了|千万别忘了|勿忘"
    "|remember 一下|remember一下|remember|记得"
)
"""The verb of a request to remember."""

FORGET_ZH = (
    "忘掉|忘记|忘了(?=我|吧|它|刚|之前|那|这|关于|上次|前面)|别再记着|别再记得|别再记|别记着|别记得|别记住|别记|不要再记着|不要再记|不要记住|不要记录|不要记|不用再记|不用记|不必记"
    "|别存|不要存|别保存|不要保存|别留着|不要留着|抹掉|抹去|清除|清掉|删掉|删除|删了|去掉|划掉|撤回|作废|forget 掉|forget掉|forget|delete 掉|delete"
)
"""The verb of a request to forget."""

FORGET_AFTER_ZH = "忘了|忘掉|忘记|忘|删了|删掉|删除|清掉|清除|抹掉|抹去|去掉|划掉|撤回|撤掉|作废|forget 掉|forget掉|forget|delete 掉|delete掉|delete"
"""The verb of 把…忘了: what is to be forgotten stands before it."""

MEMORY_ZH = "记忆|记录|记着|记的|记住的|说过|说的|告诉你|讲的|提过|提到|信息|资料|笔记|这条|那条|这件事|那件事|的事|关于|相关|内容|偏好|习惯"
"""What shows that 删掉 is said of memory and not of a file."""

TASKLIKE_ZH = "带|买|去|提醒|叫|回|吃|喝|交|做|打|发|给|按时|早点|准时|关|锁|拿|取|还|写|看|喂|浇|付|缴|订|把"
"""记得 before one of these is said of something to do, not of something to know."""

VAIN_EN = frozenset(
    [
        "just",
        "do",
        "it",
        "go",
        "get",
        "be",
        "keep",
        "try",
        "going",
        "on",
        "doing",
        "done",
        "up",
        "you",
        "can",
        "it's",
        "only",
        "the",
        "that",
        "this",
        "be",
        "yourself",
        "smile",
        "breathe",
        "live",
        "enjoy",
        "happy",
        "strong",
        "patient",
        "always",
        "never",
        "have",
        "fun",
        "relax",
        "calm",
        "and",
        "so",
        "to",
        "a",
        "is",
        "are",
        "in",
        "all",
        "ok",
        "okay",
        "please",
        "thanks",
        "now",
        "today",
        "it",
    ]
)
"""Words that say nothing to be remembered: a pep talk, or nothing at all."""
