"""What the classes about trays for one sort of things share: what lies on a tray, and what of it does not belong there."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

from mindsight.home.questions.facts.answer import Answer, Unclear
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.wording.meaning import readings
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.experiments.trays import SORTS, TRAY

LEAST_SHOWN, LEAST_PX = 0.6, 8.0
MARGINS: Words = (
    "每个托盘上有三样同类的东西，至多一样别的；每样东西露出至少60%，外框短边至少8像素；四类东西互不相近",
    "on each tray are three things of one sort and at most one other; 60 % of each is visible, 8 pixels wide; the sorts are far apart",
)
_SORT = {kind: sort for sort, kinds in SORTS.items() for kind in kinds}


def tray_colours(scenes: Sequence[Scene]) -> list[str]:
    """Return the colours of trays in any of the scenes."""
    return sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == TRAY})


def astray(facts: Facts, tray: Object) -> list[Object]:
    """Return what lies on a tray among things of another sort."""
    trays = [one for one in facts.objects if one.kind == TRAY]
    own = [
        one
        for one in facts.objects
        if one.kind in _SORT and min(trays, key=lambda other: math.dist(other.at[:2], one.at[:2])).name == tray.name
    ]
    sort, _ = Counter(_SORT[one.kind] for one in own).most_common(1)[0]
    return [one for one in own if _SORT[one.kind] != sort]


def on_tray(facts: Facts, colour: str, program: Callable[[Object], Answer]) -> Answer:
    """Return what a program answers about the tray of a colour, if everything is seen well."""
    for one in facts.objects:
        if one.kind in _SORT and (one.shown < LEAST_SHOWN or one.side_px < LEAST_PX):
            return Unclear("a thing is not seen well")
    return readings([[one for one in facts.objects if one.kind == TRAY and one.colour == colour]], program)
