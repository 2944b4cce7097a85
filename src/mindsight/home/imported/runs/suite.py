"""A test over imported questions: asked, read and judged as the generated ones are (6.3, 6.4.1)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mindsight.answers.reply import READING_RULE
from mindsight.clauses import DOCUMENTS
from mindsight.home.episodes.stances import versioned
from mindsight.home.imported.pool import PoolHeader
from mindsight.home.imported.runs.data_file import pool_of
from mindsight.home.imported.runs.generated import beside, dimensions_of, generated_facts, generated_pages
from mindsight.home.imported.runs.pictures import PoolPictures
from mindsight.home.imported.runs.totals import results_of
from mindsight.home.plan import Means
from mindsight.home.questions.asking.messages import prompts_hash
from mindsight.home.questions.data_file import QuestionFile
from mindsight.home.questions.plan import QuestionPlan, plan_page
from mindsight.home.questions.question import RULE_VERSION, Question
from mindsight.home.questions.suite import DATA_FILE, SOFTWARE, AskedTest, note, quartets_reading, subject_facts
from mindsight.home.scoring.generalisation import INDICATIVE_BELOW
from mindsight.home.scoring.measures import RULE
from mindsight.record import canonical, environment
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.record.model import Data, Document, Manifest, Results, Scalar, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import text

KIND = "imported"


class ImportedTest(AskedTest):
    """A test of one subject over imported questions, for the pipeline; a twin is far from the question that it is made from."""

    def __init__(
        self, plan: QuestionPlan, data: Path, media: Path, spec: SubjectSpec, subject: Subject, means: Means
    ) -> None:
        questions = QuestionFile(data)
        super().__init__(plan, data, questions, spec, means)
        self._media = media
        self.manifest = imported_manifest(plan, data, questions, subject, spec)

    def pictures(self, media: Path) -> PoolPictures:
        """Return the pictures of the pool."""
        return PoolPictures(self._media, media, beside(pool_of(self.data), self._plan.tasks))

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""
        return results_of(run, table)


@dataclass
class _Counts:
    """What the manifest says of the questions: their pictures, how many are twins, and how many of each class have an answer or none."""

    pictures: set[str] = field(default_factory=set)
    twins: int = 0
    kinds: Counter[tuple[str, bool]] = field(default_factory=Counter)

    def add(self, question: Question) -> None:
        """Count a question."""
        self.pictures.update(question.pictures)
        self.twins += not question.valid and "twin" in question.asked
        self.kinds[question.kind, question.valid] += 1


def imported_manifest(
    plan: QuestionPlan, data: Path, questions: Mapping[str, Question], subject: Subject, spec: SubjectSpec
) -> Manifest:
    """Return the manifest: the pool, its chosen classes, and how they are asked."""
    document, pool, sha256 = DOCUMENTS["home"], pool_of(data), canonical.sha256_of_file(data)
    generated = beside(pool, plan.tasks)
    identity: dict[str, Scalar] = {
        "document": document.name,
        "kind": KIND,
        "rule": RULE_VERSION,
        "scoring": RULE,
        "reading": READING_RULE,
        "pool": f"{pool.name}/sha256-{canonical.digest(pool.model_dump(mode='json'))}",
        "tasks": ",".join(key for key in plan.tasks if key not in generated),
        **generated_facts(generated),
        "n": plan.trials,
        "twins": pool.twins or "none",
        "lambda": plan.penalty,
        "sd": "population",
        "seed": plan.seed,
        "lang": plan.language,
        "stance": versioned(plan.stance),
        "prompts": f"sha256-{prompts_hash(plan)}",
        "unknown": ",".join(plan.unknown) or "none",
        "data": f"sha256-{sha256}",
        **subject_facts(spec, plan, subject),
    }
    counts = _Counts()
    for one in questions.values():
        counts.add(one)
    return Manifest(
        document=Document(
            suite="home",
            number=document.number,
            edition=document.edition,
            title=text("Questions brought along ({name}) and generated ones", name=pool.name)
            if generated
            else text("Questions brought along: {name}", name=pool.name),
        ),
        kind=KIND,
        plan=_plan_page(plan, pool, generated),
        identity=identity,
        subject=subject,
        data=Data(name=DATA_FILE, file=DATA_FILE, sha256=sha256, instances=len(questions), files=len(counts.pictures)),
        seeds={"questions": plan.seed},
        software=environment.software(*SOFTWARE),
        hardware=environment.hardware(),
        renderer="fine" if generated else None,
        started=environment.now(),
        departures=tuple(_departures(plan, pool, counts, generated)),
        readings=tuple(_readings(generated)),
    )


def _plan_page(plan: QuestionPlan, pool: PoolHeader, generated: Sequence[str]) -> dict[str, Any]:
    page = plan_page(plan)
    classes = {one.key: one for one in pool.classes if one.key in plan.tasks}
    brought = {
        key: {
            "zh": one.title["zh"],
            "en": one.title["en"],
            "ability_zh": one.ability["zh"],
            "ability_en": one.ability["en"],
            "form": one.form,
            "people": None,
        }
        for key, one in classes.items()
    }
    page["classes"] = {**brought, **generated_pages(plan, generated)}
    page["groups"] = {"dimension": dimensions_of(pool, plan.tasks)}
    return page


def _departures(plan: QuestionPlan, pool: PoolHeader, counts: _Counts, generated: Sequence[str]) -> Iterator[Note]:
    body = text(
        "The questions are those of “{name}”, which somebody brought along ({files} files, mapping {mapping}); truth and dimensions are as "
        "they and the mapping say, and nobody has proved them here.",
        name=pool.name,
        files=len(pool.files),
        mapping=pool.mapping,
    )
    yield note("departure", "imported", "6.4.1-c", body)
    if generated:
        body = text(
            "{count} of the {all} classes are generated, and their truth is computed from the scenes; the others are brought along and "
            "count as known unless the run says otherwise. T is over all of them.",
            count=len(generated),
            all=len(plan.tasks),
        )
        yield note("departure", "generated", "6.4.1-c", body)
    if counts.twins:
        body = text(
            "{count} questions without an answer are others with exchanged pictures; that these do not answer them is assumed, not proved.",
            count=counts.twins,
        )
        yield note("departure", "twins", "6.4.1-c", body)
    lacking = [key for key in plan.tasks if not (counts.kinds[key, True] and counts.kinds[key, False])]
    if lacking:
        body = text(
            "{count} classes have no questions of one of the two kinds, with an answer and without: f and T, which need both, cannot be "
            "estimated for them.",
            count=len(lacking),
        )
        yield note("departure", "one-kind", "6.4.1-c", body)
    least = min(counts.kinds[key, True] + counts.kinds[key, False] for key in plan.tasks)
    if least < INDICATIVE_BELOW:
        body = text("Only {count} questions per class: chance alone lowers T; the result is indicative.", count=least)
        yield note("departure", "few", "6.4.1-c", body)
    if plan.penalty != 1.0:
        yield note("departure", "penalty", "4.2", text("The penalty λ is {value}, not 1.", value=plan.penalty))
    if pool.refused:
        body = text("{count} rows of the data set could not be used and were left out.", count=pool.refused)
        yield note("departure", "refused", "6.2", body)


def _readings(generated: Sequence[str]) -> Iterator[Note]:
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
    if generated:
        yield quartets_reading()
