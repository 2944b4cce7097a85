"""Rooms for ``inspect eval mindsight/home-autonomous``, in the harness's types; this file does not import Inspect.

R is computed with the built-in embedding, so that a sample can be judged by itself.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

from mindsight.harness.episodes.dialogue import Dialogue, Item
from mindsight.harness.runs.suites import Judged
from mindsight.home import options
from mindsight.home.adapters.outside import ENVIRONMENT, dialogue, item_of
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.embedders.lexical import Lexical
from mindsight.home.autonomy.embedders.nearness import near_of
from mindsight.home.autonomy.runs.drawing import places, prepare_rooms
from mindsight.home.autonomy.runs.episode import AloneResult
from mindsight.home.autonomy.runs.following import followed
from mindsight.home.autonomy.runs.plan import AlonePlan
from mindsight.home.autonomy.runs.running import room_outcome
from mindsight.home.autonomy.scoring.scores import autonomy
from mindsight.home.autonomy.scoring.terms import Terms, scene_terms
from mindsight.home.preparation.drawing import Prepared, cache_folder
from mindsight.home.preparation.instances import Instance

OPTIONS = options.names_of(AlonePlan)


def plan_of_options(**given: Any) -> AlonePlan:
    """Return the plan that options make.

    Raises:
        InputError: A value is not valid.
    """
    plan: AlonePlan = options.chosen(AlonePlan, {"tasks": rooms.KEYS, **given})
    options.check_keys(plan.tasks, rooms.KEYS)
    return plan


def rooms_of(
    plan: AlonePlan, *, workers: int = 1, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> list[Prepared]:
    """Prepare the rooms of a plan as ``mindsight home alone`` does, from the same cache."""
    wanted = places(plan.tasks, scenes=plan.scenes, empty=plan.empty, seed=plan.seed)
    return prepare_rooms(wanted, cache=cache_folder(), workers=workers, progress=progress)


def inspect_items(*, workers: int = 1, **given: Any) -> tuple[list[Item], Dialogue, str]:
    """Prepare the rooms of a plan.

    Raises:
        InputError: A value is not valid.
    """
    plan = plan_of_options(**given)
    items = [item_of(room.instance, plan.setting, plan.interface) for room in rooms_of(plan, workers=workers)]
    return items, dialogue(plan.setting, plan.interface), ENVIRONMENT


def judge(item: Item, result: dict[str, Any]) -> Judged:
    """Return how a room ended; right is every need met, none where there are none, and no harm."""
    scene = followed(Instance.model_validate(item.opening["instance"]), AloneResult.model_validate(result["result"]))
    language = item.opening["setting"]["language"]
    terms = scene_terms(scene, next(near_of([scene], language, Lexical())), language)
    outcome = room_outcome(scene)
    facts = {"outcome": outcome, "said": [one.text for one in scene.proposals], **asdict(terms)}
    return Judged(outcome in {"all", "left_alone"} and not scene.harm, facts)


def measures(judged: Sequence[tuple[float, dict[str, Any]]]) -> dict[str, float]:
    """Return S, S without an embedding, R, TC and harm over classes; without a scene with a need in a class S is undefined."""
    if not judged:
        return dict.fromkeys(("S", "S_plain", "R", "TC", "harm"), math.nan)
    found = autonomy([_terms(facts) for _, facts in judged])
    values = {
        "S": found.index,
        "S_plain": found.plain,
        "R": found.over_classes(lambda one: one.relevance),
        "TC": found.over_classes(lambda one: one.coverage),
        "harm": found.shares.harm,
        **{f"S.{key}": None if one is None else one.score for key, one in found.classes.items()},
    }
    return {name: math.nan if value is None else value for name, value in values.items()}


def _terms(facts: dict[str, Any]) -> Terms:
    """Return the terms of a sample, whose log keeps lists."""
    own: dict[str, Any] = {one.name: facts[one.name] for one in fields(Terms)}
    own.update({name: tuple(value) for name, value in own.items() if isinstance(value, list)})
    return Terms(**own)
