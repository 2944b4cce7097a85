"""6.3, 6.4.1: a test of task generalisation over questions, from drawn questions to T and its report."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from mindsight.answers.conventions import convention_facts
from mindsight.answers.reply import READING_RULE
from mindsight.clauses import DOCUMENTS
from mindsight.engine.drawing.prints.fonts import font_hash
from mindsight.execution.failures import hold_back_failed_drafts
from mindsight.execution.parallel import Engine
from mindsight.harness.runs.settings import temperature_sent
from mindsight.home.classes import DIMENSIONS
from mindsight.home.episodes.stances import versioned
from mindsight.home.logs import LOG
from mindsight.home.plan import Means
from mindsight.home.questions import classes
from mindsight.home.questions.asking.answering import answered
from mindsight.home.questions.asking.clip import PICTURES_PER_S, as_clip
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.messages import prompts_hash
from mindsight.home.questions.asking.recording import Recorder
from mindsight.home.questions.data_file import QuestionFile
from mindsight.home.questions.plan import QuestionPlan, plan_page, turn_of
from mindsight.home.questions.plugged import recorded
from mindsight.home.questions.question import RULE_VERSION, Question
from mindsight.home.questions.scenes.shot import SIZE_PX
from mindsight.home.questions.totals import results_of, table_of
from mindsight.home.scoring.generalisation import INDICATIVE_BELOW
from mindsight.home.scoring.measures import RULE
from mindsight.kinds import KINDS
from mindsight.record import canonical, environment
from mindsight.record.blocks import Note
from mindsight.record.folder import MEDIA, RunFolder
from mindsight.record.model import Data, Document, Draft, Manifest, Results, Scalar, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text, text

DATA_FILE = "questions.json"
KIND = "questions"
SOFTWARE = ("numpy", "scipy", "mujoco-core", "pillow", "inspect-ai", "openai")


class AskedTest(ABC):
    """A test that asks a subject questions, for the pipeline: generated ones, or those that somebody brought along."""

    manifest: Manifest

    def __init__(
        self, plan: QuestionPlan, data: Path, questions: Mapping[str, Question], spec: SubjectSpec, means: Means
    ) -> None:
        self.data = data
        self._plan, self._questions, self._spec, self._means = plan, questions, spec, means

    def instances(self) -> Iterator[Question]:
        """Yield the questions; those of one wording are far apart."""
        return map(self._questions.__getitem__, sorted(self._questions, key=turn_of))

    def id_of(self, instance: Question) -> str:
        """Return a question's id."""
        return instance.id

    def drafts(self, run: RunFolder, missing: Iterable[Question], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Ask the subject the missing questions."""
        pictures = self.pictures(run.path / MEDIA)
        recorder = Recorder(pictures, run.path / MEDIA if self._plan.keep_pictures else None, self._plan.model_profile)
        begun = any(item.status == "scored" for item in run.items)
        form = self.manifest.subject.details.get("form", "")
        means = self._means.after(run.items) if self._spec.scheme == "model" else self._means
        with answered(
            self._spec,
            self._plan,
            missing,
            pictures,
            means=means,
            form=form,
            engine=engine,
            workers=workers,
        ) as answers:
            drafts = (recorder(answer) for answer in answers)
            yield from hold_back_failed_drafts(drafts, begun=begun, give_up_after=None)

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the record's items."""
        return table_of(run)

    @abstractmethod
    def pictures(self, media: Path) -> Pictures:
        """Return the pictures of the questions; those of a run are kept in its folder."""


class QuestionsTest(AskedTest):
    """Task generalisation of one subject over questions, for the pipeline."""

    def __init__(
        self,
        plan: QuestionPlan,
        data: Path,
        spec: SubjectSpec,
        subject: Subject,
        means: Means = Means(),  # noqa: B008  (frozen)
    ) -> None:
        questions = QuestionFile(data)
        super().__init__(plan, data, questions, spec, means)
        manifest = questions_manifest(plan, data, questions, subject)
        self.manifest = manifest.model_copy(
            update={"identity": {**manifest.identity, **subject_facts(spec, plan, subject)}}
        )

    def pictures(self, media: Path) -> Pictures:
        """Return the pictures of drawn questions."""
        return Pictures(media)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""
        return results_of(run, table)


def subject_facts(spec: SubjectSpec, plan: QuestionPlan, subject: Subject) -> dict[str, Scalar]:
    """Return the part of a result's identity that are the subject's settings."""
    if spec.scheme != "model":
        return {}
    temperature = temperature_sent(plan.temperature, subject.details)
    return {"subject.temperature": temperature, **convention_facts(plan.model_profile)}


def questions_manifest(plan: QuestionPlan, data: Path, questions: Mapping[str, Question], subject: Subject) -> Manifest:
    """Return the manifest: the chosen classes (home 6.4.1-a) and how they are asked."""
    document = DOCUMENTS["home"]
    sha256 = canonical.sha256_of_file(data)
    identity: dict[str, Scalar] = {
        "document": document.name,
        "kind": KIND,
        "rule": RULE_VERSION,
        "scoring": RULE,
        "reading": READING_RULE,
        "tasks": versioned_keys(plan.tasks),
        "n": plan.trials,
        "irrelevant": 0.5,
        "lambda": plan.penalty,
        "sd": "population",
        "seed": plan.seed,
        "lang": plan.language,
        "stance": versioned(plan.stance),
        "prompts": f"sha256-{prompts_hash(plan)}",
        **drawing_facts(),
        "unknown": ",".join(plan.unknown) or "none",
        "asked": "text" if plan.as_text else "clip" if plan.as_clip else "pictures",
        "evidence": plan.evidence,
        "data": f"sha256-{sha256}",
    }
    pool = classes.load()
    if plugged := [f"{key}={pool[key].origin}" for key in plan.tasks if pool[key].origin is not None]:
        identity["plugins"] = "; ".join(plugged)
    if plan.as_clip:
        identity["clip"] = _clip_told(plan, questions)
    files = {name for one in questions.values() for name in one.pictures}
    return Manifest(
        document=Document(
            suite="home",
            number=document.number,
            edition=document.edition,
            title=KINDS["home.questions"].title,
        ),
        kind=KIND,
        plan=_plan_page(plan),
        identity=identity,
        subject=subject,
        data=Data(name=DATA_FILE, file=DATA_FILE, sha256=sha256, instances=len(questions), files=len(files)),
        seeds={"questions": plan.seed},
        software=environment.software(*SOFTWARE),
        hardware=environment.hardware(),
        renderer="fine",
        started=environment.now(),
        departures=tuple(_departures(plan, subject)),
        readings=tuple(_readings()),
    )


def versioned_keys(keys: Iterable[str]) -> str:
    """Return generated classes with their versions, as they stand in a result's identity."""
    pool = classes.load()
    return ",".join(f"{key}/{pool[key].version}" for key in keys)


def drawing_facts() -> dict[str, Scalar]:
    """Return the part of a result's identity that says how generated questions are drawn."""
    return {"picture": "x".join(map(str, SIZE_PX)), "font": f"sha256-{font_hash()}"}


def _clip_told(plan: QuestionPlan, questions: Mapping[str, Question]) -> str:
    """Return how videos are made: pictures a second, and how many of them there are by class."""
    counts = {one.kind: len(one.pictures) for one in questions.values() if as_clip(one, plan)}
    return ",".join([f"{PICTURES_PER_S}/s", *(f"{key}={count}" for key, count in sorted(counts.items()))])


def _plan_page(plan: QuestionPlan) -> dict[str, Any]:
    pool = classes.load()
    page = plan_page(plan)
    page["classes"] = class_pages(plan, plan.tasks)
    by_dimension = {name: [key for key in plan.tasks if pool[key].dimension == name] for name in DIMENSIONS}
    page["groups"] = {"dimension": {name: own for name, own in by_dimension.items() if own}}
    if plugged := recorded(plan.tasks):
        page["plugins"] = plugged
    return page


def class_pages(plan: QuestionPlan, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return what a manifest says of generated classes."""
    pool, people = classes.load(), {key: [right, asked] for key, right, asked in plan.people}
    return {
        key: {
            "zh": pool[key].title[0],
            "en": pool[key].title[1],
            "ability_zh": pool[key].ability[0],
            "ability_en": pool[key].ability[1],
            "form": pool[key].form,
            "people": people.get(key),
        }
        for key in keys
    }


def _departures(plan: QuestionPlan, subject: Subject) -> Iterator[Note]:
    if LOG in subject.details:
        body = text(
            "The answers are from a log of Inspect AI of {created}. Server and machine of that run, and what was sent beside words and "
            "pictures, are not known; software and hardware named here are those of the import. The words, and the pictures if the log has "
            "them, were compared with those that this version draws from the seed.",
            created=str(subject.details.get("log.created", "?")),
        )
        yield note("departure", "log", "6.1-a", body)
    if plan.trials < INDICATIVE_BELOW:
        body = text(
            "Only {count} questions per class: chance alone lowers T; the result is indicative.", count=plan.trials
        )
        yield note("departure", "few", "6.4.1-c", body)
    if plan.penalty != 1.0:
        yield note("departure", "penalty", "4.2", text("The penalty λ is {value}, not 1.", value=plan.penalty))
    if plan.as_text:
        body = text(
            "The subject saw no picture: scenes were described in words. This is a control, not a test of sight."
        )
        yield note("departure", "text", "6.4.1-d", body)
    body = text(
        "The review of the data's quality by clause 6.2 is not part of this run; its questions are generated, and their truth is "
        "computed from the scenes."
    )
    yield note("departure", "review", "6.1-a", body)


def _readings() -> Iterator[Note]:
    yield note(
        "reading",
        "T",
        "4.2",
        text(
            "Formula 1 is read as T = mean(f) − λ·σ(f) with the population standard deviation and λ = 1: only this "
            "gives back the 0.172 and 0.108 of table A.1."
        ),
    )
    yield note(
        "reading",
        "questions",
        "6.4.1-e",
        text(
            "A question is a task. One that can be answered: right is TP, wrong is FP, “cannot be answered” or nothing readable is FN. One "
            "that cannot: saying so is TN, whatever reason is given; any answer is FP; nothing readable, or a refusal to answer at all, "
            "is NR, not read. T counts NR as not correctly ignored; T without these questions and their share stand beside it."
        ),
    )
    yield quartets_reading()


def quartets_reading() -> Note:
    """Return how generated questions are set up."""
    return note(
        "reading",
        "quartets",
        "6.4.1-c",
        text(
            "Each wording is asked of four scenes: two have different answers, in two there is none. So a subject that does not look is "
            "right on at most one of the two and cannot know from the words which questions have an answer."
        ),
    )


def note(role: str, name: str, clause: str, body: Text) -> Note:
    """Return a departure from the document, or a reading of it."""
    title = text("Departure") if role == "departure" else text("Reading")
    return Note.model_validate({"id": f"{role}-{name}", "title": title, "role": role, "clause": clause, "body": body})
