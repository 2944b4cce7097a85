"""``mindsight clauses``: print the index of the documents' clauses with the function that implements each."""

from __future__ import annotations

import typer

from mindsight.cli.shared.console import localized, out
from mindsight.text import mark, text

_STATUS = {
    "built": text("built"),
    "planned": text("not built yet"),
    "by_people": text("done by people"),
    "informative": text("informative"),
}


def clauses(
    suite: str = typer.Argument(None, metavar="album|home|vsig", help=mark("Document; all three by default.")),
) -> int:
    """Print the index of clauses."""
    from rich.text import Text as Line

    from mindsight.clauses import DOCUMENTS, clauses_of
    from mindsight.cli.shared.layout import Heading, tabular

    console = out()
    titles = (text("Clause"), text("Title (zh)"), text("Title (en)"), text("Function"), text("State"))
    # Function names cannot wrap; clause numbers should not.
    headings = [Heading(localized(title), folds=place in (1, 2)) for place, title in enumerate(titles)]
    for name in [suite] if suite else list(DOCUMENTS):
        entries = clauses_of(name)
        document = DOCUMENTS[name]
        rows = [
            [
                one.number,
                one.zh,
                one.en,
                (one.function or "–").removeprefix("mindsight."),
                localized(_STATUS[one.status]),
            ]
            for one in entries
        ]
        title = Line(f"{document.number} {document.zh} · {document.en}".strip(), "bold")
        console.print(tabular(title, headings, rows, console.width))
        console.print()
    return 0
