"""Options of commands of several suites, and the check of an option's values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from mindsight.cli.parser.planned import option_of, was_given
from mindsight.errors import InputError
from mindsight.execution.making import Making
from mindsight.text import mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.text import Text

RUN = typer.Argument(..., help=mark("Run folder."))
WORKERS = option_of(Making, "workers")
MODEL = typer.Option(None, "--model", metavar="MODEL", help=mark("A model, such as openai/gpt-4o."))
PROMPT_LANG = typer.Option("zh", "--prompt-lang", metavar="zh|en", help=mark("Language the subject reads: zh or en."))
TEMPERATURE = typer.Option(None, "--temperature", min=0, max=2, help=mark("Temperature of a model; 0 by default."))
PRICE = typer.Option(
    None, "--price", metavar="IN,OUT", help=mark("Price of a model for a million input and output tokens.")
)
NAME = typer.Option(None, "--name", help=mark("The subject's name."))
OUT = option_of(Making, "out")
RESUME = option_of(Making, "resume")
REVIEW = option_of(Making, "review")
REGION = option_of(Making, "region")
NO_MEDIA = typer.Option(False, "--no-media", help=mark("Keep no pictures."))
AS_JSON = typer.Option(False, "--json", help=mark("Print measures and blocks as JSON."))


def one_of(option: str, value: str, known: Sequence[str]) -> str:
    """Return the value of an option, checked against its known values.

    Raises:
        InputError: The value is unknown.
    """
    if value not in known:
        raise InputError(
            "{option}: {value} is not known; use {known}", option=option, value=value, known=", ".join(known)
        )
    return value


def subject_named(model: str | None, subject: str | None) -> str:
    """Return the subject named by one of two options.

    Raises:
        InputError: Neither does, or both do.
    """
    if (model is None) == (subject is None):
        raise InputError("name the subject once: --model MODEL or --subject SCHEME:REST")
    return subject if subject is not None else f"model:{model}"


def refuse_given(context: typer.Context, names: Sequence[str], what: Text) -> None:
    """Refuse options that a kind of run does not use.

    Raises:
        InputError: One was given.
    """
    for name in names:
        if was_given(context, name):
            raise InputError("--{option}: is not for {what}; leave it out", option=name.replace("_", "-"), what=what)
