"""What is known of a subject before anything is drawn for it: whether it answers, and how it writes the places of three marks."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.habits.habit_notes import DETAIL, habit_warning
from mindsight.execution.listening import Listener
from mindsight.harness.questions.probing import NONE, Probed
from mindsight.harness.runs.settings import Found
from mindsight.home.adapters.outside import details_of, probe_model, question, reach
from mindsight.home.plan import Asked, Use
from mindsight.record.folder import RunFolder
from mindsight.record.model import Scalar, Subject
from mindsight.subjects.spec import SubjectSpec, name_of
from mindsight.text import Text, text

_MOST_SHOWN = 200


class Known(NamedTuple):
    """A subject, and what was found by asking it, if it is a model that was asked."""

    subject: Subject
    found: Found | None


def known(spec: SubjectSpec, plan: Asked, use: Use, resume: Path | None, listener: Listener) -> Known:
    """Return the subject with what is known of it: from the record of a resumed run, else by asking it.

    Raises:
        SubjectError: It cannot be used; says why in one sentence.
    """
    found = None
    details: dict[str, Scalar] = {}
    if resume is not None:
        details = RunFolder.open(resume).manifest.subject.details
    elif spec.scheme == "model":
        found = question(spec, plan)
        details = details_of(found, plan)
        tell_habits(spec.rest, found.habits, found.elsewhere, listener)
        if found.unread:
            listener.tell(
                text(
                    "{model}: calls no tools, and its answer to a trial question for one line of JSON could not be read. It "
                    "answered: “{answer}”. If it answers tasks like this, the result will reflect the form of its answers, not its "
                    "ability.",
                    model=spec.rest,
                    answer=" ".join(found.unread.split()),
                )
            )
        if use.probe:
            details |= told(probe_model(spec, plan), plan.setting.model_profile, spec, listener)
    elif spec.scheme != "baseline":
        details = reach(spec, plan)
    return Known(subject_of(spec, use, details), found)


def subject_of(spec: SubjectSpec, use: Use, details: Mapping[str, Scalar]) -> Subject:
    """Return the subject as named in the record."""
    return Subject(spec=spec.public, name=use.name or name_of(spec), details=dict(details))


def tell_habits(model: str, habits: Mapping[str, Any], elsewhere: Text | None, listener: Listener) -> None:
    """Say how the server wants to be asked, as far as it differs from the protocol, and where it put an answer that came empty."""
    if habits:
        listed = ", ".join(f"{name}: {value}" for name, value in habits.items())
        listener.tell(text("{model}: found out about its server, and recorded: {habits}", model=model, habits=listed))
    if elsewhere is not None:
        listener.tell(text("{model}: a trivial question: {reason}", model=model, reason=elsewhere))


def told(
    probed: Probed | None, profile: ModelProfile | None, spec: SubjectSpec, listener: Listener
) -> dict[str, Scalar]:
    """Say what was found about three marks, if it is not as asked, and return the subject's detail; nothing if nobody was asked."""
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
        listener.tell(body)
    return {DETAIL: probed.finding}
