"""The options that say what household tasks are put and how: those of a run, and of a seal over one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from mindsight.errors import InputError
from mindsight.home.classes import CLASSES
from mindsight.text import mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.cli.home.choices import Choices

TASKS = typer.Option(",".join(CLASSES), "--tasks", help=mark("Task classes, separated by commas."))
TRIALS = typer.Option(50, "--trials", min=2, help=mark("Tasks per class."))
IRRELEVANT = typer.Option(0.5, "--irrelevant", min=0, max=1, help=mark("Share of irrelevant tasks."))
RENDERER = typer.Option("fast", "--renderer", help=mark("fast, fine or pbr."))
INTERFACE = typer.Option("points", "--interface", help=mark("points in the picture, or a numbered menu."))
PROMPT_LANG = typer.Option("zh", "--prompt-lang", help=mark("Language the subject reads: zh or en."))
PENALTY = typer.Option(1.0, "--penalty", min=0, help=mark("Weight λ of the spread in formula (1)."))
TASKS_PER_SCENE = typer.Option(
    1, "--tasks-per-scene", min=1, help=mark("Tasks of a class that are put one after another and share one budget.")
)
UNKNOWN = typer.Option(
    [], "--unknown", metavar="CLASS", help=mark("Class that the models did not know; may be given several times.")
)
EPOCHS = typer.Option(
    1,
    "--epochs",
    metavar="N",
    min=1,
    max=1000,
    help=mark("How often every task is put; tells the spread between runs."),
)
MODEL = typer.Option(None, "--model", metavar="MODEL", help=mark("A model, such as openai/gpt-4o."))
SUBJECT = typer.Option(
    None, "--subject", metavar="SCHEME:REST", help=mark("baseline:oracle, model:…, python:module:name or http:URL.")
)
SEED = typer.Option(7, "--seed", min=0, help=mark("Seed of the tasks."))
TEMPERATURE = typer.Option(None, "--temperature", min=0, max=2, help=mark("Temperature of a model; 0 unless given."))
NAME = typer.Option(None, "--name", help=mark("The subject's name."))
OUT = typer.Option(None, "--out", "-o", help=mark("Run folder to make; by default one under runs/."))
RESUME = typer.Option(None, "--resume", help=mark("Continue this unfinished run folder."))
NO_MEDIA = typer.Option(False, "--no-media", help=mark("Keep no pictures."))
WORKERS = typer.Option(1, "--workers", min=1, help=mark("Processes that work side by side."))
CONNECTIONS = typer.Option(
    None,
    "--max-connections",
    metavar="N",
    min=1,
    help=mark("Requests to a model at once, however many workers there are; 8 unless given."),
)
MAX_COST = typer.Option(
    None, "--max-cost", metavar="MONEY", min=0, help=mark("Begin no more tasks of a model once this is spent.")
)
PRICE = typer.Option(
    None, "--price", metavar="IN,OUT", help=mark("What a model costs for a million tokens in and out.")
)
DRY_RUN = typer.Option(False, "--dry-run", help=mark("Prepare the tasks, estimate the effort, test nothing."))
AS_JSON = typer.Option(False, "--json", help=mark("Print measures and blocks as JSON."))


def one_of(option: str, value: str, known: Sequence[str]) -> str:
    """Return a value that an option knows.

    Raises:
        InputError: It does not.
    """
    if value not in known:
        raise InputError(
            "{option}: {value} is not known; use {known}", option=option, value=value, known=", ".join(known)
        )
    return value


def chosen(
    tasks: str,
    trials: int,
    irrelevant: float,
    renderer: str,
    interface: str,
    prompt_lang: str,
    penalty: float,
    unknown: list[str],
) -> Choices:
    """Return what these options choose; the rest of a run is left as it is by default."""
    from mindsight.cli.home.choices import Choices

    return Choices(
        spec="",
        tasks=tuple(key.strip() for key in tasks.split(",") if key.strip()),
        trials=trials,
        irrelevant=irrelevant,
        renderer=one_of("--renderer", renderer, ("fast", "fine", "pbr")),
        interface=one_of("--interface", interface, ("points", "menu")),
        prompt_lang=one_of("--prompt-lang", prompt_lang, ("zh", "en")),
        penalty=penalty,
        unknown=tuple(unknown),
    )


def subject_named(model: str | None, subject: str | None) -> str:
    """Return the subject that one of two options names.

    Raises:
        InputError: Neither does, or both do.
    """
    if (model is None) == (subject is None):
        raise InputError("name the subject once: --model MODEL or --subject SCHEME:REST")
    return subject if subject is not None else f"model:{model}"
