"""Time grows with the text and not faster, on whatever somebody may send; and importing costs next to nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from perdure.intake.pii import clean, scan
from tests.timing import growth

SMALL, LARGE, MOST = 10_000, 100_000, 40
EVIL = [
    *("1.1.1.", "a@", "a@b.", "a@b.cc.1", "1 ", "1-", "12 34 ", "+1", "+86 1", "(", "1(2)3 ", "0086 ", "13812345678"),
    *("13812345678 ", "13812345678-", "1234 5678 9012 3456 ", "110105194912310021 ", "GB82 ", "token:", "password is "),
    *("token:token1", "密码", "密码是", "密码：a1b2", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY----- x "),
    *(
        "eyJ",
        "eyJaaaaaaaa.",
        "sk-",
        "http://a:",
        "://a:b@",
        "Cookie: a=",
        "bearer ",
        "Authorization: ",
        "电话 1",
        "护照A1",
    ),
    *(
        "京A",
        "[email] ",
        "[phone]-138",
        "a@b.com-13812345678",
        '"',
        "password='",
        "　",
        "１",
        "\ud83d",
        "phone 12345678 ",
    ),
    *(
        "pass: a ",
        "your code ",
        "legal winner thank ",
        "legal, ",
        "a,password\n",
        "|password|\n",
        "curl -u a:b ",
        "①",
        "⑩\u200b",
    ),
    *(
        "[at]",
        "a at b dot com ",
        "一",
        "one ",
        "1 3 8 ",
        "hunter22 is my password ",
        "my password is hunter22 ",
        "4111\n",
    ),
    *(
        "password of the ",
        "密码我",
        "登录 a/b ",
        "--password x ",
        "WIFI:P:",
        "eyJaaaaaaaa.eyJa\n",
        "code 1234 ",
        "a@ b . ",
    ),
]


def repeated(piece: str, size: int) -> str:
    return (piece * (size // len(piece) + 1))[:size]


@pytest.mark.parametrize("piece", EVIL)
def test_ten_times_the_text_takes_far_less_than_a_hundred_times_the_time(piece: str) -> None:
    scan(repeated(piece, 2_000))
    assert growth(clean, repeated(piece, SMALL), repeated(piece, LARGE), MOST) < MOST


def test_the_measure_sees_quadratic_time() -> None:
    """A red control: what takes a hundred times as long is seen."""
    assert growth(lambda size: sum(range(size * size)), 200, 2_000, MOST, tries=2) > MOST


def test_importing_loads_none_of_the_libraries_that_check() -> None:
    code = (
        "import sys, perdure.intake.pii;"
        "heavy = {'phonenumbers', 'stdnum', 're2', 'numpy', 'pydantic', 'difflib'} & set(sys.modules);"
        "print(sorted(heavy))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_a_plain_text_never_loads_the_phone_library() -> None:
    code = (
        "import sys; from perdure.intake.pii import clean;"
        "clean('我的手机13812345678，邮箱 a@b.com。 2024-01-15');"
        "print('phonenumbers' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
