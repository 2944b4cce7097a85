"""Put the application together: one campaign, its pages, and the guard before them."""

from typing import TYPE_CHECKING

from mindsight.errors import MindsightError
from mindsight.text import Language
from mindsight.web.security import Guard, Limits
from mindsight.web.store.campaign import Store

if TYPE_CHECKING:
    from fastapi import FastAPI

REQUESTS_BURST, REQUESTS_PER_S = 4000, 400.0
"""Of one address: a room of fifty raters may share one, and a page with its pictures is a dozen requests."""
DOORS_BURST, DOORS_PER_S = 100, 2.0
"""Tries to open a link from one address; a link holds 256 random bits, so this only spares the database."""


def make_app(store: Store, *, secure: bool = False, language: Language = "zh", limited: bool = True) -> "FastAPI":
    """Return the application of a campaign; ``secure`` says that browsers reach it over TLS."""
    from fastapi import FastAPI
    from fastapi.exceptions import RequestValidationError
    from sqlalchemy.exc import DBAPIError
    from starlette.exceptions import HTTPException

    from mindsight.web.pages import answers, door, failures, files, manager, session

    # The built-in documentation pages would fetch scripts from elsewhere.
    app = FastAPI(title="mindsight", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.store = store
    app.state.secure = secure
    app.state.language = language
    app.state.doors = Limits(DOORS_BURST, DOORS_PER_S) if limited else Limits(10**9, 1)
    app.add_middleware(Guard, limits=Limits(REQUESTS_BURST, REQUESTS_PER_S) if limited else Limits(10**9, 1))
    for part in (door, session, answers, files, manager):
        app.include_router(part.router)
    app.add_exception_handler(failures.Refused, failures.refused)
    app.add_exception_handler(HTTPException, failures.http)
    app.add_exception_handler(RequestValidationError, failures.invalid)
    for trouble in (DBAPIError, MindsightError):
        app.add_exception_handler(trouble, failures.unsaved)
    return app
