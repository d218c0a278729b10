"""What is found, exactly where; and what is not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.errors import InvalidInput
from perdure.intake.pii import KINDS, FoundSecret, scan

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\nx\n-----END RSA PRIVATE KEY-----"

# `«…»` marks what must be found: the offsets follow from the marks.
FOUND = [
    ("email", "写信到 «li.wei+a@mail.example.com»。"),
    ("email", "Mail <«anna@example.co.uk»>, please"),
    ("email", "ｍａｉｌ：«ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ»"),
    ("phone", "手机«13812345678»，晚上打"),
    ("phone", "电话：«１３８－１２３４－５６７８»"),
    ("phone", "«+86 138 1234 5678»"),
    ("phone", "«(+86) 138-1234-5678»"),
    ("phone", "座机 «010-65432100» 转 8"),
    ("phone", "总机«（0755）26543210»。"),
    ("phone", "Call «(415) 555-2671» or write."),
    ("phone", "US: «415-555-2671»."),
    ("phone", "UK: «020 7946 0958»"),
    ("phone", "ring «07911 123456» after six"),
    ("phone", "Paris «06 12 34 56 78»"),
    ("phone", "phone 4 of us at «+44 7911 123456»"),
    ("phone", "my cell is «4155552671»"),
    ("phone", "call «98765 43210» in Delhi"),
    ("cn_id", "身份证号«11010519491231002X»"),
    ("cn_id", "id «110105 19491231 002x» ok"),
    ("cn_id", "身份证«１１０１０５１９４９１２３１００２Ｘ»。"),
    ("cn_id", "老身份证号 «110105491231002»"),
    ("cn_id", "身份证号打错一位也遮住：身份证«110105194912310021»"),
    ("bank_card", "card «4111 1111 1111 1111» 08/29"),
    ("bank_card", "in 2024 «4111 1111 1111 1111» 737"),
    ("bank_card", "卡号«6222021234567890128»"),
    ("bank_card", "amex «3782 822463 10005»"),
    ("credit_code", "税号 «91110000600037341L»，抬头见下"),
    ("plate", "车牌«京A·12345»"),
    ("plate", "停了一辆«粤BD12345»。"),
    ("plate", "«沪A1234学»在前面"),
    ("passport", "护照号：«E12345678»"),
    ("passport", "My passport no. is «EA1234567»."),
    ("iban", "IBAN «GB82 WEST 1234 5698 7654 32» AND more"),
    ("iban", "pay DE«»".replace("DE«»", "«DE89370400440532013000»")),
    ("us_ssn", "SSN «536-90-4399»"),
    ("us_ssn", "her social security number is «536904399»"),
    ("uk_nino", "National Insurance number «AB123456C»"),
    ("uk_nino", "it is «AB 12 34 56 C»"),
    ("api_key", "key «sk-ant-api03-a1b2c3d4e5f6g7h8i9j0k1l2» leaked"),
    ("api_key", "用«ghp_0123456789abcdefghijABCDEFGHIJ012345»拉"),
    ("api_key", "AWS «AKIAIOSFODNN7EXAMPL2»"),
    ("api_key", 'api_key = "«f3b1c9d07a5e4f21»"'),
    ("api_key", "密钥是 «f3b1c9d07a5e4f21»，别外传"),
    ("password", "我的密码是«Abc12345»。"),
    ("password", "密码：“«letmein»”"),
    ("password", "WiFi密码 «88888888»"),
    ("password", "验证码«482913»，五分钟内有效"),
    ("password", "my password is «hunter2»."),
    ("password", "password='«correct horse battery»'"),
    ("password", "I changed my password to «Tr0ub4dor&3!»"),
    ("jwt", "«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl»"),
    ("private_key", f"see «{PEM}» there"),
    ("private_key", "«-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA7abcdefgh» and no end"),
    ("url_credentials", "postgresql://«app:s3cr@t»@db.example.com/x"),
    ("auth_header", "Authorization: Bearer «abcdef1234567890»"),
    ("auth_header", "Cookie: «sid=8f3k2j5h; theme=dark»"),
]
NOT_FOUND = [
    "订单号：13812345678",
    "order no. 4111111111111111",
    "运单 6222021234567890128 已签收",
    "12345678901234567890138123456780",
    "0.13812345678",
    "¥13812345678",
    "13812345678元",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "00000000-1381-2345-6781-013812345678",
    "d41d8cd98f00b204e9800998ecf8427e",
    "v1.138.12345678",
    "1700000000 1700000000000",
    "2024-01-15 10:30:00 20240115103000",
    "ISBN 978-7-115-42802-8",
    "39.904211, 116.407394",
    "server 192.168.100.200 is down",
    "https://shop.example.com/item/13812345678?page=2",
    "4111 1111 1111 1112",
    "91110000600037341M",
    "E12345678 是零件",
    "GB83 WEST 1234 5698 7654 32",
    "AB123456C",
    "lodash@4.17.21 logo@2x.png git@github.com:a/b.git",
    "云A100显卡，新B2B平台，京东618",
    "密码错误3次，密码是必填项，密码为8-16位",
    "the password is wrong; token: string; max_tokens=4096",
    'password = os.environ["PASSWORD"]  # api_key: <your key here>',
    ".sk-fading-circle-container { }",
    "[password]: [api_key 2] phone [phone]",
    "-----BEGIN PUBLIC KEY-----",
]


@pytest.mark.parametrize(("kind", "marked"), FOUND)
def test_it_is_found_exactly_where_it_stands(kind: str, marked: str) -> None:
    start = marked.index("«")
    text = marked.replace("«", "").replace("»", "")
    assert scan(text) == [FoundSecret(kind, start, marked.index("»") - 1)]


@pytest.mark.parametrize("text", NOT_FOUND)
def test_what_only_looks_like_it_is_left_alone(text: str) -> None:
    assert scan(text) == []


def test_every_class_is_in_the_table() -> None:
    assert {kind for kind, _ in FOUND} == set(KINDS)


def test_neighbours_are_told_apart() -> None:
    text = "13812345678 13912345678,13712345678/13612345678、a@b.com;c@d.org"
    assert [text[f.start : f.end] for f in scan(text)] == [
        *("13812345678", "13912345678", "13712345678", "13612345678", "a@b.com", "c@d.org")
    ]


def test_a_line_of_a_table_gives_each_thing_its_class() -> None:
    text = "张三\t13812345678\t11010519491231002X\t6222021234567890128\tzs@qq.com\t京A12345"
    assert [f.kind for f in scan(text)] == ["phone", "cn_id", "bank_card", "email", "plate"]


def test_what_is_not_text_is_an_error_of_the_caller() -> None:
    with pytest.raises(InvalidInput):
        scan(13812345678)  # type: ignore[arg-type]


PIECES = st.sampled_from(
    [
        *(
            "13812345678",
            "+44 7911 123456",
            "a@b.com",
            "密码是",
            "password: ",
            "token=",
            "[email]",
            "[phone 2]",
            "-",
            ".",
        ),
        *(
            " ",
            "，",
            "http://u:p",
            "@",
            "京A12345",
            "4111 1111 1111 1111",
            "Bearer abcdef1234567890",
            "\n",
            "电话",
            "Ａ１",
        ),
        *(
            "-----BEGIN PRIVATE KEY-----",
            "-----END PRIVATE KEY-----",
            "护照E12345678",
            "İ",
            "\ud800",
            "\x00",
            "𝟙",
            "eyJ",
        ),
    ]
)
ANYTHING = st.one_of(st.text(), st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=12).map("".join))


@given(ANYTHING)
def test_any_text_is_scanned_and_spans_are_in_order(text: str) -> None:
    found = scan(text)
    assert all(f.kind in KINDS and 0 <= f.start < f.end <= len(text) for f in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
