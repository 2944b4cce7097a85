"""A product that is a Python function ``enhance(input_path, output_path)``, kept in a process of its own.

The function may hang, exit or crash the interpreter: only its own process is lost, the picture's record says so, and
the next picture gets a fresh process.
"""

import contextlib
import json
import os
import selectors
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.subjects.products import Job, kill_group
from mindsight.subjects.spec import redact

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
        self._process: subprocess.Popen[bytes] | None = None
        self._start()

    def process(self, job: Job) -> Path:
        """Call the function on one picture."""
        if self._process is None:
            self._start()
        output = job.workspace / "output.png"
        answer = self._ask({"input": str(job.input), "output": str(output)}, self._timeout_s)
        if "error" in answer:
            raise ProductError("the function raised {error}", outcome="crashed", error=redact(str(answer["error"])))
        if not output.is_file():
            raise ProductError("the function returned but wrote no output", outcome="missing")
        return output

    def close(self) -> None:
        """End the process and everything it started."""
        if self._process is not None:
            self._process = None
            self._ending()

    def _start(self) -> None:
        path = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "mindsight.subjects.python_host", self._target],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )
        # Whoever forgets to close the product loses the process with it.
        self._ending = weakref.finalize(self, _end, self._process)
        try:
            answer = self._ask(None, _START_TIMEOUT_S)
        except ProductError as error:
            raise SubjectError(
                "{target} could not be loaded ({reason})", target=self._target, reason=error.text
            ) from error
        if "error" in answer:
            self.close()
            raise SubjectError(
                "{target} could not be loaded ({reason})", target=self._target, reason=redact(str(answer["error"]))
            )

    def _ask(self, question: dict[str, str] | None, timeout_s: float) -> dict[str, Any]:
        """Send a question and return the answer line; a process that hangs or dies is ended and named."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise ProductError("the function's process is not running")
        try:
            if question is not None:
                process.stdin.write(json.dumps(question).encode() + b"\n")
                process.stdin.flush()
            with selectors.DefaultSelector() as waiting:
                waiting.register(process.stdout, selectors.EVENT_READ)
                ready = waiting.select(timeout_s)
            line = process.stdout.readline() if ready else None
        except BrokenPipeError:
            line = b""
        if line is None:
            self.close()
            raise ProductError(
                "the function did not return within {seconds} s and was stopped", outcome="timeout", seconds=timeout_s
            )
        if not line:
            code = process.wait()
            self.close()
            raise ProductError("the function ended its process with status {code}", outcome="crashed", code=code)
        return json.loads(line)  # type: ignore[no-any-return]


def _end(process: "subprocess.Popen[bytes]") -> None:
    kill_group(process)
    for pipe in (process.stdin, process.stdout):
        # A question that the dead process never read is still in the pipe.
        with contextlib.suppress(BrokenPipeError):
            if pipe is not None:
                pipe.close()
