"""Write everything that follows from a record anew: the numbers by the suite that the manifest names, and their pages."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mindsight.files.whole import write_whole
from mindsight.kinds import kind_of, rescore
from mindsight.record import canonical, scores
from mindsight.record.folder import ITEMS, MANIFEST, MEDIA, RESULTS, SCORES, RunFolder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mindsight.files.whole import Content
    from mindsight.record.model import Results
    from mindsight.text import Language


class Rebuilt(NamedTuple):
    """The numbers of a run once more, and the bytes of the files that hold them, by name."""

    results: Results
    files: dict[str, Content]


def rebuild(run: RunFolder) -> Rebuilt:
    """Return the numbers of a run and the files that hold them; nothing is written.

    Raises:
        RecordError: The record is of a kind that this version does not know, or cannot be read.
        ImportError: A library that the suite needs is not installed.
    """
    table, results = rescore(run)
    files: dict[str, Content] = {
        SCORES: scores.CsvPieces(table),
        RESULTS: canonical.model_page(results),
        **kind_of(run.manifest, run.path).beside(run),
    }
    return Rebuilt(results, files)


def report_page(run: RunFolder, files: Mapping[str, Content], *, language: Language) -> bytes:
    """Return the report of a run as it is with these files in the place of its own."""
    from mindsight.report import render_html

    with _as_it_will_be(run, files) as whole:
        return render_html(whole, language=language).encode()


@contextmanager
def _as_it_will_be(run: RunFolder, files: Mapping[str, Content]) -> Iterator[RunFolder]:
    """Give a run with other files for as long as its page is made; the run itself is not touched."""
    with tempfile.TemporaryDirectory(prefix="mindsight-") as place:
        for name in {ITEMS, MANIFEST, MEDIA, SCORES, RESULTS} - files.keys():
            (Path(place) / name).symlink_to((run.path / name).resolve())
        for name, data in files.items():
            write_whole(Path(place) / name, data)
        yield RunFolder(Path(place))
