"""``mindsight rescore``: every number of a run from its record again, without the subject."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.records.refusals import NUMBERS, computable, refuse_changed
from mindsight.cli.shared.console import show
from mindsight.cli.shared.interrupts import explained, rescore_left
from mindsight.cli.shared.options import RUN
from mindsight.cli.shared.settings import settings
from mindsight.errors import RecordError
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Results
    from mindsight.record.scores import ScoreTable


def rescore(run: Path = RUN) -> int:
    """Recompute results and tell what moved."""
    from mindsight.record import canonical, scores
    from mindsight.record.folder import REPORT, RESULTS, SCORES, RunFolder
    from mindsight.report import render_html

    folder = RunFolder.open(run)
    if folder.manifest.state != "complete":
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run))
    with explained(rescore_left, run), folder.locked():
        folder.clear()
        refuse_changed(run, derived=NUMBERS)
        before = {measure.name: measure.value for measure in folder.results.measures}
        with computable(folder):
            table, results = _recompute(folder)
        new = {SCORES: scores.to_csv(table), RESULTS: canonical.model_page(results), **_beside(folder)}
        with _as_it_will_be(folder, new) as whole:
            new[REPORT] = render_html(whole, language=settings.language).encode()
        folder.publish(new, seal=True)
    moved = [m for m in results.measures if m.name not in before or m.value != before[m.name]]
    for measure in moved:
        show(f"{measure.name}: {before.get(measure.name)} → {measure.value}")
    show(text("{count} measures recomputed, {moved} changed", count=len(results.measures), moved=len(moved)))
    return 0


@contextmanager
def _as_it_will_be(folder: RunFolder, new: Mapping[str, bytes]) -> Iterator[RunFolder]:
    """Give a run with other numbers for as long as its page is made; the run itself is not touched."""
    from mindsight.record.folder import ITEMS, MANIFEST, MEDIA, RunFolder

    with tempfile.TemporaryDirectory(prefix="mindsight-") as place:
        for name in (ITEMS, MANIFEST, MEDIA):
            (Path(place) / name).symlink_to((folder.path / name).resolve())
        for name, data in new.items():
            (Path(place) / name).write_bytes(data)
        yield RunFolder(Path(place))


def _recompute(folder: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute by the suite that the manifest names."""
    manifest = folder.manifest
    kind = (manifest.document.suite, manifest.kind)
    if manifest.document.suite == "album":
        from mindsight.album.suite import rescore as rescore_album

        return rescore_album(folder)
    if kind == ("home", "generalisation"):
        from mindsight.home.totals import rescore as rescore_home

        return rescore_home(folder)
    if kind in {("home", "robustness"), ("home", "validity")}:
        from mindsight.home.studies.conditions_totals import rescore as rescore_conditions

        return rescore_conditions(folder)
    if kind == ("vsig", "grounding"):
        from mindsight.vsig.totals import rescore as rescore_vsig

        return rescore_vsig(folder)
    if kind == ("vsig", "controls"):
        from mindsight.vsig.audits.controls_totals import rescore as rescore_controls

        return rescore_controls(folder)
    raise RecordError(
        "{folder}: this version of mindsight has no suite {suite} {kind}",
        folder=str(folder.path),
        suite=manifest.document.suite,
        kind=manifest.kind,
    )


def _beside(folder: RunFolder) -> Mapping[str, bytes]:
    """Return what a suite writes of its numbers beside the files that every run has."""
    if (folder.manifest.document.suite, folder.manifest.kind) != ("vsig", "grounding"):
        return {}
    from mindsight.vsig.totals import metrics_page

    return metrics_page(folder)
