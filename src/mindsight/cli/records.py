"""Commands on saved runs: verify, rescore, report, compare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.common import out, settings, show, tell
from mindsight.cli.interrupts import explained, report_left, rescore_left
from mindsight.errors import RecordError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.record.comparison import Comparison
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Results
    from mindsight.record.scores import ScoreTable

_RUN = typer.Argument(..., help=mark("Run folder."))


def add_to(app: typer.Typer) -> None:
    """Add the commands of this file to the tree."""
    app.command("verify", help=mark("Check every byte of a run against its seal and every number against its items."))(
        verify
    )
    app.command("rescore", help=mark("Recompute every number of a run from its record, without the subject."))(rescore)
    app.command("report", help=mark("Write the report of a run again."))(report)
    app.command("compare", help=mark("Compare runs of different subjects on the same test."))(compare)


def verify(run: Path = _RUN) -> int:
    """Check a run folder."""
    from mindsight.record import checker

    findings, counts = checker.check(str(run))
    for finding in findings or [checker.Finding("good", **counts)]:
        show(finding.say(settings.language))
    if not findings:
        return 0
    return 2 if findings[0].key == "no_run" else 1


def rescore(run: Path = _RUN) -> int:
    """Recompute results and tell what moved."""
    from mindsight.record import scores
    from mindsight.record.folder import MANIFEST, RESULTS, SCORES, RunFolder
    from mindsight.report import write_report

    folder = RunFolder.open(run)
    if folder.manifest.state != "complete":
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run))
    _refuse_changed(run, derived=("report.html", "results.json", "scores.csv"))
    before = {measure.name: measure.value for measure in folder.results.measures}
    table, results = _recompute(folder)
    moved = [m for m in results.measures if m.name not in before or m.value != before[m.name]]
    with explained(rescore_left, run), folder.locked():
        folder.unseal()
        folder.write(SCORES, scores.to_csv(table))
        folder.write_model(RESULTS, results)
        folder.write_model(MANIFEST, folder.manifest)
        write_report(folder, language=settings.language)
    for measure in moved:
        show(f"{measure.name}: {before.get(measure.name)} → {measure.value}")
    show(text("{count} measures recomputed, {moved} changed", count=len(results.measures), moved=len(moved)))
    return 0


def report(runs: list[Path] = typer.Argument(..., help=mark("Run folders."))) -> int:
    """Write reports again."""
    from mindsight.record.folder import RunFolder
    from mindsight.report import write_report

    for path in runs:
        folder = RunFolder.open(path)
        if folder.manifest.state == "complete":
            _refuse_changed(path, derived=("report.html",))
        with explained(report_left, path):
            page = write_report(folder, language=settings.language)
        show(str(page))
    return 0


def compare(
    runs: list[Path] = typer.Argument(
        ..., help=mark("Two run folders or more; the first is what the others are held against.")
    ),
    page: Path = typer.Option(None, "--out", "-o", help=mark("Write the comparison as a page too.")),
    seed: int = typer.Option(7, "--seed", min=0, help=mark("Seed of the sign flips.")),
    as_json: bool = typer.Option(False, "--json", help=mark("Print measures and blocks as JSON.")),
) -> int:
    """Compare runs."""
    import json

    from mindsight.cli.terminal import block_view
    from mindsight.record.blocks import Curve
    from mindsight.record.contestants import addresses
    from mindsight.record.folder import RunFolder
    from mindsight.report import render_page

    if page is not None:
        _refuse_target(page)
    folders = [RunFolder.open(path) for path in runs]
    comparison = _compared(folders, seed)
    if as_json:
        for warning in comparison.warnings:
            tell(warning, style="yellow")
        print(json.dumps(comparison.as_json()))
    else:
        console = out()
        # Figures are for the page.
        for block in (block for block in comparison.blocks if not isinstance(block, Curve)):
            console.print(block_view(block, settings.language, width=console.width))
            console.print()
    if page is not None:
        title, reports = text("Comparison of subjects"), addresses(folders, page)
        drawn = render_page(title, comparison.blocks, {}, language=settings.language, elsewhere=reports)
        page.write_text(drawn, encoding="utf-8")
        tell(text("page: {file}", file=str(page)))
    return 0


def _compared(folders: Sequence[RunFolder], seed: int) -> Comparison:
    """Compare by the suite that the first manifest names."""
    suites = [folder.manifest.document.suite for folder in folders]
    if len(suites) > 1 and set(suites) == {"home"}:
        from mindsight.home.contest import compare as compare_home

        return compare_home(folders, seed=seed)
    from mindsight.record.comparison import compare_runs

    return compare_runs(folders, seed=seed)


def _refuse_target(page: Path) -> None:
    """Refuse to write a page into a record or over a file that is no page."""
    if (page.parent / "manifest.json").is_file() or (page.exists() and page.suffix.lower() not in {".html", ".htm"}):
        raise RecordError("{file}: belongs to a record or is no page; choose another --out", file=str(page))


def _refuse_changed(run: Path, *, derived: tuple[str, ...]) -> None:
    """Refuse to seal a record again that was changed since it was sealed; ``derived`` files are written anew anyway."""
    from mindsight.record import checker

    forgiven = {"unfinished", "no_formula"} | (
        {"no_seal", "measure", "scores", "identity"} if len(derived) > 1 else set()
    )
    for finding in checker.check(str(run))[0]:
        if finding.key not in forgiven and finding.values.get("file") not in derived:
            raise RecordError(
                "{folder}: the record was changed and is not sealed again: {finding}",
                folder=str(run),
                finding=finding.say(settings.language),
            )


def _recompute(folder: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute by the suite that the manifest names."""
    manifest = folder.manifest
    kind = (manifest.document.suite, manifest.kind)
    if kind == ("album", "enhancement"):
        from mindsight.album.suite import rescore as rescore_album

        return rescore_album(folder)
    if kind == ("home", "generalisation"):
        from mindsight.home.totals import rescore as rescore_home

        return rescore_home(folder)
    raise RecordError(
        "{folder}: this version of mindsight has no suite {suite} {kind}",
        folder=str(folder.path),
        suite=manifest.document.suite,
        kind=manifest.kind,
    )
