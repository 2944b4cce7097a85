"""A failed canary of coordinates says how to ask the model as it writes; reports of older records stay as they are."""

import pytest

from mindsight.record.model import Manifest
from mindsight.text import say, text
from mindsight.vsig.canaries.report import warnings

GEMINI = text("the answers are right when read as {order}, {scale}", order="[y, x]", scale=text("0 to 1000"))
DEFAULT = {"name": "default"}


def manifest(hint: object, rule: int = 3, profile: dict[str, str] = DEFAULT) -> Manifest:
    """Return as much of a manifest as the warnings look at."""
    page = None if hint is None else hint.model_dump(mode="json")  # type: ignore[attr-defined]
    return Manifest.model_construct(
        canaries={"state": "failed", "marks": [], "verdicts": [{"name": "disc", "hint": page}]},
        identity={"reading": rule},
        plan={"model_profile": profile},
        subject=type("Subject", (), {"spec": "model:m"})(),
    )


def test_the_profile_that_asks_so_is_proposed() -> None:
    (note,) = warnings(manifest(GEMINI))
    assert note.id == "warning-habit"
    assert "wrote points as [y, x], 0 to 1000; it is asked for [x, y], 0 to 1000" in say(note.body, "en")
    assert say(note.body, "en").endswith("add --model-profile gemini")


@pytest.mark.parametrize("hint", [None, text("no answer could be read")])
def test_without_a_habit_nothing_is_proposed(hint: object) -> None:
    assert list(warnings(manifest(hint))) == []


def test_an_older_record_says_what_it_said() -> None:
    assert list(warnings(manifest(GEMINI, rule=2))) == []
