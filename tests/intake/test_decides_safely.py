"""What memory decides is right, or it asks: unlike things stand beside each other, requests are obeyed and answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import Config, Runtime
from perdure.agent import AgentMemory
from perdure.values import Event, Item, Receipt, Refused, Retracted, Stored


async def say(luna: AgentMemory, *texts: str) -> Receipt:
    await luna.start_session("s")
    receipts = [await luna.commit_turn("s", [Event.user(text)]) for text in texts]
    return receipts[-1]


def tells(item: Item, *words: str) -> bool:
    lines = item.content.splitlines() if item.type == "profile" else [item.content]
    return any(all(word.casefold() in line.casefold() for word in words) for line in lines)


async def held(luna: AgentMemory, *words: str) -> bool:
    return any(tells(item, *words) for item in await luna.items())


UNLIKE = [
    (["TODO: buy milk", "TODO: buy bread"], ["milk", "bread"]),
    (["TODO: review PR 12", "TODO: review PR 13"], ["PR 12", "PR 13"]),
    (["TODO: email Ann", "TODO: email Bob"], ["Ann", "Bob"]),
    (["待办：买牛奶", "待办：买面包"], ["牛奶", "面包"]),
    (["我们决定用 Kafka 做消息总线", "我们决定用 Redis 做缓存", "我们决定用 Go 写网关"], ["Kafka", "Redis", "Go"]),
    (["We decided to launch in Germany.", "We decided to launch in Japan."], ["Germany", "Japan"]),
    (
        ["Remember that Bob is on paternity leave", "Remember that Bob is the owner of the gateway"],
        ["paternity", "owner"],
    ),
    (["记住网关是老李负责的", "记住网关是用 Go 写的"], ["老李", "Go"]),
    (
        ["Remember that the cat's microchip was registered in Leeds", "Remember that the cat's vet is Dr Yang"],
        ["microchip", "Yang"],
    ),
    (["I'm lactose intolerant", "I've been vegan since 2019"], ["lactose", "vegan"]),
    (["I'm allergic to peanuts", "I'm allergic to shellfish", "我对青霉素过敏"], ["peanuts", "shellfish", "青霉素"]),
    (["我有哮喘", "我有糖尿病"], ["哮喘", "糖尿病"]),
    (["My brother Tom lives in Leeds", "My brother Jim lives in York"], ["Tom", "Jim"]),
    (["don't bring up my ex", "don't bring up my old job"], ["ex", "old job"]),
    (["我喜欢 jazz", "我喜欢 hiking"], ["jazz", "hiking"]),
]


@pytest.mark.parametrize(("texts", "words"), UNLIKE, ids=[texts[0][:30] for texts, _ in UNLIKE])
async def test_unlike_statements_of_one_form_all_stand(luna: AgentMemory, texts: list[str], words: list[str]) -> None:
    await say(luna, *texts)
    assert [word for word in words if not await held(luna, word)] == []


@pytest.mark.parametrize(
    ("texts", "open_title", "done_title"),
    [
        (["TODO: review PR 12", "TODO: review PR 13", "PR 13 is reviewed"], "review PR 12", "review PR 13"),
        (["待办：写周报", "待办：写月报", "月报写完了"], "写周报", "写月报"),
    ],
)
async def test_the_task_that_is_named_is_done_and_no_other(
    luna: AgentMemory, texts: list[str], open_title: str, done_title: str
) -> None:
    await say(luna, *texts)
    states = {str(item.value["title"]): item.value["status"] for item in await luna.items("tasks")}
    assert states == {open_title: "todo", done_title: "done"}


WHOLE = [
    ("note that we freeze releases in December", ["freeze", "December"]),
    ("for the record, the spare key is with Ann", ["spare key", "Ann"]),
    ("make sure you remember the wifi name is Kestrel", ["wifi", "Kestrel"]),
    ("Remember Leo takes his medicine at 8 and 8", ["Leo", "8 and 8"]),
    ("remember: Anna's birthday is May 4", ["Anna", "May 4"]),
    ("Don't forget that mornings don't work for me", ["mornings"]),
    ("My sister's wedding is June 12. Remember that.", ["wedding", "June 12"]),
    ("麻烦记录一下我妈的生日是五月三号", ["生日", "五月三号"]),
    ("帮我备忘：周五十点面试，带简历", ["面试", "简历"]),
    ("帮我记住：下周三我妈过生日，她喜欢百合", ["我妈", "百合"]),
    ("周五十点面试 mark 一下", ["面试"]),
    ("别忘了我对花生过敏", ["花生"]),
    ("我 allergic to kiwi，帮我 remember 一下", ["allergic", "kiwi"]),
    ("My locker is the third on the left, store that for me", ["locker", "third"]),
    ("My dad is on warfarin. That matters, keep it in mind.", ["warfarin"]),
    ("I'd appreciate it if you could remember that I'm hard of hearing", ["hard of hearing"]),
    ("Please remeber I hate phone calls", ["phone calls"]),
    ("Remember the rules of the house: no shoes inside\n- bins go out on Monday", ["bins", "Monday"]),
    ("快递柜在三号楼东侧，你先帮我存一下", ["快递柜", "三号楼"]),
    ("我车位是 B2-118 记一下", ["B2-118"]),
    ("我爸做过支架手术。这件事你要放在心上。", ["支架手术"]),
    ("以下请记住：\n- 测试端口是 8443\n- 部署在周四", ["部署", "周四"]),
    ("我的航班改到 7 点了，pls remember，别按老时间提醒", ["航班", "7 点"]),
]


@pytest.mark.parametrize(("text", "words"), WHOLE, ids=[text[:30] for text, _ in WHOLE])
async def test_what_is_asked_to_be_remembered_is_kept_whole_and_for_good(
    luna: AgentMemory, text: str, words: list[str]
) -> None:
    receipt = await say(luna, text)
    assert any(isinstance(outcome, Stored) for outcome in receipt.outcomes)
    kept = [item for item in await luna.items() if tells(item, *words)]
    assert kept
    assert [item.expires_at for item in kept] == [None] * len(kept)


@pytest.mark.parametrize("text", ["Remember, just do it!"])
async def test_a_request_that_cannot_be_obeyed_says_why(luna: AgentMemory, text: str) -> None:
    receipt = await say(luna, text)
    assert [type(outcome) for outcome in receipt.outcomes] == [Refused]
    assert await luna.items() == []


FORGOTTEN = [
    ("I live in Leeds.", "Forget that I live in Leeds.", "Leeds"),
    ("My birthday is March 3rd.", "Please don't store my birthday.", "March"),
    ("I like jazz", "Stop remembering that I like jazz", "jazz"),
    ("我住在杭州", "别再记着我住在杭州了", "杭州"),
    ("我住在利兹", "忘掉我住在利兹", "利兹"),
    ("我住在杭州", "把我住在杭州这件事忘了吧", "杭州"),
    ("I work at Acme.", "scratch what I said about Acme", "Acme"),
    ("记住我 prefer 用 vim", "forget 我 prefer vim 这件事", "vim"),
    ("Remember that I collect stamps", "Forget the stamp thing, it bored me", "stamps"),
    ("Remember my salary is 4000", "you don't need to remember the salary stuff anymore", "4000"),
    ("Remember I play the oboe", "kindly remove the bit about the oboe", "oboe"),
    ("Remember I started swimming lessons", "Pretend I never mentioned the swimming", "swimming"),
    ("记住我在学二胡", "二胡那条删了吧，学不动了", "二胡"),
    ("记住我的储藏间在地下二层", "储藏间那个没用了，丢掉", "储藏间"),
    ("记住我在和小雨谈恋爱", "别再记着小雨了，我们散了", "小雨"),
    ("记住我的 mentor 是 Rosalind", "Rosalind 那个不用 keep 了", "Rosalind"),
]


@pytest.mark.parametrize(("fact", "request_", "word"), FORGOTTEN, ids=[row[1][:30] for row in FORGOTTEN])
async def test_what_is_asked_to_be_forgotten_goes_and_is_never_confirmed(
    luna: AgentMemory, fact: str, request_: str, word: str
) -> None:
    await say(luna, fact, "I'm allergic to shrimp. 我对虾过敏。")
    assert await held(luna, word)
    receipt = await say(luna, request_)
    assert any(isinstance(outcome, Retracted) or outcome.replaces for outcome in receipt.outcomes)
    assert not [item for item in await luna.items() if tells(item, word)]
    assert await held(luna, "allergic to shrimp") or await held(luna, "虾过敏")
    assert not await luna.items("rules")


@pytest.mark.parametrize(
    ("facts", "request_"),
    [
        (["My sister Ann lives in Leeds", "My cousin Ann lives in York"], "Forget about Ann"),
        (["记住我周三去医院", "记住我周五去医院"], "忘掉我去医院的事"),
        (["Remember the blue bike is Kit's", "Remember the red bike is Bo's"], "Sold the bike, so you can delete that"),
        (["记住大女儿对花生过敏", "记住小女儿对虾过敏"], "女儿过敏那条忘了吧"),
    ],
)
async def test_where_it_is_not_clear_what_to_forget_the_candidates_are_shown_and_nothing_changes(
    luna: AgentMemory, facts: list[str], request_: str
) -> None:
    await say(luna, *facts)
    before = {item.id for item in await luna.items()}
    receipt = await say(luna, request_)
    assert {item.id for item in await luna.items()} == before
    [answer] = [outcome for outcome in receipt.outcomes if isinstance(outcome, Refused)]
    assert answer.reason.count("“") >= 2


@pytest.mark.parametrize("text", ["Forget that I own a submarine.", "忘掉我有一艘潜艇"])
async def test_a_request_to_forget_what_is_not_held_is_answered(luna: AgentMemory, text: str) -> None:
    receipt = await say(luna, text)
    assert [type(outcome) for outcome in receipt.outcomes] == [Refused]


NO_REQUESTS = [
    "I'll never forget Paris",
    "forget it, never mind",
    "算了",
    "我忘了带伞",
    "do you remember where I live?",
    "你还记得我住哪吗",
    "remember when we went to Rome?",
    'she said "forget everything I told you about the house"',
    "delete the branch when you're done",
    "把这个文件删了",
    "我永远忘不了那天",
    "forget Leeds, let's go to York",
    "take it down a notch",
    "Can you remember my name?",
    "你能记住我的名字吗？",
    "If you remember, I asked about Leeds",
    "drop the table of Leeds orders",
    "Translate this: remember that I live in Leeds",
    "我妈念叨我：别忘了吃饭",
    "密码忘了",
    "他把我忘了",
    "把第三段里的虾删掉",
    "remember to do 和 remember doing 怎么区分",
]


@pytest.mark.parametrize("text", NO_REQUESTS)
async def test_what_is_no_request_changes_nothing(luna: AgentMemory, text: str) -> None:
    await say(luna, "I live in Leeds.", "我对虾过敏")
    before = [(item.id, item.content) for item in await luna.items()]
    await say(luna, text)
    after = [(item.id, item.content) for item in await luna.items()]
    assert after == before


async def test_what_is_to_be_remembered_may_follow_what_is_to_be_forgotten(luna: AgentMemory) -> None:
    await say(luna, "记住我喜欢爵士", "忘掉我喜欢爵士，记住我喜欢摇滚")
    assert await held(luna, "摇滚")
    assert not await held(luna, "爵士")


DENIED = [
    ("I have two kids", "I don't have kids", "kids"),
    ("I'm allergic to penicillin", "Turns out I'm not allergic to penicillin after all", "penicillin"),
    ("我对青霉素过敏", "原来我对青霉素不过敏", "青霉素"),
    ("我有两个孩子", "我没有孩子", "孩子"),
    ("我养了两只鹦鹉", "我没养鹦鹉啊，那是室友的", "鹦鹉"),
    ("I have a twin sister", "I never had a twin lol, my cousin typed that", "twin"),
]


@pytest.mark.parametrize(("fact", "denial", "word"), DENIED, ids=[row[1][:30] for row in DENIED])
async def test_a_denial_ends_what_it_denies(luna: AgentMemory, fact: str, denial: str, word: str) -> None:
    await say(luna, fact)
    assert await held(luna, word)
    await say(luna, denial)
    assert not await held(luna, word)


async def test_a_denial_of_something_like_it_ends_nothing(luna: AgentMemory) -> None:
    await say(luna, "I like milk tea", "I don't like milk")
    assert await held(luna, "milk tea")


OF_OTHERS = [
    "小李退伍了，现在在快递公司上班",
    "They always make my day better",
    "My goal is secret. I went dancing yesterday.",
    "what can I not eat?",
]


async def test_what_is_said_of_others_is_not_the_users(luna: AgentMemory) -> None:
    await say(luna, *OF_OTHERS)
    assert await luna.items("profile") == []
    assert await luna.items("rules") == []
    assert not [item for item in await luna.items() if "?" in item.content]


@pytest.mark.parametrize("said", ["doctor told me I'm allergic to penicillin", "医生说我对青霉素过敏"])
async def test_what_a_doctor_says_of_the_user_is_the_users(luna: AgentMemory, said: str) -> None:
    await say(luna, said)
    [item] = await luna.items("profile")
    assert [fact["k"].partition(" ")[0] for fact in item.value["facts"]] == ["allergy"]


async def test_a_city_of_work_is_no_employer(luna: AgentMemory) -> None:
    await say(luna, "我在成都上班")
    [item] = await luna.items("profile")
    assert [fact["k"] for fact in item.value["facts"]] == ["city of work"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("I'm allergic to shrimp. In my novel the hero lives on Mars.", "shrimp"),
        ("我对虾过敏。我的小说里主角住在火星。", "虾"),
    ],
)
async def test_a_cue_of_fiction_silences_its_sentence_and_not_the_message(
    luna: AgentMemory, text: str, word: str
) -> None:
    await say(luna, text)
    assert await held(luna, word)
    assert not await held(luna, "Mars")
    assert not await held(luna, "火星")


@pytest.mark.parametrize(
    ("texts", "new", "old"),
    [
        (["I live in Leeds", "I live in York now, not Leeds"], "York", "Leeds"),
        (["我住在上海", "不对，我不住在上海，我住在杭州。"], "杭州", "上海"),
        (["My favourite colour is green.", "My favourite colour is grey."], "grey", "green"),
        (["我的航班是周三。", "我的航班是周四，不是周三。"], "周四", "周三"),
        (
            ["We decided to use Redis for caching", "We decided to use Memcached for caching instead"],
            "Memcached",
            "Redis",
        ),
    ],
)
async def test_the_same_attribute_of_the_same_subject_is_replaced(
    luna: AgentMemory, texts: list[str], new: str, old: str
) -> None:
    await say(luna, *texts)
    assert await held(luna, new)
    assert not await held(luna, old)


@pytest.mark.parametrize(
    "said",
    [
        "我老婆对榛子过敏",
        "我妈芒果过敏",
        "我对象海鲜过敏",
        "我家娃对牛奶过敏",
        "我同事对 pollen 过敏",
        "my wife is allergic to nuts",
    ],
)
async def test_somebody_elses_allergy_is_not_the_users(luna: AgentMemory, said: str) -> None:
    await say(luna, said)
    assert not any("allergy" in str(item.value) for item in await luna.items() if item.type == "profile")


@pytest.mark.parametrize("said", ["我对榛子过敏", "我海鲜过敏", "I'm allergic to nuts"])
async def test_the_users_own_allergy_is(luna: AgentMemory, said: str) -> None:
    await say(luna, said)
    assert any("allergy" in str(item.value) for item in await luna.items() if item.type == "profile")


HOLDS_ON = [
    ("I'm vegetarian but I do eat eggs", "not vegetarian anymore, caved and had a burger"),
    ("My kids are called Max and Ella", "not Max, Mack"),
    ("My son's teacher is Mr Hall", "sorry, I meant Mr Hill"),
    ("I'm vegetarian", "I'm not a strict vegetarian"),
    ("I live in London", "I'm not living in central London"),
    ("I'm allergic to peanuts", "I'm not allergic to peanuts, he says"),
    ("我吃素", "我不是严格吃素的"),
]


@pytest.mark.parametrize(("before", "said"), HOLDS_ON, ids=[said[:30] for _, said in HOLDS_ON])
@pytest.mark.parametrize("reader", [False, True], ids=["rules", "reader"])
async def test_a_denial_is_never_cut_away_and_takes_no_more_than_it_says(
    tmp_path: Path, before: str, said: str, reader: bool
) -> None:
    async with Runtime(tmp_path, config=Config(reader=reader), embedder="none") as runtime:
        await runtime.warm()
        luna = await runtime.agent("luna")
        await say(luna, before)
        was_kept = await held(luna, before)  # rules alone keep less
        await say(luna, said)
        kept = [line.removeprefix("- ") for item in await luna.items() for line in item.content.splitlines()]
        assert [line for line in kept if line != said and said.endswith(line)] == []
        assert before in kept or said in kept or not was_kept


OF_LIFE = ["I got married on 12 June 2015", "I graduated on 5 July 2020", "我2015年6月12日结婚的"]


@pytest.mark.parametrize("said", OF_LIFE)
async def test_what_happened_in_somebodys_life_long_ago_does_not_lapse(luna: AgentMemory, said: str) -> None:
    await say(luna, said)
    kept = [item for item in await luna.items() if item.type != "entities"]
    assert [(item.content, item.expires_at) for item in kept] == [(said, None)]
