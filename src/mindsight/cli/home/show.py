"""``mindsight home show``: show one task: its instruction and the first pictures that a subject would see."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.shared.console import show
from mindsight.text import mark


def show_task(
    task: str = typer.Argument(..., help=mark("Task class.")),
    seed: int = typer.Option(0, "--seed", min=0, help=mark("Seed of the task.")),
    irrelevant: str = typer.Option(
        "",
        "--irrelevant",
        metavar="REASON",
        help=mark(
            "Draw an irrelevant task: absent, blocked, impossible, not_home, ambiguous, missing_information, false_premise or "
            "hazardous; not every class has every kind."
        ),
    ),
    renderer: str = typer.Option("fine", "--renderer", help=mark("fast, fine or pbr.")),
    where: Path | None = typer.Option(None, "--out", "-o", help=mark("Folder for the pictures; by default shown/.")),
) -> int:
    """Draw one task and write the pictures from every viewpoint."""
    from mindsight.home.preparation.gallery import draw_task

    folder = Path("shown") / f"{task}-{seed}" if where is None else where
    instance, files = draw_task(task, seed, reason=irrelevant, profile=renderer, folder=folder)
    for language in ("zh", "en"):
        show(instance.instruction[language])
    for file in files:
        show(str(file))
    return 0
