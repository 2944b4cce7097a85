"""Ask a model the canaries once per run, before its first sample; each answer is saved in the manifest as it comes."""

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from mindsight.answers.conventions import ModelProfile
from mindsight.errors import SubjectError
from mindsight.harness.questions.asking import ask_all
from mindsight.harness.questions.question import Asking, Replied
from mindsight.record.folder import MANIFEST, RunFolder
from mindsight.record.model import Manifest
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, storable, text
from mindsight.vsig.canaries.clips import write_clip
from mindsight.vsig.canaries.marks import STATE, joined, marks_of, page, sentences_of
from mindsight.vsig.canaries.questions import RULE, Canary, asked_for, canaries, sample_of, timeline
from mindsight.vsig.canaries.verdicts import Reply, expected, is_right, verdicts
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media.cache import MediaCache
from mindsight.vsig.media.conditions import Condition, condition_of
from mindsight.vsig.models.answers.predictions import Answer
from mindsight.vsig.models.answers.reading import Frame, read_answer
from mindsight.vsig.models.asking import Asker
from mindsight.vsig.models.outside import asking_of, sound_within
from mindsight.vsig.models.prompts import Wording, filled, prompt_hash, sections
from mindsight.vsig.models.said import plain
from mindsight.vsig.models.usage import readable_canaries
from mindsight.vsig.plan import Means, Plan

PROMPTS = "canaries-"
_SECTIONS: dict[str, str] = {"swap": "digit"}
"""Canaries that use the question of another one."""
_OPEN = frozenset(("running", "undecided"))


class CanaryWording(Wording):
    """The prompt of the run's samples with the canary's question at its end."""

    def __init__(
        self, language: Language, condition: Condition, profile: ModelProfile, asked: Sequence[Canary]
    ) -> None:
        super().__init__(language, condition, profile)
        self._own = sections(language, PROMPTS)
        self._entries = {canary.id: asked_for(canary, condition) for canary in asked}
        self._zero = f'"{profile.moment(0)}"' if profile.time == "clock" else "0"

    def question(self, sample: Sample, *, blind: bool) -> str:  # noqa: ARG002  (canaries have no targets to hide)
        """Return the question, entry by entry."""
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


def initial_state(plan: Plan, scheme: str) -> dict[str, Any]:
    """Return the manifest's entry before any canary is asked: that they are pending, or why none will be asked."""
    if scheme != "model":
        reason = text("Canaries are for models: the answers of this subject do not depend on what is sent")
        return {STATE: "not_applicable", "reason": reason.model_dump(mode="json")}
    if not plan.canaries:
        return {STATE: "off", "reason": text("--no-canaries was given").model_dump(mode="json")}
    return {STATE: "running", "rule": RULE, "prompt": f"sha256-{prompt_hash(plan.language, PROMPTS)}", "asked": []}


def ask_canaries(run: RunFolder, plan: Plan, spec: SubjectSpec, means: Means) -> None:
    """Ask a model the canaries that a run has not asked yet, and save the answers and verdicts in its manifest.

    Raises:
        SubjectError: The model cannot be used, or with ``strict_canaries`` not every canary has passed.
        BudgetSpent: The limit on costs is reached.
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
        maker = _ClipMaker(Path(folder), plan, condition, asked, within=within)
        with closing(ask_all(asking, [maker.asker.question(maker.sample(canary)) for canary in missing])) as replies:
            for reply in replies:
                if reply.tested:
                    held = {**held, "asked": [*held["asked"], maker.entry(reply)]}
                    _keep(run, held)
    with readable_canaries():
        proved = _proved(held, asked, condition, plan)
    _keep(run, {**held, **proved})


def still_to_ask(held: dict[str, Any], plan: Plan) -> list[Sample]:
    """Return the canaries that are still to be asked, as samples that hold only what an estimate needs."""
    condition = condition_of(plan.input)
    return [sample_of(canary, condition, plan.language) for canary in _missing(held, canaries(condition, plan.seed))]


def _missing(held: dict[str, Any], asked: Sequence[Canary]) -> list[Canary]:
    if held.get(STATE) not in _OPEN:
        return []
    with readable_canaries():
        done = {one["id"] for one in held["asked"]}
    return [canary for canary in asked if canary.id not in done]


def _refuse(manifest: Manifest) -> None:
    """Raise an error if a canary has failed or could not be decided.

    Raises:
        SubjectError: A canary has; the message names it.
    """
    held = manifest.canaries
    if held.get(STATE) == "undecided":
        raise SubjectError("--strict-canaries: not every canary could be asked; no sample was tested")
    if held.get(STATE) == "failed":
        raise SubjectError(
            "--strict-canaries: {marks}; no sample was tested. manifest.json holds what was asked and answered",
            marks=joined(sentences_of(manifest)),
        )


class _ClipMaker:
    """Makes the clips and questions of the canaries, and manifest entries of the replies."""

    def __init__(
        self, folder: Path, plan: Plan, condition: Condition, asked: Sequence[Canary], *, within: bool
    ) -> None:
        self._folder = folder
        self._plan = plan
        self._condition = condition
        self._by_id = {canary.id: canary for canary in asked}
        wording = CanaryWording(plan.language, condition, plan.model_profile, asked)
        # These clips' media are deleted with them and never mixed with those of samples.
        self.asker = Asker(
            replace(plan, keep_last=False, keep_media=False),
            folder,
            within=within,
            cache=MediaCache(folder / "cache"),
            wording=wording,
        )
        self._samples: dict[str, Sample] = {}

    def sample(self, canary: Canary) -> Sample:
        """Return a canary's clip as a sample; the clip is made once."""
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
        """Return a question with its answer as JSON for the manifest."""
        canary = self._by_id[reply.id]
        sample = self.sample(canary)
        said = self.asker.said(sample, reply)
        size = said.size or sample.size
        reading = read_answer(
            said.text, Frame(size=size, length_ms=sample.length_ms), self._plan.model_profile, stop=said.stop
        )
        outcome = said.ending or reading.status
        return {
            "id": canary.id,
            "outcome": outcome,
            "answer": {"text": storable(said.text), "said": plain(said.said), "sent": plain(said.sent)},
            **_judged(canary, self._condition, sample, size, reading.answer if outcome == "scored" else None),
        }


def _proved(held: dict[str, Any], asked: Sequence[Canary], condition: Condition, plan: Plan) -> dict[str, Any]:
    """Return verdicts, marks and the resulting state, computed from the saved answers alone."""
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


def proved_again(held: Mapping[str, Any], plan: Plan, scheme: str) -> dict[str, Any]:
    """Return what a manifest holds of canaries once more: from the seed what was right, from the answers' text the rest.

    Args:
        held: What the manifest holds; a question's id, answer and size of the last frame are taken over.
        plan: The run's plan.
        scheme: How the subject was reached.
    """
    begun: dict[str, Any] = initial_state(plan, scheme)
    if begun[STATE] != "running":
        return begun
    condition = condition_of(plan.input)
    asked = canaries(condition, plan.seed)
    by_id = {canary.id: canary for canary in asked}
    with readable_canaries():
        entries = [_entry_again(one, by_id[one["id"]], condition, plan) for one in held["asked"]]
        again = {**begun, "asked": entries}
        return {**again, **_proved(again, asked, condition, plan)}


def _entry_again(one: Mapping[str, Any], canary: Canary, condition: Condition, plan: Plan) -> dict[str, Any]:
    sample, size = sample_of(canary, condition, plan.language), (one["size"][0], one["size"][1])
    reading = read_answer(one["answer"]["text"], Frame(size=size, length_ms=sample.length_ms), plan.model_profile)
    # How an answer ended is known of its server alone: of one that was cut off or refused nothing was read.
    outcome = reading.status if one["outcome"] == "scored" or reading.status != "scored" else one["outcome"]
    judged = _judged(canary, condition, sample, size, reading.answer if outcome == "scored" else None)
    return {**one, **judged, "outcome": outcome}


def _judged(
    canary: Canary, condition: Condition, sample: Sample, size: tuple[int, int], answer: Answer | None
) -> dict[str, Any]:
    """Return what was asked, what is right, and whether the entries of an answer are; without one, nothing is."""
    given = Reply(canary, sample, size, () if answer is None else answer.predictions)
    names = asked_for(canary, condition)
    wanted = {name: expected(name, canary, condition, sample) for name in names}
    return {
        # The manifest sorts names by the alphabet; entries are matched by this list.
        "asks": list(names),
        "expected": wanted,
        "right": {
            name: is_right(name, wanted[name], given.entry(place), canary.film.last) for place, name in enumerate(names)
        },
        "parsed": {} if answer is None else plain(answer.model_dump(mode="json")),
        "size": list(size),
    }


def _keep(run: RunFolder, held: dict[str, Any]) -> None:
    run.write_model(MANIFEST, run.manifest.model_copy(update={"canaries": held}))
