"""A judge's marks of descriptions: of this answer, as its reply says; their shares, and how far they agree with the slots.

Agreement is Cohen's κ of the verdicts and Krippendorff's α of the scores, each with the interval of its linearised values.
"""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Iterator

from mindsight.checker.basics import UNUSABLE, Json, a_dict, digest, is_file, lines_of
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.items import chained
from mindsight.checker.statistics import mean, product_sum, stated, summarise
from mindsight.checker.vsig.pots import Pot, pooled

_JUDGEMENTS = "judgements.jsonl"
_FILLERS = "\u115f\u1160\u3164\uffa0"  # letters that show nothing
_MARKS = {"right": 1.0, "partly": 0.5, "wrong": 0.0}


def join_judgements(folder: str, manifest: Json, items: dict[str, Json], findings: list[Finding]) -> None:
    """Check the chain of a judge's marks and lay each beside its item, under ``_judged``."""
    if not a_dict(manifest.get("plan")).get("judge"):
        return
    path = os.path.join(folder, _JUDGEMENTS)
    if not is_file(path):
        findings.append(Finding("missing", file=_JUDGEMENTS))
        return
    for key, judgement in chained(_JUDGEMENTS, lines_of(path), findings)[0].items():
        if key in items:
            items[key]["_judged"] = judgement
        else:
            where = {"file": _JUDGEMENTS, "byte": judgement["_byte"], "found": key}
            findings.append(Finding("instance", expected="items.jsonl", **where))


def judgement_doubts(item: Json, sample: Json, manifest: Json) -> Iterator[Finding]:
    """Yield where a judgement is not of this answer, or its terms are not what the judge's reply says."""
    judgement = item.get("_judged")
    if judgement is None:
        if manifest.get("state") == "complete":
            yield Finding("untested", file=_JUDGEMENTS, expected="items.jsonl")
        return
    entries = _entries_put(item, sample)
    asked = [place for place, _, _, said in entries if any(one.isalnum() and one not in _FILLERS for one in said)]
    words, outcome, failed = judgement["parsed"]["marks"], judgement["outcome"], judgement["status"] == "failed"
    expected = [_expected_mark(words.get(place), asked=place in asked, failed=failed) for place, *_ in entries]
    own = [*judgement["terms"]["targets"], judgement["terms"]["command"]]
    matter = digest({"template": sample["template"], "entries": entries})
    for field, found, other, wanted in (
        ("instance", judgement["instance"], "items.jsonl", matter),
        ("cluster", judgement["cluster"], "items.jsonl", item["cluster"]),
        ("outcome", outcome == "infrastructure_error", "status", failed),
        ("parsed.marks", sorted(words), "outcome", sorted(asked) if outcome == "scored" else []),
        ("parsed.marks", not words or _said_so(judgement, words), "answer.text", True),
        ("terms", [[one.get("mark"), one.get("by")] for one in own], "parsed.marks", expected),
    ):
        doubts = unlike(field, found, other, wanted)
        yield from (doubt.at(file=_JUDGEMENTS, byte=judgement["_byte"]) for doubt in doubts)


def _entries_put(item: Json, sample: Json) -> list[list[str]]:
    """Return what was put to the judge: place, kind, right name and what was said, of each target and of the command."""
    said = [str(one["description"]) for one in item["parsed"]["predictions"]] + [""] * len(sample["targets"])
    entries = [
        [str(number), target["kind"], target["name"], words]
        for number, (target, words) in enumerate(zip(sample["targets"], said), 1)
    ]
    return [*entries, ["command", "command", "", item["parsed"]["command"]]]


def _expected_mark(word: str | None, *, asked: bool, failed: bool) -> list[Any]:
    if not asked:
        return [0.0, "empty"]
    if failed:
        return [None, ""]
    return [0.0, "unread"] if word is None else [_MARKS[word], "judge"]


def _said_so(judgement: Json, words: Json) -> bool:
    """Return whether an object in the judge's reply has the code of its question and these marks."""
    reply, code = judgement["answer"]["text"], judgement["answer"]["sent"]["code"]
    place = reply.find("{")
    while place >= 0:
        try:
            page = json.JSONDecoder().raw_decode(reply, place)[0]
            if page.get("code") == code and {one["entry"]: one["mark"] for one in page["marks"]} == words:
                return True
        except (*UNUSABLE, RecursionError):
            pass
        place = reply.find("{", place + 1)
    return False


def judged_measures(items: list[Json]) -> dict[str, Json]:
    """Return the marks as shares of targets and of commands, and how far they agree with the scores by slots."""
    pot: Pot = []
    pairs: list[tuple[float, bool, float, str]] = []
    for item in sorted(items, key=lambda item: str(item["id"])):
        slots, of = item["terms"]["targets"], str(item.get("cluster"))
        parts: dict[str, tuple[float, int]] = {"intent": (0.0, len(slots)), "command": (0.0, 1)}
        if item["outcome"] == "scored":
            terms = item.get("_judged", {"terms": {"targets": [], "command": {"mark": None}}})["terms"]
            parts = {"intent": _marked(terms["targets"]), "command": _marked([terms["command"]])}
            both = [(own, one) for own, one in zip(slots, terms["targets"]) if one["by"] == "judge"]
            pairs += [(own["intent"], own["what"] is True, one["mark"], of) for own, one in both]
        pot.append((of, parts))
    verdicts = [(right, mark == 1.0) for _, right, mark, _ in pairs]
    marks = [(slot, mark) for slot, _, mark, _ in pairs]
    recordings = [of for *_, of in pairs]
    return {
        "vsig.intent_judged": pooled(pot, "intent"),
        "vsig.command_judged": pooled(pot, "command"),
        "vsig.judge_kappa": agreement_of(kappa(verdicts), kappa_pulls, verdicts, recordings),
        "vsig.judge_alpha": agreement_of(alpha(marks), alpha_pulls, marks, recordings),
    }


def _marked(terms: list[Json]) -> tuple[float, int]:
    marks = [one["mark"] for one in terms if one["mark"] is not None]
    return sum(marks), len(marks)


def agreement_of(value: float | None, pulls: Callable[[Any], list[float]], pairs: Any, recordings: list[str]) -> Json:
    """Return a coefficient with the interval of the mean of its values, pair by pair."""
    if value is None:
        return stated(None, len(pairs))
    rows: list[tuple[Any, float | None]] = [(of, value + pull) for of, pull in zip(recordings, pulls(pairs))]
    return dict(summarise(rows, -1.0, 1.0), value=value, n=len(pairs))


def kappa(pairs: list[tuple[bool, bool]]) -> float | None:
    """Return Cohen's kappa of two verdicts; None where all of them are the same."""
    if len({verdict for pair in pairs for verdict in pair}) < 2:
        return None
    one, other = (sum(pair[n] for pair in pairs) / len(pairs) for n in (0, 1))
    chance, alike = one * other + (1 - one) * (1 - other), sum(a == b for a, b in pairs) / len(pairs)
    return float((alike - chance) / (1 - chance))


def kappa_pulls(pairs: list[tuple[bool, bool]]) -> list[float]:
    """Return how far each pair draws kappa away from its value, to first order."""
    shares = [{word: sum(pair[n] is word for pair in pairs) / len(pairs) for word in (True, False)} for n in (0, 1)]
    chance = sum(shares[0][word] * shares[1][word] for word in (True, False))
    alike = sum(a == b for a, b in pairs) / len(pairs)
    return [
        ((a == b) - alike) / (1 - chance) - (1 - alike) * (shares[1][a] + shares[0][b] - 2 * chance) / (1 - chance) ** 2
        for a, b in pairs
    ]


def alpha(pairs: list[tuple[float, float]]) -> float | None:
    """Return Krippendorff's alpha of two raters on an interval scale; None where all ratings are the same."""
    ratings = [rating for pair in pairs for rating in pair]
    if len(pairs) < 2 or len(set(ratings)) < 2:
        return None
    apart, off = [a - b for a, b in pairs], [rating - mean(ratings) for rating in ratings]
    # Observed and expected: the mean squared difference within an item, and of any two of the ratings.
    observed, expected = product_sum(apart, apart) / len(pairs), 2 * product_sum(off, off) / (len(ratings) - 1)
    return 1 - observed / expected


def alpha_pulls(pairs: list[tuple[float, float]]) -> list[float]:
    """Return how far each pair draws alpha away from its value, to first order."""
    ratings = [rating for pair in pairs for rating in pair]
    n, centre = len(ratings), mean(ratings)
    off = [rating - centre for rating in ratings]
    squares = product_sum(off, off)
    # Sums over ordered pairs of ratings: of one item, of all, and of an item's with all.
    own = [2 * (a - b) ** 2 for a, b in pairs]
    of_all, total = 2 * n * squares, sum(own)
    with_all = [2 * (n * ((a - centre) ** 2 + (b - centre) ** 2) + 2 * squares) for a, b in pairs]
    slopes = [
        (total * (n - 1) * reach / of_all - (n - 1) * apart - 2 * total) / of_all for apart, reach in zip(own, with_all)
    ]
    middle = mean(slopes)
    return [len(pairs) * (slope - middle) for slope in slopes]
