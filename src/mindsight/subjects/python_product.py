"""A product that is a Python function ``enhance(input_path, output_path)``, run in a separate process.

A function for labels, ``classify(input_path, output_path)``, may return them instead of writing a file: a string,
a list of strings, or a list of dictionaries such as ``{"label": "cat", "confidence": 0.9}``.

The function may hang, exit or crash the interpreter: only its own process is lost, the failure is recorded, and the next picture gets a new
process.
"""

import contextlib
import json
import os
import selectors
import sys
import weakref
from pathlib import Path
from typing import IO, Any

from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.subjects.product import Job, find_output, quoted
from mindsight.subjects.supervisor import Supervisor

# Loading a model takes longer than using it.
_START_TIMEOUT_S = 600.0


class PythonProduct:
    """``package.module:name``, imported from the current folder or the installed packages."""

    def __init__(self, target: str, timeout_s: float) -> None:
        module, colon, name = target.partition(":")
        if not (colon and module and name):
            raise InputError("python: write package.module:function, got: {target}", target=target)
        self._target = target
        self._timeout_s = timeout_s
        self._start()

    def process(self, job: Job) -> Path:
        """Call the function on one picture."""
        if not self._ending.alive:
            self._start()
        question = {"input": str(job.input), "output": str(job.output), "answer": job.answer}
        answer = self._ask(question, self._timeout_s)
        if "error" in answer:
            raise ProductError("the function raised {error}", outcome="crashed", error=quoted(str(answer["error"])))
        found = find_output(job.output)
        if found is None:
            raise ProductError("the function returned but wrote no output", outcome="missing")
        return found

    def close(self) -> None:
        """End the process and everything it started."""
        self._ending()

    def _start(self) -> None:
        here = str(Path.cwd())
        path = os.pathsep.join([here, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        self._supervisor = Supervisor({**os.environ, "PYTHONPATH": path})
        hears, ask = os.pipe()
        listen, says = os.pipe()
        self._questions, self._answers = os.fdopen(ask, "wb"), os.fdopen(listen, "rb")
        # End the process too if the caller forgets to close the product.
        self._ending = weakref.finalize(self, _end, self._supervisor, self._questions, self._answers)
        try:
            command = [sys.executable, "-m", "mindsight.subjects.python_host", self._target]
            self._supervisor.start(command, Path(here), (hears, says))
        finally:
            os.close(hears)
            os.close(says)
        try:
            answer = self._ask(None, _START_TIMEOUT_S)
        except ProductError as error:
            raise SubjectError(
                "{target} could not be loaded ({reason})", target=self._target, reason=error.text
            ) from error
        if "error" in answer:
            self.close()
            raise SubjectError(
                "{target} could not be loaded ({reason})", target=self._target, reason=quoted(str(answer["error"]))
            )

    def _ask(self, question: dict[str, str] | None, timeout_s: float) -> dict[str, Any]:
        """Send a question and return the answer line; a process that hangs or dies is ended and reported."""
        try:
            if question is not None:
                self._questions.write(json.dumps(question).encode() + b"\n")
                self._questions.flush()
            with selectors.DefaultSelector() as waiting:
                waiting.register(self._answers, selectors.EVENT_READ)
                ready = waiting.select(timeout_s)
            line = self._answers.readline() if ready else None
        except BrokenPipeError:
            line = b""
        except KeyboardInterrupt:
            # A late answer would be taken for that of the next question.
            self.close()
            raise
        if line:
            return json.loads(line)  # type: ignore[no-any-return]
        code = None if line is None else self._supervisor.wait(timeout_s)
        self.close()
        if code is None:
            raise ProductError(
                "the function did not return within {seconds} s and was stopped", outcome="timeout", seconds=timeout_s
            )
        raise ProductError("the function ended its process with status {code}", outcome="crashed", code=code)


def _end(supervisor: Supervisor, *pipes: IO[bytes]) -> None:
    supervisor.stop()
    for pipe in pipes:
        # A question that the dead process did not read is still in the pipe.
        with contextlib.suppress(BrokenPipeError):
            pipe.close()
