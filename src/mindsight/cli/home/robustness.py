"""``mindsight home robustness``: the same tasks under several conditions, or the same questions with pictures made worse."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.home.choices import (
    CONNECTIONS,
    DRY_RUN,
    INTERFACE,
    IRRELEVANT,
    MAX_COST,
    PENALTY,
    REASONS,
    RENDERER,
    SCHEMES,
    SEED,
    STANCE,
    SUBJECT,
    TASKS,
    TRIALS,
    UNKNOWN,
    check_numbers,
    check_subject,
    check_tasks,
    chosen,
    means_of,
    plan_of,
)
from mindsight.cli.home.dry_run import show_dry_run
from mindsight.cli.home.questions.running import QuestionChoices
from mindsight.cli.home.questions.selection import are_questions, refuse_for_questions, tasks_chosen
from mindsight.cli.home.questions.worsening import TRIALS as WORSE
from mindsight.cli.home.questions.worsening import ask_worse_and_show
from mindsight.cli.home.testing import asked, data_of
from mindsight.cli.parser.planned import was_given
from mindsight.cli.shared.console import tell
from mindsight.cli.shared.engine import need_engine
from mindsight.cli.shared.interrupts import tasks_left
from mindsight.cli.shared.options import (
    AS_JSON,
    MODEL,
    NAME,
    NO_MEDIA,
    OUT,
    PRICE,
    PROMPT_LANG,
    RESUME,
    REVIEW,
    TEMPERATURE,
    WORKERS,
    subject_named,
)
from mindsight.cli.shared.reviews import rest_on_review
from mindsight.cli.shared.runs import check_folder, run_test, show_run, tell_failures
from mindsight.cli.shared.work import ADDRESS, ENGINE, SHARD, Work, shared_out
from mindsight.execution.making import Resting, default_folder
from mindsight.subjects.spec import name_of
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.cli.home.choices import Choices
    from mindsight.cli.home.testing import Known
    from mindsight.harness.runs.settings import Found
    from mindsight.home.plan import Means
    from mindsight.home.studies.conditions import Condition, ConditionsTest
    from mindsight.text import Text


def robustness(
    context: typer.Context,
    model: str = MODEL,
    subject: str = SUBJECT,
    conditions: str = typer.Option(
        "",
        "--conditions",
        metavar="NAMES",
        help=mark(
            "Separated by commas: stance, fast, fine, pbr, wording-b, language, blur, noise, dark, or one such as stance-eager or "
            "blur-2; by default stance,fine,pbr,wording-b,language,blur-2,noise-25,dark-4."
        ),
    ),
    tasks: str = TASKS,
    trials: int = TRIALS,
    irrelevant: float = IRRELEVANT,
    reasons: str = REASONS,
    seed: int = SEED,
    renderer: str = RENDERER,
    interface: str = INTERFACE,
    prompt_lang: str = PROMPT_LANG,
    stance: str = STANCE,
    penalty: float = PENALTY,
    unknown: list[str] = UNKNOWN,
    temperature: float = TEMPERATURE,
    name: str = NAME,
    where: Path = OUT,
    resume: Path = RESUME,
    review: Path = REVIEW,
    no_media: bool = NO_MEDIA,
    workers: int = WORKERS,
    engine: str = ENGINE,
    address: str = ADDRESS,
    shard: str = SHARD,
    connections: int = CONNECTIONS,
    max_cost: float = MAX_COST,
    price: str = PRICE,
    dry_run: bool = DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a subject over the same tasks under several conditions, or over questions with pictures made worse."""
    work = shared_out(context, workers, engine, address, shard, dry_run=dry_run)
    named = tasks_chosen(tasks)
    if are_questions(named):
        refuse_for_questions(context, _NOT_FOR_QUESTIONS)
        asked = QuestionChoices(
            spec=subject_named(model, subject),
            tasks=named,
            trials=trials if was_given(context, "trials") else WORSE,
            seed=seed,
            prompt_lang=prompt_lang,
            stance=stance,
            penalty=penalty,
            unknown=tuple(unknown),
            keep_pictures=not no_media,
            name=name,
            temperature=temperature,
            connections=connections,
            max_cost=max_cost,
            price=price,
            resting=Resting(review=review),
        )
        return ask_worse_and_show(asked, where=where, resume=resume, work=work, dry_run=dry_run, as_json=as_json)
    choices = replace(
        chosen(
            ",".join(named), trials, irrelevant, reasons, renderer, interface, prompt_lang, stance, penalty, unknown
        ),
        spec=subject_named(model, subject),
        name=name,
        seed=seed,
        keep_pictures=not no_media,
        temperature=temperature,
        connections=connections,
        max_cost=max_cost,
        price=price,
        resting=Resting(review=review),
    )
    names = tuple(one.strip() for one in conditions.split(",") if one.strip())
    return _run(choices, names, where=where, resume=resume, work=work, dry_run=dry_run, as_json=as_json)


_NOT_FOR_QUESTIONS = ("conditions", "irrelevant", "reasons", "renderer", "interface")


def _run(
    choices: Choices,
    names: Sequence[str],
    *,
    where: Path | None,
    resume: Path | None,
    work: Work,
    dry_run: bool,
    as_json: bool,
) -> int:
    from mindsight.subjects.spec import parse_subject

    spec = parse_subject(choices.spec, SCHEMES, example="baseline:oracle")
    check_subject(spec, choices)
    check_numbers(choices)
    check_folder(where, resume)
    means = means_of(choices, spec, dry_run=dry_run)
    need_engine()
    check_tasks(choices, spec)
    from mindsight.home.studies.robustness import USUAL, conditions_of, left_out

    wanted = conditions_of(names or USUAL, plan_of(choices).setting)
    missing = left_out(wanted)
    for key, reason in missing.items():
        tell(text("the condition {name} is left out: {reason}", name=key, reason=reason), style="yellow")
    had = [one for one in wanted if one.key not in missing]
    folder = resume or where or default_folder("home", f"robustness-{choices.name or name_of(spec)}")
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        # Whether the subject can be asked at all is known before anything is drawn for it.
        known = asked(choices, None) if resume is None else None
        words = [one.setting.wording for one in had]
        data = data_of(choices, Path(workspace), resume, work, words)
        test, found = _test(choices, had, missing, data, means, known, resume)
        if dry_run:
            from mindsight.execution.parallel import at_hand
            from mindsight.pipeline import rehearse

            again = resume is not None
            done = rehearse(test, folder, resume=again)
            show_dry_run(
                test, found, folder, means, done=done, resume=again, workers=at_hand(work.workers), as_json=as_json
            )
            return 0
        return _carry_out(test, folder, resume, work=work, as_json=as_json)


def _test(
    choices: Choices,
    conditions: Sequence[Condition],
    missing: dict[str, Text],
    data: Path,
    means: Means,
    known: Known | None,
    resume: Path | None,
) -> tuple[ConditionsTest, Found | None]:
    from mindsight.home.studies.conditions import ConditionsTest
    from mindsight.home.studies.robustness import notes_of
    from mindsight.subjects.spec import parse_subject

    subject, found = known or asked(choices, resume)
    plan = replace(plan_of(choices), setting=conditions[0].setting)
    spec, notes = parse_subject(choices.spec), notes_of(missing)
    test = ConditionsTest("robustness", plan, conditions, data, spec, subject, means, notes=notes)
    rest_on_review(test, choices.resting, spec, None, resume)
    return test, found


def _carry_out(test: ConditionsTest, folder: Path, resume: Path | None, *, work: Work, as_json: bool) -> int:
    run = run_test(test, folder, resume=resume is not None, work=work, left=tasks_left)
    show_run(run, as_json=as_json)
    return tell_failures(run)
