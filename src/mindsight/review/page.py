"""The page of a review: the verdict, every check with its findings, pairs that look the same, and contact sheets."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from mindsight.clauses.entry import cite
from mindsight.record.blocks import Block, Column, Gallery, Note, Overlay, Paragraphs, Picture, Strip, Table
from mindsight.record.canonical import sha256
from mindsight.record.folder import MEDIA, RunFolder
from mindsight.report import render_page
from mindsight.review.findings import Checked, Review
from mindsight.review.reviewing import PAGE
from mindsight.review.sheets import PER_SHEET, contact_sheets, jpeg, little
from mindsight.review.words import STATES, VERDICTS, clause_of, overview, summary
from mindsight.text import Language, Text, text

MOST_SHOWN = 480
"""Most pictures on contact sheets."""
_MOST_GROUPS, _MOST_TOGETHER, _MOST_SINGLE = 24, 6, 24
_GROUPED = frozenset(("e3", "e6"))
_MOST_FILES = 5

Progress = Callable[[int, int], None]


def write_page(
    review: Review, out: Path, root: Path, files: tuple[str, ...], *, language: Language, progress: Progress
) -> Path:
    """Write the page and its pictures into the folder of a review, seal the folder, and return the page's path.

    ``files`` are the pictures and clips of the data set; ``root`` is where they lie.
    """
    folder = RunFolder(out)
    media: dict[str, bytes] = {}

    def keep(data: bytes) -> str:
        name = f"{sha256(data)}.jpg"
        media[name] = data
        return name

    blocks = tuple(_blocks(review, root, files, keep, progress))
    (out / MEDIA).mkdir(exist_ok=True)
    for data in media.values():
        folder.put_media(data, ".jpg")
    drawn = render_page(_title(review), blocks, media, language=language)
    with folder.locked():
        folder.publish({PAGE: drawn.encode()}, seal=True)
    return out / PAGE


def _title(review: Review) -> Text:
    return text("Review of the data set {name} (home 6.2)", name=review.data.name)


def _blocks(
    review: Review, root: Path, files: tuple[str, ...], keep: Callable[[bytes], str], progress: Progress
) -> Iterator[Block]:
    yield Note(
        id="verdict", title=text("Verdict"), role="warning" if review.failed else "information", body=summary(review)
    )
    yield _facts(review)
    yield overview(review)
    for letter in dict.fromkeys(one.clause for one in review.checks if one.findings):
        checks = [one for one in review.checks if one.clause == letter and one.findings]
        yield _letter(letter, checks)
        for check in checks:
            yield from _shown(check, root, keep)
    yield from _sheets(root, files, keep, progress)


def _facts(review: Review) -> Table:
    data, answers = review.data, review.declarations
    rows: tuple[tuple[Text, str | int | Text], ...] = (
        (text("Data set"), data.name),
        (text("Read as"), LAYOUTS[data.layout]),
        (text("Files"), data.files),
        (text("Bytes"), data.bytes),
        (text("SHA-256 over all files"), data.sha256),
        (text("Ages counted to"), review.on),
        (text("Declared by"), f"{answers.by}, {answers.on}" if answers else text("nobody")),
    )
    columns = (Column(title=text("Field"), align="left"), Column(title=text("Value"), align="left"))
    return Table(id="data", title=text("What was reviewed"), columns=columns, rows=rows)


LAYOUTS: Mapping[str, Text] = {
    "pictures": text("folder of pictures"),
    "kit": text("album kit"),
    "clips": text("annotated clips"),
    "tasks": text("generated household tasks"),
    "questions": text("generated household questions"),
    "rooms": text("rooms in which a subject was left alone"),
    "pool": text("questions brought along"),
}


def _letter(clause: str, checks: list[Checked]) -> Table:
    head = clause_of(checks[0])
    titles = (text("Point"), text("State"), text("Decided by"), text("Expected"), text("Found"), text("Files"))
    rows = tuple(
        (one.id, STATES[found.severity], VERDICTS[one.verdict], one.expected, found.found, _named(found.files))
        for one in checks
        for found in one.findings
    )
    title = text(
        "6.2 {letter}: {title}", letter=cite(clause).removeprefix("6.2 "), **{"title": head.en, "title.zh": head.zh}
    )
    return Table(id=clause, title=title, columns=tuple(Column(title=one, align="left") for one in titles), rows=rows)


def _named(files: tuple[str, ...]) -> Text | str | None:
    if len(files) > _MOST_FILES:
        first = "; ".join(files[:_MOST_FILES])
        return text("{first} and {count} more", first=first, count=len(files) - _MOST_FILES)
    return "; ".join(files) or None


def _shown(check: Checked, root: Path, keep: Callable[[bytes], str]) -> Iterator[Block]:
    """Yield the pictures that a check's findings are about: the same picture side by side, others in a row."""
    if check.state not in {"failure", "warning", "waiting"}:
        return
    single: dict[str, Picture] = {}
    for number, found in enumerate(check.findings):
        if found.severity not in {"failure", "warning", "waiting"}:
            continue
        if check.id in _GROUPED and len(found.files) > 1:
            together = found.files[:_MOST_TOGETHER] if number < _MOST_GROUPS else ()
            pictures = [one for file in together if (one := _picture(root, file, keep))]
            if pictures:
                yield Strip(id=f"{check.id}-{number}", title=check.title, pictures=tuple(pictures), above=found.found)
            continue
        for file in found.files:
            if len(single) < _MOST_SINGLE and file not in single and (one := _picture(root, file, keep)):
                single[file] = one
    if single:
        yield Gallery(id=f"{check.id}-pictures", title=check.title, pictures=tuple(single.values()))


def _picture(root: Path, file: str, keep: Callable[[bytes], str]) -> Picture | None:
    image = little(root, file)
    return None if image is None else Picture(media=keep(jpeg(image)), caption=text("{file}", file=file))


def _sheets(root: Path, files: tuple[str, ...], keep: Callable[[bytes], str], progress: Progress) -> Iterator[Block]:
    shown = files[:MOST_SHOWN]
    if not shown:
        return
    body = text(
        "Look through them for persons who can be recognised, for what does not belong here and for odd pictures. {shown} of {all} "
        "are shown; {each} on a sheet, in the order of their names.",
        shown=len(shown),
        all=len(files),
        each=PER_SHEET,
    )
    yield Paragraphs(id="sheets", title=text("Contact sheets"), paragraphs=(body,))
    for sheet in contact_sheets(root, shown, progress):
        first, last = shown[sheet.first - 1], shown[sheet.last - 1]
        caption = text("{begin}–{end}: {first} … {last}", begin=sheet.first, end=sheet.last, first=first, last=last)
        yield Overlay(
            id=f"sheet-{sheet.first}",
            title=text("Pictures {begin} to {end}", begin=sheet.first, end=sheet.last),
            picture=Picture(media=keep(sheet.data), caption=caption),
        )
