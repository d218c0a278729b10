"""Wording by which a text talks to the model instead of to a reader. A label and a reason for review, no defence.

What a source may do is decided by its authority; filters alone do not stop poisoning. Linear time on any input.
"""

from __future__ import annotations

from functools import cache
from typing import Any

LABEL = "injection-wording"
"""The tag of a record that reads like an attempt to steer the model."""

_OLD = r"(?:previous|prior|earlier|above|preceding|existing|original|past|former|other|system|initial|all)"
_TOLD = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directives?|commands?|context|constraints?|poli"
    r"c(?:y|ies)|messages?)"
)
_SECRET = (
    r"(?:system prompts?|hidden (?:prompts?|instructions?)|initial (?:prompts?|instructions?)|developer message"
    r"|your (?:instructions|prompt|rules)|api keys?|passwords?|credentials?|secrets?|tokens?|private keys?)"
)
_YOU = r"(?:the )?(?:assistant|ai|model|agent|chatbot|bot|llm|language model)"
_ENGLISH = (
    rf"\b(?:ignore|disregard|forget|override|bypass|discard|drop|neglect|skip|do not follow|stop fo"
    rf"llowing|don'?t follow)"
    rf" (?:about )?(?:any |all |the |your |of |these |every |everything ){{0,4}}{_OLD}(?: (?:and|or"
    rf") \w+)?(?: \w+)? {_TOLD}\b",
    rf"\b(?:ignore|disregard|forget|override) (?:all |any )?(?:the |your ){_TOLD}\b(?: (?:above|before|you)\b)",
    r"\b(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|that came before|y"
    r"ou (?:were|have been) told|said (?:so far|before))",
    r"\byou are (?:now|no longer|from now on) (?:an? |the |in |bound |restricted |called )?(?:\w+ "
    r"){0,3}(?:dan|unrestricted|unfiltered"
    r"|jailbroken|evil|developer mode|root|admin(?:istrator)?|free|hacker|mode|bound|restricted|al"
    r"igned|assistant|ai|persona)\b",
    r"\b(?:enter|enable|activate|switch (?:in)?to|turn on) (?:the )?(?:developer|debug|god|admin|d"
    r"an|jailbreak|unrestricted|maintenance) mode\b",
    rf"\b(?:reveal|print|show|repeat|output|disclose|leak|dump|tell me|display|send|give me) (?:me "
    rf")?(?:all )?(?:of )?(?:the |your |its |any )?(?:\w+ )?{_SECRET}"
    r"(?: (?:verbatim|word for word|in full|to |above|now|you))",
    r"\b(?:reveal|print|repeat|output|disclose|leak|dump) (?:me )?(?:all )?(?:the |your )?(?:full "
    r"|entire |whole |exact )?(?:system prompt|hidden (?:prompt|instructions)|initial (?:prompt|in"
    r"structions))",
    r"<\|(?:im_start|im_end|system|endoftext|user|assistant)\|>|\[/?(?:INST|SYS)\]|<<SYS>>|</?(?:s"
    r"ystem|assistant|instructions?|important)>",
    r"(?:^|\n)\s*(?:#{1,4} ?)?(?:new |updated |real )?(?:system|developer|admin)(?: (?:prompt|mess"
    r"age|instructions?|override|note|notice))? ?[:：>]",
    rf"\b(?:attention|note|notice|message|instructions?|memo|warning|hey|hello|dear)[,:]? (?:to |for )?{_YOU}[,:. ]",
    rf"\b{_YOU} (?:must|should|shall|has to|needs to|is required to|will now|is now|may not) (?:now"
    rf" |always |never |not |only |instead |also )?(?:\w+)",
    r"\b(?:do not|don'?t|never|without) (?:tell|mention|inform|alert|notify|telling|informing|aler"
    r"ting|reveal (?:this|it) to|let) (?:this |it |anything )?(?:to )?the (?:user|human|operator|o"
    r"wner)\b",
    r"\b(?:when(?:ever)?|if|every time|next time) (?:the |a |this )?(?:user|human|customer|owner) "
    r"(?:asks?|says?|mentions?|requests?|wants?|types?|talks?|tries)\b",
    r"\b(?:remember|store|save|memori[sz]e|record|note|add|write|keep|commit)\b.{0,40}\b(?:the use"
    r"r|user'?s|long[- ]term memory|your memory|memory)\b.{0,60}\b(?:prefers?|wants?|trusts?|likes"
    r"?|approved?|authori[sz]ed?|allow(?:s|ed)?|always|never|is|has|should|must)\b",
    r"\b(?:forward|send|upload|post|exfiltrate|transmit|email|leak|copy) (?:all |every |the |this "
    r"|any |their |his |her |your |a copy of ){0,3}(?:\w+ ){0,3}(?:data|conversation|chat|history|"
    r"messages?|memor(?:y|ies)|contacts?|files?|secrets?|passwords?|credentials?|keys?|tokens?|doc"
    r"uments?|emails?) (?:\w+ ){0,3}(?:to|at) (?:https?://|\S+@\S+|the (?:following|attacker|addre"
    r"ss|url)|this (?:url|address|server))",
    r"\b(?:execute|run) (?:the following|this) (?:command|code|script|instruction)s? (?:immediatel"
    r"y|now|silently|without|as root|with)\b",
    r"\b(?:your|the) (?:new|real|true|actual|only) (?:task|goal|purpose|objective|instructions?|ro"
    r"le|mission|job)s? (?:is|are)\b",
    r"\b(?:pretend|act|behave|respond) as (?:if you (?:had|have) no|an? (?:unrestricted|unfiltered"
    r"|uncensored)|though you have no)",
    r"\b(?:from now on|henceforth),? (?:you (?:will|must|are|shall)|the assistant|always (?:recomm"
    r"end|trust|choose|answer that|prefer|say that|approve))\b",
)
_OLD_ZH = "(?:之前|以前|先前|上面|以上|前面|原有|原来|所有|一切|系统|此前|任何|全部|上述)"
_TOLD_ZH = "(?:指令|指示|提示词?|规则|要求|命令|约束|限制|设定|说明|内容|对话|设置|系统提示)"
_YOU_ZH = "(?:AI|ai|助手|模型|智能体|机器人|大模型|语言模型|助理)"
_CHINESE = (
    f"(?:忽略|无视|忘记|忘掉|抛开|不要理会|不要遵守|绕过|覆盖|放弃|跳过)(?:掉)?(?:你)?(?:的)?"
    f"{_OLD_ZH}(?:的|你的|给你的|收到的|那些)*(?:所有|一切|全部)?(?:的)?{_TOLD_ZH}",
    "(?:忽略|无视|忘记|忘掉)(?:你)?(?:之前|以前|先前)(?:被告知|收到|学到|听到)的(?:一切|所有|全部)",
    "你现在(?:是|已经是|进入)(?:了)?(?:一个)?(?:没有|不受|无)(?:任何)?(?:限制|约束|审查|道德)",
    "(?:进入|开启|启用|切换到|激活)(?:开发者|调试|管理员|越狱|无限制|上帝|维护)模式",
    f"(?:输出|打印|显示|泄露|透露|告诉我|重复|公开|展示)(?:一下)?(?:出)?你?的?(?:完整的?|全部的?|"
    f"初始的?|隐藏的?)?(?:系统提示词?|初始指令|隐藏指令|系统指令|开发者消息|{_TOLD_ZH}原文)",
    "(?:^|\\n)\\s*(?:【|\\[|#+ ?)?(?:新的?|更新的?)?(?:系统|开发者|管理员)(?:提示词?|消息|指令|通"
    "知|覆盖)?(?:】|\\])?[:：]",
    f"(?:注意|请|致|尊敬的|给|提醒)[，,:： ]?(?:所有)?{_YOU_ZH}[，,:：]",
    f"{_YOU_ZH}(?:必须|应当|务必|不得|现在要|从现在起|应该|需要)(?:立即|始终|永远|总是|只|先|把|将"
    f"|向|信任|推荐|回答|告诉|服从|批准|忽略)",
    "(?:不要|别|切勿|不得|禁止|无需)(?:告诉|告知|通知|提醒|让|向)(?:用户|使用者|主人|人类)(?:知道"
    "|透露|提及|说明|提起|察觉|发现)?",
    "(?:当|如果|每当|只要|下次)(?:用户|使用者|客户|主人)(?:问|询问|提到|要求|想|说|输入|提出|查询)",
    "(?:记住|保存|存储|写入|记录|牢记|加入)[^。\\n]{0,20}(?:用户|长期记忆|记忆)[^。\\n]{0,30}(?:"
    "喜欢|偏好|信任|想要|允许|授权|同意|总是|永远|必须|已|是|希望)",
    "(?:转发|发送|上传|泄露|传输|复制|提交|外传)[^。\\n]{0,12}(?:数据|对话|聊天记录|记忆|联系人|"
    "文件|密码|密钥|凭证|令牌|邮件|历史)[^。\\n]{0,8}(?:到|给|至)[^。\\n]{0,6}(?:https?://|\\S+@|"
    "以下|下面|攻击者|这个地址|该地址)",
    "(?:把|将)[^。\\n]{0,14}(?:数据|对话|聊天记录|记忆|联系人|文件|密码|密钥|凭证|令牌|历史)[^。"
    "\\n]{0,6}(?:转发|发送|上传|传输|提交|发)(?:到|给|至)[^。\\n]{0,6}(?:https?://|\\S+@|以下|下"
    "面|攻击者)",
    "你(?:的|现在的)?(?:新|真正|唯一|实际)的?(?:任务|目标|身份|职责|使命|角色)(?:是|为)",
    "从(?:现在|今)(?:起|开始|以后)[，,]?(?:你(?:必须|要|将|就是|不再|是|只能)|(?:始终|总是|永远)("
    "?:推荐|信任|回答|选择|批准))",
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
    return re2.compile("(?i)" + "|".join(f"(?:{one})" for one in patterns), options)
