"""Commands about mindsight itself: clauses, doctor, demo."""

from __future__ import annotations

import typer

from mindsight.cli.common import out, spoken
from mindsight.cli.demo import demo
from mindsight.text import mark, text

_STATUS = {
    "built": text("built"),
    "planned": text("not built yet"),
    "by_people": text("done by people"),
    "informative": text("informative"),
}


def add_to(app: typer.Typer) -> None:
    """Add the commands of this file to the tree."""
    app.command("clauses", help=mark("List the clauses of the documents and what carries each one out."))(clauses)
    app.command("doctor", help=mark("Tell what each suite lacks on this machine and how to mend it."))(doctor)
    app.command(
        "demo", help=mark("Test built-in baselines on bundled photographs and household tasks and write reports.")
    )(demo)


def clauses(suite: str = typer.Argument(None, help=mark("home, album or vsig; all three by default."))) -> int:
    """Print the index of clauses."""
    from rich.text import Text as Line

    from mindsight.clauses import DOCUMENTS, clauses_of
    from mindsight.cli.layout import Heading, tabular

    console = out()
    titles = (text("Clause"), text("Title (zh)"), text("Title (en)"), text("Function"), text("State"))
    # A function's name cannot fold; numbers of clauses should not.
    headings = [Heading(spoken(title), folds=place in (1, 2)) for place, title in enumerate(titles)]
    for name in [suite] if suite else list(DOCUMENTS):
        entries = clauses_of(name)
        document = DOCUMENTS[name]
        rows = [
            [one.number, one.zh, one.en, (one.function or "–").removeprefix("mindsight."), spoken(_STATUS[one.status])]
            for one in entries
        ]
        title = Line(f"{document.number} {document.zh} · {document.en}".strip(), "bold")
        console.print(tabular(title, headings, rows, console.width))
        console.print()
    return 0


def doctor() -> int:
    """Print what works here and what does not."""
    from mindsight.cli.checks import checks

    console = out()
    lacking = 0
    for check in checks():
        sign = {True: "✓", False: "✗", None: "·"}[check.fine]
        line = text("{name}: {finding}", name=check.name, finding=check.finding)
        console.print(f"{sign} {spoken(line)}", markup=False)
        lacking += check.fine is False
        if check.fine is False:
            console.print("    " + spoken(text("mend it with: {command}", command=check.remedy)), markup=False)
        elif check.fine is None and check.remedy:
            console.print("    " + spoken(text("set it with: {command}", command=check.remedy)), markup=False)
    console.print(
        spoken(text("Everything is there.") if not lacking else text("{count} things are missing.", count=lacking))
    )
    return 1 if lacking else 0
