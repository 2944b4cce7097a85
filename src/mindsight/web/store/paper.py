"""Answers from paper: what stands on a rater's form, and what was typed of it, saved like answers of a browser."""

import secrets
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from mindsight.errors import InputError
from mindsight.rating.exchange.paper import Typed
from mindsight.rating.recordable import LARGEST
from mindsight.web.database.tables import Answer, Invitation, Place, Rater, Visit
from mindsight.web.store.campaign import Store
from mindsight.web.store.raters import hashed, named, on_paper


class Saved(NamedTuple):
    """What became of a typed table.

    ``new`` answers were saved, ``known`` were there before, ``corrected`` replace others; ``refused`` raters failed the first pictures, and
    the rest of their answers was not taken.
    """

    new: int
    known: int
    corrected: int
    refused: tuple[str, ...]


def places_of(store: Store, pseudonym: str) -> list[Place]:
    """Return the places of a rater's form in order."""
    with store.read() as session:
        rater = named(store, session, pseudonym)
        wanted = select(Place).where(Place.rater == (rater.id if rater else -1)).order_by(Place.place)
        return list(session.scalars(wanted))


def save_typed(store: Store, file: Path, rows: Sequence[Typed], *, correct: bool = False) -> Saved:
    """Save a typed table, all of it or nothing.

    Args:
        store: The campaign.
        file: The table, for messages.
        rows: Its rows with a value.
        correct: Whether a value may differ from the one saved before; then it is a new answer, and the last one counts.

    Raises:
        InputError: The campaign is closed; a rater or place is not of it; one of the first pictures has no value; or a value differs from
            the one saved before.
    """
    _check_times(file, rows)
    found = Saved(0, 0, 0, ())
    with store.write() as session:
        store.hold_open(session)
        if store.campaign(session).closed is not None:
            raise InputError("{folder}: the campaign is closed", folder=str(store.folder.path))
        by_rater = groupby(sorted(rows, key=lambda one: (one.rater, one.place)), key=lambda one: one.rater)
        for pseudonym, own in by_rater:
            one = _save_rater(store, session, file, pseudonym, list(own), correct=correct)
            found = Saved(*(a + b for a, b in zip(found, one, strict=True)))  # type: ignore[operator]
    return found


def _check_times(file: Path, rows: Sequence[Typed]) -> None:
    strange = next((row for row in rows if row.time_s is not None and row.time_s > LARGEST), None)
    if strange is not None:
        raise InputError(
            "{file}: row {row}: the time is longer than any record can hold; give seconds",
            file=str(file),
            row=strange.row,
        )


def _save_rater(
    store: Store, session: Session, file: Path, pseudonym: str, rows: list[Typed], *, correct: bool
) -> Saved:
    rater = named(store, session, pseudonym)
    if rater is None or not on_paper(rater):
        raise InputError(
            "{file}: row {row}: {rater} has no paper form in this campaign; make one with 'mindsight rate paper'",
            file=str(file),
            row=rows[0].row,
            rater=pseudonym,
        )
    places = {one.place: one for one in session.scalars(select(Place).where(Place.rater == rater.id))}
    strange = next((one for one in rows if one.place not in places), None)
    if strange is not None:
        raise InputError(
            "{file}: row {row}: the form of {rater} has no place {place}; its last one is {last}",
            file=str(file),
            row=strange.row,
            rater=pseudonym,
            place=strange.place,
            last=max(places),
        )
    before = {one.place: one.value for one in session.scalars(_answers(rater))}
    known = [one for one in rows if one.place in before and before[one.place] == one.value]
    changed = [one for one in rows if one.place in before and before[one.place] != one.value]
    for one in changed:
        if not correct or places[one.place].phase == "qualification":
            raise InputError(
                "{file}: row {row}: {rater} has another value at place {place} already ({value}); a slip of typing is put right with "
                "--correct, but not at the first pictures, by which the rater was judged",
                file=str(file),
                row=one.row,
                rater=pseudonym,
                place=one.place,
                value="-" if before[one.place] is None else before[one.place] or 0.0,
            )
    new = [one for one in rows if one.place not in before]
    first, rest = (
        [one for one in new if (places[one.place].phase == "qualification") is wanted] for wanted in (True, False)
    )
    visit = _visit(store, session, rater) if first or rest or changed else 0
    for one in first:
        _save(store, session, rater, places[one.place], one, visit)
    if not _is_qualified(store, session, file, rater, places):
        return Saved(len(first), len(known), 0, (pseudonym,))
    for one in (*rest, *changed):
        _save(store, session, rater, places[one.place], one, visit)
    if rater.finished is None and all(place.answered is not None for place in places.values()):
        rater.finished = store.clock()
        store.note(session, pseudonym, "finished")
    if new or changed:
        store.note(session, "operator", "paper answers", rater=pseudonym, new=len(new), corrected=len(changed))
    return Saved(len(new), len(known), len(changed), ())


def _answers(rater: Rater) -> Select[Answer]:
    return select(Answer).where(Answer.rater == rater.id).order_by(Answer.id)


def _is_qualified(store: Store, session: Session, file: Path, rater: Rater, places: dict[int, Place]) -> bool:
    """Judge the first pictures of a form once all of them are typed; there is one try on paper."""
    asked = [place for place in places.values() if place.phase == "qualification"]
    if rater.refused is not None or rater.qualified is not None or not asked:
        return rater.refused is None
    lacking = next((place for place in asked if place.answered is None), None)
    if lacking is not None:
        raise InputError(
            "{file}: {rater} has no value at place {place}, one of the first pictures, whose answer is known; type those first",
            file=str(file),
            rater=rater.pseudonym,
            place=lacking.place,
        )
    session.flush()
    given = {one.place: one.value for one in session.scalars(_answers(rater))}
    right = sum(
        value is not None and place.low is not None and place.high is not None and place.low <= value <= place.high
        for place, value in ((place, given[place.place]) for place in asked)
    )
    needed = store.plan.qualification.least_right
    store.note(session, rater.pseudonym, "qualification", attempt=1, right=right, needed=needed)
    if right >= needed:
        rater.qualified = store.clock()
    else:
        rater.refused = store.clock()
    return rater.refused is None


def _save(store: Store, session: Session, rater: Rater, place: Place, typed: Typed, visit: int) -> None:
    session.add(
        Answer(
            rater=rater.id,
            place=place.place,
            key=secrets.token_urlsafe(16),
            visit=visit,
            value=typed.value,
            changes=[],
            time_s=typed.time_s or 0.0,
            viewing={},
            source="paper",
            at=store.clock(),
        )
    )
    place.answered = place.answered or store.clock()


def _visit(store: Store, session: Session, rater: Rater) -> int:
    """Return a visit for answers that came by no browser: of a link that nobody has."""
    moment = store.clock()
    link = Invitation(
        campaign=store.plan.id,
        rater=rater.id,
        token=hashed(secrets.token_urlsafe(32)),
        created=moment,
        expires=moment,
        revoked=moment,
    )
    session.add(link)
    session.flush()
    visit = Visit(
        invitation=link.id, token=hashed(secrets.token_urlsafe(32)), csrf="", created=moment, seen=moment, ended=moment
    )
    session.add(visit)
    session.flush()
    return visit.id
