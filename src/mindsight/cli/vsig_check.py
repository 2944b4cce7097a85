"""``mindsight vsig check``: whether a data set can be used, and everything that is wrong with it."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.text import mark


def add_to(app: typer.Typer) -> None:
    """Add the commands of this file to the tree."""
    app.command("check", help=mark("Check a data set and list everything that is wrong with it."))(check)


def check(
    data: Path = typer.Argument(..., help=mark("Folder of a data set: scenes with a folder per template.")),
    as_json: bool = typer.Option(False, "--json", help=mark("Print samples, summary and findings as JSON.")),
) -> int:
    """List the findings of a data set and say what of it can be used."""
    raise NotImplementedError
