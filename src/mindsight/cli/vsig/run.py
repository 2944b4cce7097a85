"""``mindsight vsig run`` and ``vsig score``: put a data set to a subject, or score answers that are stored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

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
from mindsight.errors import InputError
from mindsight.text import mark

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME = typer.Option(None, "--name", help=mark("The subject's name."))
_OUT = typer.Option(None, "--out", "-o", help=mark("Run folder to make; by default one under runs/."))
_RESUME = typer.Option(None, "--resume", help=mark("Continue this unfinished run folder."))
_LIMIT = typer.Option(
    None, "--limit", metavar="N", min=1, help=mark("Test this many samples only, of all templates in turn.")
)
_WORKERS = typer.Option(1, "--workers", min=1, help=mark("Processes that work side by side."))
_PROFILE = typer.Option(
    None,
    "--profile",
    help=mark("Reading of the document: vsig, vsig-as-published, ecog, or a TOML file; by default as the data is."),
)
_MODEL_PROFILE = typer.Option(
    None,
    "--model-profile",
    metavar="NAME|FILE",
    help=mark(
        "How the subject writes places and times, by default as its name tells: claude, default, gemini, glm, gpt, internvl, "
        "minicpm, molmo, paligemma, qwen2, qwen2.5, qwen3, robopoint, seed, or a TOML file."
    ),
)
_INPUT = typer.Option(
    None,
    "--input",
    metavar="INPUT",
    help=mark(
        "What the subject is given: video (with its sound), frames-audio, frames-transcript (what is said as text; the "
        "default), frames-words (that with times), frames, or text."
    ),
)
_CLUSTER = typer.Option(
    "recording", "--cluster", help=mark("What makes samples depend on each other: recording, session or scene.")
)
_NO_MEDIA = typer.Option(False, "--no-media", help=mark("Keep no pictures."))
_JSON = typer.Option(False, "--json", help=mark("Print measures and blocks as JSON."))

_SOURCES = ("PROMPT", "COMMANDLINE", "ENVIRONMENT", "DEFAULT_MAP", "DEFAULT")
"""Where an option's value may come from, by rank; a plan is the default map."""
_FOR_MODELS = ("temperature", "connections", "max_cost", "price", "dialect")


def add_to(app: typer.Typer) -> None:
    """Add the commands of this file to the tree."""
    app.command("run", help=mark("Test a subject on a data set: what, where and when."))(run)
    app.command(
        "score", help=mark("Score stored answers: a run, result files of VSIG-bench or EcoG-Bench, or a list.")
    )(score)


def run(
    context: typer.Context,
    data: Path = typer.Option(..., "--data", metavar="DIR", help=mark("Folder of the data set.")),
    model: str = typer.Option(None, "--model", metavar="MODEL", help=mark("A model, such as openai/gpt-4o.")),
    subject: str = typer.Option(
        None,
        "--subject",
        metavar="SCHEME:REST",
        help=mark("baseline:oracle, model:…, python:module:name or replay:FILE."),
    ),
    name: str = _NAME,
    where: Path = _OUT,
    resume: Path = _RESUME,
    limit: int = _LIMIT,
    workers: int = _WORKERS,
    connections: int = typer.Option(
        None, "--max-connections", metavar="N", min=1, help=mark("Requests to a model at once.")
    ),
    given: str = _INPUT,
    no_timestamps: bool = typer.Option(False, "--no-timestamps", help=mark("Do not tell when each frame is shown.")),
    fps: float = typer.Option(None, "--fps", min=0.01, max=60, help=mark("Frames per second; 2 unless given.")),
    frames: int = typer.Option(
        None,
        "--frames",
        min=1,
        max=1000,
        help=mark("Number of frames, in place of a rate; the last one is always sent."),
    ),
    size: int = typer.Option(640, "--size", min=32, max=8192, help=mark("Longer side of the frames in pixels.")),
    quality: int = typer.Option(85, "--quality", min=1, max=100, help=mark("JPEG quality of the frames.")),
    prompt_lang: str = typer.Option("zh", "--prompt-lang", help=mark("Language the subject reads: zh or en.")),
    model_profile: str = _MODEL_PROFILE,
    dialect: str = typer.Option(
        None,
        "--dialect",
        help=mark("How media stand in requests: openai, vllm or dashscope; by default as the model's name tells."),
    ),
    temperature: float = typer.Option(
        None, "--temperature", min=0, max=2, help=mark("Temperature of a model; 0 unless given.")
    ),
    profile: str = _PROFILE,
    blind_targets: bool = typer.Option(
        False, "--blind-targets", help=mark("Do not tell the subject how many targets there are, nor of which kinds.")
    ),
    max_cost: float = typer.Option(
        None, "--max-cost", metavar="MONEY", min=0, help=mark("Ask a model no more once this is spent.")
    ),
    price: str = typer.Option(
        None, "--price", metavar="IN,OUT", help=mark("What a model costs for a million tokens in and out.")
    ),
    seed: int = typer.Option(7, "--seed", min=0, help=mark("Seed of what is random.")),
    cluster: str = _CLUSTER,
    no_media: bool = _NO_MEDIA,
    keep_media: bool = typer.Option(False, "--keep-media", help=mark("Keep everything that was sent.")),
    no_canaries: bool = typer.Option(
        False, "--no-canaries", help=mark("Do not ask a model first whether it sees and hears what is sent.")
    ),
    strict_canaries: bool = typer.Option(
        False, "--strict-canaries", help=mark("Test nothing if a model does not see and hear what is sent.")
    ),
    judge: str = JUDGE,
    judge_self: bool = JUDGE_SELF,
    judge_lang: str = JUDGE_LANG,
    judge_url: str = JUDGE_URL,
    judge_price: str = JUDGE_PRICE,
    judge_max_cost: float = JUDGE_COST,
    judge_temperature: float = JUDGE_TEMPERATURE,
    human_marks: Path = HUMAN_MARKS,
    dry_run: bool = typer.Option(
        False, "--dry-run", help=mark("Check everything and say what would be run; nothing is tested.")
    ),
    as_json: bool = _JSON,
) -> int:
    """Run a subject over the samples of a data set."""
    from mindsight.cli.vsig.choices import Choices
    from mindsight.cli.vsig.running import run_and_show

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
        # Another subject stands above the model: what the plan says for a model goes with it.
        left: dict[str, Any] = {name: None for name in _FOR_MODELS if _source(context, name) == "DEFAULT_MAP"}
        if _source(context, "no_canaries") == "DEFAULT_MAP":
            left["canaries"] = True
        if _source(context, "strict_canaries") == "DEFAULT_MAP":
            left["strict_canaries"] = False
        choices = replace(choices, **left)
    return run_and_show(choices, where=where, resume=resume, workers=workers, dry_run=dry_run, as_json=as_json)


def score(
    data: Path = typer.Argument(..., help=mark("Folder of the data set.")),
    answers: Path = typer.Argument(..., help=mark("Run folder, results folder or file with the stored answers.")),
    name: str = _NAME,
    where: Path = _OUT,
    resume: Path = _RESUME,
    limit: int = _LIMIT,
    workers: int = _WORKERS,
    given: str = _INPUT,
    profile: str = _PROFILE,
    model_profile: str = _MODEL_PROFILE,
    cluster: str = _CLUSTER,
    no_media: bool = _NO_MEDIA,
    judge: str = JUDGE,
    judge_self: bool = JUDGE_SELF,
    judge_lang: str = JUDGE_LANG,
    judge_url: str = JUDGE_URL,
    judge_price: str = JUDGE_PRICE,
    judge_max_cost: float = JUDGE_COST,
    judge_temperature: float = JUDGE_TEMPERATURE,
    human_marks: Path = HUMAN_MARKS,
    as_json: bool = _JSON,
) -> int:
    """Score answers that were given before."""
    from mindsight.cli.vsig.choices import Choices
    from mindsight.cli.vsig.running import run_and_show

    choices = Choices(
        data=data,
        spec=f"replay:{answers}",
        name=name,
        limit=limit,
        given=given,
        profile=profile,
        model_profile=model_profile,
        cluster=one_of("--cluster", cluster, ("recording", "session", "scene")),
        keep_last=not no_media,
        judging=judge_choices(
            judge,
            language=judge_lang or "zh",
            insist=judge_self,
            url=judge_url,
            price=judge_price,
            cost=judge_max_cost,
            temperature=judge_temperature,
        ),
        human_marks=human_marks,
    )
    return run_and_show(choices, where=where, resume=resume, workers=workers, as_json=as_json)


def _subject(context: typer.Context, model: str | None, subject: str | None) -> str:
    """Return the subject: where two are named, that of the flag before that of a variable, and that before the plan's."""
    if model is not None and subject is not None:
        ranks = [_SOURCES.index(_source(context, name)) for name in ("model", "subject")]
        model = model if ranks[0] <= ranks[1] else None
        subject = subject if ranks[1] <= ranks[0] else None
    if (model is None) == (subject is None):
        raise InputError("name the subject once: --model MODEL or --subject SCHEME:REST")
    return subject if subject is not None else f"model:{model}"


def _source(context: typer.Context, name: str) -> str:
    source = context.get_parameter_source(name)
    return "DEFAULT" if source is None else source.name


def one_of(option: str, value: str, known: Sequence[str]) -> str:
    """Return a value that is known.

    Raises:
        InputError: It is not.
    """
    if value not in known:
        raise InputError(
            "{option}: {value} is not known; use {known}", option=option, value=value, known=", ".join(known)
        )
    return value
