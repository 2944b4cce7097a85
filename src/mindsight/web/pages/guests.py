"""Who asks: the dependency of every page behind a link.

Only ``anyone`` waits for the database and thus takes a thread; the others are asynchronous, so that no request hops from thread to thread.
"""

from typing import Annotated

from fastapi import Depends, Form, Header, Path, Request

from mindsight.text import Language
from mindsight.web.pages.failures import refusal
from mindsight.web.security import cookie_name, same
from mindsight.web.store.campaign import Store
from mindsight.web.store.visits import Guest, guest


async def store_of(request: Request) -> Store:
    """Return the campaign."""
    found: Store = request.app.state.store
    return found


def anyone(request: Request, store: Annotated[Store, Depends(store_of)]) -> Guest:
    """Return who asks, from the cookie."""
    cookie = request.cookies.get(cookie_name(secure=request.app.state.secure), "")
    found = guest(store, cookie) if cookie else None
    if found is None:
        raise refusal(401, "no_visit")
    # What is refused from here on is said in the language of the pages.
    request.state.language = found.language
    return found


async def rater(found: Annotated[Guest, Depends(anyone)]) -> Guest:
    """Return who asks, if it is a rater."""
    if found.rater is None:
        raise refusal(404, "not_found")
    return found


async def manager(found: Annotated[Guest, Depends(anyone)]) -> Guest:
    """Return who asks, if it is the manager."""
    if found.rater is not None:
        raise refusal(404, "not_found")
    return found


async def sender(found: Annotated[Guest, Depends(rater)], csrf: Annotated[str, Form(max_length=100)] = "") -> Guest:
    """Return the rater that sends a form with the token of its own page."""
    if not same(csrf, found.csrf):
        raise refusal(403, "forged")
    return found


async def named_visit(found: Annotated[Guest, Depends(rater)], visit: Annotated[str, Path(max_length=64)]) -> Guest:
    """Return the rater whose visit an address names; what another visit was shown is not there."""
    if not same(visit, found.name):
        raise refusal(404, "not_found")
    return found


async def scripted(
    request: Request,
    found: Annotated[Guest, Depends(rater)],
    x_csrf_token: Annotated[str, Header(max_length=100)] = "",
    x_page_language: Annotated[Language | None, Header()] = None,
) -> Guest:
    """Return the rater whose page's script sends the token of its own page, and says which language that page has."""
    request.state.language = x_page_language or found.language
    if not same(x_csrf_token, found.csrf):
        raise refusal(403, "forged")
    return found


CurrentStore = Annotated[Store, Depends(store_of)]
CurrentGuest = Annotated[Guest, Depends(anyone)]
CurrentRater = Annotated[Guest, Depends(rater)]
CurrentManager = Annotated[Guest, Depends(manager)]
FormSender = Annotated[Guest, Depends(sender)]
PictureGuest = Annotated[Guest, Depends(named_visit)]
ScriptSender = Annotated[Guest, Depends(scripted)]
