"""``mindsight vsig controls``: run the same samples with complete and with reduced input, to find what the scores depend on."""

from __future__ import annotations

import json
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.parser.planned import planned
from mindsight.cli.shared.console import LISTENER, out, show, tell
from mindsight.cli.shared.interrupts import run_left
from mindsight.cli.shared.options import AS_JSON, MODEL, subject_named
from mindsight.cli.shared.runs import check_folder, print_numbers, run_test, tell_failures
from mindsight.cli.shared.settings import settings
from mindsight.cli.shared.work import part_of
from mindsight.cli.vsig import options
from mindsight.cli.vsig.dry_run import lines_of
from mindsight.errors import InputError
from mindsight.execution.making import Making, default_folder
from mindsight.subjects.spec import name_of
from mindsight.text import mark, text
from mindsight.vsig.choices import Choices
from mindsight.vsig.running.choosing import check_choices, means_of, plan_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.harness.runs.settings import Prices
    from mindsight.record.blocks import Block
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Scalar
    from mindsight.subjects.spec import SubjectSpec
    from mindsight.vsig.controls.testing import ControlsTest
    from mindsight.vsig.plan import Means

_SCHEMES = ("baseline", "model")
_DEFAULT_INPUT = "frames-words"


_NOT_VARIED = (
    "input", "no_timestamps", "original", "quality", "blind_targets", "no_media", "keep_media", "judge", "judge_self", "judge_lang",
    "judge_url", "judge_price", "judge_max_cost", "judge_temperature", "human_marks", "keep_pictures",
    "keep_output",
)  # fmt: skip
"""Choices that the conditions make, or that controls do not have."""


@partial(planned, without=_NOT_VARIED)
def controls(
    *,
    model: str = MODEL,
    subject: str = typer.Option(None, "--subject", metavar="SCHEME:REST", help=mark("baseline:oracle or model:….")),
    names: str = typer.Option(
        "",
        "--controls",
        metavar="NAMES",
        help=mark(
            "What to take away, separated by commas: text, sound, frames, shuffled-sound, no-last-frame, no-timestamps, "
            "no-word-times; fingertip adds a built-in subject that only follows the hand (data of vsig synth); of EcoG-Bench "
            "no_frame_timestamps, no_word_asr_timing, native_video, or ecog for these three. By default all except those of "
            "EcoG-Bench that take something away from --input, and fingertip if the data allow it."
        ),
    ),
    full: str = typer.Option(
        _DEFAULT_INPUT,
        "--input",
        metavar="INPUT",
        help=mark("The full condition: frames-words, frames-transcript, frames-audio or video."),
    ),
    choices: Choices,
    making: Making,
    dry_run: bool = options.DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a subject over the samples of a data set under controls."""
    spec = subject_named(model, subject)
    choices = choices.model_copy(update={"spec": spec, "given": full, "keep_last": False})
    return run_controls(choices, keys_in(names), making, dry_run=dry_run, as_json=as_json)


def keys_in(names: str) -> list[str]:
    """Return the named controls; ``ecog`` stands for those of EcoG-Bench."""
    from mindsight.vsig.controls.conditions import ECOG

    keys: list[str] = []
    for name in filter(None, (name.strip() for name in names.split(","))):
        keys += ECOG if name == "ecog" else [name]
    return keys


def run_controls(
    choices: Choices, keys: Sequence[str], making: Making, *, dry_run: bool = False, as_json: bool = False
) -> int:
    """Prepare, estimate, test, report; return the exit code.

    Raises:
        InputError: An option cannot be used; raised before anything is prepared.
        SubjectError: A model cannot be reached, or does not accept the input of a condition.
    """
    from mindsight.resting import rest_on_review
    from mindsight.subjects.spec import parse_subject
    from mindsight.vsig.running.preparing import data_of

    work, resume = making.work(dry_run=dry_run), making.resume
    spec = parse_subject(choices.spec, _SCHEMES, example="baseline:oracle")
    if spec.scheme not in _SCHEMES:
        raise InputError(
            "{scheme}: controls are for models, which get what is sent to them and nothing else; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(_SCHEMES),
        )
    check_choices(choices, spec)
    _check_baseline(spec)
    check_folder(making.out, resume)
    means = means_of(choices, spec, dry_run=dry_run)
    if spec.scheme == "model":
        from mindsight.vsig.models.outside import open_once

        open_once(spec)
    folder = resume or making.out or default_folder("vsig", f"controls-{choices.name or name_of(spec)}")
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        file = data_of(choices, Path(workspace), resume, LISTENER)
        test = make_controls(choices, keys, file, folder, means, resume=resume is not None)
        rest_on_review(test, making.resting, spec, choices.data, resume, LISTENER)
        _tell_estimate(test, folder, means.prices, resume=resume is not None, silent=as_json and not dry_run)
        if dry_run:
            return _rehearse(test, folder, resume=resume is not None, as_json=as_json)
        run = run_test(test, folder, resume=resume is not None, work=work, left=run_left)
    _show(run, as_json=as_json)
    return tell_failures(run)


def _check_baseline(spec: SubjectSpec) -> None:
    """Refuse a built-in subject that reads more than what is sent: removing input would not affect it."""
    from mindsight.vsig.models.baselines import BASELINES

    if spec.scheme == "baseline" and spec.rest not in BASELINES:
        raise InputError(
            "{subject}: has nothing that controls could take away; use a model, or to check the software one of {names}",
            subject=spec.public,
            names=", ".join(f"baseline:{name}" for name in BASELINES),
        )


def make_controls(
    choices: Choices, keys: Sequence[str], file: Path, folder: Path, means: Means | None = None, *, resume: bool = False
) -> ControlsTest:
    """Return the test of a subject under controls; a model is probed once with each condition's input.

    Raises:
        InputError: A control is unknown or removes nothing.
        SubjectError: The model does not accept the input of a condition.
    """
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import parse_subject
    from mindsight.vsig.controls.conditions import conditions_of
    from mindsight.vsig.controls.testing import ControlsTest, reach_all
    from mindsight.vsig.dataset.data_file import SampleList
    from mindsight.vsig.media.conditions import condition_of
    from mindsight.vsig.models.fingertip import Fingertip
    from mindsight.vsig.plan import Means

    spec: SubjectSpec = parse_subject(choices.spec)
    samples = SampleList(file)
    plan = plan_of(choices, samples)
    follower = Fingertip(choices.data)
    tracked = bool(samples) and all(follower.knows(sample) for sample in samples)
    setups = conditions_of(condition_of(plan.input), keys, tracked=tracked)
    details: dict[str, Scalar] = (
        RunFolder.open(folder).manifest.subject.details if resume else reach_all(spec, plan, setups)
    )
    subject = Subject(spec=spec.public, name=choices.name or name_of(spec), details=details)
    return ControlsTest(plan, setups, choices.data, file, spec, subject, means or Means())


def _tell_estimate(test: ControlsTest, folder: Path, prices: Prices | None, *, resume: bool, silent: bool) -> None:
    """Print the estimate of all conditions before anything is asked."""
    from mindsight.record.folder import RunFolder
    from mindsight.vsig.canaries.running import still_to_ask
    from mindsight.vsig.models.outside import planned_trial

    if silent or not test.manifest.subject.spec.startswith("model:"):
        return
    finished = list(RunFolder.open(folder).items) if resume else []
    held = RunFolder.open(folder).manifest.canaries if resume else test.manifest.canaries
    probe = () if resume else (planned_trial(),)
    for line in lines_of(test.estimate_run(finished, prices, still_to_ask(held, test.plan), probe)):
        show(line)


def _rehearse(test: ControlsTest, folder: Path, *, resume: bool, as_json: bool) -> int:
    from mindsight.pipeline import rehearse

    done, manifest = rehearse(test, folder, resume=resume), test.manifest
    if as_json:
        page = manifest.model_dump(mode="json", exclude={"started"})
        print(json.dumps({"folder": str(folder), "finished": done, "manifest": page}))
        return 0
    show(text("would test: {name} ({subject})", name=manifest.subject.name, subject=manifest.subject.spec))
    count = manifest.data.instances
    show(
        text("run folder: {folder}; {done} of {count} samples are finished", folder=str(folder), done=done, count=count)
    )
    for setup in test.setups:
        show(text("condition {key}: {title} ({given})", key=setup.key, title=setup.title, given=setup.sends))
    show(text("Nothing was run and nothing was written."))
    return 0


def _show(run: RunFolder, *, as_json: bool) -> None:
    if run.manifest.shard is not None:
        tell(part_of(run))
        return
    if as_json:
        print_numbers(run)
        return
    from mindsight.cli.shared.terminal import block_view, print_summary
    from mindsight.record.blocks import Note

    console = out()
    print_summary(run, console, settings.language)
    for block in run.results.blocks:
        if block.id == "left" or (isinstance(block, Note) and block.id.startswith("information-")):
            console.print()
            console.print(block_view(_narrowed(block), settings.language, width=console.width))


def _narrowed(block: Block) -> Block:
    """Return a table without its intervals, so that a row fits a terminal."""
    from mindsight.record.blocks import Table

    if not isinstance(block, Table):
        return block
    kept = [place for place, column in enumerate(block.columns) if column.decimals is not None or not place]
    return block.model_copy(
        update={
            "columns": tuple(block.columns[place] for place in kept),
            "rows": tuple(tuple(row[place] for place in kept) for row in block.rows),
        }
    )
