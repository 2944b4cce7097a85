"""Plans as a seal fixes them: what was given may repeat them, and may not contradict them."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from mindsight.engine.needs import need_engine
from mindsight.errors import InputError
from mindsight.home.autonomy.embedders.choosing import open_embedder
from mindsight.home.autonomy.runs.deciding import decided as decided_alone
from mindsight.home.autonomy.runs.drawing import places
from mindsight.home.autonomy.runs.plan import AlonePlan, Embedding
from mindsight.home.plan import Plan
from mindsight.home.rebuilding import plan_of
from mindsight.home.sealing.seal import Seal, check_usable, decided, is_alone, open_seal
from mindsight.home.setting import RoomSetting

_Plan = TypeVar("_Plan", Plan, AlonePlan)
_FREE = frozenset({"temperature", "keep_pictures", "model_profile"})
"""Options that no seal fixes: they are about the subject."""


def under_seal(given: Plan, folder: Path) -> tuple[Plan, Seal]:
    """Return the plan of a run of tasks as its seal fixes it.

    Raises:
        InputError: The seal cannot be used, or an option contradicts it.
    """
    need_engine()
    seal = usable_seal(folder, alone=False)
    page = seal.opening.plan
    fixed = plan_of({**page, "kinds": {}} if "reasons" in page else page)
    plan = _of_subject(fixed, given, seal)
    _check(given, plan, folder)
    if decided(plan) != page:
        raise _of_another_version(folder)
    return plan, seal


def rooms_under_seal(given: AlonePlan, embedding: Embedding, folder: Path) -> tuple[AlonePlan, Seal]:
    """Return the plan of a run in rooms as its seal fixes it.

    Raises:
        InputError: The seal cannot be used, or an option contradicts it.
    """
    need_engine()
    seal = usable_seal(folder, alone=True)
    page = seal.opening.plan
    own = {name: value for name, value in page.items() if name in AlonePlan.model_fields and name != "setting"}
    plan = _of_subject(AlonePlan.of({**own, "setting": RoomSetting.model_validate(page["setting"])}), given, seal)
    _check(given, plan, folder)
    fixed = rooms_decided(plan, embedding)
    if fixed["embedder"] != page["embedder"]:
        raise _refusal("--embedder", embedding.embedder, folder)
    if fixed != page:
        raise _of_another_version(folder)
    return plan, seal


def rooms_decided(plan: AlonePlan, embedding: Embedding) -> dict[str, Any]:
    """Return what a seal of rooms fixes.

    Raises:
        InputError: An option cannot be used.
    """
    places(plan.tasks, scenes=plan.scenes, empty=plan.empty, seed=0)
    return decided_alone(plan, identity_of(embedding))


def identity_of(embedding: Embedding) -> Mapping[str, Any]:
    """Return what the embedding is."""
    return asdict(open_embedder(embedding.embedder, url=embedding.embedder_url).identity)


def usable_seal(folder: Path, *, alone: bool) -> Seal:
    """Return a seal whose seed is still secret, and which is one of tasks, or of rooms in which a subject is left alone.

    Raises:
        InputError: It cannot be used, or is of the other kind.
    """
    seal = open_seal(folder)
    if is_alone(seal.opening.plan) != alone:
        mode = "instructed" if alone else "autonomous"
        raise InputError("{folder}: seals a run of --mode {mode}; use that mode", folder=str(folder), mode=mode)
    check_usable(seal)
    return seal


def _of_subject(fixed: _Plan, given: _Plan, seal: Seal) -> _Plan:
    """Return a fixed plan with what is about the subject as given; its seed only serves built-in subjects that act at random."""
    setting = fixed.setting.model_copy(update={"model_profile": given.setting.model_profile})
    free = {"temperature": given.temperature, "keep_pictures": given.keep_pictures}
    return fixed.model_copy(update={**free, "setting": setting, "seed": 0, "sealed": seal.commitment})


def _check(given: _Plan, plan: _Plan, folder: Path) -> None:
    """Refuse an option that was given and says something else than the seal, and every seed."""
    for leaf in given.stated():
        value = given.value(leaf)
        if leaf.path[-1] not in _FREE and (leaf.path == ("seed",) or value != plan.value(leaf)):
            raise _refusal(leaf.long, value, folder)


def _refusal(option: str, value: object, folder: Path) -> InputError:
    return InputError(
        "{option}: {value} is not what {folder} was sealed with; leave the option out",
        option=option,
        value=",".join(value) if isinstance(value, tuple) else str(value),
        folder=str(folder),
    )


def _of_another_version(folder: Path) -> InputError:
    return InputError(
        "{folder}: its plan is not one of this version of mindsight; seal another test", folder=str(folder)
    )
