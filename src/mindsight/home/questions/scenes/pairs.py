"""Two pictures of the same table at a time, of four in which the things are spread differently.

The four scenes are pairs of the four pictures, so that what fits two neighbouring pictures of the ring of pairs fits the first of one pair,
the second of another, both of the third and none of the fourth.
"""

from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes import Made, SceneSet, register
from mindsight.home.questions.scenes.shot import one_picture
from mindsight.home.questions.scenes.spread import facing, plans

PAIRS = ((0, 1), (2, 3), (0, 3), (2, 1))


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four pairs of pictures."""
    single = [one_picture(plan, facing(plan)) for plan in plans(seed)]
    one, two, three, four = (_both(single[first], single[second]) for first, second in PAIRS)
    return one, two, three, four


def _both(first: Made, second: Made) -> Made:
    return Made(
        (*first.pictures, *second.pictures),
        (*first.masks, *second.masks),
        Scene(pictures=(*first.truth.pictures, *second.truth.pictures)),
        Scene(pictures=(*first.seen.pictures, *second.seen.pictures)),
    )


PAIRS_SET = register(SceneSet("pairs", 1, make))
