"""Write everything that follows from a record anew: the numbers by the suite that the manifest names, and their pages."""

from __future__ import annotations

import importlib
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mindsight.errors import RecordError
from mindsight.record import canonical, scores
from mindsight.record.folder import ITEMS, MANIFEST, MEDIA, RESULTS, SCORES, RunFolder, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mindsight.record.folder import Content
    from mindsight.record.model import Results
    from mindsight.record.scores import ScoreTable
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
    table, results = recompute(run)
    files: dict[str, Content] = {
        SCORES: scores.CsvPieces(table),
        RESULTS: canonical.model_page(results),
        **beside(run),
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


_SUITES = {
    ("home", "generalisation"): "mindsight.home.totals",
    ("home", "autonomy"): "mindsight.home.autonomy.runs.totals",
    ("home", "protocol"): "mindsight.home.autonomy.totals",
    ("home", "questions"): "mindsight.home.questions.totals",
    ("home", "imported"): "mindsight.home.imported.runs.totals",
    ("home", "robustness"): "mindsight.home.studies.conditions_totals",
    ("home", "validity"): "mindsight.home.studies.conditions_totals",
    ("vsig", "grounding"): "mindsight.vsig.totals",
    ("vsig", "controls"): "mindsight.vsig.controls.totals",
}
"""The module whose ``rescore`` computes the numbers of each kind of run; the kinds of albums share one, ratings another."""


def recompute(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Return table and results by the suite that the manifest names."""
    suite, kind = run.manifest.document.suite, run.manifest.kind
    module = _SUITES.get((suite, kind))
    if kind.endswith("_opinion"):
        module = "mindsight.rating.rated_run"
    elif suite == "album":
        module = "mindsight.album.suite"
    if module is None:
        raise RecordError(
            "{folder}: this version of mindsight has no suite {suite} {kind}",
            folder=str(run.path),
            suite=suite,
            kind=kind,
        )
    found: tuple[ScoreTable, Results] = importlib.import_module(module).rescore(run)
    return found


def beside(run: RunFolder) -> Mapping[str, bytes]:
    """Return what a suite writes of its numbers beside the files that every run has."""
    if (run.manifest.document.suite, run.manifest.kind) != ("vsig", "grounding"):
        return {}
    from mindsight.vsig.totals import metrics_page

    return metrics_page(run)
