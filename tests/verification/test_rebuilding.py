"""verify writes everything anew that follows from a record: it passes what is right and names what is not, in words."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindsight.cli.records.verify import check_run
from mindsight.cli.shared import console
from mindsight.record import canonical
from mindsight.record.folder import MANIFEST, REPORT, RESULTS, SCORES, RunFolder
from mindsight.verification import verifying
from mindsight.verification.rebuilding import report_page
from mindsight.verification.verifying import rebuild_and_compare
from record import trial
from verification.present import KINDS, RECORDS, present


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RunFolder]:
    """A run of every kind, as the present version writes it."""
    folder = tmp_path_factory.mktemp("clean")
    return {name: present(name, folder) for name in KINDS}


@pytest.fixture
def copy(clean: dict[str, RunFolder], tmp_path: Path) -> Callable[[str], RunFolder]:
    """Copies a clean run, for it is about to be spoilt."""
    return lambda name: RunFolder(Path(shutil.copytree(clean[name].path, tmp_path / name)))


def change(run: RunFolder, name: str, spoil: Callable[[Any], Any]) -> None:
    """Change a page and renew every hash, as a forger would."""
    page = canonical.load(run.path / name)
    spoil(page)
    run.write(name, canonical.page(page))
    run.seal()


def found(run: RunFolder) -> list[str]:
    return [str(sentence) for sentence in rebuild_and_compare(run).findings]


def block(page: Any, kind: str) -> Any:
    return next(one for one in page["blocks"] if one["kind"] == kind)


@pytest.mark.parametrize("name", KINDS)
def test_a_clean_run_of_every_kind_is_rebuilt_byte_for_byte(clean: dict[str, RunFolder], name: str) -> None:
    verdict = rebuild_and_compare(clean[name])
    assert (verdict.findings, verdict.uncompared) == ([], [])
    assert {MANIFEST, RESULTS, SCORES, REPORT} <= set(verdict.rebuilt)


def test_a_cell_of_a_side_table_is_named_by_block_row_and_column(copy: Callable[[str], RunFolder]) -> None:
    run = copy("home-model")
    change(run, RESULTS, lambda page: block(page, "table")["rows"][0].__setitem__(1, 0.123))
    name = block(canonical.load(run.path / RESULTS), "table")["id"]
    assert any(
        sentence.startswith(f"results.json: block {name}, row 1, column ") and "recorded 0.123" in sentence
        for sentence in found(run)
    )


SPOILT: dict[str, tuple[str, str, Callable[[Any], Any], str]] = {
    "a sentence of a note": ("home-model", RESULTS, lambda page: block(page, "note")["body"].update(message="fine"), "body.message"),
    "an interval": ("home-model", RESULTS,
                    lambda page: page["measures"][0]["interval"].update(low=0.9), "measure home.f.buttons, interval"),
    "a unit": ("vsig-few-judged", RESULTS, lambda page: page["measures"][0].update(unit="points"), "unit"),
    "a clause": ("vsig-few-controls", RESULTS, lambda page: page["measures"][0].update(clause="9"), "clause"),
    "a block taken out": ("classification-colours", RESULTS, lambda page: page["blocks"].pop(2), "recorded"),
    "blocks exchanged": ("vsig-few-judged", RESULTS, lambda page: page["blocks"].reverse(), "blocks"),
    "a count": ("classification-colours", RESULTS, lambda page: block(page, "confusion")["counts"][0].reverse(), "counts"),
    "a picture": ("segmentation-few-threshold", RESULTS,
                  lambda page: block(page, "strip")["pictures"].reverse(), "manifest.json: shown"),
    "a caption": ("enhancement-command", RESULTS,
                  lambda page: block(page, "strip")["title"].update(message="Fine"), "manifest.json: shown"),
    "a departure taken out": ("enhancement-command", MANIFEST, lambda page: page["departures"].clear(), "departures"),
    "a reading": ("home-few-validate", MANIFEST, lambda page: page["readings"][0]["body"].update(message="x"), "readings"),
    "the rule": ("vsig-few-judged", MANIFEST, lambda page: page["identity"].update(rule=9), "identity.rule"),
    "the prompt's hash": ("home-model", MANIFEST, lambda page: page["identity"].update(prompts="sha256-0"), "identity.prompts"),
    "a canary's state": ("vsig-few-controls", MANIFEST, lambda page: page["canaries"].update(state="passed"), "canaries.state"),
    "the document": ("classification-colours", MANIFEST, lambda page: page["document"].update(edition="2025"), "document.edition"),
    "the penalty": ("home-model", MANIFEST, lambda page: page["plan"].update(penalty=0.5), "departures"),
    "a plan without end": ("classification-colours", MANIFEST, lambda page: page["plan"].update(draws=10**12), "plan.draws"),
}  # fmt: skip
"""What is changed: the run, the page, the change, and what its finding says."""


@pytest.mark.parametrize("what", SPOILT)
def test_what_was_changed_with_all_hashes_renewed_is_found(what: str, copy: Callable[[str], RunFolder]) -> None:
    name, page, spoil, said = SPOILT[what]
    run = copy(name)
    change(run, page, spoil)
    sentences = found(run)
    assert any(said in sentence for sentence in sentences), sentences


def test_a_cell_of_the_table_of_scores_is_found(copy: Callable[[str], RunFolder]) -> None:
    run = copy("enhancement-command")
    lines = (run.path / SCORES).read_text().splitlines(keepends=True)
    lines[1] = lines[1].replace(lines[1].rsplit(",", 1)[1], "99.0\n")
    run.write(SCORES, "".join(lines).encode())
    run.seal()
    assert any(sentence.startswith("scores.csv: 2.") for sentence in found(run))


def test_a_changed_report_is_found(copy: Callable[[str], RunFolder]) -> None:
    run = copy("home-model")
    run.write(REPORT, (run.path / REPORT).read_bytes().replace(b"</h1>", b"!</h1>", 1))
    run.seal()
    assert [sentence.split(" (")[0] for sentence in found(run)] == [
        "report.html: is not the page that the record gives"
    ]


def test_the_report_may_be_in_either_language(copy: Callable[[str], RunFolder]) -> None:
    run = copy("home-model")
    assert trial.mindsight("--lang", "zh", "report", run.path).returncode == 0
    assert found(run) == []


def test_another_spelling_of_the_same_page_is_found(copy: Callable[[str], RunFolder]) -> None:
    run = copy("vsig-few-controls")
    run.write(RESULTS, json.dumps(canonical.load(run.path / RESULTS)).encode())
    run.seal()
    assert any("not canonical" in sentence for sentence in found(run))


def test_the_last_digits_of_a_number_are_no_finding(copy: Callable[[str], RunFolder]) -> None:
    """Other processors add in another order; the report is that of the numbers that are recorded."""
    run = copy("enhancement-command")
    change(run, RESULTS, lambda page: page["measures"][0].update(value=page["measures"][0]["value"] * (1 + 1e-12)))
    run.write(REPORT, report_page(run, {}, language="en"))
    run.seal()
    assert found(run) == []


def test_what_a_record_of_before_shows_otherwise_is_named_as_not_compared() -> None:
    verdict = rebuild_and_compare(RunFolder(RECORDS / "home-model"))
    assert verdict.findings == []
    assert [str(sentence).split(" (")[0] for sentence in verdict.uncompared] == [
        "not compared: words and layout of manifest.json",
        "not compared: words and layout of results.json",
        "not compared: report.html, because mindsight 0.1.0 wrote it; write it anew with: mindsight report",
    ]
    assert "blocks.readability" in str(verdict.uncompared[1])


def test_a_number_in_a_record_of_before_is_a_finding(tmp_path: Path) -> None:
    run = RunFolder(Path(shutil.copytree(RECORDS / "home-model", tmp_path / "run")))
    change(run, RESULTS, lambda page: page["measures"][0].update(value=0.99))
    assert any("measure home.f.buttons, value: recorded 0.99" in sentence for sentence in found(run))


def test_numbers_under_another_rule_are_named_as_not_compared() -> None:
    verdict = rebuild_and_compare(RunFolder(RECORDS / "enhancement-command"))
    assert verdict.findings == []
    assert (
        "not compared: results.json (blocks.overview), because mindsight 0.1.0 read and scored by another rule"
        in map(str, verdict.uncompared)
    )  # fmt: skip


def test_a_missing_library_is_named_as_why_nothing_was_compared(
    clean: dict[str, RunFolder], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_run: RunFolder) -> None:
        raise ModuleNotFoundError("No module named 'cv2'")

    monkeypatch.setattr(verifying, "rebuild", missing)
    verdict = rebuild_and_compare(clean["home-model"])
    assert verdict.findings == []
    assert "cv2" in str(verdict.uncompared[0])
    assert check_run(clean["home-model"].path) == 3


def test_the_command_names_what_it_found_and_ends_with_1(copy: Callable[[str], RunFolder]) -> None:
    run = copy("home-model")
    right = trial.mindsight("--lang", "en", "verify", run.path)
    assert right.returncode == 0
    assert "Rebuilt from the record and the same: manifest.json, scores.csv, results.json, report.html" in right.stdout
    change(run, RESULTS, lambda page: block(page, "note")["body"].update(message="fine"))
    wrong = trial.mindsight("--lang", "zh", "verify", run.path)
    assert wrong.returncode == 1
    assert "results.json" in wrong.stdout


def test_at_a_terminal_one_sees_how_far_it_is(
    clean: dict[str, RunFolder], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "is_screen", lambda _: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert check_run(clean["home-model"].path) == 0
    seen = capsys.readouterr().err
    assert "verifying" in seen
    assert "4/4" in seen
