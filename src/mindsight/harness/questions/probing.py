"""Ask a model for three marks at known places before a run, in the form of the run: how does it write points?"""

from typing import Any, NamedTuple

from mindsight.answers.habits.marks import Habit, habit_of, marks_picture, points_in
from mindsight.errors import SubjectError
from mindsight.harness.questions.asking import meet
from mindsight.harness.questions.question import Asking, Medium, Question, Words

UNREAD, NONE = "unread", "none"
"""What is noted where the answer holds no three points, and where they are the marks' places in no order and scale."""


class Probed(NamedTuple):
    """The habit, if there is one, how the record names the finding, and what the model said or why it said nothing."""

    habit: Habit | None
    finding: str
    said: str


def probe_points(
    asking: Asking, asked: Habit, words: str, *, system: str = "", schema: dict[str, Any] | None = None
) -> Probed:
    """Show a model the marks and return how it writes their places; whatever it does, a run can go on.

    Args:
        asking: How it is asked.
        asked: The order and scale that the words ask for.
        words: The question beside the picture.
        system: The system prompt.
        schema: The JSON Schema of the answer.
    """
    question = Question("probe", lambda: [Medium("image", "image/jpeg", marks_picture()), Words(words)], system, schema)
    try:
        said = meet(asking, question).text
    except SubjectError as error:
        return Probed(None, UNREAD, str(error))
    points = points_in(said, asked)
    habit = habit_of(points, asked)
    return Probed(habit, habit.key if habit else NONE if len(points) == 3 else UNREAD, said)
