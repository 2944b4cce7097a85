"""Sealed runs in which a subject is left alone: what ``home seal --mode autonomous`` fixes, and a run as its seal says."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from mindsight.cli.shared.engine import need_engine
from mindsight.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mindsight.cli.home.autonomy.running import AloneChoices
    from mindsight.home.sealing.seal import Seal

_FIXED = ("tasks", "scenes", "in_order", "alpha", "interface", "prompt_lang", "renderer", "budget")
"""Options that a seal fixes."""


def decided_alone(choices: AloneChoices) -> dict[str, Any]:
    """Return what a seal of these choices fixes.

    Raises:
        InputError: An option cannot be used.
    """
    from mindsight.cli.home.autonomy.running import alone_plan
    from mindsight.home.autonomy.embedders.choosing import open_embedder
    from mindsight.home.autonomy.runs.deciding import decided
    from mindsight.home.autonomy.runs.drawing import places

    plan = alone_plan(choices)
    places(plan.tasks, scenes=plan.scenes, empty=plan.empty, seed=0)
    return decided(plan, asdict(open_embedder(choices.embedder, url=choices.embedder_url).identity))


def alone_under_seal(choices: AloneChoices, folder: Path, given: Callable[[str], bool]) -> AloneChoices:
    """Return the choices of a run as fixed by its seal; ``given`` says which options were given.

    Raises:
        InputError: The seal cannot be used, or an option contradicts it.
    """
    need_engine()
    sealed = usable_seal(folder, alone=True)
    plan = sealed.opening.plan
    ours = replace(
        choices,
        tasks=tuple(plan["tasks"]),
        scenes=plan["scenes"],
        in_order=plan["empty"],
        alpha=plan["alpha"],
        interface=plan["interface"],
        prompt_lang=plan["setting"]["language"],
        renderer=plan["setting"]["profile"],
        budget=plan["setting"].get("budget"),
        seed=0,
        seal=sealed,
    )
    for name in ("seed", *_FIXED):
        value, own = getattr(choices, name), getattr(ours, name)
        if given(name) and (value != own or name == "seed"):
            refuse_other(name, value, folder)
    fixed = decided_alone(ours)
    if fixed["embedder"] != plan["embedder"]:
        refuse_other("embedder", choices.embedder, folder)
    if fixed != plan:
        raise InputError(
            "{folder}: its plan is not one of this version of mindsight; seal another test", folder=str(folder)
        )
    return ours


def usable_seal(folder: Path, *, alone: bool) -> Seal:
    """Return a seal whose seed is still secret, and which is one of tasks, or of rooms in which a subject is left alone.

    Raises:
        InputError: It cannot be used, or is of the other kind.
    """
    from mindsight.home.sealing import seal

    sealed = seal.open_seal(folder)
    if seal.is_alone(sealed.opening.plan) != alone:
        mode = "instructed" if alone else "autonomous"
        raise InputError("{folder}: seals a run of --mode {mode}; use that mode", folder=str(folder), mode=mode)
    seal.check_usable(sealed)
    return sealed


def refuse_other(name: str, value: object, folder: Path) -> None:
    """Refuse an option that contradicts a seal.

    Raises:
        InputError: Always.
    """
    raise InputError(
        "--{option}: {value} is not what {folder} was sealed with; leave the option out",
        option=name.replace("_", "-"),
        value=",".join(value) if isinstance(value, tuple) else str(value),
        folder=str(folder),
    )
