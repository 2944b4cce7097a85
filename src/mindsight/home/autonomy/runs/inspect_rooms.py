"""Rooms for ``inspect eval mindsight/home-autonomous``, in the harness's types; this file does not import Inspect.

R is computed with the built-in embedding, so that a sample can be judged by itself.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

from mindsight.answers.conventions import DEFAULT
from mindsight.errors import InputError
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
from mindsight.home.autonomy.runs.plan import EMPTY, SCENES, AlonePlan
from mindsight.home.autonomy.runs.running import room_outcome
from mindsight.home.autonomy.scoring.scores import autonomy
from mindsight.home.autonomy.scoring.terms import Terms, scene_terms
from mindsight.home.episodes.episode import Setting
from mindsight.home.episodes.interface import Interface
from mindsight.home.episodes.stances import ALONE
from mindsight.home.preparation.drawing import Prepared, cache_folder
from mindsight.home.preparation.instances import Instance


def plan_of_options(  # noqa: PLR0913  (the options of the task)
    *,
    tasks: str | Sequence[str] = rooms.KEYS,
    scenes: int = SCENES,
    in_order: float = EMPTY,
    seed: int = 7,
    interface: Interface = "points",
    prompt_lang: Any = "zh",
    renderer: Any = "fast",
    budget: Any = None,
    model_profile: Any = DEFAULT,
    temperature: float = 0.0,
) -> AlonePlan:
    """Return the plan that options make.

    Raises:
        InputError: A value is not valid.
    """
    options.one_of("interface", interface, ("points", "menu"))
    options.one_of("prompt_lang", prompt_lang, ("zh", "en"))
    options.one_of("renderer", renderer, ("fast", "fine"))
    options.check_whole("scenes", scenes, 1)
    options.check_share("in_order", in_order)
    options.check_whole("seed", seed, 0)
    options.check_temperature(temperature)
    if budget is not None and not (type(budget) is int and budget >= 1):
        raise InputError(
            "-T budget: {value} is no number of steps; give a whole number from 1 on, or leave it out",
            value=str(budget),
        )
    keys = options.names_of("tasks", tasks)
    for key in keys:
        options.one_of("tasks", key, rooms.KEYS)
    return AlonePlan(
        tasks=tuple(keys),
        scenes=scenes,
        empty=in_order,
        seed=seed,
        interface=interface,
        setting=Setting(
            language=prompt_lang,
            profile=renderer,
            stance=ALONE,
            budget=budget,
            model_profile=options.profile_named(model_profile),
        ),
        temperature=temperature,
    )


def rooms_of(
    plan: AlonePlan, *, workers: int = 1, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> list[Prepared]:
    """Prepare the rooms of a plan as ``mindsight home run --mode autonomous`` does, from the same cache."""
    wanted = places(plan.tasks, scenes=plan.scenes, empty=plan.empty, seed=plan.seed)
    return prepare_rooms(wanted, cache=cache_folder(), workers=workers, progress=progress)


def inspect_items(  # noqa: PLR0913  (the options of the task)
    *,
    tasks: str | Sequence[str] = rooms.KEYS,
    scenes: int = SCENES,
    in_order: float = EMPTY,
    seed: int = 7,
    interface: Interface = "points",
    prompt_lang: Any = "zh",
    renderer: Any = "fast",
    budget: Any = None,
    model_profile: Any = DEFAULT,
    workers: int = 1,
) -> tuple[list[Item], Dialogue, str]:
    """Prepare the rooms of a plan.

    Raises:
        InputError: A value is not valid.
    """
    plan = plan_of_options(
        tasks=tasks,
        scenes=scenes,
        in_order=in_order,
        seed=seed,
        interface=interface,
        prompt_lang=prompt_lang,
        renderer=renderer,
        budget=budget,
        model_profile=model_profile,
    )
    items = [item_of(one.instance, plan.setting, interface) for one in rooms_of(plan, workers=workers)]
    return items, dialogue(plan.setting, interface), ENVIRONMENT


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
