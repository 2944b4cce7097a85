"""What is refused before anything of a record is written anew: changes, other targets, numbers that cannot be made."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.shared.settings import settings
from mindsight.decoding import decoder_errors
from mindsight.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mindsight.record.checker import Finding
    from mindsight.record.folder import RunFolder

PAGE = frozenset({"report.html"})
NUMBERS = frozenset({"report.html", "results.json", "scores.csv", "metrics.json"})
"""What ``report`` and ``rescore`` write anew from the record."""


def refuse_changed(run: Path, *, derived: frozenset[str]) -> None:
    """Refuse to seal a record again that was changed since it was sealed; ``derived`` files are written anew anyway.

    A seal that is missing, or lists an older page, is what a killed process leaves: the rest is checked without it.
    """
    from mindsight.record import checker

    for finding in checker.check(str(run))[0]:
        if _mends(derived, finding):
            continue
        sentence = finding.say(settings.language)
        if _mends(NUMBERS, finding):
            raise RecordError(
                "{folder}: its numbers are not those of its items ({finding}); compute them again with: mindsight rescore "
                "{folder}",
                folder=str(run),
                finding=sentence,
            )
        raise RecordError(
            "{folder}: the record was changed and is not sealed again: {finding}", folder=str(run), finding=sentence
        )
    refuse_rebuilt_otherwise(run, numbers=derived != NUMBERS)


def refuse_rebuilt_otherwise(run: Path, *, numbers: bool = True) -> None:
    """Refuse a record whose manifest, or numbers, are not what is rebuilt of it.

    Raises:
        RecordError: They are not; names the first difference.
    """
    from mindsight.record.folder import RunFolder
    from mindsight.verification.verifying import rebuild_and_compare

    folder = RunFolder.open(run)
    for finding in rebuild_and_compare(folder, scope="manifest").findings:
        raise RecordError(
            "{folder}: the record was changed and is not sealed again: {finding}", folder=str(run), finding=finding
        )
    for finding in rebuild_and_compare(folder, scope="numbers").findings if numbers else ():
        raise RecordError(
            "{folder}: its numbers are not those of its items ({finding}); compute them again with: mindsight rescore "
            "{folder}",
            folder=str(run),
            finding=finding,
        )


def _mends(derived: frozenset[str], finding: Finding) -> bool:
    """Return whether a finding is gone once the derived files are written and the folder is sealed anew."""
    forgiven = {"no_seal", "no_formula"} | ({"measure", "scores", "identity"} if derived == NUMBERS else set())
    # A link or a pipe in the place of a file is nothing that a killed process leaves.
    return finding.key in forgiven or (finding.key not in {"link", "special"} and finding.values.get("file") in derived)


def refuse_target(page: Path) -> None:
    """Refuse to write a page into a record or over a file that is no page."""
    if (page.parent / "manifest.json").is_file() or (page.exists() and page.suffix.lower() not in {".html", ".htm"}):
        raise RecordError("{file}: is part of a record, or not a page; choose another --out", file=str(page))


@contextmanager
def computable(*folders: RunFolder) -> Iterator[None]:
    """Say in one sentence that a record holds what no number can be made of; verify cannot find everything that somebody puts there.

    Raises:
        RecordError: One does.
    """
    try:
        yield
    except decoder_errors() as error:
        raise RecordError(
            "{folder}: its numbers cannot be computed ({found}); it was changed, or this is an error in mindsight; --debug "
            "shows where",
            folder=", ".join(str(folder.path) for folder in folders),
            found=f"{type(error).__name__}: {error}".splitlines()[0],
        ) from error
