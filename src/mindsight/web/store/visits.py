"""Browsers that opened a link."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from mindsight.text import Language
from mindsight.web.database.tables import Invitation, Rater, Visit
from mindsight.web.store.campaign import Store
from mindsight.web.store.raters import hashed

LONGEST = timedelta(hours=12)
"""After so long without a request a browser must open the link again."""

_GUEST = (
    select(
        Visit.id,
        Visit.csrf,
        Visit.created,
        Visit.seen,
        Invitation.campaign,
        Invitation.rater,
        Invitation.expires,
        Rater.language,
    )
    .join(Invitation, Visit.invitation == Invitation.id)
    .outerjoin(Rater, Invitation.rater == Rater.id)
    .where(Visit.token == bindparam("token"), Visit.ended.is_(None), Invitation.revoked.is_(None))
)

Refusal = Literal["unknown", "revoked", "expired"]


@dataclass(frozen=True)
class Guest:
    """Who a request comes from: a rater with the language of the pages, or the manager if ``rater`` is None."""

    visit: int
    rater: int | None
    csrf: str
    language: Language | None = None

    @property
    def name(self) -> str:
        """What stands for the visit in the addresses of its pictures: whatever a browser keeps, no other visit asks for it."""
        return hashed(f"pictures {self.csrf}")[:32]


def invited(store: Store, token: str) -> Rater | Refusal | None:
    """Return whom a link is for (None: the manager), or why it cannot be used. Nothing is changed."""
    with store.read() as session:
        link = _link(store, session, token)
        if isinstance(link, str):
            return link
        return None if link.rater is None else session.get_one(Rater, link.rater)


def enter(store: Store, token: str) -> str | Refusal:
    """Open a link in a browser and return its cookie's value; a rater's other browsers end with it.

    The value is 43 characters long, and thereby no refusal.
    """
    with store.write() as session:
        link = _link(store, session, token)
        if isinstance(link, str):
            return link
        moment, cookie = store.clock(), secrets.token_urlsafe(32)
        if link.rater is not None:
            own = select(Invitation.id).where(Invitation.rater == link.rater)
            session.execute(update(Visit).where(Visit.invitation.in_(own), Visit.ended.is_(None)).values(ended=moment))
        session.add(
            Visit(
                invitation=link.id,
                token=hashed(cookie),
                csrf=secrets.token_urlsafe(32),
                created=moment,
                seen=moment,
            )
        )
        store.note(session, _who(session, link), "entered", link=link.id)
        return cookie


def guest(store: Store, cookie: str) -> Guest | None:
    """Return who a cookie belongs to; None if its visit has ended, or its link was revoked."""
    with store.read() as session:
        found = session.execute(_GUEST, {"token": hashed(cookie)}).first()
    if found is None:
        return None
    moment = store.clock()
    if found.campaign != store.plan.id or moment - found.seen > LONGEST:
        return None
    if (found.rater is None and moment > found.expires) or moment - found.created > 4 * LONGEST:
        return None
    return Guest(found.id, found.rater, found.csrf, found.language)


def _link(store: Store, session: Session, token: str) -> Invitation | Refusal:
    link = session.scalar(
        select(Invitation).where(Invitation.token == hashed(token), Invitation.campaign == store.plan.id)
    )
    if link is None:
        return "unknown"
    if link.revoked is not None:
        return "revoked"
    return "expired" if store.clock() > link.expires else link


def _who(session: Session, link: Invitation) -> str:
    return "manager" if link.rater is None else session.get_one(Rater, link.rater).pseudonym
