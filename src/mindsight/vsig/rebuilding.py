"""The manifest of a vsig run once more, from its plan, its samples and its canaries' answers; nobody is asked."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from mindsight.answers.conventions import ModelProfile
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item, Manifest, Subject
from mindsight.subjects.spec import SubjectSpec
from mindsight.vsig.canaries.running import proved_again
from mindsight.vsig.controls.conditions import AT, Setup
from mindsight.vsig.controls.testing import ControlsTest
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.judge.judge import Judge
from mindsight.vsig.models.answering import departure_of_stored
from mindsight.vsig.models.replays import stored_of
from mindsight.vsig.models.said import INFRASTRUCTURE, Said
from mindsight.vsig.plan import Plan
from mindsight.vsig.profile import Profile
from mindsight.vsig.recording import Recorder
from mindsight.vsig.suite import VsigTest

_DEPARTURE = "departure-"
_OF_STORED_ANSWERS = frozenset(f"{_DEPARTURE}{name}" for name in ("unanswered", "strangers", "changed"))
"""Departures of stored answers, which lay in files that are no part of the record: their numbers and names are taken over."""


def manifest_again(run: RunFolder) -> Manifest:
    """Return what plan and samples of a run give; what stored answers said of themselves is taken over as it is."""
    return _as_answered(run.manifest, VsigTest(plan_of(run.manifest.plan), *_on_samples(run)).manifest)


def controls_again(run: RunFolder) -> Manifest:
    """Return the same of a run under controls."""
    before = run.manifest
    setups = [Setup.model_validate(page) for page in before.plan["conditions"]]
    return _as_answered(before, ControlsTest(plan_of(before.plan), setups, *_on_samples(run)).manifest)


def _on_samples(run: RunFolder) -> tuple[Path, Path, SubjectSpec, Subject]:
    """Return what a test is made of beside its plan; the folder of the clips is not looked at."""
    before = run.manifest
    scheme, _, rest = before.subject.spec.partition(":")
    # Stored answers are not read again: to the manifest of their run they gave what is taken over.
    spec = SubjectSpec("baseline" if scheme == "replay" else scheme, rest)
    return Path(), run.path / before.data.file, spec, before.subject


def _as_answered(before: Manifest, again: Manifest) -> Manifest:
    scheme = before.subject.spec.partition(":")[0]
    canaries = proved_again(before.canaries, plan_of(before.plan), scheme)
    return (_with_stored(before, again) if scheme == "replay" else again).model_copy(update={"canaries": canaries})


def plan_of(page: Mapping[str, Any]) -> Plan:
    """Return a plan as a manifest holds it."""
    known = {field.name for field in fields(Plan)} - {"profile", "model_profile", "judge"}
    plan = Plan(
        profile=Profile.model_validate(page["profile"]),
        model_profile=ModelProfile.model_validate(page["model_profile"]),
        **{name: value for name, value in page.items() if name in known},
    )
    return replace(plan, judge=Judge(**page["judge"])) if page.get("judge") else plan


def items_again(run: RunFolder) -> Iterator[tuple[Item, Draft]]:
    """Yield each item with what its answer gives when it is read and scored again."""
    manifest = run.manifest
    plan = plan_of(manifest.plan)
    samples = SampleList(run.path / manifest.data.file)
    recorder = Recorder(Path(), None, plan.profile, plan.model_profile, plan.cluster)
    for item in run.items:
        name, _, condition = item.id.rpartition(AT) if "conditions" in manifest.plan else (item.id, "", "")
        stored = stored_of(item)
        ending: Any = item.outcome if item.outcome in {"model_error", INFRASTRUCTURE} else ""
        beside = stored.more.get("said") or {}
        said = Said(text=stored.text, stop=stored.stop, size=stored.size, said=beside, ending=ending)
        sample = samples.find(name)
        if sample is None:
            raise KeyError(name)
        again = recorder((sample, said))
        terms = {**again.terms, "condition": condition} if condition else again.terms
        yield item, again.model_copy(update={"id": item.id, "answer": item.answer, "terms": terms})


def _with_stored(before: Manifest, again: Manifest) -> Manifest:
    words = ("prompt", "prompt_hash")
    identity = {name: value for name, value in again.identity.items() if name not in words}
    identity |= {name: before.identity[name] for name in words if name in before.identity}
    notes = (
        departure_of_stored(note.id.removeprefix(_DEPARTURE), note.body.args["count"], note.body.args["names"])
        for note in before.departures
        if note.id in _OF_STORED_ANSWERS
    )
    return again.model_copy(update={"identity": identity, "departures": (*again.departures, *notes)})
