"""On which tray there is room left for a bowl."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.scenes.experiments.gaps_on_trays import BOWL
from mindsight.home.questions.scenes.experiments.trays import TRAY

SPARE, RIM_M, STEP_M = 1.12, 0.010, 0.004
"""The widest free circle is this many times as wide as the bowl, or as narrow; what the rim of a tray takes; how fine the search is."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask the one question."""
    if not any(isinstance(_judged(scene, SPARE), Unclear) for scene in scenes):
        trays = sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == TRAY})
        yield Proposal(asked=({},), options=colour_options(shuffled(rng, trays)))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001
    """Answer with the colour of the only tray on which a free circle is as wide as the bowl."""
    return _judged(scene, 1.0)


def _judged(scene: Scene, spare: float) -> Answer:
    facts = scene.only
    bowl = next((one for one in facts.objects if one.kind == BOWL), None)
    if bowl is None or not clear(bowl):
        return Unclear("the bowl is not seen well")
    wide, roomy = max(bowl.size[:2]), []
    for tray in (one for one in facts.objects if one.kind == TRAY):
        free = free_m(facts, tray)
        if wide / spare < free < wide * spare:
            return Unclear("it is a close fit")
        if free > wide:
            roomy.append(tray)
    if len(roomy) != 1:
        colours = tuple(sorted({one.colour for one in roomy}))
        return Cannot("ambiguous", colours) if roomy else Cannot("false_premise")
    return Found(roomy[0].colour, ((0, roomy[0].name), (0, bowl.name)))


def free_m(facts: Facts, tray: Object) -> float:
    """Return the diameter of the widest circle on a tray in which nothing stands, m."""
    right = np.array(facts.axes[0][:2]) / np.hypot(*facts.axes[0][:2])
    turn = np.stack([right, [-right[1], right[0]]])
    # The tray lies along the viewer's directions; so does its extent.
    middle, half = np.array(tray.at[:2]), np.abs(turn) @ np.array(tray.size[:2]) / 2 - RIM_M
    sides = [np.arange(-side, side + STEP_M, STEP_M) for side in half]
    points = np.stack(np.meshgrid(*sides, indexing="ij"), -1).reshape(-1, 2)
    free = (half - np.abs(points)).min(1)
    for one in facts.objects:
        if one.category not in {"fixture", "part"} and one.kind not in {TRAY, BOWL}:
            at = turn @ (np.array(one.at[:2]) - middle)
            free = np.minimum(free, np.hypot(*(points - at).T) - max(one.size[:2]) / 2)
    return 2 * float(free.max())


ROOM_LEFT = register(
    QuestionClass(
        key="object.room_left",
        version=1,
        title=("哪个托盘还有空位", "which tray has room left"),
        ability=("空间结构：可用空间", "spatial structure: free space"),
        scenes="gaps_on_trays",
        form="choice",
        wordings=(
            (
                "不挪动任何东西，空碗还能放进哪个托盘？请说出托盘的颜色。",
                "Without moving anything, on which tray can the empty bowl still be put? Give the tray's colour.",
            ),
            (
                "哪种颜色的托盘上，罐子之间剩下的空地够放下那只碗？",
                "On the tray of which colour do the tins leave enough space for the bowl?",
            ),
            (
                "要把碗平放到一个托盘里且不碰到罐子，应选什么颜色的托盘？",
                "The bowl is to stand flat on a tray without touching a tin. Which colour of tray is it?",
            ),
            (
                "请找出还容得下这只碗的托盘，它是什么颜色？",
                "Find the tray that has room for the bowl: what is its colour?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        helped_by=("depth",),
        margins=(
            "托盘上最大的空圆至少比碗宽12%或窄11%；各托盘上罐子一样多；从上方拍摄",
            "the widest free circle of a tray is 12 % wider or 11 % narrower than the bowl; all hold equally many tins; seen from above",
        ),
    )
)
