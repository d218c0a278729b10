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
    therefore wait kindly omg ugh lol hm hmm dude mate friend my quick quickly maybe since plus
    """.split()  # noqa: SIM905  # words read better as words
)
"""Single words that may stand before an English order."""

ORDERED_EN = (
    r"(?:i|we)(?:'d| would)?(?: really)? (?:want|need|like|ask|expect|prefer|would like|would love|love)(?: for)? you to(?: know and)?",
    r"(?:i|we)(?:'d| would)?(?: really)? (?:like|love|appreciate|prefer)(?: it)? if (?:you|u)(?: could| would| can)?",
    r"it(?:'d| would|'s| is)(?: be)? (?:great|good|nice|helpful|useful|help|lovely|cool|best)(?: me)? if (?:you|u)"
    r"(?: could| would| can)?",
    r"(?:would|is|will|might) it(?: be)? (?:possible|ok|okay|alright|cool)(?: for you)? (?:to|if (?:you|u)(?: could)?)",
    r"(?:would|do) (?:you|u) mind",
    r"(?:is there )?any (?:chance|way) (?:that )?(?:you|u) (?:could|can|would)",
    r"(?:can|could|would|will) (?:you|u)(?: please| pls| just| also| maybe| kindly| possibly)*",
    r"(?:you|u) (?:should|must|need to|have to|gotta|can|could|may|better|might want to)"
    r"(?: always| also| just| please| now| probably)*",
    r"(?:please|pls|plz) ?(?:just|also|do|always|be sure to|make sure to|make sure you|go ahead and)*",
    r"(?:make|be) sure (?:you|to|that you|u)(?: always| also)*",
    r"(?:do me a favou?r and|go ahead and|feel free to|be so kind as to|i(?:'m| am) asking you to)",
    r"let(?:'|’)?s(?: just| also)*",
    r"(?:it'?s )?important(?: for you)? to",
    r"(?:(?:one|another|two|three|four|five|six|a|some|few|couple|several|of|more|other|last|quick|small|little|\d+) )+"
    r"(?:thing|note|point|detail|fact|bit)s?(?: (?:for you|worth))?(?: to)?",
)
"""How an English order may begin before its verb."""

REMEMBER_WORD = r"r(?=[emb]{0,7}m)[emb]{3,8}r"
"""`remember` as fingers spell it."""
FORGET_WORD = r"(?:for?e?gett?|froget|forgt|forgte)"

REMEMBER_EN = (
    rf"{REMEMBER_WORD}(?:ing|ed)?(?! ?一下| when\b| the time\b| those\b| that time\b| to\b| back\b| me\b| us\b|\?)(?-i:(?! the [A-Z]))",
    rf"(?:don'?t|do not|dont|never|don’t)(?: you| u)?(?: ever)? {FORGET_WORD}(?! to\b| about it\b)",
    r"(?:keep|keeping|bear|bearing) (?:it |this |that |these )?in mind",
    r"(?:please )?note(?= that\b| down\b|:| the following\b| for\b| this\b| -)(?: down)?",
    r"(?:make|take|keep|leave|making)(?: yourself| me)? (?:a |an )?(?:quick |mental |little )?(?:note|record|memo)s?(?: of| down)?"
    r"(?! to\b)",
    r"memori[sz]e",
    r"for (?:the|your|our) (?:record(?! player)|records|notes|memory|future reference)|for future reference"
    r"|for (?:later|next time)(?=$|[,:])",
    # A verb of keeping is said of memory when a place in memory is named, or nothing but `that`.
    r"(?:add|put|save|commit|store|stick|pop|file|log|write|keep|burn|etch|lock)(?:ing)?(?: [\w'’]+){0,3}?"
    r" (?:to|in|into) (?:your |ur |the )?(?:long[- ]term )?(?:memory|notes|records|brain|head|mind|memory bank)",
    r"(?:write|jot|put|mark|take|scribble|get|note|pen)(?:ing)?(?: this| that| it| these| those| the following)? down(?! (?:a|the) )",
    r"(?:hang|hold)(?:ing)? on ?to(?: this| that| it| these| those)",
    r"(?:save|store|log|record|keep)(?:ing)? (?:this|that|these|those|it|the following)(?: one| info)?"
    r"(?: (?:somewhere|down|on (?:file|record)|for (?:me|later|next time|reference|future reference)))*"
    r"(?=\s*(?:$|[:,.!–—-]|please|pls|would|could|will|that\b|before|in case|so\b|ok))(?<!keep it)",
)
"""The verb of a request to remember, with what belongs to it."""

FORGET_EN = (
    rf"{FORGET_WORD}(?= )(?! (?:about it|the rest|to|it|you|him|her|them|us)\b(?! thing))(?: about)?",
    r"un-?(?:remember|learn|know)",
    r"(?:don'?t|don’t|do not|dont|never)(?: ever)? (?:remember|retain|memori[sz]e|keep track of|hold on ?to)"
    r"(?! to\b| (?:what|where|when|who|how|why|if|which|whether)\b(?! i (?:said|told)))",
    r"(?:don'?t|don’t|do not|dont)(?: ever)? (?:keep|save|store|record|log)"
    r"(?= (?:my|our|the fact|that i|a record|anything about|any record|what i|anything)\b)",
    r"(?:stop|quit) (?:remember|stor|record|logg|keep|sav|track|retain)ing(?! (?:me|us|on)\b)",
    r"(?:(?:you|u) )?(?:don'?t|don’t|do not|dont) (?:need|have) to (?:remember|store|record|keep|save|track|retain|hold on ?to)",
    r"(?:pretend|act like|act as if)(?: that)? i(?:'d)? (?:never|didn'?t|hadn'?t|didn’t) (?:mention|say|said|told|tell|bring|brought)"
    r"(?:ed)?(?: up)?(?: you)?(?: about)?",
)
"""The verb of a request to forget that is said of nothing but memory."""

DROP_EN = (
    r"(?:delete|erase|remove|wipe|drop|clear|scratch|strike|discard|purge|scrub|get rid of|take back|undo|ditch|lose|bin|toss"
    r"|throw (?:out|away)|take out|cut|scrap|let go of|take(?=.{1,40} (?:off|out of|from) (?:your|ur)))(?:ing)?(?= )"
)
"""Verbs of taking away that are also said of files and branches."""

FRAME_EN = (
    r"thing|things|stuff|bit|bits|info|information|part|fact|facts|note|notes|record|entry|line|detail|details|preference"
    r"|preferences|memory|memories|mention|mentions|business|story|one"
)
"""What people call a thing that they once said."""

FRAMED_EN = (
    rf"\b(?:(?:the|that|this|my|those|our|any|all|both) (?:[\w'’&+.-]+ ){{0,4}}(?:{FRAME_EN})\b|what(?:ever)? i|that i\b|everything"
    rf"|anything|all (?:mentions?|you know)|(?:that|the) (?:about|on) )"
)

MEMORY_EN = (
    r"\b(?:your|ur) (?:memory|memories|notes|records|mind|brain|head)\b|\bfrom memory\b|\bi (?:told|said|mentioned)\b"
)

OBJECT_EN = (
    r"\b(?:files?|folders?|director(?:y|ies)|branch|branches|rows?|columns?|tables?|lines? \d|code|functions?|class|apps?"
    r"|databases?|db|lists?|e-?mails?|photos?|pictures?|playlists?|paragraphs?|sentences?|words?|comments?|commits?|prs?"
    r"|packages?|modules?|imports?|variables?|tests?|cache|cookies|logs?|tabs?|slides?|cells?|accounts?|posts?|tweets?)\b"
    r"|\w[./_]\w"
)
"""What shows that something else than memory is to be cleared."""

BACK_EN = r"^(?:it|that|this|those|these|them|that one|this one|the thing|all of it|all that)?$"
"""What points back to what was said before."""

LAST_EN = (
    r"(?:please )?forget (?:that|what i (?:just )?said|i said (?:that|anything))|scratch that|i take (?:that|it) back|i lied"
    r"|i misspoke|i was wrong(?: about that)?|my mistake|ignore what i (?:just )?said"
)
"""How people take back what they said last. `That's wrong` is not among them: it may be said of the answer."""
LAST_ZH = "忘掉(?:那个|这个|刚才的)吧?|刚才说的不算|我说错了|我记错了|当我没说|收回刚才(?:的话|说的)|刚刚说的不算"

WHY_EN = (
    r"\s+(?:it(?:'s| was| is)|because|cos|cuz|since|now|any ?more|any longer|from (?:now on|your|ur|memory)|ok|okay|please|pls"
    r"|would you|will you|could you|lol|haha|for now|if you|i (?:quit|changed|moved|sold|got|was|am|no longer))\b.*$"
)
"""What follows what is to be forgotten in one breath: why, and how it is asked."""

OPENERS_ZH = (
    "有件事|有个事|请|麻烦|拜托|劳烦|劳驾|烦请|帮我|帮忙|帮|替我|给我|为我|你们?|您|要|得|须|必须|务必|一定|千万|可以|可|能|能不能|可不可以|好好|也|都|再|先|就"
    "|还是|还有|还|另外|顺便|顺手|对了|对啦|话说|那么|那|然后|以后|今后|往后|之后|从今天起|从现在起|现在|记得|助手|小助手|同学|老师|哥|姐|亲|宝子|宝|嗯+|哦+|噢|啊"
    "|哎|诶|欸|好的|好|行|ok|okay|hi|hey|pls|please|plz|btw|ps|我要你|我想让你|我希望你|希望你|想让你|想请你|我想请你|我需要你|需要你"
    "|把|将|这个|这[条件点些份段][\u4e00-\u9fff]{0,2}|这|下面|以下|重点|重要|注意|提醒|一下|的事|一并|一起|统统|全部|全|赶紧|赶快|马上|直接|干脆|是|尽量|最好|应该"
    "|很|特别|非常|拿?个?小?本子上?|小本本|系统|咱|快|来|所以|因此|不如|直接|就当|，|,|：|:|、|。|！|!|~|～|\\s"
)
"""What may stand before the verb of a Chinese order."""

ADDRESS_ZH = "帮我|帮忙|替我|给我|为我|麻烦|拜托|劳烦|请|你|您|帮|一并"
"""What shows that the one spoken to is meant, where something else stands before it."""

REMEMBER_ZH = (
    "(?:刻|装|存|放|写)(?:在|进|到)[^，,。！!]{0,4}?(?:脑子|心|记忆|脑海|笔记|备忘录)(?:里|上)?(?:面)?"
    "|记录下来|记录一下|记录|记住|记下来|记下|记一下|记一笔|记个|记上|记着|记好|记牢|记清楚?"
    "|记(?=$|[我他她咱：:]|[一几]?[件个点]事)|做个记录|长个?点?记性|备忘(?!录)|备注|留个底"
    "|存一下|存档|存着|存好|写下来|牢记|铭记|mark ?一?下|note ?一?下"
    "|(?:可|千万)?(?:别|不要|不许|勿)忘(?:了|记|掉|咯|啦|喽)?|remember ?一?下|记得"
    "|(?:don['’]?t|do not|never|别|不要) ?forget"
)
"""The verb of a request to remember."""

TOLD_ZH = "我|吧|它|刚|之前|那|这|关于|上次|前面"
"""What follows 忘了 where it bids to forget something that was told."""

FORGET_ZH = (
    "忘掉"
    "|(?:别|不要|不许|不准|不用|不必|无需|甭|莫|不需要|没必要)(?:再|往心里|继续|\\s)*(?:记(?!者|账)|keep|remember|存|保存|留|save)(?:着|得|住|录|下来|下)?"
    "|(?<!n't )(?<!n’t )(?<!dont )(?<!not )(?<!never )(?<!别)(?<!别 )(?<!不要)(?<!不要 )forget(?: ?掉| it)?|un-?remember|(?:就)?当(?:作|做)?(?:我)?没(?:说|提|讲)过?"
)
"""The verb of a request to forget that is said of memory."""

DROP_ZH = "清除|删掉|删除|删了|删|去掉|丢掉|扔了|移除|撤回|作废|delete ?掉?|remove ?掉?"
"""Verbs of taking away that are also said of files."""

AFTER_ZH = "忘了|忘掉|忘记|忘"
"""What may end 把…忘了: what is to be forgotten stands before it."""

FRAME_ZH = "[两俩三几]条|那一?[条个件段笔些项份]事?|这一?[条件段笔项]事?|的事情?|什么的|信息|资料|的安排|的话|的记录|的内容|的偏好|的习惯"
"""What people call a thing that they once said."""

MEMORY_ZH = "记忆|memory|记录|记着|记的|记住的|说过|说的|告诉你|讲的|提过|提到|吐槽|笔记|关于|相关"
"""What shows that 删掉 is said of memory and not of a file."""

OBJECT_ZH = (
    "文件|目录|分支|代码|函数|变量|[这那]一?行|的行|列|表格?里|数据库|缓存|照片|图片|视频|邮件|短信|聊天记录|评论|朋友圈|好友|软件|段落|句子?|字|标题|歌单|列表|账号|数据"
    "|object|file|branch|commit|row"
)
"""What shows that something else than memory is to be cleared."""

BACK_ZH = "^(?:之前|刚才|上次|前面|上面|这|那|它|他|她|这个|那个|这条|那条|这件事|那件事|信息|记录|说的|的|哈哈+|都|全|可以|就|,|，|\\s)*$"
"""What points back to what was said before."""

TASKLIKE_ZH = "带|买|去|提醒|叫(?!我)|回|吃|喝|交|做|打|发|给|按时|早点|准时|关|锁|拿|取|还(?!有)|写|看|喂|浇|付|缴|订|把|穿|点|洗|睡|来"
"""记得 before one of these is said of something to do, not of something to know."""

GIVEN = (
    r"(?:translat|rewrit|rephras|paraphras|proofread|polish|summari[sz]|correct (?:this|my)|\b(?:write|draft|compose|caption)\b)"
    r"[^:：\n]{0,60}[:：]"
    r"|(?:翻译|翻成|译成|润[色一]|改写|校对|造句|扩写|缩写|压缩|精简|提炼|概括|总结|写一?[段首篇个封条句份张]|编一?[个段首句])[^:：\n]{0,30}[:：]"
)
"""Whoever gives a text to be worked on does not speak behind the colon."""

REPORTS = (
    r"(?:\b(?:said|says|say|told \w+|goes|wrote|texted|sings?|sang|shouted|yells?|reads|asked|keeps (?:saying|telling me)|like)"
    r"|说|念叨|喊|道|写着?|唱|唠叨|嘱咐|叮嘱|交代|发消息|告诉)(?:我|了|着|过)?\s*[:：,，]?\s*$"
)
"""What comes before words of somebody else."""
SPOKEN = r"(?:我|跟你|听我|i |i'm )[^，,]{0,4}(?:说|say|told|saying)|(?:有)?话说"
"""Who says so of himself speaks for himself."""

VAIN_EN = frozenset(
    """
    just do it go get be keep try going on doing done up you can it's only the that this yourself smile breathe live enjoy
    happy strong patient always never have fun relax calm and so to a is are in all ok okay please thanks now today it
    something anything thing things one two few following about me my
    thank much very omg ugh lol haha wow oh well hey hi hello yay cool great nice good times sorry cheers btw right u x xx
    """.split()  # noqa: SIM905  # words read better as words
)
"""Words that say nothing to be remembered: a pep talk, or nothing at all."""

ORDERS = (
    r"^(?:(?:now|then|ok|okay|so|and|also)[, ]+)*(?:please|pls|can you|could you|would you|will you|let's|help me|give me|tell me"
    r"|show me|write|explain|draft|make me|translate|find|list|suggest|recommend|summari[sz]e)\b"
    r"|^(?:那|然后|现在|顺便|再|另外)*(?:请|帮我|帮忙|麻烦|给我|告诉我|替我|写一|推荐|解释|翻译|总结|列出|讲讲|说说|介绍)"
)
"""How a sentence begins that asks for something else."""

TURNS_OF_PHRASE = (
    r"\blet'?s (?:go|eat|get|have|order|do|just)\b|\bwho (?:needs|cares)\b|\bi'?d rather\b|\bwe(?:'re| are) (?:going|having)\b"
    r"|(?:我们|咱们?|走)(?:去|来|吃|喝|走起)"
)
"""Who goes on like this did not ask to have something forgotten: `forget the diet, let's eat`."""

SPARES = (
    r"\b(?:(?:can|may|should|must|could) (?:stay|remain|be kept)|stays)(?: in| put| there| as is| though| tho| please)*"
    r"(?:\W*$| (?:cos|coz|cuz|because|since|as)\b)"
    r"|\b(?:fine|ok|okay|happy) (?:to|for you to) keep\b|\b(?:keep|leave) the (?:rest|others?)\b"
    "|(?<![不没别必])(?<!不要)(?<!不用)(?<!不再)(?<!别再)(?:可以|能|要|得|继续)(?:留着?|留下|保留|记着|存着)[吧的了哦啊呀]*\\W*$|^(?!\\W*(?:请|麻烦|求)?你?(?:别|不要|不用|不必|不许|不准|甭|莫|没必要|无需)|.*我都?留|.*(?:不要|别|不用|不必|不许|莫|甭)(?:再|继续)*(?:留|保留)).{1,14}(?<![不别要用必莫许])(?:留着|留下|保留)[吧了哦啊呀]*\\W*$|(?:其他的?|其它的?|别的)都?(?:留|保留|不动)|[不没][用必](?:删|动)"
)
"""What says of something else, beside a request to forget, that it is to stay."""
