"""What keeps others out: headers, cookies, tokens against forged requests, limits of size and rate."""

import hmac
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # An invitation's address is its key: no other site is told it. With "no-referrer" forms would come from the origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
LARGEST_BODY = 64 * 1024
"""Bytes of a request."""
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


class Limits:
    """How often one source may ask: a bucket that fills again, kept for the latest sources only."""

    def __init__(self, burst: int, per_s: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._per_s, self._clock = float(burst), per_s, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, source: str) -> bool:
        """Count a request and return whether it is within the limit."""
        moment = self._clock()
        level, before = self._buckets.pop(source, (self._burst, moment))
        level = min(self._burst, level + (moment - before) * self._per_s)
        allowed = level >= 1
        self._buckets[source] = (level - allowed, moment)
        while len(self._buckets) > 10_000:
            self._buckets.popitem(last=False)
        return allowed


def cookie_name(*, secure: bool) -> str:
    """Return the cookie's name; with the prefix a browser accepts it only over TLS and for this host alone."""
    return "__Host-mindsight" if secure else "mindsight"


def set_cookie(response: Response, value: str, *, secure: bool) -> None:
    """Give a browser its cookie; no script can read it, and no other site's request carries it along (except a link)."""
    response.set_cookie(cookie_name(secure=secure), value, httponly=True, secure=secure, samesite="lax", path="/")


def same(given: str, expected: str) -> bool:
    """Return whether a token is the expected one, in a time that does not tell how much of it was right."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())


class Guard:
    """What stands before every page: limits first, headers last; it says how long the server took, which steers nobody."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()

        async def finish(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message["headers"]
                kept = () if any(name == b"cache-control" for name, _ in own) else ((b"cache-control", b"no-store"),)
                took = f"app;dur={(time.perf_counter() - begun) * 1000:.1f}"
                message["headers"] = [*own, *_RAW, *kept, (b"server-timing", took.encode())]
            await send(message)

        await (_refusal(Request(scope), self._limits) or self._app)(scope, receive, finish)


def source_of(request: Request) -> str:
    """Return where a request comes from; behind a proxy the server has put the browser's address there."""
    return request.client.host if request.client is not None else ""


def _refusal(request: Request, limits: Limits) -> Response | None:
    if not limits.allows(source_of(request)):
        return PlainTextResponse("429", status_code=429, headers={"Retry-After": "5"})
    if request.method in SAFE_METHODS:
        return None
    length = request.headers.get("content-length", "")
    # A body in pieces ends where it likes, whatever length is stated beside it.
    if "transfer-encoding" in request.headers or not length.isascii() or not length.isdecimal():
        return PlainTextResponse("411", status_code=411)
    if int(length[:12]) > LARGEST_BODY:
        return PlainTextResponse("413", status_code=413)
    # A page of another site may send a form here; it cannot hide where it comes from.
    origin = request.headers.get("origin")
    if origin is not None and origin != _own_origin(request):
        return PlainTextResponse("403", status_code=403)
    return None


def _own_origin(request: Request) -> str:
    url: Any = request.url
    return f"{url.scheme}://{url.netloc}"
