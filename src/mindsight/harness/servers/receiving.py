"""Every answer of a chat server passes through here before the client reads it: see ``Received``."""

import json
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from mindsight.harness.models.bounds import bounded
from mindsight.harness.servers.addresses import same_server
from mindsight.harness.servers.completions import completion_of
from mindsight.harness.servers.events import is_stream, joined
from mindsight.harness.servers.failures import error_in
from mindsight.harness.servers.refusals import is_about_form

Fault = Literal["", "error_body", "no_json", "web_page", "no_completion", "redirected"]
"""What is wrong with an answer whose status does not show it."""
FAULT = "x-mindsight-fault"
"""The header that tells it to those who describe the error."""
_ENDPOINT = "/chat/completions"
_SHOWN = 300


class Received(NamedTuple):
    """An answer in the protocol's form: a completion with status 200, or an error with the status that it should have had."""

    status: int
    page: dict[str, Any]
    fault: Fault = ""


def prepared(client: Any) -> Any:
    """Return an HTTP client, changed to limit the size of answers and to bring them into the protocol's form."""
    hooks = bounded(client).event_hooks["response"]
    if _receive not in hooks:
        hooks.append(_receive)
    return client


def received(body: bytes) -> Received:
    """Return the answer in a body.

    What may be right when it is asked for again has a status for which requests are repeated.
    """
    words = body.decode("utf-8-sig", "replace")
    page = joined(words) if is_stream(words) else _object(words)
    if page is None:
        shown = " ".join(words[: 2 * _SHOWN].split())[:_SHOWN]
        return Received(502, {"error": {"message": shown or "-"}}, "web_page" if shown.startswith("<") else "no_json")
    if error := error_in(page):
        return Received(error[0], {"error": error[1]}, "error_body")
    completion = completion_of(page)
    if completion is None:
        shown = json.dumps(page, ensure_ascii=False)[:_SHOWN]
        return Received(502, {"error": {"message": shown}}, "no_completion")
    return Received(200, completion)


def _object(words: str) -> dict[str, Any] | None:
    try:
        page = json.loads(words)
    except (ValueError, RecursionError):
        return None
    if isinstance(page, list) and len(page) == 1:
        page = page[0]
    return page if isinstance(page, dict) else None


async def _receive(response: Any) -> None:
    request = response.request
    if not request.url.path.endswith(_ENDPOINT) or request.method != "POST":
        return
    if response.has_redirect_location:
        await _redirect(response)
    elif response.is_success:
        answer = received(await response.aread())
        if not answer.fault and not answer.page["model"]:
            answer.page["model"] = str(_asked(request).get("model") or "-")
        _replace(response, answer)
    elif (
        response.status_code >= 500
        and is_about_form((await response.aread()).decode("utf-8", "replace"))
        and "response_format" in _asked(request)
    ):
        # Some servers fail over a schema that they cannot enforce; repeating the request would not help.
        response.status_code = 422


async def _redirect(response: Any) -> None:
    """Repeat a request where the server has moved to; a client would otherwise ask there for a page, without the question.

    To another server, questions and keys are not carried without the user's knowledge.
    """
    place = str(response.url.join(response.headers["location"]))
    if same_server(str(response.url), place):
        response.status_code = 308
        return
    await response.aread()
    host = place.removesuffix(_ENDPOINT).partition("?")[0]
    _replace(response, Received(404, {"error": {"message": host}}, "redirected"))


def _asked(request: Any) -> Mapping[str, Any]:
    try:
        page = json.loads(request.content)
    except (ValueError, RecursionError, AttributeError):
        return {}
    return page if isinstance(page, dict) else {}


def _replace(response: Any, answer: Received) -> None:
    response._content = json.dumps(answer.page).encode()  # noqa: SLF001  (no public way to change what was read)
    response.status_code = answer.status
    response.headers["content-type"] = "application/json"
    if answer.fault:
        response.headers[FAULT] = answer.fault
