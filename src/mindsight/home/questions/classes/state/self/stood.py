"""At which of the points marked in the first picture the viewer stood for the second."""

import math
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.standing import floor_from, same_room, shared, step
from mindsight.home.questions.question import Option

STAYED_M = 0.55
"""Whoever went less far did not go anywhere."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001
    """Ask the one question; letters stay in their order."""
    letters = sorted(scenes[0].pictures[0].more["marks"])
    yield Proposal(asked=({},), options=tuple(Option(key=one, zh=f"{one}点", en=f"point {one}") for one in letters))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001
    """Answer with the point that is nearest to where the second viewer stood."""
    if not same_room(scene):
        return Cannot("missing_information")
    found = step(scene)
    if found is None:
        return Unclear("the pictures have too little in common")
    if math.hypot(found.right_m, found.ahead_m) < STAYED_M:
        return Cannot("false_premise")
    first = scene.pictures[0]
    away = {
        letter: math.dist(floor_from(first, (*at, 0.0)), (found.right_m, found.ahead_m))
        for letter, at in first.more["marks"].items()
    }
    best = min(away, key=lambda letter: away[letter])
    return Found(best, tuple((picture, name) for name in shared(scene) for picture in (0, 1)))


STOOD = register(
    QuestionClass(
        key="state.stood",
        version=2,
        title=("我站在哪里", "where I stood"),
        ability=("自身状态：位置", "own state: place"),
        scenes="standing",
        form="choice",
        wordings=(
            (
                "拍完第一张图后，你走到了其中标出的一个点，再拍下第二张图。你走到了哪个点？",
                "After the first picture you walked to one of the points marked in it and took the second. To which point?",
            ),
            (
                "第二张图是站在第一张图中的哪个字母处看到的？",
                "At which letter of the first picture does one stand to see the second?",
            ),
            (
                "第一张图里标了几个点。你离开原地、站到其中一个点上看到了第二张图，是哪一个？",
                "Some points are marked in the first picture. You left your place and saw the second picture from one of them: which?",
            ),
            (
                "请根据两张图判断：你后来站到了哪个标记处？",
                "Judge from the two pictures: at which mark did you stand later?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth", "sides", "time"),
        margins=(
            "各点相距至少95厘米，离第一个位置至少1.25米，两张图至少有三件共同的物体",
            "points are at least 95 cm apart and 1.25 m from the first place; the pictures have at least three things in common",
        ),
    )
)
