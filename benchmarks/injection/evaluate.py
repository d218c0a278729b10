"""How often the wording of an attack is labelled, and how often harmless text is. No promise: wording is not a defence.

python -m benchmarks.injection.evaluate [--errors]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from benchmarks.injection.texts import attacks, harmless
from perdure.intake.injection import reads_like_an_order


def measure() -> tuple[dict[str, float], list[str]]:
    """Recall and false positives by language, and what was told apart wrongly."""
    seen: Counter[tuple[str, str, bool]] = Counter()
    wrong: list[str] = []
    for kind, texts in (("attack", attacks()), ("harmless", harmless())):
        for language, text in texts:
            found = reads_like_an_order(text)
            seen[kind, language, found] += 1
            if found != (kind == "attack"):
                wrong.append(f"{kind}: {text}")
    rates = {
        f"{name} {language}": seen[kind, language, True] / (seen[kind, language, True] + seen[kind, language, False])
        for kind, name in (("attack", "recall"), ("harmless", "false positives"))
        for language in ("en", "zh")
    }
    return rates, wrong


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errors", action="store_true")
    given = parser.parse_args(words)
    rates, wrong = measure()
    for name, rate in rates.items():
        print(f"{name:20} {rate:.4f}")
    if given.errors:
        print("\n".join(wrong))


if __name__ == "__main__":
    main()
