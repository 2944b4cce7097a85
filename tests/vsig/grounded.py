"""Whole runs without clips or subjects: prepared samples with given answers, run through the pipeline, sealed and reported."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mindsight.pipeline import run_test
from mindsight.record.folder import REPORT, RunFolder
from mindsight.record.model import Draft, Subject
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import text
from mindsight.vsig.dataset.data_file import SampleWriter
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models.answers.predictions import Answer, Status
from mindsight.vsig.models.said import Said
from mindsight.vsig.plan import Plan
from mindsight.vsig.profile import Profile
from mindsight.vsig.recording import Recorder
from mindsight.vsig.suite import VsigTest
from vsig.grounding import VSIG

Made = Sequence[tuple[Sample, Answer, Status]]
_TEXTS = {"parse_error": "……", "refused": "I'm sorry, but I can't assist with that request.", "model_error": ""}
_ENDINGS: dict[str, Any] = {"model_error": "model_error", "infrastructure_error": "infrastructure_error"}


class GroundedTest(VsigTest):
    """A test with given answers."""

    answers: Mapping[str, tuple[Answer, Status]]

    def drafts(self, run: RunFolder, missing: Iterable[Sample], **_how: Any) -> Iterator[Draft]:  # noqa: ARG002
        recorder = Recorder(Path(), None, self.plan.profile, self.plan.model_profile, self.plan.cluster)
        for sample in missing:
            answer, status = self.answers[sample.id]
            yield recorder((sample, said_of(answer, status)))


def said_of(answer: Answer, status: Status) -> Said:
    """Return an answer as the text that a model would write, or its other ending."""
    if status == "scored":
        return Said(text=words_of(answer), sent={"bytes": 1000})
    error = text("server busy") if status in _ENDINGS else None
    return Said(text=_TEXTS.get(status, ""), ending=_ENDINGS.get(status, ""), error=error)


def words_of(answer: Answer) -> str:
    """Return the JSON that says this answer."""
    points = [
        {
            "type": said.kind,
            "description": said.description,
            "point": None if said.point is None else [1000 * share for share in said.point],
            "timestamp": said.interval or said.time_ms,
        }
        for said in answer.predictions
    ]
    choices = [said.choice or "" for said in answer.predictions]
    page = {"explicit_command": answer.command, "selected_options": choices, "point_list": points}
    return json.dumps(page, ensure_ascii=False)


def grounded(
    made: Made, folder: Path, *, profile: Profile = VSIG, name: str = "model", report: bool = True, **plan: Any
) -> RunFolder:
    """Run a test of these samples and answers through the pipeline."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    data = folder.parent / f"{folder.name}-samples.json"
    SampleWriter(sample for sample, *_ in made).write(data)
    spec = SubjectSpec("replay", "answers.jsonl")
    chosen = Plan(profile=profile, keep_last=False, **{"input": {"input": "transcript", "timestamps": True}, **plan})
    test = _Given(chosen, Path(), data, spec, Subject(spec=str(spec), name=name))
    test.answers = {sample.id: (answer, status) for sample, answer, status in made}
    run = run_test(test, folder)
    if report:
        write_report(run)
    else:
        # Only the existence of the page is checked; drawing it would take longest.
        run.publish({REPORT: b"<!doctype html>"}, seal=True)
    return run


class _Given(GroundedTest):
    """Does not look for the file of stored answers, which does not exist."""

    def __init__(self, plan: Plan, root: Path, data: Path, spec: SubjectSpec, subject: Subject) -> None:
        super().__init__(plan, root, data, SubjectSpec("baseline", "silent"), subject)
        self._spec = spec
