"""The part of ``mindsight demo`` that asks questions about what is seen: one wording of each static dimension, of four scenes each."""

from __future__ import annotations

import tempfile
from pathlib import Path

from mindsight.cli.shared.console import progress, tell
from mindsight.cli.shared.interrupts import demo_left
from mindsight.cli.shared.runs import run_test
from mindsight.cli.shared.work import Work
from mindsight.text import text

CLASSES = ("object.left_right", "language.receipt_total", "state.open", "commonsense.stability")
"""A class of each static dimension."""
BASELINES = ("oracle", "blind", "decline")


def ask_questions(where: Path, workers: int) -> list[Path]:
    """Ask three built-in subjects the same few questions; return their runs, or none if drawing is impossible."""
    from mindsight.cli.shared.engine import need_engine
    from mindsight.errors import MissingExtra

    try:
        need_engine()
    except MissingExtra as error:
        tell(text("The questions are left out: {reason}", reason=error.text), style="yellow")
        return []
    from mindsight.home.questions.data_file import write_questions
    from mindsight.home.questions.drawing import prepare
    from mindsight.home.questions.plan import FOUR, QuestionPlan
    from mindsight.home.questions.suite import DATA_FILE, QuestionsTest
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec

    tell(text("A few questions about what is seen, one wording of each static dimension, for three built-in subjects."))
    plan = QuestionPlan(tasks=CLASSES, trials=FOUR)
    runs = [where / name for name in BASELINES]
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        with progress(text("drawing questions")) as step:
            drawn = prepare(CLASSES, trials=FOUR, seed=plan.seed, workers=workers, progress=step)
        write_questions(data, drawn)
        for run, name in zip(runs, BASELINES, strict=True):
            subject = Subject(spec=f"baseline:{name}", name=name)
            test = QuestionsTest(plan, data, SubjectSpec("baseline", name), subject)
            run_test(test, run, resume=False, work=Work(), left=demo_left)
    return runs
