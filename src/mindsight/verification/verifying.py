"""Compare a run with what its record gives: numbers, tables, pages and the derivable part of its manifest, written anew.

This comes after the stand-alone checker, which proves bytes, chain and completeness and recomputes the scores by a second
implementation. What a record of another version shows otherwise is a note and no finding, as long as its numbers are the same.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from mindsight.decoding import decoder_errors
from mindsight.errors import MindsightError
from mindsight.record import canonical, environment
from mindsight.record.folder import MANIFEST, REPORT, Content, RunFolder, pieces_of
from mindsight.record.model import Manifest
from mindsight.text import Language, Text, text
from mindsight.verification.differences import ABSENT, Difference, cut, differences, in_words
from mindsight.verification.rebuilding import rebuild, report_page

MOST_SHOWN = 20
"""Differences of a file that are named one by one."""
CLOSE = 1e-9
"""Relative difference up to which two numbers are one: processors round sums in other orders."""
_HEAD = 4096
_MORE = 1 << 20
"""Bytes by which a file may be larger than twice what it should be, and is still read to see where it differs."""
_LANGUAGE = re.compile(rb'<html lang="(zh|en)"')

STEPS = 3
Scope = Literal["manifest", "numbers", "everything"]
Progress = Callable[[int], None]
"""Called with how many of the ``STEPS`` are done."""


@dataclass
class Verdict:
    """What was found of a run: ``findings`` are what is wrong with it, ``notes`` what a reader has to know beside them."""

    findings: list[Text] = field(default_factory=list)
    notes: list[Text] = field(default_factory=list)
    rebuilt: list[str] = field(default_factory=list)

    @property
    def summary(self) -> Text:
        """What was rebuilt and found the same, in a sentence."""
        if not self.rebuilt:
            return text("Nothing was rebuilt; see the note.")
        return text("Rebuilt from the record and the same: {files}", files=", ".join(self.rebuilt))


class _Compared(NamedTuple):
    """A file of the run and where it differs from what was rebuilt."""

    name: str
    differences: list[Difference]
    page: Any = None
    same: bool = False
    """Whether it has the same bytes, and not only the same numbers but for rounding."""


def rebuild_and_compare(
    run: RunFolder, progress: Progress = lambda _done: None, *, scope: Scope = "everything"
) -> Verdict:
    """Write everything anew that follows from a complete run's record, and return where the run differs from it.

    Args:
        run: A complete run.
        progress: Called with how many of the ``STEPS`` are done.
        scope: Whether only the manifest is compared, or the numbers too, or everything with the report, which takes longest.
    """
    verdict = Verdict()
    try:
        run.refuse_odd_files()
        files = _compare(run, verdict, progress, scope)
        if scope == "everything" and files is not None:
            _compare_report(run, files, verdict)
        progress(STEPS)
    except ImportError as error:
        verdict.notes.append(_not_rebuilt(str(error)))
    except MindsightError as error:
        verdict.findings.append(error.text)
    except decoder_errors(OSError) as error:
        found = f"{type(error).__name__}: {error}".splitlines()[0]
        verdict.findings.append(
            text(
                "{folder}: no number can be made of what is written in it ({found})", folder=run.path.name, found=found
            )
        )
    return verdict


def _not_rebuilt(reason: str) -> Text:
    return text(
        "Not rebuilt, because a library is missing ({reason}): only what check_run.py proves is proved. Install mindsight with "
        "the extra of this suite for the rest.",
        reason=reason,
    )


def _compare(run: RunFolder, verdict: Verdict, progress: Progress, scope: Scope) -> dict[str, Content] | None:
    """Compare manifest and numbers; return the rebuilt files that have other bytes than the run's.

    None where another version wrote the run, or its manifest is wrong.

    A plan that does not follow from itself is not computed with: it may ask for more resamples than anybody has time for.
    """
    from mindsight.verification.manifests import manifest_differences

    manifest = run.manifest
    compared = [_Compared(MANIFEST, list(manifest_differences(run)))]
    progress(1)
    own = manifest.software.get("mindsight") == environment.software()["mindsight"]
    spoilt = [one for one in compared[0].differences if own or one.path[:1] == ("plan",)]
    files = None if spoilt or scope == "manifest" else rebuild(run).files
    for name, data in list(files.items()) if files else ():
        compared.append(_of_file(run, name, data))
        if compared[-1].same and files:
            del files[name]  # it need not be in memory beside the one that is there
    if own or spoilt:
        verdict.findings += [sentence for one in compared for sentence in _sentences(one)]
    else:
        _compare_versions(manifest, compared, verdict)
        files = None
    verdict.rebuilt += [one.name for one in compared if not one.differences]
    progress(2)
    return files


def _of_file(run: RunFolder, name: str, content: Content) -> _Compared:
    with (run.path / name).open("rb") as file:
        if all(file.read(len(piece)) == piece for piece in pieces_of(content)) and not file.read(1):
            return _Compared(name, [], same=True)
    expected = b"".join(pieces_of(content))
    size = (run.path / name).stat().st_size
    if size > 2 * len(expected) + _MORE:
        return _Compared(name, [Difference((), f"{size} bytes", f"{len(expected)} bytes")])
    found = (run.path / name).read_bytes()
    if not name.endswith(".json"):
        return _Compared(name, list(_but_rounding(differences(_cells(found), _cells(expected)))))
    page, wanted = canonical.load(run.path / name), json.loads(expected)
    if page == wanted and canonical.page(page) != found:
        return _Compared(name, [Difference((), "not canonical", "canonical")])
    return _Compared(name, list(_but_rounding(differences(page, wanted))), page)


def _cells(page: bytes) -> list[list[Any]]:
    """Return the cells of a table, numbers as such."""
    return [[_number(cell) for cell in line.split(",")] for line in page.decode("utf-8", "replace").splitlines()]


def _number(cell: str) -> str | float:
    try:
        return float(cell)
    except ValueError:
        return cell


def _but_rounding(found: Iterable[Difference]) -> Iterator[Difference]:
    return (one for one in found if not _is_rounding(one))


def _is_rounding(one: Difference) -> bool:
    both = isinstance(one.found, float) and isinstance(one.expected, float)
    return both and math.isclose(one.found, one.expected, rel_tol=CLOSE, abs_tol=1e-12)


def _sentences(one: _Compared) -> Iterator[Text]:
    for difference in one.differences[:MOST_SHOWN]:
        yield text("{file}: {difference}", file=one.name, difference=in_words(difference, one.page))
    if len(one.differences) > MOST_SHOWN:
        yield text("{file}: {count} further differences", file=one.name, count=len(one.differences) - MOST_SHOWN)


def _compare_report(run: RunFolder, files: dict[str, Content], verdict: Verdict) -> None:
    """Compare the report with one that is written anew; other libraries draw its figures otherwise, which is only a note."""
    with (run.path / REPORT).open("rb") as file:
        found = file.read(_HEAD)
        match = _LANGUAGE.search(found)
        language: Language = "zh" if match and match[1] == b"zh" else "en"
        expected = report_page(run, files, language=language)
        # One byte more than there should be shows that there are more; a page without end is not read whole.
        found += file.read(max(0, len(expected) + 1 - len(found)))
    if found == expected:
        verdict.rebuilt.append(REPORT)
        return
    byte = next((at for at, (ours, theirs) in enumerate(zip(found, expected, strict=False)) if ours != theirs), -1)
    changed = text(
        "{file}: is not the page that the record gives (from byte {byte} on); write it anew with: mindsight report",
        file=REPORT, byte=byte if byte >= 0 else min(len(found), len(expected)),
    )  # fmt: skip
    others = other_versions(run.manifest)
    if others:
        versions = ", ".join(others)
        verdict.notes.append(
            text("{finding}; other versions than then: {versions}", finding=changed, versions=versions)
        )
    else:
        verdict.findings.append(changed)


def other_versions(manifest: Manifest) -> list[str]:
    """Return what the run was made with and is installed here in another version, such as ``numpy 2.1 → 2.2``."""
    here = environment.software(*manifest.software)
    return [
        cut(f"{name} {then} → {here.get(name, '–')}")
        for name, then in manifest.software.items()
        if here.get(name) != then
    ]


def _compare_versions(manifest: Manifest, compared: list[_Compared], verdict: Verdict) -> None:
    """Sort the differences of a record that another version wrote: numbers must be the same, words and layout may differ."""
    versions = {
        "before": cut(manifest.software.get("mindsight", "–")),
        "now": environment.software()["mindsight"],
    }
    if any(one.path == ("identity", "rule") for one in compared[0].differences):
        verdict.notes.append(
            text(
                "Written by mindsight {before} under another rule of scoring, rebuilt by {now}: its numbers are not compared.",
                **versions,
            )
        )
        return
    for one in compared:
        # Where rows came or went, the numbers of a block are in other places.
        moved = {d.path[:2] for d in one.differences if d.path[:1] == ("blocks",) and ABSENT in (d.found, d.expected)}
        numbers = [d for d in one.differences if _is_number(d) and d.path[:2] not in moved]
        verdict.findings += _sentences(one._replace(differences=numbers))
        others = [difference for difference in one.differences if difference not in numbers]
        if others:
            parts = sorted({cut(".".join(map(str, difference.path[:2]))) for difference in others})
            verdict.notes.append(
                text(
                    "{file}: written by mindsight {before}, rebuilt by {now}: these parts differ in words or layout: {parts}",
                    file=one.name, parts=", ".join(parts[:MOST_SHOWN]), **versions,
                )
            )  # fmt: skip


def _is_number(difference: Difference) -> bool:
    """Return whether a difference is one of numbers or truth values, or lies in a measure: no change of words explains it."""
    if difference.path[:1] == ("measures",) and len(difference.path) == 2 and difference.found is ABSENT:
        return False  # a measure that the other version did not know yet; the normative ones are the checker's to miss
    pair = (difference.found, difference.expected)
    numbers = all(isinstance(value, int | float) for value in pair)
    return numbers or difference.path[:1] == ("measures",)
