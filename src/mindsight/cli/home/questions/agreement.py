"""``mindsight home agreement``: do people agree with the truth of questions?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.rate.opening import DATABASE, need_web
from mindsight.cli.shared.console import out, progress, tell
from mindsight.cli.shared.options import AS_JSON, OUT, PROMPT_LANG, WORKERS, one_of
from mindsight.cli.shared.settings import settings
from mindsight.engine.needs import need_engine
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.home.questions.people.answers import Agreement, Person
    from mindsight.home.questions.people.pages import QuestionPage
    from mindsight.home.questions.question import Question
    from mindsight.rating.campaigns.catalogue import Page
    from mindsight.text import Language

WHAT = typer.Argument(metavar="new|score", help=mark("Draw a form for people, or score what they answered."))


def agreement(
    what: str = WHAT,
    files: list[Path] = typer.Argument(
        None, help=mark("score: the key, then the tables of answers, one for each person.")
    ),
    tasks: str = typer.Option("object,language,state,commonsense", "--tasks", help=mark("Classes of questions.")),
    each: int = typer.Option(8, "--each", min=4, max=400, help=mark("Questions of each class, a multiple of four.")),
    seed: int = typer.Option(7, "--seed", min=0, help=mark("Seed of the questions.")),
    campaign: bool = typer.Option(
        False,
        "--campaign",
        help=mark("Make a campaign that 'mindsight rate serve' shows in browsers, in place of a form."),
    ),
    database: str = DATABASE,
    prompt_lang: str = PROMPT_LANG,
    where: Path = OUT,
    workers: int = WORKERS,
    as_json: bool = AS_JSON,
) -> int:
    """Draw a form with questions for people, or score their answers."""
    if one_of("agreement", what, ("new", "score")) == "score":
        return _score(files or [], where, as_json=as_json)
    if files:
        raise InputError("agreement new: takes no files; name the folder with --out")
    if where is None:
        raise InputError("agreement new: name the folder to make with --out")
    if where.exists():
        raise InputError("{folder}: exists already; choose another name", folder=str(where))
    need_engine()
    if campaign:
        need_web()
    elif database is not None:
        raise InputError("--database: only a campaign has a database; add --campaign")
    return _new(where, tasks, each, seed, prompt_lang, workers, campaign=campaign, database=database)


def _new(
    where: Path,
    tasks: str,
    each: int,
    seed: int,
    language: str,
    workers: int,
    *,
    campaign: bool,
    database: str | None,
) -> int:
    from mindsight.home.questions.asking.files import Pictures
    from mindsight.home.questions.drawing import prepare
    from mindsight.home.questions.people.form import FORM, KEY, write_form
    from mindsight.home.questions.plan import whole_quartets

    spoken: Language = "en" if one_of("--prompt-lang", language, ("zh", "en")) == "en" else "zh"
    from mindsight.home.running.selection import questions_chosen
    from mindsight.plans import listed

    keys = questions_chosen(listed(tasks), contested=True)
    with progress(text("drawing questions")) as step:
        questions = list(prepare(keys, trials=whole_quartets(each), seed=seed, workers=workers, progress=step))
    if campaign:
        return _campaign(where, questions, spoken, seed, database)
    write_form(where, questions, Pictures(), language=spoken, seed=seed)
    tell(text("form for people: {file}", file=str(where / FORM)))
    tell(text("key, not to be passed on: {file}", file=str(where.with_name(f"{where.name}-{KEY}"))))
    return 0


def _campaign(where: Path, questions: Sequence[Question], first: Language, seed: int, database: str | None) -> int:
    from mindsight.home.questions.asking.files import Pictures
    from mindsight.home.questions.data_file import write_questions
    from mindsight.home.questions.people.form import KEY
    from mindsight.home.questions.people.pages import pages_of
    from mindsight.rating.campaigns.catalogue import make_catalogue
    from mindsight.web.store.campaign import Store

    pages = map(catalogue_page, pages_of(questions, Pictures()))
    key = where.with_name(f"{where.name}-{KEY}")
    languages: tuple[Language, ...] = ("zh", "en") if first == "zh" else ("en", "zh")
    folder = make_catalogue(where, pages, name="home", seed=seed, languages=languages, database=database)
    # Opened once here: an address that cannot be used is refused before anybody is invited.
    Store.open(folder)
    write_questions(key, questions)
    tell(text("key, not to be passed on: {file}", file=str(key)))
    tell(text("next: mindsight rate invite {folder}, then mindsight rate serve {folder}", folder=str(where)))
    tell(
        text(
            "at the end: mindsight rate close {folder}, then mindsight home agreement score {key} {folder}/answers/*.csv",
            folder=str(where),
            key=str(key),
        )
    )
    return 0


def catalogue_page(page: QuestionPage) -> Page:
    """Return a question as the application shows it, which knows no suite."""
    from mindsight.rating.campaigns.catalogue import Page
    from mindsight.rating.campaigns.stimuli import Asked, Choice

    choices = tuple(Choice(value=one.value, words=one.words) for one in page.choices)
    asked = Asked(form=page.form, words=page.words, choices=choices, unit=page.unit)
    # A set of scenes shares its wordings: neither a scene nor a wording comes twice in a row.
    return Page(page.id, page.scene.rpartition("-")[0], asked, page.pictures)


def _score(files: list[Path], where: Path | None, *, as_json: bool) -> int:
    from mindsight.home.questions.data_file import read_questions
    from mindsight.home.questions.people.answers import agreements, read_answers

    if len(files) < 2:
        raise InputError("agreement score: give the key and at least one table of answers")
    for file in files:
        if not file.is_file():
            raise InputError("{file}: there is no such file", file=str(file))
    questions = read_questions(files[0])
    people = [read_answers(file, questions) for file in files[1:]]
    found = agreements(people, questions)
    page = {
        "people": [{"class": one.kind, "version": one.version, "right": one.right, "asked": one.asked} for one in found]
    }
    if where is not None:
        if where.exists():
            raise InputError("{folder}: exists already; choose another name", folder=str(where))
        where.write_text(json.dumps(page, indent=2) + "\n", "utf-8")
    if as_json:
        print(json.dumps(page))
    else:
        _show(found, people, questions)
    return 0


def _show(found: list[Agreement], people: list[Person], questions: list[Question]) -> None:
    from mindsight.cli.shared.terminal import block_view, in_pieces
    from mindsight.home.questions.reporting.shown import truth_of
    from mindsight.record.blocks import Column, Table
    from mindsight.text import say

    heads = (text("Class"), text("agreed"), text("Questions"), text("share"), text("95 % interval"))
    rows = tuple(
        (one.kind, one.right, one.asked, one.share, f"{one.interval.low:.3f} ⋯ {one.interval.high:.3f}")
        for one in found
    )
    whole = (Column(title=head, decimals=0) for head in heads[1:3])
    columns = (Column(title=heads[0], align="left"), *whole, *(Column(title=head, decimals=3) for head in heads[3:]))
    table = Table(id="agreement", title=text("How often people agree with the truth"), columns=columns, rows=rows)
    console = out()
    for block in in_pieces([table]):
        console.print(block_view(block, settings.language, width=console.width))
    by_id = {one.id: one for one in questions}
    for person in people:
        for name, (said, judged) in person.judged.items():
            if judged.outcome not in {"TP", "TN"}:
                right = say(truth_of(by_id[name]), settings.language)
                tell(
                    text(
                        "{id}: {person} answered {answer}, right is {truth}",
                        id=name,
                        person=person.name,
                        answer=said[:80],
                        truth=right,
                    )
                )
        if person.left:
            tell(text("{person}: {count} questions were not answered", person=person.name, count=person.left))
