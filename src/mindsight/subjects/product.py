"""The interface of a product: a picture file in, a picture or labels out, or a question in and an answer out, one job at a time.

A failure on one picture is a ``ProductError`` with the outcome for its record (``missing``, ``timeout``, ``crashed``, …); a failure that
makes the product unusable is a ``SubjectError``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from mindsight.redacting import redact_foreign, without_colours

DEFAULT_TIMEOUT_S = 120.0
MOST_QUOTED = 300
"""Most characters of a product's output, or of names, in a sentence."""
_LOOKED_AT = 1 << 14
"""Characters in which secrets are looked for: many more than are quoted."""

AnswerKind = Literal["picture", "labels", "answer"]
"""The kind of answer that a product is asked for."""


class Job(NamedTuple):
    """One picture to process, or one question to answer.

    ``width`` and ``height`` are the expected size of the output in pixels (zeros without one); ``workspace`` is an empty folder for this
    job alone. Labels and answers are returned in a file too, unparsed: text, or JSON if its name ends in ``.json``.
    """

    id: str
    input: Path
    workspace: Path
    width: int
    height: int
    answer: AnswerKind = "picture"

    @property
    def output(self) -> Path:
        """Path for the answer; a product may choose another extension."""
        return self.workspace / ("output.png" if self.answer == "picture" else "output.txt")


class Pairing(NamedTuple):
    """How files of a folder are paired with numbers: by stem, as in ``0001.png``, by default.

    Attributes:
        suffix: Text between number and extension: ``_enhanced`` in ``0001_enhanced.jpg``.
        table: Number (without leading zeros) → file; with a table, stems are ignored.
    """

    suffix: str = ""
    table: Mapping[str, str] | None = None


class Product(Protocol):
    """Converts a picture file into another, or labels it."""

    def process(self, job: Job) -> Path:
        """Return the output file.

        Raises:
            ProductError: This picture failed.
        """

    def close(self) -> None:
        """Release the product's resources."""


def find_output(output: Path) -> Path | None:
    """Return the output, possibly with another extension chosen by the product, or None."""
    if output.is_file():
        return output
    others = [file for file in output.parent.glob(output.stem + ".*") if file.is_file()]
    return others[0] if len(others) == 1 else None


def quoted(said: str) -> str:
    """Return the beginning of foreign words, on one line and without control characters or secrets."""
    return redact_foreign(" ".join(words_in(said))[:_LOOKED_AT])[:MOST_QUOTED]


def words_in(said: str) -> list[str]:
    """Return the words of a product's output, without control characters."""
    return "".join(c if c.isprintable() else " " for c in without_colours(said)).split()
