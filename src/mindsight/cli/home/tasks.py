"""``mindsight home tasks``: list the task classes that can be tested."""

from __future__ import annotations

from mindsight.cli.shared.console import out
from mindsight.cli.shared.settings import settings


def list_tasks() -> None:
    """List the pool of task classes."""
    from mindsight.cli.shared.terminal import block_view
    from mindsight.home import tasks
    from mindsight.home.classes import CLASSES, DIMENSIONS, DOMAINS, title_of
    from mindsight.record.blocks import Column, Table
    from mindsight.text import text

    rows = tuple(
        (key, title_of(key), DIMENSIONS[one.dimension][1], DOMAINS[one.domain], tasks.load()[key].version)
        for key, one in CLASSES.items()
    )
    heads = (text("Class"), text("Title"), text("Dimension"), text("Domain"), text("Version"))
    table = Table(
        id="tasks",
        title=text("Task classes"),
        columns=tuple(Column(title=head, align="left", decimals=0) for head in heads),
        rows=rows,
    )
    console = out()
    console.print(block_view(table, settings.language, width=console.width))
