"""Attacks on how strictly a run is checked: the record claims another version, and pages are forged under that claim.

The attacker lets the numbers follow from the changed manifest, forges, and renews every hash.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from mindsight import checker
from mindsight.record import canonical
from mindsight.record.folder import CHECKER, MANIFEST, REPORT, RESULTS, RunFolder
from mindsight.verification.rebuilding import rebuild, report_page
from mindsight.verification.verifying import Verdict, rebuild_and_compare
from mindsight.verification.versions import RULES, released

from .present import RECORDS

OLD = "0.1.0"
Page = dict[str, Any]


class Tried(NamedTuple):
    """One attack: what was claimed and forged, whether the checker found anything, and what verify says."""

    claim: str
    forgery: str
    past_checker: bool
    verdict: Verdict

    @property
    def says(self) -> str:
        """How verify ends: ``found``, ``in part`` or ``passed``."""
        return "found" if self.verdict.findings else "in part" if self.verdict.uncompared else "passed"


def _library(page: Page) -> None:
    page["software"]["numpy"] = "9.9.9"


def _as_released(page: Page) -> None:
    """Claim the released version, with all that its records are known to say."""
    page["software"]["mindsight"] = OLD
    rules = released()[OLD].rules.get(f"{page['document']['suite']}.{page['kind']}", {})
    for name in (*RULES, "stance"):
        page["identity"].pop(name, None)
    page["identity"].update(rules)
    if "shown" in page:
        page["shown"] = None


CLAIMS: dict[str, Callable[[Page], object]] = {
    "an unknown version": lambda page: page["software"].update(mindsight="0.0.9"),
    "a released version": lambda page: page["software"].update(mindsight=OLD),
    "a released version, with its rules and its checker": _as_released,
    "another library": _library,
}


def _emptied(page: Page) -> None:
    page["departures"], page["readings"], page["document"]["edition"] = [], [], "2030-01-01"


def _words(page: Any) -> None:
    for value in page.values() if isinstance(page, dict) else page if isinstance(page, list) else ():
        if isinstance(value, dict) and isinstance(value.get("message"), str):
            value["message"] = "Passed with honours. " + value["message"]
        _words(value)


def _numbers(page: Page) -> None:
    for measure in page["measures"]:
        if isinstance(measure["value"], float):
            measure["value"] += 17.0


def _report(run: RunFolder) -> None:
    page = (run.path / REPORT).read_bytes()
    run.write(REPORT, page.replace(b"</h1>", b" (certified)</h1>"))


def _of_results(change: Callable[[Page], object]) -> Callable[[RunFolder], None]:
    return lambda run: _changed(run, RESULTS, change)


FORGERIES: dict[str, tuple[Callable[[Page], object] | None, Callable[[RunFolder], object] | None]] = {
    "the report": (None, _report),
    "words of the results": (None, _of_results(lambda page: _words(page["blocks"]))),
    "numbers of the results": (None, _of_results(_numbers)),
    "rule, and numbers": (lambda page: page["identity"].update(rule=99), _of_results(_numbers)),
    "departures, readings, edition": (_emptied, None),
    "the checker": (None, lambda run: run.write(CHECKER, b"print('every normative score agrees')\n")),
}
"""What is forged: in the manifest before the numbers are made to follow, and in pages after."""


def downgrade(run: RunFolder, claim: str, forgery: str | None) -> Tried:
    """Make a claim and a forgery in a run, and check it."""
    _claim(run, claim)
    return _forge(run, claim, forgery)


def _claim(run: RunFolder, claim: str) -> None:
    _changed(run, MANIFEST, CLAIMS[claim])
    if claim.endswith("its checker"):
        run.write(CHECKER, (RECORDS / "home-model" / CHECKER).read_bytes())
    _derive(run)


def _forge(run: RunFolder, claim: str, forgery: str | None) -> Tried:
    before, after = FORGERIES[forgery] if forgery else (None, None)
    if before:
        _changed(run, MANIFEST, before)
        _derive(run)
    if after:
        after(run)
    run.seal()
    return Tried(claim, forgery or "nothing", not checker.check(str(run.path))[0], rebuild_and_compare(run))


def _derive(run: RunFolder) -> None:
    """Let numbers and report follow from the manifest, as far as they can."""
    with suppress(Exception):
        run.publish(rebuild(run).files, seal=False)
        run.write(REPORT, report_page(run, {}, language="en"))


def downgrades(run: RunFolder, folder: Path, copied: Callable[[RunFolder, Path], RunFolder]) -> list[Tried]:
    """Try each forgery under each claim on a copy of a run."""
    found = []
    for number, claim in enumerate(CLAIMS):
        claiming = copied(run, folder / f"claim-{number}")
        _claim(claiming, claim)
        for place, forgery in enumerate(FORGERIES):
            found.append(_forge(copied(claiming, folder / f"claim-{number}-{place}"), claim, forgery))
    return found


def _changed(run: RunFolder, name: str, change: Callable[[Page], object]) -> None:
    page = canonical.load(run.path / name)
    change(page)
    run.write(name, canonical.page(page))
