"""``mindsight home bias``: what the wording of tasks or questions gives away to a reader that sees nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.parser.planned import option_of
from mindsight.cli.shared.console import out, progress, tell
from mindsight.cli.shared.options import AS_JSON, WORKERS, one_of
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.errors import InputError
from mindsight.home.plan import Plan
from mindsight.home.plugged import tasks_chosen
from mindsight.plans import listed
from mindsight.text import LANGUAGES, Language, Text, mark, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.home.bias.audit import Asked, Audit
    from mindsight.home.bias.drawn import Worded
    from mindsight.home.questions.question import Question


def bias(
    tasks: str = option_of(Plan, "tasks"),
    instances: int = typer.Option(
        400, "--instances", min=40, max=20_000, help=mark("Tasks per class, half of them irrelevant.")
    ),
    seed: int = option_of(Plan, "seed"),
    language: str = typer.Option("both", "--language", metavar="zh|en|both", help=mark("Wording to audit.")),
    run: Path | None = typer.Option(
        None, "--run", help=mark("Audit the proved tasks of this run, or of its data file, instead of drawing.")
    ),
    questions: Path | None = typer.Option(
        None, "--questions", metavar="FILE", help=mark("Audit questions of a table (.jsonl or .csv) instead.")
    ),
    pooled: bool = typer.Option(
        False, "--pooled", help=mark("Questions about what is seen: audit the classes of each dimension together.")
    ),
    where: Path | None = typer.Option(
        None, "--out", "-o", help=mark("Folder to make with the numbers, the bias of every item and a report.")
    ),
    workers: int = WORKERS,
    as_json: bool = AS_JSON,
) -> int:
    """Audit what words give away."""
    from mindsight.home.bias.forecasts import need_learning
    from mindsight.home.bias.pages import page, refuse_used, write

    if run is not None and questions is not None:
        raise InputError("give --run or --questions, not both")
    one_of("--language", language, (*LANGUAGES, "both"))
    need_learning()
    if where is not None:
        refuse_used(where)
    languages: tuple[Language, ...] = LANGUAGES if language == "both" else tuple(x for x in LANGUAGES if x == language)
    from mindsight.home.running.selection import are_questions

    named = tasks_chosen(listed(tasks))
    if questions is not None:
        asked, notes, plan = _imported(questions)
    elif are_questions(named) or (run is not None and (run / "questions.json").is_file()):
        seen, notes, plan = _seen(run, named, instances, seed, workers)
        asked = _sets(seen, languages, pooled=pooled)
    else:
        found, notes, plan = _of_run(run) if run is not None else _drawn(",".join(named), instances, seed, workers)
        from mindsight.home.bias.drawn import asked_of

        asked = list(asked_of(found, languages))
        notes += _without_answer({one.task for one in found})
    audits = _audited(asked, workers)
    if where is not None:
        write(where, audits, plan, notes, language=settings.language)
    if as_json:
        print(json.dumps(page(audits, plan), allow_nan=False))
    else:
        _show(audits, notes, rest="--json" if where is None else "bias.json")
    if where is not None:
        tell(text("written: {folder}", folder=str(where)))
    return _judged(audits)


def _drawn(words: str, instances: int, seed: int, workers: int) -> tuple[list[Worded], list[Text], dict[str, Any]]:
    from mindsight.home.bias.drawn import draw, pairs
    from mindsight.home.tasks import load

    keys = [key.strip() for key in words.split(",") if key.strip()]
    if not keys:
        raise InputError("--tasks names no class; there are {known}", known=", ".join(load()))
    with progress(text("drawing tasks")) as step:
        found = draw(pairs(keys, instances=instances, seed=seed), workers=workers, progress=step)
    note = text(
        "{instances} tasks a class were drawn from seed {seed}, valid and irrelevant ones in pairs, and not proved: a proof "
        "may reject tasks that are in here. --run audits the proved tasks of a run.",
        instances=instances,
        seed=seed,
    )
    versions = {key: load()[key].version for key in keys}
    return found, [note], {"tasks": versions, "instances": instances, "seed": seed, "source": "drawn"}


def _of_run(run: Path) -> tuple[list[Worded], list[Text], dict[str, Any]]:
    from mindsight.home.bias.drawn import worded
    from mindsight.home.preparation.drawing import read_instances
    from mindsight.home.suite import DATA_FILE
    from mindsight.record import canonical

    file = run / DATA_FILE if run.is_dir() else run
    if not file.is_file():
        raise InputError("{file}: there is no such file; give a run of household tasks", file=str(file))
    found = [worded(one) for one in read_instances(file)]
    note = text("Proved tasks that were audited: {count}, of {file}.", count=len(found), file=str(file))
    return found, [note], {"source": "run", "sha256": canonical.sha256_of_file(file)}


def _sets(seen: Sequence[Question], languages: Sequence[Language], *, pooled: bool) -> list[Asked]:
    from mindsight.home.bias import seen as questions

    return list((questions.pooled if pooled else questions.asked_of)(seen, languages))


def _seen(
    run: Path | None, named: tuple[str, ...], instances: int, seed: int, workers: int
) -> tuple[list[Question], list[Text], dict[str, Any]]:
    """Return questions about what is seen: those of a run, or newly drawn ones."""
    from mindsight.home.bias.seen import draw_wordings
    from mindsight.home.questions.data_file import read_questions
    from mindsight.home.questions.plan import whole_quartets
    from mindsight.record import canonical

    if run is not None:
        file = run / "questions.json"
        found = read_questions(file)
        plan: dict[str, Any] = {"source": "run", "sha256": canonical.sha256_of_file(file)}
    else:
        from mindsight.home.running.selection import questions_chosen

        keys = questions_chosen(named, contested=True)
        with progress(text("drawing questions")) as step:
            found = draw_wordings(keys, instances=whole_quartets(instances), seed=seed, workers=workers, progress=step)
        versions = {one.kind: one.kind_version for one in found}
        plan = {"tasks": versions, "instances": whole_quartets(instances), "seed": seed, "source": "drawn"}
    note = text("{count} questions were audited; the four of one wording are the same words.", count=len(found))
    return found, [note], plan


def _imported(file: Path) -> tuple[list[Asked], list[Text], dict[str, Any]]:
    from mindsight.home.bias.audit import Asked
    from mindsight.home.bias.imported import read_questions
    from mindsight.record import canonical

    found = tuple(read_questions(file))
    note = text("Questions that were audited: {count}, of {file}.", count=len(found), file=file.name)
    plan = {"source": "questions", "sha256": canonical.sha256_of_file(file)}
    return [Asked(file.name, "–", "answer", found)], [note], plan


def _without_answer(keys: set[str]) -> list[Text]:
    from mindsight.home.bias.answers import ANSWERS
    from mindsight.home.classes import title_of

    return [
        text("{task} has no answer apart from acting: only valid or irrelevant is audited.", task=title_of(key))
        for key in sorted(keys)
        if ANSWERS.get(key) is None
    ]


def _audited(asked: Sequence[Asked], workers: int) -> list[Audit]:
    from mindsight.execution.parallel import map_items
    from mindsight.home.bias.audit import audit

    found: list[Audit] = []
    with progress(text("learning from words")) as step:
        step(0, len(asked))
        for one in map_items(audit, asked, workers=workers, batch=1):
            found.append(one)
            step(len(found), len(asked))
    return found


def _show(audits: Sequence[Audit], notes: Sequence[Text], *, rest: str) -> None:
    from mindsight.cli.shared.terminal import block_view
    from mindsight.home.bias.bias_report import blocks
    from mindsight.record.blocks import Table

    console = out()
    for block in (block for block in blocks(audits) if isinstance(block, Table)):
        console.print(block_view(block, settings.language, width=console.width, rest=rest))
        console.print()
    for note in notes:
        tell(note)


def _judged(audits: Sequence[Audit]) -> int:
    from mindsight.home.bias.bias_report import name_of

    failed = [one for one in audits if one.gated and one.verdict != "within"]
    for one in failed:
        name = name_of(one)
        sentence = text("{name}: too few questions to say anything", name=name)
        if one.verdict == "above":
            sentence = text("{name}: the words give it away; draw or word it anew", name=name)
        elif one.verdict == "unclear":
            sentence = text("{name}: above a limit, perhaps by luck; audit more, such as with --instances", name=name)
        tell(sentence, style="yellow")
    return EXIT_ITEMS_FAILED if failed else 0
