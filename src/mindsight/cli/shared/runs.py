"""Shared by all commands that make a run folder: choose the folder, run the test, write the report, print results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.cli.shared.console import LISTENER, out, tell
from mindsight.cli.shared.interrupts import explained
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.cli.shared.work import Work, part_of
from mindsight.execution.making import Making
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from mindsight.pipeline import Test
    from mindsight.record.folder import RunFolder
    from mindsight.text import Text


def check_folder(where: Path | None, resume: Path | None) -> None:
    """Refuse a folder that the pipeline would refuse, before minutes of preparation."""
    Making(out=where, resume=resume).check_folder()


def open_begun(run: Path) -> RunFolder:
    """Open a run that may still go on, and say so of one that does; a finished one must be as it was sealed."""
    from mindsight.record.folder import RunFolder
    from mindsight.record.opening import open_sealed

    folder = RunFolder.open(run)
    if folder.manifest.state == "complete":
        return open_sealed(run)
    say_unfinished(folder)
    return folder


def say_unfinished(run: RunFolder) -> None:
    """Say of what is shown of a run that the run is not complete."""
    tell(text("{folder}: the run is not complete; this is what it has so far", folder=str(run.path)), style="yellow")


def run_test(
    test: Test[Any],
    folder: Path,
    *,
    resume: bool,
    work: Work,
    left: Callable[[Path], Text],
    label: Text | None = None,
) -> RunFolder:
    """Run a test to its end under a progress bar and write its report.

    Args:
        test: The test.
        folder: Folder of the run.
        resume: Whether the run is continued.
        work: Who does the work; a shard gets no report, since it has no results.
        left: Returns the message for an interrupted test.
        label: Text beside the bar; by default that the subject is tested.
    """
    from mindsight.runs import carry_out

    with explained(left, folder):
        return carry_out(
            test, folder, resume=resume, work=work, language=settings.language, label=label, listener=LISTENER
        )


def show_run(run: RunFolder, *, as_json: bool) -> None:
    """Print the results of a run: its summary, or measures and blocks as JSON; of a shard, that it is one."""
    if run.manifest.shard is not None:
        tell(part_of(run))
    elif as_json:
        print_numbers(run)
    else:
        from mindsight.cli.shared.terminal import print_summary

        print_summary(run, out(), settings.language)


def print_numbers(run: RunFolder) -> None:
    """Print measures and blocks of a run as JSON."""
    import json

    page = run.results.model_dump(mode="json")
    # In ASCII: a subject's name cannot control the terminal, and any encoding can represent it.
    print(json.dumps({"measures": page["measures"], "blocks": page["blocks"]}))


_MOST_FAILURES = 20


def tell_failures(run: RunFolder) -> int:
    """Print the items that could not be tested; return the exit code, 1 if there are any."""
    failed = [item for item in run.items if item.status == "failed"]
    for item in failed[:_MOST_FAILURES]:
        tell(text("{id}: {reason}", id=item.id, reason=item.error or text(item.outcome)), style="yellow")
    if len(failed) > _MOST_FAILURES:
        tell(text("and {count} more; the report lists them all", count=len(failed) - _MOST_FAILURES), style="yellow")
    return EXIT_ITEMS_FAILED if failed else 0
