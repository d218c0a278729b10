"""Likes and dislikes said in other ways: what bores, what one always takes, what comes first in the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.intake.extract.contract import Draft, Make, Matched, Reading, Rule
from perdure.intake.extract.rules.phrases import EN, ZH, I, bare, preference, tidy
from perdure.intake.extract.rules.preferences import area
from perdure.regex import regex

_NOT_A_TASTE = regex(
    r"^(?:it|its|this|that|these|those|you|your|he|she|they|him|her|them|everything|nothing|something|what|who|which"
    r"|there|here|one|two|no|yes|i|we|my (?:life|job|day|week)|today|tonight|work|the (?:way|fact|"
    r"idea|one|thing|whole))\b"
    r"|^(?:这|那|你|他|她|它|我|什么|怎么|谁|今天|刚才|现在|所以|因为|但是?|不过|其实|如果)",
    I,
)


def _taste(value: str) -> Make:
    likes, zh = ("likes", "喜欢") if value == "likes" else ("dislikes", "不喜欢")

    def make(m: Matched, r: Reading) -> Draft | None:
        thing = bare(re.sub(r"的$", "", tidy(m["x"])))
        too_long = len(thing) > 16 if r.is_zh else len(thing.split()) > 6 or len(thing) > 50
        if len(thing) < (1 if r.is_zh else 3) or too_long or _NOT_A_TASTE.match(thing):
            return None
        return preference(r, area(thing)[0], thing, value, "{who} " + likes + " {name}.", "{who}" + zh + "{name}。")

    return make


def _habit(m: Matched, r: Reading) -> Draft | None:
    """`I always take my tea with milk`, `喝咖啡我只喝美式`: what somebody always does with something."""
    about, how = bare(m["t"]), tidy(m["x"])
    if not about or not how or len(about) > 24 or len(how) > 30 or _NOT_A_TASTE.match(about) or _NOT_A_TASTE.match(how):
        return None
    return preference(r, area(f"{about} {how}")[0], about, how, "{who}, {name}: {value}.", "{who}{name}：{value}。")


def _rather(m: Matched, r: Reading) -> Draft | None:
    one, other = bare(m["x"]), bare(m["y"])
    if not one or not other or len(one) > 40 or len(other) > 40 or _NOT_A_TASTE.match(one):
        return None
    name = " / ".join(sorted((one.lower(), other.lower())))
    return preference(r, area(name)[0], name, one, "{who} prefers {value} ({name}).", "{who}更喜欢{value}（{name}）。")


def _both(m: Matched, r: Reading) -> Iterator[Draft]:
    """`the beach bores me, mountains are my thing`."""
    made = _taste("dislikes" if re.search(r"bores?|sick|crazy|nerves|isn'?t|aren'?t|not", m["verb"], I) else "likes")(
        m, r
    )
    if isinstance(made, Draft):
        yield made


_WHY = "heard.preference"
_EAT = "吃|喝|看|听|用|穿|坐|住|买|写|读|玩|点|放|加|做|选|走"
_WHEN_ZH = (
    "(?:周末|平时|早上|晚上|早餐|午餐|晚餐|有空|没事|闲的时候|闲下来|放假|休息|下雨天|下班后|工作"
    "日|每天|睡前|夏天|冬天|空闲时间?)(?:的时候|时)?"
)

RULES = (
    Rule(
        "tastes.verdict.en",
        regex(
            EN + r"(?P<x>[a-z][a-z' -]{2,40}?) (?P<verb>bores? me|makes? me sick|drives? me (?:crazy|mad)|gets?"
            r" on my nerves"
            r"|(?:is|are) (?:just )?(?:really )?not (?:my|for) (?:thing|me|cup of tea)|(?:isn'?t|aren'?t) "
            r"(?:really )?(?:my|for) (?:thing|me|cup of tea)"
            r"|(?:is|are) (?:totally |definitely |really )?my (?:thing|jam|favou?rites?|passion|guilty pleasure))$",
            I,
        ),
        _both,
        _WHY,
        cues=(" me", " my"),
        yields=True,
    ),
    Rule(
        "tastes.said_first.en",
        regex(
            EN + r"(?P<x>[a-z][a-z' -]{2,30}?) (?:tastes?|smells?|looks?|sounds?|feels?|is|are) [^\n,]{2,40}, ("
            r"?:and |so )?i (?:really |just )?(?:hate|can'?t stand|detest|loathe) (?:it|them)$",
            I,
        ),
        _taste("dislikes"),
        _WHY,
        cues=("hate", "stand", "detest", "loathe"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "tastes.said_first_liked.en",
        regex(
            EN + r"(?P<x>[a-z][a-z' -]{2,40}?)(?: everywhere| always| only)?,(?: please,)? that'?s how i (?:lik"
            r"e|want|prefer) it$",
            I,
        ),
        _taste("likes"),
        _WHY,
        cues=("how i",),
        sentence=True,
        yields=True,
    ),
    Rule(
        "tastes.go_to.en",
        regex(
            EN + r"my (?:go-to|usual|default|preferred|comfort) (?P<t>[a-z][a-z ]{2,24}?) (?:is|are) (?:always "
            r")?(?P<x>[^\n,]{2,40})$",
            I,
        ),
        _habit,
        _WHY,
        cues=("go-to", "usual", "default", "preferred", "comfort"),
        yields=True,
    ),
    Rule(
        "tastes.habit.en",
        regex(
            EN + r"i (?:always|usually|normally|only ever|generally) (?:take|drink|have|eat|order|wear|like) (?"
            r":my )?(?P<t>coffee|tea|steak|eggs|toast|pizza|burgers?|whisky|wine|breakfast|lunch|dinner|no"
            r"odles|rice|[a-z]+ tea) (?P<x>(?:with|without|black|white|rare|medium|well|hot|cold|iced|plai"
            r"n|strong|weak|sweet|late|early|at|on|in|to go)[^\n,]{0,30})$",
            I,
        ),
        _habit,
        _WHY,
        cues=("always", "usually", "normally", "only", "generally"),
        yields=True,
    ),
    Rule(
        "tastes.only.en",
        regex(
            EN
            + r"(?P<x>[a-z][a-z ]{2,24}?) only(?: for me)$|"
            + EN
            + r"i only (?:ever )?(?:eat|drink|read|watch|wear|fly|use|listen to) (?P<x2>[^\n,]{3,30})$",
            I,
        ),
        _taste("likes"),
        _WHY,
        cues=(" only",),
        yields=True,
    ),
    Rule(
        "tastes.happier.en",
        regex(
            EN + r"i(?:'m| am|'d be| feel|'m much|'m far) ?(?:much |far |way |a lot )?(?:happier|better|more (?"
            r":comfortable|productive|at home|relaxed)) (?P<x>[^\n,]{3,40}?) than (?P<y>[^\n,]{3,40})$",
            I,
        ),
        _rather,
        _WHY,
        cues=(" than ",),
        yields=True,
    ),
    Rule(
        "tastes.give_me.en",
        regex(
            EN + r"(?:please )?(?:give|send|show) me (?P<x>[a-z][a-z ]{2,30}?) (?:rather than|instead of|over|n"
            r"ot) (?P<y>[a-z][a-z ]{2,30})$",
            I,
        ),
        _rather,
        _WHY,
        cues=("rather", "instead", "over", " not "),
        yields=True,
    ),
    Rule(
        "tastes.cannot.en",
        regex(
            EN + r"i (?:can'?t|cannot) (?:eat|drink|have|handle|tolerate|do) (?P<x>(?:spicy|raw|sweet|fried|gre"
            r"asy|dairy|gluten|nuts?|sea ?food|meat|pork|beef|alcohol|caffeine|milk|eggs?|fish|sugar|mushr"
            r"ooms?|garlic|onions?|shellfish|heights|crowds|early mornings)[a-z ]{0,20})$",
            I,
        ),
        _taste("dislikes"),
        _WHY,
        cues=("can't", "cant", "cannot"),
        yields=True,
    ),
    Rule(
        "tastes.being.en",
        regex(
            EN + r"i (?:really )?(?:hate|dislike|can'?t stand|don'?t like|detest) (?P<x>being [a-z]+ed\b[^\n,]{"
            r"0,30}|having to [^\n,]{4,30}|people (?:who|being) [^\n,]{3,30}|when (?:people|someone) [^\n,"
            r"]{4,40})$",
            I,
        ),
        _taste("dislikes"),
        _WHY,
        cues=("hate", "dislike", "stand", "like", "detest"),
        yields=True,
    ),
    Rule(
        "tastes.interest.zh",
        regex(
            ZH + r"我?对(?P<x>[^\n，,]{1,14}?)(?:一点|完全|真的|实在|都|也|并|从来|一直){0,2}(?:没兴趣|没有兴趣"
            r"|不感兴趣|不太感兴趣|没感觉|无感|提不起兴趣)$"
        ),
        _taste("dislikes"),
        _WHY,
        cues=("对",),
        yields=True,
    ),
    Rule(
        "tastes.interested.zh",
        regex(
            ZH
            + r"我对(?P<x>[^\n，,]{1,14}?)(?:特别|很|非常|一直|最|蛮|挺|比较|超){1,2}(?:感兴趣|有兴趣|着迷|痴迷)$|"
            + ZH
            + r"我(?:是|算是)(?:个|一个)?(?P<x2>[^\n，,的]{2,10}?)(?:的)?(?:铁杆|忠实|死忠|资深|超级|老)?(?:"
            r"铁粉|粉丝|粉|迷|爱好者|发烧友)$"
        ),
        _taste("likes"),
        _WHY,
        cues=("兴趣", "着迷", "痴迷", "粉", "迷", "爱好者", "发烧友"),
        yields=True,
    ),
    Rule(
        "tastes.fond.zh",
        regex(
            ZH + rf"(?:{_WHEN_ZH}[，,]?)我(?:一般|通常|都|最|特别|很|还是|就|也|总|经常){{0,2}}(?:喜欢|爱|习惯|"
            rf"爱好)(?:去)?(?P<x>[^\n，,]{{1,14}})$|{ZH}我(?:一直|特别|很|最|比较|尤其|向来)?(?:偏爱|中意|"
            rf"钟情于?|痴迷于?|沉迷于?|情有独钟的是|爱好是|的爱好是)(?P<x2>[^\n，,]{{1,14}})$"
        ),
        _taste("likes"),
        _WHY,
        cues=("喜欢", "爱", "习惯", "中意", "钟情", "迷"),
        yields=True,
    ),
    Rule(
        "tastes.said_first.zh",
        regex(
            ZH + rf"(?P<x>[^\n，,我]{{1,12}}?)(?:这种东西|之类的?|什么的)?我(?:真的|特别|很|最|一直|从来|都|也|"
            rf"实在|一般|一向|是){{0,2}}(?:不(?:太|怎么|是很)?(?:喜欢|爱|吃|喝|碰|习惯)|讨厌|受不了|反感|吃"
            rf"不惯|喝不惯)(?:去|{_EAT})?$"
        ),
        _taste("dislikes"),
        _WHY,
        cues=("不", "讨厌", "反感"),
        yields=True,
    ),
    Rule(
        "tastes.habit.zh",
        regex(
            ZH + rf"(?P<t>[^\n，,我你他她]{{2,8}}?)(?:的时候|时)?我(?:一般|通常|平时|向来|从来|基本|永远|都){{0,"
            rf"2}}(?:只|一定要?|必须|习惯|总是|必)(?:先)?(?P<x>(?:{_EAT}|列|打|去|带|听)[^\n，,]{{1,10}})$"
        ),
        _habit,
        _WHY,
        cues=("我",),
        yields=True,
    ),
    Rule(
        "tastes.rather.zh",
        regex(
            ZH + r"(?:比起|与其|相比)(?P<y>[^\n，,]{1,14}?)(?:来说|来讲|相比)?[，,]?我?(?:更|还是|倒是|反而)?(?"
            r":宁愿|宁可|更愿意|更想|情愿|倾向于?|更倾向于?|更喜欢|更爱|更习惯)(?P<x>[^\n，,]{1,14})$"
        ),
        _rather,
        _WHY,
        cues=("比起", "与其", "相比"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "tastes.now_instead.zh",
        regex(rf"^(?:我)?(?:现在|以后|最近|已经|都)?(?:改|换成)(?:{_EAT})(?P<x>[^\n，,]{{1,10}}?)(?:了|啦)?$"),
        _taste("likes"),
        _WHY,
        cues=("改", "换成"),
        yields=True,
    ),
    Rule(
        "tastes.finds.en",
        regex(
            EN + r"i(?:'ve| have)? (?:always )?(?:find|found|think) (?P<x>[a-z][a-z' ]{2,30}?) (?:is |are )?(?:"
            r"so |really |very |quite |a bit |too )?(?:boring|dull|annoying|gross|disgusting|exhausting|te"
            r"dious|overrated|unbearable|stressful)$|"
            + EN
            + r"i(?:'ve| have)? (?:got )?(?:no patience (?:for|with)|never (?:really )?(?:liked|enjoyed|care"
            r"d for)|little time for|an aversion to) (?P<x2>[^\n,]{3,40})$",
            I,
        ),
        _taste("dislikes"),
        _WHY,
        cues=("find", "found", "think", "patience", "never", "time for", "aversion"),
        yields=True,
    ),
    Rule(
        "tastes.soft_spot.en",
        regex(
            EN + r"i(?:'ve| have)? (?:got )?(?:a (?:soft spot|weakness|thing|passion|love) for|always (?:liked|"
            r"loved|enjoyed)) (?P<x>[^\n,]{3,40})$|"
            + EN
            + r"(?P<x2>[a-z][a-z' ]{2,30}?) (?:suits? me(?: best| well| fine)?|works? best for me|makes? me "
            r"happy|(?:is|are) my (?:comfort|go-to|favou?rite) [a-z]+)$|"
            + EN
            + r"i(?:'m| am) (?:at my )?happiest (?:when )?(?:i'?m )?(?P<x3>(?:by|in|on|at|with|outdoors|alon"
            r"e)[^\n,]{0,30})$|"
            + EN
            + r"i (?:find|think) (?P<x4>[a-z][a-z' ]{2,30}?) (?:is |are )?(?:so |really |very )?(?:fascinati"
            r"ng|relaxing|delicious|fun|calming|beautiful|exciting)$",
            I,
        ),
        _taste("likes"),
        _WHY,
        cues=(
            "spot",
            "weakness",
            "thing",
            "passion",
            "love",
            "always",
            "suit",
            "works best",
            "work best",
            "happ",
            "comfort",
            "go-to",
            "favo",
            "find",
            "think",
        ),
        yields=True,
    ),
    Rule(
        "tastes.any_day.en",
        regex(
            EN + r"i(?:'d| would| will|'ll) (?:always |rather )?(?:take|choose|pick|have|go for) (?P<x>[^\n,]{2"
            r",30}?) (?:over|instead of|rather than) (?P<y>[^\n,]{2,30}?)(?: any (?:day|time))?$",
            I,
        ),
        _rather,
        _WHY,
        cues=("over", "instead", "rather"),
        yields=True,
        guarded=False,
    ),
    Rule(
        "tastes.this_person.zh",
        regex(
            ZH
            + r"我这个?人(?:就|特别|最|一直|比较|真的|很){0,2}(?:喜欢|爱)(?P<x>[^\n，,]{1,12})$|"
            + ZH
            + r"(?:[^\n，,我]{1,6})?我最(?:离不开|喜欢|爱|爱吃|爱喝|爱看|推荐)的(?:就)?是(?P<x2>[^\n，,]{1,12})$"
        ),
        _taste("likes"),
        _WHY,
        cues=("我这", "离不开", "喜欢", "爱", "推荐"),
        yields=True,
    ),
    Rule(
        "tastes.put_off.zh",
        regex(
            ZH + r"我一(?:看到?|听到?|闻到?|吃到?|提到?)(?P<x>[^\n，,]{1,10}?)(?:的味道|的声音)?就(?:想逃|想吐|"
            r"烦|头疼|头痛|恶心|犯困|难受)$|"
            + ZH
            + r"(?P<x2>[^\n，,我]{1,10}?)对我(?:来说)?(?:没什么|没有|毫无)(?:吸引力|意思|诱惑)$|"
            + ZH
            + r"我这个?人(?:就|最|很|真的|特别){0,2}(?:讨厌|不喜欢|烦|怕)(?P<x3>[^\n，,]{1,12})$"
        ),
        _taste("dislikes"),
        _WHY,
        cues=("我一", "对我", "我这"),
        yields=True,
    ),
    Rule(
        "tastes.usually.zh",
        regex(
            ZH + r"(?P<t>(?:听歌|看书|看剧|看电影|吃饭|喝茶|喝酒|点外卖|买衣服|出门|上班|旅游|出行|写代码|健身|"
            r"早饭|午饭|晚饭|早餐|午餐|晚餐|宵夜|周末))(?:的时候|时)?我?(?:一般|通常|平时|基本|多半|都){1,"
            r"2}(?P<x>(?:听|看|吃|喝|点|坐|开|骑|用|穿|去|选|带)[^\n，,]{1,12})$"
        ),
        _habit,
        _WHY,
        cues=("一般", "通常", "平时", "基本", "多半", "都"),
        yields=True,
    ),
)
