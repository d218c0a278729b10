"""`make train`: the reader's weights and their card, made again from the corpus.

    python -m training.train [--out FOLDER] [--every N]

`--every N` learns from each Nth sentence and pair only: for trying out, and for the test that compares two runs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from perdure.intake.read.features import Shortening
from perdure.intake.read.heads import Heads, softmax
from perdure.intake.read.pairs import RELATIONS, Texts
from perdure.intake.read.telling import Telling
from perdure.intake.read.weights import FILE, VERSION
from perdure.models.encoder import Encoder
from perdure.models.kept import Kept, open_kept
from perdure.models.kept import keep as write_parts
from training import corpus, figures, folds, match_model, named_model, request_model
from training.clause_model import ClauseModel, Features
from training.corpus import ACTS, TYPES, WHOSE, Pair, Sentence
from training.encoding import Encoding
from training.learn import Array, auc
from training.match_model import MatchModel
from training.pair_model import PairModel

LIMITS = (
    "Learned from invented sentences that language models wrote and labelled; see training/README.md.",
    "Precision hangs on how much of what is said states something: see the figures of conversations.",
    "Chinese, English and both mixed. Other languages are read, but nothing was measured.",
    "Sarcasm, jokes, quotations without marks, fiction and what no longer holds are the usual mistakes.",
    "Types and whose are often a matter of opinion: two labellers agree in .86 to .94 and .82 to .87.",
    "A clause is read alone, except that a short answer is also read after the line it answers.",
)


BEGAN = time.monotonic()
TALK = 5_000
"""How many pairs of conversations are learned as such that change nothing: those that are nearest to each other."""
HELD = 3
"""Of the statements that are held in pairs and requests to forget, each so many-th is learned as worth keeping."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FILE.parent, help="where weights.bin and card.json go")
    parser.add_argument("--every", type=int, default=1, help="learn from each Nth line only")
    alone = parser.add_mutually_exclusive_group()
    alone.add_argument("--requests", action="store_true", help="learn requests alone; the rest stays as it is")
    alone.add_argument("--pairs", action="store_true", help="learn pairs and the match alone; the rest stays as it is")
    options = parser.parse_args()
    if options.requests or options.pairs:
        card = requests_alone(options.out) if options.requests else pairs_alone(options.out)
    else:
        card = train(options.out, every=options.every)
    print(json.dumps(card, ensure_ascii=False, indent=1))


def train(out: Path, *, every: int = 1) -> dict[str, Any]:
    """Learn, calibrate on what was left out, write both files; the card is returned."""
    encoder = Encoding()
    sentences = corpus.said_again([*corpus.sentences()[::every], *corpus.held()[:: HELD * every]])
    sentences += folds.joined(sentences)
    features = Features.of(*encoder.encode_with_pieces([sentence.text for sentence in sentences]))
    parts, card = clauses(sentences, features)
    write_parts(out / FILE.name, source=VERSION, parts=parts)
    kept = open_kept(out / FILE.name, source=VERSION)
    pair_parts, card["pairs"] = pairs(encoder, kept, kept.value("near.plain")["scale"], every)
    request_parts, card["requests"] = requests(encoder, kept, every)
    write_parts(out / FILE.name, source=VERSION, parts=parts | pair_parts | request_parts)
    return carded(out, card, encoder)


def requests_alone(out: Path) -> dict[str, Any]:
    """Learn requests again, and leave everything else as it was learned."""
    encoder = Encoding()
    kept = open_kept(out / FILE.name, source=VERSION)
    parts, figures = requests(encoder, kept, 1)
    _write_beside(out, kept, parts, ("request.", "named."))
    card = json.loads((out / "card.json").read_text(encoding="utf-8"))
    return carded(out, card | {"requests": figures}, encoder)


def pairs_alone(out: Path) -> dict[str, Any]:
    """Learn pairs and the match again, and leave everything else as it was learned."""
    encoder = Encoding()
    kept = open_kept(out / FILE.name, source=VERSION)
    parts, figures = pairs(encoder, kept, kept.value("pairs.plain")["scale"], 1)
    _write_beside(out, kept, parts, ("pairs.", "match."))
    card = json.loads((out / "card.json").read_text(encoding="utf-8"))
    return carded(out, card | {"pairs": figures}, encoder)


def _tell(what: str) -> None:
    print(f"{time.monotonic() - BEGAN:5.0f} s: learning {what}", file=sys.stderr, flush=True)


def _write_beside(out: Path, kept: Kept, parts: dict[str, Any], replaced: tuple[str, ...]) -> None:
    others = {name: kept.part(name) for name in kept.names if not name.startswith(replaced)}
    write_parts(out / FILE.name, source=VERSION, parts=others | parts)


def requests(encoder: Encoder, kept: Kept, every: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Which lines are requests, and what a request to forget names: weights, and figures of hands left out."""
    spoken, forgets, sentences = corpus.requests()[::every], corpus.forgets()[::every], corpus.sentences()[::every]
    _tell("requests")
    parts, figures = request_model.learn_requests(encoder, kept, spoken, forgets, sentences, corpus.pairs()[::every])
    asked = [one.text for one in spoken if one.request == "forget"]
    _tell("what requests name")
    named_parts, named = named_model.learn_named(encoder, forgets, asked, sentences)
    return parts | named_parts, {"hand left out": figures, "named, hand left out": named}


def carded(out: Path, card: dict[str, Any], encoder: Encoder) -> dict[str, Any]:
    """The card with what the weights were made from, written beside them."""
    (out / FILE.name).chmod(0o644)
    card |= {
        "limits": LIMITS,
        "version": VERSION,
        "encoder": encoder.name,
        "data": {
            "sha256": corpus.data_hash(),
            **{name: len(getattr(corpus, name)()) for name in ("sentences", "pairs", "requests", "forgets")},
        },
        "weights": {
            "sha256": sha256((out / FILE.name).read_bytes()).hexdigest(),
            "bytes": (out / FILE.name).stat().st_size,
        },
    }
    (out / "card.json").write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return card


def clauses(sentences: Sequence[Sentence], features: Features) -> tuple[dict[str, Any], dict[str, Any]]:
    """The heads: weights, calibration and figures, each hand left out once, and groups left out."""
    model = ClauseModel(sentences, features)
    vectors = features.vectors[model.order]
    groups = corpus.groups(
        [s.text for s in model.sentences], vectors, [s.prev or s.talk or s.turn for s in model.sentences]
    )
    hands = np.array([s.hand for s in model.sentences])
    _tell("sentences")
    fit, (raw, grouped) = folds.learned(model, folds.by_hand(hands), folds.by_group(groups))
    calibration = figures.calibration(model, raw)
    limits = figures.thresholds(model, _chance(raw, calibration))
    kinds = figures.kind_limits(model, raw, calibration)
    card = {
        "thresholds": limits,
        "kinds nine of ten right": kinds,
        "hands left out": figures.figures(model, raw, _chance(raw, calibration), limits),
        "groups left out": figures.figures(model, grouped, _chance(grouped, calibration), limits),
    }
    parts = model.parts(fit)
    parts["heads.plain"] = {
        "types": TYPES, "acts": ACTS, "whose": WHOSE, "calibration": calibration, **limits,
        "limits": {name: kind["limit"] for name, kind in kinds.items()},
    }  # fmt: skip
    return parts, card


def _chance(raw: Array, calibration: dict[str, Any]) -> Array:
    slope, offset = calibration["keep"]
    return (1 / (1 + np.exp(-(slope * raw[:, 0] + offset)))).astype(np.float32)


def pairs(encoder: Encoder, kept: Kept, step: float, every: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The match: weights and figures, groups left out, and each hand left out once."""
    _tell("pairs")
    labelled: list[Pair] = [*corpus.pairs()[::every], *told_beside(encoder, TALK // every)]
    old, new = (_texts(encoder, kept, [getattr(pair, side) for pair in labelled]) for side in ("old", "new"))
    learned = PairModel(labelled, old, new, step)
    groups = corpus.groups([pair.old for pair in labelled], old.encoded.vectors, [None] * len(labelled))
    hands = np.array([pair.hand for pair in labelled])
    truth = learned.targets.argmax(axis=1)
    out: dict[str, Any] = {}
    grouped = learned.left_out(list(folds.by_group(groups)))
    other = learned.left_out([hands == hand for hand in sorted(set(hands))])
    sharp = figures.sharpness(grouped, truth)
    for name, raw in (("groups left out", grouped), ("hand left out", other)):
        out[name] = pair_figures(softmax(raw * np.float32(sharp)), truth)
    learned.sharp = sharp
    _tell("changes")
    match_parts, out["match, hand left out"] = match_model.learn(MatchModel(labelled, old, new, learned, Telling(kept)))
    whole = learned.fits([np.zeros(len(labelled), dtype=bool)])[0]
    return learned.parts(whole, sharp) | match_parts, out


def told_beside(encoder: Encoder, most: int) -> list[Pair]:
    """What somebody states in a conversation, each with what of it was said before and is nearest: nothing changes.

    People go on about what they have told, in its very words; pairs that are written to be told apart do not show that.
    """
    found: list[tuple[float, Pair]] = []
    for talk in corpus.conversations():
        vectors = encoder.encode([one.text for one in talk])
        near = np.tril(vectors @ vectors.T, -1)
        for at, one in enumerate(talk):
            if one.act == "state" and at and one.text != talk[first := int(near[at].argmax())].text:
                pair = Pair(one.hand, one.lang, "adds", talk[first].text, one.text, is_talk=True)
                found.append((float(near[at, first]), pair))
    found.sort(key=lambda row: -row[0])
    return [pair for _, pair in found[:most]]


def pair_figures(chance: Array, truth: np.ndarray[Any, np.dtype[np.int64]]) -> dict[str, Any]:
    """Relations right, and how well changes (replaces or ends) stand out."""
    changes = np.isin(truth, [RELATIONS.index("replaces"), RELATIONS.index("ends")])
    score = chance[:, 1] + chance[:, 2]
    best = chance.argmax(axis=1)
    return {
        "relation right": round(float((best == truth).mean()), 3),
        "by relation": {name: round(float((best == at)[truth == at].mean()), 3) for at, name in enumerate(RELATIONS)},
        "change auc": round(auc(score, changes), 4),
        "changes found at 2 % false": round(float((score[changes] > np.quantile(score[~changes], 0.98)).mean()), 3),
        "changes found at 10 % false": round(float((score[changes] > np.quantile(score[~changes], 0.9)).mean()), 3),
    }


def _texts(encoder: Encoder, kept: Kept, texts: list[str]) -> Texts:
    encoded = Shortening(kept).of(*encoder.encode_with_pieces(texts))
    return Texts(texts, encoded, Heads(kept).scores(texts, encoded.short))


if __name__ == "__main__":
    main()
