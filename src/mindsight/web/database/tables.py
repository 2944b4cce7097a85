"""The tables. Answers and the audit log are only ever appended to: the database itself refuses to change or delete them."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, Float, ForeignKey, Integer, String, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from mindsight.rating.events import LONGEST_SAID, Phase, Source
from mindsight.text import Language

APPEND_ONLY = ("answer", "audit")


class Moment(TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the time zone, and gives it back here."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        """Store in UTC."""
        del dialect
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        """Read as UTC."""
        del dialect
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Table(DeclarativeBase):
    """Base of all tables."""


class Campaign(Table):
    """A campaign; ``plan`` is the SHA-256 of its ``campaign.json``, ``ratings`` that of ``ratings.jsonl`` after closing."""

    __tablename__ = "campaign"
    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    plan: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(Moment)
    closed: Mapped[datetime | None] = mapped_column(Moment)
    ratings: Mapped[str | None] = mapped_column(String(64))


class Rater(Table):
    """A person under a pseudonym, and how far the session has come."""

    __tablename__ = "rater"
    __table_args__ = (UniqueConstraint("campaign", "number"), UniqueConstraint("campaign", "pseudonym"))
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign: Mapped[str] = mapped_column(ForeignKey("campaign.id"))
    number: Mapped[int] = mapped_column(Integer)
    pseudonym: Mapped[str] = mapped_column(String(200))
    language: Mapped[Language] = mapped_column(String(2))
    instructed: Mapped[datetime | None] = mapped_column(Moment)
    """When the instructions were read."""
    screen: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What was answered about screen and room."""
    attempt: Mapped[int] = mapped_column(Integer, default=1)
    """The try at the qualification."""
    qualified: Mapped[datetime | None] = mapped_column(Moment)
    refused: Mapped[datetime | None] = mapped_column(Moment)
    """When the last try at the qualification failed."""
    worked_s: Mapped[float] = mapped_column(Float, default=0.0)
    """Seconds of work since the last break."""
    pause: Mapped[datetime | None] = mapped_column(Moment)
    """When the present break began."""
    finished: Mapped[datetime | None] = mapped_column(Moment)


class Invitation(Table):
    """A personal link, of which only the hash is stored; without a rater it leads to the manager's page."""

    __tablename__ = "invitation"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign: Mapped[str] = mapped_column(ForeignKey("campaign.id"))
    rater: Mapped[int | None] = mapped_column(ForeignKey("rater.id"), index=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[datetime] = mapped_column(Moment)
    expires: Mapped[datetime] = mapped_column(Moment)
    revoked: Mapped[datetime | None] = mapped_column(Moment)


class Visit(Table):
    """A browser that opened a link; of a rater's visits only the latest is open."""

    __tablename__ = "visit"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    invitation: Mapped[int] = mapped_column(ForeignKey("invitation.id"), index=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)
    csrf: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(Moment)
    seen: Mapped[datetime] = mapped_column(Moment)
    ended: Mapped[datetime | None] = mapped_column(Moment)


class Place(Table):
    """One place of a rater's sequence."""

    __tablename__ = "place"
    rater: Mapped[int] = mapped_column(ForeignKey("rater.id"), primary_key=True)
    place: Mapped[int] = mapped_column(Integer, primary_key=True)
    phase: Mapped[Phase] = mapped_column(String(16))
    stimulus: Mapped[str] = mapped_column(String(200))
    beside: Mapped[str | None] = mapped_column(String(200))
    """Of a comparison in pairs the right picture; ``stimulus`` is the left one."""
    low: Mapped[float | None] = mapped_column(Float)
    high: Mapped[float | None] = mapped_column(Float)
    attempt: Mapped[int] = mapped_column(Integer)
    shown: Mapped[datetime | None] = mapped_column(Moment)
    answered: Mapped[datetime | None] = mapped_column(Moment)


class Answer(Table):
    """One answer; the same ``key`` of one rater is one answer, however often a browser sends it."""

    __tablename__ = "answer"
    __table_args__ = (UniqueConstraint("rater", "key"),)
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    rater: Mapped[int] = mapped_column(ForeignKey("rater.id"), index=True)
    place: Mapped[int] = mapped_column(Integer)
    key: Mapped[str] = mapped_column(String(64))
    visit: Mapped[int] = mapped_column(ForeignKey("visit.id"))
    value: Mapped[float | None] = mapped_column(Float)
    """Points; of a comparison in pairs 1 for the left picture, -1 for the right one, 0 for no difference."""
    said: Mapped[str | None] = mapped_column(String(LONGEST_SAID))
    """The answer to a question of a catalogue; then ``value`` is None."""
    changes: Mapped[list[Any]] = mapped_column(JSON)
    time_s: Mapped[float] = mapped_column(Float)
    viewing: Mapped[dict[str, Any]] = mapped_column(JSON)
    seen: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    """SHA-256 of each picture that was shown, by role; None of answers on paper, and of those saved by an older version."""
    source: Mapped[Source] = mapped_column(String(16), default="web", server_default="web")
    """Given in a browser, or copied from paper; then ``time_s`` is 0 where it is not known."""
    at: Mapped[datetime] = mapped_column(Moment)


class Audit(Table):
    """Who did what when."""

    __tablename__ = "audit"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    campaign: Mapped[str] = mapped_column(String(16))
    at: Mapped[datetime] = mapped_column(Moment)
    who: Mapped[str] = mapped_column(String(200))
    what: Mapped[str] = mapped_column(String(40))
    details: Mapped[dict[str, Any]] = mapped_column(JSON)
