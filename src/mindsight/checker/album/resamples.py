"""Whether a recorded bootstrap interval can be one: our own resamples, by other random numbers, have to bear it out.

Two bootstraps never agree to the last digit. The recorded ends are those of a basic bootstrap, 2·value - quantile; so each
gives back a quantile, and the share of our resamples below it may differ from 2.5 and 97.5 % by chance only.
"""

from __future__ import annotations

import math
import random
from typing import Any

from mindsight.checker.album.rates import Rates, Rows, rates_of
from mindsight.checker.basics import Json, a_dict

STANDARD_ERRORS = 5.0
"""By which a resampled end may lie away from ours: chance goes beyond once in a million."""
_MOST_RESAMPLES, _MOST_CELLS = 4_000, 2_000_000


def resampled_rates(rows: Rows, classes: int, profile: Json, draws: int) -> list[Rates] | None:
    """Return the rates of resamples within each actual class; None where a class has one image: its spread is unseen."""
    images = [sum(row.values()) for row in rows]
    if 1 in images or not any(images):
        return None
    chance = random.Random(1)  # noqa: S311
    wanted = max(200, min(draws, _MOST_RESAMPLES, _MOST_CELLS // (sum(map(len, rows)) + 3 * classes)))
    return [rates_of([_drawn(row, chance) for row in rows], classes, profile) for _ in range(wanted)]


def _drawn(row: dict[int, int], chance: random.Random) -> dict[int, int]:
    """Return as many images as a row has, drawn from it with replacement: one cell after the other."""
    left = weight = sum(row.values())
    drawn = {}
    for column, images in row.items():
        drawn[column] = binomial(left, images / weight, chance) if images < weight else left
        left -= drawn[column]
        weight -= images
    return drawn


def binomial(trials: int, probability: float, chance: random.Random) -> int:
    """Return a binomial number: by the gaps between hits, or by the normal distribution where it is hardly another."""
    if probability > 0.5:
        return trials - binomial(trials, 1 - probability, chance)
    variance = trials * probability * (1 - probability)
    if variance > 200:
        return min(max(round(chance.gauss(trials * probability, math.sqrt(variance))), 0), trials)
    hits, at, scale = 0, 0, math.log1p(-probability)
    while True:
        at += int(math.log(1 - chance.random()) / scale) + 1
        if at > trials:
            return hits
        hits += 1


def slack_of(resamples: int, draws: int) -> float:
    """Return by how much the share below a quantile may differ between so many resamples and so many draws."""
    return STANDARD_ERRORS * math.sqrt(0.025 * 0.975 * (1 / resamples + 1 / draws))


def settled(summary: Json, said: Any) -> Json:
    """Return a summary with the interval that was recorded if our own resamples bear it out, else with ours."""
    kept = {key: summary[key] for key in ("value", "status", "n", "interval")}
    replicates = summary["resamples"]
    if not replicates:
        return kept
    value, most, slack, ends = summary["value"], summary["most"], summary["slack"], a_dict(said)
    last = len(replicates) - 1
    # Where nearly all resamples are alike there is no interval; a few more or fewer of them are chance. One resample of
    # many that is 0/0 leaves no interval where such are left out; which run of chance has one is chance.
    if said is None and (
        summary["open"] or replicates[round((0.025 + slack) * last)] == replicates[round((0.975 - slack) * last)]
    ):
        return kept
    if borne_out(replicates, value, ends, most, slack):
        return dict(kept, interval={key: ends[key] for key in ("low", "high", "level")})
    low, high = (2 * value - replicates[round(share * last)] for share in (0.975, 0.025))
    return dict(kept, interval={"low": max(low, 0.0), "high": min(high, most), "level": 0.95})


def borne_out(replicates: list[float], value: float, ends: Json, most: float, slack: float) -> bool:
    """Return whether both ends are those of a bootstrap, up to chance; one that was cut at the range's end says less."""
    numbers: list[Any] = [ends.get(key) for key in ("low", "high", "level")]
    if any(isinstance(one, bool) or not isinstance(one, (int, float)) for one in numbers) or ends["level"] != 0.95:
        return False
    for end, share in ((ends["low"], 0.975), (ends["high"], 0.025)):
        quantile, rounding = 2 * value - end, 1e-9 * most
        below = sum(one < quantile - rounding for one in replicates) / len(replicates)
        up_to = sum(one <= quantile + rounding for one in replicates) / len(replicates)
        if (below > share + slack and abs(end - most) > rounding) or (up_to < share - slack and abs(end) > rounding):
            return False
    return all(0 <= end <= most for end in numbers[:2])
