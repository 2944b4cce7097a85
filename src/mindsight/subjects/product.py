"""A product, and what it is asked: one picture file in, another or labels out, one job at a time.

Whatever goes wrong with one picture is a ``ProductError`` with the word its record carries (``missing``, ``timeout``,
``crashed``, …); whatever keeps the product from being used at all is a ``SubjectError``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from mindsight.subjects.spec import redact

DEFAULT_TIMEOUT_S = 120.0
MOST_QUOTED = 300
"""Characters of a product's own words, or of names, that a sentence holds."""

AnswerKind = Literal["picture", "labels"]
"""What a product is asked for."""


class Job(NamedTuple):
    """One picture to process.

    ``width`` and ``height`` are the size, in pixels, that the output is expected to have (zeros for labels);
    ``workspace`` is an empty folder for this job alone. Labels come back in a file too: text, or JSON where its name
    ends in ``.json``, with nothing read into it yet.
    """

    id: str
    input: Path
    workspace: Path
    width: int
    height: int
    answer: AnswerKind = "picture"

    @property
    def output(self) -> Path:
        """Where the answer shall lie; a product may choose another extension."""
        return self.workspace / ("output.txt" if self.answer == "labels" else "output.png")


class Pairing(NamedTuple):
    """How files of a folder are paired with numbers: by stem, as in ``0001.png``, unless something else is declared.

    Attributes:
        suffix: What stands between number and extension: ``_enhanced`` in ``0001_enhanced.jpg``.
        table: The file of each number, leading zeros left out; what a name looks like does not count then.
    """

    suffix: str = ""
    table: Mapping[str, str] | None = None


class Product(Protocol):
    """Something that turns a picture file into another, or says what is in it."""

    def process(self, job: Job) -> Path:
        """Return the output file.

        Raises:
            ProductError: This picture failed.
        """

    def close(self) -> None:
        """Let go of whatever the product holds."""


def find_output(output: Path) -> Path | None:
    """Return the output, also where the product chose another extension for it, or None."""
    if output.is_file():
        return output
    others = [file for file in output.parent.glob(output.stem + ".*") if file.is_file()]
    return others[0] if len(others) == 1 else None


def quoted(said: str) -> str:
    """Return the beginning of what a product said, on one line and without control characters or secrets."""
    return redact(" ".join(words_in(said)))[:MOST_QUOTED]


def words_in(said: str) -> list[str]:
    """Return the words of what a product said, without control characters."""
    return "".join(c if c.isprintable() else " " for c in said).split()
