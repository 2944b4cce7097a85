"""Handle Ctrl-C, SIGTERM and SIGHUP alike: end in order and print what is left and what to do.

Only the command line installs handlers; a program that uses mindsight as a library keeps its own.
"""

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from mindsight.cli.shared.console import tell
from mindsight.cli.shared.settings import settings
from mindsight.errors import MindsightError
from mindsight.text import Text, text

_POLITE = (signal.SIGTERM, signal.SIGHUP)
_ECHO_S = 1.0


class _Interrupt:
    """The interrupt that ends the program."""

    number: int = signal.SIGINT
    at_s = float("-inf")
    left: Text = text("interrupted")


@contextmanager
def orderly() -> Iterator[None]:
    """Make SIGTERM and SIGHUP interrupt the block too, and exit with 128 plus the signal's number."""
    # One process may run several commands, as tests do: the interrupt of an earlier one must not count for this one.
    _Interrupt.number, _Interrupt.left = signal.SIGINT, text("interrupted")
    handlers = {}
    if threading.current_thread() is threading.main_thread():
        # An ignored signal stays ignored: nohup relies on it.
        for number in (number for number in _POLITE if signal.getsignal(number) is signal.SIG_DFL):
            handlers[number] = signal.signal(number, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        tell(_Interrupt.left, style="red")
        sys.exit(128 + _Interrupt.number)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


@contextmanager
def explained(left: Callable[[Path], Text], folder: Path) -> Iterator[None]:
    """If the block is interrupted, print what is left and what to do; with nested blocks the outermost prints.

    If the disk is full, the message explains what to do once there is room again.
    """
    try:
        yield
    except KeyboardInterrupt:
        _Interrupt.left = left(folder)
        raise
    except (OSError, MindsightError):
        settings.when_room = _when_room(left, folder)
        raise


def _when_room(left: Callable[[Path], Text], folder: Path) -> Text:
    if left is report_left or (left in {run_left, tasks_left} and _is_complete(folder)):
        return text("free some space, then write the report with: mindsight report {folder}", folder=str(folder))
    if left in {run_left, tasks_left} and (folder / "manifest.json").is_file():
        return text("free some space, then continue with the same command and --resume {folder}", folder=str(folder))
    return text("free some space, then give the same command again")


def _is_complete(folder: Path) -> bool:
    """Return whether a run has ended, so that only its report can be missing."""
    from mindsight.record.folder import RunFolder

    try:
        return RunFolder(folder).manifest.state == "complete"
    except MindsightError:
        return False


def merge_left(_folder: Path) -> Text:
    """Return the message for shards whose joining was interrupted."""
    return text("stopped; nothing was merged, and the shards are as they were. Give the same command again")


def kit_left(_folder: Path) -> Text:
    """Return the message for a kit interrupted while it was made."""
    return text("stopped; no kit was made, and what was begun is removed. Give the same command again")


def demo_left(_folder: Path) -> Text:
    """Return the message for an interrupted demonstration."""
    return text("stopped; give the same command again, the demonstration starts from the beginning")


def run_left(folder: Path) -> Text:
    """Return the message for a run interrupted while it tested a product."""
    if not (folder / "manifest.json").is_file():
        return text("stopped before the first picture; give the same command again")
    if _is_complete(folder):
        return report_left(folder)
    return text(
        "stopped; what is finished is kept. Continue with the same command and --resume {folder}", folder=str(folder)
    )


def tasks_left(folder: Path) -> Text:
    """Return the message for a run interrupted while its tasks were prepared or run."""
    if (folder / "manifest.json").is_file():
        return run_left(folder)
    return text("stopped before the first task; tasks that were proved are kept. Give the same command again")


def report_left(folder: Path) -> Text:
    """Return the message for a run interrupted while its report was written."""
    return text(
        "stopped; the record is complete, its report was not written. Write it with: mindsight report {folder}",
        folder=str(folder),
    )


def close_left(_folder: Path) -> Text:
    """Return the message for a campaign whose end was interrupted."""
    return text("stopped; no answer is lost, and rated runs that are finished stay. Give the same command again")


def rescore_left(_folder: Path) -> Text:
    """Return the message for a run interrupted while it was rescored."""
    return text("stopped; nothing of the record is lost. Give the same command again")


def _interrupt(number: int, _frame: FrameType | None) -> None:
    # A closing terminal and timeout(1) send it twice: the second must not disturb the orderly end.
    if time.monotonic() - _Interrupt.at_s < _ECHO_S:
        return
    _Interrupt.number, _Interrupt.at_s = number, time.monotonic()
    _leave_closed_terminal()
    raise KeyboardInterrupt


def _leave_closed_terminal() -> None:
    """Discard further output if the terminal or the reader is gone."""
    streams = select.poll()
    for stream in (1, 2):
        streams.register(stream, 0)
    for stream, state in streams.poll(0):
        if not state & select.POLLNVAL:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
