"""A product that is a service: one POST per picture, with the answer in the reply (protocol 1).

Request. The body is the picture, or a question as JSON, ``Content-Type`` its media type. The other headers are

    Mindsight-Protocol: 1
    Mindsight-Id: 0001                      the picture's number; the same if the request is repeated
    Mindsight-Answer: picture | labels | answer
    Mindsight-Width, Mindsight-Height       required size of the output in pixels
    Authorization: Bearer KEY               only if a product file names the environment variable of a key

Reply. Status 200 with ``Content-Type: image/…`` and the picture; or, for labels and answers, ``text/plain`` or
``application/json`` with at most 1 MiB. Text may state its charset, JSON is UTF-8. No compression, no redirection.

    400–499    the product refuses this picture; the reply's text is recorded, and the next picture follows
    429, 503   overloaded or not ready: retried, after ``Retry-After`` if that is at most 60 s
    502, 504   a gateway found no server: retried, like a failed or lost connection
    others     the product failed on this picture

There are at most five requests per picture; only the cases above are retried. The time limit covers a request with its complete reply,
however slowly it arrives. Before the first picture an ``OPTIONS`` request checks that the service answers; any status is accepted but a
redirection and those that refuse the key.
"""

import asyncio
import email.utils
import os
import ssl
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from mindsight.errors import InputError, MissingExtra, ProductError, SubjectError
from mindsight.reasons import reason_of
from mindsight.record.log import naming
from mindsight.redacting import redact
from mindsight.subjects.product import AnswerKind, Job, quoted
from mindsight.text import Text, text

if TYPE_CHECKING:
    import httpx

PROTOCOL = "1"
TRIES = 5
LONGEST_WAIT_S = 60.0
LARGEST_LABELS = 1 << 20

_LARGEST_PICTURE = 2 << 30
_HEADROOM = 64 << 20
_BYTES_PER_PIXEL = 16
_FIRST_WAIT_S = 0.5
_GREETING_S = 10.0
_PATIENCE = 3
_READ_OF_WORDS = 4096
_WAITING = (429, 502, 503, 504)
_LOCAL = ("localhost", "127.0.0.1", "::1")
_PICTURES = {
    ".avif": "image/avif", ".bmp": "image/bmp", ".gif": "image/gif", ".heic": "image/heic", ".heif": "image/heif",
    ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".png": "image/png", ".ppm": "image/x-portable-pixmap",
    ".tif": "image/tiff", ".tiff": "image/tiff", ".webp": "image/webp",
}  # fmt: skip
_SUFFIXES = {kind: suffix for suffix, kind in _PICTURES.items()}
_LABELS = {"application/json": ".json", "text/plain": ".txt"}


class _Unready(Exception):  # noqa: N818  (not an error yet)
    """The service is not ready; ``wait_s`` is the wait that it asks for."""

    def __init__(self, reason: Text, wait_s: float | None = None) -> None:
        super().__init__(str(reason))
        self.reason, self.wait_s = reason, wait_s


class _Expected(NamedTuple):
    """Limits of a reply: media types with their file extensions, and bytes."""

    suffixes: dict[str, str]
    largest: int
    name: Text


class HttpProduct:
    """``http:https://album.example/enhance``. Each picture uses a new connection, so that none can be stale."""

    def __init__(self, url: str, timeout_s: float, answer: AnswerKind = "picture", key_env: str | None = None) -> None:
        try:
            import httpx
        except ImportError as error:
            raise MissingExtra(
                "an http: product needs httpx, which is not installed; run: pip install 'mindsight[album]'"
            ) from error
        self._http = httpx
        self._url = _checked(url, has_key=key_env is not None)
        self._timeout_s = timeout_s
        self._key = None if key_env is None else _key(key_env)
        self._tls = ssl.create_default_context()
        self._answer = answer
        self._lost = 0
        asyncio.run(self._greet())

    def process(self, job: Job) -> Path:
        """Request the answer for one picture, with retries if the service is not ready.

        Raises:
            ProductError: This picture failed.
            SubjectError: The service did not answer for several pictures in a row.
        """
        tries = 0
        while True:
            tries += 1
            try:
                output = asyncio.run(self._ask(job))
            except _Unready as problem:
                pause = _FIRST_WAIT_S * 2 ** (tries - 1) if problem.wait_s is None else problem.wait_s
                if tries == TRIES or pause > LONGEST_WAIT_S:
                    raise self._given_up(problem.reason, tries) from problem
                time.sleep(pause)
            else:
                self._lost = 0
                return output

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _given_up(self, reason: Text, tries: int) -> ProductError | SubjectError:
        """Return the error for a picture without an answer; at the third in a row, the error that ends the run."""
        self._lost += 1
        if self._lost >= _PATIENCE:
            return SubjectError(
                "{address}: did not answer for {count} pictures in a row ({reason}); start it, then go on with --resume",
                address=self._public,
                count=self._lost,
                reason=reason,
            )
        return ProductError(
            "the service was not ready after {count} requests ({reason})",
            outcome="unreachable",
            count=tries,
            reason=reason,
        )

    @property
    def _public(self) -> str:
        return redact(self._url)

    def _client(self) -> "httpx.AsyncClient":
        key = {} if self._key is None else {"Authorization": f"Bearer {self._key}"}
        headers = {"Mindsight-Protocol": PROTOCOL, "Accept-Encoding": "identity", "User-Agent": "mindsight", **key}
        # The library's limits apply to each read; ours to the whole request.
        return self._http.AsyncClient(verify=self._tls, headers=headers, timeout=None, follow_redirects=False)

    async def _greet(self) -> None:
        """Check that the service answers.

        Raises:
            SubjectError: It does not, or it refuses the key.
        """
        try:
            async with asyncio.timeout(_GREETING_S), self._client() as client:
                headers = {"Mindsight-Answer": self._answer}
                async with client.stream("OPTIONS", self._url, headers=headers) as reply:
                    status, address = reply.status_code, reply.headers.get("Location", "?")
        except TimeoutError as error:
            raise SubjectError(
                "{address}: did not answer within {seconds} s; is the service running?",
                address=self._public,
                seconds=_GREETING_S,
            ) from error
        except self._http.TransportError as error:
            raise SubjectError(
                "{address}: cannot be reached ({reason}); is the service running?",
                address=self._public,
                reason=self._reason(error),
            ) from error
        if 300 <= status < 400:
            raise SubjectError(
                "{address}: redirects to {target}, which is not followed; name the final address as the subject",
                address=self._public,
                target=self._harmless(address),
            )
        if status in {401, 403}:
            raise SubjectError(
                "{address}: refuses access (status {status}); check the key that the product file names with key_env",
                address=self._public,
                status=status,
            )

    async def _ask(self, job: Job) -> Path:
        headers = {"Mindsight-Id": job.id, "Mindsight-Answer": job.answer, "Content-Type": _type_of(job.input)}
        if job.answer == "picture":
            headers |= {"Mindsight-Width": str(job.width), "Mindsight-Height": str(job.height)}
        expected = _expected(job)
        headers["Accept"] = ", ".join(expected.suffixes)
        try:
            async with asyncio.timeout(self._timeout_s), self._client() as client:
                content = job.input.read_bytes()
                async with client.stream("POST", self._url, headers=headers, content=content) as reply:
                    await self._refuse(reply)
                    return await self._receive(reply, job, expected)
        except TimeoutError as error:
            raise ProductError(
                "the service did not answer within {seconds} s", outcome="timeout", seconds=self._timeout_s
            ) from error
        except self._http.TransportError as error:
            raise _Unready(self._reason(error)) from error

    async def _refuse(self, reply: "httpx.Response") -> None:
        status = reply.status_code
        if status == 200:
            return
        if 300 <= status < 400:
            raise ProductError(
                "the service redirects to {address}, which is not followed; name the final address as the subject",
                outcome="unreachable",
                address=self._harmless(reply.headers.get("Location", "?")),
            )
        words = self._harmless((await _beginning(reply)).decode("utf-8", "replace")) or text("(no message)")
        if status in _WAITING:
            reason = text("status {status}: {words}", status=status, words=words)
            raise _Unready(reason, _pause(reply.headers.get("Retry-After")))
        if 400 <= status < 500:
            raise ProductError(
                "the service refused the picture with status {status}: {words}",
                outcome="refused",
                status=status,
                words=words,
            )
        raise ProductError("the service answered with status {status}: {words}", status=status, words=words)

    async def _receive(self, reply: "httpx.Response", job: Job, expected: _Expected) -> Path:
        """Write the body into the job's workspace; an unexpected reply is not read."""
        kind = reply.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if not _fits(kind, job.answer):
            raise ProductError(
                "the service answered with {found} instead of {expected}",
                outcome="unreadable",
                found=self._harmless(kind) or text("no content type"),
                expected=expected.name,
            )
        if reply.headers.get("Content-Encoding", "identity").lower() not in {"", "identity"}:
            raise ProductError("the service compressed its answer; it must not", outcome="unreadable")
        announced = reply.headers.get("Content-Length", "")
        if announced.isdecimal() and int(announced) > expected.largest:
            raise _too_large(expected)
        output = job.output.with_suffix(expected.suffixes.get(kind, ".bin"))
        size = 0
        with naming(output), output.open("wb") as file:
            async for part in reply.aiter_raw():
                size += len(part)
                if size > expected.largest:
                    raise _too_large(expected)
                file.write(part)
        if kind == "text/plain":
            _into_utf8(output, reply.charset_encoding)
        return output

    def _harmless(self, words: str) -> str:
        """Return a text of the service on one line, with the key removed."""
        return quoted(words if self._key is None else words.replace(self._key, "***"))

    def _reason(self, error: Exception) -> Text:
        return reason_of(self._harmless(str(error)) or type(error).__name__, "httpx")


def _checked(url: str, *, has_key: bool) -> str:
    """Return the address, checked.

    Raises:
        InputError: It is invalid, contains a password, or a key would be sent to it unencrypted.
    """
    whole = f"http:{url}" if url.startswith("//") else url
    try:
        parts = urlsplit(whole)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0 and whole.isprintable()
    except ValueError:
        usable = False
    if not usable or " " in whole:
        raise InputError(
            "http: write an address such as http:https://album.example/enhance, got: {address}", address=redact(url)
        )
    if parts.username is not None or parts.password is not None:
        raise InputError(
            "http: an address must hold no name and password; name the environment variable of a key in the product file"
        )
    if has_key and parts.scheme == "http" and parts.hostname not in _LOCAL:
        raise InputError("http: a key is sent to https:// addresses only, got: {address}", address=redact(whole))
    return whole


def _key(variable: str) -> str:
    """Return the key in an environment variable.

    Raises:
        SubjectError: It has no value that can be sent in a header.
    """
    key = os.environ.get(variable, "").strip()
    if not key or not key.isascii() or not key.isprintable():
        raise SubjectError(
            "the environment variable {name} holds no key; set it to the product's key first", name=variable
        )
    return key


def _expected(job: Job) -> _Expected:
    if job.answer == "answer":
        return _Expected(_LABELS, LARGEST_LABELS, text("an answer (text/plain or application/json)"))
    if job.answer == "labels":
        return _Expected(_LABELS, LARGEST_LABELS, text("labels (text/plain or application/json)"))
    # The largest plausible picture: twice the size of four 16-bit channels, plus room for a camera's metadata.
    largest = min(_LARGEST_PICTURE, _HEADROOM + _BYTES_PER_PIXEL * job.width * job.height)
    return _Expected(_SUFFIXES, largest, text("a picture (image/…)"))


def _fits(kind: str, answer: AnswerKind) -> bool:
    return kind.startswith("image/") if answer == "picture" else kind in _LABELS


def _type_of(picture: Path) -> str:
    kind = picture.suffix.lower()
    return "application/json" if kind == ".json" else _PICTURES.get(kind, "application/octet-stream")


def _too_large(expected: _Expected) -> ProductError:
    return ProductError(
        "the service's answer is larger than {limit} MiB", outcome="unreadable", limit=expected.largest >> 20
    )


async def _beginning(reply: "httpx.Response") -> bytes:
    """Return the first bytes of a refusal's body."""
    found = b""
    async for part in reply.aiter_raw():
        found += part
        if len(found) >= _READ_OF_WORDS:
            break
    return found[:_READ_OF_WORDS]


def _pause(value: str | None) -> float | None:
    """Return the seconds in ``Retry-After``, a number or a date; None if there are none."""
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        moment = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _into_utf8(output: Path, charset: str | None) -> None:
    """Convert labels to UTF-8 if the service named another charset."""
    if charset is None or charset.lower() in {"utf-8", "utf8", "us-ascii"}:
        return
    try:
        words = output.read_bytes().decode(charset)
    except (LookupError, ValueError) as error:
        raise ProductError(
            "the service's text is not in the charset that it names, {charset}",
            outcome="unreadable",
            charset=quoted(charset),
        ) from error
    output.write_text(words, "utf-8", newline="")
