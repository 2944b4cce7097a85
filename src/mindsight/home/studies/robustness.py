"""Robustness of T: named conditions under which the same tasks are run again (table 1's 鲁棒性).

The undisturbed condition has the wordings *a*; every other one differs from it in one respect: the renderer, the set of
wordings, the language of the prompts, the stance, or one disturbance of the pictures.
"""

import math
from collections.abc import Iterator, Sequence
from typing import get_args

from mindsight.engine.choices import Profile
from mindsight.errors import InputError, MissingExtra
from mindsight.home.episodes.disturbances import STRENGTHS
from mindsight.home.episodes.stances import STANCES
from mindsight.home.setting import Disturbance, Setting
from mindsight.home.studies.conditions import Condition
from mindsight.record.blocks import Note
from mindsight.text import Text, text

BASE = "base"
USUAL = ("stance", "fine", "pbr", "wording-b", "language", "blur-2", "noise-25", "dark-4")
"""The default conditions, with each disturbance at its middle strength."""
_RENDERERS: tuple[Profile, ...] = get_args(Profile)
_STANCES: dict[str, Text] = {
    "neutral": text("neutral, says only how a task ends"),
    "eager": text("eager, presses for completion"),
    "cautious": text("cautious, says that some tasks cannot be done"),
}
_TITLES = {
    "blur": text("blurred, σ = {strength} px", strength=0),
    "noise": text("noisy, σ = {strength} of 255", strength=0),
    "dark": text("darkened by {strength} f-stops", strength=0),
}


def base(setting: Setting) -> Condition:
    """Return the condition that all others are compared with: a run's setting, with the wordings *a*."""
    return Condition(key=BASE, title=text("undisturbed"), setting=setting.model_copy(update={"wording": "a"}))


def conditions_of(names: Sequence[str], setting: Setting) -> list[Condition]:
    """Return the undisturbed condition and those that are named, each once, in the order of the names.

    ``fast``, ``fine``, ``pbr`` are renderers, ``wording-b`` the other set of wordings, ``language`` the other language of the
    prompts, ``stance`` every other stance, ``stance-eager`` and the like one of them; ``blur``, ``noise`` and ``dark`` mean all
    documented strengths, ``blur-3`` and the like one strength. The run's own renderer is not a condition and is skipped.

    Raises:
        InputError: A name is none of these.
    """
    first = base(setting)
    found = {first.key: first}
    for name in names:
        for one in _conditions(name, first.setting):
            found.setdefault(one.key, one)
    if len(found) < 2:
        raise InputError("--conditions names none that differs from the undisturbed run; name one such as blur-2")
    return list(found.values())


def left_out(conditions: Sequence[Condition]) -> dict[str, Text]:
    """Return the keys of the conditions that are not available on this machine, each with its reason."""
    painted = [one.key for one in conditions[1:] if one.setting.profile == "pbr"]
    if not painted:
        return {}
    from mindsight.engine.drawing.filament import check

    try:
        check()
    except MissingExtra as error:
        return dict.fromkeys(painted, error.text)
    return {}


def notes_of(missing: dict[str, Text]) -> tuple[Note, ...]:
    """Return the manifest's notes on conditions that were left out."""
    return tuple(
        Note(
            id=f"departure-without-{key}",
            title=text("Departure"),
            role="departure",
            clause="4.2",
            body=text("The condition {name} is left out: {reason}", name=key, reason=reason),
        )
        for key, reason in missing.items()
    )


def _conditions(name: str, setting: Setting) -> Iterator[Condition]:
    kind, _, strength = name.partition("-")
    if name in _RENDERERS:
        if name != setting.profile:
            yield _with(name, text("renderer {name}", name=name), setting, profile=name)
    elif name == "wording-b":
        yield _with(name, text("other words (set b)"), setting, wording="b")
    elif kind == "stance" and strength in {"", *STANCES}:
        for stance in (strength,) if strength else STANCES:
            if stance != setting.stance:
                yield _with(f"stance-{stance}", text("stance: {name}", name=_STANCES[stance]), setting, stance=stance)
    elif name == "language":
        other = "en" if setting.language == "zh" else "zh"
        spoken = {"en": text("prompts in English"), "zh": text("prompts in Chinese")}
        yield _with(other, spoken[other], setting, language=other)
    elif kind in STRENGTHS:
        for number in (_number(name, strength),) if strength else STRENGTHS[kind]:
            title = _TITLES[kind].model_copy(update={"args": {"strength": f"{number:g}"}})
            yield _with(f"{kind}-{number:g}", title, setting, disturbance=_disturbance(name, kind, number))
    else:
        raise _unknown(name)


def _with(key: str, title: Text, setting: Setting, **other: object) -> Condition:
    return Condition(key=key, title=title, setting=setting.model_copy(update=other))


def _disturbance(name: str, kind: str, strength: float) -> Disturbance:
    try:
        return Disturbance.model_validate({kind: strength})
    except ValueError:
        raise _unknown(name) from None


def _number(name: str, strength: str) -> float:
    try:
        number = float(strength)
    except ValueError:
        raise _unknown(name) from None
    # Only the spelling that the key has, so that the condition can be found by it.
    if not math.isfinite(number) or number <= 0 or f"{number:g}" != strength:
        raise _unknown(name)
    return number


def _unknown(name: str) -> InputError:
    return InputError(
        '--conditions: there is no condition "{name}"; there are {known}, and any strength such as blur-3',
        name=name,
        known=", ".join((*_RENDERERS, "wording-b", "language", "stance", *STRENGTHS)),
    )
