"""End a campaign: no answer is accepted any more, and all answers become ``ratings.jsonl``, in the order in which they were saved."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from mindsight.rating.campaigns.pairs import compared
from mindsight.rating.campaigns.stimuli import Stimulus
from mindsight.rating.events import RATINGS, Change, RatingDraft, RatingLog, Viewing
from mindsight.record import canonical
from mindsight.web.database.tables import Answer, Campaign, Place, Rater
from mindsight.web.store.campaign import Store

_PARTIAL = f".{RATINGS}.partial"
_BATCH = 1000


def close(store: Store) -> Path:
    """Close a campaign and return its ``ratings.jsonl``; done twice it gives the same bytes.

    A process killed in between leaves a closed campaign whose file the next call writes.
    """
    with store.write() as session:
        campaign = session.get_one(Campaign, store.plan.id, with_for_update=True)
        if campaign.closed is None:
            campaign.closed = store.clock()
            store.note(session, "operator", "closed")
    target = store.folder.path / RATINGS
    partial = store.folder.path / _PARTIAL
    partial.unlink(missing_ok=True)
    with RatingLog(partial) as log, store.read() as session:
        for draft in events(store, session):
            log.append(draft)
    sha256 = canonical.sha256_of_file(partial)
    partial.replace(target)
    with store.write() as session:
        campaign = store.campaign(session)
        if campaign.ratings != sha256:
            store.note(session, "operator", "ratings written", sha256=sha256)
            campaign.ratings = sha256
    return target


def events(store: Store, session: Session) -> Iterator[RatingDraft]:
    """Yield all answers in the order in which they were saved."""
    stimuli = store.folder.stimuli
    rows = session.execute(
        select(Answer, Place, Rater)
        .join(Rater, Rater.id == Answer.rater)
        .join(Place, (Place.rater == Answer.rater) & (Place.place == Answer.place))
        .where(Rater.campaign == store.plan.id)
        .order_by(Answer.id)
        .execution_options(yield_per=_BATCH)
    )
    for answer, place, rater in rows:
        yield _event(store, answer, place, rater, stimuli)


def _event(store: Store, answer: Answer, place: Place, rater: Rater, stimuli: Mapping[str, Stimulus]) -> RatingDraft:
    shown = stimuli[place.stimulus]
    pair = None if place.beside is None else compared(shown, stimuli[place.beside])
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
