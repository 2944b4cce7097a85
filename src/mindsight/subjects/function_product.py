"""A product that is a function of this program, such as one written in a notebook: it is called in this process.

It is called as a function in a file of its own would be, ``enhance(input_path, output_path)``, but it is not interrupted if it hangs, and
where it ends the process, the test ends. Whoever tests another's function names it instead: ``python:module:function``.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mindsight.errors import ProductError
from mindsight.redacting import redact_foreign
from mindsight.subjects.product import Job, find_output
from mindsight.subjects.python_host import describe, keep


class FunctionProduct:
    """A function of an input file and an output file."""

    def __init__(self, function: Callable[[str, str], Any]) -> None:
        self._function = function

    def process(self, job: Job) -> Path:
        """Call the function on one picture."""
        try:
            keep(self._function(str(job.input), str(job.output)), job.output, job.answer)
        except Exception as error:  # anything that a function raises is its answer
            said = redact_foreign(describe(error))
            raise ProductError("the function raised {error}", outcome="crashed", error=said) from error
        found = find_output(job.output)
        if found is None:
            raise ProductError("the function returned but wrote no output", outcome="missing")
        return found

    def close(self) -> None:
        """Keep the function: it is the caller's."""
