"""``mindsight vsig score``: score stored answers."""

from functools import partial
from pathlib import Path

import typer

from mindsight.cli.parser.planned import planned
from mindsight.cli.shared.options import AS_JSON
from mindsight.execution.making import Making
from mindsight.text import mark
from mindsight.vsig.choices import Choices

_OF_ASKING = (
    "no_timestamps", "fps", "frames", "size", "original", "quality", "prompt_lang", "dialect", "temperature", "blind_targets",
    "max_connections", "max_cost", "price", "seed", "keep_media", "no_canaries", "strict_canaries", "region", "keep_output",
)  # fmt: skip
"""Choices about how a subject is asked: stored answers were asked for already."""


@partial(planned, without=_OF_ASKING)
def score(
    *,
    data: Path = typer.Argument(..., help=mark("Folder of the data set.")),
    answers: Path = typer.Argument(..., help=mark("Run folder, results folder or file with the stored answers.")),
    choices: Choices,
    making: Making,
    as_json: bool = AS_JSON,
) -> int:
    """Score stored answers."""
    from mindsight.cli.vsig.testing import run_and_show

    del data  # part of the choices
    return run_and_show(choices.model_copy(update={"spec": f"replay:{answers}"}), making, as_json=as_json)
