"""Say before a run how a model writes the places of three marks, if not as asked; the run itself stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindsight.cli.shared.console import tell
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.answers.conventions import ModelProfile
    from mindsight.harness.questions.probing import Probed
    from mindsight.record.model import Scalar
    from mindsight.subjects.spec import SubjectSpec

_MOST_SHOWN = 200


def told(probed: Probed | None, profile: ModelProfile | None, spec: SubjectSpec) -> dict[str, Scalar]:
    """Print what was found, if it is not as asked, and return the subject's detail for the record; nothing if nobody was asked."""
    from mindsight.answers.habits.habit_notes import DETAIL, habit_warning
    from mindsight.harness.questions.probing import NONE

    if probed is None:
        return {}
    said = " ".join(probed.said.split())[:_MOST_SHOWN]
    if probed.habit is not None:
        body = habit_warning(probed.habit, profile, spec.rest)
    elif probed.finding == NONE:
        body = text(
            "Shown three marks at known places, the model wrote points that are those of the marks in no order and scale: “{answer}”.",
            answer=said,
        )
    else:
        body = text(
            "How the model writes points is not known: of three marks that it was shown, no places could be read. It answered: “{answer}”.",
            answer=said,
        )
    if body is not None:
        tell(body, style="yellow")
    return {DETAIL: probed.finding}
