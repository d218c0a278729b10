"""Who asks for proof, and who only asks."""

from __future__ import annotations

import pytest

from perdure.recall.question.evidence import asks_for_evidence
from perdure.recall.question.times import fold

ASKING_EN = """
When did I say that?
when did I tell you that I hate coffee
When did I ever mention Rome?
where did I say this
Since when did I say so?
On which day did I tell you about the dog?
What exactly did I say about the budget?
What did I say about it exactly?
what were my exact words
Give me the exact words.
Give me my original message, please
Quote me on that
quote what I said yesterday
Repeat it verbatim
Tell me word for word
Where did you get that?
Where did you get that from
where did you hear that?
How do you know?
How do you know that I like tea?
how did you know my birthday
What makes you think I moved?
Who told you that?
Did I really say that?
Have I ever told you about Anna?
I never said that!
I didn't say that
Show me the evidence
Do you have any proof?
What's your source?
Prove it
Which conversation was that in?
show me the message where I said it
Point me to where I said this
So since when have I claimed that
"""
ASKING_ZH = """
我什么时候说过？
我什么时候说过这句话
我啥时候说的
我何时提过这件事
我是在哪里说过的
我哪天告诉你的
什么时候我说过喜欢咖啡
我说过这话吗
我说过吗
我有说过这个吗
我真的说过这样的话？
我告诉过你这件事吗
我从来没说过
我没有说过这种话
原话是什么
把我的原话给我看
给我看原文
请一字不差地重复
逐字告诉我
引用一下我的话
我当时是怎么说的
我具体怎么说的
你怎么知道？
你怎么知道我喜欢猫
你是怎么知道的
你从哪里知道的
你从哪儿听说的
谁告诉你的？
是谁跟你说的
有什么证据
你的依据是什么
这个说法的出处是哪里
凭什么这么说
是哪次对话
把当时的聊天记录找出来，找一下当时的聊天记录
"""
PLAIN_EN = """
When did I go to Paris?
What did I say about Rome?
when is my birthday
What do I like?
how do you know Anna
How do you make tea?
who said hello first in the film
Where did you get that recipe book, I asked her
tell me when the train leaves
What does the sign say?
I need a quote for car insurance
the quote of the day
where is the source code
is it open source
prove the theorem by induction
say that again
what is the exact time
remember my exact address
an evidence-based approach
Did I finish the report?
Have I paid the rent?
where did I put my keys
what did she say about me
I never went there
I said yes
How do I know when the rice is done?
show me the original recipe
give me the list
what is my source of income
Who told the story better?
which conversation style do I prefer
"""
PLAIN_ZH = """
我什么时候去的北京？
什么时候开会
我喜欢喝什么茶
你知道怎么做红烧肉吗
说说我的偏好
告诉我明天的安排
我说的是上海不是北京
原来如此
原文件在哪里
证据法考试是哪天
引用计数是什么
帮我记录一下
我想说的是另一件事
她什么时候说过要来
我没说完
聊天记录怎么备份
这个词是怎么说的来着，英文
说明书在哪
我在哪里上班
我上次去哪儿了
我告诉你一个秘密
你怎么看这件事
你怎么知道路怎么走
根据合同付款
数据来源有哪些格式
我们聊聊音乐吧
我什么时候生日
谁去了聚会
我跟李雷说了什么
我有说话的权利
提醒我写信
"""


def lines(block: str) -> list[str]:
    return block.strip().splitlines()


@pytest.mark.parametrize("text", [*lines(ASKING_EN), *lines(ASKING_ZH)])
def test_asking_for_the_proof_is_noticed(text: str) -> None:
    assert asks_for_evidence(fold(text))
    assert asks_for_evidence(fold(text.upper()))


@pytest.mark.parametrize("text", [*lines(PLAIN_EN), *lines(PLAIN_ZH)])
def test_only_asking_is_not_asking_for_the_proof(text: str) -> None:
    assert not asks_for_evidence(fold(text))


def test_there_are_enough_examples_of_each() -> None:
    assert min(len(lines(block)) for block in (ASKING_EN, ASKING_ZH, PLAIN_EN, PLAIN_ZH)) >= 25
