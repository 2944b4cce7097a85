"""What a browser is answered where something is wrong: one sentence in the reader's language."""

import logging
from typing import Any

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from mindsight.text import Language, Text, say
from mindsight.web.labels import LABELS
from mindsight.web.rendering import render

_BY_STATUS = {401: "no_visit", 403: "forged", 404: "not_found", 405: "not_found", 429: "wait"}


class Refused(Exception):  # noqa: N818  (reads as what it is)
    """A request that is refused, with the status and the sentence to show."""

    def __init__(self, status: int, sentence: Text, language: Language | None = None, *, back: bool = False) -> None:
        super().__init__(status)
        self.status, self.sentence, self.language, self.back = status, sentence, language, back


def refusal(status: int, label: str, language: Language | None = None) -> Refused:
    """Return a refusal in words of the pages."""
    return Refused(status, LABELS[label], language)


async def refused(request: Request, error: Exception) -> Response:
    """Answer a refusal."""
    if not isinstance(error, Refused):
        raise error
    language: Language = error.language or spoken(request)
    return _answer(request, error.status, error.sentence, language, back=error.back)


async def http(request: Request, error: Exception) -> Response:
    """Answer what the framework refuses: addresses that do not exist and the like."""
    if not isinstance(error, HTTPException):
        raise error
    return _answer(
        request, error.status_code, LABELS[_BY_STATUS.get(error.status_code, "bad_request")], spoken(request)
    )


async def unsaved(request: Request, error: Exception) -> Response:
    """Answer where the database fails, such as on a full disk: nothing was saved, and the operator is told why."""
    logging.getLogger("uvicorn.error").error("%s %s: %s", request.method, request.url.path, error)
    return _answer(request, 503, LABELS["no_database"], spoken(request), back=True)


async def invalid(request: Request, _: Exception) -> Response:
    """Answer a request that cannot be understood; what it held is not repeated."""
    return _answer(request, 422, LABELS["bad_request"], spoken(request))


def spoken(request: Request) -> Language:
    """Return the language that a browser without a visit asks for, else the server's."""
    for part in request.headers.get("accept-language", "").split(","):
        if part.strip()[:2].lower() == "zh":
            return "zh"
        if part.strip()[:2].lower() == "en":
            return "en"
    found: Language = request.app.state.language
    return found


def _answer(request: Request, status: int, sentence: Text, language: Language, **values: Any) -> Response:
    if request.url.path == "/answers":
        return JSONResponse({"reason": say(sentence, language)}, status)
    page = render(
        "message.html.j2",
        language,
        simulated=request.app.state.store.plan.simulated,
        heading=say(sentence, language),
        body="",
        back=values.get("back", False),
        guest=None,
    )
    return HTMLResponse(page, status)
