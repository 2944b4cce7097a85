"""How 6.3.1 and 6.4.1 are read where they leave something open, and the departure of a run with too few raters."""

from collections.abc import Sequence

from mindsight.rating.events import Question
from mindsight.rating.opinion.score import LEAST_RATERS
from mindsight.rating.scoring import CLAUSES
from mindsight.record.blocks import Note
from mindsight.text import Text, text

FEW = "departure-raters"
SIMULATED = "departure-simulated"

_SAID: tuple[Text, ...] = (
    text("The score is the plain mean over all raters and items; that of an item is the mean of its raters."),
    text(
        "At least three raters must each have rated every item; only their ratings count. The others are listed with what they rated."
    ),
    text("An item without a usable output cannot be shown and counts as 0 points from every rater."),
    text(
        "Training, known answers, hidden references and anchors, and repeats never enter the score; nor does any screening rule remove a "
        "rater from it."
    ),
)
_REFERENCE = text(
    "Table 3 compares the output with the reference for 100 points and with the input for all others; raters see all three."
)


def readings(question: Question) -> tuple[Note, ...]:
    """Return the readings of a rated run."""
    said = (*_SAID, _REFERENCE) if question == "enhancement" else _SAID
    clause = CLAUSES[question]
    return tuple(
        Note(
            id=f"reading-{clause}-{number}",
            title=text("Reading"),
            role="reading",
            clause=clause,
            body=body,
        )
        for number, body in enumerate(said, start=1)
    )


def departures(question: Question, raters: Sequence[str], *, simulated: bool) -> tuple[Note, ...]:
    """Return the departures of a run with fewer than three complete raters, and of one whose raters are programs."""
    found = []
    if simulated:
        found.append((SIMULATED, text("The raters are simulated: a program answered, and no person saw a picture.")))
    if len(raters) < LEAST_RATERS:
        body = text(
            "Only {count} raters rated every item; the document asks for at least {least}.",
            count=len(raters),
            least=LEAST_RATERS,
        )
        found.append((FEW, body))
    return tuple(
        Note(id=name, title=text("Departure"), role="departure", clause=CLAUSES[question], body=body)
        for name, body in found
    )
