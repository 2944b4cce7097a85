"""What a manager may see while a campaign is open: how far everybody is and how long it takes, never a value."""

import statistics
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from mindsight.web.database.tables import Answer, Audit, Invitation, Place, Rater, Visit
from mindsight.web.store.campaign import Store
from mindsight.web.store.steps import BEFORE


@dataclass(frozen=True)
class RaterProgress:
    """How far a rater is; times in seconds. ``unjudged`` counts outputs that the rater said cannot be judged."""

    pseudonym: str
    language: str
    state: str
    answered: int
    whole: int
    unjudged: int
    median_s: float | None
    seen: datetime | None
    link_until: datetime | None


@dataclass(frozen=True)
class Progress:
    """How far a campaign is; ``complete`` counts raters who came to the end and judged every output."""

    closed: datetime | None
    raters: tuple[RaterProgress, ...]
    complete: int
    audit: tuple[Audit, ...] = ()


def progress(store: Store, *, audit: int = 0) -> Progress:
    """Return the progress of a campaign, with the latest lines of the audit log."""
    with store.read() as session:
        raters = session.scalars(select(Rater).where(Rater.campaign == store.plan.id).order_by(Rater.number)).all()
        main = Place.phase.not_in(BEFORE)
        counts = {
            rater: (answered, whole)
            for rater, answered, whole in session.execute(
                select(Place.rater, func.count(case((main, Place.answered))), func.count(case((main, 1)))).group_by(
                    Place.rater
                )
            )
        }
        times: dict[int, list[float]] = {}
        for rater, time_s in session.execute(
            select(Answer.rater, Answer.time_s)
            .join(Rater, Rater.id == Answer.rater)
            .where(Rater.campaign == store.plan.id, Answer.time_s > 0)
        ):
            times.setdefault(rater, []).append(time_s)
        seen = dict(
            session.execute(
                select(Invitation.rater, func.max(Visit.seen))
                .join(Visit, Visit.invitation == Invitation.id)
                .group_by(Invitation.rater)
            ).all()
        )
        until = dict(
            session.execute(
                select(Invitation.rater, func.max(Invitation.expires))
                .where(Invitation.revoked.is_(None))
                .group_by(Invitation.rater)
            ).all()
        )
        unjudged = _unjudged(session)
        lines = session.scalars(
            select(Audit).where(Audit.campaign == store.plan.id).order_by(Audit.id.desc()).limit(audit)
        ).all()
        found = tuple(
            RaterProgress(
                pseudonym=rater.pseudonym,
                language=rater.language,
                state=state_of(rater),
                answered=counts[rater.id][0],
                whole=counts[rater.id][1],
                unjudged=unjudged.get(rater.id, 0),
                median_s=statistics.median(times[rater.id]) if rater.id in times else None,
                seen=seen.get(rater.id),
                link_until=until.get(rater.id),
            )
            for rater in raters
        )
        closed = store.campaign(session).closed
    complete = sum(one.state == "finished" and not one.unjudged for one in found)
    return Progress(closed, found, complete, tuple(lines))


def _unjudged(session: Session) -> dict[int, int]:
    """Return, by rater, how many scored places have a last answer without a value."""
    last = select(func.max(Answer.id)).group_by(Answer.rater, Answer.place)
    counted = (
        select(Answer.rater, func.count())
        .join(Place, (Place.rater == Answer.rater) & (Place.place == Answer.place))
        .where(
            Place.phase == "scored",
            Place.beside.is_(None),
            Answer.value.is_(None),
            Answer.said.is_(None),
            Answer.id.in_(last),
        )
        .group_by(Answer.rater)
    )
    return dict(session.execute(counted).all())


def state_of(rater: Rater) -> str:
    """Return the word for how far a rater is."""
    if rater.finished is not None:
        return "finished"
    if rater.refused is not None:
        return "not qualified"
    if rater.pause is not None:
        return "on a break"
    return "not started" if rater.instructed is None and rater.attempt == 1 else "under way"
