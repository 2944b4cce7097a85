"""One place in storage through fsspec: what is there, one file from it, one file to it; each tried several times."""

import errno
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, unquote

from mindsight.errors import InputError, MissingExtra, StorageError
from mindsight.reasons import reason_of, system_reason
from mindsight.storage.address import Address
from mindsight.text import Text, text

TRIES = 4
_PAUSE_S = 0.5
_SILENT_S = 30.0
"""A server that sends nothing for so long is asked again."""
_DEEPEST = 30
"""Folders within folders behind HTTP, where a server may lead in a circle."""
_NOT_THERE = frozenset({404, 410})
"""How a web server says that it has nothing under an address."""
_NO_STORAGE = frozenset({"memory", "data"})
"""What fsspec reads and no other process finds again."""
_HOPELESS = frozenset({
    "NoCredentialsError", "PartialCredentialsError", "ProfileNotFound", "ParamValidationError", "TokenRetrievalError",
})  # fmt: skip
"""Errors of the library of S3 that no further try mends."""
_MARKS = ("ETag", "etag", "md5Hash", "Content-MD5", "Digest", "Last-Modified", "LastModified", "mtime", "created")

R = TypeVar("R")


class Stamp(NamedTuple):
    """What tells one content of a file in storage from another without reading it."""

    size: int | None
    mark: str


class Remote:
    """A folder, or one file, in storage."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._files, self._root = _connected(address)

    def listing(self) -> dict[str, Stamp]:
        """Return every file with its stamp, by its path below the place; of a single file ``""``; nothing if nothing is there.

        Raises:
            StorageError: The storage cannot be read, or a file has a name that no folder can hold.
        """
        try:
            found = self._tried(lambda: dict(self._found()))
        except FileNotFoundError as error:
            # fsspec calls everything missing that a web server does not give: only 404 means that nothing is there.
            cause = error.__cause__
            if isinstance(cause, Exception) and getattr(cause, "status", 0) not in _NOT_THERE:
                raise self._error(cause) from error
            return {}
        for name in found:
            if name and (any(part in {"", ".", ".."} for part in name.split("/")) or "\0" in name):
                raise StorageError(
                    "{url}: holds a file that no folder can hold: {name}", url=self.address.url, name=name
                )
            if any(parent in found for parent in _parents(name)):
                raise StorageError(
                    "{url}: {name} is in the place of a folder and of a file",
                    url=self.address.url,
                    name=next(parent for parent in _parents(name) if parent in found),
                )
        return found

    def fetch(self, name: str, target: Path, stamp: Stamp) -> None:
        """Write the content of a file to a path.

        Raises:
            StorageError: It cannot be read, or not whole.
        """

        def once() -> None:
            self._files.get_file(self._place(name), str(target))
            if stamp.size is not None and target.stat().st_size != stamp.size:
                raise EOFError

        try:
            self._tried(once)
        except FileNotFoundError as error:
            raise self.changed(name) from error

    def store(self, name: str, source: Path) -> Stamp:
        """Write a file to storage and return its stamp there.

        Raises:
            StorageError: It cannot be written.
        """
        size = source.stat().st_size
        try:
            self._tried(lambda: self._files.put_file(str(source), self._place(name)))
            stamp = self._tried(lambda: _stamp(self._files.info(self._place(name), refresh=True)))
        except FileNotFoundError as error:
            raise self._error(error) from error
        if stamp.size not in {None, size}:
            raise self.changed(name)
        return stamp

    def remove(self, name: str) -> None:
        """Remove a file; one that is gone is no error."""
        try:
            self._tried(lambda: self._files.rm_file(self._place(name)))
        except FileNotFoundError:
            return

    def changed(self, name: str) -> StorageError:
        """Return the error that a file changed while it was read or written."""
        return StorageError(
            "{url}: {name} was changed by somebody else in the meantime; give the same command again",
            url=self.address.url,
            name=name or self.address.name,
        )

    def _place(self, name: str) -> str:
        shown = quote(name) if self.address.read_only else name
        return f"{self._root}/{shown}" if name else self._root

    def _found(self) -> Iterator[tuple[str, Stamp]]:
        if self.address.read_only:
            yield from self._linked(self._root)
            return
        for place, info in self._files.find(self._root, detail=True).items():
            # A name that ends with a stroke marks a folder in some buckets.
            if info.get("type") == "file" and not place.endswith("/"):
                yield place[len(self._root) :].removeprefix("/"), _stamp(info)

    def _linked(self, place: str, depth: int = 0) -> Iterator[tuple[str, Stamp]]:
        """Yield what a page of links leads to, which is how servers show a folder; what is no such page is a file."""
        if depth > _DEEPEST:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        info = self._files.info(place)
        if info.get("mimetype") != "text/html" or place.endswith((".html", ".htm")):
            yield unquote(place[len(self._root) :].removeprefix("/")), _stamp(info)
            return
        base = place.rstrip("/") + "/"
        for link in sorted(self._files.ls(base, detail=False)):
            if link.startswith(base) and link != base and not re.search(r"[?#]", link):
                yield from self._linked(link, depth + 1)

    def _tried(self, action: Callable[[], R]) -> R:
        for attempt in range(1, TRIES + 1):
            try:
                return action()
            except FileNotFoundError:
                raise
            except Exception as error:
                hopeless = isinstance(error, PermissionError) or type(error).__name__ in _HOPELESS
                if hopeless or attempt == TRIES:
                    raise self._error(error) from error
            time.sleep(_PAUSE_S * 2 ** (attempt - 1))
        raise AssertionError

    def _error(self, error: Exception) -> StorageError:
        return StorageError(
            "{url}: the storage does not serve this ({reason})", url=self.address.url, reason=_why(error)
        )


def _why(error: Exception) -> Text:
    if isinstance(error, EOFError):
        return text("a file was cut off")
    if isinstance(error, PermissionError):
        return text("no permission; set the credentials of the storage in the environment")
    if type(error).__name__ in _HOPELESS:
        return text("no credentials; set the credentials of the storage in the environment")
    if isinstance(error, TimeoutError):
        return text("no answer in time")
    if isinstance(error, OSError) and error.strerror:
        return system_reason(error)
    return reason_of(str(error).splitlines()[0] if str(error) else type(error).__name__, "fsspec")


def _connected(address: Address) -> tuple[Any, str]:
    try:
        from fsspec import available_protocols
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise _missing(address, "storage") from error
    if address.scheme not in available_protocols() or address.scheme in _NO_STORAGE:
        raise InputError("{url}: no storage {scheme}:// is known", url=address.url, scheme=address.scheme)
    options: dict[str, Any] = {"use_listings_cache": False}
    try:
        if address.read_only:
            from aiohttp import ClientTimeout

            # As long as bytes come, a file may take hours.
            options["client_kwargs"] = {"timeout": ClientTimeout(total=None, sock_connect=10, sock_read=_SILENT_S)}
        return url_to_fs(address.url, **options)  # type: ignore[no-any-return]
    except ImportError as error:
        raise _missing(address, "storage") from error
    except (ValueError, NotImplementedError) as error:
        raise InputError("{url}: is no URL; write s3://BUCKET/FOLDER", url=address.url) from error


def _missing(address: Address, extra: str) -> MissingExtra:
    own = {"gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs"}.get(address.scheme)
    if own is not None:
        return MissingExtra("{url}: needs {module}; run: pip install {module}", url=address.url, module=own)
    return MissingExtra("{url}: needs fsspec; run: pip install 'mindsight[{extra}]'", url=address.url, extra=extra)


def _stamp(info: dict[str, Any]) -> Stamp:
    mark = next((str(info[key]) for key in _MARKS if info.get(key)), "")
    size = info.get("size")
    return Stamp(None if size is None else int(size), f"{mark}/{size}")


def _parents(name: str) -> Iterator[str]:
    parts = name.split("/")
    return ("/".join(parts[:count]) for count in range(1, len(parts)))
