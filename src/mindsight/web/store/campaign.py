"""A campaign with its database and its clock."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from mindsight.decoding import reading
from mindsight.errors import InputError
from mindsight.rating.campaigns.folder import ADDRESS, DATABASE, CampaignFolder
from mindsight.record import canonical
from mindsight.web.database.engine import open_engine, sqlite_url
from mindsight.web.database.tables import Audit, Campaign

Clock = Callable[[], datetime]
Steady = Callable[[], float]
_JUMP_S = 2.0
"""By less a clock is put right so slowly that no duration suffers."""


def now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)


def steady() -> float:
    """Return seconds by a clock that nobody can set, which goes on while the machine sleeps where the system has such a one."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Store:
    """Folder, database and clock of one campaign."""

    def __init__(
        self, folder: CampaignFolder, engine: Engine, clock: Clock = now, steady: Steady | None = steady
    ) -> None:
        self.folder = folder
        self.plan = folder.plan
        self.engine = engine
        self.clock = clock
        self._steady = steady
        self._begun: dict[tuple[str, int], tuple[datetime, float]] = {}
        self._offset: float | None = None
        self._reading = engine.execution_options(read_only=True)
        self._undurable = engine.execution_options(durable=False)
        # SQLite lets one write at a time and has the others sleep longer and longer; a lock wakes the next one at once.
        self._turn = threading.Lock() if engine.dialect.name == "sqlite" else nullcontext()

    @classmethod
    def open(cls, folder: CampaignFolder, *, clock: Clock = now, steady: Steady | None = steady) -> "Store":
        """Open the database of a campaign: PostgreSQL if one was named, else SQLite in the folder.

        Raises:
            InputError: The database cannot be used, or belongs to a campaign whose plan was changed.
        """
        address = folder.path / ADDRESS
        folder.keep_private()
        # SQLite gives its other files the rights of this one.
        with reading(address, "JSON"):
            url = str(canonical.load(address)["url"]) if address.exists() else sqlite_url(folder.make_private(DATABASE))
        store = cls(folder, open_engine(url), clock, steady)
        with store.write() as session:
            found = session.get(Campaign, store.plan.id)
            if found is None:
                session.add(Campaign(id=store.plan.id, plan=folder.plan_sha256, created=clock()))
                store.note(session, "operator", "made", plan=folder.plan_sha256)
            elif found.plan != folder.plan_sha256:
                raise InputError(
                    "{folder}: the plan was changed since the campaign was made; restore {file}",
                    folder=str(folder.path),
                    file="campaign.json",
                )
        return store

    @contextmanager
    def write(self, *, durable: bool = True) -> Iterator[Session]:
        """Open a transaction that changes something; it is kept whole or not at all.

        One that is not ``durable`` does not wait for the disk: it may be lost if the power fails, never if the program ends.
        """
        engine = self.engine if durable else self._undurable
        with self._turn, Session(engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Open a transaction that only reads."""
        with Session(self._reading, expire_on_commit=False) as session:
            yield session

    def begin(self, what: str, rater: int, moment: datetime) -> None:
        """Remember when something of a rater began, by the time of day and by the clock that nobody can set."""
        if self._steady is not None:
            self._begun[what, rater] = (moment, self._steady())

    def elapsed_s(self, what: str, rater: int, since: datetime) -> float:
        """Return the seconds since something began; by the time of day only if it began before this process."""
        moment, reading = self._begun.get((what, rater), (None, 0.0))
        if self._steady is not None and moment == since:
            return self._steady() - reading
        return (self.clock() - since).total_seconds()

    def jumped_s(self) -> float:
        """Return by how many seconds the time of day was set since the last call; 0 if it only went on."""
        if self._steady is None:
            return 0.0
        before, self._offset = self._offset, self.clock().timestamp() - self._steady()
        jump = 0.0 if before is None else self._offset - before
        return jump if abs(jump) > _JUMP_S else 0.0

    def note(self, session: Session, who: str, what: str, **details: Any) -> None:
        """Append to the audit log."""
        session.add(Audit(campaign=self.plan.id, at=self.clock(), who=who, what=what, details=details))

    def campaign(self, session: Session) -> Campaign:
        """Return the campaign's row."""
        return session.get_one(Campaign, self.plan.id)

    def hold_open(self, session: Session) -> None:
        """Let closing wait until this transaction is done: what was saved must be in ``ratings.jsonl``."""
        session.get_one(Campaign, self.plan.id, with_for_update={"read": True})
