"""Why a request did not succeed: whose fault it was, and in one sentence."""

import re

from mindsight.errors import MindsightError
from mindsight.harness.episodes.outcomes import ErrorKind
from mindsight.subjects.spec import redact
from mindsight.text import Text, text

_SHOWN = 300
_THE_MODELS = frozenset((400, 413, 415, 422))
"""The server understood and would not have it: too long, not of its kind."""
_DECLINED = re.compile(r"data_?inspection_?failed|content_?(?:filter|policy)|responsible_?ai_?policy", re.IGNORECASE)
"""How servers say in an error that a filter of theirs would not let the model answer."""


def blame(error: BaseException) -> tuple[ErrorKind, Text]:
    """Return whose fault a failed request was, and why it failed."""
    cause = root(error)
    if isinstance(cause, MindsightError):
        return "infrastructure_error", cause.text
    status = status_of(error)
    kind: ErrorKind = "model_error" if status in _THE_MODELS else "infrastructure_error"
    if kind == "model_error" and _DECLINED.search(str(cause)):
        kind = "refused"
    if status is not None:
        return kind, text("the server answered {status}: {words}", status=status, words=words_of(cause))
    if isinstance(cause, TimeoutError) or "timeout" in type(cause).__name__.lower():
        return kind, text("the server did not answer in time")
    if "connect" in type(cause).__name__.lower():
        return kind, text("there was no connection to the server ({words})", words=words_of(cause))
    return kind, text("the request failed ({words})", words=f"{type(cause).__name__}: {words_of(cause)}")


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status with which a request failed."""
    for one in (error, root(error)):
        status = getattr(one, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def root(error: BaseException) -> BaseException:
    """Return the error that lies at the bottom: below repetitions and groups."""
    attempt = getattr(error, "last_attempt", None)
    if attempt is not None and attempt.exception() is not None:
        return root(attempt.exception())
    if isinstance(error, BaseExceptionGroup):
        return root(error.exceptions[0])
    if type(error).__name__ == "ModelGenerateError" and error.__cause__ is not None:
        return root(error.__cause__)
    return error


def words_of(error: BaseException) -> str:
    """Return what an error says, on one line, short, without keys."""
    said = " ".join(str(getattr(error, "provider_message", None) or error).split())
    return redact("".join(c for c in said if c.isprintable()))[:_SHOWN] or "-"
