"""Raters and their personal links. A link holds 256 random bits; the database holds only its hash."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from datetime import timedelta

from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from mindsight.errors import InputError
from mindsight.rating.campaigns.orders import Showing, paper_sequence, sequence
from mindsight.rating.campaigns.plan import Plan
from mindsight.rating.campaigns.stimuli import Stimulus
from mindsight.rating.recordable import is_plain
from mindsight.text import Language
from mindsight.web.database.tables import Invitation, Place, Rater, Visit
from mindsight.web.store.campaign import Store

DAYS = 14.0
"""Days for which a link is valid by default."""
MANAGER_HOURS = 12.0
LONGEST_NAME = 40
PAPER = "paper"
"""In place of what a rater says about the screen."""

Ordered = Callable[[Plan, Sequence[Stimulus], int], list[Showing]]


def hashed(token: str) -> str:
    """Return the hash under which a token is stored."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def invite(store: Store, pseudonym: str | None, language: Language, *, days: float = DAYS) -> tuple[str, str]:
    """Return the pseudonym and a new link's token: of a new rater, or in place of the older links of a known one.

    Raises:
        InputError: The campaign is closed, does not offer the language, or the name is too long.
    """
    with store.write() as session:
        _check_open(store, session, pseudonym, language)
        rater = None if pseudonym is None else named(store, session, pseudonym)
        if rater is None:
            rater = _new(store, session, pseudonym, language, sequence)
        elif on_paper(rater):
            raise InputError(
                "{name}: rates on paper; give the person who rates in a browser another name", name=rater.pseudonym
            )
        else:
            _end_links(store, session, rater.id)
        token = _link(store, session, rater.id, timedelta(days=days))
        store.note(session, "operator", "invited", rater=rater.pseudonym, days=days)
        return rater.pseudonym, token


def enrol_on_paper(store: Store, pseudonym: str | None, language: Language) -> str:
    """Return the pseudonym of a rater who rates on paper: a new one, or a known one whose form is printed once more.

    Raises:
        InputError: The campaign is closed, does not offer the language, the name is too long, or belongs to a rater in a browser.
    """
    with store.write() as session:
        _check_open(store, session, pseudonym, language)
        rater = None if pseudonym is None else named(store, session, pseudonym)
        if rater is not None and not on_paper(rater):
            raise InputError(
                "{name}: rates in a browser; give the person who rates on paper another name", name=rater.pseudonym
            )
        if rater is None:
            rater = _new(store, session, pseudonym, language, paper_sequence)
            rater.instructed, rater.screen = store.clock(), {PAPER: True}
        store.note(session, "operator", "paper form", rater=rater.pseudonym)
        return rater.pseudonym


def on_paper(rater: Rater) -> bool:
    """Return whether a rater rates on paper."""
    return bool((rater.screen or {}).get(PAPER))


def _check_open(store: Store, session: Session, pseudonym: str | None, language: Language) -> None:
    if language not in store.plan.languages:
        raise InputError("--language: this campaign is not held in the language {language}", language=language)
    if pseudonym is not None and not (0 < len(pseudonym) <= LONGEST_NAME and is_plain(pseudonym)):
        raise InputError("{name}: a pseudonym has 1 to {most} printable characters", name=pseudonym, most=LONGEST_NAME)
    if store.campaign(session).closed is not None:
        raise InputError("{folder}: the campaign is closed", folder=str(store.folder.path))


def manager_link(store: Store) -> str:
    """Return the token of a new link to the manager's page."""
    with store.write() as session:
        store.note(session, "operator", "manager link")
        return _link(store, session, None, timedelta(hours=MANAGER_HOURS))


def revoke(store: Store, pseudonym: str) -> None:
    """End all links and visits of a rater; the answers stay.

    Raises:
        InputError: There is no such rater.
    """
    with store.write() as session:
        rater = named(store, session, pseudonym)
        if rater is None:
            raise InputError("{name}: there is no such rater in this campaign", name=pseudonym)
        _end_links(store, session, rater.id)
        store.note(session, "operator", "revoked", rater=pseudonym)


def named(store: Store, session: Session, pseudonym: str) -> Rater | None:
    """Return the rater of a pseudonym, if there is one."""
    wanted = select(Rater).where(Rater.campaign == store.plan.id, Rater.pseudonym == pseudonym)
    return session.scalar(wanted)


def _new(store: Store, session: Session, pseudonym: str | None, language: Language, ordered: Ordered) -> Rater:
    last = session.scalar(select(func.max(Rater.number)).where(Rater.campaign == store.plan.id))
    number = (last or 0) + 1
    rater = Rater(
        campaign=store.plan.id,
        number=number,
        pseudonym=pseudonym or f"R{number:02}",
        language=language,
        attempt=1,
        worked_s=0.0,
    )
    session.add(rater)
    session.flush()
    order = ordered(store.plan, list(store.folder.stimuli.values()), number)
    rows = [
        {
            "rater": rater.id,
            "place": place,
            "phase": each.phase,
            "stimulus": each.stimulus,
            "beside": each.beside,
            "low": each.expected and each.expected[0],
            "high": each.expected and each.expected[1],
            "attempt": each.attempt,
        }
        for place, each in enumerate(order, start=1)
    ]
    session.execute(insert(Place), rows)
    return rater


def _link(store: Store, session: Session, rater: int | None, valid: timedelta) -> str:
    token = secrets.token_urlsafe(32)
    moment = store.clock()
    session.add(
        Invitation(campaign=store.plan.id, rater=rater, token=hashed(token), created=moment, expires=moment + valid)
    )
    return token


def _end_links(store: Store, session: Session, rater: int) -> None:
    moment = store.clock()
    links = select(Invitation.id).where(Invitation.rater == rater)
    session.execute(
        update(Invitation).where(Invitation.rater == rater, Invitation.revoked.is_(None)).values(revoked=moment)
    )
    session.execute(update(Visit).where(Visit.invitation.in_(links), Visit.ended.is_(None)).values(ended=moment))
