"""The part of ``mindsight demo`` that asks questions about what is seen: one wording of each dimension, of four scenes each."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import progress, tell
from mindsight.cli.shared.interrupts import demo_left
from mindsight.cli.shared.runs import run_test
from mindsight.cli.shared.work import Work
from mindsight.text import spelled, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.home.questions.question import Question

CLASSES = ("object.left_right", "language.receipt_total", "state.open", "commonsense.stability", "event.possible")
"""A class of each dimension whose scenes show nobody."""
OF_PEOPLE = ("intention.gesture", "emotion.shown")
"""A class of each other dimension."""
BASELINES = ("oracle", "blind", "decline")
SHOWN = "clips"
"""The folder with a clip of each class about what happens over time."""


def ask_questions(where: Path, workers: int) -> list[Path]:
    """Ask three built-in subjects the same few questions; return their runs, or none if drawing is impossible."""
    from mindsight.engine.needs import need_engine
    from mindsight.errors import MissingExtra

    try:
        need_engine()
    except MissingExtra as error:
        tell(text("The questions are left out: {reason}", reason=error.text), style="yellow")
        return []
    from mindsight.home.questions.data_file import QuestionFile, write_questions
    from mindsight.home.questions.drawing import prepare
    from mindsight.home.questions.plan import FOUR, QuestionPlan
    from mindsight.home.questions.suite import DATA_FILE, QuestionsTest
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec

    tell(text("A few questions about what is seen, one wording of each dimension, for three built-in subjects."))
    plan = QuestionPlan(tasks=_chosen(), trials=FOUR)
    runs = [where / name for name in BASELINES]
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        _draw(plan.tasks, workers)
        write_questions(data, prepare(plan.tasks, trials=FOUR, seed=plan.seed))
        for run, name in zip(runs, BASELINES, strict=True):
            subject = Subject(spec=f"baseline:{name}", name=name)
            test = QuestionsTest(plan, data, SubjectSpec("baseline", name), subject)
            run_test(test, run, resume=False, work=Work(), left=demo_left)
        _show(list(QuestionFile(data).values()), where / SHOWN)
    return runs


def _chosen() -> tuple[str, ...]:
    from mindsight.engine.figures.people.anatomy import need_bodies
    from mindsight.errors import MissingExtra

    try:
        need_bodies()
    except MissingExtra as error:
        tell(text("The clips of people are left out: {reason}", reason=error.text), style="yellow")
        return CLASSES
    return (*CLASSES, *OF_PEOPLE)


def _draw(keys: Sequence[str], workers: int) -> None:
    """Draw the scenes of each class into the cache; those of people, which take longest, first."""
    from mindsight.execution.parallel import map_items

    with progress(text("drawing questions")) as step:
        step(0, len(keys))
        for done, _ in enumerate(map_items(draw, keys[::-1], workers=workers, batch=1, name=str), 1):
            step(done, len(keys))


def draw(key: str) -> None:
    """Draw the scenes of a class into the cache."""
    from mindsight.home.questions.drawing import prepare
    from mindsight.home.questions.plan import FOUR, QuestionPlan

    prepare((key,), trials=FOUR, seed=QuestionPlan(tasks=(key,)).seed)


def _show(questions: Sequence[Question], folder: Path) -> None:
    """Write a clip of each class about what happens over time as a video, and say where it is."""
    from mindsight.home.questions.asking.clip import clip_of, of_time
    from mindsight.home.questions.asking.files import Pictures
    from mindsight.home.questions.reporting.shown import with_options

    for key in dict.fromkeys(one.kind for one in questions if of_time(one)):
        question = next(one for one in questions if one.kind == key and one.valid)
        folder.mkdir(exist_ok=True)
        file = folder / f"{key}.mp4"
        file.write_bytes(clip_of(Pictures().of(question)))
        asked = spelled(with_options(question, 0), with_options(question, 1))
        tell(text("clip: {file}: {question}", file=str(file), question=asked))
