"""``mindsight home anchors``: the public anchor tasks, which link sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from mindsight.cli.home.choices import TASKS
from mindsight.cli.shared.console import out, progress, show, tell
from mindsight.cli.shared.engine import need_engine
from mindsight.cli.shared.options import WORKERS
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.home.sealing.anchors import Anchors


def anchors(
    tasks: str = TASKS,
    check: bool = typer.Option(False, "--check", help=mark("Generate them again and compare them with their hashes.")),
    workers: int = WORKERS,
) -> int:
    """List the anchors, or check them."""
    need_engine()
    from mindsight.home.sealing.anchors import load

    known, keys = load(), tuple(key.strip() for key in tasks.split(",") if key.strip())
    known.refuse_unknown(keys)
    _list(known, keys)
    show(text("known by: {name}; seed {seed}", name=known.known_by(keys), seed=known.seed))
    if not check:
        return 0
    with progress(text("preparing tasks")) as step:
        drawn = [one.instance for one in known.drawn(keys, workers=workers, progress=step)]
    different = known.different(drawn)
    for sentence in different:
        tell(sentence, style="yellow")
    if not different:
        show(text("all {count} were generated again, identical bit for bit", count=len(drawn)))
    return EXIT_ITEMS_FAILED if different else 0


def _list(known: Anchors, keys: tuple[str, ...]) -> None:
    from mindsight.cli.shared.terminal import block_view
    from mindsight.record.blocks import Column, Table

    heads = (text("Task"), text("Version"), text("Seed"), text("Irrelevant because"), text("SHA-256"))
    rows = tuple(
        (one.id, known.versions[one.task], str(one.seed), one.reason or "–", f"{one.sha256[:16]}…")
        for one in known.of(keys)
    )
    columns = tuple(Column(title=head, align="left", decimals=0) for head in heads)
    table = Table(
        id="anchors", title=text("Public anchor tasks, set {number}", number=known.number), columns=columns, rows=rows
    )
    console = out()
    console.print(block_view(table, settings.language, width=console.width))
