"""The options of a judge, from the command line to the plan."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from mindsight.errors import InputError, RecordError
from mindsight.vsig.choices import JudgeChoices

if TYPE_CHECKING:
    from pathlib import Path

    from mindsight.harness.runs.settings import Prices
    from mindsight.subjects.spec import SubjectSpec
    from mindsight.text import Language
    from mindsight.vsig.choices import Choices
    from mindsight.vsig.judge.judge import Judge, JudgeMeans
    from mindsight.vsig.plan import Plan


def completed(choices: Choices) -> Choices:
    """Return choices whose judge has a language; without a judge as they are.

    Raises:
        InputError: An option of a judge is given without a judge, or cannot be used.
    """
    judging = choices.judging
    if judging is None:
        return choices
    if "name" not in judging.model_fields_set:
        for leaf in JudgeChoices.leaves():
            if leaf.path[-1] in judging.model_fields_set - {"language"}:
                raise InputError("{option}: there is no judge; name one with --judge MODEL", option=leaf.long)
        return choices.model_copy(update={"judging": None})
    return choices.model_copy(update={"judging": named(judging, choices.prompt_lang)})


def named(judging: JudgeChoices, language: Language) -> JudgeChoices:
    """Return a judge with its language, by default this one.

    Raises:
        InputError: It has no name, or a limit of cost that cannot be used.
    """
    if not judging.name.strip():
        raise InputError("--judge: name a model, such as openai/gpt-4o")
    if judging.cost is not None and not (math.isfinite(judging.cost) and judging.cost > 0):
        raise InputError("--judge-max-cost: give an amount above 0")
    return judging.model_copy(update={"name": judging.name.strip(), "language": judging.language or language})


def check_judge(choices: JudgeChoices | None, subject: SubjectSpec) -> None:
    """Refuse a judge that is the model under test, before anything is prepared.

    Raises:
        InputError: It is.
    """
    if choices is not None:
        _judge(choices, subject)


def with_marks(plan: Plan, marks: bytes | None) -> Plan:
    """Return a plan that names the file of human marks beside the record."""
    from mindsight.record import canonical

    return plan if marks is None else replace(plan, human_marks=f"sha256-{canonical.sha256(marks)}")


def with_judge(plan: Plan, choices: JudgeChoices | None, subject: SubjectSpec, resumed: Path | None) -> Plan:
    """Return a plan with its judge, probed once; the judge of a resumed run is taken from its record.

    Raises:
        InputError: The data are of EcoG-Bench, whose rule scores options and leaves nothing to judge.
        SubjectError: The judge cannot be reached, or does not keep to the answer format.
    """
    if choices is None:
        return plan
    if plan.profile.family == "ecog":
        raise InputError("--judge: under EcoG-Bench's rule a target is right by its option; there is nothing to judge")
    judge = _judge(choices, subject)
    recorded = _recorded(resumed)
    if recorded is not None and _asked(recorded) == _asked(judge):
        return replace(plan, judge=recorded)
    from mindsight.vsig.judge.asking import find_judge
    from mindsight.vsig.judge.judge import judge_of

    found = find_judge(judge, _means(choices, None))
    # It may be the same model under another name: the name given by its server decides.
    named = judge_of(found.version or found.name, judge.language, subject, insist=choices.insist)
    return replace(plan, judge=replace(found, is_subject=found.is_subject or named.is_subject))


def judging_means(choices: JudgeChoices | None, *, dry_run: bool = False) -> JudgeMeans | None:
    """Return the means of judging; prices are looked up only if cost is counted.

    Raises:
        InputError: There is a cost limit and no price, or the price is invalid.
    """
    return None if choices is None else _means(choices, _prices(choices, dry_run=dry_run))


def _judge(choices: JudgeChoices, subject: SubjectSpec) -> Judge:
    from mindsight.vsig.judge.judge import judge_of

    judge = judge_of(choices.name, choices.language or "zh", subject, insist=choices.insist)
    return replace(judge, temperature=choices.temperature)


def _means(choices: JudgeChoices, prices: Prices | None) -> JudgeMeans:
    from mindsight.vsig.judge.judge import JudgeMeans

    return JudgeMeans(url=choices.url or "", cost=choices.cost, prices=prices)


def _recorded(folder: Path | None) -> Judge | None:
    from mindsight.record.folder import MANIFEST, RunFolder
    from mindsight.vsig.judge.judge import Judge

    page = None if folder is None else RunFolder.open(folder).manifest.plan.get("judge")
    try:
        return None if not isinstance(page, dict) else Judge(**page)
    except TypeError as error:
        file = str(folder / MANIFEST) if folder is not None else MANIFEST
        raise RecordError(
            "{file}: field {field} is not as it should be; the file was damaged or changed",
            file=file,
            field="plan.judge",
        ) from error


def _asked(judge: Judge) -> Judge:
    """Return a judge without the results of probing it."""
    return replace(judge, version="", server="", form="json_schema", trial="", is_subject=False)


def _prices(choices: JudgeChoices, *, dry_run: bool) -> Prices | None:
    from mindsight.harness.models.prices import prices_of
    from mindsight.subjects.spec import SubjectSpec

    counted = dry_run or choices.cost is not None
    try:
        found = prices_of(SubjectSpec("model", choices.name), price=choices.price, limit=None, dry_run=counted)
    except InputError as error:
        if choices.price is None:
            raise
        raise InputError(
            "--judge-price: write two numbers, the money for a million tokens in and out, such as 2.5,10; got: {value}",
            value=choices.price,
        ) from error
    if choices.cost is not None and found is None:
        raise InputError(
            "--judge-max-cost: what {model} costs is not known; give --judge-price IN,OUT, the money for a million tokens in "
            "and out",
            model=choices.name,
        )
    return found
