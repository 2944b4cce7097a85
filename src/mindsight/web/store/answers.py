"""Save what a rater answers: instructions read, screen described, values given."""

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from mindsight.errors import InputError
from mindsight.rating.events import LONGEST_SAID, Change, Hash, Role, Viewing
from mindsight.rating.recordable import recordable
from mindsight.web.database.tables import Answer, Place, Rater, Visit
from mindsight.web.store.campaign import Store
from mindsight.web.store.steps import BEFORE, next_place, next_step, remaining_pause_s
from mindsight.web.store.visits import Guest

_IDLE_S = 300.0
"""A longer time on one picture is a break, not work."""
_SLACK_S = 0.5
"""Between our clock and the browser's."""
CHOICES = {"left": 1.0, "same": 0.0, "right": -1.0, "none": None}
"""What is stored of a choice between two pictures; ``none``: they cannot be judged."""
_FULL_SIZE = 0.99
"""Zoom from which a picture counts as seen at 100 %: browsers round."""

# Built once: every page and every answer takes them.
_LAST = (
    select(Place)
    .where(Place.rater == bindparam("rater"), Place.answered.is_not(None))
    .order_by(Place.place.desc())
    .limit(1)
)
_SHOW = (
    update(Place)
    .where(Place.rater == bindparam("of"), Place.place == bindparam("number"), Place.shown.is_(None))
    .values(shown=bindparam("moment"))
)
_SAVED = select(Answer.id).where(Answer.rater == bindparam("rater"), Answer.key == bindparam("key"))
_SEE = update(Visit).where(Visit.id == bindparam("visit")).values(seen=bindparam("moment"))


class OtherPictureError(InputError):
    """What a page showed is not what is to be answered now; the page must be loaded again."""


class Given(BaseModel):
    """An answer as a browser sends it: a value on the scale, a choice between two pictures, or words in answer to a question.

    ``key`` is drawn anew each time a page is opened: sent twice it is one answer.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    place: int = Field(ge=1, le=2**31 - 1)
    key: str = Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")
    value: float | None = Field(default=None, ge=0, le=100, allow_inf_nan=False, strict=True)
    choice: Literal["left", "same", "right", "none"] | None = None
    said: str | None = Field(default=None, min_length=1, max_length=LONGEST_SAID)
    changes: tuple[Change, ...] = Field(default=(), max_length=200)
    time_s: float = Field(ge=0, le=86400, allow_inf_nan=False)
    viewing: Viewing = Viewing()
    seen: dict[Role, Hash] = {}
    """SHA-256 of each picture that the page showed, by role."""

    _recordable = model_validator(mode="before")(recordable)

    @model_validator(mode="after")
    def _on_the_scale(self) -> Self:
        given = ("value" in self.model_fields_set) + (self.choice is not None) + (self.said is not None)
        if given != 1 or (self.said is not None and self.changes):
            raise ValueError("an answer is a value, a choice or words")
        # A change that is off the scale would be refused only at closing, and the whole campaign with it.
        low, high = (0, 100) if self.choice is None else (-1, 1)
        if any(not low <= change.value <= high for change in self.changes):
            raise ValueError("a value lies outside the scale")
        return self

    @property
    def stored(self) -> float | None:
        """The number that is stored."""
        return self.value if self.choice is None else CHOICES[self.choice]


def rater_of(session: Session, guest: Guest) -> Rater:
    """Return a guest's rater; other saves of the same rater wait until this one is done."""
    return session.get_one(Rater, guest.rater, with_for_update=True)


def save_instructed(store: Store, guest: Guest) -> None:
    """Note that the instructions were read."""
    with store.write() as session:
        rater = rater_of(session, guest)
        if next_step(store, session, rater).name == "instructions":
            rater.instructed = store.clock()
            store.note(session, rater.pseudonym, "instructed")


def save_screen(store: Store, guest: Guest, screen: dict[str, Any]) -> None:
    """Save what was answered about screen and room.

    Raises:
        InputError: The screen is smaller than the campaign demands.
    """
    demanded = store.plan.screen
    if screen["width"] < demanded.least_width or screen["height"] < demanded.least_height:
        raise InputError(
            "your screen has {width}×{height} pixels, this campaign asks for at least {least_width}×{least_height}; open "
            "your link on a larger screen",
            width=screen["width"],
            height=screen["height"],
            least_width=demanded.least_width,
            least_height=demanded.least_height,
        )
    with store.write() as session:
        rater = rater_of(session, guest)
        if next_step(store, session, rater).name == "screen":
            rater.screen = screen
            store.note(session, rater.pseudonym, "screen", **screen)


def end_pause(store: Store, guest: Guest) -> None:
    """Go on after a break, if it has lasted long enough."""
    with store.write() as session:
        rater = rater_of(session, guest)
        if rater.pause is not None and remaining_pause_s(store, rater) <= 0:
            rater.pause, rater.worked_s = None, 0.0
            store.note(session, rater.pseudonym, "break ended")


def show_place(store: Store, guest: Guest, number: int) -> None:
    """Note when a place was shown first; if that is lost, the next look is the first."""
    moment = store.clock()
    with store.write(durable=False) as session:
        session.execute(_SHOW, {"of": guest.rater, "number": number, "moment": moment})
    store.begin("shown", guest.rater or 0, moment)


def save_answer(store: Store, guest: Guest, given: Given) -> bool:
    """Save an answer and return whether it is new; when this returns, it is on the disk.

    Raises:
        OtherPictureError: The place is not the rater's next or last one, or other pictures were shown than are there.
        InputError: The campaign is closed, or the picture was seen too short.
    """
    with store.write() as session:
        store.hold_open(session)
        rater = rater_of(session, guest)
        if session.scalar(_SAVED, {"rater": rater.id, "key": given.key}) is not None:
            return False
        place = _open_place(store, session, rater, given)
        moment, jump = store.clock(), store.jumped_s()
        if jump:
            store.note(session, "server", "clock set", seconds=round(jump, 3))
        session.add(
            Answer(
                rater=rater.id,
                place=place.place,
                key=given.key,
                visit=guest.visit,
                value=given.stored,
                said=given.said,
                changes=[change.model_dump(mode="json") for change in given.changes],
                time_s=given.time_s,
                viewing=given.viewing.model_dump(mode="json", exclude_none=True),
                seen=given.seen,
                at=moment,
            )
        )
        session.execute(_SEE, {"visit": guest.visit, "moment": moment})
        if place.answered is None:
            place.answered = moment
            rater.worked_s = _worked(rater.worked_s, given.time_s)
            session.flush()
            _go_on(store, session, rater, place)
        return True


def _open_place(store: Store, session: Session, rater: Rater, given: Given) -> Place:
    """Return the place that an answer is for: the next one, or the one before, whose answer may be given again."""
    step = next_step(store, session, rater)
    if step.name == "closed":
        raise InputError("the campaign is closed; your earlier answers are kept")
    place = step.place
    last = last_place(session, rater) if place is None or given.place != place.place else None
    found = next((one for one in (place, last) if one is not None and one.place == given.place), None)
    if found is None or not _fits(store, found, given):
        raise OtherPictureError("this picture is not open to you now; load the page again")
    shown = store.folder.shown(found.stimulus, found.beside)
    if given.seen != {role: picture.sha256 for role, picture in shown.items()}:
        raise OtherPictureError(
            "these pictures are not the ones to be rated here; the page is loaded again, nothing was saved"
        )
    if place is None or found is not place:
        return found
    shown_s = 0.0 if place.shown is None else store.elapsed_s("shown", rater.id, place.shown)
    # A clock that was set back must not lock anybody out.
    short = place.shown is None or 0 <= shown_s < store.plan.least_viewing_s - _SLACK_S
    if short or given.time_s < store.plan.least_viewing_s:
        raise InputError("look at the pictures for at least {seconds} s", seconds=store.plan.least_viewing_s)
    if store.plan.screen.full_size and (given.viewing.zoom or 0.0) < _FULL_SIZE:
        raise InputError("look at the pictures at 100 % before you answer")
    return place


def _fits(store: Store, place: Place, given: Given) -> bool:
    """Return whether an answer is of the kind that the page of a place asks for."""
    asked = store.folder.stimuli[place.stimulus].asked
    if asked is not None:
        return given.said is not None and asked.takes(given.said)
    return given.said is None and (place.beside is None) == (given.choice is None)


def last_place(session: Session, rater: Rater) -> Place | None:
    """Return the place answered last, if its answer may be given again: not of the qualification."""
    last = session.scalar(_LAST, {"rater": rater.id})
    return last if last is not None and last.phase != "qualification" and rater.finished is None else None


def _worked(before: float, time_s: float) -> float:
    return 0.0 if time_s > _IDLE_S else before + time_s


def _go_on(store: Store, session: Session, rater: Rater, place: Place) -> None:
    """Judge the qualification, begin a break, or end the session, if it is time."""
    moment = store.clock()
    following = next_place(session, rater)
    if place.phase == "qualification" and (following is None or following.phase != "qualification"):
        _judge(store, session, rater)
        following = next_place(session, rater)
    if following is None:
        rater.finished = moment
        store.note(session, rater.pseudonym, "finished")
    elif following.phase not in BEFORE and rater.worked_s >= store.plan.break_after_min * 60:
        rater.pause = moment
        store.begin("pause", rater.id, moment)
        store.note(session, rater.pseudonym, "break began")


def _judge(store: Store, session: Session, rater: Rater) -> None:
    answers = session.execute(
        select(Place, Answer.value)
        .join(Answer, (Answer.rater == Place.rater) & (Answer.place == Place.place))
        .where(Place.rater == rater.id, Place.phase == "qualification", Place.attempt == rater.attempt)
    ).all()
    right = sum(
        value is not None and place.low is not None and place.high is not None and place.low <= value <= place.high
        for place, value in answers
    )
    needed = store.plan.qualification.least_right
    store.note(session, rater.pseudonym, "qualification", attempt=rater.attempt, right=right, needed=needed)
    if right >= needed:
        rater.qualified = store.clock()
    elif rater.attempt < store.plan.qualification.attempts:
        # The instructions come once more before the next try.
        rater.attempt, rater.instructed = rater.attempt + 1, None
    else:
        rater.refused = store.clock()
