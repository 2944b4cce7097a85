"""A product that is a program, started once per picture."""

import os
import shlex
import shutil
import tempfile
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO

from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.reasons import reason_of, system_reason
from mindsight.redacting import redact
from mindsight.subjects.printed import kept_of
from mindsight.subjects.product import AnswerKind, Job, find_output
from mindsight.subjects.supervisor import Supervisor
from mindsight.text import text


class CommandProduct:
    """A program: ``ffmpeg -i {input} -vf hqdn3d {output}``; ``{width}`` and ``{height}`` give the expected size.

    A program for labels or answers may omit ``{output}``: its stdout is then the answer.

    No shell is involved. All processes that a program started end with it, and a program that exceeds its time limit is killed.
    """

    def __init__(self, template: str, timeout_s: float, answer: AnswerKind = "picture") -> None:
        try:
            self._arguments = shlex.split(template)
        except ValueError as error:
            raise InputError(
                "command: {reason} in: {command}", reason=reason_of(error, "shlex"), command=redact(template)
            ) from error
        self._prints = answer != "picture" and "{output}" not in template
        fields = ("{input}",) if self._prints else ("{input}", "{output}")
        if not all(field in template for field in fields):
            raise InputError(
                "command: the template must hold {fields}, got: {command}",
                fields=" ".join(fields),
                command=redact(template),
            )
        program = self._arguments[0]
        found = shutil.which(program)
        if found is None:
            raise SubjectError("the program {program} was not found; install it or give its full path", program=program)
        # Programs run in the job's folder: a path relative to the current folder must keep its meaning.
        # Each picture has its own working folder: files relative to the user's folder must still be found.
        self._arguments = [str(Path(found).absolute()), *(_absolute(word) for word in self._arguments[1:])]
        self._timeout_s = timeout_s
        self._supervisor = Supervisor()

    def process(self, job: Job) -> Path:
        """Run the program on one picture."""
        values = {
            "{input}": str(job.input),
            "{output}": str(job.output),
            "{width}": str(job.width),
            "{height}": str(job.height),
        }
        arguments = [_filled(argument, values) for argument in self._arguments]
        # A file, not a pipe: it cannot block when full, and its end can be read.
        with tempfile.TemporaryFile() as log, self._stdout(job, log) as said:
            try:
                code = self._supervisor.run(arguments, job.workspace, log.fileno(), self._timeout_s, said=said.fileno())
            except OSError as error:
                raise SubjectError(
                    "the program {program} cannot be started ({reason})",
                    program=arguments[0],
                    reason=system_reason(error),
                ) from error
            if code is None:
                raise ProductError(
                    "the program did not end within {seconds} s and was stopped",
                    outcome="timeout",
                    seconds=self._timeout_s,
                )
            if code != 0:
                raise ProductError(
                    "the program ended with status {code}: {output}",
                    outcome="crashed",
                    code=code,
                    output=kept_of(log.fileno()) or kept_of(said.fileno()) or text("(it printed nothing)"),
                )
        found = find_output(job.output)
        if found is None:
            raise ProductError("the program ended normally but wrote no output", outcome="missing")
        return found

    def close(self) -> None:
        """End the supervisor."""
        self._supervisor.stop()

    def _stdout(self, job: Job, log: IO[bytes]) -> AbstractContextManager[IO[bytes]]:
        """Return the file for stdout: the answer itself, or the log shared with stderr."""
        return job.output.open("w+b") if self._prints else nullcontext(log)


def _absolute(argument: str) -> str:
    # os.path.isfile returns False where Path.is_file raises: an argument may be a whole script.
    return str(Path(argument).absolute()) if os.path.isfile(argument) else argument  # noqa: PTH113


def _filled(argument: str, values: dict[str, str]) -> str:
    for field, value in values.items():
        argument = argument.replace(field, value)
    return argument
