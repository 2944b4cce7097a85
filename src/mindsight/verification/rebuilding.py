"""Write everything that follows from a record anew: the numbers by the suite that the manifest names, and their pages."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mindsight.errors import RecordError
from mindsight.record import canonical, scores
from mindsight.record.folder import ITEMS, MANIFEST, MEDIA, RESULTS, SCORES, RunFolder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mindsight.record.model import Results
    from mindsight.record.scores import ScoreTable
    from mindsight.text import Language


class Rebuilt(NamedTuple):
    """The numbers of a run once more, and the bytes of the files that hold them, by name."""

    results: Results
    files: dict[str, bytes]


def rebuild(run: RunFolder) -> Rebuilt:
    """Return the numbers of a run and the files that hold them; nothing is written.

    Raises:
        RecordError: The record is of a kind that this version does not know, or cannot be read.
        ImportError: A library that the suite needs is not installed.
    """
    table, results = _recompute(run)
    files = {SCORES: scores.to_csv(table), RESULTS: canonical.model_page(results), **_beside(run)}
    return Rebuilt(results, files)


def report_page(run: RunFolder, files: Mapping[str, bytes], *, language: Language) -> bytes:
    """Return the report of a run as it is with these files in the place of its own."""
    from mindsight.report import render_html

    with _as_it_will_be(run, files) as whole:
        return render_html(whole, language=language).encode()


@contextmanager
def _as_it_will_be(run: RunFolder, files: Mapping[str, bytes]) -> Iterator[RunFolder]:
    """Give a run with other files for as long as its page is made; the run itself is not touched."""
    with tempfile.TemporaryDirectory(prefix="mindsight-") as place:
        for name in (ITEMS, MANIFEST, MEDIA):
            (Path(place) / name).symlink_to((run.path / name).resolve())
        for name, data in files.items():
            (Path(place) / name).write_bytes(data)
        yield RunFolder(Path(place))


def _recompute(run: RunFolder) -> tuple[ScoreTable, Results]:
    manifest = run.manifest
    kind = (manifest.document.suite, manifest.kind)
    if manifest.kind.endswith("_opinion"):
        from mindsight.rating.rated_run import rescore as rescore_ratings

        return rescore_ratings(run)
    if manifest.document.suite == "album":
        from mindsight.album.suite import rescore as rescore_album

        return rescore_album(run)
    if kind == ("home", "generalisation"):
        from mindsight.home.totals import rescore as rescore_home

        return rescore_home(run)
    if kind == ("home", "questions"):
        from mindsight.home.questions.totals import rescore as rescore_questions

        return rescore_questions(run)
    if kind in {("home", "robustness"), ("home", "validity")}:
        from mindsight.home.studies.conditions_totals import rescore as rescore_conditions

        return rescore_conditions(run)
    if kind == ("vsig", "grounding"):
        from mindsight.vsig.totals import rescore as rescore_vsig

        return rescore_vsig(run)
    if kind == ("vsig", "controls"):
        from mindsight.vsig.controls.totals import rescore as rescore_controls

        return rescore_controls(run)
    raise RecordError(
        "{folder}: this version of mindsight has no suite {suite} {kind}",
        folder=str(run.path),
        suite=manifest.document.suite,
        kind=manifest.kind,
    )


def _beside(run: RunFolder) -> Mapping[str, bytes]:
    """Return what a suite writes of its numbers beside the files that every run has."""
    if (run.manifest.document.suite, run.manifest.kind) != ("vsig", "grounding"):
        return {}
    from mindsight.vsig.totals import metrics_page

    return metrics_page(run)
