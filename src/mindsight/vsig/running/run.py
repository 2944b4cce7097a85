"""Run a subject over a data set: from choices to the finished run."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.errors import InputError
from mindsight.execution.listening import NOBODY, Listener, Step, watching
from mindsight.execution.making import Making, default_folder
from mindsight.plans import plans_of
from mindsight.resting import rest_on_review
from mindsight.runs import Run, carry_out
from mindsight.subjects.spec import SubjectSpec, name_of, parse_subject
from mindsight.text import Language
from mindsight.vsig.choices import Choices
from mindsight.vsig.plan import Means
from mindsight.vsig.running.choosing import SCHEMES, check_choices, means_of
from mindsight.vsig.running.judging import check_judge, completed
from mindsight.vsig.running.preparing import data_of, make_test, reached
from mindsight.vsig.suite import VsigTest


def run(
    data: Path | str,
    subject: str,
    *,
    progress: Step | None = None,
    language: Language = "en",
    **options: Any,
) -> Run:
    """Run a subject over the samples of a data set, write record and report, and return the finished run.

    Args:
        data: Folder of the data set.
        subject: The subject, ``SCHEME:REST`` as on the command line, such as ``model:openai/gpt-4o`` or ``replay:answers.jsonl``.
        progress: Called with (finished, all) as samples end.
        language: Language of the report.
        options: Fields of ``Choices`` (``limit``, ``given``, ``prompt_lang`` …) and ``Making`` (``out``, ``resume``, ``workers`` …).

    Raises:
        InputError: Something that was given cannot be used.
        SubjectError: The subject cannot be reached.

    Example:
        >>> import mindsight
        >>> done = mindsight.vsig.run("clips", "baseline:oracle", out="runs/clips", limit=3)
        >>> done.measures["vsig.overall"].value
        1.0
    """
    choices, making = plans_of((Choices, Making), {**options, "data": Path(data), "spec": str(subject)})
    listener = NOBODY if progress is None else watching(progress)
    with prepared(choices, making, listener=listener) as ready:
        resume = making.resume is not None
        done = carry_out(
            ready.test, ready.folder, resume=resume, work=making.work(), language=language, listener=listener
        )
    return Run(done.path)


class Ready(NamedTuple):
    """A test that can be carried out, with its folder and what it may use of a model."""

    test: VsigTest
    folder: Path
    means: Means


@contextmanager
def prepared(
    choices: Choices, making: Making, *, dry_run: bool = False, listener: Listener = NOBODY
) -> Iterator[Ready]:
    """Give the test of what was chosen for as long as its data are needed; everything that can be checked before is.

    Raises:
        InputError: An option cannot be used; raised before anything is prepared.
        SubjectError: A model has no key, for instance; raised then too.
    """
    choices = completed(choices)
    spec = parse_subject(choices.spec, SCHEMES, example="baseline:oracle")
    _check(choices, spec, making, dry_run=dry_run)
    resume = making.resume
    means = means_of(choices, spec, dry_run=dry_run)
    folder = resume or making.out or default_folder("vsig", choices.name or name_of(spec))
    # Whether a model can be asked at all is known before any time is spent on data.
    asks = resume is None and spec.scheme in {"model", "python"}
    details = reached(choices, folder, listener=listener) if asks else None
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        file = data_of(choices, Path(workspace), resume, listener)
        test = make_test(choices, file, folder, means, details=details, resume=resume is not None, listener=listener)
        rest_on_review(test, making.resting, spec, choices.data, resume, listener)
        yield Ready(test, folder, means)


def _check(choices: Choices, spec: SubjectSpec, making: Making, *, dry_run: bool) -> None:
    check_choices(choices, spec)
    check_judge(choices.judging, spec)
    if making.work(dry_run=dry_run).shard is not None and (choices.judging or choices.human_marks):
        raise InputError(
            "--shard: marks are about all answers of a run; merge the shards, then score the merged run with mindsight vsig score"
        )
    making.check_folder()
