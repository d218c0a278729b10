"""Texts that hold nothing private and look as if they did: numbers of things, hashes, code, prose."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from benchmarks.pii.values import ALNUM, DIGITS, luhn, some

HEX = "0123456789abcdef"


@dataclass(frozen=True, slots=True)
class Negative:
    family: str
    text: str


def _day(rng: Random) -> str:
    return f"{rng.randint(2015, 2027)}{rng.randint(1, 12):02}{rng.randint(1, 28):02}"


def _clock(rng: Random) -> str:
    return f"{rng.randint(0, 23):02}{rng.randint(0, 59):02}{rng.randint(0, 59):02}"


def _order(rng: Random) -> str:
    number = rng.choice(
        (
            _day(rng) + _clock(rng) + some(rng, DIGITS, rng.randint(2, 8)),
            some(rng, DIGITS, rng.randint(9, 20)),
            rng.choice(("SO", "PO", "INV", "JD", "TB")) + some(rng, DIGITS, rng.randint(8, 16)),
            f"{some(rng, DIGITS, 3)}-{some(rng, DIGITS, 7)}-{some(rng, DIGITS, 7)}",
            "1" + some(rng, "3456789", 1) + some(rng, DIGITS, 9),
            some(rng, "456", 1) + some(rng, DIGITS, 15),
        )
    )
    frame = rng.choice(
        (
            *("订单号：{}", "订单{}已发货", "我的订单编号是 {}，怎么还没到？", "流水号 {} 已入账", "交易号{}退款成功"),
            *("Order {} has shipped.", "order #{}", "order number: {}", "invoice {} is due", "order_id={} status=paid"),
            *('{{"transaction_id": "{}"}}', "Your order no. {} was cancelled", "工单 {} 已关闭", "合同编号：{}"),
        )
    )
    return frame.format(number)


def _tracking(rng: Random) -> str:
    number = rng.choice(
        (
            "SF" + some(rng, DIGITS, 13),
            "YT" + some(rng, DIGITS, 13),
            "1Z" + some(rng, string.ascii_uppercase + DIGITS, 16),
            some(rng, DIGITS, 12),
            "94" + some(rng, DIGITS, 20),
            some(rng, string.ascii_uppercase, 2) + some(rng, DIGITS, 9) + "CN",
        )
    )
    return rng.choice(
        ("快递单号 {}", "运单号：{}，请签收", "tracking number {}", "Tracking: {}", "{} 已到达杭州转运中心")
    ).format(number)


def _hash(rng: Random) -> str:
    value = some(rng, HEX, rng.choice((7, 8, 12, 16, 32, 40, 64, 128)))
    return rng.choice(
        ("commit {}", "sha256:{}", "md5 是 {}", 'ETag: "{}"', "index {}..", "image@sha256:{}", "校验值{}")
    ).format(value)


def _uuid(rng: Random) -> str:
    alphabet = HEX if rng.random() < 0.7 else DIGITS
    value = "-".join(some(rng, alphabet, n) for n in (8, 4, 4, 4, 12))
    return rng.choice(("request {} failed", "id: {}", "会话 {} 已结束", "GET /items/{}", "uuid={}", "{}")).format(value)


def _version(rng: Random) -> str:
    a, b, c = (rng.randint(0, 40) for _ in range(3))
    value = rng.choice(
        (
            f"{a}.{b}.{c}",
            f"v{a}.{b}.{c}-rc.{a}",
            f"{a}.{b}.{_day(rng)}",
            f"{a}.0.{some(rng, DIGITS, 4)}.{some(rng, DIGITS, 5)}",
        )
    )
    return rng.choice(
        ("升级到 {} 版本", "pip install x=={}", "lodash@{}", "Chrome/{} Safari/537.36", "uses: actions/checkout@{}")
    ).format(value)


def _timestamp(rng: Random) -> str:
    second = rng.randint(1_300_000_000, 1_999_999_999)
    day, clock = _day(rng), _clock(rng)
    spaced = f"{day[:4]}-{day[4:6]}-{day[6:]}"
    value = rng.choice(
        (
            str(second),
            f"{second}{some(rng, DIGITS, 3)}",
            f"{second}.{some(rng, DIGITS, 6)}",
            f"{second}{some(rng, DIGITS, 9)}",
            day + clock,
            f"{spaced}T{clock[:2]}:{clock[2:4]}:{clock[4:]}.{some(rng, DIGITS, 6)}+08:00",
            f"{spaced} {clock[:2]}:{clock[2:4]}",
            f"{day[6:]}/{day[4:6]}/{day[:4]} {clock[:2]}:{clock[2:4]}:{clock[4:]}",
            f"{day[4:6]}-{day[6:]}-{day[:4]}",
        )
    )
    return rng.choice(
        ("时间 {} 开会", "at {} it failed", "[{}] INFO started", '"ts": {},', "时间戳{}", "{}", "expires {}")
    ).format(value)


def _isbn(rng: Random) -> str:
    body = rng.choice(("978", "979")) + some(rng, DIGITS, 9)
    value = body + str(-sum(int(d) * (1 + 2 * (i % 2)) for i, d in enumerate(body)) % 10)
    value = rng.choice(
        (
            value,
            f"{value[:3]}-{value[3]}-{value[4:8]}-{value[8:12]}-{value[12]}",
            f"7-{value[4:7]}-{value[7:12]}-{value[12]}",
        )
    )
    return rng.choice(("ISBN {}", "ISBN：{}", "书号{}，人民邮电出版社", "EAN {} is out of print", "条码 {}")).format(
        value
    )


def _address(rng: Random) -> str:
    value = ".".join(str(rng.randint(0, 255)) for _ in range(4))
    return rng.choice(("ping {}", "服务器 {}:8080 没响应", "from {} port 22", "http://{}/health", "{}/24")).format(
        value
    )


def _price(rng: Random) -> str:
    value = rng.choice(
        (
            f"{rng.randint(1, 10**9):,}.{some(rng, DIGITS, 2)}",
            str(rng.randint(10**4, 10**11)),
            f"{rng.randint(1, 999)}.{some(rng, DIGITS, 4)}",
        )
    )
    return rng.choice(
        ("一共{}元", "¥{}", "${} in total", "€ {}", "营收 {} 万", "market cap of ${}", "花了 {} 块", "增长{}%")
    ).format(value)


def _place(rng: Random) -> str:
    a, b = f"{rng.uniform(-90, 90):.{rng.randint(4, 14)}f}", f"{rng.uniform(-180, 180):.{rng.randint(4, 14)}f}"
    return rng.choice(
        (f"坐标 {a},{b}", f"lat={a}&lng={b}", f"({a}, {b})", f"geo:{a},{b}", f"经度{b}，纬度{a}")
    ).format()


_CODE = (
    'api_key = os.environ["API_KEY"]',
    "password = get_password(user)",
    "def login(password: str, token: str | None = None) -> bool:",
    "token = request.headers.get('Authorization')",
    'password: "${{DB_PASSWORD}}"',
    "API_KEY=your-api-key-here",
    "max_tokens={0}",
    "total_tokens: {0}",
    "for i in range({0}): print(i)",
    "x = 0x{1}",
    "color: #{2};",
    "@app.route('/users/<int:id>')",
    "import {{ a }} from '@scope/pkg@{3}'",
    '<img src="logo@2x.png" width="{0}">',
    "git@github.com:example/project.git",
    "SELECT * FROM t WHERE id = {0} AND ts > {4}",
    "password VARCHAR(255) NOT NULL",
    "if password is None: raise ValueError",
    "token.type == 'string'",
    "const secret = process.env.SECRET_KEY",
    "assert len(token) == 32",
    ".sk-fading-circle .sk-circle-before {{ width: {0}px }}",
    "array([{0}, {5}, {6}])",
    "{0} {5} {6} {7} {8} {9}",
    "-{0}.{5}e+{6}",
    "0{0}-{5}",
    "line {0}, column {5}: error E{4}",
    "thread 0x{1} exited with code {0}",
    "https://shop.example.com/item/{4}?sku={10}",
    "https://example.com/p/1{11}",
    "cookie: accept all or manage preferences",
    "the bearer of this letter",
    "eyJ is how JSON begins in base64",
    "-----BEGIN CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----",
    "secret santa is on {3}",
    "pwd: /home/user/project{0}",
)


def _code(rng: Random) -> str:
    small = [rng.randint(0, 99999) for _ in range(6)]
    return rng.choice(_CODE).format(
        small[0],
        some(rng, HEX, rng.choice((8, 12, 16, 40))),
        some(rng, HEX, 6),
        f"{small[1] % 30}.{small[2] % 30}.{small[3] % 30}",
        some(rng, DIGITS, 10),
        small[1],
        small[2],
        small[3],
        small[4],
        small[5],
        some(rng, string.ascii_uppercase + DIGITS, 10),
        some(rng, "3456789", 1) + some(rng, DIGITS, 9),
    )


_PROSE = (
    "密码错误次数过多，请{0}分钟后再试。",
    "密码是必填项，长度{0}到{1}位。",
    "密码为8-16位，必须包含数字和字母",
    "我忘了密码，帮我重置一下吧",
    "验证码已发送，{0}秒内有效",
    "这个令牌桶每秒放 {0} 个令牌",
    "护照办理需要 {0} 个工作日，费用 {1} 元",
    "新A股开户数{2}户，同比增长{0}%",
    "云A100实例和H800集群，显存{0}GB",
    "新B2B平台上线，苏S级服务器{0}台",
    "京东{2}件商品参加618活动",
    "第{0}章，共{1}页，ISSN 1000-{3}",
    "楼上{0}-{1}号，房号{3}",
    "航班CA{3}，座位{0}A，登机口B{0}",
    "高铁G{3}次{0}车{0}F",
    "股票代码600{4}，涨了{0}个点",
    "客服热线95588，紧急电话110和120",
    "邮编{5}，区号010",
    "2024年{0}月，人口{2}{3}人",
    "学号{2}{5}，工号{5}",
    "The password is required and must have {0} characters.",
    "Your token has expired; please log in again.",
    "A token is about {0} characters of text.",
    "I forgot my password again, can you reset it?",
    "password: must be at least {0} characters",
    "The secret is to keep stirring for {0} minutes.",
    "My passport expires in 20{6} and costs {0} dollars.",
    "Call 911 or 112 in an emergency.",
    "Call me in {0} minutes.",
    "Flight BA{3} leaves at {0}:{6} from gate B{0}.",
    "Room {3}, floor {0}, building {1}.",
    "It weighs {2}.{3} kg and is {0} x {1} x {0} cm.",
    "We sold {2},{7} units in 20{6}, up {0}.{1}%.",
    "Meet @anna and @ben at {0}:{6} by the pier.",
    "Score {0}-{1}, {1}-{0}, {0}-{0} in the third set.",
    "Section 3.{0}.{1} of RFC {3} says otherwise.",
    "part no. {7}-{6}-{3} is back in stock",
    "model AB{5}C from 20{6}",
    "pages {7}-{7}, vol. {0}, pp. {3}-{3}",
    "IMEI {8}",
    "ICCID {9}",
    "snowflake id {10}",
    "the email is not set yet; ask at the front desk @ {0} pm",
    "chapter {0}: how the API key is rotated every {1} days",
    "Wait for 00{5} units and 000{5}{5} tests",
)


def _prose(rng: Random) -> str:
    return rng.choice(_PROSE).format(
        rng.randint(2, 60),
        rng.randint(2, 99),
        rng.randint(10, 999),
        some(rng, "123456789", 1) + some(rng, DIGITS, 3),
        some(rng, DIGITS, 3),
        some(rng, DIGITS, 6),
        some(rng, DIGITS, 2),
        some(rng, "123456789", 1) + some(rng, DIGITS, 2),
        luhn(rng.choice(("35", "86")) + some(rng, DIGITS, 12)),
        luhn("8986" + some(rng, DIGITS, 14)),
        "1" + some(rng, DIGITS, rng.choice((17, 18))),
    )


def _token(rng: Random) -> str:
    value = rng.choice(
        (
            some(rng, ALNUM, rng.randint(8, 60)),
            some(rng, ALNUM + "+/", 44) + "=",
            some(rng, string.ascii_uppercase + DIGITS, rng.randint(6, 20)),
        )
    )
    return rng.choice(
        ("video id {}", "文件名 {}.mp4", "base64 数据 {}", "https://youtu.be/{}", "nonce={}", "slug-{}-end", "批次 {}")
    ).format(value)


_FAMILIES: dict[str, tuple[Callable[[Random], str], int]] = {
    "order numbers": (_order, 4),
    "tracking numbers": (_tracking, 2),
    "hashes": (_hash, 2),
    "UUIDs": (_uuid, 2),
    "versions": (_version, 2),
    "timestamps": (_timestamp, 3),
    "ISBNs and barcodes": (_isbn, 2),
    "IP addresses": (_address, 1),
    "prices": (_price, 2),
    "coordinates": (_place, 2),
    "code": (_code, 3),
    "prose": (_prose, 4),
    "opaque tokens": (_token, 2),
}


def negatives(seed: int, many: int) -> Iterator[Negative]:
    rng = Random(f"negatives {seed}")
    families = [name for name, (_, weight) in _FAMILIES.items() for _ in range(weight)]
    for _ in range(many):
        family = rng.choice(families)
        yield Negative(family, _FAMILIES[family][0](rng))
