"""Draw the tasks of a run again from its record, and compare them with those that were tested."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from mindsight.errors import InputError
from mindsight.home.autonomy.runs.drawing import places, prepare_rooms
from mindsight.home.preparation.drawing import FirstSeed, Prepared, instances_page, planned_kinds, prepare, slots
from mindsight.home.preparation.wordings import wordings_of
from mindsight.home.sealing import anchors
from mindsight.home.sealing.seal import is_alone, published
from mindsight.kinds import kind_of
from mindsight.record import environment
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest

_DRAWS = ("mindsight", "mujoco-core", "numpy")
_Entry = dict[str, object]
_Page = dict[str, list[_Entry]]


@dataclass(frozen=True)
class Regenerated:
    """The result: the number of tasks, and the ids of those that came out differently.

    Of these, ``steps`` are the ones in which the oracle took another number of steps and nothing else differs.
    """

    count: int
    different: tuple[str, ...]
    steps: tuple[str, ...]
    versions: tuple[str, ...]
    """Software that draws tasks and is installed here in another version than the run was made with."""


def regenerate(
    run: RunFolder, *, workers: int = 1, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> Regenerated:
    """Draw and prove every task of a run again from the seed, without any cache, and compare bit for bit.

    Raises:
        InputError: The run is not one of household tasks.
        RecordError: Its tasks are sealed and the seed is not published, or does not belong to the commitment.
    """
    manifest = run.manifest
    if not kind_of(manifest, run.path).episodes:
        raise InputError(
            "{folder}: is not a run of household tasks; only these can be generated again", folder=str(run.path)
        )
    plan = manifest.plan
    known = anchors.load_rooms() if is_alone(plan) else anchors.load()
    if plan.get("anchors") and plan["anchors"] == known.known_by(plan["tasks"]):
        prepared = known.drawn(plan["tasks"], workers=workers, progress=progress)
    else:
        prepared = _proved_again(run, workers, progress)
    words = {condition["setting"].get("wording", "drawn") for condition in plan.get("conditions", ())}
    wordings = wordings_of([one.instance for one in prepared], words, workers=workers)
    drawn = instances_page(prepared, wordings, tasks_per_scene=plan.get("tasks_per_scene", 1))
    kept = (run.path / manifest.data.file).read_bytes()
    different, steps = ((), ()) if drawn == kept else _different(json.loads(drawn), json.loads(kept))
    return Regenerated(len(prepared), different, steps, _other_versions(manifest))


def _proved_again(run: RunFolder, workers: int, progress: Callable[[int, int], None]) -> list[Prepared]:
    plan = run.manifest.plan
    seed: int | FirstSeed = published(run).first_seed if plan.get("sealed") else plan["seed"]
    if is_alone(plan):
        free = places(plan["tasks"], scenes=plan["scenes"], empty=plan["empty"], seed=seed)
        return prepare_rooms(free, cache=None, workers=workers, progress=progress)
    reasons = planned_kinds(plan)
    wanted = slots(plan["tasks"], trials=plan["trials"], irrelevant=plan["irrelevant"], seed=seed, reasons=reasons)
    return prepare(wanted, cache=None, workers=workers, progress=progress)


def _different(drawn: _Page, kept: _Page) -> tuple[tuple[str, ...], tuple[str, ...]]:
    ours, theirs = ({str(entry["id"]): entry for entry in page["items"]} for page in (drawn, kept))
    ids = [id_ for id_ in {**ours, **theirs} if ours.get(id_) != theirs.get(id_)]
    steps = tuple(
        id_ for id_ in ids if id_ in ours and id_ in theirs and _but_steps(ours[id_]) == _but_steps(theirs[id_])
    )
    ids += [name for name in ("wordings", "sittings") if drawn.get(name) != kept.get(name)]
    if drawn["rejections"] != kept.get("rejections") or not ids:
        ids.append("rejections")
    return tuple(ids), steps


def _but_steps(entry: _Entry) -> _Entry:
    return {name: value for name, value in entry.items() if name != "oracle_steps"}


def _other_versions(manifest: Manifest) -> tuple[str, ...]:
    here = environment.software(*_DRAWS)
    pairs = [(name, manifest.software.get(name), here.get(name)) for name in _DRAWS]
    return tuple(f"{name} {before} → {now}" for name, before, now in pairs if before != now)
