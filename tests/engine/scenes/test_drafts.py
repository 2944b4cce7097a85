"""A thing made from a draft equals the thing made by the kind's builder, to the last byte."""

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest

from mindsight.engine import catalogue
from mindsight.engine.geometry.bodies import Body, Workshop
from mindsight.engine.kinds import KINDS, Look, Wish
from mindsight.engine.scenes import drafts
from mindsight.engine.seeds import stream

catalogue.load()
FEW = frozenset({"mug", "bowl", "toy_train", "jeans", "coffee_stain", "book", "jigsaw_piece", "potted_plant"})
"""They include containers, surfaces, a shifted thing and a jigsaw piece."""


def built(body: Body, kind: str, seed: int, wish: Wish) -> Look:
    return KINDS[kind].build(body, stream(seed, "thing", kind), wish)


def room(make: Callable[[Body, str, int, Wish], Look], kind: str, *, plain: bool = False) -> tuple[bytes, str]:
    """Return a compiled room with three things of a kind, two of them equal, and what was registered about it."""
    workshop = Workshop(mujoco.MjSpec(), plain=plain)
    wishes = (Wish(), Wish(), Wish(*KINDS[kind].colours[:1]))
    looks = [
        make(workshop.body(f"{kind}.{number}", at=(number, 0, 0)), kind, number // 2, wish)
        for number, wish in enumerate(wishes)
    ]
    model: Any = workshop.spec.compile()
    content = np.zeros(mujoco.mj_sizeModel(model), np.uint8)
    mujoco.mj_saveModel(model, None, content)
    return content.tobytes(), f"{looks} {workshop.register}"


@pytest.mark.parametrize(
    "kind", [kind if kind in FEW else pytest.param(kind, marks=pytest.mark.slow) for kind in sorted(KINDS)]
)
def test_a_thing_from_a_draft_is_the_thing_that_its_builder_makes(kind: str) -> None:
    assert room(drafts.make, kind) == room(built, kind)


def test_a_draft_serves_for_measuring_and_for_showing() -> None:
    measured, shown = (room(drafts.make, "jeans", plain=plain)[0] for plain in (True, False))
    assert len(measured) < len(shown)
    assert shown == room(built, "jeans")[0]


def test_a_kind_that_does_not_exist_is_no_draft() -> None:
    with pytest.raises(KeyError, match="wardrobe_of_gold"):
        drafts.make(Workshop(mujoco.MjSpec()).body("thing"), "wardrobe_of_gold", 1, Wish())
