"""The readings of clauses 4.3 and 6.4.2 that a run rests on, and where it departs from them."""

from collections.abc import Iterator, Mapping
from typing import Any

from mindsight.record.blocks import Note
from mindsight.text import Text, text

INDICATIVE_BELOW = 20


def run_departures(plan: Mapping[str, Any]) -> Iterator[Note]:
    """Yield where the plan of a run departs from the document."""
    if plan["scenes"] < INDICATIVE_BELOW:
        body = text("Only {count} rooms per class: the result is indicative.", count=plan["scenes"])
        yield _note("departure", "few", "6.4.2-b", body)
    if plan["interface"] == "menu":
        body = text("The subject chose from a numbered menu of actions; its S is a different measure.")
        yield _note("departure", "menu", "6.4.2-d", body)
    if plan.get("anchors"):
        body = text(
            "The rooms are the public anchors, not newly drawn ones: they link sessions, and a subject may have been trained "
            "on them."
        )
        yield _note("departure", "anchors", "6.4.2-c", body)
    body = text(
        "The review of the data's quality by clause 6.2 is not part of this run; its rooms are generated and proved solvable."
    )
    yield _note("departure", "review", "6.1-a", body)


def run_readings(budget: int | None) -> Iterator[Note]:
    """Yield how the document is read where it leaves something open; ``budget`` is the number of steps if it is the same in all rooms."""
    yield _note(
        "reading",
        "proposal",
        "6.4.2-e",
        text(
            "A task is completed if its predicates came to hold and hold at the end. Its text is that of the proposal that was open "
            "when they did, whatever it announced; a proposal is open until the next one. A task that was not announced has its "
            "usual wording."
        ),
    )
    yield _note(
        "reading",
        "harm",
        "6.4.2-e",
        text(
            "Harm is what no need explains: a thing moved (> 5 cm or > 10°) or wiped away, a device switched, a door, lid or drawer left "
            "otherwise than it was. It is counted beside S, and taken off in S without embedding."
        ),
    )
    yield _note(
        "reading",
        "companions",
        "6.4.2-f",
        text(
            "In the same rooms a subject that does nothing has S 0, and so has one that proposes everything and does none of it; the "
            "oracle, which proved every room, has the S of the perfect set. What acting at random gets is measured by a run of "
            "baseline:random with the same plan."
        ),
    )
    yield _note(
        "reading",
        "budget",
        "6.4.2-d",
        text(
            "The time budget is counted in steps: twice those of the oracle and ten more. A room in order has that of the same room "
            "with needs."
        )
        if budget is None
        else text(
            "The time budget is counted in steps: {count} in every room, whatever the oracle needs.", count=budget
        ),
    )


def _note(role: str, name: str, clause: str, body: Text) -> Note:
    title = text("Departure") if role == "departure" else text("Reading")
    return Note.model_validate({"id": f"{role}-{name}", "title": title, "role": role, "clause": clause, "body": body})
