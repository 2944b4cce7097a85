"""A test under controls: run a subject on the same samples under the full condition and under each control."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from mindsight.execution.failures import GIVE_UP_AFTER_PARTS, hold_back_failed_drafts
from mindsight.execution.parallel import Engine, map_items
from mindsight.harness.runs.settings import Prices
from mindsight.kinds import KINDS
from mindsight.record import canonical
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item, Manifest, Results, Scalar, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import text
from mindsight.vsig.canaries.running import ask_canaries
from mindsight.vsig.controls.conditions import AT, Setup, speakers, unmoved
from mindsight.vsig.controls.totals import results_of, table_of
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.estimate import RunEstimate, estimate_run
from mindsight.vsig.models import prompts
from mindsight.vsig.models.answering import reach
from mindsight.vsig.models.baselines import BASELINES
from mindsight.vsig.models.fingertip import Fingertip
from mindsight.vsig.models.said import Said
from mindsight.vsig.plan import Means, Plan
from mindsight.vsig.recording import Recorder
from mindsight.vsig.suite import VsigTest

KIND = "controls"


class Asked(NamedTuple):
    """A sample under a condition, one item of the record."""

    sample: Sample
    setup: Setup

    @property
    def id(self) -> str:
        """The item's id."""
        return f"{self.sample.id}{AT}{self.setup.key}"

    def recorded(self, draft: Draft) -> Draft:
        """Return a draft of the sample as a draft of this item."""
        terms = {**draft.terms, "condition": self.setup.key}
        return draft.model_copy(update={"id": self.id, "terms": terms})


class ControlsTest:
    """The test of one subject on the same samples under every condition, for the pipeline."""

    def __init__(
        self,
        plan: Plan,
        setups: Sequence[Setup],
        root: Path,
        data: Path,
        spec: SubjectSpec,
        subject: Subject,
        means: Means = Means(),  # noqa: B008  (frozen)
    ) -> None:
        self.data, self.plan, self.setups = data, plan, tuple(setups)
        self._root, self._spec, self._means = root, spec, means
        whole = VsigTest(plan, root, data, spec, subject, means)
        self.samples = whole.samples
        self._speakers = speakers(self.samples, plan.seed)
        self.manifest = _manifest(whole.manifest, self.setups, plan, len(self.samples))
        if any(setup.takes == "match" for setup in self.setups):
            self._say_unmoved(unmoved(self.samples, self._speakers))

    def instances(self) -> Iterator[Asked]:
        """Yield every sample under each condition, condition by condition."""
        return (Asked(sample, setup) for setup in self.setups for sample in self.samples)

    def id_of(self, instance: Asked) -> str:
        """Return an item's id."""
        return instance.id

    def drafts(self, run: RunFolder, missing: Iterable[Asked], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Run the subject on the missing items, condition by condition; then the built-in subjects on theirs."""
        begun = any(item.status == "scored" for item in run.items)
        asked: list[Asked] = []
        others: list[Asked] = []
        for one in missing:
            (asked if one.setup.is_asked else others).append(one)
        if self._spec.scheme == "model" and (run.manifest.shard or "1/").startswith("1/"):
            # Once, under the full condition; of several shards by the first.
            ask_canaries(run, self.plan, self._spec, self._means)
        # Answers of a built-in subject do not prove that the subject under test could be reached.
        drafts = self._drafts(run, asked, engine, workers)
        yield from hold_back_failed_drafts(drafts, begun=begun, give_up_after=GIVE_UP_AFTER_PARTS)
        yield from self._drafts(run, others, engine, workers)

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the table of scores, one row per item."""
        return table_of(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""
        return results_of(run, table)

    def estimate_run(
        self,
        finished: Sequence[Item],
        prices: Prices | None,
        canaries: Sequence[Sample],
        probe: Sequence[Sample] = (),
    ) -> RunEstimate:
        """Return an estimate of the missing samples and canaries over all conditions, each of which begins with a probe."""
        done = {item.id for item in finished}
        whole = RunEstimate(0, 0, 0, None if prices is None else 0.0, 0)
        for setup in (setup for setup in self.setups if setup.is_asked):
            missing = [sample for sample in self.samples if Asked(sample, setup).id not in done]
            own = [item for item in finished if item.id.rpartition(AT)[2] == setup.key]
            first = canaries if setup is self.setups[0] else ()
            one = estimate_run(self.plan_under(setup), missing, own, prices, canaries=first, probe=probe)
            whole = whole._replace(
                requests=whole.requests + one.requests,
                sent=whole.sent + one.sent,
                received=whole.received + one.received,
                cost=None if whole.cost is None or one.cost is None else whole.cost + one.cost,
                learnt_from=whole.learnt_from + one.learnt_from,
                canaries=whole.canaries + one.canaries,
                probe=whole.probe + one.probe,
            )
        return whole

    def plan_under(self, setup: Setup) -> Plan:
        """Return the plan of a condition."""
        return replace(self.plan, input=setup.input)

    def _drafts(self, run: RunFolder, missing: Iterable[Asked], engine: Engine, workers: int) -> Iterator[Draft]:
        recorder = Recorder(self._root, None, self.plan.profile, self.plan.model_profile, self.plan.cluster)
        for _, group in groupby(missing, key=lambda asked: asked.setup.key):
            asked = {one.sample.id: one for one in group}
            setup = next(iter(asked.values())).setup
            said = self._said(run, [one.sample for one in asked.values()], setup)
            drafts: Iterator[Draft]
            if self._spec.scheme == "baseline" or not setup.is_asked:
                drafts = map_items(recorder, said, engine=engine, workers=workers, name=lambda pair: pair[0].id)
            else:
                drafts = map(recorder, said)
            for draft in drafts:
                yield asked[draft.id].recorded(draft)

    def _said(self, run: RunFolder, samples: Sequence[Sample], setup: Setup) -> Iterator[tuple[Sample, Said]]:
        if self._spec.scheme == "baseline" or not setup.is_asked:
            plan, answer = self.plan, BASELINES[self._spec.rest] if setup.is_asked else Fingertip(self._root)
            return ((sample, Said(text=answer(sample, plan.seed, plan.model_profile))) for sample in samples)
        from mindsight.vsig.models.outside import ask_model

        plan = self.plan_under(setup)
        instead = self._speakers if setup.condition.speech_of == "another" else None
        return ask_model(self._spec, samples, plan, self._root, self._means, run, instead)

    def _say_unmoved(self, count: int) -> None:
        if not count:
            return
        body = text(
            "{count} samples keep their own speech under “the speech of another clip”: no other clip of their language speaks.",
            count=count,
        )
        note = Note(id="departure-unmoved", title=text("Departure"), role="departure", clause="results", body=body)
        self.manifest = self.manifest.model_copy(update={"departures": (*self.manifest.departures, note)})


def reach_all(spec: SubjectSpec, plan: Plan, setups: Sequence[Setup]) -> dict[str, Scalar]:
    """Check that a subject accepts what each condition sends, and return what was found under the first.

    Raises:
        SubjectError: It does not; otherwise every item of that condition would fail.
    """
    found = [reach(spec, replace(plan, input=setup.input)) for setup in setups if setup.is_asked]
    return found[0]


def _manifest(whole: Manifest, setups: Sequence[Setup], plan: Plan, samples: int) -> Manifest:
    """Return the manifest: that of a run without controls, plus the conditions."""
    page = [setup.model_dump(mode="json") for setup in setups]
    identity: dict[str, Scalar] = {
        **whole.identity,
        "kind": KIND,
        "n": samples * len(setups),
        "conditions": ",".join(setup.key for setup in setups),
        "conditions_hash": f"sha256-{canonical.digest(page)}",
    }
    if any(setup.takes == "last" for setup in setups):
        identity["controls_prompt_hash"] = f"sha256-{prompts.prompt_hash(plan.language, prompts.CONTROLS)}"
    return whole.model_copy(
        update={
            "kind": KIND,
            "plan": {**whole.plan, "conditions": page},
            "identity": identity,
            "document": whole.document.model_copy(update={"title": KINDS["vsig.controls"].title}),
            "data": whole.data.model_copy(update={"instances": samples * len(setups)}),
        }
    )
