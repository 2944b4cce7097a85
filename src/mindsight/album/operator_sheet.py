"""The sheet that goes with a kit to whoever operates the product by hand (5.3 enhancement b)."""

from pathlib import Path

from mindsight.album.enhancement_kit import EnhancementKit
from mindsight.record.blocks import Block, Column, Note, Paragraphs, Table
from mindsight.record.folder import write_whole
from mindsight.text import Language, Text, text

SHEET = "operator-sheet.html"


def write_operator_sheet(folder: Path, *, language: Language = "en") -> Path:
    """Write the sheet into the kit, opening in the language, and return its path."""
    from mindsight.report import render_page

    kit = EnhancementKit(folder)
    page = render_page(text("Operator's sheet: image enhancement"), _blocks(kit), {}, language=language)
    write_whole(folder / SHEET, page.encode())
    return folder / SHEET


def _blocks(kit: EnhancementKit) -> list[Block]:
    header = kit.header
    steps = (
        text(
            "Write down the product's name and version, the device, its operating system and the network (clause 4.1)."
        ),
        text(
            "Copy the folder “inputs” to the device. Do not open or save the pictures with another program on the way."
        ),
        text(
            "Run the product's enhancement function on every picture, with the settings that are being tested; touch nothing else."
        ),
        text("Export each result at full size, under the number of its input: 0001.png gives 0001.png or 0001.jpg."),
        text(
            "Bring all results back into one folder. A picture that the product refused stays missing; write down why."
        ),
        text("Score them with: mindsight album score {kit} RESULTS", kit=kit.path.name),
    )
    blocks: list[Block] = []
    if header.trial:
        body = text("Non-conforming trial: {found} references, the document asks for more than 30.", found=header.count)
        blocks.append(Note(id="trial", title=text("Warning"), role="warning", body=body))
    blocks.append(Paragraphs(id="steps", title=text("Steps"), paragraphs=tuple(_numbered(steps))))
    blocks.append(_record())
    blocks.append(_pictures(kit))
    return blocks


def _numbered(steps: tuple[Text, ...]) -> list[Text]:
    return [text("{number}. {step}", number=number, step=step) for number, step in enumerate(steps, start=1)]


def _record() -> Table:
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
    return Table(id="record", title=text("Record"), columns=columns, rows=tuple((field, "") for field in fields))


def _pictures(kit: EnhancementKit) -> Table:
    rows = tuple(
        (item.id, f"{item.input.width}×{item.input.height}", f"{item.reference.width}×{item.reference.height}", "")
        for item, _ in kit.items()
    )
    columns = (
        Column(title=text("Input"), align="left"),
        Column(title=text("Input size")),
        Column(title=text("Expected size of the result")),
        Column(title=text("Remarks"), align="left"),
    )
    title = text("Pictures of the kit {hash}", hash=kit.sha256[:12])
    return Table(id="pictures", title=title, columns=columns, rows=rows)
