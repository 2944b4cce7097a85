"""What a rater does next."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from mindsight.web.database.tables import Place, Rater
from mindsight.web.store.campaign import Store

Name = Literal["instructions", "screen", "item", "pause", "done", "refused", "closed"]
BEFORE = ("qualification", "training")
"""Phases before the campaign proper."""


@dataclass(frozen=True)
class Step:
    """The next step of a rater; for an item its place."""

    name: Name
    place: Place | None = None


def next_step(store: Store, session: Session, rater: Rater) -> Step:
    """Return the next step; the order is fixed: instructions, screen, qualification, training, items with breaks, end."""
    known: tuple[tuple[bool, Name], ...] = (
        (store.campaign(session).closed is not None, "closed"),
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
    wanted = select(Place).where(Place.rater == rater.id, Place.answered.is_(None))
    if rater.qualified is None:
        wanted = wanted.where(or_(Place.phase != "qualification", Place.attempt == rater.attempt))
    else:
        wanted = wanted.where(Place.phase != "qualification")
    return session.scalar(wanted.order_by(Place.place).limit(1))


def counts(session: Session, rater: Rater, *, before: bool) -> tuple[int, int]:
    """Return how many places are answered and how many there are, before the campaign proper or in it."""
    phase = Place.phase.in_(BEFORE) if before else Place.phase.not_in(BEFORE)
    wanted = select(func.count(Place.answered), func.count()).where(Place.rater == rater.id, phase)
    if before:
        wanted = wanted.where(or_(Place.phase != "qualification", Place.attempt == rater.attempt))
    answered, whole = session.execute(wanted).one()
    return answered, whole


def remaining_pause_s(store: Store, rater: Rater) -> float:
    """Return the seconds until a break may end; never more than a whole break, whatever the clock did."""
    if rater.pause is None:
        return 0.0
    whole = store.plan.break_min * 60
    return min(whole, max(0.0, whole - (store.clock() - rater.pause).total_seconds()))
