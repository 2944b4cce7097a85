"""Print a run's results in a few terminal lines."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text as Line

from mindsight.cli.parser.folding import fold
from mindsight.cli.shared.layout import Heading, tabular
from mindsight.cli.shared.settings import settings
from mindsight.record.blocks import Block, Cell, Column, Link, Note, Paragraphs, Table
from mindsight.record.folder import REPORT, RunFolder
from mindsight.report import words
from mindsight.report.labels import LABELS
from mindsight.text import Language, Text, text

MOST_ROWS = 20
_SUMMARY = "summary"
_SOURCES = ("headline", "unread-shares")
"""Tables of a report that hold the figures below, as they are recorded; nothing is computed here."""
_FIGURES = frozenset(
    (
        *("home.T_valid", "home.T_gain", "home.T_read", "home.NR"),
        *("home.S_perfect", "home.S_plain"),
        *("home.unread", "vsig.unread"),
    )
)
"""What must stand beside T, S and the overall score."""
_COLUMNS = 3
"""A figure's name, its value, and its interval or number of answers; what it says is in the report."""
_NAME = 40
_SHOWN = (_SUMMARY, "epochs", "overview", "exact", "exact-input", "unread")
_ROLES = {"warning": "yellow", "departure": "red", "reading": "cyan", "information": "cyan"}

# Shown instead of a block that needs a page.
PLACEHOLDERS: dict[str, Text] = {
    "curve": text("curve"),
    "confusion": text("confusion matrix"),
    "ranges": text("values with their intervals"),
    "overlay": text("picture with marks"),
    "strip": text("row of pictures"),
    "timeline": text("timeline"),
    "gallery": text("gallery of pictures"),
}


def print_summary(run: RunFolder, console: Console, language: Language) -> None:
    """Print the product's name, the results in the document's form, warnings, failures and the report's path."""
    manifest, results = run.manifest, run.results
    console.print(Line.assemble((_name(manifest.subject.name), "bold"), "  ", _say(manifest.document.title, language)))
    if manifest.state != "complete":
        console.print(Line(_say(LABELS["unfinished"], language), "bold red"))
    if any(note.id == "departure-trial" for note in manifest.departures):
        console.print(Line(_say(LABELS["trial"], language), "bold red"))
    for block in results.blocks:
        if block.id in _SHOWN or (isinstance(block, Note) and block.role == "warning"):
            console.print()
            console.print(block_view(block, language, width=console.width))
        for table in accompanying(results.blocks) if block.id == _SUMMARY else ():
            console.print()
            console.print(block_view(table, language, width=console.width))
    failed = sum(item.status == "failed" for item in run.items)
    console.print()
    console.print(Line(_say(text("{count} of {all} items failed", count=failed, all=_count(run)), language)))
    report = run.path / REPORT
    if report.is_file():
        # Unbroken, so that it can be clicked or copied as a whole.
        shown = f"{_say(LABELS['report_file'], language)} {words.clean(settings.called(str(report)))}"
        console.print(Line(shown), soft_wrap=True)


def accompanying(blocks: Sequence[Block]) -> Iterator[Table]:
    """Yield the tables of a report cut down to the figures without which its summary would be misread; nothing if it has none."""
    tables = [block for block in blocks if isinstance(block, Table)]
    above = {name for table in tables if table.id == _SUMMARY for row in table.rows for name in _measures(row)}
    for table in tables:
        rows = tuple(row[:_COLUMNS] for row in table.rows if _FIGURES.intersection(_measures(row)) - above)
        if rows and table.id in _SOURCES:
            shown = {"title": unmarked(table.title), "columns": table.columns[:_COLUMNS], "rows": rows}
            yield table.model_copy(update=shown)


def unmarked(title: Text) -> Text:
    """Return the title of a table without the failed canaries, which stand in the title of the summary already."""
    inner = title.args.get("title")
    return inner if isinstance(inner, Text) else title


def _measures(row: Sequence[Cell]) -> set[str]:
    return {cell.target.removeprefix("measure-") for cell in row if isinstance(cell, Link)}


def block_view(block: Block, language: Language, *, width: int = 80, rest: str = "results.json") -> RenderableType:
    """Return a block for a terminal: tables, notes and text in full, others as one line naming the content.

    ``rest`` names the file with the omitted rows of a long table.
    """
    if isinstance(block, Table):
        return _table(block, language, width, rest)
    if isinstance(block, Note):
        heading = Line(_say(block.title, language), f"bold {_ROLES[block.role]}")
        if block.clause:
            heading.append(f"  {words.clean(block.clause)}", "dim")
        return heading.append("\n").append(fold(_say(block.body, language), width), "not bold")
    if isinstance(block, Paragraphs):
        shown = [fold(_say(paragraph, language), width) for paragraph in block.paragraphs]
        return Line.assemble((_say(block.title, language), "bold"), "\n", "\n\n".join(shown))
    return Line.assemble(f"[{_say(PLACEHOLDERS[block.kind], language)}] ", (_say(block.title, language), "bold"))


def in_pieces(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks with long tables in pieces: without a file that has the rest, all rows must be printed."""
    for block in blocks:
        if isinstance(block, Table):
            for start in range(0, len(block.rows), MOST_ROWS):
                yield block.model_copy(update={"rows": block.rows[start : start + MOST_ROWS]})
        else:
            yield block


def _table(block: Table, language: Language, width: int, rest: str) -> RenderableType:
    """Return a table fitted to the width; numbers stay on one line, words may wrap."""
    columns = block.columns
    headings = [
        Heading(_say(one.title, language), folds=one.align == "left", right=one.align == "right") for one in columns
    ]
    rows = [
        [_cell(cell, column, language) for cell, column in zip(row, columns, strict=True)]
        for row in block.rows[:MOST_ROWS]
    ]
    shown = tabular(Line(_say(block.title, language), "bold"), headings, rows, width)
    if len(block.rows) <= MOST_ROWS:
        return shown
    more = text("{count} more rows are in {file}.", count=len(block.rows) - MOST_ROWS, file=rest)
    return Group(shown, Line(_say(more, language), "dim"))


def _cell(cell: Cell, column: Column, language: Language) -> str:
    if isinstance(cell, Link):
        return _cell(cell.value, column, language)
    if cell is None:
        return "–"
    if isinstance(cell, Text):
        return _say(cell, language)
    return _name(cell) if isinstance(cell, str) else words.number(cell, column.decimals)


def _say(sentence: Text, language: Language) -> str:
    zh, en = words.shortened(sentence)
    return zh if language == "zh" else en


def _name(value: str) -> str:
    return words.shorten(words.clean(value), _NAME)


def _count(run: RunFolder) -> int:
    seal = run.manifest.items
    return seal.count if seal is not None else sum(1 for _ in run.items)
