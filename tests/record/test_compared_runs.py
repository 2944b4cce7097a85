"""A comparison describes its runs: kit, versions, dates, departures, and the path of each report."""

import html
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from mindsight.record.blocks import Table
from mindsight.record.compared.runs import addresses
from mindsight.record.comparison import Comparison, compare_runs
from mindsight.record.folder import RunFolder
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text, say
from record import trial


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[RunFolder]:
    base = tmp_path_factory.mktemp("compared")
    kit = trial.make_kit(base / "kit")
    names = {"identity": "first", "bilateral": 'a "b" <c> #d %41 & 五月'}
    made = [
        trial.sealed_run(kit, base / "runs" / folder, SubjectSpec("baseline", name)) for name, folder in names.items()
    ]
    return [RunFolder(path) for path in made]


@pytest.fixture(scope="module")
def comparison(runs: list[RunFolder]) -> Comparison:
    return compare_runs(runs, seed=1)


def table(comparison: Comparison, name: str) -> Table:
    return next(block for block in comparison.blocks if isinstance(block, Table) and block.id == name)


def test_the_tables_say_what_is_compared(runs: list[RunFolder], comparison: Comparison) -> None:
    rows = {str(row[0]): row[1] for row in table(comparison, "common").rows}
    common = {row[2]: row[1] for row in table(comparison, "common").rows}
    identity = runs[0].manifest.identity
    assert {"edition", *identity} <= common.keys()
    assert common["data"] == identity["data"]
    assert (str(common["trial"]), common["n"]) == ("yes", 5)
    each = {str(row[0]): row[1:] for row in table(comparison, "runs").rows}
    manifests = [run.manifest for run in runs]
    for word, times in (("Started", [m.started for m in manifests]), ("Ended", [m.ended for m in manifests])):
        # Runs in the same second share their times.
        assert each.get(word, (rows.get(word),) * 2) == tuple(times)
    assert each["End of the chain of items"] == tuple(m.items.head for m in manifests if m.items is not None)
    # What is the same in all runs is listed once.
    assert not {"SHA-256 of the data list", "Software: mindsight", "Device"} & each.keys()
    assert rows["SHA-256 of the data list"] == manifests[0].data.sha256
    assert rows["Software: mindsight"] == manifests[0].software["mindsight"]
    assert str(rows["Device"]) == "not stated"


def test_fields_of_the_identity_have_names_in_both_languages(comparison: Comparison) -> None:
    for name, *_ in table(comparison, "common").rows:
        assert isinstance(name, Text)
        assert say(name, "zh") != say(name, "en")


def test_departures_are_listed_once_with_the_runs_that_have_them(runs: list[RunFolder], comparison: Comparison) -> None:
    rows = table(comparison, "departures").rows
    bodies = [str(row[1]) for row in rows]
    assert len(set(bodies)) == len(bodies) == len(runs[0].manifest.departures)
    assert {str(row[2]) for row in rows} == {"all"}
    assert any("Non-conforming trial" in body for body in bodies)


def test_a_departure_of_one_run_names_it(runs: list[RunFolder], tmp_path: Path) -> None:
    manifest = runs[0].manifest
    trial_alone = [note for note in manifest.departures if note.id == "departure-trial"]
    other = tmp_path / "other"
    other.mkdir()
    for name, data in trial.contents(runs[0].path).items():
        (other / name).parent.mkdir(exist_ok=True)
        (other / name).write_bytes(data)
    subject = manifest.subject.model_copy(update={"name": "other"})
    changed = manifest.model_copy(update={"departures": tuple(trial_alone), "subject": subject})
    RunFolder(other).write_model("manifest.json", changed)
    rows = table(compare_runs([runs[0], RunFolder(other)], seed=1), "departures").rows
    assert [row[2] for row in rows if "Non-conforming" not in str(row[1])] == ["product"] * (len(rows) - 1)


def test_json_says_it_too(runs: list[RunFolder], comparison: Comparison) -> None:
    subjects = json.loads(json.dumps(comparison.as_json()))["subjects"]
    for subject, run in zip(subjects, runs, strict=True):
        assert subject["run"]["data"]["sha256"] == run.manifest.data.sha256
        assert subject["run"]["started"] == run.manifest.started
        assert subject["run"]["software"] == run.manifest.software
        assert len(subject["run"]["departures"]) == len(run.manifest.departures)


@pytest.mark.slow
def test_the_page_leads_to_each_report_whatever_its_folder_is_called(runs: list[RunFolder], tmp_path: Path) -> None:
    page = runs[0].path.parent.parent / "pages" / "comparison.html"
    page.parent.mkdir(exist_ok=True)
    done = trial.mindsight("compare", *(run.path for run in runs), "--out", page)
    assert done.returncode == 0
    drawn = page.read_text()
    hrefs = [html.unescape(href) for href in re.findall(r'href="([^"#][^"]*)"', drawn)]
    assert len(hrefs) == 2
    for href, run in zip(hrefs, runs, strict=True):
        assert re.fullmatch(r"[A-Za-z0-9_./%~-]+", href)
        assert (page.parent / unquote(href)).resolve() == (run.path / "report.html").resolve()
    assert runs[0].manifest.data.sha256 in drawn


def test_a_report_that_is_not_there_is_no_link(runs: list[RunFolder], tmp_path: Path) -> None:
    found = addresses([runs[0], RunFolder(tmp_path)], tmp_path / "page.html")
    assert found.keys() == {"report-1"}
