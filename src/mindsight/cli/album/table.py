"""``mindsight album table``: Macro-F1 of a finished table of actual and predicted classes, without a run."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.album.options import CLASS_MAP, PROFILE
from mindsight.cli.shared.console import out, printable, show, tell
from mindsight.cli.shared.settings import settings
from mindsight.text import mark, say, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.album.classification.formulas import Limits, Rates
    from mindsight.album.classification.scoring import Marking


def score_table(
    table: Path = typer.Argument(..., help=mark("Table with number, actual class and predicted class: .csv or .xlsx.")),
    class_map: Path | None = CLASS_MAP,
    profile: str = PROFILE,
    as_json: bool = typer.Option(False, "--json", help=mark("Print the numbers as JSON.")),
) -> int:
    """Score a table recorded elsewhere; without a run nothing can be verified later."""
    import numpy as np

    from mindsight.album.classification.formulas import cases, intervals, rates
    from mindsight.album.classification.scoring import SEED, reading_of
    from mindsight.album.classification.table import count_record
    from mindsight.album.profile import load_profile

    chosen = load_profile(profile, kind="classification")
    tally, reading = count_record(table, chosen, class_map), reading_of(chosen)
    found = rates(cases(tally.counted), reading)
    limits = intervals(tally.counted, np.random.default_rng(SEED), reading)
    few = [(name, int(row.sum())) for name, row in zip(tally.classes, tally.counts, strict=False)]
    few = [(name, count) for name, count in few if count < chosen.least_per_class]
    if as_json:
        import json

        print(json.dumps(_as_json(tally, found, limits, chosen.name), ensure_ascii=True))
    else:
        _print(tally, found, limits)
    if few:
        tell(
            text(
                "{count} classes have fewer than {least} images, for example {name}: this is not a conforming test",
                count=len(few),
                least=chosen.least_per_class,
                name=few[0][0],
            ),
            style="yellow",
        )
    return 0


def _as_json(tally: Marking, found: Rates, limits: Limits | None, profile: str) -> dict[str, Any]:
    def of(place: int | None, rate: str, scale: float = 1.0) -> dict[str, float | None]:
        def number(rates: Rates | None) -> float | None:
            if rates is None:
                return None
            values = getattr(rates, rate)
            value = float(values if place is None else values[place]) * scale
            return None if math.isnan(value) else value

        low, high = (None, None) if limits is None else limits
        return {"value": number(found), "low": number(low), "high": number(high)}

    return {
        "profile": profile,
        "images": int(tally.counts.sum()),
        "macro_f1": of(None, "macro_f1", 100.0),
        "macro_precision": of(None, "macro_precision"),
        "macro_recall": of(None, "macro_recall"),
        "classes": {
            name: {rate: of(place, rate) for rate in ("precision", "recall", "f1")}
            for place, name in enumerate(tally.classes)
        },
        "confusion": tally.counts.tolist(),
        "unlisted": dict(tally.unlisted.most_common()),
    }


def _print(tally: Marking, found: Rates, limits: Limits | None) -> None:
    from rich.table import Table

    from mindsight.album.classification.formulas import cases

    def cell(rate: str, place: int | None, scale: float = 1.0, decimals: int = 3) -> str:
        every = [getattr(one, rate) for one in (found, *(limits or ()))]
        values = [float(one if place is None else one[place]) * scale for one in every]
        shown = ["–" if math.isnan(value) else f"{value:.{decimals}f}" for value in values]
        return shown[0] if "–" in shown or len(shown) == 1 else f"{shown[0]}  [{shown[1]} … {shown[2]}]"

    say_it = settings.language
    show(
        text("Macro-F1: {score} of {count} images", score=cell("macro_f1", None, 100, 2), count=int(tally.counts.sum()))
    )
    heads = (text("Image class"), text("Images"), text("Precision P"), text("Recall R"), text("F1"))
    shown = Table(*(say(head, say_it) for head in heads), box=None)
    images = tally.counts.sum(axis=1)
    tp = cases(tally.counts).tp
    for place in _worst_first(found, len(tp)):
        count = int(images[place]) if place < len(images) else 0
        rates = (cell(rate, place) for rate in ("precision", "recall", "f1"))
        shown.add_row(_plain(tally.classes[place]), str(count), *rates)
    out().print(shown)
    if tally.unlisted:
        listed = ", ".join(f"{name} ({count})" for name, count in tally.unlisted.most_common(10))
        tell(text("labels outside the list: {labels}", labels=listed), style="yellow")


def _worst_first(found: Rates, count: int) -> Sequence[int]:
    return sorted(range(count), key=lambda place: (float(found.f1[place]), place))


def _plain(name: str) -> str:
    from rich.markup import escape

    return escape(printable(name))
