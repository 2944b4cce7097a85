"""``mindsight home show``: show one task, or one room with needs: its instruction or needs, and the first pictures of a subject."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.home.run import MODE
from mindsight.cli.shared.console import show
from mindsight.cli.shared.options import one_of
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import LANGUAGES, mark, say, text


def show_task(
    task: str = typer.Argument(..., help=mark("Task class, or class of questions.")),
    seed: int = typer.Option(0, "--seed", min=0, help=mark("Seed of the task.")),
    irrelevant: str = typer.Option(
        "",
        "--irrelevant",
        metavar="REASON",
        help=mark(
            "Draw an irrelevant task: absent, blocked, impossible, not_home, ambiguous, missing_information, false_premise or "
            "hazardous; not every class has every kind."
        ),
    ),
    mode: str = MODE,
    in_order: bool = typer.Option(
        False, "--in-order", help=mark("Autonomous: draw a room in which nothing needs doing.")
    ),
    renderer: str = typer.Option("fine", "--renderer", metavar="fast|fine|pbr", help=mark("How pictures are drawn.")),
    where: Path | None = typer.Option(None, "--out", "-o", help=mark("Folder for the pictures; by default shown/.")),
) -> int:
    """Draw one task, or one wording of a class of questions, and write its pictures."""
    folder = Path("shown") / f"{Path(task).name.removesuffix('.py')}-{seed}" if where is None else where
    if one_of("--mode", mode, ("instructed", "autonomous")) == "autonomous":
        if irrelevant:
            raise InputError("--{option}: is not for {what}; leave it out", option="irrelevant", what=text("a room"))
        return _show_room(task, seed, folder, with_needs=not in_order, renderer=renderer)
    if in_order:
        raise InputError("--{option}: is not for {what}; leave it out", option="in-order", what=text("a task"))
    from mindsight.home.plugged import tasks_chosen
    from mindsight.home.running.selection import are_questions

    task = next(iter(tasks_chosen((task,))), task)
    if are_questions((task,)):
        return _show_question(task, seed, folder)
    from mindsight.home.preparation.gallery import draw_task

    instance, files = draw_task(task, seed, reason=irrelevant, profile=renderer, folder=folder)
    for language in ("zh", "en"):
        show(instance.instruction[language])
    for file in files:
        show(str(file))
    return 0


def _show_room(key: str, seed: int, folder: Path, *, with_needs: bool, renderer: str) -> int:
    from mindsight.home.autonomy.rooms.needs import needs_of
    from mindsight.home.preparation.gallery import draw_room

    instance, files = draw_room(key, seed, with_needs=with_needs, profile=renderer, folder=folder)
    for need in needs_of(instance):
        show(f"{need.text['zh']} / {need.text['en']}")
    if not with_needs:
        show(say(text("nothing needs doing here"), settings.language))
    for file in files:
        show(str(file))
    return 0


def _show_question(key: str, seed: int, folder: Path) -> int:
    from mindsight.home.questions.gallery import draw_question
    from mindsight.home.questions.reporting.shown import truth_of
    from mindsight.home.running.selection import questions_chosen

    (key,) = questions_chosen((key,))
    questions, files = draw_question(key, seed, folder)
    for language in LANGUAGES:
        options = " / ".join(one.zh if language == "zh" else one.en for one in questions[0].options)
        show(f"{questions[0].words[language]} {options}".strip())
    for place, question in enumerate(questions, 1):
        show(f"{place}: {say(truth_of(question), settings.language)}")
    for file in files:
        show(str(file))
    return 0
