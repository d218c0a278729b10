"""How much of what is private is found, and how often something harmless is taken for it.

    python -m benchmarks.pii.evaluate              # recall for each class, false positives, speed, the errors
    python -m benchmarks.pii.evaluate --json       # the same as one JSON object

Everything is made by a seeded generator, with check digits computed here and not by the code under test. A value counts
as found when the right class covers all of it. A negative counts as false when anything at all is found in it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.pii.negatives import Negative, negatives
from benchmarks.pii.positives import CHECKSUM, COMMON, Positive, positives
from perdure.intake.pii import clean, scan


@dataclass(slots=True)
class Result:
    of: Counter[tuple[str, str]] = field(default_factory=Counter)
    hit: Counter[tuple[str, str]] = field(default_factory=Counter)
    missed: list[Positive] = field(default_factory=list)
    negatives: Counter[str] = field(default_factory=Counter)
    false: list[tuple[Negative, str]] = field(default_factory=list)

    def recall(self, kind: str) -> float:
        of = sum(n for (k, _), n in self.of.items() if k == kind)
        return sum(n for (k, _), n in self.hit.items() if k == kind) / of

    @property
    def false_rate(self) -> float:
        return len(self.false) / self.negatives.total()


def is_found(one: Positive) -> bool:
    return any(f.kind == one.kind and f.start <= one.start and f.end >= one.end for f in scan(one.text))


def evaluate(*, seed: int = 1, each: int = 200, many: int = 20_000) -> Result:
    result = Result()
    for one in positives(seed, each):
        result.of[one.kind, one.language] += 1
        if is_found(one):
            result.hit[one.kind, one.language] += 1
        else:
            result.missed.append(one)
    for negative in negatives(seed, many):
        result.negatives[negative.family] += 1
        for found in scan(negative.text)[:1]:
            result.false.append((negative, found.kind))
    return result


def speed() -> dict[str, float]:
    """Milliseconds for 1 MB of prose, the best of five."""
    texts = {
        "english": "The quick brown fox jumps over the lazy dog, and nobody minds at all. " * 15_000,
        "chinese": "今天天气不错，我们下午去公园散步，然后一起吃饭聊天，晚上早点回家休息。" * 9_800,
        "mixed": "In 2024 we shipped 12 releases, 第3季度营收增长了15%，见 https://example.com/a/b?c=1 for details. "
        * 9_500,
    }
    times: dict[str, float] = {}
    for name, text in texts.items():
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            clean(text)
            best = min(best, time.process_time() - start)
        times[name] = round(best * 1000 / (len(text.encode()) / 1e6), 1)
    return times


def as_json(result: Result, times: dict[str, float]) -> dict[str, Any]:
    kinds = list(dict.fromkeys(kind for kind, _ in result.of))
    return {
        "recall": {kind: round(result.recall(kind), 4) for kind in kinds},
        "recall_by_language": {
            f"{kind}/{language}": round(result.hit[kind, language] / n, 4) for (kind, language), n in result.of.items()
        },
        "positives": result.of.total(),
        "negatives": result.negatives.total(),
        "false_positives": len(result.false),
        "false_positive_rate": round(result.false_rate, 6),
        "ms_per_mb": times,
        "missed": [{"kind": one.kind, "text": one.text} for one in result.missed],
        "false": [{"family": n.family, "kind": kind, "text": n.text} for n, kind in result.false],
    }


def show(result: Result, times: dict[str, float], errors: int) -> None:
    print(f"{'class':<18}{'zh':>8}{'en':>8}{'n':>7}   target")
    for kind in dict.fromkeys(kind for kind, _ in result.of):
        target = "≥ 99 %" if kind in CHECKSUM else "≥ 95 %" if kind in COMMON else ""
        rates = [result.hit[kind, lang] / result.of[kind, lang] for lang in ("zh", "en")]
        count = result.of[kind, "zh"] + result.of[kind, "en"]
        print(f"{kind:<18}{rates[0]:>8.1%}{rates[1]:>8.1%}{count:>7}   {target}")
    print(f"\nfalse positives: {len(result.false)} of {result.negatives.total():,} = {result.false_rate:.3%} (≤ 0.1 %)")
    print("ms per MB of prose: " + ", ".join(f"{name} {ms:.0f}" for name, ms in times.items()) + "   target < 200")
    by_kind: dict[str, list[str]] = defaultdict(list)
    for one in result.missed:
        by_kind[f"missed {one.kind}"].append(one.text)
    for negative, kind in result.false:
        by_kind[f"false {kind} ({negative.family})"].append(negative.text)
    for title, texts in by_kind.items():
        print(f"\n{title}: {len(texts)}")
        for text in texts[:errors]:
            print("  " + text.replace("\n", "\\n")[:160])


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=200, help="positives of each class and language")
    parser.add_argument("--negatives", type=int, default=20_000)
    parser.add_argument("--errors", type=int, default=20, help="errors shown of each sort")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(words)
    result, times = evaluate(seed=options.seed, each=options.each, many=options.negatives), speed()
    if options.json:
        print(json.dumps(as_json(result, times), ensure_ascii=False))
    else:
        show(result, times, options.errors)


if __name__ == "__main__":
    main()
