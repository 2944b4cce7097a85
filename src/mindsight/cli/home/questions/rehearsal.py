"""``home ask --dry-run``: what would be asked, and what it would cost; nothing is asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import show
from mindsight.cli.shared.money import rounded_tokens
from mindsight.text import Text, text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mindsight.home.plan import Means
    from mindsight.home.questions.estimate import QuestionsEstimate
    from mindsight.home.questions.plan import QuestionPlan
    from mindsight.subjects.spec import SubjectSpec


def rehearse_and_show(
    plan: QuestionPlan, data: Path, spec: SubjectSpec, means: Means, *, folder: Path, resume: bool, as_json: bool
) -> None:
    """Print what a run would ask and, for a model, what that takes; write nothing."""
    from mindsight.home.questions.data_file import QuestionFile
    from mindsight.home.questions.estimate import estimate_questions
    from mindsight.record.folder import RunFolder

    questions = QuestionFile(data)
    finished = list(RunFolder.open(folder).items) if resume else []
    expected = estimate_questions(plan, questions.values(), finished, means=means) if spec.scheme == "model" else None
    pictures = {name for one in questions.values() for name in one.pictures}
    if as_json:
        page = {
            "folder": str(folder),
            "finished": len(finished),
            "classes": list(plan.tasks),
            "questions": len(questions),
            "pictures": len(pictures),
        }
        print(json.dumps(page if expected is None else {**page, "estimate": expected._asdict()}))
        return
    show(
        text(
            "{classes} classes, {questions} questions with {pictures} pictures",
            classes=len(plan.tasks),
            questions=len(questions),
            pictures=len(pictures),
        )
    )
    show(
        text(
            "run folder: {folder}; {done} of {count} questions are finished", folder=str(folder), done=len(finished),
            count=len(questions),
        )
    )  # fmt: skip
    for line in () if expected is None else _lines(expected):
        show(line)
    show(text("Nothing was run and nothing was written."))


def _lines(expected: QuestionsEstimate) -> Iterator[Text]:
    if expected.learnt_from:
        yield text("estimated from the {count} finished questions of this run:", count=expected.learnt_from)
    else:
        yield text("estimated by what pictures and words usually take:")
    yield text(
        "requests: {count}; tokens: about {sent} in, {received} out",
        count=expected.requests,
        sent=rounded_tokens(expected.sent),
        received=rounded_tokens(expected.received),
    )
    if expected.cost is None:
        yield text("cost: not known; --price IN,OUT gives the money for a million tokens in and out")
    else:
        yield text("cost: about {cost}", cost=f"{expected.cost:.2f}")
    yield text("time: about {count} min", count=max(1, round(expected.seconds / 60)))
