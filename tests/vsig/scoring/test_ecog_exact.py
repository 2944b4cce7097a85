"""``ecog-exact/1`` gives the figures of EcoG-Bench's own evaluator, stated here a second time from its rules.

The rules (arXiv 2603.07966 and the code published with it): options are bare letters by position; a point is a list in thousandths,
of several the mean; a time is a number of ms; an arithmetic fault makes a sample wrong in everything; scores are means over samples.
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mindsight.answers.conventions import model_profile
from mindsight.record.model import Item
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models.answers.official import official_answer
from mindsight.vsig.models.said import Said
from mindsight.vsig.profile import ECOG_EXACT, load_profile
from mindsight.vsig.recording import Recorder
from mindsight.vsig.reporting.metrics_file import metrics_of
from mindsight.vsig.scoring.ecog import whole_pixel
from mindsight.vsig.scoring.shares import Shares
from vsig.grounding import ECOG, SIZE, pixels_of, sample_of

EXACT = load_profile(ECOG_EXACT)
FIGURES = ("acc_cls", "acc_s", "acc_t", "acc_eco", "acc_seq")
Page = dict[str, Any]


# The rule a second time


def official(page: Any, sample: Sample) -> list[float]:
    """Return the five figures of a sample; ``page`` is the parsed answer, {} if there is none."""
    try:
        return _official(page, sample)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError):
        return [0.0] * 5


def _official(page: Any, sample: Sample) -> list[float]:
    chosen = page.get("selected_options", [])
    chosen = [chosen] if isinstance(chosen, str) else chosen if isinstance(chosen, list) else []
    entries = page.get("point_list", [])
    table = []
    for k, target in enumerate(sample.targets):
        what = k < len(chosen) and str(chosen[k]).strip() == target.choice
        there = k < len(entries)
        where = there and _where(entries[k].get("point"), target)
        time = entries[k].get("timestamp") if there else None
        assert target.stroke is not None
        when = isinstance(time, int | float) and target.stroke[0] <= int(time) <= target.stroke[1]
        table.append([what, where, when, what and where and when])
    rights = np.array(table, dtype=float)
    return [*rights.mean(axis=0).tolist(), float(rights[:, 3].all())]


def _where(point: Any, target: Any) -> bool:
    if not point or not isinstance(point, list):
        return False
    if isinstance(point[0], list):
        point = [sum(one[0] for one in point) / len(point), sum(one[1] for one in point) / len(point)]
    x, y = int(point[0] * SIZE[0] / 1000), int(point[1] * SIZE[1] / 1000)
    if target.mask is not None:
        pixels = pixels_of(target.mask)
        return 0 <= x < SIZE[0] and 0 <= y < SIZE[1] and bool(pixels[y, x])
    whole = [(int(1000 * a * SIZE[0] / 1000 + 1e-9), int(1000 * b * SIZE[1] / 1000 + 1e-9)) for a, b in target.points]
    middle = [int(sum(column) / len(whole)) for column in zip(*whole, strict=True)]
    return math.dist((x, y), middle) < 100


# Answers of all kinds


def answer_of(sample: Sample) -> Page:
    """Return the answer that is right in everything."""
    entries = [
        {
            "type": one.kind,
            "description": one.name,
            "point": [1000 * float(np.mean(axis)) for axis in zip(*one.points, strict=True)],
            "timestamp": one.stroke[0] + 5 if one.stroke else None,
        }
        for one in sample.targets
    ]
    return {
        "explicit_command": "把它放到那里",
        "selected_options": [one.choice for one in sample.targets],
        "point_list": entries,
    }


def each(page: Page, field: str, change: Callable[[Any], Any]) -> Page:
    return {**page, "point_list": [{**one, field: change(one[field])} for one in page["point_list"]]}


SETS: dict[str, Callable[[Page], Any]] = {
    "right": lambda page: page,
    "options with their names": lambda page: {**page, "selected_options": [f"{o}. 红色杯子" for o in page["selected_options"]]},
    "options in lower case": lambda page: {**page, "selected_options": [o.lower() for o in page["selected_options"]]},
    "options as one text": lambda page: {**page, "selected_options": page["selected_options"][0]},
    "options with spaces": lambda page: {**page, "selected_options": [f" {o}\n" for o in page["selected_options"]]},
    "options as lists": lambda page: {**page, "selected_options": [[o] for o in page["selected_options"]]},
    "options as an object": lambda page: {**page, "selected_options": {"0": "A"}},
    "options in the entries": lambda page: {
        "point_list": [{**one, "choice": o} for one, o in zip(page["point_list"], page["selected_options"], strict=True)]
    },
    "one option too few": lambda page: {**page, "selected_options": page["selected_options"][:-1]},
    "options in another order": lambda page: {**page, "selected_options": page["selected_options"][::-1]},
    "times as text": lambda page: each(page, "timestamp", str),
    "times in seconds": lambda page: each(page, "timestamp", lambda ms: ms / 1000),
    "times with a fraction": lambda page: each(page, "timestamp", lambda ms: ms + 0.999),
    "times at the end": lambda page: each(page, "timestamp", lambda ms: ms + 395.5),
    "times after the end": lambda page: each(page, "timestamp", lambda ms: ms + 396.5),
    "times as intervals": lambda page: each(page, "timestamp", lambda ms: [ms, ms + 10]),
    "times that are true": lambda page: each(page, "timestamp", lambda _: True),
    "times that are no number": lambda page: each(page, "timestamp", lambda _: math.nan),
    "times without end": lambda page: each(page, "timestamp", lambda _: math.inf),
    "times under another name": lambda page: {
        **page, "point_list": [{**one, "time": one["timestamp"], "timestamp": None} for one in page["point_list"]]
    },
    "points as objects": lambda page: each(page, "point", lambda p: {"x": p[0], "y": p[1]}),
    "points as text": lambda page: each(page, "point", lambda p: f"{p[0]}, {p[1]}"),
    "points of text": lambda page: each(page, "point", lambda p: [str(p[0]), str(p[1])]),
    "points in a list": lambda page: each(page, "point", lambda p: [p]),
    "points whose mean is right": lambda page: each(page, "point", lambda p: [[p[0] - 300, p[1]], [p[0] + 300, p[1]]]),
    "points whose first is right": lambda page: each(page, "point", lambda p: [p, [999, 999]]),
    "boxes": lambda page: each(page, "point", lambda p: [p[0], p[1], p[0] + 300, p[1] + 300]),
    "one coordinate": lambda page: each(page, "point", lambda p: p[:1]),
    "no coordinate": lambda page: each(page, "point", lambda _: []),
    "points swapped": lambda page: each(page, "point", lambda p: p[::-1]),
    "points 60 thousandths away": lambda page: each(page, "point", lambda p: [p[0] + 60, p[1]]),
    "points at the far edge": lambda page: each(page, "point", lambda _: [1000, 1000]),
    "points just outside": lambda page: each(page, "point", lambda _: [-0.3, -0.3]),
    "points that are no number": lambda page: each(page, "point", lambda _: [math.nan, 5]),
    "points too large": lambda page: each(page, "point", lambda _: [10**400, 5]),
    "points under another name": lambda page: {
        **page, "point_list": [{**one, "point_2d": one["point"], "point": None} for one in page["point_list"]]
    },
    "entries that are lists": lambda page: {**page, "point_list": [one["point"] for one in page["point_list"]]},
    "entries as an object": lambda page: {**page, "point_list": {"0": page["point_list"][0]}},
    "entries as text": lambda page: {**page, "point_list": json.dumps(page["point_list"])},
    "no entries": lambda page: {**page, "point_list": None},
    "an entry too few": lambda page: {**page, "point_list": page["point_list"][:-1]},
    "an entry too many that cannot be used": lambda page: {**page, "point_list": [*page["point_list"], 17]},
    "another name for the entries": lambda page: {**page, "point_list": [], "points": page["point_list"]},
    "nothing": lambda _: {},
    "a list of answers": lambda page: [page, {}],
    "an empty list": lambda _: [],
    "a number": lambda _: 17,
    "wrapped": lambda page: {"answer": page},
}  # fmt: skip


def items_of(make: Callable[[Page], Any], write: Callable[[str], str] = str) -> tuple[list[Item], list[list[float]]]:
    """Return 12 items with an answer of this kind, and the figures that the second statement of the rule gives them."""
    recorder, items, expected = Recorder(Path(), None, EXACT, model_profile("default")), [], []
    for number in range(12):
        sample = sample_of(number % 6 + 1, f"{number:02d}")
        page = make(answer_of(sample))
        draft = recorder((sample, Said(text=write(json.dumps(page, ensure_ascii=False)))))
        items.append(Item(**{**draft.model_dump(), "previous": ""}))
        read = page[0] if isinstance(page, list) and page else page
        expected.append(official(read, sample) if isinstance(read, dict) else [0.0] * 5)
    return items, expected


@pytest.mark.parametrize("name", SETS)
def test_all_figures_are_those_of_the_published_evaluator(name: str) -> None:
    items, expected = items_of(SETS[name])
    metrics = metrics_of(Shares(EXACT, items), EXACT)
    table = np.array(expected)
    assert [metrics[figure] for figure in FIGURES] == pytest.approx(table.mean(axis=0).tolist())
    for template in range(1, 7):
        own = metrics["instruction_breakdown"][f"指令{template}"]
        assert [own[figure] for figure in FIGURES] == pytest.approx(table[template - 1 :: 6].mean(axis=0).tolist())


def test_the_sets_tell_the_rule_from_the_lenient_one() -> None:
    """Where a set is wrong for the published evaluator only, both profiles differ: the sets are not all right or all wrong."""
    means = {name: metrics_of(Shares(EXACT, items_of(make)[0]), EXACT)["acc_eco"] for name, make in SETS.items()}
    assert {
        means["right"],
        means["options with spaces"],
        means["points in a list"],
        means["points whose mean is right"],
    } == {1.0}
    lenient = Recorder(Path(), None, ECOG, model_profile("default"))
    for name in ("options with their names", "times as text", "points as objects", "options in the entries"):
        assert means[name] < 1.0
        sample = sample_of(6)
        draft = lenient((sample, Said(text=json.dumps(SETS[name](answer_of(sample)), ensure_ascii=False))))
        assert all(target["choice"] and target["where"] and target["when"] for target in draft.terms["targets"]), name


WRITTEN: dict[str, tuple[Callable[[str], str], float]] = {
    "fenced": (lambda said: f"```json\n{said}\n```", 1.0),
    "fenced without a name": (lambda said: f"Answer:\n```\n{said}\n```\nDone.", 1.0),
    "between words": (lambda said: f"The answer is {said}. That is all.", 1.0),
    "after thoughts": (lambda said: f"<think>I look.</think>{said}", 1.0),
    "a bracket missing": (lambda said: said.removesuffix("}]}") + "}\n}", 1.0),
    "a bracket missing between two braces": (lambda said: said.removesuffix("}]}") + "}}", 0.0),
    "a bracket doubled": (lambda said: said.removesuffix("]}") + "]]}", 1.0),
    "a trailing comma": (lambda said: said.removesuffix("]}") + ",]}", 1.0),
    "the last brace missing": (lambda said: said[:-1], 0.0),
    "single quotes": (lambda said: said.replace('"', "'"), 0.0),
    "cut": (lambda said: said[:-40], 0.0),
    "no answer": (lambda _: "I do not know.", 0.0),
    "empty": (lambda _: "", 0.0),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_text_is_read_as_far_as_the_published_parser_reads_it(name: str) -> None:
    write, expected = WRITTEN[name]
    items, _ = items_of(lambda page: page, write)
    assert metrics_of(Shares(EXACT, items), EXACT)["acc_seq"] == expected


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (640, 360), (853, 480)])
def test_no_thousandth_falls_into_another_pixel(size: tuple[int, int]) -> None:
    """The published code multiplies by the side first; shares of the frame must not lose a pixel by rounding."""
    for tenth in range(10_001):
        share = tenth / 10 / 1000
        assert whole_pixel((share, share), size) == tuple(int(tenth / 10 * side / 1000) for side in size)


def test_only_the_order_of_coordinates_is_the_models_own() -> None:
    answer = official_answer('{"point_list": [{"point": [300, 200]}]}', 1, SIZE, model_profile("gemini"))
    assert answer is not None
    assert answer.predictions[0].point == (0.2, 0.3)
