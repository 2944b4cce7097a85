"""Classify a failed request by whose fault it was, and describe it in one sentence."""

import re
from urllib.parse import urlsplit

from mindsight.errors import MindsightError
from mindsight.harness.episodes.outcomes import ErrorKind
from mindsight.harness.servers.failures import said_in
from mindsight.harness.servers.receiving import FAULT
from mindsight.subjects.product import quoted
from mindsight.text import Text, text

BENEATH = "beneath"
"""The attribute of a failed connection's error with the words of the error beneath, such as an unknown host."""
_THE_MODELS = frozenset((400, 413, 415, 422))
"""HTTP statuses of requests that the server understood and rejected: too long, unsupported."""
_DECLINED = re.compile(r"data_?inspection_?failed|content_?(?:filter|policy)|responsible_?ai_?policy", re.IGNORECASE)
"""Phrases in errors of servers whose content filter blocked the answer."""


def blame(error: BaseException) -> tuple[ErrorKind, Text]:
    """Return whose fault a failed request was, and the reason."""
    cause = root(error)
    if isinstance(cause, MindsightError):
        return "infrastructure_error", cause.text
    status = status_of(error)
    kind: ErrorKind = "model_error" if status in _THE_MODELS else "infrastructure_error"
    if kind == "model_error" and _DECLINED.search(str(cause)):
        kind = "refused"
    if status is not None:
        return kind, _answered(cause, status)
    return kind, _no_answer(cause)


def fault_of(error: BaseException) -> str:
    """Return what is wrong with an answer whose status did not show it; "" for nothing."""
    return str(getattr(getattr(error, "response", None), "headers", {}).get(FAULT, ""))


def is_late(error: BaseException) -> bool:
    """Return whether there was no answer in time."""
    return isinstance(error, TimeoutError) or "timeout" in type(error).__name__.lower()


def _answered(cause: BaseException, status: int) -> Text:
    words, fault = words_of(cause), fault_of(cause)
    if fault == "error_body":
        return text("the server answered with an error in place of a completion: {words}", words=words)
    if fault:
        return text("the server answered with something else than a completion: {words}", words=words)
    return text("the server answered {status}: {words}", status=status, words=words)


def _no_answer(cause: BaseException) -> Text:
    words = words_of(cause)
    if asked := _elsewhere(cause):
        return text(
            "{file} could not be fetched from {host}, which is not the model's server: a library tried to download it "
            "({words})",
            file=asked[1],
            host=asked[0],
            words=words,
        )
    name = type(cause).__name__
    if is_late(cause):
        return text("the server did not answer in time")
    if "connect" not in name.lower():
        return text("the request failed ({words})", words=f"{name}: {words}")
    if host := _host(cause):
        return text("there was no connection to the model's server {host} ({words})", host=host, words=words)
    return text("there was no connection to the model's server ({words})", words=words)


def _elsewhere(error: BaseException) -> tuple[str, str] | None:
    """Return host and file requested by a library other than the model's client; None for other errors.

    Models are asked through httpx; an error of requests comes from a library that fetches a table of its own.
    """
    if type(error).__module__.partition(".")[0] != "requests":
        return None
    parts = urlsplit(str(getattr(getattr(error, "request", None), "url", "")))
    return parts.hostname or "-", parts.path.rpartition("/")[2] or "-"


def _host(error: BaseException) -> str:
    """Return the host of a request, without user, password and path; "" if the error does not contain it."""
    try:
        url = urlsplit(str(error.request.url))  # type: ignore[attr-defined]
        return f"{url.hostname}:{url.port}" if url.port else url.hostname or ""
    except (AttributeError, RuntimeError, ValueError):
        return ""


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status with which a request failed."""
    for one in (error, root(error)):
        status = getattr(one, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def root(error: BaseException) -> BaseException:
    """Return the root cause, below retries and exception groups."""
    attempt = getattr(error, "last_attempt", None)
    if attempt is not None and attempt.exception() is not None:
        return root(attempt.exception())
    if isinstance(error, BaseExceptionGroup):
        return root(error.exceptions[0])
    if type(error).__name__ == "ModelGenerateError" and error.__cause__ is not None:
        return root(error.__cause__)
    return error


def words_of(error: BaseException) -> str:
    """Return an error's message on one short line, without keys: the server's own words, or what kept the connection from it."""
    words = getattr(error, "provider_message", None) or said_in(getattr(error, "body", None)) or str(error)
    return quoted(f"{words} {getattr(error, BENEATH, '')}") or "-"
