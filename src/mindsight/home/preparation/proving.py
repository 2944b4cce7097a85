"""Draw instances and prove them: the goal is false at first, all that decides can be seen, and the oracle reaches the goal.

An instance that fails a rule is rejected with the rule's name, and the next seed is tried; all rejections are recorded.
Proved instances are kept in a cache by rule version, task version and seed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import ValidationError

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import exposure
from mindsight.engine.drawing.views import View
from mindsight.files.whole import write_whole
from mindsight.home.episodes.baselines import BASELINES, run_episode
from mindsight.home.episodes.episode import Episode
from mindsight.home.irrelevance import NEEDS_PICTURE, Reason
from mindsight.home.preparation.instances import RULE_VERSION, Instance
from mindsight.home.preparation.seeing import refuse_unseen
from mindsight.home.setting import Setting
from mindsight.home.tasks import Rejected, Task
from mindsight.record.canonical import model_page

LEAST_SIDE_PX, LEAST_EXPOSED = 24.0, 0.60
"""Least size and least visible share, in some reachable view, of each thing that a task needs."""
_PROOF = Setting()
_PROOF_BUDGET = 120
_ZOOM = 1.5


@dataclass(frozen=True)
class Rejection:
    """A seed that gave no instance, and the rule it broke."""

    task: str
    seed: int
    reason: str
    rule: str
    detail: str


def prove(
    task: Task,
    seed: int,
    reason: Reason | Literal[""],
    *,
    kind: Reason | Literal[""] = "",
    cache: Path | None = None,
) -> Instance:
    """Return the proved instance of a seed; ``kind`` is the reason of the irrelevant task of its pair, which may be another one.

    Raises:
        Rejected: The seed gives none; names the rule that it broke.
    """
    kind = reason or kind
    kept = _kept(cache, task, seed, reason, kind)
    if kept is not None and kept.exists():
        try:
            return Instance.model_validate_json(kept.read_bytes())
        except (ValidationError, OSError):
            kept.unlink(missing_ok=True)
    proved = _spoiled(task, seed, reason, cache) if reason else _solved(task.twin(seed, kind), task)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, model_page(proved))
    return proved


def accepted(
    task: Task, first: int, count: int, reasons: Iterator[Reason | Literal[""]], *, cache: Path | None = None
) -> Iterator[Instance | Rejection]:
    """Yield ``count`` proved instances from consecutive seeds, and the rejections between them."""
    seed = first
    for _, reason in zip(range(count), reasons, strict=False):
        while True:
            seed += 1
            try:
                yield prove(task, seed - 1, reason, cache=cache)
                break
            except Rejected as error:
                yield Rejection(task.key, seed - 1, reason, error.rule, error.detail)


def _spoiled(task: Task, seed: int, reason: Reason, cache: Path | None) -> Instance:
    # An irrelevant task has the budget of its valid one, so that the budget does not reveal which it is.
    valid = prove(task, seed, "", kind=reason, cache=cache)
    drawn = task.draw(seed, reason).model_copy(update={"oracle_steps": valid.oracle_steps})
    _declined(drawn, task)
    return drawn


def _solved(drawn: Instance, task: Task) -> Instance:
    trial = drawn.model_copy(update={"oracle_steps": _PROOF_BUDGET})
    with Episode(trial, _PROOF, draw=False, keep=False) as episode:
        if episode.verdict.holds:
            raise Rejected("true_at_start", episode.verdict.en)
        refuse_hidden(episode)
        refuse_unseen(episode.world, episode.camera, task.reads(drawn))
        run_episode(episode, BASELINES["oracle"](episode, 0))
        result = episode.end()
    if result.outcome != "TP" or result.ending != "finish":
        raise Rejected("oracle_failed", f"{result.ending}: {episode.verdict.en}")
    return drawn.model_copy(update={"oracle_steps": episode.taken})


def _declined(drawn: Instance, task: Task) -> None:
    with Episode(drawn, _PROOF, draw=False, keep=False) as episode:
        if drawn.reason in NEEDS_PICTURE:
            refuse_unseen(episode.world, episode.camera, task.reads(drawn))
        run_episode(episode, BASELINES["oracle"](episode, 0))
        result = episode.end()
    if result.outcome != "TN":
        raise Rejected("oracle_acted", f"{result.ending}: {', '.join(result.disturbed)}")


def refuse_hidden(episode: Episode) -> None:
    """Reject an instance in which a needed thing cannot be seen well enough from any viewpoint."""
    world, camera = episode.world, episode.camera
    before = world.view
    try:
        for name in episode.instance.needed:
            if not _seen_well(camera, name):
                raise Rejected("hidden", name)
    finally:
        world.look(before)


def _seen_well(camera: Camera, name: str) -> bool:
    world = camera.world
    middle = world.middle(name)
    views = [View.at(viewpoint).facing_position(middle) for viewpoint in world.scene.plan.viewpoints]
    for view in sorted(views, key=lambda one: float(np.linalg.norm(middle - np.asarray(one.eye)))):
        near = view.zoomed(_ZOOM)
        world.look(near)
        share, side = exposure(camera, name)
        # Zooming enlarges the picture, but does not change how much of a thing is hidden.
        nearest = near.zoomed(100.0)
        growth = np.tan(np.radians(near.fovy_deg / 2)) / np.tan(np.radians(nearest.fovy_deg / 2))
        if share >= LEAST_EXPOSED and side * growth >= LEAST_SIDE_PX:
            return True
    return False


def _kept(
    cache: Path | None, task: Task, seed: int, reason: Reason | Literal[""], kind: Reason | Literal[""]
) -> Path | None:
    if cache is None:
        return None
    pair = f"{kind}-" if kind in task.matched else ""
    whose = f"-{task.origin.sha256[:16]}" if task.origin is not None else ""
    folder = cache / f"rule-{RULE_VERSION}" / f"{task.key}-{task.version}{whose}"
    return folder / f"{seed}-{pair}{reason or 'valid'}.json"
