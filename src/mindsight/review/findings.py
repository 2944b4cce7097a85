"""What a review says, as data: the checks of 6.2 a) to f), what each found, and the data set that it was found on."""

import operator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mindsight.record.model import Seal
from mindsight.text import Text

Letter = Literal["a", "b", "c", "d", "e", "f"]
Verdict = Literal["decided", "declared", "person"]
"""Who gives the verdict: the program, somebody who answers for it in writing, or a person who looks."""
Severity = Literal["good", "information", "declared", "waiting", "warning", "failure"]
"""Mildest first. ``waiting`` is what a declaration or a person has yet to settle: no failure."""
State = Severity | Literal["not_applicable"]
Layout = Literal["pictures", "kit", "clips", "tasks", "questions", "rooms", "pool"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Finding(_Part):
    """One thing found: the sentence, the files it is about, and the SHA-256 of each of them at the time ("" where there is none)."""

    severity: Severity
    found: Text
    files: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


class Checked(_Part):
    """One check and its findings; ``state`` is that of the gravest."""

    id: str
    clause: str
    verdict: Verdict
    state: State
    title: Text
    expected: Text
    findings: tuple[Finding, ...]


class Reviewed(_Part):
    """The data set: its name, how it was read, its size, and one hash over the paths and hashes of all its files."""

    name: str
    layout: Layout
    files: int
    bytes: int
    sha256: str


class Declared(_Part):
    """Who answers for the declarations, since when, and the SHA-256 of the file that holds them."""

    by: str
    on: str
    sha256: str


class Before(_Part):
    """The review of the version before: what it was called, its day, and the SHA-256 of its ``review.json``."""

    name: str
    on: str
    sha256: str


class Limits(_Part):
    """Where pictures may be sent, of persons whose consent has bounds: these countries (ISO 3166-1), and this machine."""

    regions: tuple[str, ...]


class Review(_Part):
    """``review.json``: the review of a data set by home 6.2. ``on`` is the day that ages were counted to."""

    format: Literal["mindsight.review"] = "mindsight.review"
    version: Literal[1] = 1
    software: dict[str, str]
    on: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    data: Reviewed
    declarations: Declared | None
    before: Before | None = Field(default=None, exclude_if=operator.not_)
    limits: Limits | None = Field(default=None, exclude_if=lambda value: value is None)
    """None where persons are not known to be shown, or may be shown everywhere."""
    files: Seal
    """The number of lines of ``files.jsonl`` and the SHA-256 of the last one."""
    checks: tuple[Checked, ...]

    @property
    def failed(self) -> bool:
        """Whether anything that the program decides failed."""
        return any(one.state == "failure" for one in self.checks)

    def count(self, state: State) -> int:
        """Return the number of checks in this state."""
        return sum(one.state == state for one in self.checks)
