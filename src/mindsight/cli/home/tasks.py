"""``mindsight home tasks list``: list the household tasks and the classes of questions that can be tested."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.console import LISTENER, out, tell
from mindsight.cli.shared.options import AS_JSON
from mindsight.cli.shared.settings import settings
from mindsight.text import mark

if TYPE_CHECKING:
    from mindsight.record.blocks import Cell, Table
    from mindsight.text import Text

CHOSEN = typer.Option(
    "", "--tasks", help=mark("Say which dimensions and abilities these classes leave out, as for mindsight home ask.")
)


def list_tasks(tasks: str = CHOSEN, as_json: bool = AS_JSON) -> int:
    """List the pool: household tasks, and questions by dimension and ability."""
    from mindsight.cli.shared.terminal import block_view, in_pieces
    from mindsight.home import tasks as household
    from mindsight.home.classes import CLASSES
    from mindsight.home.plugged import take_installed, tasks_chosen
    from mindsight.home.questions import classes
    from mindsight.home.running.selection import questions_chosen, tell_left_out
    from mindsight.plans import listed
    from mindsight.plugins import registry

    for error in take_installed():
        tell(error.text, style="yellow")
    named = tasks_chosen(listed(tasks))
    added = {key: part.task for key, part in registry.taken(household.PART).items()}
    asked = tuple(word for word in named if word not in CLASSES and word not in added)
    chosen = questions_chosen(asked, contested=True) if asked else ()
    kept = {*chosen, *(word for word in named if word not in asked)} or {*CLASSES, *added, *classes.load()}
    if as_json:
        pool = household.load()
        rows = [
            {"key": key, "dimension": one.dimension, "ability": "", "answer": "acts", "version": pool[key].version}
            for key, one in CLASSES.items()
        ]
        rows += [
            {
                "key": key, "dimension": part.dimension, "ability": "", "answer": "acts", "version": part.task.version,
                "plugin": str(part.task.origin),
            }
            for key, part in registry.taken(household.PART).items()
        ]  # fmt: skip
        rows += [
            {
                "key": key, "dimension": one.dimension, "ability": one.ability[settings.language == "en"],
                "answer": one.form, "version": one.version, "contested": one.contested,
            }
            for key, one in classes.load().items()
        ]  # fmt: skip
        print(json.dumps([row for row in rows if row["key"] in kept], ensure_ascii=False))
        return 0
    console = out()
    for table in in_pieces((_household(kept), _questions(kept), *_left_out(kept))):
        console.print(block_view(table, settings.language, width=console.width))
    if asked:
        usual = tuple(key for key, one in classes.load().items() if not one.contested or key in named)
        tell_left_out(asked, usual, LISTENER)
    return 0


def _household(kept: set[str]) -> Table:
    from mindsight.home import tasks
    from mindsight.home.classes import CLASSES, DIMENSIONS, DOMAINS, title_of
    from mindsight.plugins import registry
    from mindsight.text import spelled, text

    rows: list[tuple[Cell, ...]] = [
        (key, title_of(key), DIMENSIONS[one.dimension][1], DOMAINS[one.domain], tasks.load()[key].version)
        for key, one in CLASSES.items()
        if key in kept
    ]
    rows += [
        (key, spelled(*part.title), DIMENSIONS[part.dimension][1], DOMAINS[part.domain], part.task.version)
        for key, part in registry.taken(tasks.PART).items()
        if key in kept
    ]
    heads = (text("Class"), text("Title"), text("Dimension"), text("Domain"), text("Version"))
    return _table("tasks", text("Task classes"), heads, rows)


def _questions(kept: set[str]) -> Table:
    from mindsight.home.questions import classes
    from mindsight.text import spelled, text

    forms: dict[str, Text] = {
        "choice": text("choice"),
        "yes_no": text("yes or no"),
        "point": text("point"),
        "box": text("box"),
        "number": text("number"),
        "text": text("text"),
        "sequence": text("order"),
        "span": text("pictures from – to"),
    }
    rows: list[tuple[Cell, ...]] = [
        (key, spelled(*one.title), spelled(*one.ability), forms[one.form], one.version)
        for key, one in classes.load().items()
        if key in kept
    ]
    heads = (text("Class"), text("Title"), text("Ability"), text("Answer"), text("Version"))
    return _table("questions", text("Classes of questions"), heads, rows)


def _left_out(kept: set[str]) -> list[Table]:
    """Return the abilities of which the chosen classes test none; nothing if all classes are chosen."""
    from mindsight.home.classes import CLASSES, DIMENSIONS
    from mindsight.home.questions import classes
    from mindsight.text import spelled, text

    pool = classes.load()
    if kept >= set(pool):
        return []
    tested = {pool[key].ability for key in kept if key in pool}
    lacking = dict.fromkeys((one.dimension, one.ability) for one in pool.values() if one.ability not in tested)
    rows: list[tuple[Cell, ...]] = [(DIMENSIONS[dimension][1], spelled(*ability)) for dimension, ability in lacking]
    present = {pool[key].dimension for key in kept if key in pool} | {
        CLASSES[key].dimension for key in kept if key in CLASSES
    }
    rows += [(heads[1], text("the whole dimension")) for key, heads in DIMENSIONS.items() if key not in present]
    return [
        _table("left-out", text("Abilities that these classes leave out"), (text("Dimension"), text("Ability")), rows)
    ]


def _table(name: str, title: Text, heads: tuple[Text, ...], rows: list[tuple[Cell, ...]]) -> Table:
    from mindsight.record.blocks import Column, Table

    columns = tuple(Column(title=head, align="left", decimals=0) for head in heads)
    return Table(id=name, title=title, columns=columns, rows=tuple(rows))
