"""How something is said. Only what is stated is taken: not what is asked, supposed, joked, quoted, invented or guessed.

Each pattern has a name, and reaches as far as it says: over the whole message, over its sentence, or over its clause.
"""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Span
from perdure.regex import regex
from perdure.simplified import simplified

_I = re.IGNORECASE

# The whole message is not meant.
WHOLE = {
    "played": regex(r"\b(?:role-?play|rp|let'?s pretend|act as|speaking as)\b|角色扮演|扮演|cosplay", _I),
    "joke": regex(
        r"\b(?:just kidding|only kidding|i'?m kidding|i'?m joking|just joking|jk|/s|sarcasm"
        r"|april fools?)\b|/s\s*$"
        r"|开玩笑|逗你(?:玩|的)|骗你的|说着玩|愚人节|玩笑话|闹着玩|反话",
        _I,
    ),
    "given": regex(
        r"^(?:please |pls |can you |could you |now )?(?:translate|proofread|rewrite|rephrase"
        r"|paraphrase|polish|summari[sz]e"
        r"|correct|edit|shorten|check)\b[^:：\n]{0,40}[:：]"
        r"|^(?:请|帮我|麻烦你?|再)?[^：:，,。\n]{0,12}(?:翻译|校对|润色|改写|总结|概括|缩写|扩写|造句|"
        r"朗读|检查)[^：:，,。\n]{0,12}[:：]",
        _I,
    ),
}

# The sentence is not a statement.
SENTENCE = {
    "fiction": regex(
        r"\b(?:pretend (?:to be|that|you|i)|imagine (?:that|you|i|we|a)"
        r"|in my (?:novel|story|book|game|dream|campaign|fanfic)"
        r"|in the (?:novel|story|movie|film|game|book|show|campaign)|my (?:character|oc|protagonist"
        r"|hero|villain)|once upon a time|fan ?fic|write (?:me )?a (?:story|poem|song|scene)"
        r"|for the (?:story|novel|scene)|i dream(?:ed|t)|in character"
        r"|the (?:narrator|protagonist))\b"
        r"|想象|假装|设定[是为里:：]|小说里|故事里|剧情|游戏里|电影里|剧里|书里|梦到|梦见"
        r"|做梦|写(?:一?个|一?篇|一?首)(?:故事|小说|诗|歌)|主角|台词|cosplay|剧本|人设",
        _I,
    ),
    "disbelieved": regex(
        r"\b(?:don'?t|do not|not) (?:buy|believe|trust) (?:it|that|him|her|them)\b|不信|不相信|信你个鬼", _I
    ),
    "supposed": regex(
        r"\b(?:(?-i:if|If)|unless|suppose|supposing|what if|assuming|hypothetically|in case"
        r"|would(?:n't)?(?! (?:rather|prefer|like))|i'?d (?:be|have|love)|wish|could have|should have|"
        r"let'?s say|for example|e\.g\.|as if|no wonder)\b"
        r"|如果|假如|要是|假设|万一|倘若|若是|比如|例如|的话(?!题|语|音|筒|剧)|要不是|早知道"
        r"|本来(?:想|要|打算)|差点"
        r"|恨不得|巴不得|像是|仿佛|除非",
        _I,
    ),
    "guessed": regex(
        r"\b(?:maybe|perhaps|possibly|probably|might|may be|i guess|i suppose|i think|i believe"
        r"|i feel like|not sure|unsure|kind of|sort of|kinda|sorta|"
        r"apparently|supposedly|allegedly|rumou?r|seems?|seemingly|i bet|no idea|who knows"
        r"|thinking (?:of|about)|considering|tempted|could be|"
        r"i doubt|not certain|can'?t decide|undecided|haven'?t decided|hard to say)\b"
        r"|可能|也许|好像|大概|或许|说不定|估计|不确定|不太确定|似乎|应该是|应该会|貌似|没准|搞不好"
        r"|猜|据说|听说|传言|传闻|在想要不要|考虑|犹豫|纠结|还没(?:想好|决定|定)|不好说|感觉像|八成"
        r"|多半|不知道",
        _I,
    ),
    "reported": regex(
        r"\b(?:(?i:he|she|they|someone|somebody|people|everyone|everybody|mom|mum|dad|(?:my|our|the"
        r"|his|her|their) [a-z]+)|[A-Z][a-z]+) "
        r"(?:just |also |always |once |then |really |keeps |kept )?(?:says|said|saying|told|tells"
        r"|claims?|claimed|thinks|thought|wrote|writes|insists?|insisted|believes|swears|swore"
        r"|mentioned|texted|asked|asks|replied|announced|reckons)\b"
        r"|(?i:\baccording to\b|\bquote[:d]|\bquoting\b|\bhis words\b|\bher words\b|\bi (?:read|heard"
        r"|saw) (?:that|in|on|somewhere)\b|\bthe (?:article|post|page|email|tweet|video|song|lyrics?"
        r"|ad|sign) (?:says?|said|goes)\b)",
    ),
    "reported_zh": regex(
        r"(?:他|她|他们|她们|别人|人家|有人|大家|网上|新闻|文章|书上|老师|老板|医生|经理|领导|客户"
        r"|同事|朋友|室友|同学|妈妈?|爸爸?|爷爷|奶奶|姐姐?|哥哥?|弟弟?|妹妹?|老公|老婆|男友|女友"
        r"|男朋友|女朋友|小[\u4e00-\u9fff]|老[\u4e00-\u9fff]|阿[\u4e00-\u9fff])"
        r"(?:又|总|老|一直|昨天|今天|刚|刚刚|刚才|还|就|却|总是|老是|也|跟我|对我|和我){0,4}(?:说|讲|告诉"
        r"|认为|觉得|表示|提到|问|以为|声称|骂|喊|写道|回复|发消息|建议)"
        r"|根据|按照.{1,8}说法|据.{1,10}(?:报道|介绍|说)|引用|原话|有句话|俗话|常言",
    ),
    "laughed": regex(
        r"\b(?:a?haha(?:ha){0,4}h?|hehe|lol|lmao|rofl|xd)\b|哈哈|嘿嘿|嘻嘻|233|2333|手动狗头|狗头|🤣|😂"
        r"|😜|🙃|😏|doge",
        _I,
    ),
    "past": regex(
        r"\b(?:used to|back when|when i was|in my (?:childhood|youth)|years ago i|formerly"
        r"|previously)\b|(?<![一二三四五六日天月号年底末])以前|小时候|曾经|当年|过去(?!了)|那时候"
        r"|上学那会",
        _I,
    ),
}
PAST = "past"

_ASKS = regex(
    r"^(?:(?:so|and|but|ok|okay|hey|hi|well|wait|um|hmm|please|sorry|actually|oh|also)[ ,]+){0,3}"
    r"(?:what|who|whom|whose|where|when|why|how|which|isn't|aren't|don't you|doesn't|didn't|won't"
    r"|ain't|do you|"
    r"(?:do(?:es)?|did|is|are|am|was|were|can|could|will|would|should|shall|may|has|have"
    r"|had) (?:i|you|he|she|it|we|they|the|my|your|our|his|her|this|that|these|those|there|some"
    r"|any|someone|anyone|people)\b|"
    r"guess|wonder|i wonder|tell me (?:what|who|where|when|why|how|about)|remind me (?:what|who"
    r"|where|when|why|how)|any (?:idea|chance|tips)|you know what|do you)\b(?! not forget)",
    _I,
)
_ASKS_ZH = regex(
    r"什么|怎么|怎样|为什么|为啥|谁(?!都|也)|哪(?!怕)|几(?:点|号|个|岁|月)|多少|多大|多久|是不是"
    r"|有没有|能不能|可不可以|要不要|会不会|好不好|对不对|行不行|知不知道|记不记得|还记得|吗$"
    r"|吗(?=[，,。！!]|\W*(?:lol|lmao|haha|hh+|哈+|2333*)?\W*$)|呢$|么$|嘛$|(?:你|您)(?:知道|觉得|认为|说说|猜)|请问|咋|如何"
)
_TAG = regex(
    r"^(?:right|correct|isn't it|don't i|didn't i|aren't i|no|yeah|ok|okay|eh|huh|remember"
    r"|you know|do you remember|wasn't it|haven't i"
    r"|对吗|对吧|是吗|是吧|对不对|是不是|没错吧|记得吗|不是吗|你说呢|你知道吗|好吗|行吗|可以吗)$",
    _I,
)
_TAG_IS_POLITE = regex(r"^(?:ok|okay|yeah|好吗|行吗|可以吗|好不好|好吧)$", _I)

_QUOTES = regex(
    r"“[^”\n]{0,400}”|「[^」\n]{0,400}」|『[^』\n]{0,400}』|(?<![A-Za-z0-9])\"[^\"\n]{1,400}\""
    r"|(?<![A-Za-z0-9])'[^'\n]{2,200}'(?![A-Za-z])|‘[^’\n]{2,200}’"
)


def not_meant(message: str) -> str | None:
    """The name of the marker that takes back a whole message, if there is one."""
    message = simplified(message)
    return next((name for name, pattern in WHOLE.items() if pattern.search(message)), None)


def not_stated(sentence: str) -> str | None:
    """The name of the marker by which a sentence states nothing, if there is one."""
    said = _ABOUT_ME.sub(" ", simplified(sentence))
    return next((name for name, pattern in SENTENCE.items() if pattern.search(said)), None)


def reported_of_me(clause: str) -> int:
    """Where in a clause the part begins that somebody who knows says of the speaker; 0 where there is none."""
    found = _ABOUT_ME.match(clause)
    return found.end() if found else 0


_ABOUT_ME = regex(
    r"\b(?:my |the |our )?(?:doctor|gp|dentist|nurse|specialist|therapist|physio|psychiatrist)s? (?:just |also )?"
    r"(?:says?|said|told me|tells me|thinks|confirmed|found)(?: that)? (?=(?:i|i'm|i've|my)\b)"
    r"|(?:医生|大夫|牙医|体检报告?|检查结果|护士)(?:昨天|今天|刚|刚刚|又|也){0,2}(?:跟我|告诉我|和我)?(?:说|讲|告诉我|确诊|显示|查出)(?:了)?(?=我)",
    _I,
)
"""What somebody who knows says of the speaker is the speaker's own statement: a doctor of an allergy."""


def asks(sentence: str, mark: str, clauses: list[Span]) -> set[int]:
    """Which clauses of a sentence are asked, by their numbers."""
    if not clauses:
        return set()
    asked = "?" in mark or "？" in mark
    texts = [sentence[a:b] for a, b in clauses]
    found = {n for n, text in enumerate(texts) if is_question(text)}
    if asked:
        last = len(texts) - 1
        if _TAG_IS_POLITE.match(texts[last]):
            return found - {last} | {last}
        if _TAG.match(texts[last]) or len(texts) == 1 or 0 in found:
            return set(range(len(texts)))
        found.add(last)
    elif 0 in found and _ASKS.match(texts[0]):
        return set(range(len(texts)))
    return found


def is_question(clause: str) -> bool:
    """Whether a clause reads as a question even without its mark."""
    clause = simplified(clause)
    return bool(_ASKS.match(clause) or _ASKS_ZH.search(clause))


def quoted(sentence: str) -> list[Span]:
    """What stands between quotation marks."""
    return [m.span() for m in _QUOTES.finditer(sentence)]
