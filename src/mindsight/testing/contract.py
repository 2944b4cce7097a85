"""What holds for every task class, as sentences about what does not: each function yields one for every rule that is broken."""

import re
from collections.abc import Iterator
from typing import Any

from mindsight.engine.physics.goals import check
from mindsight.home.episodes.baselines import BASELINES, run_episode
from mindsight.home.episodes.episode import Episode, Result
from mindsight.home.irrelevance import NEEDS_PICTURE, REASONS
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.home.tasks import Rejected, Task
from mindsight.home.tasks.plugged import are_words
from mindsight.text import Text, text

SMALL = Setting(width=320, height=240)
_OTHERS = 10


def described(task: Task) -> Iterator[Text]:
    """Say what is wrong with what a class says of itself."""
    if not re.fullmatch("[a-z][a-z0-9_]*", task.key):
        yield text("its key is not of small letters, digits and underscores")
    if task.version < 1:
        yield text("its version is not 1 or more")
    if not task.axes or not all(task.axes.values()):
        yield text("it has no axes of difficulty, or one without values")
    if unknown := [reason for reason in task.reasons if reason not in REASONS]:
        yield text("there is no kind of irrelevance {name}", name=str(unknown[0]))
    if not NEEDS_PICTURE & set(task.reasons):
        yield text("the words alone tell which of its tasks are irrelevant; give it a kind that only the picture shows")


def complete(task: Task, instance: Instance) -> Iterator[Text]:
    """Say what an instance lacks."""
    try:
        check(instance.goal)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        yield text("the goal of seed {seed} cannot be judged: {reason}", seed=instance.seed, reason=str(error))
    if (instance.task, instance.task_version) != (task.key, task.version):
        yield text("seed {seed} gives a task of another class or version", seed=instance.seed)
    if instance.valid and not instance.needed:
        yield text("seed {seed} names nothing that must be visible", seed=instance.seed)
    if not are_words((instance.instruction.get("zh"), instance.instruction.get("en"))):
        yield text("the instruction of seed {seed} is not given in both languages", seed=instance.seed)
    for axis, value in instance.difficulty.items():
        if value not in task.axes.get(axis, ()):
            yield text(
                "seed {seed}: {value} is no value of the axis {axis}", seed=instance.seed, value=value, axis=axis
            )
    if Instance.model_validate_json(instance.model_dump_json()).sha256 != instance.sha256:
        yield text("seed {seed} gives a task that does not survive being saved", seed=instance.seed)


def repeatable(task: Task, instance: Instance) -> Iterator[Text]:
    """Say whether a seed gives another task the second time: chance comes from somewhere else than the seed."""
    again = task.twin(instance.seed, "") if instance.valid else task.draw(instance.seed, instance.reason)
    if again.model_copy(update={"oracle_steps": instance.oracle_steps}).sha256 != instance.sha256:
        yield text(
            "seed {seed} gives another task when it is drawn again; take all chance from stream(seed, …)",
            seed=instance.seed,
        )


def varied(task: Task, instance: Instance) -> Iterator[Text]:
    """Say whether all seeds give the same scene."""
    for seed in range(instance.seed + 1, instance.seed + _OTHERS):
        try:
            if task.draw(seed, "").scene != instance.scene:
                return
        except Rejected:
            continue
    yield text("seeds {first} to {last} give the same scene", first=instance.seed, last=instance.seed + _OTHERS - 1)


def named(instance: Instance) -> Iterator[Text]:
    """Say what in the scene has no name in one of the languages."""
    with Episode(instance, SMALL, draw=False) as episode:
        scene = episode.world.scene
        things: list[Any] = [*scene.things.values(), *scene.register.parts.values(), *scene.plan.viewpoints]
    for thing in things:
        if not are_words((thing.zh, thing.en)):
            yield text("{name} has no name in both languages", name=thing.name)


def result_of(instance: Instance, baseline: str, *, draw: bool = False) -> Result:
    """Run a built-in subject on a task and return the result."""
    with Episode(instance, Setting(), draw=draw) as episode:
        run_episode(episode, BASELINES[baseline](episode, 0))
        return episode.end()


def solved(instance: Instance) -> Iterator[Text]:
    """Say where a proved valid task is solved by those who do nothing, or not by the oracle, in the same steps each time."""
    result = result_of(instance, "oracle")
    if (result.outcome, result.ending, result.score) != ("TP", "finish", 1):
        yield text("seed {seed}: the oracle ends with {outcome}, not TP", seed=instance.seed, outcome=result.outcome)
    if len(result.steps) != instance.oracle_steps or result_of(instance, "oracle").fingerprint != result.fingerprint:
        yield text("seed {seed}: the oracle acts in another way the second time", seed=instance.seed)
    for baseline in ("idle", "refuse"):
        if (outcome := result_of(instance, baseline).outcome) != "FN":
            yield text(
                "seed {seed}: the baseline {name} ends with {outcome}, not FN",
                seed=instance.seed,
                name=baseline,
                outcome=outcome,
            )


def ignored(instance: Instance, valid: Instance) -> Iterator[Text]:
    """Say where a proved irrelevant task is not one that is rightly left alone, or is told by its words or its budget."""
    seed, reason = instance.seed, instance.reason
    if instance.budget != valid.budget:
        yield text("seed {seed}, {reason}: the budget distinguishes it from its valid task", seed=seed, reason=reason)
    if reason in NEEDS_PICTURE and instance.instruction != valid.instruction:
        yield text("seed {seed}, {reason}: the words tell it from its valid task", seed=seed, reason=reason)
    for baseline, expected in (("refuse", "TN"), ("idle", "TN"), ("oracle", "TN"), ("eager", "FP")):
        result = result_of(instance, baseline)
        if result.outcome != expected or (expected == "TN" and result.disturbed):
            yield text(
                "seed {seed}, {reason}: the baseline {name} ends with {outcome}, not {expected}",
                seed=seed, reason=reason, name=baseline, outcome=result.outcome, expected=expected,
            )  # fmt: skip
    if reason in NEEDS_PICTURE and result_of(instance.model_copy(update={"reason": ""}), "oracle").ending == "finish":
        yield text(
            "seed {seed}, {reason}: the oracle decides by the reason, not by what it sees", seed=seed, reason=reason
        )
