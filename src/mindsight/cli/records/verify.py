"""``mindsight verify``: check every byte of a run against its seal, and sealed tasks against their commitment."""

from __future__ import annotations

import re
from pathlib import Path

import typer

from mindsight.cli.shared.console import progress, show, tell
from mindsight.cli.shared.engine import need_engine
from mindsight.cli.shared.options import RUN, WORKERS
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.errors import InputError, RecordError
from mindsight.text import mark, text


def verify(
    run: Path = RUN,
    commitment: str | None = typer.Option(
        None,
        "--commitment",
        metavar="SHA256|FILE",
        help=mark("Compare sealed household tasks with the commitment that was published before the run."),
    ),
    regenerate: bool = typer.Option(
        False,
        "--regenerate",
        help=mark("Generate the household tasks again and compare them bit for bit; takes minutes."),
    ),
    workers: int = WORKERS,
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
    code = 0 if commitment is None else hold_against(run, commitment)
    return code or (regenerate_tasks(run, workers=workers) if regenerate else 0)


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


_MOST_IDS = 20


def hold_against(run: Path, said: str) -> int:
    """Return whether a run was tested under a commitment, given as such or as its file; 1 if it was not.

    Raises:
        InputError: What is given is no commitment.
    """
    from mindsight.record.folder import RunFolder

    expected = _commitment_in(said)
    found = RunFolder.open(run).manifest.plan.get("sealed")
    if found == expected:
        show(text("{folder}: was tested under the commitment {expected}", folder=str(run), expected=expected))
        return 0
    if found is None:
        show(text("{folder}: its tasks are not sealed; it was tested under no commitment", folder=str(run)))
    else:
        show(
            text(
                "{folder}: was tested under another commitment, {found}, not {expected}",
                folder=str(run),
                found=str(found),
                expected=expected,
            )
        )
    return EXIT_ITEMS_FAILED


def _commitment_in(said: str) -> str:
    from mindsight.record import canonical

    page = canonical.load(Path(said)) if Path(said).is_file() else said
    value = page.get("commitment") if isinstance(page, dict) else page
    match = re.fullmatch(r"(?:sha256-)?([0-9a-f]{64})", value) if isinstance(value, str) else None
    if match is None:
        raise InputError(
            "--commitment: {value} is not a commitment; give sha256- and 64 digits, or the file commitment.json",
            value=said,
        )
    return match[1]


def regenerate_tasks(run: Path, *, workers: int) -> int:
    """Generate the tasks of a run anew and say what came of it; 1 if they are others."""
    from mindsight.record.folder import RunFolder

    need_engine()
    from mindsight.home.sealing.regeneration import regenerate

    with progress(text("preparing tasks")) as step:
        found = regenerate(RunFolder.open(run), workers=workers, progress=step)
    if not found.different:
        show(text("all {count} tasks were generated again, identical bit for bit", count=found.count))
        return 0
    show(
        text(
            "{folder}: of the {count} tasks these differ from the record: {ids}",
            folder=str(run),
            count=found.count,
            ids=", ".join(found.different[:_MOST_IDS]),
        )
    )
    if found.versions:
        tell(text("other versions than the run was made with: {versions}", versions=", ".join(found.versions)))
    return EXIT_ITEMS_FAILED
