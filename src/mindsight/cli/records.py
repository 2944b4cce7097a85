"""Commands on saved runs: verify, rescore, report, compare."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.common import out, settings, show, tell
from mindsight.cli.interrupts import explained, report_left, rescore_left
from mindsight.errors import RecordError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mindsight.record.checker import Finding
    from mindsight.record.comparison import Comparison
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Results
    from mindsight.record.scores import ScoreTable

_PAGE = frozenset({"report.html"})
_NUMBERS = frozenset({"report.html", "results.json", "scores.csv", "metrics.json"})
"""What ``report`` and ``rescore`` write anew from the record."""

_RUN = typer.Argument(..., help=mark("Run folder."))


def add_to(app: typer.Typer) -> None:
    """Add the commands of this file to the tree."""
    app.command("verify", help=mark("Check every byte of a run against its seal and every number against its items."))(
        verify
    )
    app.command("rescore", help=mark("Recompute every number of a run from its record, without the subject."))(rescore)
    app.command("report", help=mark("Write the report of a run again."))(report)
    app.command("compare", help=mark("Compare runs of different subjects on the same test."))(compare)


def verify(
    run: Path = _RUN,
    commitment: str | None = typer.Option(
        None,
        "--commitment",
        metavar="SHA256|FILE",
        help=mark("Hold sealed household tasks against the commitment that was made public before the run."),
    ),
    regenerate: bool = typer.Option(
        False,
        "--regenerate",
        help=mark("Generate the household tasks anew and compare them bit for bit; takes minutes."),
    ),
    workers: int = typer.Option(1, "--workers", min=1, help=mark("Processes that work side by side.")),
) -> int:
    """Check a run folder."""
    from mindsight.record import checker

    findings, counts = checker.check(str(run))
    for finding in findings or [checker.Finding("good", **counts), *checker.notes(str(run))]:
        show(finding.say(settings.language))
    _note_another_checker(run)
    if findings:
        return 2 if findings[0].key == "no_run" else 1
    # An empty one, such as a variable that is not set, is no wish to leave the check out.
    if commitment is None and not regenerate:
        return 0
    from mindsight.cli.home.seal import hold_against, regenerate_tasks

    code = 0 if commitment is None else hold_against(run, commitment)
    return code or (regenerate_tasks(run, workers=workers) if regenerate else 0)


def rescore(run: Path = _RUN) -> int:
    """Recompute results and tell what moved."""
    from mindsight.record import canonical, scores
    from mindsight.record.folder import REPORT, RESULTS, SCORES, RunFolder
    from mindsight.report import render_html

    folder = RunFolder.open(run)
    if folder.manifest.state != "complete":
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run))
    with explained(rescore_left, run), folder.locked():
        folder.clear()
        refuse_changed(run, derived=_NUMBERS)
        before = {measure.name: measure.value for measure in folder.results.measures}
        with _computable(folder):
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


def report(runs: list[Path] = typer.Argument(..., help=mark("Run folders."))) -> int:
    """Write reports again."""
    from mindsight.record.folder import RunFolder
    from mindsight.report import write_report

    for path in runs:
        folder = RunFolder.open(path)
        complete = folder.manifest.state == "complete"
        with explained(report_left, path), folder.locked() if complete else nullcontext():
            if complete:
                folder.clear()
                refuse_changed(path, derived=_PAGE)
            page = write_report(folder, language=settings.language)
        show(str(page))
    return 0


def _note_another_checker(run: Path) -> None:
    """Say where a run holds another checker than this version would have put there: what that one says proves nothing."""
    from importlib import resources

    from mindsight.record import environment
    from mindsight.record.folder import CHECKER, RunFolder

    try:
        version = RunFolder.open(run).manifest.software.get("mindsight")
        own = (run / CHECKER).read_bytes()
    except (RecordError, OSError):
        return
    ours = (resources.files("mindsight.record") / "checker.py").read_bytes()
    if version == environment.software()["mindsight"] and own != ours:
        tell(
            text(
                "note: {file} is not the checker of mindsight {version}; rely on mindsight verify, not on that copy",
                file=str(run / CHECKER),
                version=version,
            ),
            style="yellow",
        )


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
    from mindsight.record.folder import RunFolder

    if page is not None:
        refuse_target(page)
    folders = [RunFolder.open(path) for path in runs]
    with _computable(*folders):
        comparison = _compared(folders, seed)
    if as_json:
        for warning in comparison.warnings:
            tell(warning, style="yellow")
        print(json.dumps(comparison.as_json()))
    else:
        console = out()
        # Figures are for the page.
        # A comparison has no file of results: the rest of a long table stands on the page, or in the JSON.
        rest = "--json"
        if page is not None:
            rest = str(page)
        for block in (block for block in comparison.blocks if not isinstance(block, Curve)):
            console.print(block_view(block, settings.language, width=console.width, rest=rest))
            console.print()
    if page is not None:
        _write_comparison(comparison, folders, page)
        tell(text("page: {file}", file=str(page)))
    return 0


def compare_on_page(runs: Sequence[Path], page: Path, *, seed: int) -> Comparison:
    """Compare runs, write the page and print nothing."""
    from mindsight.record.folder import RunFolder

    folders = [RunFolder.open(path) for path in runs]
    comparison = _compared(folders, seed)
    _write_comparison(comparison, folders, page)
    return comparison


def _write_comparison(comparison: Comparison, folders: Sequence[RunFolder], page: Path) -> None:
    from mindsight.record.contestants import addresses
    from mindsight.record.folder import write_whole
    from mindsight.report import render_page

    title, reports = text("Comparison of subjects"), addresses(folders, page)
    drawn = render_page(title, comparison.blocks, {}, language=settings.language, elsewhere=reports)
    write_whole(page, drawn.encode())


def _compared(folders: Sequence[RunFolder], seed: int) -> Comparison:
    """Compare by the suite and kind that all manifests name."""
    kinds = {(folder.manifest.document.suite, folder.manifest.kind) for folder in folders}
    if len(folders) > 1 and kinds == {("home", "generalisation")}:
        from mindsight.home.reporting.comparison import compare as compare_home

        return compare_home(folders, seed=seed)
    if len(folders) > 1 and kinds == {("album", "classification")}:
        from mindsight.album.classification.comparison import compare as compare_classes

        return compare_classes(folders, seed=seed)
    if len(folders) > 1 and kinds == {("vsig", "grounding")}:
        from mindsight.vsig.comparison import compare as compare_vsig

        return compare_vsig(folders, seed=seed)
    from mindsight.record.comparison import compare_runs

    return compare_runs(folders, seed=seed)


@contextmanager
def _computable(*folders: RunFolder) -> Iterator[None]:
    """Say in one sentence that a record holds what no number can be made of; verify cannot find everything that somebody puts there.

    Raises:
        RecordError: One does.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise RecordError(
            "{folder}: no number can be made of what stands in it ({found}); it was changed, or this is a fault of mindsight; "
            "--debug shows where",
            folder=", ".join(str(folder.path) for folder in folders),
            found=f"{type(error).__name__}: {error}".splitlines()[0],
        ) from error


def refuse_target(page: Path) -> None:
    """Refuse to write a page into a record or over a file that is no page."""
    if (page.parent / "manifest.json").is_file() or (page.exists() and page.suffix.lower() not in {".html", ".htm"}):
        raise RecordError("{file}: belongs to a record or is no page; choose another --out", file=str(page))


def refuse_changed(run: Path, *, derived: frozenset[str]) -> None:
    """Refuse to seal a record again that was changed since it was sealed; ``derived`` files are written anew anyway.

    A seal that is missing, or lists an older page, is what a killed process leaves: the rest is checked without it.
    """
    from mindsight.record import checker

    for finding in checker.check(str(run))[0]:
        if _mends(derived, finding):
            continue
        sentence = finding.say(settings.language)
        if _mends(_NUMBERS, finding):
            raise RecordError(
                "{folder}: its numbers are not those of its items ({finding}); compute them again with: mindsight rescore "
                "{folder}",
                folder=str(run),
                finding=sentence,
            )
        raise RecordError(
            "{folder}: the record was changed and is not sealed again: {finding}", folder=str(run), finding=sentence
        )


def _mends(derived: frozenset[str], finding: Finding) -> bool:
    """Say whether a finding is gone once the derived files are written and the folder is sealed anew."""
    forgiven = {"no_seal", "no_formula"} | ({"measure", "scores", "identity"} if derived == _NUMBERS else set())
    # A link in the place of a file is nothing that a killed process leaves.
    return finding.key in forgiven or (finding.key != "link" and finding.values.get("file") in derived)


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
        from mindsight.vsig.controls.totals import rescore as rescore_controls

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
