"""Baselines: the truth, the centre, chance and silence.

They write their answers in the form that models of a profile are asked for, so that the same code reads them.
"""

import difflib
import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.values.choices import letter_of
from mindsight.errors import InputError
from mindsight.vsig.dataset.samples import Mask, Point, Sample, Target
from mindsight.vsig.dataset.targets.masks import mask_array
from mindsight.vsig.language.speech import spans_of

_SIDES = {
    "left": "to the left of",
    "right": "to the right of",
    "front": "in front of",
    "back": "behind",
    "top": "on top of",
}


class Saying(NamedTuple):
    """A baseline's answer to a target."""

    target: Target
    name: str
    point: Point
    time_ms: float | None
    choice: str | None


def oracle(sample: Sample, _seed: int, form: ModelProfile) -> str:
    """Answer the truth: a pixel of the mask near its centre, the centre of a space, the middle of a span or stroke, the names."""
    times = _right_times(sample)
    said = [
        Saying(target, target.name, right_point(target), time, target.choice)
        for target, time in zip(sample.targets, times, strict=True)
    ]
    return written(command_of(sample), said, sample, form)


def centre(sample: Sample, _seed: int, form: ModelProfile) -> str:
    """Answer the centre of the picture and the middle of the clip for everything."""
    said = [Saying(target, "", (0.5, 0.5), sample.length_ms / 2, _first(target, sample)) for target in sample.targets]
    return written("", said, sample, form)


def chance(sample: Sample, seed: int, form: ModelProfile) -> str:
    """Answer a random place, time and option, reproducible by seed and sample."""
    rng = random.Random(f"{seed} {sample.id}")  # noqa: S311  (no secret)
    said = []
    for target in sample.targets:
        point, time = (rng.random(), rng.random()), rng.uniform(0, sample.length_ms)
        options = _options(target, sample)
        said.append(Saying(target, "", point, time, rng.choice(options) if options else None))
    return written("", said, sample, form)


def silent(_sample: Sample, _seed: int, _form: ModelProfile) -> str:
    """Answer nothing."""
    return ""


BASELINES: dict[str, Callable[[Sample, int, ModelProfile], str]] = {
    "oracle": oracle,
    "centre": centre,
    "random": chance,
    "silent": silent,
}


WITH_TRUTH = ("fingertip",)
"""Baselines for synthetic clips only: they read ``truth.json`` (``fingertip.py``)."""


def check_baseline(name: str) -> None:
    """Raise an error if a baseline does not exist.

    Raises:
        InputError: It does not.
    """
    known = (*BASELINES, *WITH_TRUTH)
    if name not in known:
        close = difflib.get_close_matches(name, known, n=1)
        raise InputError(
            'no baseline "{name}"; there are {names} (did you mean "{guess}"?)',
            name=name,
            names=", ".join(known),
            guess=close[0] if close else "oracle",
        )


def right_point(target: Target) -> Point:
    """Return a point that hits: in the mask if there is one, else the mean of the annotated points."""
    if target.mask is not None:
        return _inside(target.mask)
    xs, ys = zip(*target.points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def command_of(sample: Sample) -> str:
    """Return the whole command of a sample in unambiguous words."""
    zh = sample.language == "zh"
    clauses = []
    targets = list(sample.targets)
    while targets:
        thing = targets.pop(0)
        if targets and targets[0].kind == "space":
            clauses.append(_put(thing, targets.pop(0), zh=zh))
        elif sample.template == 1:
            clauses.append(f"指着{thing.name}" if zh else f"points at the {thing.name}")
        else:
            clauses.append(f"把{thing.name}拿起来" if zh else f"pick up the {thing.name}")
    return ("，然后" if zh else ", then ").join(clauses)


def _put(thing: Target, space: Target, *, zh: bool) -> str:
    if zh:
        return f"把{thing.name}放到{space.name}"
    if space.reference is None or not space.side:
        return f"put the {thing.name} on the {space.name}"
    side = _SIDES.get(space.side.strip().casefold())
    return (
        f"put the {thing.name} {side} the {space.reference.name}" if side else f"put the {thing.name} at {space.name}"
    )


def _inside(mask: Mask) -> Point:
    """Return the centre of the mask's pixel that is nearest to the mask's centre."""
    pixels = np.argwhere(mask_array(mask))
    if not len(pixels):
        return 0.5, 0.5
    row, column = pixels[np.argmin(((pixels - pixels.mean(axis=0)) ** 2).sum(axis=1))]
    width, height = mask.size
    return (mask.origin[0] + float(column) + 0.5) / width, (mask.origin[1] + float(row) + 0.5) / height


def _right_times(sample: Sample) -> list[float | None]:
    """Return a time for each target that is right by every rule: within the stroke and the words, if both are known."""
    spans = spans_of(sample.template, sample.speech).spans
    times: list[float | None] = []
    for number, target in enumerate(sample.targets):
        windows = [] if target.stroke is None else [target.stroke]
        if number < len(spans):
            windows.append((spans[number].begin_ms, spans[number].end_ms))
        begin, end = max((window[0] for window in windows), default=0), min((w[1] for w in windows), default=0)
        if begin > end:
            begin, end = windows[-1]
        times.append((begin + end) / 2 if windows else None)
    return times


def _first(target: Target, sample: Sample) -> str | None:
    options = _options(target, sample)
    return options[0] if options else None


def _options(target: Target, sample: Sample) -> list[str]:
    choices = sample.object_choices if target.kind == "object" else sample.space_choices
    return [letter for choice in choices if (letter := letter_of(choice))]


def _moment(ms: float, form: ModelProfile) -> float | str:
    if form.time == "clock":
        return form.moment(ms)
    return round(ms if form.time == "ms" else ms / 1000, 6)


def written(command: str, said: list[Saying], sample: Sample, form: ModelProfile) -> str:
    """Return an answer written in the form that models of a profile are asked for."""
    points: list[dict[str, Any]] = [
        {
            "type": one.target.kind,
            "description": one.name,
            "point": [round(number, 6) for number in form.said(one.point, sample.size)],
            "timestamp": None if one.time_ms is None else _moment(one.time_ms, form),
        }
        for one in said
    ]
    page: dict[str, Any] = {"explicit_command": command}
    choices = [one.choice for one in said]
    if any(choices):
        page["selected_options"] = choices
    return json.dumps({**page, "point_list": points}, ensure_ascii=False)
