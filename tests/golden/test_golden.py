"""Records that version 0.1.0 wrote: whatever becomes of the code, they are verified, rescored, reported and compared."""

import html
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mindsight.text import translate
from record import trial

RECORDS = Path(__file__).parent / "records"
NAMES = sorted(path.name for path in RECORDS.iterdir() if path.is_dir())
PAIRS = (
    ("enhancement-command", "enhancement-python"),
    ("classification-colours", "classification-table"),
    ("segmentation-few-centre", "segmentation-few-threshold"),
    ("home-model", "home-http"),
    ("vsig-few-random", "vsig-few-centre"),
)
_FIELD = re.compile(r"\{\w+\}")
_ENGLISH = re.compile(r"[A-Za-z]{3,} [a-z]+ [a-z]+")
"""Words in a row, as no name has them."""
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_ELSEWHERE = re.compile(
    r'<style>.*?</style>|<span lang="en">.*?</span>|<(code|bdi|pre|q|svg)\b.*?</\1>|<[^>]+>', re.DOTALL
)


@pytest.fixture(params=NAMES)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a record, for reports are written into it."""
    return Path(shutil.copytree(RECORDS / request.param, tmp_path / request.param))


def test_a_kept_record_is_verified_and_scored_as_on_its_first_day(run: Path) -> None:
    before = measures(run)
    done = trial.mindsight("--lang", "en", "verify", run)
    # What the version of then words and draws otherwise is not compared, and named; all that is compared agrees.
    assert (done.returncode, done.stderr) == (3, ""), done.stdout + done.stderr
    named = [line for line in done.stdout.splitlines() if line.startswith("not compared: ")]
    assert named
    assert all("because mindsight 0.1.0" in line for line in named), done.stdout
    done = trial.mindsight("--lang", "en", "rescore", run, "--yes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert before
    # A later version may know more measures; those of the first day stay.
    # Marks stand on each measure since; before, they stood in the manifest alone.
    after = {measure["name"]: {key: measure[key] for key in measure if key != "marks"} for measure in measures(run)}
    assert [after.get(measure["name"]) for measure in before] == [_today(measure) for measure in before]
    assert '<html lang="en">' in (run / "report.html").read_text("utf-8")


def _today(measure: dict[str, Any]) -> dict[str, Any]:
    """Return a measure as it is stated since: in vsig an interval without width is not estimable."""
    interval = measure["interval"]
    flat = interval is not None and interval["low"] == interval["high"]
    return {**measure, "interval": None} if flat and measure["name"].startswith(("vsig.", "ecog.")) else measure


def test_its_report_is_chinese_throughout(run: Path) -> None:
    assert trial.mindsight("--lang", "zh", "report", run).returncode == 0
    done = trial.mindsight("--lang", "en", "verify", run)
    assert (done.returncode, "not compared: report.html" in done.stdout) == (3, False), done.stdout
    page = (run / "report.html").read_text("utf-8")
    assert '<html lang="zh">' in page
    shown = html.unescape(_ELSEWHERE.sub("\n", page))
    assert _CHINESE.search(shown)
    answered = "".join(file.read_text("utf-8") for file in run.glob("*.jsonl"))
    english = {line for line in shown.splitlines() if _ENGLISH.search(line) and not _CHINESE.search(line)}
    # What a subject answered is shown as it is.
    assert {line for line in english if json.dumps(line, ensure_ascii=False)[1:-1].strip() not in answered} == set()


def test_every_sentence_in_it_has_its_chinese(run: Path) -> None:
    pages = [json.loads((run / name).read_bytes()) for name in ("manifest.json", "results.json")]
    pages += [json.loads(line) for line in (run / "items.jsonl").read_bytes().splitlines()]
    said = {message for page in pages for message in sentences(page) if _ENGLISH.search(_FIELD.sub("", message))}
    assert said
    assert [message for message in sorted(said) if not _CHINESE.search(translate(message, "zh"))] == []


@pytest.mark.parametrize("pair", PAIRS)
def test_records_of_one_test_are_compared(pair: tuple[str, str]) -> None:
    done = trial.mindsight("compare", *(RECORDS / name for name in pair), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)


def measures(run: Path) -> list[dict[str, Any]]:
    """Return the measures of a record without what tells which machine and versions computed them."""
    found = json.loads((run / "results.json").read_bytes())["measures"]
    return [{**measure, "signature": measure["signature"]["identity"]} for measure in found]


def sentences(value: Any) -> Iterator[str]:
    """Yield the template of every text, those in arguments too."""
    if isinstance(value, list):
        for inner in value:
            yield from sentences(inner)
    elif isinstance(value, dict):
        if value.keys() == {"message", "args"}:
            yield value["message"]
        for inner in value.values():
            yield from sentences(inner)
