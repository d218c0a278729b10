"""The count on a set that was written by somebody who has not seen the finders.

    python -m benchmarks.pii.blind                       # recall for each form, false positives for each language
    python -m benchmarks.pii.blind --errors 5            # and what was missed or masked for nothing
    python -m benchmarks.pii.blind --folder benchmarks/pii/blind2   # the second set, by a third hand; blind3 the third

A secret counts as found when every letter, digit and sign of it, in each place where it stands in the text, is
masked: to mask a part is to miss. A negative counts as false when anything at all is masked in it. Which forms are
promised was written down before the first count.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perdure.intake.pii import clean

FOLDER = Path(__file__).parent / "blind"
NOT_PROMISED = frozenset({"security_answer", "pickup_code", "licence_key"}) | {
    # In the second set, written down before its count: numbers outside of the sixteen classes.
    *("licence", "bank_account", "uk_account", "ein_sin", "hkid", "medical_id", "medicare", "social_card"),
    "driver_licence",
    # In the third set, written down before its count: what SECURITY.md does not promise.
    *("tax_number", "driving_licence", "medical_record"),
}
LANGUAGES = ("zh", "mixed", "en")
TARGET, MOST_FALSE = 0.97, 0.005


@dataclass(slots=True)
class Count:
    of: Counter[tuple[str, str]] = field(default_factory=Counter)
    hit: Counter[tuple[str, str]] = field(default_factory=Counter)
    missed: list[tuple[str, str, str]] = field(default_factory=list)
    negatives: Counter[tuple[str, str]] = field(default_factory=Counter)
    false: Counter[tuple[str, str]] = field(default_factory=Counter)
    masked: list[tuple[str, str, str]] = field(default_factory=list)

    def recall(self, forms: set[str]) -> tuple[int, int]:
        return (
            sum(n for (form, _), n in self.hit.items() if form in forms),
            sum(n for (form, _), n in self.of.items() if form in forms),
        )


def rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def is_found(text: str, secret: str) -> bool:
    """Whether nothing of the secret is left, wherever it stands."""
    covered = bytearray(len(text))
    for one in clean(text).found:
        covered[one.start : one.end] = b"\1" * (one.end - one.start)
    at = text.find(secret)
    while at >= 0:
        if any(not covered[n] and not text[n].isspace() for n in range(at, at + len(secret))):
            return False
        at = text.find(secret, at + len(secret))
    return True


def count(folder: Path) -> Count:
    result = Count()
    secrets = next(file for name in ("positives", "secrets") if (file := folder / f"{name}.jsonl").exists())
    for row in rows(secrets):
        key = row["form"], row["lang"]
        result.of[key] += 1
        if is_found(row["text"], row["secret"]):
            result.hit[key] += 1
        else:
            result.missed.append((row["form"], row["id"], row["text"]))
    for row in rows(folder / "negatives.jsonl"):
        key = (
            ("by frame" if row["id"].startswith("n-s-") or row.get("kind", "").startswith("frame/") else "by hand"),
            row["lang"],
        )
        result.negatives[key] += 1
        if clean(row["text"]).text != row["text"]:
            result.false[key] += 1
            result.masked.append((row.get("kind", ""), row["id"], clean(row["text"]).text))
    return result


def show(result: Count, errors: int) -> None:
    forms = dict.fromkeys(form for form, _ in result.of)
    print(f"{'form':<24}{'found':>7}{'of':>5}{'recall':>8}")
    for form in forms:
        hit, of = result.recall({form})
        print(f"{form:<24}{hit:>7}{of:>5}{hit / of:>8.1%}{'   not promised' if form in NOT_PROMISED else ''}")
    for title, chosen in (("promised", set(forms) - NOT_PROMISED), ("all", set(forms))):
        hit, of = result.recall(chosen)
        print(f"\n{title}: {len(chosen)} forms, {hit} of {of} = {hit / of:.1%}", end="")
    print(f" (target ≥ {TARGET:.0%} where promised)\n")
    for language in LANGUAGES:
        hit, of = (sum(n for (_, lang), n in c.items() if lang == language) for c in (result.hit, result.of))
        print(f"  {language:<6}{hit} of {of} = {hit / of:.1%}")
    print(f"\nfalse positives (target ≤ {MOST_FALSE:.1%})")
    for made in ("by hand", "by frame"):
        for language in LANGUAGES:
            false, of = result.false[made, language], result.negatives[made, language]
            if of:
                print(f"  {made:<10}{language:<6}{false:>4} of {of:>5} = {false / of:.2%}")
    print(f"  all {result.false.total()} of {result.negatives.total()} = {_rate(result):.2%}")
    for title, found in (("missed", result.missed), ("masked for nothing", result.masked)):
        shown: Counter[str] = Counter()
        for kind, name, text in found:
            shown[kind] += 1
            if shown[kind] <= errors:
                print(f"{title} {name}: {text!r}"[:260])


def _rate(result: Count) -> float:
    return result.false.total() / result.negatives.total()


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--errors", type=int, default=0, help="errors shown of each form and kind")
    options = parser.parse_args(words)
    show(count(options.folder), options.errors)


if __name__ == "__main__":
    main()
