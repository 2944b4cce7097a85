"""6.3, 6.4.2: a test of autonomous tasks, from prepared rooms to S and its report."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mindsight.clauses import DOCUMENTS, implements
from mindsight.engine.drawing.prints.fonts import font_hash
from mindsight.home.adapters.outside import model_facts
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.embedders.embedder import Embedder, check_reading
from mindsight.home.autonomy.rooms.needs import needs_of
from mindsight.home.autonomy.runs.notes import departures, readings
from mindsight.home.autonomy.runs.plan import AlonePlan
from mindsight.home.autonomy.runs.running import AloneRunner, draft_of_outcome, with_similarities
from mindsight.home.autonomy.scoring.measures import RULE
from mindsight.home.autonomy.scoring.relevance import similarities
from mindsight.home.autonomy.scoring.terms import unrelated_of
from mindsight.home.autonomy.totals import results_of, table_of
from mindsight.home.episodes.interface import prompts_hash
from mindsight.home.episodes.preflight import check_environment
from mindsight.home.episodes.running import defer_failures
from mindsight.home.episodes.stances import versioned
from mindsight.home.plan import Means
from mindsight.home.preparation.drawing import TRIES, read_instances
from mindsight.home.preparation.instances import RULE_VERSION, Instance
from mindsight.parallel import Engine, map_items
from mindsight.record import canonical, environment
from mindsight.record.folder import MEDIA, RunFolder
from mindsight.record.model import Data, Document, Draft, Manifest, Results, Scalar, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, text

DATA_FILE = "rooms.json"
KIND = "autonomy"
_SOFTWARE = ("numpy", "scipy", "mujoco-core", "pillow", "inspect-ai", "openai")


class AloneTest:
    """Autonomous tasks of one subject in prepared rooms, for the pipeline."""

    def __init__(
        self,
        plan: AlonePlan,
        data: Path,
        spec: SubjectSpec,
        subject: Subject,
        embedder: Embedder,
        means: Means = Means(),  # noqa: B008  (frozen)
    ) -> None:
        self.data = data
        self._plan, self._spec, self._means, self._embedder = plan, spec, means, embedder
        self._rooms = read_instances(data)
        found = check_environment(self._rooms[0], plan.setting)
        manifest = alone_manifest(plan, data, self._rooms, subject, embedder)
        identity = {**manifest.identity, **model_facts(spec, plan, subject.details)}
        self.manifest = manifest.model_copy(update={"canaries": found, "identity": identity})

    def instances(self) -> Iterator[Instance]:
        """Yield the prepared rooms in their order."""
        return iter(self._rooms)

    def id_of(self, instance: Instance) -> str:
        """Return a room's id."""
        return instance.id

    @implements("home", "6.4.2-d")
    def drafts(self, run: RunFolder, missing: Iterable[Instance], *, engine: Engine, workers: int) -> Iterator[Draft]:
        """Leave the subject alone in the missing rooms, without instruction and with a budget of steps (home 6.4.2 d)."""
        media = run.path / MEDIA if self._plan.keep_pictures else None
        begun = any(item.status == "scored" for item in run.items)
        if self._spec.scheme == "baseline":
            runner = AloneRunner(self._spec.rest, self._plan.setting, self._plan.seed, media)
            lived = map_items(
                runner, missing, engine=engine, workers=workers, name=self.id_of, tries=TRIES, lost=runner.lost
            )
            drafts: Iterator[Draft] = defer_failures(lived, begun=begun)
        else:
            drafts = self._from_outside(run, list(missing), begun=begun, media=media, workers=workers)
        yield from with_similarities(drafts, self._plan.setting.language, self._embedder)

    def _from_outside(
        self, run: RunFolder, missing: list[Instance], *, begun: bool, media: Path | None, workers: int
    ) -> Iterator[Draft]:
        from mindsight.home.adapters.outside import run_outside

        return run_outside(
            self._spec,
            self._plan,
            missing,
            means=self._means.after(run.items),
            begun=begun,
            tools=bool(self.manifest.subject.details.get("tools")),
            media=media,
            workers=workers,
            drafted=draft_of_outcome,
        )

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the record's rooms."""
        return table_of(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""
        return results_of(run, table)


@implements("home", "6.4.2-a")
def alone_manifest(
    plan: AlonePlan, data: Path, found: list[Instance], subject: Subject, embedder: Embedder
) -> Manifest:
    """Return the manifest: the chosen classes (home 6.4.2 a), and how a subject is left alone."""
    document, setting, pool = DOCUMENTS["home"], plan.setting, rooms.load()
    sha256 = canonical.sha256_of_file(data)
    used = embedder.identity
    identity: dict[str, Scalar] = {
        "document": document.name,
        "kind": KIND,
        "rule": RULE_VERSION,
        "scoring": RULE,
        "tasks": ",".join(f"{key}/{pool[key].version}" for key in plan.tasks),
        "n": plan.scenes,
        "in_order": plan.empty,
        "alpha": plan.alpha,
        "embedder": f"{used.name}/{used.version}",
        "embedder_sha256": used.sha256 or "unknown",
        "seed": "sealed" if plan.sealed else plan.seed,
        "lang": setting.language,
        "interface": plan.interface,
        "stance": versioned(setting.stance),
        "prompts": f"sha256-{prompts_hash(setting.language, plan.interface, setting.stance)}",
        "renderer": setting.profile,
        "carry": setting.carry,
        "picture": f"{setting.width}x{setting.height}",
        "font": f"sha256-{font_hash()}",
        "data": f"sha256-{sha256}",
        **({"sealed": f"sha256-{plan.sealed}"} if plan.sealed else {}),
    }
    return Manifest(
        document=Document(
            suite="home", number=document.number, edition=document.edition, title=text("Autonomous tasks in a home")
        ),
        kind=KIND,
        plan=_plan_page(plan, found, embedder),
        identity=identity,
        subject=subject,
        data=Data(name=DATA_FILE, file=DATA_FILE, sha256=sha256, instances=len(found), files=1),
        seeds={} if plan.sealed else {"rooms": plan.seed},
        software=environment.software(*_SOFTWARE),
        hardware=environment.hardware(),
        renderer=setting.profile,
        started=environment.now(),
        departures=tuple(departures(plan, used)),
        readings=tuple(readings()),
    )


def _plan_page(plan: AlonePlan, found: list[Instance], embedder: Embedder) -> dict[str, Any]:
    page = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(plan).items()}
    page["setting"] = plan.setting.model_dump(mode="json")
    pool = rooms.load()
    page["classes"] = {key: {"zh": pool[key].title.zh, "en": pool[key].title.en} for key in plan.tasks}
    page["unrelated"] = unrelated_needs(found, plan.setting.language, embedder)
    return page


def unrelated_needs(found: list[Instance], language: Language, embedder: Embedder) -> float | None:
    """Return the similarity that wordings of needs of different classes, or else types, rarely exceed.

    Raises:
        InputError: The embedding cannot read the needs.
    """
    wordings = {need.text[language]: (room.task, need.type) for room in found for need in needs_of(room)}
    if not wordings:
        return None
    words = list(wordings)
    check_reading(embedder, words, language, "needs")
    several = len({task for task, _ in wordings.values()}) > 1
    vectors = embedder.embed(words)
    groups = [wordings[one][0 if several else 1] for one in words]
    limit = unrelated_of(similarities(vectors, vectors), groups)
    return None if limit is None else round(limit, 6)
