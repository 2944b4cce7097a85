"""``mindsight rescore``: every number of a run from its record again, without the subject."""

from __future__ import annotations

from pathlib import Path

from mindsight.cli.records.refusals import NUMBERS, computable, refuse_changed
from mindsight.cli.shared.confirming import YES, is_confirmed
from mindsight.cli.shared.console import show
from mindsight.cli.shared.interrupts import explained, rescore_left
from mindsight.cli.shared.options import RUN
from mindsight.cli.shared.settings import settings
from mindsight.errors import RecordError
from mindsight.text import text


def rescore(run: Path = RUN, yes: bool = YES) -> int:
    """Recompute results and report what moved."""
    from mindsight.record.folder import REPORT, RunFolder
    from mindsight.verification.rebuilding import rebuild, report_page

    folder = RunFolder.open(run)
    if folder.manifest.state != "complete":
        if folder.manifest.shard is not None:
            raise RecordError("{folder}: is a shard of a run; join the shards with: mindsight merge", folder=str(run))
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run))
    with explained(rescore_left, run), folder.locked():
        folder.clear()
        refuse_changed(run, derived=NUMBERS)
        before = {measure.name: measure.value for measure in folder.results.measures}
        with computable(folder):
            results, files = rebuild(folder)
        moved = [m for m in results.measures if m.name not in before or m.value != before[m.name]]
        lost = text(
            "{count} measures change; the run is sealed anew, and the numbers that it had are lost", count=len(moved)
        )
        if moved and not is_confirmed(run, lost, yes=yes):
            return 0
        page = report_page(folder, files, language=settings.language)
        folder.publish({**files, REPORT: page}, seal=True)
    for measure in moved:
        show(f"{measure.name}: {_shown(before.get(measure.name))} → {_shown(measure.value)}")
    show(text("{count} measures recomputed, {moved} changed", count=len(results.measures), moved=len(moved)))
    return 0


def _shown(value: float | None) -> str:
    return "–" if value is None else str(value)
