"""Programs on labelled things in a row: which bears a label that can be read, and what it says beside it."""

import re
from collections.abc import Callable, Mapping, Sequence

from mindsight.home.questions.facts.answer import Answer, Cannot
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.wording.meaning import agreed
from mindsight.home.questions.question import Words

_TIME = re.compile(r"\d{1,2}:\d\d")


def in_row(facts: Facts, kind: str) -> list[Object]:
    """Return the things of a kind from left to right as the viewer sees them."""
    return sorted(
        (one for one in facts.objects if one.kind == kind and one.pixels), key=lambda one: facts.seen_from(one.at)[0]
    )


def says(one: Object, words: Mapping[str, Words]) -> str:
    """Return the key of the words that can be read on a thing; empty if none can."""
    return next((key for key, (zh, en) in words.items() if f"{zh} {en[0].upper()}{en[1:]}" in one.read), "")


def minutes(one: Object) -> int | None:
    """Return the minutes past twelve that a clock's face shows; None if the face is not in view."""
    shown = next((text for text in one.read if _TIME.fullmatch(text)), None)
    if shown is None:
        return None
    hours, rest = shown.split(":")
    return int(hours) % 12 * 60 + int(rest)


def labelled(
    facts: Facts, kind: str, words: Mapping[str, Words], key: str, program: Callable[[Object], Answer]
) -> Answer:
    """Return what a program answers about the thing with a label.

    Without one the answer is missing if a label cannot be read, and absent otherwise; two are ambiguous if they give different answers.
    """
    row = in_row(facts, kind)
    meant = [one for one in row if says(one, words) == key]
    if not meant:
        return Cannot("missing_information" if any(not says(one, words) for one in row) else "absent")
    return agreed([program(one) for one in meant])


def labels(scenes: Sequence[Scene], kind: str, words: Mapping[str, Words]) -> list[str]:
    """Return all labels that can be read on things of a kind."""
    return sorted({says(one, words) for scene in scenes for one in in_row(scene.only, kind)} - {""})
