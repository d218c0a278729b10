"""Wording by which a text talks to the model instead of to a reader. A label and a reason for review, no defence.

What a source may do is decided by its authority; filters alone do not stop poisoning. Linear time on any input.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from perdure.intake.words import expand

LABEL = "injection-wording"
"""The tag of a record that reads like an attempt to steer the model."""

_YOU = r"(?:the )?(?:assistant|ai|model|agent|chatbot|bot|llm|language model)"
_ENGLISH = (
    r"\b<injection.ignore> (?:about )?(?:any |all |the |your |of |these |every "
    r"|everything ){0,4}<injection.old>(?: (?:and|or) \w+)?(?: \w+)? <injection.told>\b",
    r"\b(?:ignore|disregard|forget|override) (?:all |any )?(?:the |your )<injection.told>\b"
    r"(?: (?:above|before|you)\b)",
    r"\b(?:ignore|disregard|forget) (?:everything|all|anything) "
    r"(?:above|before|that came before|you (?:were|have been) told|said (?:so far|before))",
    r"\byou are (?:now|no longer|from now on) (?:an? |the |in |bound |restricted |called )?"
    r"(?:\w+ ){0,3}<injection.personas>\b",
    r"\b(?:enter|enable|activate|switch (?:in)?to|turn on) (?:the )?"
    r"(?:developer|debug|god|admin|dan|jailbreak|unrestricted|maintenance) mode\b",
    r"\b<injection.reveal> (?:me )?(?:all )?(?:of )?(?:the |your |its |any )?(?:\w+ )?<injection.secrets>"
    r"(?: (?:verbatim|word for word|in full|to |above|now|you))",
    r"\b(?:reveal|print|repeat|output|disclose|leak|dump) (?:me )?(?:all )?(?:the |your )?"
    r"(?:full |entire |whole |exact )?(?:system prompt|hidden (?:prompt|instructions)"
    r"|initial (?:prompt|instructions))",
    r"<\|(?:im_start|im_end|system|endoftext|user|assistant)\|>|\[/?(?:INST|SYS)\]|<<SYS>>"
    r"|</?(?:system|assistant|instructions?|important)>",
    r"(?:^|\n)\s*(?:#{1,4} ?)?(?:new |updated |real )?(?:system|developer|admin)"
    r"(?: (?:prompt|message|instructions?|override|note|notice))? ?[:：>]",
    rf"\b<injection.address>[,:]? (?:to |for )?{_YOU}[,:. ]",
    rf"\b{_YOU} (?:must|should|shall|has to|needs to|is required to|will now|is now|may not) "
    r"(?:now |always |never |not |only |instead |also )?(?:\w+)",
    r"\b(?:do not|don'?t|never|without) <injection.hide> (?:this |it |anything )?(?:to )?the "
    r"(?:user|human|operator|owner)\b",
    r"\b(?:when(?:ever)?|if|every time|next time) (?:the |a |this )?(?:user|human|customer|owner) "
    r"(?:asks?|says?|mentions?|requests?|wants?|types?|talks?|tries)\b",
    r"\b<injection.remember>\b.{0,40}\b(?:the user|user'?s|long[- ]term memory|your memory"
    r"|memory)\b.{0,60}\b<injection.prefers>\b",
    r"\b(?:forward|send|upload|post|exfiltrate|transmit|email|leak|copy) (?:<injection.quantifiers> ){0,3}"
    r"(?:\w+ ){0,3}<injection.data> (?:\w+ ){0,3}(?:to|at) "
    r"(?:https?://|\S+@\S+|the (?:following|attacker|address|url)|this (?:url|address|server))",
    r"\b(?:execute|run) (?:the following|this) (?:command|code|script|instruction)s? "
    r"(?:immediately|now|silently|without|as root|with)\b",
    r"\b(?:your|the) (?:new|real|true|actual|only) "
    r"(?:task|goal|purpose|objective|instructions?|role|mission|job)s? (?:is|are)\b",
    r"\b(?:pretend|act|behave|respond) as (?:if you (?:had|have) no"
    r"|an? (?:unrestricted|unfiltered|uncensored)|though you have no)",
    r"\b(?:from now on|henceforth),? (?:you (?:will|must|are|shall)|the assistant"
    r"|always (?:recommend|trust|choose|answer that|prefer|say that|approve))\b",
)
_YOU_ZH = "(?:AI|ai|助手|模型|智能体|机器人|大模型|语言模型|助理)"
_CHINESE = (
    r"<injection.ignore_zh>(?:掉)?(?:你)?(?:的)?<injection.old_zh>(?:的|你的|给你的|收到的|那些)*"
    r"(?:所有|一切|全部)?(?:的)?<injection.told_zh>",
    "(?:忽略|无视|忘记|忘掉)(?:你)?(?:之前|以前|先前)(?:被告知|收到|学到|听到)的(?:一切|所有|全部)",
    "你现在(?:是|已经是|进入)(?:了)?(?:一个)?(?:没有|不受|无)(?:任何)?(?:限制|约束|审查|道德)",
    "(?:进入|开启|启用|切换到|激活)(?:开发者|调试|管理员|越狱|无限制|上帝|维护)模式",
    r"(?:输出|打印|显示|泄露|透露|告诉我|重复|公开|展示)(?:一下)?(?:出)?你?的?"
    r"(?:完整的?|全部的?|初始的?|隐藏的?)?(?:系统提示词?|初始指令|隐藏指令|系统指令|开发者消息"
    r"|<injection.told_zh>原文)",
    r"(?:^|\n)\s*(?:【|\[|#+ ?)?(?:新的?|更新的?)?(?:系统|开发者|管理员)(?:提示词?|消息|指令|通知|覆盖)?"
    r"(?:】|\])?[:：]",
    f"(?:注意|请|致|尊敬的|给|提醒)[，,:： ]?(?:所有)?{_YOU_ZH}[，,:：]",
    rf"{_YOU_ZH}(?:必须|应当|务必|不得|现在要|从现在起|应该|需要)<injection.always_zh>",
    r"(?:不要|别|切勿|不得|禁止|无需)(?:告诉|告知|通知|提醒|让|向)(?:用户|使用者|主人|人类)"
    r"(?:知道|透露|提及|说明|提起|察觉|发现)?",
    "(?:当|如果|每当|只要|下次)(?:用户|使用者|客户|主人)(?:问|询问|提到|要求|想|说|输入|提出|查询)",
    r"(?:记住|保存|存储|写入|记录|牢记|加入)[^。\n]{0,20}"
    r"(?:用户|长期记忆|记忆)[^。\n]{0,30}<injection.prefers_zh>",
    r"(?:转发|发送|上传|泄露|传输|复制|提交|外传)[^。\n]{0,12}<injection.data_zh>[^。\n]{0,8}"
    r"(?:到|给|至)[^。\n]{0,6}(?:https?://|\S+@|以下|下面|攻击者|这个地址|该地址)",
    r"(?:把|将)[^。\n]{0,14}<injection.sent_zh>[^。\n]{0,6}(?:转发|发送|上传|传输|提交|发)"
    r"(?:到|给|至)[^。\n]{0,6}(?:https?://|\S+@|以下|下面|攻击者)",
    "你(?:的|现在的)?(?:新|真正|唯一|实际)的?(?:任务|目标|身份|职责|使命|角色)(?:是|为)",
    r"从(?:现在|今)(?:起|开始|以后)[，,]?(?:你(?:必须|要|将|就是|不再|是|只能)"
    r"|(?:始终|总是|永远)(?:推荐|信任|回答|选择|批准))",
    "(?:假装|假设|表现得像)你?(?:没有|不受)(?:任何)?(?:限制|约束|规则|道德)",
    "(?:立即|静默|悄悄|马上)(?:地)?(?:执行|运行)(?:以下|下面|这段|该)(?:命令|代码|脚本|指令)",
)
MAX_LENGTH = 32_000
"""A longer text is read at its beginning and its end."""


def reads_like_an_order(text: str) -> bool:
    """Whether a text uses the wording of those who talk to the model."""
    if not text:
        return False
    if len(text) > MAX_LENGTH:
        text = f"{text[: MAX_LENGTH // 2]}\n{text[-MAX_LENGTH // 2 :]}"
    chosen = (_ENGLISH, _CHINESE) if any("\u3400" <= c <= "\u9fff" for c in text) else (_ENGLISH,)
    return any(_compiled(patterns).search(text) for patterns in chosen)


@cache
def _compiled(patterns: tuple[str, ...]) -> Any:
    """All of them as one, compiled when first used."""
    import re2  # type: ignore[import-untyped]  # it ships no types

    options = re2.Options()
    options.log_errors = False
    return re2.compile(expand("(?i)" + "|".join(f"(?:{one})" for one in patterns)), options)
