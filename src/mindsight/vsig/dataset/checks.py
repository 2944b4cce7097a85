"""Findings about a data set: each names the file, sample and field, and the fault in one sentence.

A refused sample cannot be used at all; a warning says what of it is left out or doubtful. Nothing is repaired by guessing.
"""

from collections.abc import Iterable
from typing import Literal

from mindsight.text import Text, storable
from mindsight.vsig.dataset.samples import Data

Severity = Literal["refused", "warning"]


class Finding(Data):
    """One fault of a data set.

    ``file`` is the path below the data's root; ``sample`` the sample's id, ``#3`` for the third of its file if it has none,
    empty for the whole file; ``field`` the place inside, such as ``object_space[1].mask.bbox``.
    """

    file: str
    sample: str
    field: str
    text: Text
    severity: Severity


class Findings:
    """Collects the findings of one sample, or of one file if ``sample`` is empty."""

    def __init__(self, file: str, sample: str = "") -> None:
        self.file = storable(file)
        self.sample = storable(sample)
        self.found: list[Finding] = []

    def refuse(self, field: str, message: Text) -> None:
        """Add a fault that makes the sample unusable."""
        self._add(field, message, "refused")

    def warn(self, field: str, message: Text) -> None:
        """Add a note on what is left out of the sample, or doubtful."""
        self._add(field, message, "warning")

    def refused(self) -> bool:
        """Whether the sample cannot be used."""
        return any(one.severity == "refused" for one in self.found)

    def _add(self, field: str, message: Text, severity: Severity) -> None:
        self.found.append(
            Finding(file=self.file, sample=self.sample, field=storable(field), text=message, severity=severity)
        )


def refused_in(findings: Iterable[Finding]) -> int:
    """Return how many samples cannot be used; a file or folder that cannot be read counts as one."""
    refused = (one for one in findings if one.severity == "refused")
    # A sample may have faults in both files of its folder.
    return len({(one.file.rpartition("/")[0] if one.sample else one.file, one.sample) for one in refused})
