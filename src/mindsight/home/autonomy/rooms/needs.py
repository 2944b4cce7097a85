"""What is to be done in a room where nobody says so: the expected tasks of clauses 4.3 and 6.4.2, as data."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mindsight.engine.scenes.plans import ScenePlan
from mindsight.home.preparation.instances import Instance

Wording = dict[Literal["zh", "en"], str]
NOTHING: Mapping[str, Any] = MappingProxyType({})
SILENCE: Wording = {"zh": "", "en": ""}
"""The instruction of a subject that is left alone."""


class Need(BaseModel):
    """One expected task of a room.

    ``type`` is its template within the class; ``text`` its canonical wording; ``weight`` its share in formula (2), where the
    weights of a room are divided by their sum. ``goal`` lists predicates that must all hold at the end. ``things`` are what doing it
    may move, wipe away, open, close or switch: the same done to anything else is harm.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    text: Wording
    weight: float = 1.0
    goal: list[Any]
    things: tuple[str, ...]


def room_instance(  # noqa: PLR0913  (what a room is)
    *,
    task: str,
    version: int,
    seed: int,
    scene: ScenePlan,
    needs: Sequence[Need],
    lures: Sequence[str] | Mapping[str, Wording],
    fixtures: Sequence[str],
    difficulty: dict[str, str | int],
    more: Mapping[str, Any] = NOTHING,
) -> Instance:
    """Return a room as a task without instruction, whose goal is that all needs are met.

    Args:
        task: The class.
        version: Version of the class.
        seed: The seed that it was drawn from.
        scene: The room.
        needs: What is to be done; none in a room that is in order.
        lures: Things that look like needs and are none; with the wording of what one might do to them, unless it is to put them away.
        fixtures: Fixtures and parts that the needs require; they must be visible, as must the things of the needs.
        difficulty: Levels of the class's axes.
        more: What the class's oracle may know besides.
    """
    moved = {one for need in needs for one in need.things}
    visible = [one.name for one in scene.things if one.name in moved]
    return Instance(
        id=f"{task}-alone-{seed}-{'needs' if needs else 'none'}",
        task=task,
        task_version=version,
        seed=seed,
        reason="",
        difficulty={**difficulty, "needs": len(needs), "lures": len(lures)},
        instruction=SILENCE,
        scene=scene,
        goal=["all", *(["all", *need.goal] for need in needs)],
        needed=(*fixtures, *visible) if needs else (),
        details={
            **more,
            "needs": [need.model_dump(mode="json") for need in needs],
            "lures": dict(lures) if isinstance(lures, Mapping) else list(lures),
        },
    )


def needs_of(instance: Instance) -> tuple[Need, ...]:
    """Return the needs of a room."""
    return tuple(Need.model_validate(one) for one in instance.details["needs"])
