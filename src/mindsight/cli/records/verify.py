"""``mindsight verify``: check a run's bytes, rebuild all that follows from its record, and look behind it where asked to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.records.signatures import (
    LOG_KEY,
    PUBLIC_KEY,
    TIMESTAMP_ROOT,
    say_commitment_signatures,
    say_signatures,
)
from mindsight.cli.shared.console import progress, show, tell
from mindsight.cli.shared.options import RUN, WORKERS
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, EXIT_NOT_COMPARED, settings
from mindsight.cli.shared.work import part_of
from mindsight.engine.needs import need_engine
from mindsight.errors import InputError, RecordError
from mindsight.text import Text, mark, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.record.folder import RunFolder


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
    deep: bool = typer.Option(
        False,
        "--deep",
        help=mark("Score kept outputs again, read replies again, repeat household actions in the engine."),
    ),
    kit: Path | None = typer.Option(
        None, "--kit", metavar="FOLDER", help=mark("With --deep, the kit that an album run was made on.")
    ),
    rated: Path | None = typer.Option(
        None, "--rated", metavar="RUN", help=mark("With --deep, the run whose outputs a rated run is about.")
    ),
    strict: bool = typer.Option(
        False, "--strict", help=mark("End with exit code 1 if anything was not compared, and not with 3.")
    ),
    review: Path | None = typer.Option(
        None, "--review", metavar="DIR", help=mark("Review of the data that the run says it rests on.")
    ),
    workers: int = WORKERS,
    public_key: list[Path] = PUBLIC_KEY,
    timestamp_root: list[Path] = TIMESTAMP_ROOT,
    log_key: list[Path] = LOG_KEY,
) -> int:
    """Check a run folder, or that of a review."""
    if (run / "review.json").is_file():
        return _check_review(run)
    code = check_run(run)
    signed = code if _is_wrong(code) else say_signatures(run, public_key, timestamp_root, log_key)
    # An empty commitment, such as a variable that is not set, is no wish to leave the check out.
    if not _is_wrong(code) and commitment is not None:
        code = _worst(code, hold_against(run, commitment))
        if Path(commitment).is_file():
            code = _worst(code, say_commitment_signatures(Path(commitment), public_key, timestamp_root))
    if not _is_wrong(code):
        code = _worst(code, _check_link(run, review))
    if not _is_wrong(code) and deep:
        code = _worst(code, _look_again(run, kit, rated, workers))
    if not _is_wrong(code) and regenerate:
        code = _worst(code, regenerate_tasks(run, workers=workers))
    code = _worst(code, signed)
    if code == EXIT_NOT_COMPARED:
        show(text("verified in part: what could be compared agrees, and what could not is named above"))
    return EXIT_ITEMS_FAILED if strict and code == EXIT_NOT_COMPARED else code


def _is_wrong(code: int) -> bool:
    """Return whether an exit code says that something was found, and not only that something was not compared."""
    return code not in (0, EXIT_NOT_COMPARED)


def _worst(*codes: int) -> int:
    """Return the first exit code that says that something was found, else whether something was not compared."""
    return next(filter(_is_wrong, codes), max(codes))


def _check_review(folder: Path) -> int:
    """Check the review of a data set; show what was found."""
    from mindsight.review.reviewing import read_review
    from mindsight.review.verifying import contradictions
    from mindsight.review.words import summary

    found = list(contradictions(folder))
    for sentence in found:
        show(sentence)
    if not found:
        show(text("every byte is as sealed, and every finding names a file of the data as it was"))
        show(summary(read_review(folder)))
    return EXIT_ITEMS_FAILED if found else 0


def _check_link(run: Path, review: Path | None) -> int:
    """Check that a run and the review of its data belong together; say so where a run names one that is not at hand."""
    from mindsight.record.folder import RunFolder

    named = RunFolder.open(run).manifest.review
    if review is None:
        if named is not None:
            tell(
                text(
                    "note: the run names the review {review} of its data, which is checked with --review DIR",
                    review=named.sha256,
                ),
                style="yellow",
            )
        return 0
    from mindsight.review.linking import disagreements

    found = list(disagreements(review, RunFolder.open(run)))
    for sentence in found:
        show(sentence)
    if not found:
        show(text("the review of the data is the one that the run names, and saw every file of the run"))
    return EXIT_ITEMS_FAILED if found else 0


def check_run(run: Path) -> int:
    """Check bytes and scores, then compare all that is derived with what the record gives; show what was found."""
    from mindsight.record import checker
    from mindsight.record.folder import RunFolder
    from mindsight.verification.verifying import STEPS, rebuild_and_compare

    with progress(text("verifying")) as step:
        step(0, STEPS + 1)
        findings, counts = checker.check(str(run))
        if (shard := _ended_shard(run)) is not None:
            findings = [finding for finding in findings if finding.key != "unfinished"]
        if findings:
            for finding in findings:
                show(finding.say(settings.language))
            return 2 if findings[0].key == "no_run" else 1
        if shard is not None:
            show(text("every byte is as sealed, and the numbers come with the merged run"))
            show(part_of(shard))
            return 0
        verdict = rebuild_and_compare(RunFolder.open(run), lambda done: step(1 + done, STEPS + 1))
    for sentence in verdict.findings:
        show(sentence)
    if not verdict.findings:
        for proved in (checker.Finding("good", **counts), *checker.notes(str(run))):
            show(proved.say(settings.language))
        show(verdict.summary)
    return EXIT_ITEMS_FAILED if verdict.findings else say_uncompared(verdict.uncompared)


def say_uncompared(sentences: Sequence[Text]) -> int:
    """Show what was not compared, which is a part of the verdict; return the exit code that says so."""
    for sentence in sentences:
        show(sentence)
    return EXIT_NOT_COMPARED if sentences else 0


def _ended_shard(run: Path) -> RunFolder | None:
    """Return the run if it is a shard that has ended, which has no numbers to check."""
    from mindsight.record.folder import RunFolder

    try:
        folder = RunFolder.open(run)
        return folder if folder.manifest.shard is not None and folder.manifest.state == "part" else None
    except RecordError:
        return None  # the checker says what is wrong with it


def _look_again(run: Path, kit: Path | None, rated: Path | None, workers: int) -> int:
    """Look behind the record and say what came of it; 1 if something is not what the record says."""
    from mindsight.kinds import kind_of
    from mindsight.record.folder import RunFolder
    from mindsight.verification.pictures import look_again

    folder = RunFolder.open(run)
    if kind_of(folder.manifest, run).engine:
        need_engine()
    with progress(text("looking again")) as step:
        found = look_again(folder, kit=kit, rated=rated, workers=workers, progress=step)
    for sentence in found.findings:
        show(sentence)
    if not found.findings:
        show(
            text("{count} of {total} items looked at again: all as recorded", count=found.looked_at, total=found.total)
        )
    return EXIT_ITEMS_FAILED if found.findings else say_uncompared(found.uncompared)


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
    if found.steps:
        tell(
            text(
                "the oracle took another number of steps here, but nothing else differs: {ids}; a processor that rounds otherwise "
                "can cause that",
                ids=", ".join(found.steps[:_MOST_IDS]),
            )
        )
    if found.versions:
        tell(text("other versions than the run was made with: {versions}", versions=", ".join(found.versions)))
    return EXIT_ITEMS_FAILED
