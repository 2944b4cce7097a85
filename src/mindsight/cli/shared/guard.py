"""Print errors as one sentence and exit with the code of each; a traceback only with ``--debug``."""

import errno
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn, cast

from mindsight.cli.shared.console import tell
from mindsight.cli.shared.settings import EXIT_INTERRUPTED, settings
from mindsight.errors import MindsightError
from mindsight.reasons import system_reason
from mindsight.text import Text, text


def run_guarded(command: Callable[[], Any]) -> NoReturn:
    """Run a command and end the process: one sentence for an error, a traceback only with ``--debug``."""
    try:
        code = command()
        if sys.stdout is not None:
            sys.stdout.flush()
    except MindsightError as error:
        if settings.debug:
            raise
        # An error during one item may have nothing to do with the item.
        full = isinstance(error.__cause__, OSError) and error.__cause__.errno == errno.ENOSPC
        reason = _system_error(cast("OSError", error.__cause__)) if full else error.text
        tell(text("error: {reason}", reason=reason), style="red")
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output is gone: nothing can be printed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(EXIT_INTERRUPTED)
    except OSError as error:
        if settings.debug:
            raise
        reason = _system_error(error) if _can_be_printed(error) else _unprinted(error)
        tell(text("error: {reason}", reason=reason), style="red")
        sys.exit(2)
    except Exception as error:
        if settings.debug:
            raise
        from mindsight.redacting import redact_foreign

        found = redact_foreign(f"{type(error).__name__}: {error}")
        tell(
            text("unexpected error: {found}. This is an error in mindsight; --debug shows where", found=found),
            style="red",
        )
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


def _can_be_printed(error: OSError) -> bool:
    """Return whether output can still be written; if not, drop the rest, because Python would complain at exit."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
            # The stream may have dropped what it could not write: if the error names no file, one more byte shows whether it works.
            if error.errno == errno.ENOSPC and not error.filename:
                os.write(sys.stdout.fileno(), b"\n")
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return False
    return True


def _unprinted(error: OSError) -> Text:
    return text("the output cannot be written ({reason})", reason=system_reason(error))


def _system_error(error: OSError) -> Text:
    if error.errno == errno.ENOSPC and error.filename:
        return text("the disk is full ({file}); {advice}", file=str(error.filename), advice=settings.when_room)
    if error.errno == errno.ENOSPC:
        return text("the disk is full; {advice}", advice=settings.when_room)
    if error.filename:
        return text("{file}: {reason}", file=str(error.filename), reason=system_reason(error))
    return system_reason(error)
