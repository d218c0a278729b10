"""The estimate of tokens holds against real tokenizers: never more than 5 % too low, and not wildly too high."""

from __future__ import annotations

import json
import sysconfig
import warnings
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

from perdure.tokens import SAMPLE, estimate, rough

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it reads its data in a way that Python gives up
    import bpe_openai

ROOT = Path(__file__).parents[2]
TOKENIZERS = [bpe_openai.get_encoding(name) for name in ("cl100k_base", "o200k_base")]
PIECE = 400
"""Characters of one sample: short enough to be a few lines of a context, long enough to be more than chance."""

ZH = """
我在杭州做后端开发，平时主要写 Python 和 Go，最近在学 Rust。
上周三我们团队开会决定把订单系统从单体拆成三个服务，先拆支付，
再拆库存。
以后叫我阿哲就行，别再叫全名。
我对花生和虾过敏，吃饭的时候请帮我留意。下个月十五号要去成都出差，帮我提前看一下酒店和高铁票，预算每晚四百以内。
小敏说她更喜欢简短的回答，不要太多客套话；写周报的时候用列表，不要写成长段落。
记住：任何时候都不要把客户的电话写进公开文档。
昨天夜里数据库主从切换失败，日志里有“连接被重置”的报错，后来发现是防火墙规则过期，改完以后恢复正常，整个过程大约四十分钟。
爷爷今年八十二岁，住在绍兴乡下，喜欢喝黄酒、听越剧，血压偏高，每天早晨要吃药。
奶奶的膝盖不好，冬天不能久站，我打算过年给她买一台按摩仪。
诗词里我最喜欢苏轼的《定风波》：莫听穿林打叶声，何妨吟啸且徐行。竹杖芒鞋轻胜马，谁怕？一蓑烟雨任平生。
会议纪要：一、确认第三季度目标，新增用户十二万；二、市场部负责投放渠道的评估，月底前给出报告；三、研发部修复支付超时问题，优先级最高。
我女儿叫糖糖，今年上小学二年级，数学不错，语文阅读理解总是丢分，老师建议每天读半小时课外书。
她最近迷上了恐龙，能说出二十多种恐龙的名字。
""".strip()


def pieces(text: str) -> list[str]:
    return [text[at : at + PIECE] for at in range(0, len(text) - PIECE // 2, PIECE)]


def labelled(language: str) -> str:
    lines = (ROOT / "src/perdure/bench/intake/labelled.jsonl").read_text(encoding="utf-8").splitlines()
    turns = [json.loads(line) for line in lines]
    return "\n".join(event["content"] for turn in turns if turn["language"] == language for event in turn["events"])


def chinese() -> list[str]:
    return pieces(f"{ZH}\n{labelled('zh')}")


def english() -> list[str]:
    prose = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs/decisions").glob("*.md"))]
    return pieces("\n".join([labelled("en"), *prose]))


def code() -> list[str]:
    library = Path(sysconfig.get_paths()["stdlib"])
    names = ("argparse", "ast", "bisect", "csv", "dataclasses", "heapq", "http/client", "json/decoder", "shlex", "uuid")
    ours = sorted((ROOT / "src/perdure/store").glob("**/*.sql"))
    files = [*(library / f"{name}.py" for name in names), *ours]
    return pieces("\n".join(file.read_text(encoding="utf-8") for file in files))


@pytest.mark.parametrize("samples", [chinese, english, code])
def test_the_estimate_is_never_more_than_a_twentieth_too_low(
    samples: Callable[[], list[str]], record_property: Callable[..., None]
) -> None:
    ratios = []
    for text in samples():
        real = max(len(tokenizer.encode(text)) for tokenizer in TOKENIZERS)
        ratios.append(estimate(text) / real)
    assert len(ratios) >= 12
    assert min(ratios) >= 0.95
    assert median(ratios) <= 1.3
    said = f"{samples.__name__}: estimate / tokens {min(ratios):.2f} to {max(ratios):.2f}, median {median(ratios):.2f}"
    record_property("measured", f"{said} of {len(ratios)} samples")


def test_nothing_takes_no_tokens_and_everything_else_takes_some() -> None:
    assert estimate("") == 0
    assert [estimate(text) for text in ("a", "你", "7", "！", "é", "\n")] == [1, 1, 1, 2, 2, 2]


def test_the_parts_take_at_least_as_much_as_the_whole() -> None:
    for text in (ZH, labelled("en")[:5_000]):
        lines = text.split("\n")
        assert estimate(text) <= sum(estimate(line + "\n") for line in lines)


def test_a_long_text_is_counted_by_its_beginning() -> None:
    text = labelled("en")[:4_000] * 5
    assert len(text) > SAMPLE
    assert abs(rough(text) - estimate(text)) < 0.05 * estimate(text)
    assert rough(ZH) == estimate(ZH)
