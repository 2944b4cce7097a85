"""Compare a run with what its record gives: numbers, tables, pages and the derivable part of its manifest, written anew.

This comes after the stand-alone checker, which proves bytes, chain and completeness and recomputes the scores by a second
implementation. Words, layout and rules of a released earlier version are excused, but then they were not compared, and the verdict
says so. Nothing excuses a version that nobody knows: whatever differs there is a finding.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from mindsight.decoding import decoder_errors
from mindsight.errors import MindsightError
from mindsight.files.whole import Content, pieces_of
from mindsight.record import canonical, environment
from mindsight.record.folder import CHECKER, MANIFEST, REPORT, RunFolder
from mindsight.record.model import Manifest
from mindsight.text import Language, Text, text
from mindsight.verification.differences import ABSENT, Difference, cut, differences, in_words
from mindsight.verification.rebuilding import rebuild, report_page
from mindsight.verification.versions import (
    RULES,
    Release,
    checker_of,
    contradictions,
    is_known,
    release_of,
    released,
    version_of,
)

MOST_SHOWN = 20
"""Differences of a file that are named one by one."""
MOST_PARTS = 60
"""Parts of a file that are named as not compared."""
CLOSE = 1e-9
"""Relative difference up to which two numbers are one: processors round sums in other orders."""
_HEAD = 4096
_MORE = 1 << 20
"""Bytes by which a file may be larger than twice what it should be, and is still read to see where it differs."""
_LANGUAGE = re.compile(rb'<html lang="(zh|en)"')
_FIGURE = re.compile(rb'<svg aria-hidden="true" [^<]*+(?:<(?!svg |/svg>)[^<]*+)*+</svg>')
"""A curve of a report, as matplotlib draws it; one without an end is looked at once, and not again from each beginning within."""

STEPS = 3
Scope = Literal["manifest", "numbers", "everything"]
Progress = Callable[[int], None]
"""Called with how many of the ``STEPS`` are done."""


@dataclass
class Verdict:
    """What was found of a run: ``findings`` are what is wrong with it, ``uncompared`` what was not held against anything, and why."""

    findings: list[Text] = field(default_factory=list)
    uncompared: list[Text] = field(default_factory=list)
    rebuilt: list[str] = field(default_factory=list)

    @property
    def summary(self) -> Text:
        """What was rebuilt and found the same, in a sentence."""
        if not self.rebuilt:
            return text("Nothing was rebuilt and found the same.")
        return text("Rebuilt from the record and the same: {files}", files=", ".join(self.rebuilt))


class _Compared(NamedTuple):
    """A file of the run and where it differs from what was rebuilt."""

    name: str
    differences: list[Difference]
    page: Any = None


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
        _compare(run, verdict, progress, scope)
        if scope == "everything" and not verdict.findings:
            _compare_report(run, verdict)
        _say_unknown(run.manifest, verdict)
        progress(STEPS)
    except ImportError as error:
        verdict.uncompared.append(_not_rebuilt(str(error)))
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
        "not compared: all but what check_run.py proves, because a library is missing ({reason}); install mindsight with the extra of "
        "this suite",
        reason=reason,
    )


def _compare(run: RunFolder, verdict: Verdict, progress: Progress, scope: Scope) -> None:
    """Compare manifest, checker and numbers.

    A manifest that does not follow from its plan is not computed with: it may ask for more resamples than anybody has time for.
    """
    from mindsight.verification.manifests import manifest_differences

    manifest = run.manifest
    release = release_of(manifest)
    found = list(manifest_differences(run))
    excused = [difference for difference in found if release is not None and release.excuses(difference)]
    verdict.findings += contradictions(manifest)
    verdict.findings += _sentences(
        _Compared(MANIFEST, [difference for difference in found if difference not in excused])
    )
    _compare_checker(run, verdict)
    progress(1)
    if not found:
        verdict.rebuilt.append(MANIFEST)
    if excused:
        verdict.uncompared.append(_written_otherwise(_Compared(MANIFEST, excused), manifest))
    if not verdict.findings and scope != "manifest":
        is_other_rule = any(difference.path in [("identity", rule) for rule in RULES[:2]] for difference in excused)
        _compare_numbers(run, verdict, release, is_other_rule=is_other_rule)
    progress(2)


def _compare_checker(run: RunFolder, verdict: Verdict) -> None:
    """Compare ``check_run.py`` with that of the version that wrote the run: what another one says proves nothing."""
    path = run.path / CHECKER
    if path.is_file() and canonical.sha256_of_file(path) != checker_of(run.manifest):
        verdict.findings.append(
            text(
                "{file}: is not the checker of mindsight {version}; rely on mindsight verify, not on that copy",
                file=CHECKER,
                version=cut(version_of(run.manifest)),
            )
        )


def _compare_numbers(run: RunFolder, verdict: Verdict, release: Release | None, *, is_other_rule: bool) -> None:
    """Compare all that a suite computes; of an earlier version numbers must be the same, unless it scored by another rule."""
    for name, content in rebuild(run).files.items():
        compared = _of_file(run, name, content)
        wrong = [] if is_other_rule else compared.differences if release is None else _numbers(compared.differences)
        # By identity: a file may differ in thousands of places, and each would be looked for among all.
        known = set(map(id, wrong))
        excused = [difference for difference in compared.differences if id(difference) not in known]
        verdict.findings += _sentences(compared._replace(differences=wrong))
        if not compared.differences:
            verdict.rebuilt.append(name)
        if excused:
            otherwise = _scored_otherwise if is_other_rule else _written_otherwise
            verdict.uncompared.append(otherwise(compared._replace(differences=excused), run.manifest))


def _written_otherwise(compared: _Compared, manifest: Manifest) -> Text:
    return text(
        "not compared: words and layout of {file} ({parts}), because mindsight {version} wrote them",
        file=compared.name, parts=_parts(compared.differences), version=version_of(manifest),
    )  # fmt: skip


def _scored_otherwise(compared: _Compared, manifest: Manifest) -> Text:
    return text(
        "not compared: {file} ({parts}), because mindsight {version} read and scored by another rule",
        file=compared.name, parts=_parts(compared.differences), version=version_of(manifest),
    )  # fmt: skip


def _parts(found: list[Difference]) -> str:
    """Return what differs by name, measures first."""
    parts = {cut(".".join(map(str, difference.path[:2]))) for difference in found}
    named = sorted(parts, key=lambda part: (not part.startswith("measures."), part))
    return ", ".join([*named[:MOST_PARTS], *([f"… +{len(named) - MOST_PARTS}"] if len(named) > MOST_PARTS else [])])


def _say_unknown(manifest: Manifest, verdict: Verdict) -> None:
    """Say that nobody knows the version that a record names, first where that is why a difference counts."""
    if is_known(manifest):
        return
    names = {
        "version": cut(version_of(manifest)),
        "known": ", ".join(released()),
        "present": environment.software()["mindsight"],
    }
    if verdict.findings:
        verdict.findings.insert(
            0,
            text(
                "manifest.json: says that mindsight {version} wrote it, which this version does not know ({known} and {present} it "
                "does); so whatever differs is a finding",
                **names,
            ),
        )
    else:
        verdict.uncompared.append(
            text(
                "not compared: what mindsight {version} writes, because this version does not know it ({known} and {present} it does)",
                **names,
            )
        )


def _of_file(run: RunFolder, name: str, content: Content) -> _Compared:
    with (run.path / name).open("rb") as file:
        if all(file.read(len(piece)) == piece for piece in pieces_of(content)) and not file.read(1):
            return _Compared(name, [])
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


def _compare_report(run: RunFolder, verdict: Verdict) -> None:
    """Compare the report with the one that the run's results give; an earlier version or other libraries may have drawn it otherwise."""
    with (run.path / REPORT).open("rb") as file:
        found = file.read(_HEAD)
        match = _LANGUAGE.search(found)
        language: Language = "zh" if match and match[1] == b"zh" else "en"
        # Results that are the same but for rounding may be shown otherwise: the page is of the recorded ones.
        expected = report_page(run, {}, language=language)
        # A page without end is not read whole.
        found += file.read(2 * len(expected) + _MORE)
    others, release = other_versions(run.manifest), release_of(run.manifest)
    if found == expected:
        verdict.rebuilt.append(REPORT)
    elif release is not None:
        verdict.uncompared.append(
            text(
                "not compared: {file}, because mindsight {version} wrote it; write it anew with: mindsight report",
                file=REPORT,
                version=version_of(run.manifest),
            )
        )
    elif others and _FIGURE.sub(b"<svg>", found) == _FIGURE.sub(b"<svg>", expected):
        verdict.uncompared.append(
            text(
                "not compared: the figures of {file}, because other libraries drew them ({versions})",
                file=REPORT,
                versions=", ".join(others),
            )
        )
    else:
        verdict.findings.append(_changed_report(found, expected))


def _changed_report(found: bytes, expected: bytes) -> Text:
    differing = (at for at, (ours, theirs) in enumerate(zip(found, expected, strict=False)) if ours != theirs)
    return text(
        "{file}: is not the page that the record gives (from byte {byte} on); write it anew with: mindsight report",
        file=REPORT, byte=next(differing, min(len(found), len(expected))),
    )  # fmt: skip


def other_versions(manifest: Manifest) -> list[str]:
    """Return what the run was made with and is installed here in another version, such as ``numpy 2.1 → 2.2``."""
    here = environment.software(*manifest.software)
    return [
        cut(f"{name} {then} → {here.get(name, '–')}")
        for name, then in manifest.software.items()
        if here.get(name) != then
    ]


def _numbers(found: list[Difference]) -> list[Difference]:
    """Return the differences that no other wording or layout explains."""
    # Where rows came or went, the numbers of a block are in other places.
    moved = {d.path[:2] for d in found if d.path[:1] == ("blocks",) and ABSENT in (d.found, d.expected)}
    return [difference for difference in found if _is_number(difference) and difference.path[:2] not in moved]


def _is_number(difference: Difference) -> bool:
    """Return whether a difference is one of numbers or truth values, or lies in a measure: no change of words explains it."""
    if difference.path[:1] == ("measures",) and len(difference.path) == 2 and difference.found is ABSENT:
        return False  # a measure that the other version did not know yet; the normative ones are the checker's to miss
    pair = (difference.found, difference.expected)
    numbers = all(isinstance(value, int | float) for value in pair)
    return numbers or difference.path[:1] == ("measures",)
