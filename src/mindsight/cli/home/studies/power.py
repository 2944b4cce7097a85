"""``mindsight home power``: number of tasks needed to distinguish two subjects, computed before any run."""

from __future__ import annotations

import json
import math

import typer

from mindsight.cli.shared.console import out
from mindsight.cli.shared.options import AS_JSON
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark


def power(
    differences: str = typer.Option(
        "0.05,0.1,0.15,0.2,0.3",
        "--differences",
        metavar="NUMBERS",
        help=mark("Differences to detect, separated by commas."),
    ),
    classes: int = typer.Option(8, "--classes", min=1, max=100, help=mark("Task classes.")),
    middle: float = typer.Option(0.5, "--middle", min=0, max=1, help=mark("Accuracy between the two subjects.")),
    spread: float = typer.Option(
        0.13, "--spread", min=0, max=0.5, help=mark("Standard deviation of the accuracies over the classes.")
    ),
    alike: float = typer.Option(
        0.0, "--alike", min=-1, max=1, help=mark("Correlation of the two subjects' correct endings; 0: none.")
    ),
    level: float = typer.Option(
        0.05, "--level", min=0.001, max=0.5, help=mark("Probability of finding a difference between equal subjects.")
    ),
    as_json: bool = AS_JSON,
) -> int:
    """Print the table of tasks needed."""
    from mindsight.cli.shared.terminal import block_view
    from mindsight.home.studies.power_report import POWERS, Case, needed, table

    wanted, case = _numbers(differences), Case(classes, middle, spread, alike, level)
    if as_json:
        rows = [needed(case, one, share)._asdict() for one in wanted for share in POWERS]
        print(json.dumps({"case": case._asdict(), "needed": rows}))
        return 0
    console = out()
    console.print(block_view(table(case, wanted), settings.language, width=console.width))
    return 0


def _numbers(differences: str) -> list[float]:
    try:
        found = [float(one) for one in differences.split(",") if one.strip()]
    except ValueError:
        found = []
    if not found or not all(math.isfinite(one) and 0.01 <= one < 1 for one in found):
        raise InputError(
            "--differences: write numbers from 0.01 to below 1, such as 0.1,0.2; got: {value}", value=differences
        )
    return found
