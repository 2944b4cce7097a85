"""Subjects from outside: models, agents in Python and agents behind HTTP, run through the harness."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mindsight.answers.conventions import Points, convention_facts
from mindsight.answers.habits.marks import SIZE, asked_by
from mindsight.execution.failures import Failure, hold_back_failures
from mindsight.harness.episodes.dialogue import Dialogue, Item, words_hash
from mindsight.harness.episodes.outcomes import Outcome
from mindsight.harness.questions.probing import Probed, probe_points
from mindsight.harness.questions.question import Asking
from mindsight.harness.runs.settings import Budget, Effort, Found, Limits, ModelSpec, temperature_sent
from mindsight.home.episodes.episode import Result
from mindsight.home.episodes.interface import example, fault, marks_words, system_prompt, tools, wish
from mindsight.home.episodes.running import draft_of, failed_draft, keep, unreached_draft
from mindsight.home.episodes.sessions import Share, Shares
from mindsight.home.plan import Asked, Means
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Interface, Setting
from mindsight.record.model import Draft, Scalar
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language

Drafted = Callable[[Instance, Outcome, Path | None, Share | None], Draft]
"""Makes the draft of an episode that the harness ran."""
ENVIRONMENT = "mindsight.home.adapters.environment:HomeEnvironment"


def reach(spec: SubjectSpec, plan: Asked) -> dict[str, Scalar]:
    """Check once, before a run, that a model or an agent can be used, and return what was found.

    For a model: ``tools``, whether it calls tools; ``temperature``; ``server``, its address without any secret.

    Raises:
        SubjectError: It cannot be used; says why in one sentence.
        MissingExtra: Inspect is not installed.
    """
    if spec.scheme == "model":
        return details_of(question(spec, plan), plan)
    from mindsight.harness.agents.outside import open_agent

    agent = open_agent(*spec, dialogue(plan.setting, plan.interface))
    try:
        agent.check()
    finally:
        agent.close()
    return {}


def question(spec: SubjectSpec, plan: Asked) -> Found:
    """Ask a model a trivial question and return what was found.

    Raises:
        SubjectError: It does not answer.
        MissingExtra: Inspect is not installed.
    """
    from mindsight.harness.runs.run import find_out

    return find_out(_model(spec, plan))


def probe_model(spec: SubjectSpec, plan: Asked) -> Probed | None:
    """Return how a model writes points; None if it chooses from a menu."""
    if plan.interface == "menu":
        return None
    profile = plan.setting.model_profile
    words = marks_words(plan.setting.language, Points(profile, SIZE))
    asking = Asking(_model(spec, plan), answer_tokens=Limits().answer_tokens, extra="home")
    return probe_points(asking, asked_by(profile), words)


def details_of(found: Found, plan: Asked) -> dict[str, Scalar]:
    """Return what was found out about a model, as the record holds it."""
    sent = temperature_sent(plan.temperature, found.habits)
    return {"tools": found.tools, "temperature": sent, "server": found.server, **found.habits}


def model_facts(spec: SubjectSpec, plan: Asked, found: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return the part of a result's identity that depends on neither tasks nor prompts.

    The harness's own words and the limits of an episode are the same for all subjects, built-in ones too, so that they can
    be compared; fields that begin with ``subject.`` are this subject's settings, whose differences ``compare`` reports only.

    Args:
        spec: The subject.
        plan: What is tested.
        found: What ``reach`` found, taken from the record if a run is continued.
    """
    limits = Limits()
    facts: dict[str, Scalar] = {
        "words": f"sha256-{words_hash(plan.setting.language)}",
        "limit_s": limits.model_s,
        "limit_tokens": limits.tokens,
        "answer_tokens": limits.answer_tokens,
        "pictures_sent_along": limits.pictures,
        "unusable_in_a_row": limits.unusable,
    }
    if spec.scheme == "model":
        facts["subject.temperature"] = temperature_sent(plan.temperature, found)
        facts["subject.tools"] = bool(found.get("tools")) and plan.interface == "points"
        facts |= convention_facts(plan.setting.model_profile)
    return facts


def run_outside(  # noqa: PLR0913  (what a run consists of)
    spec: SubjectSpec,
    plan: Asked,
    instances: Sequence[Instance],
    *,
    means: Means,
    begun: bool,
    tools: bool,
    media: Path | None,
    workers: int,
    shares: Shares = MappingProxyType({}),
    drafted: Drafted | None = None,
) -> Iterator[Draft]:
    """Run a model or an agent on the tasks and yield the draft of each as it ends.

    Args:
        spec: The subject.
        plan: What is tested.
        instances: The tasks that are missing.
        means: What may be used.
        begun: Whether the run has tested others before.
        tools: Whether the model calls tools.
        media: Folder for pictures; None keeps none.
        workers: Tasks run side by side.
        shares: Shares of the tasks that are part of sessions.
        drafted: Makes the draft of an episode, if not ``draft_of_outcome``.

    Raises:
        SubjectError: The subject cannot be reached, or no task could be tested.
        BudgetSpent: The run has cost what it may; tasks already begun are finished first.
    """
    for instance in instances:
        if instance.id in shares and not shares[instance.id].left:
            yield unreached_draft(instance, plan.setting, shares[instance.id])
    by_id = {one.id: one for one in instances if one.id not in shares or shares[one.id].left}
    items = [item_of(one, plan.setting, plan.interface, shares.get(one.id)) for one in by_id.values()]
    effort = Effort(workers=workers, connections=means.connections)
    outcomes = _outcomes(spec, plan, items, tools=tools, effort=effort, budget=means.budget)
    for outcome in hold_back_failures(outcomes, _failure_of, begun=begun):
        yield (drafted or draft_of_outcome)(by_id[outcome.id], outcome, media, shares.get(outcome.id))


def dialogue(setting: Setting, interface: Interface) -> Dialogue:
    """Return the dialogue by which the home suite talks to a subject."""
    language, stance, points = setting.language, setting.stance, setting.points

    def system(observation: dict[str, Any], lines: bool) -> str:  # noqa: FBT001  (the harness's signature)
        places, budget = observation["places"], observation["left"]
        return system_prompt(language, interface, stance, places=places, budget=budget, lines=lines, points=points)

    return Dialogue(
        system=system,
        words=lambda observation: spoken(observation, language),
        wish=lambda verb, arguments: wish(verb, arguments, points),
        fault=fault,
        example=lambda wished: example(
            wished.get("verb") if isinstance(wished, dict) else None, language, stance, points
        ),
        tools=tools(language, stance, points) if interface == "points" else (),
        reads="calls" if interface == "points" else "number",
        language=language,
    )


def spoken(observation: dict[str, Any], language: Language) -> str:
    """Return the text sent with a picture: the feedback, what the hand holds, the steps left, the menu."""
    zh = language == "zh"
    lines = [observation["words"]] if observation["words"] else []
    if observation["holding"]:
        lines.append(f"手里：{observation['holding']}" if zh else f"In the hand: {observation['holding']}")
    lines.append(f"还剩{observation['left']}步。" if zh else f"{observation['left']} steps left.")
    lines += [f"{number}. {words}" for number, words in enumerate(observation.get("choices", ()), 1)]
    return "\n".join(lines)


def item_of(instance: Instance, setting: Setting, interface: Interface, share: Share | None = None) -> Item:
    """Return a task as an item of the harness."""
    opening: dict[str, Any] = {
        "instance": instance.model_dump(mode="json"),
        "setting": setting.model_dump(mode="json"),
        "interface": interface,
    }
    asked = instance.instruction[setting.language]
    if share is None:
        return Item(instance.id, asked, opening)
    return Item(instance.id, share.announcement(setting.language) + asked, {**opening, "budget": share.left})


def _model(spec: SubjectSpec, plan: Asked) -> ModelSpec:
    return ModelSpec(name=spec.rest, temperature=plan.temperature)


def _failure_of(outcome: Outcome) -> Failure | None:
    return None if outcome.tested else Failure(outcome.reason, outcome.unreachable)


def _outcomes(
    spec: SubjectSpec, plan: Asked, items: Sequence[Item], *, tools: bool, effort: Effort, budget: Budget
) -> Iterator[Outcome]:
    talk = dialogue(plan.setting, plan.interface)
    if spec.scheme == "model":
        from mindsight.harness.runs.plans import Plan as ModelPlan
        from mindsight.harness.runs.run import run_model

        asked = ModelPlan(
            _model(spec, plan),
            talk,
            ENVIRONMENT,
            tools="on" if tools else "off",
            effort=effort,
            budget=budget,
            name="home",
        )
        return run_model(asked, items)
    from mindsight.harness.agents.outside import run_agent

    return run_agent((spec.scheme, spec.rest, spec.function), items, talk, ENVIRONMENT, limits=Limits(), effort=effort)


def draft_of_outcome(instance: Instance, outcome: Outcome, media: Path | None, share: Share | None) -> Draft:
    """Return the draft of an episode that the harness ran; ``media`` is the folder for its pictures, None keeps none."""
    answer = outcome.account()
    if not outcome.tested or outcome.result is None:
        return failed_draft(instance, outcome.reason, answer=answer, took_s=outcome.model_s, share=share)
    result = Result.model_validate(outcome.result["result"])
    stored = {} if media is None else keep(media, outcome.result["pictures"])
    notes = () if outcome.reason is None else (outcome.reason,)
    return draft_of(instance, result, stored, took_s=outcome.model_s, answer=answer, notes=notes, share=share)
