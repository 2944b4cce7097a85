"""What terminal and report say of a model that writes points otherwise than asked, found before a run with three marks."""

from collections.abc import Iterator, Mapping
from typing import Any

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.habits.marks import Habit, asked_by, habit_named, proposal
from mindsight.record.blocks import Note
from mindsight.text import Text, text

DETAIL = "points"
"""The detail of a subject that says in which order and scale it wrote the places of three marks."""


def habit_warning(habit: Habit, profile: ModelProfile | None, model: str) -> Text | None:
    """Return the warning about a habit; None if points are asked for so."""
    asked = asked_by(profile)
    if habit == asked:
        return None
    return text(
        "Shown marks at known places before the run, the model wrote points as {habit}; it is asked for {asked}. Points read as asked are "
        "wrong however well it sees: {proposal}",
        habit=habit.title,
        asked=asked.title,
        proposal=proposal(habit, model),
    )


def habit_note(details: Mapping[str, Any], profile: Mapping[str, Any] | None, spec: str) -> Iterator[Note]:
    """Yield the warning for a report, if the probe before the run found another habit.

    Args:
        details: Those of the subject.
        profile: That of the plan; None if points were asked for as usual.
        spec: The subject, such as ``model:qwen``.
    """
    habit = habit_named(details.get(DETAIL))
    asked = None if profile is None else ModelProfile.model_validate(profile)
    if habit is not None:
        yield from note_of_habit(habit, asked, spec)


def note_of_habit(habit: Habit, profile: ModelProfile | None, spec: str) -> Iterator[Note]:
    """Yield the warning about a habit, if points are asked for otherwise."""
    body = habit_warning(habit, profile, spec.partition(":")[2])
    if body is not None:
        yield Note(id="warning-habit", title=text("Warning"), role="warning", body=body)
