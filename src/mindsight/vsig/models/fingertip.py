"""Baseline that follows only the hand: it answers the thing nearest to where the finger rested last.

It hears nothing and cannot count, so its score shows what pointing alone reveals. It reads the finger's track and the things' places
from the ``truth.json`` of synthetic clips.
"""

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.values.choices import letter_of
from mindsight.decoding import decoder_errors
from mindsight.errors import InputError
from mindsight.text import Text, text
from mindsight.vsig.dataset.discovery import MADE
from mindsight.vsig.dataset.samples import Point, Sample, Target
from mindsight.vsig.dataset.strict_json import read_json
from mindsight.vsig.models.baselines import Saying, written


class Fingertip:
    """Answers every target with the thing nearest to where the fingertip last rested in sight."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def __call__(self, sample: Sample, _seed: int, form: ModelProfile) -> str:
        """Return the answer for a sample.

        Raises:
            InputError: The clip has no track of the finger.
        """
        page = self._truth(sample)
        try:
            tip, time_ms = last_rest(page)
            thing = nearest(page["things"], tip)
            name, (x, y) = str(thing["name"]), thing["middle"]
            width, height = page["camera"]["size"]
            point = ((float(x) + 0.5) / width, (float(y) + 0.5) / height)
        except decoder_errors() as error:
            raise self._unusable(sample, text("the finger never rests in view, or its entry is incomplete")) from error
        said = [Saying(target, name, point, time_ms, _choice(target, sample, name)) for target in sample.targets]
        command = f"把{name}拿起来" if sample.language == "zh" else f"pick up the {name}"
        return written(command, said, sample, form)

    def knows(self, sample: Sample) -> bool:
        """Return whether a sample's clip has a track of the finger, so that it can be answered."""
        try:
            page = self._truth(sample)
            last_rest(page)
            nearest(page["things"], (0.0, 0.0))
        except decoder_errors(InputError):
            return False
        return True

    def _truth(self, sample: Sample) -> dict[str, Any]:
        try:
            held = _read(self._root / sample.folder / MADE)
        except InputError as error:
            raise self._unusable(sample, error.text) from error
        page = held.get(sample.video) if isinstance(held, dict) else None
        if not isinstance(page, dict):
            raise self._unusable(sample, text("it does not mention {clip}", clip=sample.video))
        return page

    def _unusable(self, sample: Sample, reason: Text) -> InputError:
        return InputError(
            "baseline:fingertip: sample {name} has no track of the finger in {file} ({reason}); this subject is for data that "
            "mindsight vsig synth made",
            name=sample.id,
            file=MADE,
            reason=reason,
        )


def last_rest(page: dict[str, Any]) -> tuple[Point, float]:
    """Return where the fingertip rested last, in pixels, and when, in ms.

    Raises:
        ValueError: It never rested, or without a position.
    """
    rests = [number for number, rest in enumerate(page["at_rest"]) if rest and page["fingertip"][number] is not None]
    if not rests:
        raise ValueError("the finger never rests in sight")
    x, y = (float(part) for part in page["fingertip"][rests[-1]])
    if not math.isfinite(x + y):
        raise ValueError("a place that is no number")
    return (x, y), rests[-1] * 1000 / float(page["order"]["fps"])


def nearest(things: list[dict[str, Any]], point: Point) -> dict[str, Any]:
    """Return the named thing whose box on the last frame is nearest to a point in pixels; ties by the nearest centre.

    Raises:
        ValueError: No named thing is in sight.
    """
    seen = [one for one in things if one["named"] and one["bbox"] is not None]
    if not seen:
        raise ValueError("no thing is in sight")

    def distance(one: dict[str, Any]) -> tuple[float, float]:
        low, high = np.array(one["bbox"][:2], float), np.array(one["bbox"][2:], float)
        outside = np.maximum(np.maximum(low - point, point - high), 0.0)
        return float(np.linalg.norm(outside)), float(np.linalg.norm(np.array(one["middle"]) - point))

    return min(seen, key=distance)


def _choice(target: Target, sample: Sample, name: str) -> str | None:
    """Return the letter of the option that names the thing; for a space, of the first beside it."""
    choices = sample.object_choices if target.kind == "object" else sample.space_choices
    letters = [letter_of(choice) for choice in choices if name in choice] or [letter_of(choice) for choice in choices]
    return next((letter for letter in letters if letter), None)


@lru_cache(maxsize=32)
def _read(path: Path) -> Any:
    return read_json(path)
