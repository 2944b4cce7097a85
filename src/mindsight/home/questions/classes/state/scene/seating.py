"""What the classes about groups of chairs share: which chairs make a group, and how they stand to each other."""

from collections.abc import Callable, Sequence

import numpy as np

from mindsight.home.questions.facts.answer import Answer, Cannot, Unclear
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.wording.meaning import agreed
from mindsight.home.questions.question import Words

CHAIR = "chair"
LEAST_SHOWN, LEAST_PX, ONE_WAY = 0.35, 24.0, 0.75
"""How much of each chair must be seen, and the length of the mean of their directions from which on they face one way."""
MARGINS: Words = (
    "每把椅子露出至少35%，外框短边至少24像素；两组椅子之间隔着空地，椅子朝向与布局相差不超过5°",
    "at least 35 % of each chair is visible, 24 pixels wide; the groups stand apart, and chairs face as the layout says within 5°",
)
Group = list[Object]


def cushion_colours(scenes: Sequence[Scene]) -> list[str]:
    """Return the colours of cushions in any of the scenes."""
    return sorted({colour for scene in scenes for colour in scene.only.more["cushion"].values()})


def of_groups(facts: Facts, colour: str, program: Callable[[Group], Answer]) -> Answer:
    """Return what a program answers about the group of chairs with cushions of a colour; those on either side are two groups."""
    chairs = [one for one in facts.objects if one.kind == CHAIR]
    if any(one.shown < LEAST_SHOWN or one.side_px < LEAST_PX or one.name not in facts.more["facing"] for one in chairs):
        return Unclear("a chair is not seen well")
    own = [one for one in chairs if facts.more["cushion"].get(one.name) == colour]
    sides = [[one for one in own if (facts.seen_from(one.at)[0] > 0) == right] for right in (False, True)]
    groups = [group for group in sides if group]
    return agreed([program(group) for group in groups]) if groups else Cannot("absent")


def layout_of(facts: Facts, group: Group) -> str:
    """Return how the chairs of a group stand: all face one way, or round a middle, towards it or away from it."""
    ways = np.array([facts.more["facing"][one.name] for one in group])
    places = np.array([one.at[:2] for one in group])
    if float(np.linalg.norm(ways.mean(0))) > ONE_WAY:
        return "watch"
    inwards = float(((places.mean(0) - places) * ways).sum(1).mean())
    return "talk" if inwards > 0 else "game"
