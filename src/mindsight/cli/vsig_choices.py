"""The command line of a vsig run: what was chosen, whether it can be used, and what it means to the suite."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.subjects.spec import SubjectSpec
    from mindsight.vsig.model_profiles import ModelProfile
    from mindsight.vsig.profile import Profile
    from mindsight.vsig.samples import Sample
    from mindsight.vsig.suite import Plan

SCHEMES = ("baseline", "model", "python", "replay")
_PROFILES = {"vsig": "vsig/1", "vsig-as-published": "vsig-as-published/1", "ecog": "ecog/1"}


@dataclass(frozen=True)
class Choices:
    """The command line of a vsig run; what only a model has is None where nothing was said."""

    data: Path
    spec: str
    name: str | None = None
    limit: int | None = None
    given: str = "transcript"
    timestamps: bool = True
    fps: float | None = None
    frames: int | None = None
    size: int = 640
    quality: int = 85
    prompt_lang: str = "zh"
    model_profile: str | None = None
    dialect: str | None = None
    temperature: float | None = None
    profile: str | None = None
    blind_targets: bool = False
    connections: int | None = None
    max_cost: float | None = None
    price: str | None = None
    seed: int = 7
    cluster: str = "recording"
    keep_last: bool = True
    keep_media: bool = False


def check_choices(choices: Choices, spec: SubjectSpec) -> None:
    """Refuse a subject that cannot be asked here, and options that nobody could heed.

    Raises:
        InputError: Says which, and what to do.
    """
    if spec.scheme not in SCHEMES:
        raise InputError(
            "{scheme}: subjects cannot be asked about clips; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(SCHEMES),
        )
    if spec.scheme == "baseline":
        from mindsight.vsig.baselines import check_baseline

        check_baseline(spec.rest)
    if choices.fps is not None and choices.frames is not None:
        raise InputError("--fps and --frames each say which frames are sent; give one of them")
    if spec.scheme != "model":
        _check_model_options(choices, spec)
    for option, value in (("--temperature", choices.temperature), ("--max-cost", choices.max_cost)):
        if value is not None and not math.isfinite(value):
            raise InputError("{option}: {value} is not a number that can be used", option=option, value=str(value))
    if choices.max_cost == 0:
        raise InputError(
            "--max-cost: with nothing to spend no model can be asked; --dry-run says what a run would cost"
        )


def _check_model_options(choices: Choices, spec: SubjectSpec) -> None:
    for option, value in (
        ("--temperature", choices.temperature),
        ("--max-connections", choices.connections),
        ("--max-cost", choices.max_cost),
        ("--price", choices.price),
        ("--dialect", choices.dialect),
    ):
        if value is not None:
            raise InputError("{option}: is for models, and {subject} is none", option=option, subject=spec.public)


def plan_of(choices: Choices, samples: Sequence[Sample]) -> Plan:
    """Return what the suite is asked for."""
    from mindsight.subjects.spec import parse_subject
    from mindsight.vsig.suite import Plan

    rest: dict[str, Any] = {"cluster": choices.cluster, "language": choices.prompt_lang}
    return Plan(
        profile=profile_of(choices, samples),
        model_profile=model_profile_of(choices, parse_subject(choices.spec)),
        input=_input(choices),
        blind_targets=choices.blind_targets,
        seed=choices.seed,
        limit=choices.limit,
        temperature=choices.temperature or 0.0,
        keep_last=choices.keep_last,
        keep_media=choices.keep_media,
        **rest,
    )


def profile_of(choices: Choices, samples: Sequence[Sample]) -> Profile:
    """Return the reading of the document: the one that was chosen, else the one that the data was made for."""
    from mindsight.vsig.profile import load_profile

    chosen = choices.profile
    if chosen is None:
        chosen = "ecog" if samples and all(sample.layout == "ecog" for sample in samples) else "vsig"
    return load_profile(_PROFILES.get(chosen, chosen))


def model_profile_of(choices: Choices, spec: SubjectSpec) -> ModelProfile:
    """Return how the subject writes places and times: as chosen, as it was asked at the time, or as its name tells."""
    from mindsight.vsig.model_profiles import DEFAULT, ModelProfile, model_profile, profile_for

    if choices.model_profile is not None:
        return model_profile(choices.model_profile)
    if spec.scheme == "replay":
        from mindsight.vsig.replays import profile_at

        recorded = profile_at(Path(spec.rest))
        return model_profile(DEFAULT) if recorded is None else ModelProfile.model_validate(recorded)
    return profile_for(spec.rest) if spec.scheme == "model" else model_profile(DEFAULT)


def _input(choices: Choices) -> dict[str, Any]:
    """Return the input condition, option by option, as it stands in a result's identity."""
    return {
        "input": choices.given,
        "timestamps": choices.timestamps,
        "frames": f"{choices.frames}" if choices.frames is not None else f"{choices.fps or 2:g}/s",
        "picture": f"{choices.size}/{choices.quality}",
    }
