"""``mindsight vsig run``: run a subject on a data set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from mindsight.cli.shared.options import (
    AS_JSON,
    MODEL,
    NAME,
    NO_MEDIA,
    OUT,
    PRICE,
    PROMPT_LANG,
    REGION,
    RESUME,
    REVIEW,
    TEMPERATURE,
    WORKERS,
    one_of,
    subject_named,
)
from mindsight.cli.shared.reviews import Resting
from mindsight.cli.shared.work import ADDRESS, ENGINE, KEEP_OUTPUT, KEEP_PICTURES, SHARD, shared_out
from mindsight.cli.vsig import options
from mindsight.cli.vsig.choices import Choices
from mindsight.cli.vsig.judging import (
    HUMAN_MARKS,
    JUDGE,
    JUDGE_COST,
    JUDGE_LANG,
    JUDGE_PRICE,
    JUDGE_SELF,
    JUDGE_TEMPERATURE,
    JUDGE_URL,
    judge_choices,
)
from mindsight.text import mark

_SOURCES = ("PROMPT", "COMMANDLINE", "ENVIRONMENT", "DEFAULT_MAP", "DEFAULT")
"""Sources of an option's value by precedence; a plan is the default map."""
_FOR_MODELS = ("temperature", "connections", "max_cost", "price", "dialect")


def run(
    context: typer.Context,
    data: Path = options.DATA,
    model: str = MODEL,
    subject: str = typer.Option(
        None,
        "--subject",
        metavar="SCHEME:REST",
        help=mark("baseline:oracle, model:…, python:module:name or replay:FILE."),
    ),
    name: str = NAME,
    where: Path = OUT,
    resume: Path = RESUME,
    review: Path = REVIEW,
    region: str = REGION,
    limit: int = options.LIMIT,
    workers: int = WORKERS,
    engine: str = ENGINE,
    address: str = ADDRESS,
    shard: str = SHARD,
    connections: int = options.CONNECTIONS,
    given: str = options.INPUT,
    no_timestamps: bool = typer.Option(False, "--no-timestamps", help=mark("Do not state when each frame is shown.")),
    fps: float = options.FPS,
    frames: int = options.FRAMES,
    size: int = options.SIZE,
    original: bool = typer.Option(
        False, "--original", help=mark("With --input video, send the clip's own file, which is not encoded anew.")
    ),
    quality: int = typer.Option(85, "--quality", min=1, max=100, help=mark("JPEG quality of the frames.")),
    prompt_lang: str = PROMPT_LANG,
    model_profile: str = options.MODEL_PROFILE,
    dialect: str = options.DIALECT,
    temperature: float = TEMPERATURE,
    profile: str = options.PROFILE,
    blind_targets: bool = typer.Option(
        False, "--blind-targets", help=mark("Do not state how many targets there are, nor of which kinds.")
    ),
    max_cost: float = options.MAX_COST,
    price: str = PRICE,
    seed: int = options.SEED,
    cluster: str = options.CLUSTER,
    no_media: bool = NO_MEDIA,
    keep_pictures: str = KEEP_PICTURES,
    keep_output: bool = KEEP_OUTPUT,
    keep_media: bool = typer.Option(False, "--keep-media", help=mark("Keep copies of everything that was sent.")),
    no_canaries: bool = options.NO_CANARIES,
    strict_canaries: bool = options.STRICT_CANARIES,
    judge: str = JUDGE,
    judge_self: bool = JUDGE_SELF,
    judge_lang: str = JUDGE_LANG,
    judge_url: str = JUDGE_URL,
    judge_price: str = JUDGE_PRICE,
    judge_max_cost: float = JUDGE_COST,
    judge_temperature: float = JUDGE_TEMPERATURE,
    human_marks: Path = HUMAN_MARKS,
    dry_run: bool = options.DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a subject over the samples of a data set."""
    from mindsight.cli.vsig.testing import run_and_show

    choices = Choices(
        data=data,
        spec=_subject(context, model, subject),
        name=name,
        limit=limit,
        given=given,
        timestamps=not no_timestamps,
        fps=fps,
        frames=frames,
        size=size,
        original=original,
        quality=quality,
        prompt_lang=one_of("--prompt-lang", prompt_lang, ("zh", "en")),
        model_profile=model_profile,
        dialect=dialect,
        temperature=temperature,
        profile=profile,
        blind_targets=blind_targets,
        connections=connections,
        max_cost=max_cost,
        price=price,
        seed=seed,
        cluster=one_of("--cluster", cluster, ("recording", "session", "scene")),
        keep_last=not no_media,
        keep_media=keep_media,
        canaries=not no_canaries,
        strict_canaries=strict_canaries,
        judging=judge_choices(
            judge,
            language=judge_lang or prompt_lang,
            insist=judge_self,
            url=judge_url,
            price=judge_price,
            cost=judge_max_cost,
            temperature=judge_temperature,
        ),
        human_marks=human_marks,
    )
    if _source(context, "model") != "DEFAULT" and not choices.spec.startswith("model:"):
        # Another subject overrides the model, and with it the plan's options for a model.
        left: dict[str, Any] = {name: None for name in _FOR_MODELS if _source(context, name) == "DEFAULT_MAP"}
        if _source(context, "no_canaries") == "DEFAULT_MAP":
            left["canaries"] = True
        if _source(context, "strict_canaries") == "DEFAULT_MAP":
            left["strict_canaries"] = False
        choices = replace(choices, **left)
    work = shared_out(
        context, workers, engine, address, shard, dry_run=dry_run, pictures=keep_pictures, output=keep_output
    )
    return run_and_show(
        choices,
        where=where,
        resume=resume,
        resting=Resting(review, region),
        work=work,
        dry_run=dry_run,
        as_json=as_json,
    )


def _subject(context: typer.Context, model: str | None, subject: str | None) -> str:
    """Return the subject; if two are named, a flag precedes a variable, and a variable the plan."""
    if model is not None and subject is not None:
        ranks = [_SOURCES.index(_source(context, name)) for name in ("model", "subject")]
        model = model if ranks[0] <= ranks[1] else None
        subject = subject if ranks[1] <= ranks[0] else None
    return subject_named(model, subject)


def _source(context: typer.Context, name: str) -> str:
    source = context.get_parameter_source(name)
    return "DEFAULT" if source is None else source.name
