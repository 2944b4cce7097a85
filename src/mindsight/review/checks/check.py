"""How a check is written down: its id, who gives the verdict, what is expected; and how the checks of a letter are run."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from mindsight.review.catalogue import COMPARED, Catalogue, Entry
from mindsight.review.checks.likeness import Pair, near_pairs
from mindsight.review.declarations import Declarations
from mindsight.review.facts import FileFacts
from mindsight.review.findings import Checked, Finding, Severity, State, Verdict
from mindsight.review.scored import Scored
from mindsight.text import Text, text

SEVERITIES: tuple[Severity, ...] = ("good", "information", "declared", "waiting", "warning", "failure")


class Version(NamedTuple):
    """The version of the data set that was reviewed before: the day, and its files."""

    on: str
    facts: tuple[FileFacts, ...]


class Description(NamedTuple):
    """A description in Croissant: its file, what is wrong with it, the fields that it lacks, and the hashes that it states."""

    file: str
    problem: Text | None
    lacks: tuple[str, ...] = ()
    hashes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Evidence:
    """All that checks know: the listed data set, the facts of its files, what was declared, and the day ages are counted to.

    ``twice`` holds labels given by two people, if declared: item, first label, second label. ``before`` is the version that was reviewed
    last, if its review is given; ``scored`` is what a subject scored on what is in both, if its runs are given.
    """

    catalogue: Catalogue
    facts: tuple[FileFacts, ...]
    on: date
    declared: Declarations | None = None
    declarations_sha256: str = ""
    hidden: tuple[str, ...] = ()
    twice: tuple[tuple[str, str, str], ...] = ()
    before: Version | None = None
    descriptions: tuple[Description, ...] = ()
    scored: Scored | None = None

    @cached_property
    def by_path(self) -> dict[str, FileFacts]:
        """The facts of each file."""
        return {one.id: one for one in self.facts}

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """The entry of each file that is there."""
        return {one.path: one for one in self.catalogue.entries if one.path in self.by_path}

    @cached_property
    def pictures(self) -> tuple[FileFacts, ...]:
        """The files that show something and could be decoded."""
        return tuple(one for one in self.facts if one.look is not None)

    @cached_property
    def compared(self) -> tuple[FileFacts, ...]:
        """The pictures that should each show something of their own."""
        return tuple(
            one
            for one in self.pictures
            if self.entries[one.id].role in COMPARED and one.look and not (one.look.is_mask or one.look.is_flat)
        )

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Near duplicates among them."""
        return near_pairs(self.compared)


class Outcome(NamedTuple):
    """What a check says: how grave it is, in which words, about which files."""

    severity: Severity
    found: Text
    files: Sequence[str] = ()
    hashes: Sequence[str] = ()


def good(found: Text) -> Outcome:
    """Return that all is as expected."""
    return Outcome("good", found)


def note(found: Text, files: Sequence[str] = ()) -> Outcome:
    """Return something worth knowing."""
    return Outcome("information", found, files)


def declared(found: Text) -> Outcome:
    """Return what somebody answers for."""
    return Outcome("declared", found)


def waits(found: Text, files: Sequence[str] = ()) -> Outcome:
    """Return what a declaration or a person has yet to settle."""
    return Outcome("waiting", found, files)


def doubt(found: Text, files: Sequence[str] = ()) -> Outcome:
    """Return a warning."""
    return Outcome("warning", found, files)


def fault(found: Text, files: Sequence[str] = ()) -> Outcome:
    """Return a failure."""
    return Outcome("failure", found, files)


Body = Callable[[Evidence], Iterable[Outcome]]


class Check(NamedTuple):
    """A check; one that yields nothing does not apply to the data set."""

    id: str
    verdict: Verdict
    title: Text
    expected: Text
    body: Body


@dataclass
class Checks:
    """The checks of one letter of 6.2."""

    clause: str
    listed: list[Check] = field(default_factory=list)

    def add(self, id_: str, verdict: Verdict, title: Text, expected: Text) -> Callable[[Body], Body]:
        """Add a check."""

        def take(body: Body) -> Body:
            self.listed.append(Check(id_, verdict, title, expected, body))
            return body

        return take

    def run(self, evidence: Evidence) -> tuple[Checked, ...]:
        """Return what each check found."""
        return tuple(self._checked(check, evidence) for check in self.listed)

    def _checked(self, check: Check, evidence: Evidence) -> Checked:
        findings = tuple(_finding(one, evidence) for one in check.body(evidence))
        state: State = max((one.severity for one in findings), key=SEVERITIES.index, default="not_applicable")
        return Checked(
            id=check.id,
            clause=self.clause,
            verdict=check.verdict,
            state=state,
            title=check.title,
            expected=check.expected,
            findings=findings,
        )


def answered(value: Any, missing: Text) -> Iterator[Outcome]:
    """Yield a declared value, or that it has yet to be declared."""
    if value in (None, ()):
        yield waits(missing)
    else:
        yield declared(text("declared: {value}", value=str(value)))


def _finding(outcome: Outcome, evidence: Evidence) -> Finding:
    hashes = [evidence.by_path[file].sha256 if file in evidence.by_path else "" for file in outcome.files]
    hashes += outcome.hashes
    if outcome.severity == "declared":
        hashes.append(evidence.declarations_sha256)
    return Finding(severity=outcome.severity, found=outcome.found, files=tuple(outcome.files), evidence=tuple(hashes))
