"""Names and descriptions of VSIG-bench (instructions 1 to 3), judged by two readers, and how well the scores agree with them.

``python -m tests.vsig.real_descriptions`` prints the figures of each half, and every pair on which judges and scores part. The table
``data/real_descriptions.tsv`` holds facts: a name, what was said, whether it is the same thing (same, part, different, unclear) in the
eyes of two judges who did not know each other's answers or the rules, and the origin: a model's real answer, another real name, an
edited or a translated one. The rules were made with the part ``dev`` in view. The parts ``held-out`` and ``later`` were opened one after
the other, each when its figures had been taken; what they showed was mended since, so their figures of today are no proof either: the
page on descriptions has those of the first look.
The parts ``held3`` to ``held7`` were written by writers who knew only names; how they were read at first sight is on that page too.
``answers`` are real answers of models that were collected later. No rule was made with ``answers-held`` and ``last`` in view: they are
those of half of the names.
"""

import argparse
import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from mindsight.vsig.scoring.intent import IntentScore, score_description

TABLE = Path(__file__).parent / "data" / "real_descriptions.tsv"
RIGHT_FROM = 0.75
"""Lowest score at which a description counts as right in the default profile."""


class Pair(NamedTuple):
    """What was said of a thing, with its name and what two judges say."""

    half: str
    pair: str
    kind: str
    name: str
    said: str
    judge1: str
    judge2: str
    hard: str
    origin: str

    @property
    def is_agreed(self) -> bool:
        """Whether both judges decided, and agree on whether it is the same thing."""
        decided = "unclear" not in (self.judge1, self.judge2)
        return decided and (self.judge1 == "same") == (self.judge2 == "same")

    @property
    def is_same(self) -> bool:
        """Whether it is the same thing."""
        return self.judge1 == self.judge2 == "same"


class Figures(NamedTuple):
    """How scores agree with judges: wrong things held for right, right ones held for right, Cohen's κ, and pairs not understood."""

    credited: int
    wrong: int
    found: int
    right: int
    kappa: float
    not_sure: int


def pairs(half: str = "") -> list[Pair]:
    """Return the judged pairs of a half, or all."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        found = [Pair(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    return [one for one in found if half in ("", one.half)]


def scored(pair: Pair) -> IntentScore:
    """Return the score of a pair."""
    return score_description(pair.said, pair.name, kind="space" if pair.kind == "space" else "object")


def figures(of: Sequence[Pair]) -> Figures:
    """Return how scores and judges agree, over the pairs on which the judges agree with each other."""
    agreed = [one for one in of if one.is_agreed]
    scores = [scored(one) for one in agreed]
    held = [score.score >= RIGHT_FROM for score in scores]
    same = [one.is_same for one in agreed]
    return Figures(
        credited=sum(right and not true for right, true in zip(held, same, strict=True)),
        wrong=same.count(False),
        found=sum(right and true for right, true in zip(held, same, strict=True)),
        right=same.count(True),
        kappa=kappa(held, same),
        not_sure=sum(not score.is_sure for score in scores),
    )


def kappa(one: Sequence[bool], other: Sequence[bool]) -> float:
    """Return Cohen's κ of two judgements of the same things."""
    n = len(one)
    observed = sum(a == b for a, b in zip(one, other, strict=True)) / n
    p, q = sum(one) / n, sum(other) / n
    expected = p * q + (1 - p) * (1 - q)
    return 1.0 if expected == 1 else (observed - expected) / (1 - expected)


def lines(half: str = "") -> Iterator[str]:
    """Yield the figures of each half, and the pairs on which judges and scores part."""
    for name in sorted({one.half for one in pairs(half)}):
        own = pairs(name)
        found = figures(own)
        yield f"{name}: {len(own)} pairs, {len(own) - found.wrong - found.right} that the judges left open or part on"
        yield f"  wrong things at {RIGHT_FROM} or above: {_share(found.credited, found.wrong)}"
        yield f"  right ones at {RIGHT_FROM} or above:   {_share(found.found, found.right)}"
        yield f"  Cohen's kappa: {found.kappa:.3f}; not understood: {found.not_sure}"
        for one in own:
            score = scored(one)
            if one.is_agreed and (score.score >= RIGHT_FROM) != one.is_same:
                best = "" if score.is_sure else f" (at best {score.best:.2f})"
                yield f"  {one.pair} {one.judge1} {score.score:.2f}{best} {one.name} | {one.said} | {score.why}"


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / max(whole, 1):.1%})"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", default="", help="only this half")
    print("\n".join(lines(parser.parse_args().half)))  # noqa: T201


if __name__ == "__main__":
    main()
