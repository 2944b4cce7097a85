"""End a campaign: no answer is accepted any more, and all answers become ``ratings.jsonl``, in the order in which they were saved."""

from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from mindsight.errors import InputError
from mindsight.rating.campaigns.folder import RATED
from mindsight.rating.campaigns.pairs import compared
from mindsight.rating.events import RATINGS, Change, RatingDraft, RatingLog, Viewing
from mindsight.record import canonical
from mindsight.text import storable
from mindsight.web.database.tables import Answer, Audit, Campaign, Place, Rater
from mindsight.web.store.campaign import Store

_PARTIAL = f".{RATINGS}.partial"
_BATCH = 1000
SCORED = "scored"


class LeftOut(NamedTuple):
    """An answer that no record can hold: an older version accepted it. ``at`` is when it was saved."""

    rater: str
    place: int
    at: str
    reason: str


def close(store: Store, *, left_out: Callable[[LeftOut], object] = lambda _: None) -> Path:
    """Close a campaign and return its ``ratings.jsonl``; done twice it gives the same bytes.

    A process killed in between leaves a closed campaign whose file the next call writes; of two at once the second waits.

    Args:
        store: The campaign.
        left_out: Called with each answer that no record can hold; all others are in the file.
    """
    with store.folder.alone():
        with store.write() as session:
            campaign = session.get_one(Campaign, store.plan.id, with_for_update=True)
            if campaign.closed is None:
                campaign.closed = store.clock()
                store.note(session, "operator", "closed")
        return _write(store, left_out)


def note_scored(store: Store) -> None:
    """Note that scores were made of a campaign's ratings: from then on it is not opened again."""
    with store.write() as session:
        if not _is_scored(store, session):
            store.note(session, "operator", SCORED)


def reopen(store: Store) -> None:
    """Take back the closing of a campaign; its ``ratings.jsonl`` and its rated runs without scores are kept under other names.

    Raises:
        InputError: The campaign is open, or its scores are known: who goes on after that could steer them.
    """
    with store.folder.alone(), store.write() as session:
        campaign = session.get_one(Campaign, store.plan.id, with_for_update=True)
        if campaign.closed is None:
            raise InputError("{folder}: the campaign is open", folder=str(store.folder.path))
        if _is_scored(store, session):
            raise InputError(
                "{folder}: scores were made of its ratings and sealed; a campaign whose scores are known does not go on. Make a new "
                "one with 'mindsight rate new'",
                folder=str(store.folder.path),
            )
        # Before the database says so: whatever ends the process in between, the next close writes all of it anew.
        for name in (RATINGS, RATED):
            _set_aside(store.folder.path / name)
        campaign.closed = campaign.ratings = None
        store.note(session, "operator", "reopened")


def _is_scored(store: Store, session: Session) -> bool:
    known = select(Audit.id).where(Audit.campaign == store.plan.id, Audit.what == SCORED).limit(1)
    return session.scalar(known) is not None


def _set_aside(path: Path) -> None:
    if path.exists():
        places = (path.with_name(f"{path.stem}-before-{number}{path.suffix}") for number in count(1))
        path.rename(next(place for place in places if not place.exists()))


def _write(store: Store, left_out: Callable[[LeftOut], object]) -> Path:
    target, partial = store.folder.path / RATINGS, store.folder.path / _PARTIAL
    partial.unlink(missing_ok=True)
    out: list[LeftOut] = []
    with RatingLog(store.folder.make_private(_PARTIAL)) as log, store.read() as session:
        for answer, place, rater in _answers(store, session):
            try:
                _append(log, _event(store, answer, place, rater), answer.key)
            except ValueError as error:
                out.append(LeftOut(rater.pseudonym, place.place, _spelled(answer.at), _reason(error)))
    sha256 = canonical.sha256_of_file(partial)
    partial.replace(target)
    with store.write() as session:
        campaign = store.campaign(session)
        if campaign.ratings != sha256:
            for refused in out:
                store.note(session, "operator", "left out", **refused._asdict())
            store.note(session, "operator", "ratings written", sha256=sha256)
            campaign.ratings = sha256
    for refused in out:
        left_out(refused)
    return target


def _append(log: RatingLog, draft: RatingDraft, key: str) -> None:
    if draft.id in log.finished:
        # Keys of one place that begin alike: an id is there once.
        draft = draft.model_copy(update={"id": f"{draft.rater}-{draft.order:05}-{key}"})
    log.append(draft)


def _reason(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return storable(f"{'.'.join(map(str, first['loc']))}: {first['msg']}")
    return storable(str(error))


def _answers(store: Store, session: Session) -> Iterator[Any]:
    """Yield all answers in the order in which they were saved, each with its place and rater."""
    rows = session.execute(
        select(Answer, Place, Rater)
        .join(Rater, Rater.id == Answer.rater)
        .join(Place, (Place.rater == Answer.rater) & (Place.place == Answer.place))
        .where(Rater.campaign == store.plan.id)
        .order_by(Answer.id)
        .execution_options(yield_per=_BATCH)
    )
    yield from rows


def _event(store: Store, answer: Answer, place: Place, rater: Rater) -> RatingDraft:
    shown = store.folder.stimulus(place.stimulus)
    pair = None if place.beside is None else compared(shown, store.folder.stimulus(place.beside))
    asked: dict[str, Any] = {"question": store.plan.question, "run": shown.run}
    if pair is not None:
        asked = {"question": "comparison", **pair._asdict()}

    def value_of(given: float) -> float:
        # Positive where the output of the run was preferred, wherever it stood. A zero has no sign: "-0.0" would be another line.
        return given if pair is None else given * pair.sign + 0.0

    changes = (Change.model_validate(change) for change in answer.changes)
    return RatingDraft(
        id=f"{rater.pseudonym}-{place.place:05}-{answer.key[:8]}",
        campaign=store.plan.id,
        rater=rater.pseudonym,
        session=str(answer.visit),
        phase=place.phase,
        item=shown.item,
        order=place.place,
        said=answer.said,
        value=None if answer.value is None else value_of(answer.value),
        expected=None if place.low is None or place.high is None else (place.low, place.high),
        changes=tuple(Change(value=value_of(one.value), after_s=one.after_s) for one in changes),
        time_s=answer.time_s if answer.time_s or answer.source == "web" else None,
        at=_spelled(answer.at),
        viewing=_viewing(answer, rater),
        seen=answer.seen,
        source="simulated" if store.plan.simulated else answer.source,
        **asked,
    )


def _viewing(answer: Answer, rater: Rater) -> Viewing:
    """Return how the picture was seen, with what the rater said about screen and room."""
    screen = rater.screen or {}
    said = {name: screen[name] for name in ("screen_mm", "distance_mm", "light", "colour_check") if name in screen}
    # From JSON: tuples were stored as lists.
    return Viewing.model_validate_json(canonical.line({**said, **answer.viewing}))


def _spelled(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
