"""6.3, 6.4.2: a test of autonomous tasks, from prepared rooms to S and its report."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mindsight.clauses import DOCUMENTS, implements
from mindsight.engine.drawing.prints.fonts import font_hash
from mindsight.execution.drafting import map_drafts
from mindsight.execution.failures import hold_back_failed_drafts
from mindsight.execution.parallel import Engine, at_hand
from mindsight.home.adapters.outside import model_facts
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.embedders.embedder import Embedder
from mindsight.home.autonomy.embedders.nearness import background_of
from mindsight.home.autonomy.notes import departures, readings
from mindsight.home.autonomy.protocol import Protocol
from mindsight.home.autonomy.runs.following import room_scene
from mindsight.home.autonomy.runs.notes import run_departures, run_readings
from mindsight.home.autonomy.runs.plan import AlonePlan
from mindsight.home.autonomy.runs.running import AloneRunner, draft_of_outcome, with_similarities
from mindsight.home.autonomy.runs.totals import DATA_FILE, results_of
from mindsight.home.autonomy.suite import autonomy_identity
from mindsight.home.autonomy.totals import table_of
from mindsight.home.episodes.interface import prompts_hash
from mindsight.home.episodes.preflight import check_environment
from mindsight.home.episodes.stances import versioned
from mindsight.home.logs import log_departure
from mindsight.home.plan import Means
from mindsight.home.preparation.drawing import TRIES, read_instances
from mindsight.home.preparation.instances import RULE_VERSION, Instance
from mindsight.home.setting import Setting
from mindsight.kinds import KINDS
from mindsight.record import canonical, environment
from mindsight.record.folder import MEDIA, RunFolder
from mindsight.record.model import Data, Document, Draft, Manifest, Results, Scalar, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.spec import SubjectSpec

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
        self._scenes = {one.id: room_scene(one) for one in self._rooms}
        page = plan_page(plan, self._rooms, embedder)
        self._unrelated: float | None = page["unrelated"]
        manifest = alone_manifest(page, data, len(self._rooms), subject)
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
        """Leave the subject alone in the missing rooms, without instruction and with a budget of steps (home 6.4.2 d))."""
        media = run.path / MEDIA if self._plan.keep_pictures else None
        begun = any(item.status == "scored" for item in run.items)
        if self._spec.scheme == "baseline":
            runner = AloneRunner(self._spec.rest, self._plan.setting, self._plan.seed, media)
            lived = map_drafts(
                runner, missing, engine=engine, workers=workers, name=self.id_of, tries=TRIES, lost=runner.lost
            )
            drafts: Iterator[Draft] = hold_back_failed_drafts(lived, begun=begun)
        else:
            drafts = self._from_outside(run, list(missing), begun=begun, media=media, workers=workers)
        language = self._plan.setting.language
        yield from with_similarities(drafts, self._scenes, language, self._embedder, self._unrelated)

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
            workers=at_hand(workers),
            drafted=draft_of_outcome,
        )

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the record's rooms."""
        return table_of(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""
        return results_of(run, table)


@implements("home", "6.4.2-a")
def alone_manifest(page: Mapping[str, Any], data: Path, count: int, subject: Subject) -> Manifest:
    """Return the manifest: the chosen classes (home 6.4.2 a)), and how a subject is left alone."""
    document, pool = DOCUMENTS["home"], rooms.load()
    setting = Setting.model_validate(page["setting"])
    sha256 = canonical.sha256_of_file(data)
    identity: dict[str, Scalar] = {
        **autonomy_identity(page, kind=KIND),
        "engine_rule": RULE_VERSION,
        "tasks": ",".join(f"{key}/{pool[key].version}" for key in page["tasks"]),
        "n": page["scenes"],
        "in_order": page["empty"],
        "seed": "sealed" if page["sealed"] else page["seed"],
        "interface": page["interface"],
        "stance": versioned(setting.stance),
        "prompts": f"sha256-{prompts_hash(setting.language, page['interface'], setting.stance)}",
        "renderer": setting.profile,
        "carry": setting.carry,
        "picture": f"{setting.width}x{setting.height}",
        "font": f"sha256-{font_hash()}",
        "data": f"sha256-{sha256}",
        **({"budget": setting.budget} if setting.budget else {}),
        **({"sealed": f"sha256-{page['sealed']}"} if page["sealed"] else {}),
        **({"anchors": page["anchors"]} if page.get("anchors") else {}),
    }
    return Manifest(
        document=Document(
            suite="home", number=document.number, edition=document.edition, title=KINDS["home.autonomy"].title
        ),
        kind=KIND,
        plan=dict(page),
        identity=identity,
        subject=subject,
        data=Data(name=DATA_FILE, file=DATA_FILE, sha256=sha256, instances=count, files=1),
        seeds={} if page["sealed"] else {"rooms": page["seed"]},
        software=environment.software(*_SOFTWARE),
        hardware=environment.hardware(),
        renderer=setting.profile,
        started=environment.now(),
        departures=(*log_departure(subject), *departures(page), *run_departures(page)),
        readings=(*readings(page), *run_readings(setting.budget)),
    )


def plan_page(plan: AlonePlan, found: Sequence[Instance], embedder: Embedder) -> dict[str, Any]:
    """Return everything that was chosen, and what the embedding is.

    Raises:
        InputError: The embedding cannot read the needs.
    """
    language = plan.setting.language
    unread = Protocol(language=language, scenes=tuple(room_scene(one) for one in found))
    background = background_of(unread, language, embedder)
    page = {name: list(value) if isinstance(value, tuple) else value for name, value in dict(plan).items()}
    if not plan.anchors:
        del page["anchors"]
    return {
        **page,
        "setting": plan.setting.model_dump(mode="json"),
        "language": language,
        "embedder": asdict(embedder.identity),
        "unrelated": background.unrelated,
        "in_bytes": round(background.reading.in_bytes, 6),
    }


def manifest_again(run: RunFolder) -> Manifest:
    """Return what plan and rooms of a run give; which embedding was used is taken over from the plan."""
    before, data = run.manifest, run.path / DATA_FILE
    found = alone_manifest(before.plan, data, len(read_instances(data)), before.subject)
    facts = {name: before.identity[name] for name in before.identity if name not in found.identity}
    # What the check of the environment found is compared with the pictures, where these are looked at.
    return found.model_copy(update={"identity": {**found.identity, **facts}, "canaries": before.canaries})
