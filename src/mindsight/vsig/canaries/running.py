"""Ask a model the canaries: once for a run, before its first sample; answers are kept in the manifest one by one."""

import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from mindsight.errors import SubjectError
from mindsight.harness.questions.asking import ask_all
from mindsight.harness.questions.question import Asking, Replied
from mindsight.record.folder import MANIFEST, RunFolder
from mindsight.record.model import Manifest
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, Text, storable, text
from mindsight.vsig.canaries.clips import write_clip
from mindsight.vsig.canaries.marks import STATE, marks_of, page, told
from mindsight.vsig.canaries.questions import RULE, Canary, asked_for, canaries, sample_of, timeline
from mindsight.vsig.canaries.verdicts import Reply, expected, is_right, verdicts
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media.cache import MediaCache
from mindsight.vsig.media.conditions import Condition, condition_of
from mindsight.vsig.models.answers.predictions import Answer
from mindsight.vsig.models.answers.reading import Frame, read_answer
from mindsight.vsig.models.asking import Asker
from mindsight.vsig.models.model_profiles import ModelProfile
from mindsight.vsig.models.outside import asking_of, sound_within
from mindsight.vsig.models.prompts import Wording, filled, prompt_hash, sections
from mindsight.vsig.models.said import plain
from mindsight.vsig.models.usage import readable_canaries
from mindsight.vsig.plan import Means, Plan

PROMPTS = "canaries-"
_SECTIONS: dict[str, str] = {"swap": "digit"}
"""Canaries that are asked for in the words of another."""
_OPEN = frozenset(("running", "undecided"))


class CanaryWording(Wording):
    """The run's own words, with another question at their end."""

    def __init__(
        self, language: Language, condition: Condition, profile: ModelProfile, asked: Sequence[Canary]
    ) -> None:
        super().__init__(language, condition, profile)
        self._own = sections(language, PROMPTS)
        self._entries = {canary.id: asked_for(canary, condition) for canary in asked}
        self._zero = f'"{profile.moment(0)}"' if profile.time == "clock" else "0"

    def question(self, sample: Sample, *, blind: bool) -> str:  # noqa: ARG002  (canaries have no targets to hide)
        """Return what is asked in the end, entry by entry."""
        entries = self._entries[sample.id]
        return "\n".join(
            [
                *([self._speech(sample)] if self._condition.read else []),
                filled(self._own["check"], {"count": str(len(entries))}),
                *(
                    filled(self._own["entry"], {"number": str(number), "what": self._own[_SECTIONS.get(name, name)]})
                    for number, name in enumerate(entries, 1)
                ),
                filled(self._own["rest"], {"zero": self._zero}),
                self._say("ask"),
            ]
        )


def at_rest(plan: Plan, scheme: str) -> dict[str, Any]:
    """Return what a manifest holds before any canary is asked: that they are to come, or why none will."""
    if scheme != "model":
        reason = text("Canaries are for models: the answers of this subject do not depend on what is sent")
        return {STATE: "not_applicable", "reason": reason.model_dump(mode="json")}
    if not plan.canaries:
        return {STATE: "off", "reason": text("--no-canaries was given").model_dump(mode="json")}
    return {STATE: "running", "rule": RULE, "prompt": f"sha256-{prompt_hash(plan.language, PROMPTS)}", "asked": []}


def ask_canaries(run: RunFolder, plan: Plan, spec: SubjectSpec, means: Means) -> None:
    """Ask a model what is missing of a run's canaries, before its first sample, and write down what they prove.

    Raises:
        SubjectError: The model cannot be used, or with ``strict_canaries`` not every canary has passed.
        BudgetSpent: The run has cost what it may.
    """
    asking = asking_of(spec, plan, means, run)
    if run.manifest.canaries.get(STATE) in _OPEN:
        _ask(run, plan, asking, within=sound_within(spec, plan))
    if means.strict_canaries:
        _refuse(run.manifest)


def _ask(run: RunFolder, plan: Plan, asking: Asking, *, within: bool) -> None:
    held = dict(run.manifest.canaries)
    condition = condition_of(plan.input)
    asked = canaries(condition, plan.seed)
    missing = _missing(held, asked)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        studio = _Studio(Path(folder), plan, condition, asked, within=within)
        with closing(ask_all(asking, [studio.asker.question(studio.sample(canary)) for canary in missing])) as replies:
            for reply in replies:
                if reply.tested:
                    held = {**held, "asked": [*held["asked"], studio.entry(reply)]}
                    _keep(run, held)
    with readable_canaries():
        proved = _proved(held, asked, condition, plan)
    _keep(run, {**held, **proved})


def still_to_ask(held: dict[str, Any], plan: Plan) -> list[Sample]:
    """Return the canaries that a run has still to ask, as samples of which only what costs is known."""
    condition = condition_of(plan.input)
    return [sample_of(canary, condition, plan.language) for canary in _missing(held, canaries(condition, plan.seed))]


def _missing(held: dict[str, Any], asked: Sequence[Canary]) -> list[Canary]:
    if held.get(STATE) not in _OPEN:
        return []
    with readable_canaries():
        done = {one["id"] for one in held["asked"]}
    return [canary for canary in asked if canary.id not in done]


def _refuse(manifest: Manifest) -> None:
    """Refuse to go on with a condition of which a canary has failed, or could not be decided.

    Raises:
        SubjectError: One has; says which.
    """
    held = manifest.canaries
    if held.get(STATE) == "undecided":
        raise SubjectError("--strict-canaries: not every canary could be asked; no sample was tested")
    if held.get(STATE) == "failed":
        raise SubjectError(
            "--strict-canaries: {marks}; no sample was tested. manifest.json holds what was asked and answered",
            marks=_joined(told(manifest)),
        )


def _joined(marks: Sequence[Text]) -> Text:
    joined = marks[0]
    for mark in marks[1:]:
        joined = text("{one}; {other}", one=joined, other=mark)
    return joined


class _Studio:
    """Makes the clips of the canaries, their questions, and of replies what is kept."""

    def __init__(
        self, folder: Path, plan: Plan, condition: Condition, asked: Sequence[Canary], *, within: bool
    ) -> None:
        self._folder = folder
        self._plan = plan
        self._condition = condition
        self._by_id = {canary.id: canary for canary in asked}
        wording = CanaryWording(plan.language, condition, plan.model_profile, asked)
        # What is made of these clips goes with them; nothing is taken for a sample's.
        self.asker = Asker(
            replace(plan, keep_last=False, keep_media=False),
            folder,
            within=within,
            cache=MediaCache(folder / "cache"),
            wording=wording,
        )
        self._samples: dict[str, Sample] = {}

    def sample(self, canary: Canary) -> Sample:
        """Return a canary's clip, made once, as a sample."""
        from mindsight.vsig.media.clips import probe

        if canary.id not in self._samples:
            sample = sample_of(canary, self._condition, self._plan.language)
            path = self._folder / sample.video
            if not path.exists():
                write_clip(path, canary, timeline(self._condition), self._plan.language)
            facts = probe(path)
            self._samples[canary.id] = sample.model_copy(
                update={"sha256": facts.sha256, "last_ms": facts.last_ms, "length_ms": facts.length_ms}
            )
        return self._samples[canary.id]

    def entry(self, reply: Replied) -> dict[str, Any]:
        """Return a question with its answer as the manifest holds them."""
        canary = self._by_id[reply.id]
        sample = self.sample(canary)
        said = self.asker.said(sample, reply)
        size = said.size or sample.size
        reading = read_answer(
            said.text, Frame(size=size, length_ms=sample.length_ms), self._plan.model_profile, stop=said.stop
        )
        outcome = said.ending or reading.status
        entries = reading.answer.predictions if outcome == "scored" else ()
        given = Reply(canary, sample, size, entries)
        names = asked_for(canary, self._condition)
        wanted = {name: expected(name, canary, self._condition, sample) for name in names}
        return {
            "id": canary.id,
            # Objects come back with their names in order of the alphabet; entries are matched by this list.
            "asks": list(names),
            "expected": wanted,
            "right": {
                name: is_right(name, wanted[name], given.entry(place), canary.film.last)
                for place, name in enumerate(names)
            },
            "outcome": outcome,
            "answer": {"text": storable(said.text), "said": plain(said.said), "sent": plain(said.sent)},
            "parsed": plain(reading.answer.model_dump(mode="json")) if outcome == "scored" else {},
            "size": list(size),
        }


def _proved(held: dict[str, Any], asked: Sequence[Canary], condition: Condition, plan: Plan) -> dict[str, Any]:
    """Return verdicts, marks and the state that they make, from what is kept alone."""
    by_id = {canary.id: canary for canary in asked}
    replies = [
        Reply(
            canary,
            sample_of(canary, condition, plan.language),
            (one["size"][0], one["size"][1]),
            Answer.model_validate(one["parsed"]).predictions,
        )
        for one in held["asked"]
        for canary in [by_id[one["id"]]]
    ]
    found = verdicts(asked, replies, condition, plan.model_profile)
    marks = marks_of(found)
    states = {verdict.status for verdict in found}
    state = "failed" if marks else "undecided" if "undecided" in states else "passed"
    return {
        STATE: state,
        "verdicts": [verdict.model_dump(mode="json") for verdict in found],
        "marks": page(marks),
    }


def _keep(run: RunFolder, held: dict[str, Any]) -> None:
    run.write_model(MANIFEST, run.manifest.model_copy(update={"canaries": held}))
