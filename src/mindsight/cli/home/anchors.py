"""``mindsight home anchors``: the public anchor tasks and rooms, which link sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from mindsight.cli.home.run import MODE
from mindsight.cli.parser.planned import option_of, was_given
from mindsight.cli.shared.console import out, progress, show, tell
from mindsight.cli.shared.options import WORKERS, one_of
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.engine.needs import need_engine
from mindsight.home.plan import Plan
from mindsight.home.plugged import tasks_chosen
from mindsight.plans import listed
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.home.sealing.anchors import Anchors, RoomAnchors


def anchors(
    context: typer.Context,
    tasks: str = option_of(Plan, "tasks"),
    mode: str = MODE,
    check: bool = typer.Option(False, "--check", help=mark("Generate them again and compare them with their hashes.")),
    workers: int = WORKERS,
) -> int:
    """List the anchors, or check them."""
    need_engine()
    from mindsight.home.autonomy.rooms import KEYS
    from mindsight.home.sealing.anchors import load, load_rooms

    alone = one_of("--mode", mode, ("instructed", "autonomous")) == "autonomous"
    known = load_rooms() if alone else load()
    keys = tasks_chosen(listed(tasks))
    if alone and not was_given(context, "tasks"):
        keys = KEYS
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


def _list(known: Anchors | RoomAnchors, keys: tuple[str, ...]) -> None:
    from mindsight.cli.shared.terminal import block_view
    from mindsight.record.blocks import Cell, Column, Table

    if known.format == "mindsight.home-anchors":
        title = text("Public anchor tasks, set {number}", number=known.number)
        first, kind = text("Task"), text("Irrelevant because")
        kinds: list[Cell] = [one.reason or "–" for one in known.of(keys)]
    else:
        title = text("Public anchor rooms, set {number}", number=known.number)
        first, kind = text("Room"), text("Has needs")
        kinds = [text("yes") if one.with_needs else text("no") for one in known.of(keys)]
    heads = (first, text("Version"), text("Seed"), kind, text("SHA-256"))
    rows = tuple(
        (one.id, known.versions[one.task], str(one.seed), said, f"{one.sha256[:16]}…")
        for one, said in zip(known.of(keys), kinds, strict=True)
    )
    columns = tuple(Column(title=head, align="left", decimals=0) for head in heads)
    table = Table(id="anchors", title=title, columns=columns, rows=rows)
    console = out()
    console.print(block_view(table, settings.language, width=console.width))
