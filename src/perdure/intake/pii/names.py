"""What a secret is called, in English and Chinese, in a sentence, a setting or a field. Everything else asks here.

A name belongs to a family, and the family says what a value of it looks like and how sure the name is: after
`password is` a plain word is a password, after `token is` it is prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView, view
from perdure.regex import regex
from perdure.textcache import cached_texts


class SecretFamily(Enum):
    PASSWORD = "password"
    """Chosen by a person: a plain word may be one."""
    PASS = "pass"
    """The same, by a word that means much else: only what looks like a password is one."""
    CODE = "code"
    """Given out for a moment, or a PIN: short, mostly digits."""
    KEY = "key"
    """Drawn by chance: an API key, an access key."""
    TOKEN = "token"
    """The same, by a word that means much else."""
    LOGIN = "login"
    """A user's name and a password, in this order."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a secret in a text."""

    family: SecretFamily
    start: int
    end: int
    is_many: bool = False
    only_random: bool = False
    """A word that names many other things: only what was drawn by chance is its secret."""

    @property
    def kind(self) -> str:
        return "api_key" if self.family in (SecretFamily.KEY, SecretFamily.TOKEN) else "password"


_CODES = (
    rb"verif(?:y|ication|\.)?|activation|emergency|security|log[ -]?in|sign[ -]?in|access"
    rb"|auth(?:entication|orization|enticator)?|one[ -]?time"
    rb"|2fa|mfa|otp|totp|sms|recovery|backup|unlock|door|gate|garage|alarm|entry|lock|safe|pairing|reset|vault|locker"
    rb"|lock[ -]?box|two[ -](?:factor|step)|rescue|scratch|lobby|entrance|keypad|disarm"
    rb"|phone|voicemail|buzzer|intercom|elevator|lift|mailbox|pool|parking|barrier|token|check-?in|card|email|e-mail|text|whatsapp|device|approval|dynamic|temporary"
)
# What a code opens.
_DOORS = rb"door|gate|garage|safe|alarm|lock|locker|vault|house|flat|apartment|office|lobby|elevator|phone|ipad|laptop"
# `your code`, `your Uber code`: whose it is says that it is not the code of a country, an error or a sale.
_YOUR = rb"your (?:[a-z][a-z0-9.'-]{1,20} ){0,2}code"
_EN: tuple[tuple[SecretFamily, bytes], ...] = (
    (
        SecretFamily.PASSWORD,
        rb"pass[ _-]?(?:words?|wrds?|wds?|codes?|phrases?)\d{0,2}\b|(?:\b|_)p(?:s?wd|sw|wd?)s?\d?\b"
        rb"|\b(?:pa?s{1,2}[word]{2,5}|apssword|passwor[fst]|passw[a-z]rd|mima|p/w)s?\b|\bkey_?material\b"
        rb"|(?-i:[a-z0-9]P(?:swd|wd|w))\b|\bidentified\s+(?:with\s+\S{1,40}\s+)?by\b|convertto-securestring\b|requirepass\b|masterauth\b"
        rb"|\b(?:wi-?fi|wireless|wlan|wpa[23]?|network|router|modem|hotspot)[ _-](?:key|psk|code)\b"
        rb"|\bpsk\b|pre-?shared[ _-]key\b",
    ),
    (
        SecretFamily.CODE,
        rb"\b(?:"
        + _CODES
        + rb")(?:'s)?(?: (?:verification|confirmation|access))?[ _-]?(?:code|pin(?: code| number)?|otp)s?\b|\b"
        + _YOUR
        + rb"\b"
        rb"|(?:\b|_)(?:[mt]?pins?[12]?(?:[ _-]?(?:codes?|numbers?|no)|#)?|t?otps?|cv[vc]2?(?: code)?"
        rb"|[2m]fa(?: (?:token|key))?)(?:\b|$)|\bconfirmation codes?\b"
        rb"|\bcodes? (?:for|to|of|on) (?:(?:the|my|our|his|her|their) )?(?:[a-z]{1,12} ){0,2}(?:"
        + _DOORS
        + rb")\b|\bpuk2?(?:[ -]code)?\b"
        rb"|\b(?:\d|four|five|six|eight)[ -]?digit (?:code|pin|passcode)\b"
        rb"|\b(?:got|get|received|have) (?:the|a|your|my) code\b"
        rb"|\bcode (?:they|i|you|he|she|we) (?:just )?(?:texted|sent|got|received|gave|mailed)"
        rb"(?: me| us| you| him| her)?\b"
        rb"|\b(?:keypad|passkey|key ?safe|lock ?box|padlock|combination|(?:bike|screen|luggage) lock"
        rb"|authenticator(?: app)?)\b(?:(?:'s)? (?:comb(?:o|ination)|code|pin)\b)?"
        rb"|\b(?:the )?(?:six|four|eight|6|4|8) digits\b"
        rb"|\b(?:apple(?: id)?|google|microsoft|telegram|whatsapp|signal|steam(?: guard)?|amazon"
        rb"|paypal|instagram|facebook|discord"
        rb"|github|uber|binance|coinbase|venmo|wechat|alipay|okta|duo) codes?\b"
        rb"|\b(?:lock|safe|locker|padlock|bike|suitcase|vault|luggage|lock ?box|gate|door)(?:'s)? comb(?:o|ination)\b",
    ),
    (
        SecretFamily.LOGIN,
        rb"user(?:[ _-]?(?:name|id))?[ ]?(?:/|&|\+|,|and|or)[ ]?(?:p(?:ass)?(?:w(?:or)?d)?|pw)s?\b"
        rb"|\blog[ -]?ins?(?: (?:details?|info|data))?\b|\bcred(?:ential)?s?\b|\bsign[ -]?in (?:details?|info)\b",
    ),
    (
        SecretFamily.KEY,
        rb"(?:api|setup|manual(?:[ _-]entry)?|send|recovery|unseal|access|secret|account|encryption"
        rb"|signing|private|master|license|licence|product|activation|shared"
        rb"|service|deploy|webhook|app|client|consumer|auth|storage|cipher)"
        rb"[_ -]?(?:secret[_ -]?)?(?:access[_ -]?)?(?:key|secret)s?(?:[_ -]?id)?\b"
        rb"|\bkey (?:for|to|of) (?:(?:the|my|our) )?(?:[\w-]+ ){0,3}api\b"
        rb"|(?:access|refresh|auth|api|bearer|bot|personal[_ -]access|id|session|csrf|device|push|service|login|jwt)"
        rb"[_ -]?tokens?\b",
    ),
    (
        SecretFamily.TOKEN,
        rb"secrets?(?:[_ -]?(?:key[_ -]?)?base)?\b|tokens?\b|\b(?-i:AK|SK)\b|subscription-key\b|\bkey\b"
        rb"|\b(?:ak|sk)\b|\bcookies?\b|\b(?:jsessionid|phpsessid|sessdata|bduss|sessionid|connect\.sid)\b",
    ),
    (SecretFamily.LOGIN, rb"\b(?:basic_?)?auth\b"),
    (SecretFamily.PASS, rb"(?:\b|_)pass\b|(?-i:[a-z0-9]Pass|\b[A-Z]{2,8}PASS)\b"),
)
_NAME = rb"(?i)" + b"|".join(rb"(" + source + rb")" for _, source in _EN)
# Codes of other things, which `your … code` would take in.
_OPEN_CODES = frozenset(
    {"zip", "postal", "area", "country", "promo", "promotion", "discount", "coupon", "referral", "invite", "invitation"}
    | {"booking", "error", "status", "exit", "source", "product", "color", "colour", "dress", "qr", "bar", "voucher"}
    | {"return", "response", "airport", "stock", "language", "currency", "python", "class", "course", "tax", "http"}
)

# What is meant by these is mostly something else, or a header that has its own form.
_ONLY_RANDOM = frozenset(
    {"ak", "sk", "cookie", "cookies", "jsessionid", "phpsessid", "sessdata", "bduss", "sessionid", "connect.sid"}
)
_NO_PASS = frozenset({"bypass", "compass", "trespass", "surpass", "encompass"})
# `key` alone is said of too much; not where the name of a network stands beside it.
_WIRELESS = regex(r"\bssid\b|\bnetwork\b|wi-?fi|\bwlan\b|无线", re.ASCII)

_ZH: tuple[tuple[SecretFamily, tuple[str, ...]], ...] = (
    (
        SecretFamily.LOGIN,
        (
            "账号密码",
            "帐号密码",
            "账户密码",
            "用户名密码",
            "账密",
            "账号和密码",
            "用户名和密码",
            "账号/密码",
            "用户名/密码",
        ),
    ),
    (
        SecretFamily.PASSWORD,
        ("密码", "口令", "密碼", "密码短语", "口令短语", "密语", "预共享密钥", "无线密钥", "网络密钥", "共享密钥"),
    ),
    (
        SecretFamily.CODE,
        (
            "手机令牌",
            "动态令牌",
            "短信里的码",
            "收到的码",
            "发来的码",
            "恢复代码",
            "备用代码",
            "救援代码",
            "验证代码",
            "安全代码",
            "应急代码",
            "登录代码",
            "确认代码",
            "验证器",
            "短信验证",
            "一个码",
            "背面三位",
            "背面的三位",
            "背面三位数",
            "背面的三位数",
            "背后三位",
        ),
    ),
    (SecretFamily.KEY, ("密钥", "秘钥", "私钥", "令牌", "访问凭证")),
)
# `验证码` and its kin: any of these before `码`.
_ZH_CODES = frozenset(
    {
        "验证",
        "动态",
        "校验",
        "短信",
        "安全",
        "登录",
        "登陆",
        "确认",
        "认证",
        "随机",
        "提取",
        "解压",
        "授权",
        "恢复",
        "备用",
    }
    | {
        "门禁",
        "开锁",
        "开门",
        "激活",
        "取款",
        "驗證",
        "動態",
        "解锁",
        "鉴权",
        "口令",
        "访问",
        "PIN",
        "pin",
        "PUK",
        "核验",
        "撤防",
        "布防",
        "开箱",
        "开柜",
        "救援",
        "备份",
        "重置",
        "进门",
        "入户",
        "门锁",
        "一次性",
        "入住",
        "应急",
        "取件",
        "提货",
        "取餐",
        "取货",
        "楼道",
        "楼门",
        "单元",
        "CVV",
        "CVC",
        "cvv",
        "cvc",
    }
)


_ZH_MANY = ("应急代码", "恢复码", "备用码", "救援码", "备份码", "恢复代码", "备用代码")


def names(view: TextView) -> Iterator[Name]:
    """Every name of a secret, in the order of the text for each language."""
    for match in pattern(_NAME).finditer(view.data):
        start, end = match.span()
        group = next(n for n in range(1, len(_EN) + 1) if match.start(n) >= 0)
        # `[password]` is a placeholder of ours, not the name of a setting.
        if view.byte(start - 1) == ord("[") and view.byte(end) in b"] ":
            continue
        family = _EN[group - 1][0]
        said = view.read(start, end).lower()
        if family is SecretFamily.CODE and said.startswith("your ") and _OPEN_CODES & set(said.split()):
            continue
        if said in _NO_PASS:
            continue
        is_key = said == "key"
        if is_key and _WIRELESS.search(view.before(start, 60)):
            family, is_key = SecretFamily.PASSWORD, False
        elif is_key and not any("\u4e00" <= c <= "\u9fff" for c in view.before(start, 8)):
            continue
        is_many = said.endswith("s") and not said.endswith(("ss", "digits"))
        yield Name(family, start, end, is_many=is_many, only_random=is_key or said in _ONLY_RANDOM)
    if not view.text.isascii():
        yield from _chinese(view)


def _chinese(view: TextView) -> Iterator[Name]:
    taken = -1
    for start, end, family in sorted(_chinese_spans(view), key=lambda found: (found[0], -found[1])):
        if start >= taken:
            taken = end
            yield Name(family, start, end, is_many=view.text[start:end] in _ZH_MANY)


def _chinese_spans(view: TextView) -> Iterator[tuple[int, int, SecretFamily]]:
    for family, said in _ZH:
        for name in said:
            at = view.text.find(name)
            while at >= 0:
                yield at, at + len(name), family
                at = view.text.find(name, at + len(name))
    for code in "码碼":
        at = view.text.find(code)
        while at >= 0:
            end = at - (view.text[max(0, at - 1) : at] == " ")  # `PIN 码`
            if (before := next((n for n in (2, 3) if view.text[max(0, end - n) : end] in _ZH_CODES), None)) is not None:
                yield end - before, at + 1, SecretFamily.CODE
            at = view.text.find(code, at + 1)


@cached_texts(1024)
def says_secret(field: str) -> bool:
    """Whether the name of a field is the name of a secret as a text would use it: then its value is looked at."""
    return next(names(view(field)), None) is not None


# The end of a field's name, in lower case without signs, and what a field of that name holds whatever it looks like.
_FIELDS = {
    **dict.fromkeys(("password", "passwd", "pwd", "passphrase", "passcode", "pincode", "密码", "口令"), "password"),
    **dict.fromkeys(("verificationcode", "smscode", "otp", "cvv", "cvc", "验证码", "动态码", "校验码"), "password"),
    **dict.fromkeys(("apikey", "secret", "token", "secretkey", "accesskey", "accesskeyid", "密钥", "令牌"), "api_key"),
    **dict.fromkeys(("clientsecret", "credential", "credentials", "signingkey", "encryptionkey"), "api_key"),
    **dict.fromkeys(("authorization", "cookie", "setcookie", "sessionid", "sessioncookie"), "auth_header"),
    **dict.fromkeys(("privatekey", "seedphrase", "mnemonic", "recoveryphrase", "私钥", "助记词"), "private_key"),
}
# A name that is nothing but this; as the end of another (`bypass`, `topping`) it would mean something else.
_WHOLE_FIELDS = dict.fromkeys(("pw", "psw", "pswd", "userpw", "rootpw", "dbpass", "userpass", "adminpass"), "password")
# These end like a secret and are none.
_OPEN_FIELDS = ("pagetoken", "nexttoken", "continuationtoken", "stoptoken", "eostoken", "padtoken", "bostoken")


def field_kind(name: str) -> str | None:
    """What a field of this name holds, if that is a secret: `db_password`, `X-API-Key`, `用户密码`."""
    plain = "".join(c for c in name.lower() if c.isalnum())
    if not plain or plain.endswith(_OPEN_FIELDS):
        return None
    if plain in _WHOLE_FIELDS:
        return _WHOLE_FIELDS[plain]
    singular = plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain
    return next((kind for end, kind in _FIELDS.items() if plain.endswith(end) or singular.endswith(end)), None)
