"""理解按钮功能: bring an unfamiliar appliance into a stated state, by reading and trying.

Irrelevant variants: the appliance lacks the button for the demand (absent), its child lock is on and no button releases
it (blocked), it cannot do what is asked (impossible), or it is no household task.

See also ``words`` (the demands) and the ``oracle``; the appliances are in ``engine.devices``.
"""

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from numpy.random import Generator

from mindsight.engine import fixtures
from mindsight.engine.devices.families import FAMILIES, Family
from mindsight.engine.devices.panels import Panel, Value, Variable, path
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import RoomKind, ScenePlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.irrelevance import Reason
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected, Task, register
from mindsight.home.tasks.buttons.oracle import solve
from mindsight.home.tasks.buttons.words import Setting, demand, nonsense

VERSION = 2
LABELS = ("words", "icons", "none")
SETTINGS = (1, 2, 3)
LOCKED = ("open", "locked")
ROOMS: dict[str, tuple[RoomKind, ...]] = {
    "microwave": ("kitchen",),
    "washing_machine": ("kitchen",),
    "rice_cooker": ("kitchen",),
    "induction_hob": ("kitchen",),
    "air_conditioner": ("living_room", "bedroom", "study"),
    "lamp_panel": ("living_room", "bedroom", "study"),
}
MOST_STEPS = 5
"""Most presses from the start to a wanted number."""
FEWEST_BUTTONS = 6
"""Least number of buttons of a panel, before one is removed to make a task irrelevant."""

Cell = tuple[str, str, int, str]
_CELLS: tuple[Cell, ...] = tuple(itertools.product(FAMILIES, LABELS, SETTINGS, LOCKED))


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the instance of a seed.

    Raises:
        Rejected: The appliance does not fit in the room, or the panel cannot be brought into the wanted state.
    """
    fixtures.load()
    kind, labels, count, lock = cell(seed)
    family, rng = FAMILIES[kind], stream(seed, "buttons")
    names = (FIXTURES[kind].zh, FIXTURES[kind].en)
    wanted = _wanted(family, count, rng)
    instruction = demand(kind, names, wanted, rng)
    keys = _equipped(family, wanted, rng)
    room = ROOMS[kind][int(rng.integers(len(ROOMS[kind])))]
    # The valid task is complete here; what follows may make it irrelevant.
    spoiling = stream(seed, "buttons", "spoiled", reason)
    keys, lock = _spoiled(family, keys, wanted, reason, lock, spoiling)
    if reason in {"impossible", "not_home"}:
        instruction = nonsense(reason, names, spoiling)
    locked = lock == "locked"
    _check(family.with_keys(keys), wanted, reason, locked=locked)
    scene, device = _scene(seed, room, kind, {"labels": labels, "keys": keys, "locked": locked})
    return Instance(
        id=f"buttons-{seed}-{reason or 'valid'}",
        task="buttons",
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={"family": kind, "labels": labels, "settings": count, "lock": lock},
        instruction=instruction,
        scene=scene,
        goal=["all", *(["state", device, key, value] for key, value in wanted)],
        needed=(device,) if reason else (device, *(f"{device}/{key}" for key in keys)),
        details={"device": device, "wanted": [list(setting) for setting in wanted], "labels": labels},
    )


def cell(seed: int) -> Cell:
    """Return the difficulty of a seed: every block of 108 seeds has each combination once, in random order."""
    block, place = divmod(seed, len(_CELLS))
    return _CELLS[int(stream(block, "buttons", "cells").permutation(len(_CELLS))[place])]


def _wanted(family: Family, count: int, rng: Generator) -> list[Setting]:
    """Draw the settings to reach: different from the first ones, and perhaps running."""
    settable = [variable for variable in family.variables if variable.key != "power"]
    can_start = any(key.effect.verb == "start" for key in family.keys) and count > 1
    starts = can_start and (count > len(settable) or bool(rng.random() < 0.5))
    order = [settable[int(index)] for index in rng.permutation(len(settable))]
    if starts:
        # Settings that must precede the start have to be part of the demand.
        order.sort(key=lambda variable: variable.key not in (family.needs or {}))
    chosen = order[: count - starts]
    wanted: list[Setting] = [(one.key, _other(one, rng)) for one in settable if one in chosen]
    return [*wanted, ("running", True)] if starts else wanted


def _other(variable: Variable, rng: Generator) -> Value:
    if variable.values:
        others = [value for value in variable.values if value != variable.start]
        return others[int(rng.integers(len(others)))]
    if isinstance(variable.start, bool):
        return not variable.start
    steps = [step for step in range(-MOST_STEPS, MOST_STEPS + 1) if step]
    values = [float(variable.start) + step * variable.step for step in steps]
    fitting = [value for value in values if variable.low <= value <= variable.high]
    return fitting[int(rng.integers(len(fitting)))]


def _equipped(family: Family, wanted: Sequence[Setting], rng: Generator) -> list[str]:
    """Return the buttons of a panel: those that are needed and some others."""
    chance = dict(zip((key.name for key in family.keys), rng.random(len(family.keys)), strict=True))
    spare = sorted((name for name in chance if not _serves(family, name, wanted)), key=chance.__getitem__)
    needed = len(chance) - len(spare)
    kept = max(sum(chance[name] < 0.6 for name in spare), FEWEST_BUTTONS - needed)
    return [key.name for key in family.keys if key.name not in spare[kept:]]


def _serves(family: Family, key: str, wanted: Sequence[Setting]) -> bool:
    """Return whether a button is needed for a goal, or makes the appliance usable at all."""
    effect = next(one.effect for one in family.keys if one.name == key)
    settings = dict(wanted)
    if effect.verb == "set":
        return settings.get(effect.variable) == effect.value
    if effect.verb == "start":
        return "running" in settings
    return effect.verb == "lock" or effect.variable == "power" or effect.variable in settings


def _spoiled(
    family: Family, keys: list[str], wanted: Sequence[Setting], reason: str, lock: str, rng: Generator
) -> tuple[list[str], str]:
    """Make a task impossible: remove the button for one of its settings, or the way to unlock it."""
    if reason == "absent":
        settings = [setting for setting in wanted if setting[0] != "running"]
        key, value = settings[int(rng.integers(len(settings)))]
        gone = {
            one.name
            for one in family.keys
            if one.effect.variable == key and (one.effect.verb != "set" or one.effect.value == value)
        }
        return [name for name in keys if name not in gone], lock
    if reason == "blocked":
        unlocking = {one.name for one in family.keys if one.effect.verb == "lock"}
        return [name for name in keys if name not in unlocking], "locked"
    return keys, lock


def _check(family: Family, wanted: Sequence[Setting], reason: str, *, locked: bool) -> None:
    """Reject valid goals that cannot be reached, and irrelevant ones that can."""
    effects = {key.name: key.effect for key in family.keys}
    powered = any(variable.key == "power" for variable in family.variables)
    panel = Panel(family.variables, effects, needs=family.needs, powered=powered, locked=locked)
    state = panel.start()
    reachable = all(key in state for key, _ in wanted) and path(panel, state, wanted) is not None
    if reachable is (reason in {"absent", "blocked"}):
        raise Rejected("reachable" if reachable else "unreachable", str(wanted))


def _labels(instance: Instance) -> list[str]:
    """Return what must be read: the panel with the captions of its lamps, and its buttons."""
    device = str(instance.details["device"])
    return [device, *(f"{device}/{key.name}" for key in FAMILIES[instance.scene_kind(device)].keys)]


def _scene(seed: int, room: RoomKind, kind: str, options: dict[str, Any]) -> tuple[ScenePlan, str]:
    try:
        plan = _furnished(room, subseed(seed, "buttons", "room"), kind)
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    device = next(fixture.name for fixture in plan.fixtures if fixture.kind == kind)
    furniture = tuple(
        fixture.model_copy(update={"options": {**fixture.options, **options}}) if fixture.name == device else fixture
        for fixture in plan.fixtures
    )
    return plan.model_copy(update={"fixtures": furniture}), device


@lru_cache(maxsize=4)
def _furnished(room: RoomKind, seed: int, kind: str) -> ScenePlan:
    """Return the room of a seed, the same for all its variants."""
    return furnish(room, seed, wanted=(kind,))


BUTTONS = register(
    Task(
        key="buttons",
        version=VERSION,
        axes={"family": tuple(FAMILIES), "labels": LABELS, "settings": SETTINGS, "lock": LOCKED},
        draw=draw,
        solve=solve,
        needs=Needs(
            valid=("jitter", "cannot_read", "forgets", "slow", "gives_up", "hallucinates"),
            irrelevant=("cannot_read", "hallucinates"),
        ),
        reads=_labels,
    )
)
