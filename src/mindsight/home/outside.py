"""Subjects from outside: models, agents in Python and agents behind HTTP, played through the harness."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.harness.dialogue import Dialogue, Item
from mindsight.harness.outcomes import Outcome
from mindsight.harness.settings import Effort, Limits, ModelSpec
from mindsight.home.episodes import Result, Setting
from mindsight.home.instances import Instance
from mindsight.home.interface import Interface, system_prompt, tools, wish
from mindsight.home.playing import draft_of, failed_draft, keep
from mindsight.record.model import Draft
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language

if TYPE_CHECKING:
    from mindsight.home.suite import Plan

ENVIRONMENT = "mindsight.home.environment:HomeEnvironment"


def play_outside(
    spec: SubjectSpec, plan: "Plan", instances: Sequence[Instance], *, media: Path | None, workers: int
) -> Iterator[Draft]:
    """Let a model or an agent play the tasks and yield what each became, as it ends.

    Raises:
        SubjectError: The subject cannot be reached.
    """
    by_id = {instance.id: instance for instance in instances}
    items = [_item(instance, plan.setting, plan.interface) for instance in instances]
    for outcome in _outcomes(spec, plan, items, workers):
        yield _draft(by_id[outcome.id], outcome, media)


def dialogue(language: Language, interface: Interface) -> Dialogue:
    """Return how the home suite speaks with a subject."""

    def system(observation: dict[str, Any], lines: bool) -> str:  # noqa: FBT001  (the harness's signature)
        places, budget = observation["places"], observation["left"]
        return system_prompt(language, interface, places=places, budget=budget, lines=lines)

    return Dialogue(
        system=system,
        words=lambda observation: spoken(observation, language),
        wish=wish,
        tools=tools(language) if interface == "points" else (),
        reads="calls" if interface == "points" else "number",
        language=language,
    )


def spoken(observation: dict[str, Any], language: Language) -> str:
    """Return what is said beside a picture: the feedback, what the hand holds, the steps left, the menu."""
    zh = language == "zh"
    lines = [observation["words"]] if observation["words"] else []
    if observation["holding"]:
        lines.append(f"手里：{observation['holding']}" if zh else f"In the hand: {observation['holding']}")
    lines.append(f"还剩{observation['left']}步。" if zh else f"{observation['left']} steps left.")
    lines += [f"{number}. {words}" for number, words in enumerate(observation.get("choices", ()), 1)]
    return "\n".join(lines)


def _item(instance: Instance, setting: Setting, interface: Interface) -> Item:
    opening = {
        "instance": instance.model_dump(mode="json"),
        "setting": setting.model_dump(mode="json"),
        "interface": interface,
    }
    return Item(instance.id, instance.instruction[setting.language], opening)


def _outcomes(spec: SubjectSpec, plan: "Plan", items: Sequence[Item], workers: int) -> Iterator[Outcome]:
    talk = dialogue(plan.setting.language, plan.interface)
    effort = Effort(workers=workers)
    if spec.scheme == "model":
        from mindsight.harness.plans import Plan as ModelPlan
        from mindsight.harness.run import find_out, run_model

        model = ModelSpec(name=spec.rest)
        found = find_out(model)
        return run_model(
            ModelPlan(model, talk, ENVIRONMENT, tools="on" if found.tools else "off", effort=effort, name="home"), items
        )
    from mindsight.harness.outside import run_agent

    return run_agent((spec.scheme, spec.rest), items, talk, ENVIRONMENT, limits=Limits(), effort=effort)


def _draft(instance: Instance, outcome: Outcome, media: Path | None) -> Draft:
    answer = {
        "turns": [turn.model_dump(mode="json") for turn in outcome.turns],
        "usage": outcome.usage.model_dump(mode="json"),
        "ending": outcome.ending,
        "error": outcome.error,
        "tools": outcome.tools,
        "restarts": outcome.restarts,
    }
    if not outcome.tested or outcome.result is None:
        return failed_draft(instance, outcome.reason, answer=answer, took_s=outcome.model_s)
    result = Result.model_validate(outcome.result["result"])
    stored = {} if media is None else keep(media, outcome.result["pictures"])
    notes = () if outcome.reason is None else (outcome.reason,)
    return draft_of(instance, result, stored, took_s=outcome.model_s, answer=answer, notes=notes)
