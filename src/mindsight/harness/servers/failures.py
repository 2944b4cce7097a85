"""Find the error in an answer that arrives with HTTP 200, and the status that it should have had."""

import json
from collections.abc import Mapping
from typing import Any

from mindsight.harness.servers.completions import listed

_CODES = {
    429: ("ratelimit", "toomanyrequests", "quota", "throttl", "resourceexhausted", "overloaded", "requestlimit"),
    401: ("invalidapikey", "authentication", "unauthorized", "unauthenticated"),
    403: ("permissiondenied", "forbidden", "accessdenied"),
    404: ("modelnotfound", "notfound"),
    400: ("invalidrequest", "badrequest", "invalidargument", "invalidparameter", "invalidvalue", "contextlength", "unsupported",
          "inspectionfailed", "contentpolicy", "contentfilter", "validationerror"),
}  # fmt: skip
"""Words in the codes and types of errors, without spaces and underscores, by the status that they stand for."""
_NAMES = ("code", "status", "status_code", "http_code", "error_code", "errcode", "type", "error_type")
_WORDS = ("message", "error", "detail", "msg", "error_msg", "errmsg", "status_msg", "errors", "error_message", "title")
_FINE = frozenset((None, 0, 200, "", "0", "200", "ok", "success"))
_BROKEN = frozenset(("error", "network_error", "abort", "aborted"))
"""Reasons for an answer's end that are the server's fault."""


def error_in(page: Mapping[str, Any]) -> tuple[int, Any] | None:
    """Return the status and the body of the error in an answer; None if there is none.

    An error without a status counts as 500: the request may succeed when it is repeated.
    """
    choices = [choice for choice in listed(page.get("choices")) if isinstance(choice, Mapping)]
    for choice in choices[:1]:
        if _is_error(choice.get("error")):
            return _status(choice["error"]), choice["error"]
        if str(choice.get("finish_reason")).lower() in _BROKEN:
            return 500, choice.get("error") or {"message": f"finish_reason: {choice['finish_reason']}"}
    if _is_error(error := page.get("error")):
        said = said_in(page) or json.dumps(error, ensure_ascii=False)
        return _status(error, page), error if said_in(error) else {"message": said}
    if choices or isinstance(page.get("message"), Mapping):
        return None
    inner = next((page[name] for name in ("base_resp", "output", "data", "result") if _is_error(page.get(name))), None)
    if isinstance(inner, Mapping) and not listed(inner.get("choices")) and said_in(inner):
        return _status(inner, page), inner
    said = said_in(page)
    return (_status(page), {**page, "message": said}) if said else None


def said_in(body: Any) -> str:
    """Return what the body of an error says, with the words of the provider behind a gateway; "" for nothing.

    >>> said_in({"error": {"message": "Provider returned error", "metadata": {"raw": "Too Many Requests"}}})
    'Provider returned error: Too Many Requests'
    """
    if isinstance(body, str):
        return body
    if isinstance(body, list):
        return "; ".join(dict.fromkeys(filter(None, map(said_in, body))))
    if not isinstance(body, Mapping):
        return ""
    said = next((words for name in _WORDS if (words := said_in(body.get(name)))), "")
    if place := ".".join(map(str, listed(body.get("loc")))):
        said = f"{place}: {said}"
    metadata = body.get("metadata")
    raw = said_in(metadata.get("raw")) if isinstance(metadata, Mapping) else ""
    return f"{said}: {raw}" if raw and raw not in said else said


def _is_error(value: Any) -> bool:
    if isinstance(value, Mapping):
        codes = [value[name] for name in ("code", "status", "status_code") if name in value]
        return bool(value) and not (codes and all(isinstance(code, str | int) and _fine(code) for code in codes))
    return bool(value)


def _fine(code: str | int) -> bool:
    return (code.lower() if isinstance(code, str) else code) in _FINE


def _status(*bodies: Any) -> int:
    """Return the status named by the first of these objects that names one."""
    for body in bodies:
        for name in _NAMES if isinstance(body, Mapping) else ():
            value = body.get(name)
            digits = str(value).strip()
            if not isinstance(value, bool) and digits.isdigit() and 400 <= int(digits) < 600:
                return int(digits)
            word = "".join(letter for letter in digits.lower() if letter.isalpha()) if isinstance(value, str) else ""
            for status, parts in _CODES.items():
                if any(part in word for part in parts):
                    return status
    return 500
