"""What a rater does next."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import bindparam, func, or_, select
from sqlalchemy.orm import Session

from mindsight.web.database.tables import Campaign, Place, Rater
from mindsight.web.store.campaign import Store

Name = Literal["instructions", "screen", "item", "pause", "done", "refused", "closed"]
BEFORE = ("qualification", "training")
"""Phases before the campaign proper."""

# Built once: every page asks them.
_CLOSED = select(Campaign.closed).where(Campaign.id == bindparam("campaign"))
_OWN = Place.rater == bindparam("rater")
_TRIED = or_(Place.phase != "qualification", Place.attempt == bindparam("attempt"))
_OPEN = select(Place).where(_OWN, Place.answered.is_(None)).order_by(Place.place).limit(1)
_NEXT = {False: _OPEN.where(_TRIED), True: _OPEN.where(Place.phase != "qualification")}
_COUNTED = select(func.count(Place.answered), func.count()).where(_OWN)
_COUNTS = {
    True: _COUNTED.where(Place.phase.in_(BEFORE), _TRIED),
    False: _COUNTED.where(Place.phase.not_in(BEFORE)),
}


@dataclass(frozen=True)
class Step:
    """The next step of a rater; for an item its place."""

    name: Name
    place: Place | None = None


def next_step(store: Store, session: Session, rater: Rater) -> Step:
    """Return the next step; the order is fixed: instructions, screen, qualification, training, items with breaks, end."""
    known: tuple[tuple[bool, Name], ...] = (
        (session.scalar(_CLOSED, {"campaign": store.plan.id}) is not None, "closed"),
        (rater.finished is not None, "done"),
        (rater.refused is not None, "refused"),
        (rater.instructed is None, "instructions"),
        (rater.screen is None, "screen"),
        (rater.pause is not None, "pause"),
    )
    for applies, name in known:
        if applies:
            return Step(name)
    place = next_place(session, rater)
    return Step("done") if place is None else Step("item", place)


def next_place(session: Session, rater: Rater) -> Place | None:
    """Return the first place without an answer; tries at the qualification that are not needed are skipped."""
    wanted = _NEXT[rater.qualified is not None]
    return session.scalar(wanted, {"rater": rater.id, "attempt": rater.attempt})


def counts(session: Session, rater: Rater, *, before: bool) -> tuple[int, int]:
    """Return how many places are answered and how many there are, before the campaign proper or in it."""
    answered, whole = session.execute(_COUNTS[before], {"rater": rater.id, "attempt": rater.attempt}).one()
    return answered, whole


def remaining_pause_s(store: Store, rater: Rater) -> float:
    """Return the seconds until a break may end; never more than a whole break, whatever the clock did."""
    if rater.pause is None:
        return 0.0
    whole = store.plan.break_min * 60
    return min(whole, max(0.0, whole - store.elapsed_s("pause", rater.id, rater.pause)))
