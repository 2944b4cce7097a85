"""``mindsight new``: write the beginning of a plug-in."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.parser.panels import Commands
from mindsight.cli.shared.console import show, tell
from mindsight.text import mark, text


def new_task(
    name: str = typer.Argument(..., help=mark("Name of the task class: small letters, digits and underscores.")),
    where: Path | None = typer.Option(None, "--out", "-o", help=mark("The file to write; by default NAME.py.")),
) -> int:
    """Write a file with a working household task of your own, to be changed and run with --tasks FILE."""
    from mindsight.plugins.writing import new_task as write

    path = write(name, where or Path(f"{name}.py"))
    show(str(path))
    tell(
        text(
            "try it with: mindsight home tasks run --tasks {file} --subject baseline:oracle --trials 2", file=str(path)
        )
    )
    return 0


new = Commands()
new.add("task", new_task, mark("Write a file with a working household task of your own, as a beginning."))
