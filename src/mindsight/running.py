"""Carry out a prepared test from its folder to its report."""

from pathlib import Path
from typing import Any

from mindsight.listening import NOBODY, Listener
from mindsight.making import WHOLE, Work
from mindsight.pipeline import Test, keep_few, run_test, take_shard
from mindsight.record.folder import RunFolder
from mindsight.report import write_report
from mindsight.text import Language, Text, text


def carry_out(
    test: Test[Any],
    folder: Path,
    *,
    resume: bool = False,
    work: Work = WHOLE,
    language: Language = "en",
    label: Text | None = None,
    listener: Listener = NOBODY,
) -> RunFolder:
    """Run a test to its end and write its report; a shard gets none, since it has no results.

    Args:
        test: The test.
        folder: Folder of the run.
        resume: Whether the run is continued.
        work: Who does the work.
        language: Language of the report.
        label: What is going on; by default that the subject is tested.
        listener: Hears how many items are finished.
    """
    if work.shard is not None:
        take_shard(test, work.shard)
    if work.pictures is not None:
        keep_few(test, work.pictures)
    with listener.progress(label or text("testing {name}", name=test.manifest.subject.name)) as step:
        run = run_test(test, folder, resume=resume, engine=work.engine, workers=work.workers, progress=step)
    if work.shard is None:
        write_report(run, language=language)
    return run
