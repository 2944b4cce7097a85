"""Open a database and bring it to the present version."""

from importlib import resources
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from mindsight.errors import InputError, MissingExtra

_WAIT_S = 20
"""Seconds a save waits for another one."""


def sqlite_url(file: Path) -> str:
    """Return the address of a SQLite file."""
    return f"sqlite:///{file.resolve()}"


def open_engine(url: str) -> Engine:
    """Return an engine on a database of the present version, made new if it is empty.

    Raises:
        InputError: The address is not understood, or the database cannot be reached.
        MissingExtra: The driver for PostgreSQL is not installed.
    """
    engine = _engine(url)
    try:
        upgrade(engine)
    except DBAPIError as error:
        raise InputError(
            "database {url}: cannot be used ({reason})",
            url=make_url(url).render_as_string(hide_password=True),
            reason=str(error.orig).strip().splitlines()[0],
        ) from error
    return engine


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "postgresql":
            return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_size=10, pool_pre_ping=True)
        if parsed.get_backend_name() != "sqlite":
            raise ArgumentError
    except (ArgumentError, NoSuchModuleError) as error:
        raise InputError(
            "--database: the address is not understood; give one as postgresql://user@host/name, or leave it out"
        ) from error
    except ModuleNotFoundError as error:
        raise MissingExtra(
            "PostgreSQL needs psycopg, which is not installed; run: pip install 'mindsight[postgres]'"
        ) from error
    engine = create_engine(parsed, connect_args={"timeout": _WAIT_S})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def upgrade(engine: Engine) -> None:
    """Take the migrations that are missing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(resources.files("mindsight.web.database") / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _prepare_sqlite(connection: Any, _: Any) -> None:
    # Python's own begin comes too late: two readers that then write would block each other. We begin ourselves.
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Any) -> None:
    options = connection.get_execution_options()
    if options.get("read_only", False):
        connection.exec_driver_sql("BEGIN")
        return
    # What may be lost with the power, such as when a picture was first shown, need not be waited for; an answer must.
    connection.exec_driver_sql(f"PRAGMA synchronous={'FULL' if options.get('durable', True) else 'NORMAL'}")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
