"""The parts of plug-ins that read saved runs: other formats, and further blocks of a report page."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from mindsight.errors import InputError
from mindsight.export import FORMATS
from mindsight.export.contents import Contents
from mindsight.plugins import registry
from mindsight.plugins.part import BAD_NAME, Part, is_name, refuse_hiding, refuse_unless
from mindsight.plugins.source import guarded
from mindsight.record.blocks import Block, Note
from mindsight.text import text


@dataclass(frozen=True)
class Exporter(Part):
    """A format of a plug-in: its name, and what writes a run into a folder and returns the files."""

    kind: ClassVar[str] = "exporter"
    name: str
    write: Callable[[Contents, Path], list[Path]]

    def __post_init__(self) -> None:
        """Refuse one that could not be named, or is named like a built-in one."""
        refuse_unless(is_name(self.name), self.name, BAD_NAME)
        refuse_hiding(self.name, FORMATS)

    @property
    def key(self) -> str:
        """The name that ``--to`` takes."""
        return self.name


@dataclass(frozen=True)
class ReportBlocks(Part):
    """Further blocks of a page about a run, of the types that every report has: a table, a chart, a note."""

    kind: ClassVar[str] = "blocks"
    name: str
    blocks: Callable[[Contents], Iterable[Block]]

    def __post_init__(self) -> None:
        """Refuse ones that could not be named."""
        refuse_unless(is_name(self.name), self.name, BAD_NAME)

    @property
    def key(self) -> str:
        """The name that ``--add`` takes."""
        return self.name


def exporter(word: str) -> Exporter | None:
    """Return the format of a plug-in that a word names."""
    return next(iter(registry.named(word, Exporter.kind)), None)


def write(part: Exporter, contents: Contents, folder: Path) -> list[Path]:
    """Write a run in the format of a plug-in.

    Raises:
        InputError: Its code fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return guarded(lambda: [Path(file) for file in part.write(contents, folder)], part.name)


def further_blocks(words: Iterable[str], contents: Contents) -> list[Block]:
    """Return the blocks that plug-ins add to a page about a run, each time under a note that says whose they are.

    Raises:
        InputError: A word names none, or its code fails.
    """
    found: list[Block] = []
    for word in words:
        parts = registry.named(word, ReportBlocks.kind)
        if not parts:
            raise InputError("--add: no plug-in has report blocks of the name {name}", name=word)
        for part in parts:
            body = text(
                "By a plug-in, not part of the record: {plugin}", plugin=str(registry.origin_of(part.kind, part.key))
            )
            title = text("{name}", name=part.key)
            found.append(Note(id=f"plugin-{part.key}", title=title, role="information", body=body))
            found += guarded(partial(_blocks_of, part, contents), part.key)
    return found


def _blocks_of(part: ReportBlocks, contents: Contents) -> list[Block]:
    return list(part.blocks(contents))
