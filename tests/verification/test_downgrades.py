"""The record does not decide how it is checked: a version that it claims excuses only what is known of that version."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mindsight.cli import run as mindsight
from mindsight.record.folder import CHECKER, MANIFEST, REPORT, RunFolder
from mindsight.verification.verifying import rebuild_and_compare
from mindsight.verification.versions import released
from verification.attacks import copied
from verification.downgrades import CLAIMS, FORGERIES, OLD, downgrade
from verification.made import clean
from verification.present import RECORDS
from verification.test_rebuilding import change

UNKNOWN, RELEASED, AS_RELEASED, LIBRARY = CLAIMS
RUNS = ("home-model", "enhancement-command", "vsig-few-controls", "rated")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RunFolder]:
    """Clean runs. Not to be changed."""
    return {kind: clean(kind, tmp_path_factory.mktemp(kind)) for kind in RUNS}


@pytest.fixture
def copy(runs: dict[str, RunFolder], tmp_path: Path) -> Callable[[str], RunFolder]:
    return lambda kind: copied(runs[kind], tmp_path / kind)


def verified(run: RunFolder, *more: str) -> int:
    return mindsight(["--lang", "en", "verify", str(run.path), *more])


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("claim", [UNKNOWN, RELEASED, LIBRARY])
@pytest.mark.parametrize("kind", RUNS)
def test_no_claim_of_a_version_hides_a_forgery(
    kind: str, claim: str, forgery: str, copy: Callable[[str], RunFolder]
) -> None:
    assert downgrade(copy(kind), claim, forgery).says == "found"


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("kind", RUNS)
def test_what_a_claim_of_a_released_version_hides_is_named_as_not_compared(
    kind: str, forgery: str, copy: Callable[[str], RunFolder]
) -> None:
    tried = downgrade(copy(kind), AS_RELEASED, forgery)
    assert tried.says != "passed"
    if forgery in ("rule, and numbers", "departures, readings, edition", "the checker") or kind == "rated":
        assert tried.says == "found"


def test_a_claim_of_another_library_alone_changes_nothing(copy: Callable[[str], RunFolder]) -> None:
    """Else the attacks above would prove nothing: the checker finds none of them, and verify rebuilds every byte."""
    tried = downgrade(copy("home-model"), LIBRARY, None)
    assert (tried.past_checker, tried.says) == (True, "passed")


def test_a_version_that_nobody_knows_is_no_finding_where_nothing_differs(
    copy: Callable[[str], RunFolder], capsys: pytest.CaptureFixture[str]
) -> None:
    run = copy("home-model")
    assert downgrade(run, UNKNOWN, None).verdict.findings == []
    assert (verified(run), verified(run, "--strict")) == (3, 1)
    said = capsys.readouterr().out
    assert "mindsight 0.0.9" in said
    assert "does not know" in said
    assert "verified in part" in said


def test_a_clean_run_of_this_version_ends_with_0(runs: dict[str, RunFolder]) -> None:
    assert [verified(run, "--strict") for run in runs.values()] == [0, 0, 0, 0]


def test_figures_of_other_libraries_are_not_compared_and_that_is_said(copy: Callable[[str], RunFolder]) -> None:
    run = copy("enhancement-command")
    downgrade(run, LIBRARY, None)
    page = (run.path / REPORT).read_bytes()
    assert b'<svg aria-hidden="true"' in page
    run.write(REPORT, page.replace(b'<path d="', b'<path d="M 0 0 ', 1))
    run.seal()
    verdict = rebuild_and_compare(run)
    assert verdict.findings == []
    (sentence,) = verdict.uncompared
    assert "the figures of report.html, because other libraries drew them (numpy 9.9.9" in str(sentence)
    figure = b'<svg aria-hidden="true"><text>99.99</text></svg>'
    run.write(REPORT, page.replace(b"</h1>", b"</h1>" + figure, 1))
    run.seal()
    assert rebuild_and_compare(run).findings


@pytest.mark.parametrize("field", ["departures", "readings"])
def test_a_departure_or_reading_that_a_record_of_before_lacks_is_a_finding(field: str, tmp_path: Path) -> None:
    run = copied(RunFolder(RECORDS / "home-model"), tmp_path / "run")
    change(run, MANIFEST, lambda page: page[field].pop())
    assert any(f"manifest.json: {field}." in str(sentence) for sentence in rebuild_and_compare(run).findings)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("rule", 2, "identity.rule is 2, but mindsight 0.1.0 wrote 1"),
        ("scoring", 2, "identity.scoring is 2, but mindsight 0.1.0 wrote None"),
        ("lang", "en", "identity.lang: recorded"),
        ("stance", "bold/1", "identity.stance: recorded"),
    ],
)
def test_an_identity_that_the_released_version_never_had_is_a_finding(
    field: str, value: object, said: str, tmp_path: Path
) -> None:
    run = copied(RunFolder(RECORDS / "home-model"), tmp_path / "run")
    change(run, MANIFEST, lambda page: page["identity"].update({field: value}))
    assert any(said in str(sentence) for sentence in rebuild_and_compare(run).findings)


def test_the_checker_of_another_version_in_a_run_is_a_finding(copy: Callable[[str], RunFolder]) -> None:
    run = copy("home-model")
    run.write(CHECKER, (RECORDS / "home-model" / CHECKER).read_bytes())
    run.seal()
    (finding,) = rebuild_and_compare(run).findings
    assert str(finding).startswith("check_run.py: is not the checker of mindsight 0.2.0")


def test_every_kept_record_is_what_is_known_of_its_version() -> None:
    release = released()[OLD]
    for folder in RECORDS.iterdir():
        if folder.is_dir():
            assert rebuild_and_compare(RunFolder(folder), scope="manifest").findings == []
    assert len(release.checker) == 64


def test_a_page_of_figures_without_an_end_is_read_in_no_time(copy: Callable[[str], RunFolder]) -> None:
    run = copy("enhancement-command")
    downgrade(run, LIBRARY, None)
    page = (run.path / REPORT).read_bytes()
    begun = time.process_time()
    assert rebuild_and_compare(run).findings == []
    least = time.process_time() - begun
    run.write(REPORT, page + b'<svg aria-hidden="true" ' * 20_000)
    run.seal()
    begun = time.process_time()
    assert rebuild_and_compare(run).findings
    # Each beginning looked for an end through all the others: minutes for a page of this size.
    assert time.process_time() - begun < 5 * least + 5
