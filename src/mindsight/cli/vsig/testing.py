"""Shared by the vsig commands that test a subject: prepare samples, run the test, print results."""

from __future__ import annotations

import heapq
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import out, progress, show, tell
from mindsight.cli.shared.interrupts import run_left
from mindsight.cli.shared.models import tell_habits
from mindsight.cli.shared.reviews import rest_on_review
from mindsight.cli.shared.runs import check_folder, name_of, print_numbers, run_test, tell_failures
from mindsight.cli.shared.settings import settings
from mindsight.cli.shared.work import WHOLE, Work, part_of
from mindsight.cli.vsig.choices import SCHEMES, check_choices, means_of, plan_of
from mindsight.cli.vsig.dry_run import rehearse_and_show
from mindsight.cli.vsig.judging import check_judge, completed, with_judge, with_marks
from mindsight.errors import InputError, RecordError
from mindsight.execution.making import default_folder
from mindsight.record.blocks import Table
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.execution.making import Making
    from mindsight.record.blocks import Block
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Scalar
    from mindsight.vsig.choices import Choices
    from mindsight.vsig.plan import Means
    from mindsight.vsig.suite import VsigTest

_BY_TEMPLATE = "by-template"
_SHOWN = (_BY_TEMPLATE, "judge-beside", "judge-agreement")
"""Ids of the tables that are printed on the terminal."""
_TIMED = 4
"""Index of the column that counts the timed targets."""


def run_and_show(choices: Choices, making: Making, *, dry_run: bool = False, as_json: bool = False) -> int:
    """Prepare, test, report; return the exit code.

    Raises:
        InputError: An option cannot be used; raised before anything is prepared.
        SubjectError: A model has no key, for instance; raised then too.
    """
    from mindsight.subjects.spec import parse_subject

    work, resume, choices = making.work(dry_run=dry_run), making.resume, completed(choices)
    spec = parse_subject(choices.spec, SCHEMES, example="baseline:oracle")
    check_choices(choices, spec)
    check_judge(choices.judging, spec)
    if work.shard is not None and (choices.judging or choices.human_marks):
        raise InputError(
            "--shard: marks are about all answers of a run; merge the shards, then score the merged run with mindsight vsig score"
        )
    check_folder(making.out, resume)
    means = means_of(choices, spec, dry_run=dry_run)
    folder = resume or making.out or default_folder("vsig", choices.name or name_of(spec))
    # Whether a model can be asked at all is known before any time is spent on data.
    details = reached(choices, folder) if resume is None and spec.scheme in {"model", "python"} else None
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = data_of(choices, Path(workspace), resume)
        test = make_test(choices, data, folder, means, details=details, resume=resume is not None)
        rest_on_review(test, making.resting, spec, choices.data, resume)
        if dry_run:
            rehearse_and_show(test, folder, means.prices, resume=resume is not None, as_json=as_json)
            return 0
        run = ground(test, folder, resume=resume is not None, work=work)
    show_results(run, as_json=as_json)
    return tell_failures(run)


def reached(choices: Choices, folder: Path, *, resume: bool = False) -> dict[str, Scalar]:
    """Return what is known of a subject: from the record of a resumed run, else by asking it about a trial clip, which needs no data.

    Raises:
        SubjectError: It cannot be reached.
    """
    from mindsight.record.folder import RunFolder
    from mindsight.subjects.spec import parse_subject
    from mindsight.vsig.models.answering import reach

    if resume:
        return RunFolder.open(folder).manifest.subject.details
    spec = parse_subject(choices.spec)
    details = reach(spec, plan_of(choices, ()))
    if spec.scheme == "model":
        tell_habits(spec.rest, {name: value for name, value in details.items() if name not in {"server", "form"}}, None)
    return details


def ground(test: VsigTest, folder: Path, *, resume: bool = False, work: Work = WHOLE) -> RunFolder:
    """Run the subject on the samples, seal the run and write its report."""
    return run_test(test, folder, resume=resume, work=work, left=run_left)


def make_test(
    choices: Choices,
    data: Path,
    folder: Path,
    means: Means | None = None,
    *,
    details: dict[str, Scalar] | None = None,
    resume: bool = False,
) -> VsigTest:
    """Return the test of a subject; ``details`` are those found by asking it once, if that was done before.

    Raises:
        SubjectError: The subject cannot be reached.
    """
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import parse_subject
    from mindsight.vsig.dataset.data_file import SampleList
    from mindsight.vsig.plan import Means
    from mindsight.vsig.suite import VsigTest

    spec = parse_subject(choices.spec)
    plan = plan_of(choices, SampleList(data))
    plan = with_judge(plan, choices.judging, spec, folder if resume else None)
    plan = with_marks(plan, means.human_marks if means else None)
    details = reached(choices, folder, resume=resume) if details is None else details
    subject = Subject(spec=spec.public, name=choices.name or name_of(spec), details=details)
    return VsigTest(plan, choices.data, data, spec, subject, means or Means())


def prepare_data(choices: Choices, data: Path) -> None:
    """Read and check a data set and write its usable samples to ``data``.

    Raises:
        InputError: No sample can be used.
    """
    from mindsight.vsig.dataset.checks import refused_in
    from mindsight.vsig.dataset.data_file import SampleWriter
    from mindsight.vsig.dataset.preparation import Preparation
    from mindsight.vsig.media.cache import MediaCache

    with progress(text("checking the data")) as step:
        prepared = Preparation(choices.data, facts=MediaCache().facts, progress=step)
        writer = SampleWriter(prepared)
    _tell_findings(refused_in(prepared.findings), choices.data)
    templates = writer.templates
    if not templates:
        raise InputError(
            "{folder}: no sample of it can be used; mindsight vsig check lists what is wrong", folder=str(choices.data)
        )
    places = None if choices.limit is None else some_of(templates, choices.limit)
    writer.write(data, prepared.findings, prepared.skipped, places)


def some_of(templates: Sequence[int], most: int) -> list[int]:
    """Return the places of at most this many samples, taken from all templates in turn, in their original order."""
    seen: dict[int, int] = {}
    ranked = []
    for place, template in enumerate(templates):
        seen[template] = seen.get(template, 0) + 1
        ranked.append((seen[template], template, place))
    return sorted(place for *_, place in heapq.nsmallest(most, ranked))


def show_results(run: RunFolder, *, as_json: bool) -> None:
    """Print the results: the table per template, and the block with the original's key names, or everything as JSON."""
    if run.manifest.shard is not None:
        tell(part_of(run))
        return
    if as_json:
        print_numbers(run)
        return
    import json

    from mindsight.cli.shared.terminal import block_view, print_summary
    from mindsight.vsig.reporting import metrics_file

    console = out()
    print_summary(run, console, settings.language)
    for block in run.results.blocks:
        if block.id in _SHOWN:
            console.print()
            console.print(block_view(_narrowed(block), settings.language, width=console.width))
    metrics = json.loads((run.path / metrics_file.NAME).read_bytes())
    show("")
    show(metrics_file.heading(metrics))
    console.print(metrics_file.result_block(metrics), markup=False, highlight=False, soft_wrap=True)
    show(text("The same in {file}", file=str(run.path / metrics_file.NAME)))


def _narrowed(block: Block) -> Block:
    """Return the scores per template without the count of timed targets, so that a row fits 80 columns."""
    if not isinstance(block, Table) or block.id != _BY_TEMPLATE:
        return block
    kept = [place for place in range(len(block.columns)) if place != _TIMED]
    return block.model_copy(
        update={
            "columns": tuple(block.columns[place] for place in kept),
            "rows": tuple(tuple(row[place] for place in kept) for row in block.rows),
        }
    )


def data_of(choices: Choices, workspace: Path, resume: Path | None) -> Path:
    """Return the data file of the run: that of the folder to resume, or a new one."""
    from mindsight.vsig.suite import DATA_FILE

    data = workspace / DATA_FILE
    if resume is None:
        prepare_data(choices, data)
    elif not (resume / DATA_FILE).is_file():
        raise RecordError("{folder}: is not a run of the vsig suite; there is nothing to resume", folder=str(resume))
    else:
        shutil.copyfile(resume / DATA_FILE, data)
    return data


def _tell_findings(refused: int, root: Path) -> None:
    if refused:
        tell(
            text(
                "{count} samples or files cannot be used and are left out; mindsight vsig check {folder} lists them",
                count=refused,
                folder=str(root),
            ),
            style="yellow",
        )
