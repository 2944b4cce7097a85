"""Write the one-page instructions for a person who operates a product by hand (5.3), and a form for class labels."""

import csv
import io
from pathlib import Path
from typing import Any

from mindsight.album.kits.kit import Kit
from mindsight.album.suite import open_kit
from mindsight.files.whole import write_whole
from mindsight.record.blocks import Block, Cell, Column, Note, Paragraphs, Table
from mindsight.text import Language, Text, mark, text

SHEET = "operator-sheet.html"
FORM = "answers.csv"
"""The form that the operator of a classification fills in, without the actual classes."""

_TITLES = {
    "classification": text("Operator's sheet: image classification"),
    "enhancement": text("Operator's sheet: image enhancement"),
    "segmentation": text("Operator's sheet: image segmentation"),
}
_BLANK_ROWS = 4


def write_operator_sheet(folder: Path, *, name: str | None = None, language: Language = "en") -> Path:
    """Write the sheet, and the form if labels are wanted, into the kit; return the sheet's path.

    Args:
        folder: The kit's folder.
        name: How the folder will be called, if it has not its name yet.
        language: In which the sheet opens.
    """
    from mindsight.report import render_page

    kit = open_kit(folder)
    if kit.header.kind == "classification":
        write_whole(folder / FORM, _form(kit))
    page = render_page(_TITLES[kit.header.kind], _blocks(kit, name or folder.name), {}, language=language)
    write_whole(folder / SHEET, page.encode())
    return folder / SHEET


def _form(kit: Kit[Any, Any]) -> bytes:
    """Return the form as CSV, with a byte order mark by which spreadsheets recognise UTF-8."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerow(["number", "predicted"])
    writer.writerows([entry.id, ""] for entry, _ in kit.items())
    return lines.getvalue().encode("utf-8-sig")


def _blocks(kit: Kit[Any, Any], name: str) -> list[Block]:
    header = kit.header
    blocks: list[Block] = []
    if header.trial:
        body = text("Non-conforming trial: this kit has fewer images than the document asks for.")
        blocks.append(Note(id="trial", title=text("Warning"), role="warning", body=body))
    steps = (_FIRST, _COPY, *_STEPS[header.kind], text(_SCORE[header.kind], kit=name))
    blocks.append(Paragraphs(id="steps", title=text("Steps"), paragraphs=tuple(_numbered(steps))))
    blocks += [_record(kit), _remarks()]
    return blocks


_FIRST = text(
    "Write down the product's name and version, the device, its operating system and the network (clause 4.1)."
)
_COPY = text(
    "Copy the folder “inputs” to the device. Do not open or save the pictures with another program on the way."
)
_EXPORT = text("Export each result at full size, under the number of its input: 0001.png gives 0001.png or 0001.jpg.")
_BACK = text(
    "Bring all results back into one folder. A picture that the product refused stays missing; write down why."
)
_STEPS = {
    "classification": (
        text("Import all pictures into the album, switch its classification on and wait until it has finished."),
        text(
            "Write the class that the album gave to each picture into answers.csv, beside its number. Separate several "
            "classes by |, the best first; if the album gave none, leave the cell empty."
        ),
        text(
            "Use the album's own words; do not correct them. A picture that the album did not take stays empty; write down why."
        ),
    ),
    "enhancement": (
        text(
            "Run the product's enhancement function on every picture, with the settings that are being tested; touch nothing else."
        ),
        _EXPORT,
        _BACK,
    ),
    "segmentation": (
        text(
            "Run the product's cut-out function on every picture, with the settings that are being tested. Do not mark or correct "
            "anything by hand."
        ),
        _EXPORT,
        text("Choose a transparent background and the whole picture where the product offers them; write down which."),
        _BACK,
    ),
}
_SCORE = {
    "classification": mark("Score them with: mindsight album score {kit} answers.csv"),
    "enhancement": mark("Score them with: mindsight album score {kit} RESULTS"),
    "segmentation": mark("Score them with: mindsight album score {kit} RESULTS --mask-from alpha"),
}


def _numbered(steps: tuple[Text, ...]) -> list[Text]:
    return [text("{number}. {step}", number=number, step=step) for number, step in enumerate(steps, start=1)]


def _record(kit: Kit[Any, Any]) -> Table:
    """Return the form for the test's facts: those known from the kit are filled in, those only the operator knows are not."""
    fields = (
        text("Product"),
        text("Version"),
        text("Device"),
        text("Operating system"),
        text("Network"),
        text("Operator"),
        text("Date"),
    )
    columns = (Column(title=text("To be recorded"), align="left"), Column(title=text("To be filled in"), align="left"))
    rows = (*_known(kit), *((field, "") for field in fields))
    return Table(id="record", title=text("Record"), columns=columns, rows=rows)


def _known(kit: Kit[Any, Any]) -> list[tuple[Cell, ...]]:
    numbers: list[str] = []
    sizes: set[tuple[int, int]] = set()
    for instance in kit.items():
        entry = instance[0]
        numbers = [*numbers[:1], entry.id]
        wanted = getattr(entry, "reference", entry.input)
        if hasattr(wanted, "width"):
            sizes.add((wanted.width, wanted.height))
    rows: list[tuple[Cell, ...]] = [
        (text("Kit"), f"{kit.path.name}, SHA-256 {kit.sha256[:16]}…"),
        (text("Pictures"), f"{' … '.join(numbers)} ({kit.header.count})"),
    ]
    if sizes:
        shown = ", ".join(f"{width}×{height}" for width, height in sorted(sizes)[:4])
        rows.append((text("Expected size of the result"), shown + (" …" if len(sizes) > 4 else "")))
    return rows


def _remarks() -> Table:
    columns = (
        Column(title=text("Number"), align="left"),
        Column(title=text("What happened (refused, error, other settings)"), align="left"),
    )
    return Table(id="remarks", title=text("Remarks"), columns=columns, rows=(("", ""),) * _BLANK_ROWS)
