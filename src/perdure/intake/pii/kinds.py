"""The classes of what is found, the most specific first, and what they are called in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Found:
    """Something private: its class and where it is, in characters of the text that was given. Never the value."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Label:
    """How a class is called: English one and many, Chinese with its measure word."""

    one: str
    many: str
    zh: str


# In this order: where two classes claim the same characters, the one that stands first has them.
LABELS = MappingProxyType(
    {
        "private_key": Label("private key", "private keys", "个私钥"),
        "url_credentials": Label("login inside a link", "logins inside links", "处链接里的账号密码"),
        "auth_header": Label("login header or cookie", "login headers or cookies", "个登录凭据"),
        "jwt": Label("login token", "login tokens", "个登录令牌"),
        "api_key": Label("access key", "access keys", "个访问密钥"),
        "password": Label("password", "passwords", "个密码"),
        "cn_id": Label("Chinese ID number", "Chinese ID numbers", "个身份证号"),
        "credit_code": Label("company credit code", "company credit codes", "个统一社会信用代码"),
        "iban": Label("IBAN", "IBANs", "个国际银行账号"),
        "bank_card": Label("bank card number", "bank card numbers", "个银行卡号"),
        "us_ssn": Label("social security number", "social security numbers", "个美国社会安全号"),
        "uk_nino": Label("national insurance number", "national insurance numbers", "个英国国民保险号"),
        "passport": Label("passport number", "passport numbers", "个护照号"),
        "email": Label("e-mail address", "e-mail addresses", "个邮箱地址"),
        "phone": Label("phone number", "phone numbers", "个电话号码"),
        "plate": Label("car plate", "car plates", "个车牌号"),
    }
)

KINDS: tuple[str, ...] = tuple(LABELS)

# These enclose what they protect: whatever else is found inside belongs to them.
_ENCLOSING = frozenset({"private_key", "url_credentials", "auth_header"})
_RANK = {kind: rank for rank, kind in enumerate(KINDS)}


def settle(found: list[Found]) -> list[Found]:
    """No two overlap: what encloses comes first, then the longer, then the more specific. In the order of the text."""
    order = sorted(set(found), key=lambda f: (f.kind not in _ENCLOSING, f.start - f.end, _RANK[f.kind], f.start))
    taken = bytearray(max((f.end for f in found), default=0))
    kept = []
    for one in order:
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\1" * (one.end - one.start)
            kept.append(one)
    return sorted(kept, key=lambda f: f.start)
