"""Let every path of a command be a URL: its folder here is brought before the command works, and sent back after it.

A command sees paths of this machine only. Which of them it writes is known by their names, as a reader of the help knows it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.shared.console import progress, tell
from mindsight.cli.shared.settings import settings
from mindsight.decoding import refuse_endless
from mindsight.errors import InputError, StorageError
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.storage.mirror import Mirror

_MIRRORS = "mindsight.storage"
_PIPED = frozenset({"home score"})
"""Commands that read a table to its end, and once: one may come through a pipe."""
_WRITTEN = {"--out", "--resume"}
_SEALED_AGAIN = {("report", "runs"), ("rescore", "run"), ("sign", "run"), ("home reveal", "run")}
"""Arguments that name a run which the command changes."""
_HERE = ("rate", "key", "home seal", "home agreement")
"""Commands that keep secrets, or a database, in their folders."""
_LIMIT_GB = 50.0
_EVERY_S = 60.0


def take_urls(command: Any) -> None:
    """Let every path of the tree of commands be a URL."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), command)]
    while waiting:
        words, current = waiting.pop()
        for parameter in current.get_params(typer.Context(current)):
            described = getattr(parameter, "type_descriptor", None)
            if described is not None and described.annotation in {Path, list[Path]}:
                parameter.process_value = _standing_in(" ".join(words), parameter, parameter.process_value)
        waiting += [((*words, name), inner) for name, inner in getattr(current, "commands", {}).items()]


def _standing_in(words: str, parameter: Any, process: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def process_value(ctx: Any, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return process(ctx, type(value)(_path(words, parameter, ctx, one) for one in value))
        return process(ctx, _path(words, parameter, ctx, value))

    return process_value


def _path(words: str, parameter: Any, ctx: Any, value: Any) -> Any:
    """Return a path for a URL, and remember what it stands for; anything else as it is."""
    if not isinstance(value, str) or "://" not in value:
        if isinstance(value, str) and not _WRITTEN & set(parameter.opts):
            refuse_endless(Path(value), piped=words in _PIPED)
        return value
    from mindsight.storage.address import Address, address_of, is_url
    from mindsight.storage.mirror import Mirror

    if not is_url(value):
        return value
    name = str(max(parameter.opts, key=len))
    if any(f"{words} ".startswith(f"{one} ") for one in _HERE):
        raise InputError("{name}: is kept on this machine and can be no URL", name=name)
    address = address_of(value)
    if not isinstance(address, Address):
        return str(address)
    opened: dict[str, Mirror] = ctx.meta.setdefault(_MIRRORS, {})
    written = bool(_WRITTEN & set(parameter.opts)) or (words, parameter.name) in _SEALED_AGAIN
    before = opened.get(address.url)
    if before is not None and (written or before.written):
        raise InputError("{url}: is given twice, and the command would write there what it reads", url=address.url)
    mirror = before or Mirror(address, _cache(), written=written, new="--out" in parameter.opts)
    opened[address.url] = mirror
    return str(mirror.path)


@contextmanager
def brought(ctx: Any) -> Iterator[None]:
    """Bring what the command's URLs name before the block, and send what it wrote after it, whether it failed or not."""
    mirrors: list[Mirror] = list(ctx.meta.get(_MIRRORS, {}).values())
    if not mirrors:
        yield
        return
    settings.stored = {str(mirror.path): mirror.address.url for mirror in mirrors}
    with ExitStack() as stack:
        for mirror in mirrors:
            stack.callback(mirror.close)
            with progress(text("reading {url}", url=mirror.address.url)) as step:
                mirror.open(step)
        for mirror in mirrors:
            if mirror.written:
                stack.enter_context(_sent(mirror))
        yield
        for mirror in mirrors:
            for file in mirror.beside():
                tell(
                    text(
                        "{file}: was written beside {url} and stays on this machine", file=file, url=mirror.address.url
                    ),
                    style="yellow",
                )


@contextmanager
def _sent(mirror: Mirror) -> Iterator[None]:
    from mindsight.storage.growing import Growing

    try:
        with Growing(mirror, _number("MINDSIGHT_STORAGE_EVERY", _EVERY_S), _warn):
            yield
    finally:
        _send(mirror)


def _send(mirror: Mirror) -> None:
    try:
        with progress(text("writing {url}", url=mirror.address.url)) as step:
            count = mirror.send(step)
    except StorageError as error:
        # Now the folder itself must be named.
        settings.stored = {}
        raise StorageError(
            "{reason}. The results are kept in {folder} and are sent by the next command that is given {url}",
            reason=error.text,
            folder=str(mirror.path),
            url=mirror.address.url,
        ) from error
    if count:
        tell(text("{url}: {count} files written", url=mirror.address.url, count=count))


def _warn(error: StorageError) -> None:
    tell(text("{reason}; the run goes on, and is sent later", reason=error.text), style="yellow")


def _cache() -> Any:
    from mindsight.storage.cache import Cache

    base = os.environ.get("XDG_CACHE_HOME")
    default = (Path(base) if base else Path.home() / ".cache") / "mindsight" / "storage"
    folder = os.environ.get("MINDSIGHT_STORAGE_CACHE")
    limit = _number("MINDSIGHT_STORAGE_LIMIT", _LIMIT_GB)
    return Cache(Path(folder).absolute() if folder else default, int(limit * 10**9))


def _number(variable: str, default: float) -> float:
    said = os.environ.get(variable, "")
    try:
        value = float(said) if said else default
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise InputError("{variable}: {value} is no number above 0", variable=variable, value=said)
    return value
