"""The subject that looks at pixels, and what blur, darkness and few pictures take from it; on pictures drawn by hand."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.home.questions.made_up import question

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.asking.looking import changing
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.pictures import jpeg, spoilt
from mindsight.home.questions.quartets import _framed
from mindsight.home.questions.scenes import Made

TIMES = 12
SLIDES = (4, 8)
"""The first and the last picture, from 1, in which the square is on its way."""


def _pictures(colour: str, span: tuple[int, int] | None = SLIDES) -> list[NDArray[np.uint8]]:
    """Return pictures of a square that lies on a dark table and slides to the right in some of them."""
    found = []
    for number in range(1, TIMES + 1):
        shown = np.full((300, 400, 3), 60, np.uint8)
        share = 0.0 if span is None else np.clip((number - span[0] + 1) / (span[1] - span[0] + 2), 0, 1)
        left = 40 + round(240 * float(share))
        shown[120:180, left : left + 60] = [round(255 * one) for one in COLOURS[colour].rgb]
        found.append(shown)
    return found


def _seen(pictures: Sequence[NDArray[np.uint8]], asked: Any, form: str = "span") -> dict[str, Any]:
    return changing(question(form, asked=asked), [jpeg(one) for one in pictures])


@pytest.mark.parametrize("colour", ["red", "orange", "yellow", "green", "blue", "purple"])
def test_what_moves_is_found_by_its_colour(colour: str) -> None:
    assert _seen(_pictures(colour), {"tone": colour}) == {"answer": list(SLIDES)}
    other = "blue" if colour != "blue" else "red"
    assert _seen(_pictures(colour), {"tone": other}) == {"cannot": "absent"}


def test_nothing_is_said_of_what_lies_still_or_is_no_span() -> None:
    assert _seen(_pictures("red", None), {"tone": "red"}) == {"cannot": "false_premise"}
    assert _seen(_pictures("red"), {"tone": "red"}, form="choice") == {"cannot": "unclear"}
    assert _seen(_pictures("red"), {"kind": "mug"}) == {"cannot": "unclear"}


@pytest.mark.parametrize(("kind", "amounts"), [("blur", (0.0, 1.25, 60.0)), ("dark", (0.0, 1.5, 7.0))])
def test_it_sees_less_the_worse_pictures_are(kind: str, amounts: tuple[float, ...]) -> None:
    found = []
    for amount in amounts:
        how = {"kind": kind, "amount": amount}
        worse = [spoilt(one, how, np.random.default_rng(1)) for one in _pictures("red")]
        found.append(_seen(worse, {"tone": "red"}))
    assert found[:2] == [{"answer": list(SLIDES)}] * 2
    assert "cannot" in found[2]


@pytest.mark.parametrize(
    ("amount", "shown"),
    [(0, [1, 2, 3, 4, 5, 6]), (2, [1, 1, 3, 3, 5, 5]), (3, [1, 1, 1, 4, 4, 4]), (4, [1, 1, 1, 1, 5, 5])],
)
def test_at_a_low_rate_each_picture_is_shown_until_the_next(amount: int, shown: list[int]) -> None:
    pictures = tuple(np.full((4, 4, 3), number, np.uint8) for number in range(1, 7))
    made = Made(pictures, (), Scene(pictures=()), Scene(pictures=()))
    asked = {"disturbed": {"kind": "rate", "strength": 1, "amount": amount}}
    assert [int(one[0, 0, 0]) for one in _framed(made, asked, 1)] == shown
