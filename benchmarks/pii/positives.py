"""Sentences that hold something private: every class in Chinese and English surroundings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from benchmarks.pii import values


@dataclass(frozen=True, slots=True)
class Positive:
    """A text, and where in it stands what must be found."""

    kind: str
    language: str
    text: str
    start: int
    end: int


_ANY_ZH = (
    "{}",
    "你好，{}，谢谢。",
    "记一下：{}",
    "这个是{}，别弄丢了",
    "我的是 {}，他的我不知道。",
    "资料如下（{}）请查收",
    "张三,{},北京",
    "备注：{}；下周三前处理。",
    "昨天发给你的那个，就是{}。你看看对不对？",
)
_ANY_EN = (
    "{}",
    "Hi, please note {} for later.",
    "Mine is {}, thanks!",
    "It changed last week: {}",
    "(see {}) and let me know",
    "name,{},London",
    '{{"value": "{}"}}',
    "I think it was {}. Can you check?",
    "Please don't share {} with anybody; it is private.",
)
_PHONE_ZH = ("打我电话 {}", "手机：{}", "联系方式是{}，随时找我", "号码{}，晚上别打")
_PHONE_EN = ("Call me at {} tonight.", "Phone: {}", "my cell is {}", "Text {} when you arrive.")
_CARD_ZH = ("银行卡号{}", "往这张卡打款：{}", "信用卡 {} 有效期 08/29")
_CARD_EN = ("card number {}", "Charge it to {} please.", "My Visa is {} exp 08/29")
_PASSPORT_ZH = ("护照号{}", "我的护照是 {}，明年到期", "护照号码：{}", "护照（{}）丢了", "换了新护照，{}")
_PASSPORT_EN = ("passport number {}", "My passport no. is {}", "Passport: {}", "passport {} expires in May")
_NINO_ZH = ("国民保险号 {}", "我的英国国民保险号码是{}。", "NINO：{}")
_NINO_EN = ("National Insurance number {}", "my NI number is {}.", "NINO: {}", "NI no. {}")
_PASSWORD_ZH = ("密码是{}", "密码：{}", "WiFi密码 {}，自己连", "密码改成了{}。", "我的登录口令为“{}”", "新密码设为 {}")
_PASSWORD_EN = (
    "my password is {}",
    "password: {}",
    "The wifi password is {}.",
    'DB_PASSWORD="{}"',
    "passwd = '{}'",
    "I changed my password to {}",
)
_KEY_ZH = ("密钥是 {}", "API_KEY={}", "token：{}", "我的 api key 是 {}，别外传", "secret_key: '{}'")
_KEY_EN = (
    'api_key = "{}"',
    "my api key is {}",
    "aws_secret_access_key = {}",
    "ACCESS_TOKEN={}",
    '"client_secret": "{}"',
    "token: {}",
)
_URL_ZH = ("数据库在 postgresql://{}@db.internal:5432/app", "用https://{}@git.example.com/x.git 拉代码")
_URL_EN = (
    "DATABASE_URL=postgres://{}@10.0.0.5/app",
    "clone https://{}@git.example.com/team/repo.git",
    "redis://{}@cache:6379",
)
_HEADER_ZH = ("请求头是 Authorization: Bearer {}", "带上Cookie: session={}")
_HEADER_EN = (
    "Authorization: Bearer {}",
    'curl -H "Authorization: token {}"',
    "Set-Cookie: sid={}",
    "use bearer {} for it",
)

Maker = Callable[[Random], str]
_CLASSES: tuple[tuple[str, Maker, tuple[str, ...], tuple[str, ...]], ...] = (
    ("email", values.email, (*_ANY_ZH, "邮箱{}"), (*_ANY_EN, "mailto:{}", "<{}>")),
    ("phone", values.phone, (*_ANY_ZH, *_PHONE_ZH), (*_ANY_EN, *_PHONE_EN)),
    ("cn_id", values.cn_id, (*_ANY_ZH, "身份证号{}"), (*_ANY_EN, "ID card no. {}")),
    ("bank_card", values.bank_card, (*_ANY_ZH, *_CARD_ZH), (*_ANY_EN, *_CARD_EN)),
    ("credit_code", values.credit_code, (*_ANY_ZH, "统一社会信用代码：{}", "税号{}"), (*_ANY_EN, "credit code {}")),
    ("plate", values.plate, (*_ANY_ZH, "车牌{}", "我的车是{}，停在B2"), (*_ANY_EN, "plate {}")),
    ("passport", values.passport, _PASSPORT_ZH, _PASSPORT_EN),
    ("iban", values.iban, (*_ANY_ZH, "账号 {}"), (*_ANY_EN, "IBAN: {}")),
    ("us_ssn", values.us_ssn, (*_ANY_ZH, "社安号{}"), (*_ANY_EN, "SSN {}")),
    ("uk_nino", values.uk_nino, _NINO_ZH, _NINO_EN),
    ("api_key", values.api_key, (*_ANY_ZH, *_KEY_ZH), (*_ANY_EN, *_KEY_EN)),
    ("api_key", values.random_key, _KEY_ZH, _KEY_EN),
    ("password", values.password, _PASSWORD_ZH, _PASSWORD_EN),
    ("jwt", values.jwt, _ANY_ZH, _ANY_EN),
    ("private_key", values.private_key, _ANY_ZH, _ANY_EN),
    ("url_credentials", values.url_credentials, _URL_ZH, _URL_EN),
    ("auth_header", values.auth_header, _HEADER_ZH, _HEADER_EN),
)
CHECKSUM = ("cn_id", "bank_card", "credit_code", "iban")
COMMON = ("phone", "email", "api_key")


def positives(seed: int, each: int) -> Iterator[Positive]:
    """`each` of every class in each language."""
    rng = Random(f"positives {seed}")
    for kind, make, zh, en in _CLASSES:
        for language, frames in (("zh", zh), ("en", en)):
            for _ in range(each):
                value, frame = make(rng), rng.choice(frames)
                before = frame.split("{}")[0].replace("{{", "{").replace("}}", "}")
                yield Positive(kind, language, frame.format(value), len(before), len(before) + len(value))
