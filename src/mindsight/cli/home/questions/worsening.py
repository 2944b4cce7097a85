"""``mindsight home robustness`` over questions: the same ones with pictures made worse, at rising strengths."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mindsight.cli.home.questions.running import ask_and_show
from mindsight.cli.home.questions.selection import questions_chosen
from mindsight.cli.shared.engine import need_engine
from mindsight.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from mindsight.cli.home.questions.running import QuestionChoices
    from mindsight.cli.shared.work import Work

TRIALS = 48
"""Questions of each class that give each of three disturbances every strength once."""


def ask_worse_and_show(
    choices: QuestionChoices, *, where: Path | None, resume: Path | None, work: Work, dry_run: bool, as_json: bool
) -> int:
    """Ask the classes, of those named, that come with pictures made worse; return the exit code.

    Raises:
        InputError: None does, or an option cannot be used.
    """
    need_engine()
    from mindsight.home.questions import classes

    rising = [key for key, one in classes.load().items() if one.strengths > 1]
    keys = tuple(key for key in questions_chosen(choices.tasks) if key in rising)
    if not keys:
        raise InputError(
            "--tasks: {names}: not asked with pictures made worse; there are {known}",
            names=", ".join(choices.tasks),
            known=", ".join(rising),
        )
    return ask_and_show(
        replace(choices, tasks=keys), where=where, resume=resume, work=work, dry_run=dry_run, as_json=as_json
    )
