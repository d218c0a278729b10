"""Values of every class, made up by rule with a seeded generator: none of them belongs to anybody on purpose."""

from __future__ import annotations

import string
from collections.abc import Callable
from datetime import date, timedelta
from random import Random

DIGITS = string.digits
ALNUM = string.ascii_letters + string.digits
_PLATE = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE = "0123456789ABCDEFGHJKLMNPQRTUWXY"
_PLACES = ("110105", "310104", "440305", "510107", "330106", "420111", "610113", "650102", "230103", "350203")
_SURNAMES = ("zhang", "li", "wang", "chen", "smith", "jones", "garcia", "müller", "o'brien", "tanaka")
_HOSTS = ("qq.com", "163.com", "gmail.com", "example.co.uk", "mail.example.org", "corp.example.com.cn", "uni-bonn.de")


def some(rng: Random, alphabet: str, size: int) -> str:
    return "".join(rng.choices(alphabet, k=size))


def wide(text: str) -> str:
    """The same in full-width digits and letters."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def in_groups(rng: Random, digits: str, shapes: tuple[tuple[int, ...], ...], marks: str = " -") -> str:
    """As people write it: in one of the usual groupings, or without any, now and then in full width."""
    shape, mark = rng.choice(shapes), rng.choice(marks)
    parts, at = [], 0
    for size in shape:
        parts.append(digits[at : at + size])
        at += size
    written = mark.join([p for p in [*parts, digits[at:]] if p])
    return wide(written) if rng.random() < 0.1 else written


def luhn(body: str) -> str:
    total = sum(sum(divmod(int(d) * (2 - i % 2), 10)) for i, d in enumerate(reversed(body)))
    return body + str(-total % 10)


def email(rng: Random) -> str:
    name = rng.choice(_SURNAMES).replace("ü", "ue")
    local = rng.choice((name, f"{name}.{some(rng, 'abcdefgh', 3)}", f"{name}{some(rng, DIGITS, 4)}", f"{name}+news"))
    if rng.random() < 0.3:
        local = some(rng, "123456789", 1) + some(rng, DIGITS, rng.randint(5, 9))
    return f"{local}@{rng.choice(_HOSTS)}"


def cn_mobile(rng: Random) -> str:
    digits = "1" + rng.choice("3456789") + some(rng, DIGITS, 9)
    return in_groups(rng, digits, ((11,), (11,), (3, 4, 4), (3, 4, 4)))


def phone(rng: Random) -> str:
    """Any form; national ones from the ranges that regulators keep for examples, where there are such."""
    import phonenumbers as p

    choice = rng.random()
    if choice < 0.35:
        return cn_mobile(rng)
    if choice < 0.45:
        return rng.choice(("+86 ", "+86-", "+86", "0086 ", "(+86) ", "86-")) + cn_mobile(rng)
    if choice < 0.6:
        area, size = rng.choice((("010", 8), ("021", 8), ("020", 8), ("0755", 8), ("0571", 8), ("0592", 7)))
        rest = rng.choice("5678") + some(rng, DIGITS, size - 1)
        return rng.choice((f"{area}-{rest}", f"{area} {rest}", f"({area}){rest}", f"（{area}）{rest[:4]}{rest[4:]}"))
    if choice < 0.75:
        area, rest = (
            rng.choice(("415", "212", "650", "312", "206", "617")),
            some(rng, "23456789", 1) + some(rng, DIGITS, 6),
        )
        rest = rest if rest[1:3] != "11" else "555" + rest[3:]
        a, b = rest[:3], rest[3:]
        return rng.choice(
            (f"({area}) {a}-{b}", f"{area}-{a}-{b}", f"{area}.{a}.{b}", f"1-{area}-{a}-{b}", f"+1 {area} {a} {b}")
        )
    if choice < 0.85:
        rest = some(rng, DIGITS, 3)
        return rng.choice((f"07700 900{rest}", f"020 7946 0{rest}", f"+44 7700 900{rest}", f"0161 496 0{rest}"))
    region = rng.choice(("DE", "FR", "JP", "KR", "AU", "IN", "BR", "SG", "HK", "TW", "ES", "IT"))
    kind = rng.choice((p.PhoneNumberType.MOBILE, p.PhoneNumberType.FIXED_LINE))
    number = p.example_number_for_type(region, kind)
    other = p.PhoneNumber()
    other.merge_from(number)
    other.national_number = number.national_number // 1000 * 1000 + rng.randrange(1000)
    form = rng.choice((p.PhoneNumberFormat.INTERNATIONAL, p.PhoneNumberFormat.E164))
    return p.format_number(other if p.is_valid_number(other) else number, form)


def cn_id(rng: Random) -> str:
    born = date(1940, 1, 1) + timedelta(days=rng.randrange(30000))
    body = rng.choice(_PLACES) + born.strftime("%Y%m%d") + some(rng, DIGITS, 3)
    total = sum(int(d) * w for d, w in zip(body, (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2), strict=True))
    number = body + "10X98765432"[total % 11]
    number = number.lower() if rng.random() < 0.1 else number
    return in_groups(rng, number, ((18,), (18,), (6, 8), (6, 4, 4)))


def bank_card(rng: Random) -> str:
    prefix, size = rng.choice(
        (("622202", 19), ("621700", 19), ("6225", 16), ("4", 16), ("53", 16), ("37", 15), ("6011", 16))
    )
    number = luhn(prefix + some(rng, DIGITS, size - 1 - len(prefix)))
    if size == 15:
        return in_groups(rng, number, ((15,), (4, 6)))
    return in_groups(rng, number, ((size,), (4, 4, 4, 4)))


def credit_code(rng: Random) -> str:
    organisation = some(rng, "0123456789ABCDEFGHJKLMNPQRTUWXY", 8) if rng.random() < 0.7 else "MA" + some(rng, _CODE, 6)
    total = sum(int(c, 36) * w for c, w in zip(organisation, (3, 7, 9, 10, 5, 8, 4, 2), strict=True))
    organisation += "0X987654321"[total % 11]
    body = rng.choice(("91", "92", "12", "51", "93")) + rng.choice(_PLACES) + organisation
    weights = (1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28)
    total = sum(_CODE.index(c) * w for c, w in zip(body, weights, strict=True))
    code = body + _CODE[-total % 31]
    return wide(code) if rng.random() < 0.1 else code


def plate(rng: Random) -> str:
    begin = rng.choice("京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼") + rng.choice(_PLATE)
    dot = rng.choice(("", "", "·", " ", "•"))
    form = rng.random()
    if form < 0.3:
        rest = rng.choice("DF") + some(rng, _PLATE + DIGITS, 1) + some(rng, DIGITS, 4)
    elif form < 0.4:
        rest = some(rng, DIGITS, 4) + rng.choice("挂学警")
    else:
        letters = rng.sample(range(5), rng.choice((0, 1, 2)))
        rest = "".join(rng.choice(_PLATE) if n in letters else rng.choice(DIGITS) for n in range(5))
    return begin + dot + rest


def passport(rng: Random) -> str:
    return (
        rng.choice("EGDPS") + some(rng, DIGITS, 8)
        if rng.random() < 0.7
        else "E" + rng.choice(_PLATE) + some(rng, DIGITS, 7)
    )


def iban(rng: Random) -> str:
    country, bban = rng.choice(
        (
            ("DE", some(rng, DIGITS, 18)),
            ("GB", some(rng, string.ascii_uppercase, 4) + some(rng, DIGITS, 14)),
            ("NL", some(rng, string.ascii_uppercase, 4) + some(rng, DIGITS, 10)),
            ("FR", some(rng, DIGITS, 10) + some(rng, DIGITS + "ABC", 11) + some(rng, DIGITS, 2)),
            ("CH", some(rng, DIGITS, 5) + some(rng, DIGITS, 12)),
        )
    )
    check = 98 - int("".join(str(int(c, 36)) for c in bban + country + "00")) % 97
    number = f"{country}{check:02}{bban}"
    return number if rng.random() < 0.5 else " ".join(number[i : i + 4] for i in range(0, len(number), 4))


def us_ssn(rng: Random) -> str:
    area = rng.choice([n for n in range(1, 773) if n != 666])
    return f"{area:03}-{rng.randint(1, 99):02}-{rng.randint(1, 9999):04}"


def uk_nino(rng: Random) -> str:
    digits, last = some(rng, DIGITS, 6), rng.choice("ABCD")
    pair = rng.choice(("AB", "CE", "JK", "PW", "SR", "TN"))
    return rng.choice((f"{pair}{digits}{last}", f"{pair} {digits[:2]} {digits[2:4]} {digits[4:]} {last}"))


_KEYS: tuple[Callable[[Random], str], ...] = (
    lambda r: "sk-proj-" + some(r, ALNUM + "_-", 80) + "0a",
    lambda r: "sk-" + some(r, ALNUM, 48),
    lambda r: "sk-ant-api03-" + some(r, ALNUM + "_-", 90) + "AA",
    lambda r: r.choice(("ghp_", "gho_", "ghs_")) + some(r, ALNUM, 36),
    lambda r: "github_pat_" + some(r, ALNUM, 22) + "_" + some(r, ALNUM, 59),
    lambda r: "glpat-" + some(r, ALNUM, 20),
    lambda r: "AKIA" + some(r, string.ascii_uppercase + "234567", 16),
    lambda r: "AIza" + some(r, ALNUM + "_-", 34) + "8",
    lambda r: "xoxb-" + some(r, DIGITS, 12) + "-" + some(r, DIGITS, 12) + "-" + some(r, ALNUM, 24),
    lambda r: r.choice(("sk_live_", "rk_live_", "sk_test_")) + some(r, ALNUM, 24),
    lambda r: "hf_" + some(r, ALNUM, 34),
    lambda r: "npm_" + some(r, ALNUM, 36),
    lambda r: "pypi-AgEIcHlwaS5vcmc" + some(r, ALNUM + "_-", 90),
    lambda r: some(r, "123456789", 1) + some(r, DIGITS, 9) + ":AA" + some(r, ALNUM + "_-", 33),
    lambda r: "SG." + some(r, ALNUM, 22) + "." + some(r, ALNUM, 43),
    lambda r: "LTAI5t" + some(r, ALNUM, 18),
    lambda r: "gsk_" + some(r, ALNUM, 52),
    lambda r: "shpat_" + some(r, "0123456789abcdef", 32),
)


def api_key(rng: Random) -> str:
    return rng.choice(_KEYS)(rng)


def random_key(rng: Random) -> str:
    """A key whose shape says nothing: only the word before it gives it away."""
    return rng.choice((some(rng, ALNUM, 32), some(rng, "0123456789abcdef", 32), some(rng, ALNUM + "+/", 40)))


def password(rng: Random) -> str:
    word = rng.choice(("Sunny", "dragon", "Hunter", "liu", "Xiaoming", "qwer"))
    return rng.choice(
        (
            f"{word}{some(rng, DIGITS, 4)}",
            f"{word}@{some(rng, DIGITS, 3)}!x",
            some(rng, ALNUM, 9) + "7",
            some(rng, DIGITS, 6),
        )
    )


def jwt(rng: Random) -> str:
    return f"eyJhbGciOiJIUzI1NiJ9.eyJ{some(rng, ALNUM + '_-', 60)}.{some(rng, ALNUM + '_-', 43)}"


def private_key(rng: Random) -> str:
    kind = rng.choice(("RSA ", "EC ", "OPENSSH ", ""))
    lines = "\n".join(some(rng, ALNUM + "+/", 64) for _ in range(rng.randint(2, 12)))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{lines}\n-----END {kind}PRIVATE KEY-----"


def url_credentials(rng: Random) -> str:
    return f"{rng.choice(('admin', 'root', 'app_user', 'li.wei'))}:{some(rng, ALNUM + '!$%^*', rng.randint(6, 16))}"


def auth_header(rng: Random) -> str:
    return some(rng, ALNUM + "_-", 32) + "9z"
