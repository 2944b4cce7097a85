"""A personal link: looking at it changes nothing (mail programs look at links), the button opens it."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mindsight.text import Language
from mindsight.web.database.tables import Rater
from mindsight.web.pages.failures import refusal, spoken
from mindsight.web.pages.guests import CurrentStore
from mindsight.web.rendering import render
from mindsight.web.security import set_cookie, source_of
from mindsight.web.store.visits import enter, invited

router = APIRouter()

Token = Annotated[str, Path(max_length=200)]


@router.get("/i/{token}")
def door(request: Request, store: CurrentStore, token: Token) -> Response:
    """Show whom a link is for."""
    _count(request)
    found = invited(store, token)
    if isinstance(found, str):
        raise refusal(404, f"link_{found}")
    language: Language = spoken(request)
    name = None
    if isinstance(found, Rater):
        language = found.language
        name = found.pseudonym
    catalogue = store.plan.question == "catalogue"
    return HTMLResponse(
        render("door.html.j2", language, simulated=store.plan.simulated, name=name, catalogue=catalogue)
    )


@router.post("/i/{token}")
def open_link(request: Request, store: CurrentStore, token: Token) -> Response:
    """Open a link in this browser."""
    _count(request)
    cookie = enter(store, token)
    if cookie in {"unknown", "revoked", "expired"}:
        raise refusal(404, f"link_{cookie}")
    response = RedirectResponse("/", 303)
    set_cookie(response, cookie, secure=request.app.state.secure)
    return response


def _count(request: Request) -> None:
    if not request.app.state.doors.allows(source_of(request)):
        raise refusal(429, "wait")
