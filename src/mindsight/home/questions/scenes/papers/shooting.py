"""Sheets laid on a table, the picture of them from above, and which of their print it shows."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.drawing.prints.sheets import Area
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import READABLE_PX, labelled
from mindsight.engine.drawing.views import View
from mindsight.engine.fixtures.papers import THICK_M
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import subseed
from mindsight.home.questions.facts.facts import Facts, Scene
from mindsight.home.questions.facts.sight import seen_facts
from mindsight.home.questions.facts.truth import true_facts
from mindsight.home.questions.scenes import Made, Mask, Rejected
from mindsight.home.questions.scenes.papers.contents import Sheet

TABLE, TOP_M = "dining_table", 0.75
SIZE_PX, FOVY_DEG, EYE_M, BACK_M = (1200, 900), 46.0, 0.80, 0.05
SLOTS = tuple((0.292 * column, 0.325 * row) for row in (0.5, -0.5) for column in (-1, 0, 1))
"""Places of sheets: to the right of and beyond the middle of the table, m."""
JITTER_M, TURN_DEG = 0.004, 2.0
WHOLE, HIDDEN = 0.98, 0.05
"""Shares of a text of which at least so much, or at most so much, is in view, for it to be read or not to be read for certain."""
SMALL, LARGE = ("block", "apple", "round_tin"), ("round_tin", "apple", "orange")
"""Things that stand on short words and on longer ones."""
SHORT_M = 0.036
LID_M = 0.03
"""Height of their middle, which the eye above the table's middle sees displaced outwards."""

Vector2 = NDArray[np.float64]


class Desk:
    """A room with a table, seen from above; directions are those of somebody who stands at it."""

    def __init__(self, seed: int) -> None:
        try:
            plan = furnish("living_room", subseed(seed, "room"), wanted=(TABLE,))
        except ValueError as error:
            raise Rejected("the table does not fit") from error
        table = next(one for one in plan.fixtures if one.kind == TABLE)
        self.plan = plan.model_copy(update={"pet": None})
        self.table = table
        turned = np.radians(table.yaw)
        self.right = np.array([np.cos(turned), np.sin(turned)])
        self.ahead = np.array([-np.sin(turned), np.cos(turned)])
        eye = self.at(0.0, -BACK_M)
        self.viewpoint = ViewpointPlan(
            name="desk",
            zh="桌边",
            en="at the table",
            eye=(*eye, TOP_M + EYE_M),
            target=(*self.at(0.0, 0.0), TOP_M),
            fovy=FOVY_DEG,
        )

    def at(self, right: float, ahead: float) -> tuple[float, float]:
        """Return a place on the table, in the room."""
        x, y = np.asarray(self.table.at) + right * self.right + ahead * self.ahead
        return round(float(x), 4), round(float(y), 4)

    def laid(self, sheets: Sequence[Sheet], rng: Generator) -> ScenePlan:
        """Return the room with sheets at random places, and things standing on their texts.

        Raises:
            Rejected: There are more sheets than places.
        """
        if len(sheets) > len(SLOTS):
            raise Rejected("more sheets than places")
        papers, things = [], []
        for number, (slot, one) in enumerate(zip(rng.permutation(len(SLOTS)), sheets, strict=False)):
            place = np.asarray(SLOTS[int(slot)]) + rng.uniform(-JITTER_M, JITTER_M, 2)
            turn = float(rng.uniform(-TURN_DEG, TURN_DEG))
            options = {**one.page.options(), "turned": not one.up}
            papers.append(
                FixturePlan(
                    name=f"sheet_{number}",
                    kind="sheet",
                    seed=number,
                    at=self.at(*place),
                    yaw=round(self.table.yaw + turn, 2),
                    z=TOP_M,
                    options=options,
                )
            )
            if one.under is not None:
                area = one.page.areas()[one.under]
                x, y = _local(one.page.size, area)
                c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
                things.append(_on(number, place + np.array([c * x - s * y, s * x + c * y]), area, rng))
        plan = self.plan.model_copy(update={"fixtures": (*self.plan.fixtures, *papers)})
        return plan.with_things(*things)


def _on(number: int, place: Vector2, area: Area, rng: Generator) -> ThingPlan:
    kinds = SMALL if area[2] - area[0] < SHORT_M else LARGE
    kind = kinds[int(rng.integers(len(kinds)))]
    seed, yaw = int(rng.integers(2**31)), round(float(rng.uniform(-180, 180)), 1)
    inwards = (place - (0.0, -BACK_M)) * LID_M / EYE_M
    at = (round(float(place[0] - inwards[0]), 4), round(float(place[1] - inwards[1]), 4))
    return ThingPlan(name=f"{kind}_{number}", kind=kind, seed=seed, on=f"{TABLE}/top", at=at, yaw=yaw)


def _local(size: tuple[float, float], area: Area) -> tuple[float, float]:
    """Return the middle of a part of a sheet, from the sheet's middle to the right and up."""
    return (area[0] + area[2]) / 2 - size[0] / 2, size[1] / 2 - (area[1] + area[3]) / 2


def shot(plan: ScenePlan, viewpoint: ViewpointPlan, sheets: Sequence[Sheet]) -> Made:
    """Return the picture of sheets on a table with their facts."""
    world = World(build(plan))
    with Camera(world, width=SIZE_PX[0], height=SIZE_PX[1], profile="fine") as camera:
        world.look(View.at(viewpoint))
        surfaces = camera.surfaces()
        labels, names = labelled(world, surfaces[0]), tuple(world.ownership.labels[1])
        papers = [
            {
                "name": f"sheet_{number}",
                "form": one.page.form,
                "cells": _cells(world, labels, names, number, one) if one.up else [],
            }
            for number, one in enumerate(sheets)
        ]
        truth = _with(true_facts(camera, surfaces[0], papers=papers))
        seen = _with(seen_facts(camera, surfaces=surfaces, papers=[_legible(one) for one in papers]))
        return Made((camera.picture(),), (Mask(labels, names),), Scene(pictures=(truth,)), Scene(pictures=(seen,)))


def _cells(
    world: World, labels: NDArray[np.int16], names: Sequence[str], number: int, sheet: Sheet
) -> list[dict[str, Any]]:
    """Return what each text of a sheet says, and whether it can be read: ``legible``, ``hidden``, or ``doubtful``."""
    name = f"sheet_{number}"
    pose = world.frame(name)
    own, found = names.index(name), []
    for cell, text, area in zip(sheet.page.cells, sheet.page.texts, sheet.page.areas(), strict=True):
        corners = [
            _local(sheet.page.size, (x, y, x, y))
            for x, y in ((area[0], area[1]), (area[2], area[1]), (area[2], area[3]), (area[0], area[3]))
        ]
        shown = _projected(world, [pose.point((x, y, THICK_M)) for x, y in corners])
        stencil = np.zeros(labels.shape, np.uint8)
        cv2.fillConvexPoly(stencil, np.round(shown).astype(np.int32), 1)
        inside = labels[stencil > 0]
        share = float((inside == own).mean()) if inside.size and _within(shown) else 0.5
        high = float(np.linalg.norm(shown[3] - shown[0]))
        script = "zh" if any("\u4e00" <= letter <= "\u9fff" for letter in text.words) else "en"
        state = (
            "legible" if share >= WHOLE and high >= READABLE_PX[script] else "hidden" if share <= HIDDEN else "doubtful"
        )
        found.append({**cell, "words": text.words, "state": state})
    return found


def _projected(world: World, places: Sequence[Any]) -> NDArray[np.float64]:
    """Return where the picture shows places in the room, pixels."""
    view, (width, height) = world.view, SIZE_PX
    seen = (np.asarray(places) - np.asarray(view.eye)) @ view.rotation
    focal = height / 2 / np.tan(np.radians(view.fovy_deg / 2))
    return np.stack([width / 2 + focal * seen[:, 0] / -seen[:, 2], height / 2 - focal * seen[:, 1] / -seen[:, 2]], 1)


def _within(corners: NDArray[np.float64]) -> bool:
    return bool((corners >= 0).all() and (corners[:, 0] < SIZE_PX[0]).all() and (corners[:, 1] < SIZE_PX[1]).all())


def _legible(paper: dict[str, Any]) -> dict[str, Any]:
    """Return what a picture shows of a sheet: the texts that can be read; of the others, that there is something."""
    cells = [
        one if one["state"] == "legible" else {"row": one["row"], "col": one["col"], "state": "hidden"}
        for one in paper["cells"]
    ]
    return {**paper, "form": paper["form"] if paper["cells"] else "", "cells": cells}


def _with(facts: Facts) -> Facts:
    """Return facts in which each sheet says what can be read on it."""
    read = {
        paper["name"]: tuple(cell["words"] for cell in paper["cells"] if cell["state"] == "legible")
        for paper in facts.more["papers"]
    }
    objects = tuple(
        one.model_copy(update={"read": read[one.name]}) if one.name in read else one for one in facts.objects
    )
    return facts.model_copy(update={"objects": objects})
