"""Programs on the facts of two pictures of one place: which things are new, gone, moved or turned in the second."""

import math
from collections.abc import Sequence

from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import clear

MOVED_M, TURNED_DEG = 0.13, 45.0
"""A thing has moved or turned if it did so by more than this; what was changed, was changed by twice as much."""
LEAST_SHOWN, LEAST_PX = 0.35, 14.0
"""How much must be seen of things that nobody asks about, so that one sees that nothing happened to them."""
CHANGES = ("added", "gone", "moved", "turned")


def loose(facts: Facts) -> dict[str, Object]:
    """Return the movable things of a picture by name."""
    return {one.name: one for one in facts.objects if one.category not in {"fixture", "part"}}


def changes(scene: Scene) -> dict[str, str]:
    """Return what happened to each thing between two pictures; things to which nothing did are left out."""
    before, after = (loose(facts) for facts in scene.pictures)
    found = {name: "added" for name in after if name not in before} | {
        name: "gone" for name in before if name not in after
    }
    for name in before.keys() & after.keys():
        if math.dist(before[name].at[:2], after[name].at[:2]) > MOVED_M:
            found[name] = "moved"
        elif turned_deg(scene, name) > TURNED_DEG:
            found[name] = "turned"
    return found


def turned_deg(scene: Scene, name: str) -> float:
    """Return by how much a thing's length points elsewhere in the second picture, 0 to 90; 0 if it is not clearly longer than wide."""
    one, other = (facts.more["axis_deg"].get(name) for facts in scene.pictures)
    return 0.0 if one is None or other is None else abs((one - other + 90) % 180 - 90)


def well_seen(scene: Scene) -> bool:
    """Return whether all that changed is seen well, and of everything else enough to see that it did not change."""
    changed = changes(scene)
    for facts in scene.pictures:
        for name, one in loose(facts).items():
            if not clear(one) if name in changed else one.shown < LEAST_SHOWN or one.side_px < LEAST_PX:
                return False
    return True


def kinds(scenes: Sequence[Scene]) -> dict[str, Object]:
    """Return one thing of each kind in the scenes, by kind."""
    found = {one.kind: one for scene in scenes for facts in scene.pictures for one in loose(facts).values()}
    return dict(sorted(found.items()))


def uses(scene: Scene, name: str) -> tuple[tuple[int, str], ...]:
    """Return the pictures that show a thing, with its name, as evidence."""
    return tuple((number, name) for number, facts in enumerate(scene.pictures) if name in loose(facts))
