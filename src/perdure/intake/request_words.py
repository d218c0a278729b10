"""How people ask to have something remembered or forgotten, in English and Chinese. Patterns, no logic.

A request is an order: what stands before its verb in the clause is nothing but words that open an order (`please`,
`could you`, 麻烦你帮我). `I remember`, 我忘了带伞 and `I'll never forget Paris` have somebody before the verb who is
not the one spoken to, and so are none. The lists that the patterns name are in `words/requests.txt`.
"""

from __future__ import annotations

ORDERED_EN = (
    r"(?:i|we)(?:'d| would)?(?: really)? (?:want|need|like|ask|expect|prefer|would like|would love|love)"
    r"(?: for)? you to(?: know and)?",
    r"(?:i|we)(?:'d| would)?(?: really)? (?:like|love|appreciate|prefer)(?: it)? if (?:you|u)"
    r"(?: could| would| can)?",
    r"it(?:'d| would|'s| is)(?: be)? (?:great|good|nice|helpful|useful|help|lovely|cool|best)(?: me)? if "
    r"(?:you|u)(?: could| would| can)?",
    r"(?:would|is|will|might) it(?: be)? (?:possible|ok|okay|alright|cool)(?: for you)? "
    r"(?:to|if (?:you|u)(?: could)?)",
    r"(?:would|do) (?:you|u) mind",
    r"(?:is there )?any (?:chance|way) (?:that )?(?:you|u) (?:could|can|would)",
    r"(?:can|could|would|will) (?:you|u)(?: please| pls| just| also| maybe| kindly| possibly)*",
    r"(?:you|u) <requests.modals>(?: always| also| just| please| now| probably)*",
    r"(?:please|pls|plz) ?(?:just|also|do|always|be sure to|make sure to|make sure you|go ahead and)*",
    r"(?:make|be) sure (?:you|to|that you|u)(?: always| also)*",
    r"(?:do me a favou?r and|go ahead and|feel free to|be so kind as to|i(?:'m| am) asking you to)",
    r"let(?:'|’)?s(?: just| also)*",
    r"(?:it'?s )?important(?: for you)? to",
    r"(?:(?:<requests.counts>|\d+) )+(?:thing|note|point|detail|fact|bit)s?(?: (?:for you|worth))?(?: to)?",
)
"""How an English order may begin before its verb."""

REMEMBER_WORD = r"r(?=[emb]{0,7}m)[emb]{3,8}r"
"""`remember` as fingers spell it."""
FORGET_WORD = r"(?:for?e?gett?|froget|forgt|forgte)"

REMEMBER_EN = (
    rf"{REMEMBER_WORD}(?:ing|ed)?(?! ?一下| when\b| the time\b| those\b| that time\b| to\b| back\b| me\b"
    r"| us\b|\?)(?-i:(?! the [A-Z]))",
    rf"(?:don'?t|do not|dont|never|don’t)(?: you| u)?(?: ever)? {FORGET_WORD}(?! to\b| about it\b)",
    r"(?:keep|keeping|bear|bearing) (?:it |this |that |these )?in mind",
    r"(?:please )?note(?= that\b| down\b|:| the following\b| for\b| this\b| -)(?: down)?",
    r"(?:make|take|keep|leave|making)(?: yourself| me)? (?:a |an )?(?:quick |mental |little )?"
    r"(?:note|record|memo)s?(?: of| down)?(?! to\b)",
    r"memori[sz]e",
    r"keep (?:it|this|that|these) (?:somewhere )?safe(?: for (?:me|us|later))?",
    r"for (?:the|your|our) (?:record(?! player)|records|notes|memory|future reference)"
    r"|for future reference|for (?:later|next time)(?=$|[,:])",
    # A verb of keeping is said of memory when a place in memory is named, or nothing but `that`.
    r"<requests.keep>(?:ing)?(?: [\w'’]+){0,3}? (?:to|in|into) (?:your |ur |the )?(?:long[- ]term )?"
    r"(?:memory|notes|records|brain|head|mind|memory bank|what you (?:have|know)(?: (?:on|about) [\w'’]+)?)",
    r"(?:write|jot|put|mark|take|scribble|get|note|pen)(?:ing)?"
    r"(?: this| that| it| these| those| the following)? down(?! (?:a|the) )",
    r"(?:hang|hold)(?:ing)? on ?to(?: this| that| it| these| those)",
    r"(?:save|store|log|record|keep)(?:ing)? (?:this|that|these|those|it|the following)(?: one| info)?"
    r"(?: (?:somewhere|down|on (?:file|record)|for (?:me|later|next time|reference|future reference)))*"
    r"(?=\s*(?:$|[:,.!–—-]|please|pls|would|could|will|that\b|before|in case|so\b|ok))(?<!keep it)",
)
"""The verb of a request to remember, with what belongs to it."""

FORGET_EN = (
    rf"{FORGET_WORD}(?= )(?! (?:about it|the rest|to|it|you|him|her|them|us)\b(?! thing))(?: about)?",
    r"un-?(?:remember|learn|know)",
    r"(?:don'?t|don’t|do not|dont|never)(?: ever)? "
    r"(?:remember|retain|memori[sz]e|keep track of|hold on ?to)"
    r"(?! to\b| (?:what|where|when|who|how|why|if|which|whether)\b(?! i (?:said|told)))",
    r"(?:don'?t|don’t|do not|dont)(?: ever)? (?:keep|save|store|record|log)"
    r"(?= (?:my|our|the fact|that i|a record|anything about|any record|what i|anything)\b)",
    r"(?:stop|quit) (?:remember|stor|record|logg|keep|sav|track|retain)ing(?! (?:me|us|on)\b)",
    r"(?:(?:you|u) )?(?:don'?t|don’t|do not|dont) (?:need|have) to "
    r"(?:remember|store|record|keep|save|track|retain|hold on ?to)",
    r"(?:pretend|act like|act as if)(?: that)? i(?:'d)? (?:never|didn'?t|hadn'?t|didn’t) "
    r"(?:mention|say|said|told|tell|bring|brought)(?:ed)?(?: up)?(?: you)?(?: about)?",
)
"""The verb of a request to forget that is said of nothing but memory."""

DROP_EN = r"(?:<requests.drop>|take(?=.{1,40} (?:off|out of|from) (?:your|ur)))(?:ing)?(?= )"
"""Verbs of taking away that are also said of files and branches."""

FRAME_EN = r"<requests.frame>"
"""What people call a thing that they once said."""

FRAMED_EN = (
    rf"\b(?:(?:the|that|this|my|those|our|any|all|both) (?:[\w'’&+.-]+ ){{0,4}}(?:{FRAME_EN})\b"
    r"|what(?:ever)? i|that i\b|everything|anything|all (?:mentions?|you know)|(?:that|the) (?:about|on) )"
)

MEMORY_EN = (
    r"\b(?:your|ur) (?:memory|memories|notes|records|mind|brain|head)\b|\bfrom memory\b"
    r"|\bi (?:told|said|mentioned)\b"
)

OBJECT_EN = r"\b<requests.objects>\b|\w[./_]\w"
"""What shows that something else than memory is to be cleared."""

BACK_EN = r"^<requests.back>?$"
"""What points back to what was said before."""

LAST_EN = (
    r"(?:please )?forget (?:that|what i (?:just )?said|i said (?:that|anything))|scratch that"
    r"|i take (?:that|it) back|i lied|i misspoke|i was wrong(?: about that)?|my mistake"
    r"|ignore what i (?:just )?said"
)
"""How people take back what they said last. `That's wrong` is not among them: it may be said of the answer."""
LAST_ZH = "忘掉(?:那个|这个|刚才的)吧?|刚才说的不算|我说错了|我记错了|当我没说|收回刚才(?:的话|说的)|刚刚说的不算"

WHY_EN = r"\s+<requests.why>\b.*$"
"""What follows what is to be forgotten in one breath: why, and how it is asked."""

OPENERS_ZH = r"<requests.openers_zh>|，|,|：|:|、|。|！|!|~|～|\s"
"""What may stand before the verb of a Chinese order."""

ADDRESS_ZH = r"<requests.address_zh>"
"""What shows that the one spoken to is meant, where something else stands before it."""

REMEMBER_ZH = (
    r"(?:刻|装|存|放|写|收|加|记)(?:在|进|到)[^，,。！!]{0,4}?(?:脑子|心|记忆|脑海|笔记|备忘录)(?:里|上)?(?:面)?"
    r"|<requests.remember_zh>"
)
"""The verb of a request to remember."""

TOLD_ZH = r"<requests.told_zh>"
"""What follows 忘了 where it bids to forget something that was told."""

FORGET_ZH = (
    r"忘掉|<requests.do_not_zh>(?:再|往心里|继续|\s)*(?:记(?!者|账)|keep|remember|存|保存|留|save)"
    r"(?:着|得|住|录|下来|下)?|(?<!n't )(?<!n’t )(?<!dont )(?<!not )(?<!never )(?<!别)(?<!别 )(?<!不要)"
    r"(?<!不要 )forget(?: ?掉| it)?|un-?remember|(?:就)?当(?:作|做)?[我你您]?没(?:说|提|讲|听)过?"
)
"""The verb of a request to forget that is said of memory."""

DROP_ZH = r"<requests.drop_zh>"
"""Verbs of taking away that are also said of files."""

AFTER_ZH = "忘了|忘掉|忘记|忘"
"""What may end 把…忘了: what is to be forgotten stands before it."""

FRAME_ZH = r"<requests.frame_zh>"
"""What people call a thing that they once said."""

MEMORY_ZH = r"<requests.memory_zh>"
"""What shows that 删掉 is said of memory and not of a file."""

OBJECT_ZH = r"<requests.objects_zh>"
"""What shows that something else than memory is to be cleared."""

BACK_ZH = r"^(?:<requests.back_zh>|,|，|\s)*$"
"""What points back to what was said before."""

TASKLIKE_ZH = r"<requests.tasklike_zh>"
"""记得 before one of these is said of something to do, not of something to know."""

_ITS_TEXT = r"(?:(?!\b(?:remember|memory|notes)\b|记[住着下得])[^:：\n])"
_WORKED_UP = (
    r"\bmake (?:this|that|it|these) (?:<requests.worked_up>)\b"
    r"|\bput (?:this|that|it|these) in(?:to)? <requests.put_into>\b"
    r"|\bturn (?:this|that|it|these)\b(?! into (?:a |an )?<requests.kept_as>)"
)
GIVEN = (
    rf"(?:<requests.given>|\b(?:correct|check|fix) (?:this|my)\b|{_WORKED_UP}"
    rf"|\b(?:write|draft|compose|caption)\b){_ITS_TEXT}{{0,60}}[:：]"
    rf"|<requests.given_zh>{_ITS_TEXT}{{0,30}}[:：]"
)
"""Whoever gives a text to be worked on does not speak behind the colon."""

REPORTS = (
    r"(?:\b(?:said|says|say|told \w+|<requests.reports>)|<requests.reports_zh>)"
    r"(?:我|了|着|过)?\s*[:：,，]?\s*$"
)
"""What comes before words of somebody else."""
SPOKEN = r"(?:我|跟你|听我|i |i'm )[^，,]{0,4}(?:说|say|told|saying)|(?:有)?话说"
"""Who says so of himself speaks for himself."""

ORDERS = (
    r"^(?:(?:now|then|ok|okay|so|and|also)[, ]+)*<requests.orders>\b"
    r"|^(?:那|然后|现在|顺便|再|另外)*<requests.orders_zh>"
)
"""How a sentence begins that asks for something else."""

TURNS_OF_PHRASE = (
    r"\blet'?s (?:go|eat|get|have|order|do|just)\b|\bwho (?:needs|cares)\b|\bi'?d rather\b"
    r"|\bwe(?:'re| are) (?:going|having)\b|(?:我们|咱们?|走)(?:去|来|吃|喝|走起)"
)
"""Who goes on like this did not ask to have something forgotten: `forget the diet, let's eat`."""

_SPARES_EN = (
    r"\b(?:(?:can|may|should|must|could) (?:stay|remain|be kept)|stays)"
    r"(?: in| put| there| as is| though| tho| please)*(?:\W*$| (?:cos|coz|cuz|because|since|as)\b)"
    r"|\b(?:fine|ok|okay|happy) (?:to|for you to) keep\b|\b(?:keep|leave) the (?:rest|others?)\b"
)
_MAY_STAY_ZH = (
    r"(?<![不没别必])(?<!不要)(?<!不用)(?<!不再)(?<!别再)(?:可以|能|要|得|继续)"
    r"(?:留着?|留下|保留|记着|存着)[吧的了哦啊呀]*\W*$"
)
_STAYS_ZH = (
    r"^(?!\W*(?:请|麻烦|求)?你?<requests.keep_not_zh>|.*我都?留"
    r"|.*(?:不要|别|不用|不必|不许|莫|甭)(?:再|继续)*(?:留|保留)).{1,14}(?<![不别要用必莫许])"
    r"(?:留着|留下|保留)[吧了哦啊呀]*\W*$"
)
SPARES = (
    rf"{_SPARES_EN}|{_MAY_STAY_ZH}|{_STAYS_ZH}|(?:其他的?|其它的?|别的)都?(?:留|保留|不动)"
    r"|[不没][用必](?:删|动)|(?:照留|照旧|还要|别动|不要动)[的吧了哦啊呀]*\W*$"
)
"""What says of something else, beside a request to forget, that it is to stay."""

_THE_REST_ZH = r"(?:其他|其它|其余|剩下|别的)(?=[的都就也不别没可全跟和我那这]|\W*$)"
_THE_REST_EN = r"\b(?:the (?:rest|others?)(?! of (?:the|my|this|that|today|our)\b)|everything else)\b"
THE_REST = rf"{_THE_REST_EN}|{_THE_REST_ZH}"
"""All but what a request names; `the rest of the day` and 其他城市 are none of it."""

STAYING = (
    rf"{THE_REST}|\b(?:remains?|except(?: for)?|apart from|other than)\b"
    r"|照留|照旧|还要[的吧了哦啊呀]*\W*$|别动|不要动|除了"
)
"""What a clause says that speaks of something that stays, whatever that is."""

OF_MEMORY = r"\b(?:<requests.of_memory>|the <requests.frame>)\b|<requests.of_memory_zh>"
"""What shows that a request of which no verb tells is said of memory, and not of a recipe or a list."""

ELSEWHERE = (
    r"\b(?:from|off|out of|in|on) "
    r"(?:(?:the|a|an|this|that|these|those|my|our|his|her|their|your)\b|\w+'s\b|[\w-]+\.\w+)"
    r"|从.{1,10}[里中上内]|[里中上]的"
)
"""Where else something is to be taken away: `remove the peanuts from the recipe`."""
