"""Prepare the samples and the test of a run."""

import heapq
import shutil
from collections.abc import Sequence
from pathlib import Path

from mindsight.errors import InputError, RecordError
from mindsight.execution.listening import NOBODY, Listener
from mindsight.record.folder import RunFolder
from mindsight.record.model import Scalar, Subject
from mindsight.subjects.spec import name_of, parse_subject
from mindsight.text import text
from mindsight.vsig.choices import Choices
from mindsight.vsig.dataset.checks import refused_in
from mindsight.vsig.dataset.data_file import SampleList, SampleWriter
from mindsight.vsig.dataset.preparation import Preparation
from mindsight.vsig.media.cache import MediaCache
from mindsight.vsig.models.answering import reach
from mindsight.vsig.plan import Means
from mindsight.vsig.running.choosing import plan_of
from mindsight.vsig.running.judging import with_judge, with_marks
from mindsight.vsig.suite import DATA_FILE, VsigTest


def reached(choices: Choices, folder: Path, *, resume: bool = False, listener: Listener = NOBODY) -> dict[str, Scalar]:
    """Return what is known of a subject: from the record of a resumed run, else by asking it about a trial clip, which needs no data.

    Raises:
        SubjectError: It cannot be reached.
    """
    if resume:
        return RunFolder.open(folder).manifest.subject.details
    spec = parse_subject(choices.spec)
    details = reach(spec, plan_of(choices, ()))
    habits = [f"{name}: {value}" for name, value in details.items() if name not in {"server", "form"}]
    if spec.scheme == "model" and habits:
        found = text(
            "{model}: found out about its server, and recorded: {habits}", model=spec.rest, habits=", ".join(habits)
        )
        listener.tell(found)
    return details


def make_test(
    choices: Choices,
    data: Path,
    folder: Path,
    means: Means | None = None,
    *,
    details: dict[str, Scalar] | None = None,
    resume: bool = False,
    listener: Listener = NOBODY,
) -> VsigTest:
    """Return the test of a subject; ``details`` are those found by asking it once, if that was done before.

    Raises:
        SubjectError: The subject cannot be reached.
    """
    spec = parse_subject(choices.spec)
    plan = plan_of(choices, SampleList(data))
    plan = with_judge(plan, choices.judging, spec, folder if resume else None)
    plan = with_marks(plan, means.human_marks if means else None)
    details = reached(choices, folder, resume=resume, listener=listener) if details is None else details
    subject = Subject(spec=spec.public, name=choices.name or name_of(spec), details=details)
    return VsigTest(plan, choices.data, data, spec, subject, means or Means())


def prepare_data(choices: Choices, data: Path, listener: Listener = NOBODY) -> None:
    """Read and check a data set and write its usable samples to ``data``.

    Raises:
        InputError: No sample can be used.
    """
    with listener.progress(text("checking the data")) as step:
        prepared = Preparation(choices.data, facts=MediaCache().facts, progress=step)
        writer = SampleWriter(prepared)
    if refused := refused_in(prepared.findings):
        listener.tell(
            text(
                "{count} samples or files cannot be used and are left out; mindsight vsig check {folder} lists them",
                count=refused,
                folder=str(choices.data),
            )
        )
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


def data_of(choices: Choices, workspace: Path, resume: Path | None, listener: Listener = NOBODY) -> Path:
    """Return the data file of the run: that of the folder to resume, or a new one."""
    data = workspace / DATA_FILE
    if resume is None:
        prepare_data(choices, data, listener)
    elif not (resume / DATA_FILE).is_file():
        raise RecordError("{folder}: is not a run of the vsig suite; there is nothing to resume", folder=str(resume))
    else:
        shutil.copyfile(resume / DATA_FILE, data)
    return data
