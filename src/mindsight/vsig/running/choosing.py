"""The choices of a vsig run: their checks, and the plan they result in."""

from __future__ import annotations

import difflib
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.answers.conventions import ModelProfile
    from mindsight.record.model import Scalar
    from mindsight.subjects.spec import SubjectSpec
    from mindsight.vsig.choices import Choices
    from mindsight.vsig.dataset.samples import Sample
    from mindsight.vsig.media.conditions import Condition
    from mindsight.vsig.plan import Means, Plan
    from mindsight.vsig.profile import Profile

SCHEMES = ("baseline", "model", "python", "replay")
UNKNOWN = "unknown"
"""The input of stored answers for which it is unknown what was sent."""
_PROFILES = {
    "vsig": "vsig/1",
    "vsig-as-published": "vsig-as-published/1",
    "ecog": "ecog/1",
    "ecog-exact": "ecog-exact/1",
}


def check_choices(choices: Choices, spec: SubjectSpec) -> None:
    """Refuse a subject that cannot be tested here, and options that do not apply to it.

    Raises:
        InputError: One was given; the message says which, and what to do.
    """
    if spec.scheme not in SCHEMES:
        raise InputError(
            "{scheme}: subjects cannot be asked about clips; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(SCHEMES),
        )
    if spec.scheme == "baseline":
        from mindsight.vsig.models.baselines import check_baseline

        check_baseline(spec.rest)
    if choices.fps is not None and choices.frames is not None:
        raise InputError("--fps and --frames each say which frames are sent; give one of them")
    _condition(choices)
    if spec.scheme != "model":
        _check_model_options(choices, spec)
    for option, value in (("--temperature", choices.temperature), ("--max-cost", choices.max_cost)):
        if value is not None and not math.isfinite(value):
            raise InputError("{option}: {value} is not a number that can be used", option=option, value=str(value))
    if choices.strict_canaries and not choices.canaries:
        raise InputError("--strict-canaries and --no-canaries exclude each other")
    if choices.max_cost == 0:
        raise InputError("--max-cost: with 0 no model can be asked; --dry-run estimates the cost of a run")


def _check_model_options(choices: Choices, spec: SubjectSpec) -> None:
    for leaf in choices.chosen("model"):
        raise InputError("{option}: is for models, and {subject} is none", option=leaf.long, subject=spec.public)


def plan_of(choices: Choices, samples: Sequence[Sample]) -> Plan:
    """Return the plan of the run."""
    from mindsight.subjects.spec import parse_subject
    from mindsight.vsig.plan import Plan

    spec = parse_subject(choices.spec)
    rest: dict[str, Any] = {"cluster": choices.cluster, **asked_how(choices, spec)}
    return Plan(
        profile=profile_of(choices, samples),
        model_profile=in_dialect(model_profile_of(choices, spec), choices, spec),
        seed=choices.seed,
        limit=choices.limit,
        demonstration=choices.demonstration,
        temperature=choices.temperature or 0.0,
        keep_last=choices.keep_last,
        keep_media=choices.keep_media,
        canaries=choices.canaries,
        **rest,
    )


def asked_how(choices: Choices, spec: SubjectSpec) -> dict[str, Any]:
    """Return the plan's fields for the input and the prompts: as chosen or, for stored answers, as recorded.

    What was sent for answers of another program is unknown unless ``--input`` states it.
    """
    chosen: dict[str, Any] = {"language": choices.prompt_lang, "blind_targets": choices.blind_targets}
    input_: dict[str, Scalar] = _condition(choices).identity()
    if spec.scheme == "replay" and choices.given is None:
        from mindsight.vsig.models.replays import plan_at

        recorded = plan_at(Path(spec.rest))
        if recorded is not None:
            return {name: recorded[name] for name in ("input", "language", "blind_targets") if name in recorded}
        input_ = {"input": UNKNOWN}
    return {**chosen, "input": input_}


def profile_of(choices: Choices, samples: Sequence[Sample]) -> Profile:
    """Return the chosen profile, else the one that the data were made for."""
    from mindsight.vsig.profile import load_profile

    chosen = choices.profile
    if chosen is None:
        chosen = "ecog" if samples and all(sample.layout == "ecog" for sample in samples) else "vsig"
    return load_profile(_PROFILES.get(chosen, chosen))


def model_profile_of(choices: Choices, spec: SubjectSpec) -> ModelProfile:
    """Return how the subject writes places and times: as chosen, as recorded, or judged by its name."""
    from mindsight.answers.conventions import DEFAULT, ModelProfile, model_profile, profile_for

    if choices.model_profile is not None:
        return model_profile(choices.model_profile)
    if spec.scheme == "replay":
        from mindsight.vsig.models.replays import plan_at

        recorded = (plan_at(Path(spec.rest)) or {}).get("model_profile")
        return model_profile(DEFAULT) if recorded is None else ModelProfile.model_validate(recorded)
    return profile_for(spec.rest) if spec.scheme == "model" else model_profile(DEFAULT)


def in_dialect(profile: ModelProfile, choices: Choices, spec: SubjectSpec) -> ModelProfile:
    """Return the profile with the chosen dialect, else that of the server to be used.

    Raises:
        InputError: There is no such dialect.
    """
    import os

    from mindsight.answers.conventions import dialect_for
    from mindsight.harness.models.dialects import checked

    if spec.scheme != "model":
        return profile
    server = os.environ.get("OPENAI_BASE_URL", "")
    dialect = dialect_for(profile, server) if choices.dialect is None else checked(choices.dialect)
    return profile.model_copy(update={"dialect": dialect})


def _condition(choices: Choices) -> Condition:
    """Return the condition: what is sent of each clip.

    Raises:
        InputError: There is no such input.
    """
    from mindsight.vsig.media.conditions import CLIP_SIZE, DEFAULT, GIVEN, SIZE, Condition

    given: Any = choices.given or DEFAULT
    if given not in GIVEN:
        close = difflib.get_close_matches(given, GIVEN, n=1, cutoff=0.3)
        raise InputError(
            '--input: there is no input "{given}"; there are {known} (did you mean "{guess}"?)',
            given=given,
            known=", ".join(GIVEN),
            guess=close[0] if close else DEFAULT,
        )
    if choices.original and given != "video":
        raise InputError("--original: sends the clip's own file, and so needs --input video")
    return Condition(
        given=given,
        timestamps=choices.timestamps,
        fps=choices.fps,
        frames=choices.frames,
        size=choices.size or (CLIP_SIZE if given == "video" else SIZE),
        quality=choices.quality,
        original=choices.original,
    )


def means_of(choices: Choices, spec: SubjectSpec, *, dry_run: bool = False) -> Means:
    """Return the means of a run; prices are looked up only if cost is counted.

    Raises:
        InputError: There is a cost limit and no price.
        MissingExtra: Inspect, whose prices are looked up, is not installed.
    """
    from mindsight.harness.models.prices import prices_of
    from mindsight.vsig.judge.human import read_bytes
    from mindsight.vsig.plan import Means
    from mindsight.vsig.running.judging import judging_means

    judging = judging_means(choices.judging, dry_run=dry_run)
    prices = prices_of(spec, price=choices.price, limit=choices.max_cost, dry_run=dry_run)
    marks = None if choices.human_marks is None else read_bytes(choices.human_marks)
    return Means(
        connections=choices.connections,
        cost=choices.max_cost,
        prices=prices,
        strict_canaries=choices.strict_canaries,
        judging=judging,
        human_marks=marks,
    )
