"""In which direction a thing was moved between two pictures, as the viewer sees it."""

import math
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.state.changes.which import MARGINS
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.changes import changes, kinds, loose, uses, well_seen
from mindsight.home.questions.question import Option

SIDES = (
    ("away", "向后（离你更远）", "away from you"),
    ("right", "向右", "to the right"),
    ("towards", "向前（离你更近）", "towards you"),
    ("left", "向左", "to the left"),
)
"""The directions in the order of bearings, every 90° clockwise from "away" on."""
WITHIN_DEG = 30.0


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each thing that was moved somewhere."""
    if not all(well_seen(scene) for scene in scenes):
        return
    for one in shuffled(rng, kinds(scenes).values()):
        asked = {"kind": one.kind}
        if any(isinstance(_judged(asked, scene, WITHIN_DEG), Unclear) for scene in scenes):
            continue
        right = possible(answer, asked, scenes)
        # A table is wide, so things are mostly moved to a side: words alone would tell if all directions were offered.
        options = [Option(key=key, zh=zh, en=en) for key, zh, en in SIDES if key in right]
        if len(options) == 2:
            yield Proposal(asked=(asked,), fields={"thing": (one.zh, one.en)}, options=tuple(shuffled(rng, options)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the direction in which it was moved."""
    return _judged(asked, scene, 45.0)


def _judged(asked: Asked, scene: Scene, within_deg: float) -> Answer:
    before, after = (loose(facts).get(asked["kind"]) for facts in scene.pictures)
    if before is None or after is None:
        return Cannot("absent")
    if changes(scene).get(asked["kind"]) != "moved":
        return Cannot("false_premise")
    right, _, _ = scene.pictures[0].axes
    away = (after.at[0] - before.at[0], after.at[1] - before.at[1])
    bearing = math.degrees(math.atan2(away[0] * right[0] + away[1] * right[1], away[1] * right[0] - away[0] * right[1]))
    quarter = round(bearing / 90)
    if abs(bearing - 90 * quarter) > within_deg:
        return Unclear("between two directions")
    return Found(SIDES[quarter % 4][0], uses(scene, asked["kind"]))


MOVED_TO = register(
    QuestionClass(
        key="state.moved_to",
        version=3,
        title=("往哪边挪动了", "where a thing was moved"),
        ability=("环境变化", "changes of the environment"),
        scenes="changes",
        form="choice",
        wordings=(
            (
                "两张图之间，{thing}被往哪个方向挪动了（以你的视角为准）？",
                "Between the two pictures, in which direction was the {thing} moved, as you see it?",
            ),
            (
                "第二张图里，{thing}相对于原来的位置移到了哪边？",
                "In the second picture, on which side of its former place is the {thing}?",
            ),
            (
                "{thing}从第一张图到第二张图朝哪边移动了？",
                "Which way did the {thing} move from the first picture to the second?",
            ),
            (
                "有人挪动了{thing}。对看图的你来说，是朝哪边挪的？",
                "Somebody moved the {thing}. Which way was that, for you who look at it?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("sides", "time"),
        helped_by=("depth",),
        margins=(f"方向相差不超过30°；{MARGINS[0]}", f"the direction is within 30° of the one answered; {MARGINS[1]}"),
    )
)
