"""Acceptance by sight: everything on which the truth of a task rests stands out, large enough, in a view that a subject is offered.

Every loose thing may decide, for it is what is asked for or must be seen to be something else; so do marks that change what can be
done (a padlock, a stain, a glow, a lit lamp) and print that must be read. A place offers its first view, the same turned to anything,
and both zoomed.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.contrast import NOWHERE, Prominence, differing, letters_px, prominence
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import labelled
from mindsight.engine.drawing.views import FULL_SCALE, View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan
from mindsight.engine.scenes.scene import build
from mindsight.home.tasks import Rejected

LEAST_PX, LEAST_SHARE = 120, 0.5
"""Of a thing, in a view that is not zoomed: the least number of pixels that stand out, and their least share of all it has there."""
LEAST_MARK_PX, LEAST_MARK_SIDE_PX = 150, 6.0
"""Of a mark, in a view zoomed to it: the least number of pixels that stand out, and the shorter side of their box."""
LEAST_LETTER_PX = {"zh": 14.0, "en": 10.0}
"""Of print that must be read, in a view zoomed to it: the least height of its letters, less for what is turned away or hidden."""
_MARKS = {"heater": "on"}
"""Options of kinds of fixtures that are marks; that something is ``locked`` is one for every kind."""
_FILLS, _NEAREST, _FULLY = 0.8, 3, 100.0
"""Share of a picture that a zoomed thing fills, how many places are tried, the nearest first, and a zoom beyond what is possible."""

Pixels = NDArray[np.bool_]


def refuse_unseen(world: World, camera: Camera, read: Collection[str]) -> None:
    """Check that a scene shows everything that decides; ``read`` are the things and parts whose print must be legible.

    Raises:
        Rejected: Something does not; names it, with what is the most that a view shows of it.
    """
    before = world.view
    try:
        seen = _Seen(world, camera)
        seen.things()
        seen.marks()
        seen.print_on(read)
    finally:
        world.look(before)


@dataclass(frozen=True)
class _Seen:
    """What the places of a scene show."""

    world: World
    camera: Camera

    def things(self) -> None:
        left = dict.fromkeys(_loose(self.world), NOWHERE)
        loose = np.concatenate([self._geoms(name) for name in left]) if left else np.empty(0, np.int64)
        names = self.world.ownership.labels[1]
        for place in self.world.scene.plan.viewpoints:
            if not left:
                return
            self.world.look(View.at(place))
            shown, differs = labelled(self.world, self.camera.geoms()), self._changed_by(loose)
            for name in tuple(left):
                left[name] = max(left[name], prominence(differs, shown == names.index(name)), key=_rank)
                if _stands_out(left[name]):
                    del left[name]
        for name, best in left.items():
            self._turned_to(name, best)

    def _turned_to(self, name: str, best: Prominence) -> None:
        """Check a thing that no first view shows well, turned towards it; what is behind glass counts as seen."""
        geoms = self._geoms(name)
        for view in self._towards(self.world.middle(name)):
            self.world.look(view)
            own = self.camera.geoms(only=geoms) >= 0
            best = max(best, prominence(self._changed_by(geoms), own), key=_rank)
            if _stands_out(best):
                return
        raise Rejected("faint", f"{name}: {best.pixels} px stand out, {best.share:.0%} of it")

    def marks(self) -> None:
        plain, marked = _unmarked(self.world.scene.plan)
        if not marked:
            return
        world = World(build(plain), aspect=self.world.aspect)
        width, height = self.camera.size_px
        with Camera(world, width=width, height=height) as camera:
            for name in marked:
                self._mark(name, world, camera)

    def _mark(self, name: str, plain: World, camera: Camera) -> None:
        """Check a mark in views that what bears it fills, and then in the same turned to the mark and zoomed fully."""
        geoms, best = self._geoms(name), NOWHERE
        for view in self._towards(self._middle(geoms), self._reach(geoms)):
            near = view
            for _ in range(2):
                shown = self._marked(near, geoms, plain, camera)
                best = max(best, prominence(shown, shown), key=_rank)
                if best.pixels >= LEAST_MARK_PX and best.side_px >= LEAST_MARK_SIDE_PX:
                    return
                if not shown.any():
                    break
                row, column = (
                    FULL_SCALE * (part.mean() + 0.5) / size
                    for part, size in zip(np.nonzero(shown), shown.shape, strict=True)
                )
                near = near.facing((float(column), float(row)), self.world.aspect).zoomed(_FULLY)
        raise Rejected("faint_mark", f"{name}: {best.pixels} px stand out, {best.side_px:.0f} px wide")

    def _marked(self, view: View, geoms: NDArray[np.int64], plain: World, camera: Camera) -> Pixels:
        """Return the pixels of what bears a mark that differ from the same without the mark."""
        self.world.look(view)
        plain.look(view)
        own = np.append(np.isin(np.arange(self.world.model.ngeom), geoms), False)
        nothing = geoms[:0]
        differs = differing(self.camera.picture_without(nothing), camera.picture_without(nothing))
        return np.asarray(differs & own[self.camera.geoms()])

    def print_on(self, names: Collection[str]) -> None:
        labels, owners = self.world.ownership.labels
        found: dict[tuple[str, str], list[tuple[int, float]]] = {}
        for geom_name, printed in self.world.scene.register.texts.items():
            geom = self.world.model.geom(geom_name).id
            if owners[labels[geom]] in names:
                found.setdefault((owners[labels[geom]], printed.words), []).append((geom, printed.letter_m))
        for (name, words), copies in found.items():
            script = "zh" if any("\u4e00" <= letter <= "\u9fff" for letter in words) else "en"
            best = 0.0
            for height in (one for geom, letter_m in copies for one in self._letters_px(geom, letter_m)):
                best = max(best, height)
                if best >= LEAST_LETTER_PX[script]:
                    break
            else:
                raise Rejected("illegible", f"{name}: letters of {best:.1f} px")

    def _letters_px(self, geom: int, letter_m: float) -> Iterator[float]:
        """Yield how large print is in views zoomed to it."""
        own = np.array([geom])
        for view in self._towards(self._middle(own), self._reach(own)):
            self.world.look(view)
            yield letters_px(self.camera, geom, letter_m)

    def _changed_by(self, geoms: NDArray[np.int64]) -> Pixels:
        return differing(self.camera.picture_without(geoms[:0]), self.camera.picture_without(geoms))

    def _geoms(self, name: str) -> NDArray[np.int64]:
        return np.asarray(self.world.ownership.seen[name])

    def _middle(self, geoms: NDArray[np.int64]) -> NDArray[np.float64]:
        at = self.world.data.geom_xpos[geoms]
        return np.asarray((at.min(axis=0) + at.max(axis=0)) / 2)

    def _reach(self, geoms: NDArray[np.int64]) -> float:
        """Return how far the geometry reaches from its middle at the most."""
        away = np.linalg.norm(self.world.data.geom_xpos[geoms] - self._middle(geoms), axis=1)
        return float((away + self.world.model.geom_rbound[geoms]).max())

    def _towards(self, middle: NDArray[np.float64], reach: float = 0.0) -> Iterator[View]:
        """Yield views turned to a position from the nearest places, zoomed so that what reaches so far fills the picture."""
        places = self.world.scene.plan.viewpoints
        for place in sorted(places, key=lambda one: float(np.linalg.norm(middle - one.eye)))[:_NEAREST]:
            view = View.at(place).facing_position(middle)
            if reach:
                away = float(np.linalg.norm(middle - place.eye))
                view = view.zoomed(_FILLS * np.tan(np.radians(view.fovy_deg / 2)) * away / reach)
            yield view


def _rank(one: Prominence) -> tuple[bool, int]:
    return one.share >= LEAST_SHARE, one.pixels


def _stands_out(one: Prominence) -> bool:
    return one.pixels >= LEAST_PX and one.share >= LEAST_SHARE


def _loose(world: World) -> list[str]:
    """Return the things that can be moved or wiped away, but those that lie in what can be shut: they are not to be seen."""
    register = world.scene.register
    shut = {part.owner for part in register.parts.values()}
    owners = dict(zip(world.ownership.bodies, world.ownership.owner_of_bodies, strict=True))
    inside = {name for name, hollow in register.containers.items() if owners[hollow.body] in shut}
    hidden = {thing.name for thing in world.scene.plan.things if thing.on in inside}
    return [name for name, one in world.scene.things.items() if (one.movable or one.wipeable) and name not in hidden]


def _unmarked(plan: ScenePlan) -> tuple[ScenePlan, list[str]]:
    """Return a scene without its marks, and the names of what bears one."""
    marked: list[str] = []

    def plain(one: FixturePlan | ThingPlan) -> Any:
        if isinstance(one, FixturePlan):
            names = [name for name in ("locked", _MARKS.get(one.kind, "")) if one.options.get(name)]
            clear = dict.fromkeys(names, False)
            update: dict[str, Any] = {"options": {**one.options, **clear}} if clear else {}
        else:
            update = {"state": "clean"} if one.state == "stained" else {}
        marked.extend([one.name] if update else [])
        return one.model_copy(update=update)

    fixtures, things = (tuple(plain(one) for one in own) for own in (plan.fixtures, plan.things))
    return plan.model_copy(update={"fixtures": fixtures, "things": things}), marked
