"""A campaign with its database and its clock."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from mindsight.errors import InputError
from mindsight.rating.campaigns.folder import ADDRESS, DATABASE, CampaignFolder
from mindsight.record import canonical
from mindsight.web.database.engine import open_engine, sqlite_url
from mindsight.web.database.tables import Audit, Campaign

Clock = Callable[[], datetime]


def now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)


class Store:
    """Folder, database and clock of one campaign."""

    def __init__(self, folder: CampaignFolder, engine: Engine, clock: Clock = now) -> None:
        self.folder = folder
        self.plan = folder.plan
        self.engine = engine
        self.clock = clock
        self._reading = engine.execution_options(read_only=True)
        self._undurable = engine.execution_options(durable=False)
        # SQLite lets one write at a time and has the others sleep longer and longer; a lock wakes the next one at once.
        self._turn = threading.Lock() if engine.dialect.name == "sqlite" else nullcontext()

    @classmethod
    def open(cls, folder: CampaignFolder, *, clock: Clock = now) -> "Store":
        """Open the database of a campaign: PostgreSQL if one was named, else SQLite in the folder.

        Raises:
            InputError: The database cannot be used, or belongs to a campaign whose plan was changed.
        """
        address = folder.path / ADDRESS
        url = canonical.load(address)["url"] if address.exists() else sqlite_url(folder.path / DATABASE)
        store = cls(folder, open_engine(url), clock)
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

    def note(self, session: Session, who: str, what: str, **details: Any) -> None:
        """Append to the audit log."""
        session.add(Audit(campaign=self.plan.id, at=self.clock(), who=who, what=what, details=details))

    def campaign(self, session: Session) -> Campaign:
        """Return the campaign's row."""
        return session.get_one(Campaign, self.plan.id)

    def hold_open(self, session: Session) -> None:
        """Let closing wait until this transaction is done: what was saved must be in ``ratings.jsonl``."""
        session.get_one(Campaign, self.plan.id, with_for_update={"read": True})
