"""6.3, 6.4.1: a test of task generalisation, from prepared tasks to T and its report."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mindsight.clauses import DOCUMENTS, implements
from mindsight.engine.drawing.prints.fonts import font_hash
from mindsight.errors import InputError
from mindsight.execution.drafting import map_drafts
from mindsight.execution.failures import hold_back_failed_drafts
from mindsight.execution.parallel import Engine, at_hand
from mindsight.home import tasks
from mindsight.home.adapters.outside import model_facts
from mindsight.home.classes import groups_of
from mindsight.home.episodes.interface import prompts_hash
from mindsight.home.episodes.preflight import check_environment
from mindsight.home.episodes.running import BaselineRunner
from mindsight.home.episodes.sessions import Shares, in_turn, read_sessions
from mindsight.home.episodes.stances import versioned
from mindsight.home.irrelevance import NARROW
from mindsight.home.logs import log_departure
from mindsight.home.plan import Means, Plan
from mindsight.home.preparation.drawing import TRIES, kinds_of, read_instances
from mindsight.home.preparation.instances import RULE_VERSION, Instance
from mindsight.home.scoring.generalisation import INDICATIVE_BELOW
from mindsight.home.scoring.measures import AT, RULE
from mindsight.home.setting import Setting
from mindsight.home.totals import results_of, table_of
from mindsight.kinds import KINDS
from mindsight.record import canonical, environment
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.record.model import Data, Document, Draft, Manifest, Results, Scalar, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text, mark, text

DATA_FILE = "instances.json"
TOGETHER = mark("--epochs and --tasks-per-scene: tasks that share a budget are run once; leave one of the two out")
_SOFTWARE = ("numpy", "scipy", "mujoco-core", "pillow", "inspect-ai", "openai")


class HomeTest:
    """Task generalisation of one subject on prepared tasks, for the pipeline."""

    def __init__(
        self,
        plan: Plan,
        data: Path,
        spec: SubjectSpec,
        subject: Subject,
        means: Means = Means(),  # noqa: B008  (frozen)
    ) -> None:
        self.data = data
        self._means = means
        self._plan = plan
        self._spec = spec
        self._instances = read_instances(data)
        self._sessions = read_sessions(data)
        if plan.setting.wording != "drawn":
            raise InputError("home run: asks every task in the words drawn with it, not in those of one set")
        if plan.epochs > 1 and plan.tasks_per_scene > 1:
            raise InputError(TOGETHER)
        found = check_environment(self._instances[0], plan.setting)
        self._listed = {instance.id: instance.sha256 for instance in self._instances}
        manifest = home_manifest(plan, data, len(self._instances) * plan.epochs, subject)
        identity = {**manifest.identity, **model_facts(spec, plan, subject.details)}
        self.manifest = manifest.model_copy(update={"canaries": found, "identity": identity})

    def instances(self) -> Iterator[Instance]:
        """Yield the prepared tasks in their order; with several epochs all of them, then all again."""
        if self._plan.epochs == 1:
            return iter(self._instances)
        return (
            instance.model_copy(update={"id": f"{instance.id}{AT}{number}"})
            for number in range(1, self._plan.epochs + 1)
            for instance in self._instances
        )

    def id_of(self, instance: Instance) -> str:
        """Return a task's id."""
        return instance.id

    def drafts(self, run: RunFolder, missing: Iterable[Instance], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Run the subject on the missing tasks; each item keeps the hash that the data file lists for its task."""
        for draft in self._drafts(run, missing, engine=engine, workers=workers):
            yield draft.model_copy(update={"instance": self._listed[draft.id.partition(AT)[0]]})

    def _drafts(self, run: RunFolder, missing: Iterable[Instance], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Run the subject on all missing tasks; with sessions, on the next task of each session in turn."""
        run_tasks = partial(self._run_tasks, run, engine=engine, workers=workers)
        if not self._sessions:
            return run_tasks(missing, {})
        by_id = {one.id: one for one in self._instances}
        return in_turn(self._sessions, by_id, frozenset(one.id for one in missing), lambda: list(run.items), run_tasks)

    def _run_tasks(
        self, run: RunFolder, missing: Iterable[Instance], shares: Shares, *, engine: Engine, workers: int
    ) -> Iterator[Draft]:
        """Run the subject on tasks that do not depend on each other."""
        if self._spec.scheme == "baseline":
            media = media_of(self._plan, run)
            runner = BaselineRunner(self._spec.rest, self._plan.setting, self._plan.seed, media, shares)
            drafts = map_drafts(
                runner, missing, engine=engine, workers=workers, name=self.id_of, tries=TRIES, lost=runner.lost
            )
            return hold_back_failed_drafts(drafts, begun=begun(run))
        tools = bool(self.manifest.subject.details.get("tools"))
        return from_outside(
            self._spec, self._plan, list(missing), shares, run=run, means=self._means, tools=tools, workers=workers
        )

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the graded scores of the record's items."""
        return table_of(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""
        return results_of(run, table)


def from_outside(
    spec: SubjectSpec,
    plan: Plan,
    missing: Sequence[Instance],
    shares: Shares = MappingProxyType({}),
    *,
    run: RunFolder,
    means: Means,
    tools: bool,
    workers: int,
) -> Iterator[Draft]:
    """Run a model or an agent on tasks, with what earlier tasks of the run have left of its means."""
    from mindsight.home.adapters.outside import run_outside

    return run_outside(
        spec,
        plan,
        missing,
        means=means.after(run.items),
        begun=begun(run),
        tools=tools,
        media=media_of(plan, run),
        workers=at_hand(workers),
        shares=shares,
    )


def media_of(plan: Plan, run: RunFolder) -> Path | None:
    """Return the folder for pictures; None if none are kept."""
    return run.path / "media" if plan.keep_pictures else None


def begun(run: RunFolder) -> bool:
    """Return whether the run has at least one scored item."""
    return any(item.status == "scored" for item in run.items)


@implements("home", "6.4.1-a")
@implements("home", "6.4.1-d")
def home_manifest(plan: Plan, data: Path, count: int, subject: Subject) -> Manifest:
    """Return the manifest: the chosen classes (home 6.4.1-a), and with instruction and budget (6.4.1-d) how they are tested."""
    document = DOCUMENTS["home"]
    pool = tasks.load()
    sha256 = canonical.sha256_of_file(data)
    setting = plan.setting
    identity: dict[str, Scalar] = {
        "document": document.name,
        "kind": "generalisation",
        "rule": RULE_VERSION,
        "scoring": RULE,
        "tasks": ",".join(f"{key}/{pool[key].version}" for key in plan.tasks),
        "n": plan.trials,
        "irrelevant": plan.irrelevant,
        "lambda": plan.penalty,
        "sd": "population",
        "seed": plan.seed,
        "lang": setting.language,
        "interface": plan.interface,
        "stance": versioned(setting.stance),
        "prompts": f"sha256-{prompts_hash(setting.language, plan.interface, setting.stance, several=plan.tasks_per_scene > 1)}",
        "renderer": setting.profile,
        "carry": setting.carry,
        "picture": f"{setting.width}x{setting.height}",
        "font": f"sha256-{font_hash()}",
        "unknown": ",".join(plan.unknown) or "none",
        "data": f"sha256-{sha256}",
        **({"tasks_per_scene": plan.tasks_per_scene} if plan.tasks_per_scene > 1 else {}),
        **_wider(plan),
        **_origin(plan),
        **_unusual(setting),
    }
    return Manifest(
        document=Document(
            suite="home", number=document.number, edition=document.edition, title=KINDS["home.generalisation"].title
        ),
        kind="generalisation",
        plan=_plan_page(plan),
        identity=identity,
        subject=subject,
        data=Data(name=DATA_FILE, file=DATA_FILE, sha256=sha256, instances=count, files=1),
        seeds={} if plan.sealed else {"tasks": plan.seed},
        software=environment.software(*_SOFTWARE),
        hardware=environment.hardware(),
        renderer=setting.profile,
        started=environment.now(),
        departures=(*log_departure(subject), *_departures(plan)),
        readings=(*_readings(), *_sessions(plan), *_sealing(plan), *_repeating(plan)),
    )


def _wider(plan: Plan) -> dict[str, Scalar]:
    """Return the kinds of irrelevance as an identity field; none for the document's narrow kinds, as before there were others."""
    return {} if plan.reasons == NARROW else {"reasons": ",".join(plan.reasons)}


def _origin(plan: Plan) -> dict[str, Scalar]:
    """Return further identity fields: where the tasks come from."""
    sealed: dict[str, Scalar] = {"seed": "sealed", "sealed": f"sha256-{plan.sealed}"} if plan.sealed else {}
    repeated: dict[str, Scalar] = {"epochs": plan.epochs} if plan.epochs > 1 else {}
    return {**sealed, "anchors": plan.anchors, **repeated} if plan.anchors else {**sealed, **repeated}


def _unusual(setting: Setting) -> dict[str, Scalar]:
    """Return further identity fields for disturbed pictures or a set of wordings."""
    said = {"disturbance": str(setting.disturbance), "wording": setting.wording}
    return {name: value for name, value in said.items() if value not in {"", "drawn"}}


def _plan_page(plan: Plan) -> dict[str, Any]:
    page = dict(plan)
    page["setting"] = plan.setting.model_dump(mode="json")
    usual = {"sealed": "", "anchors": "", "epochs": 1, "tasks_per_scene": 1, "reasons": NARROW}
    for name in [name for name, value in usual.items() if page[name] == value]:
        del page[name]
    if "reasons" in page:
        page["kinds"] = kinds_of(plan.tasks, plan.reasons)
    listed = {key: list(value) if isinstance(value, tuple) else value for key, value in page.items()}
    return {**listed, "groups": groups_of(plan.tasks)}


def _departures(plan: Plan) -> Iterator[Note]:
    if plan.trials < INDICATIVE_BELOW:
        body = text("Only {count} tasks per class: chance alone lowers T; the result is indicative.", count=plan.trials)
        yield _note("departure", "few", "6.4.1-c", body)
    if plan.irrelevant != 0.5:
        body = text("The share of irrelevant tasks is {share}, not one half.", share=plan.irrelevant)
        yield _note("departure", "share", "6.4.1-c", body)
    if plan.penalty != 1.0:
        yield _note("departure", "penalty", "4.2", text("The penalty λ is {value}, not 1.", value=plan.penalty))
    if plan.interface == "menu":
        body = text("The subject chose from a numbered menu of actions; its T is a different measure.")
        yield _note("departure", "menu", "6.4.1-d", body)
    if plan.anchors:
        body = text(
            "The tasks are the public anchors, not newly drawn ones: they link sessions, and a subject may have been trained "
            "on them."
        )
        yield _note("departure", "anchors", "6.4.1-c", body)
    body = text(
        "The review of the data's quality by clause 6.2 is not part of this run; its tasks are generated and proved solvable."
    )
    yield _note("departure", "review", "6.1-a", body)


def _readings() -> tuple[Note, ...]:
    return (
        _note(
            "reading",
            "T",
            "4.2",
            text(
                "Formula 1 is read as T = mean(f) − λ·σ(f) with the population standard deviation and λ = 1: only this "
                "gives back the 0.172 and 0.108 of table A.1."
            ),
        ),
        _note(
            "reading",
            "outcomes",
            "6.4.1-e",
            text(
                "A valid task whose goal is true at the end is TP however it ended; a false claim is FP; else FN. An irrelevant "
                "task is FP if success was claimed, a thing was moved (> 5 cm or > 10°) or a device switched; NR, not read, if no "
                "turn could be read or the subject refused in all of them; else TN. T counts NR as not correctly ignored; T without "
                "these tasks and their share stand beside it."
            ),
        ),
        _note(
            "reading",
            "budget",
            "6.4.1-d",
            text(
                "The time budget is counted in steps: twice those of the oracle and ten more, the same for a "
                "valid task and the irrelevant one matched with it."
            ),
        ),
    )


def _sessions(plan: Plan) -> Iterator[Note]:
    if plan.tasks_per_scene > 1:
        body = text(
            "Up to {count} tasks of a class are run in one session, one after another, each in a room of its "
            "own, and share one budget: the sum of what they would have alone. A valid task that was not "
            "reached before the budget was used up is FN; an irrelevant one is NR, not reached: it was neither done nor "
            "ignored, and T counts it as not correctly ignored.",
            count=plan.tasks_per_scene,
        )
        yield _note("reading", "sittings", "6.4.1-c", body)


def _sealing(plan: Plan) -> Iterator[Note]:
    if plan.sealed:
        body = text(
            "The tasks come from a secret seed to which the laboratory committed itself by SHA-256 {commitment}; this proves "
            "something only if the commitment was published before the run. Once published, the seed is in reveal.json.",
            commitment=plan.sealed,
        )
        yield _note("reading", "sealed", "6.4.1-c", body)


def _repeating(plan: Plan) -> Iterator[Note]:
    if plan.epochs > 1:
        body = text(
            "Every task was run {count} times. Each number is the mean over these runs, and its interval the mean of their "
            "intervals: repetition reduces the randomness of the answers, but not that of the choice of tasks.",
            count=plan.epochs,
        )
        yield _note("reading", "epochs", "4.2", body)


def _note(role: str, name: str, clause: str, body: Text) -> Note:
    title = text("Departure") if role == "departure" else text("Reading")
    return Note.model_validate({"id": f"{role}-{name}", "title": title, "role": role, "clause": clause, "body": body})
