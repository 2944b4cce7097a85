"""What a browser is answered where something is wrong: one sentence in the reader's language."""

import logging

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from mindsight.redacting import redact_foreign
from mindsight.text import Language, Text, say
from mindsight.web.labels import LABELS
from mindsight.web.rendering import render

_BY_STATUS = {401: "no_visit", 403: "forged", 404: "not_found", 405: "not_found", 429: "wait"}


class Refused(Exception):  # noqa: N818  (reads as what it is)
    """A request that is refused, with the status and the sentence to show."""

    def __init__(self, status: int, sentence: Text, *, back: bool = False) -> None:
        super().__init__(status)
        self.status, self.sentence, self.back = status, sentence, back


def refusal(status: int, label: str) -> Refused:
    """Return a refusal in words of the pages."""
    return Refused(status, LABELS[label])


async def refused(request: Request, error: Exception) -> Response:
    """Answer a refusal."""
    if not isinstance(error, Refused):
        raise error
    return _answer(request, error.status, error.sentence, back=error.back)


async def http(request: Request, error: Exception) -> Response:
    """Answer what the framework refuses: addresses that do not exist and the like."""
    if not isinstance(error, HTTPException):
        raise error
    return _answer(request, error.status_code, LABELS[_BY_STATUS.get(error.status_code, "bad_request")])


async def unsaved(request: Request, error: Exception) -> Response:
    """Answer where database or files fail, such as on a full disk: nothing was saved, and the operator is told why."""
    logging.getLogger("uvicorn.error").error("%s %s: %s", request.method, request.url.path, redact_foreign(str(error)))
    return _answer(request, 503, LABELS["no_database"], back=True)


async def invalid(request: Request, _: Exception) -> Response:
    """Answer a request that cannot be understood; what it held is not repeated."""
    return _answer(request, 422, LABELS["bad_request"])


def spoken(request: Request) -> Language:
    """Return the language of a visit's pages; without a visit the one that the browser asks for, else the server's."""
    known: Language | None = getattr(request.state, "language", None)
    if known is not None:
        return known
    for part in request.headers.get("accept-language", "").split(","):
        if part.strip()[:2].lower() == "zh":
            return "zh"
        if part.strip()[:2].lower() == "en":
            return "en"
    found: Language = request.app.state.language
    return found


def _answer(request: Request, status: int, sentence: Text, *, back: bool = False) -> Response:
    language = spoken(request)
    if request.url.path == "/answers":
        return JSONResponse({"reason": say(sentence, language), **({"again": True} if back else {})}, status)
    page = render(
        "message.html.j2",
        language,
        simulated=request.app.state.store.plan.simulated,
        heading=say(sentence, language),
        body="",
        back=back,
        guest=None,
    )
    return HTMLResponse(page, status)
