"""Processes with one environment each: calls have a time limit, at which the process is killed.

A program that hangs, exhausts its memory or crashes loses only its own process. No process outlives mindsight.
"""

import contextlib
import os
import signal
import sys
import tempfile
import time
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from mindsight.errors import MindsightError, SubjectError
from mindsight.harness.processes.frames import Closed, receive, send
from mindsight.subjects.printed import kept_of
from mindsight.subjects.product import quoted
from mindsight.subjects.supervisor import Supervisor
from mindsight.text import Text, text

START_LIMIT_S = 300.0
CALL_LIMIT_S = 120.0
_PATIENCE_S = 2.0
_ONE_THREAD = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"),
    "LP_NUM_THREADS": "0",  # of Mesa: number of threads besides the drawing one
}


class Said(MindsightError):  # noqa: N818  (a base, never raised)
    """An error with a translatable sentence."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence.message, **sentence.args)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.text,)


class WorkerLost(Said):
    """The process died or did not answer in time; a new one may succeed."""


class WorkerFault(Said):
    """The environment raised an error; its process is still alive."""


class Worker:
    """One process with the object made by ``module:factory``; ``call`` calls its methods.

    Args:
        target: ``module:factory``, importable in the process.
        secrets: Whether environment variables with keys are passed on; environments need none, an agent may ask models itself.
        start_limit_s: Time limit for the start in seconds.
    """

    def __init__(self, target: str, *, secrets: bool = False, start_limit_s: float = START_LIMIT_S) -> None:
        self.target = target
        self._secrets = secrets
        self._start_limit_s = start_limit_s
        self._start()

    def call(self, name: str, limit_s: float = CALL_LIMIT_S, **arguments: Any) -> Any:
        """Call a method and return what it returns.

        Raises:
            WorkerLost: The process died, or was killed because it did not answer within the limit.
            WorkerFault: The method raised an error.
        """
        end = time.monotonic() + limit_s
        if not self.alive:
            raise self._lost(text("it was stopped"))
        try:
            send(self._questions, {"call": name, "arguments": arguments})
            answer = receive(self._answers, end)
        except TimeoutError:
            self.stop()
            raise self._lost(text("it did not answer within {seconds} s", seconds=limit_s)) from None
        except (Closed, OSError):
            raise self._lost(self._cause()) from None
        except BaseException:
            # A late answer would be taken for that of the next call.
            self.stop()
            raise
        return _value(answer, self.target)

    @property
    def alive(self) -> bool:
        """Whether the process has not been stopped."""
        return self._ending.alive

    def kill(self) -> None:
        """Kill the process while another thread waits for a call, which then fails as if the process had died."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        """End the process and everything it started."""
        self._ending()

    def _start(self) -> None:
        self._supervisor = Supervisor({**_environment(secrets=self._secrets), **_ONE_THREAD})
        hears, self._questions = os.pipe()
        self._answers, says = os.pipe()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the process)
        # Stop it too if the caller forgets to.
        self._ending = weakref.finalize(self, _end, self._supervisor, self._log, self._questions, self._answers)
        command = [sys.executable, "-m", "mindsight.harness.processes.worker", self.target]
        try:
            self.pid = self._supervisor.start(command, Path.cwd(), (hears, says, self._log.fileno()))
        finally:
            os.close(hears)
            os.close(says)
        self._await_ready()

    def _await_ready(self) -> None:
        try:
            answer = receive(self._answers, time.monotonic() + self._start_limit_s)
        except TimeoutError:
            self.stop()
            raise self._lost(text("it was not ready within {seconds} s", seconds=self._start_limit_s)) from None
        except (Closed, OSError):
            raise self._lost(self._cause()) from None
        except BaseException:
            self.stop()
            raise
        if "fault" in answer:
            self.stop()
            raise SubjectError(
                "{target} could not be loaded ({reason})", target=self.target, reason=quoted(str(answer["fault"]))
            )

    def _cause(self) -> Text:
        """Return why the process died, and release it."""
        code = self._supervisor.wait(_PATIENCE_S) if self.alive else None
        words = kept_of(self._log.fileno()) if self.alive else ""
        self.stop()
        return text("status {code}: {output}", code="?" if code is None else code, output=words or "-")

    def _lost(self, cause: Text) -> WorkerLost:
        return WorkerLost(text("the process of {target} has ended ({cause})", target=self.target, cause=cause))


def _value(answer: Any, target: str) -> Any:
    if "fault" in answer:
        raise WorkerFault(text("{target} failed: {reason}", target=target, reason=quoted(str(answer["fault"]))))
    return answer["value"]


def _environment(*, secrets: bool) -> dict[str, str]:
    here = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    kept: Mapping[str, str] = os.environ if secrets else _without_keys(os.environ)
    return {**kept, "PYTHONPATH": here}


def _without_keys(variables: Mapping[str, str]) -> dict[str, str]:
    hidden = ("_API_KEY", "_TOKEN", "_SECRET", "_PASSWORD", "SECRET_ACCESS_KEY")
    return {name: value for name, value in variables.items() if not name.upper().endswith(hidden)}


def _end(supervisor: Supervisor, log: IO[bytes], *pipes: int) -> None:
    supervisor.stop()
    log.close()
    for pipe in pipes:
        os.close(pipe)
