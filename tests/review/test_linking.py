"""The link between a run and the review of its data: made at the start, shown by the report, checked by verify."""

import json
import shutil
from pathlib import Path

import pytest

from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.review.linking import disagreements, link, review_beside, unreviewed
from mindsight.review.page import write_page
from mindsight.review.reviewing import media_files, review
from mindsight.text import say
from record import trial
from review import making

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "records"


def reviewed(data: Path, out: Path) -> Path:
    found = review(data, out, on=making.ON)
    write_page(found, out, data, media_files(out), language="en", progress=lambda _done, _all: None)
    return out


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit with its review beside it, and the run of a product that found the review there."""
    place = tmp_path_factory.mktemp("linked")
    kit = trial.make_kit(place / "kit")
    reviewed(kit, place / "kit-review")
    done = trial.mindsight("album", "run", kit, "--subject", "baseline:identity", "--out", place / "run")
    assert done.returncode == 0, done.stderr
    return place


def test_a_run_finds_the_review_beside_its_data_and_its_report_says_what_it_came_to(place: Path) -> None:
    named = RunFolder.open(place / "run").manifest.review
    assert named is not None
    assert named == link(place / "kit-review", place / "kit" / "kit.json")
    for language, words in (("en", "nothing that the program decides failed"), ("zh", "由程序判定的没有不合格")):
        assert trial.mindsight("--lang", language, "report", place / "run").returncode == 0
        page = (place / "run" / "report.html").read_text("utf-8")
        assert named.sha256 in page
        assert words in page
    assert list(disagreements(place / "kit-review", RunFolder.open(place / "run"))) == []


def test_verify_says_which_review_is_meant_and_checks_it(place: Path) -> None:
    alone = trial.mindsight("--lang", "en", "verify", place / "run")
    assert alone.returncode == 0
    assert "--review DIR" in alone.stderr
    both = trial.mindsight("--lang", "en", "verify", place / "run", "--review", place / "kit-review")
    assert both.returncode == 0
    assert "saw every file of the run" in both.stdout


def test_another_review_or_a_changed_one_is_found(place: Path, tmp_path: Path) -> None:
    other = reviewed(making.photographs(tmp_path / "photos", count=2), tmp_path / "photos-review")
    done = trial.mindsight("--lang", "en", "verify", place / "run", "--review", other)
    assert (done.returncode, "this one is" in done.stdout) == (1, True)
    with pytest.raises(InputError, match="is the review of other data"):
        link(other, place / "kit" / "kit.json")
    changed = Path(shutil.copytree(place / "kit-review", tmp_path / "changed"))
    lines = (changed / "files.jsonl").read_bytes().splitlines(keepends=True)
    (changed / "files.jsonl").write_bytes(b"".join(lines[:-1]))
    said = [say(one, "en") for one in disagreements(changed, RunFolder.open(place / "run"))]
    assert "files.jsonl: was changed since it was sealed" in said
    with pytest.raises(InputError, match="cannot be relied on"):
        link(changed, place / "kit" / "kit.json")


def test_a_run_that_praises_its_review_is_found(place: Path, tmp_path: Path) -> None:
    run = RunFolder(Path(shutil.copytree(place / "run", tmp_path / "run")))
    page = json.loads((run.path / "manifest.json").read_bytes())
    page["review"]["warnings"] = 0
    (run.path / "manifest.json").write_text(json.dumps(page), "utf-8")
    assert [one.message for one in disagreements(place / "kit-review", run)] == [
        "the run says something else of the review than what it says itself"
    ]


def test_a_run_without_review_says_so(place: Path, tmp_path: Path) -> None:
    kit = Path(shutil.copytree(place / "kit", tmp_path / "kit"))
    assert review_beside(kit) is None
    assert (
        trial.mindsight("album", "run", kit, "--subject", "baseline:identity", "--out", tmp_path / "run").returncode
        == 0
    )
    assert "review" not in json.loads((tmp_path / "run" / "manifest.json").read_bytes())
    assert "the run names no review of its data" in (tmp_path / "run" / "report.html").read_text("utf-8")
    done = trial.mindsight("--lang", "en", "verify", tmp_path / "run", "--review", place / "kit-review")
    assert (done.returncode, "names no review" in done.stdout) == (1, True)
    # Review and run belong together though the run was resumed: what it began with stays.
    again = trial.mindsight(
        "--lang", "en", "album", "run", kit, "--subject", "baseline:identity",
        "--resume", tmp_path / "run", "--review", place / "kit-review",
    )  # fmt: skip
    assert (again.returncode, "began without this review" in again.stderr) == (2, True)


def test_data_that_changed_since_the_review_beside_it_rest_on_none(place: Path, tmp_path: Path) -> None:
    kit = trial.make_kit(tmp_path / "kit", seed=8)
    shutil.copytree(place / "kit-review", tmp_path / "kit-review")
    done = trial.mindsight(
        "--lang", "en", "album", "run", kit, "--subject", "baseline:identity", "--out", tmp_path / "run"
    )
    assert done.returncode == 0
    assert "is the review of other data" in done.stderr
    assert RunFolder.open(tmp_path / "run").manifest.review is None


def test_generated_tasks_are_reviewed_as_a_whole(tmp_path: Path) -> None:
    run = GOLDEN / "home-model"
    reviewed(run, tmp_path / "review")
    assert link(tmp_path / "review", run / "instances.json").name == "home-model"
    other = GOLDEN / "home-few-validate" / "instances.json"
    with pytest.raises(InputError, match="1 files of the run are not in it"):
        link(tmp_path / "review", other)


def test_clips_are_known_by_their_hashes(tmp_path: Path) -> None:
    """The samples of a run are a file of its own; the clips that they name were reviewed one by one."""
    making.clips(tmp_path / "clips")
    reviewed(tmp_path / "clips", tmp_path / "review")
    (clip,) = (tmp_path / "clips").rglob("*.mp4")
    listed = tmp_path / "samples.json"
    for sha256, missing in ((canonical.sha256_of_file(clip), 0), ("0" * 64, 1)):
        listed.write_text(json.dumps({"samples": [{"id": "one", "sha256": sha256}]}), "utf-8")
        assert unreviewed(tmp_path / "review", listed) == missing


@pytest.mark.parametrize("name", ["home-few-validate", "home-few-robustness"])
def test_studies_are_reviewed_by_the_tasks_that_they_were_made_on(name: str, tmp_path: Path) -> None:
    run = RunFolder.open(GOLDEN / name)
    reviewed(run.path, tmp_path / "review")
    assert link(tmp_path / "review", run.path / run.manifest.data.file).failed == 0


ONE_CLASS = ("--tasks", "buttons", "--trials", "4")
STUDIES = {
    "autonomous": (
        "home",
        "run",
        "--mode",
        "autonomous",
        "--subject",
        "baseline:idle",
        "--tasks",
        "blocks",
        "--scenes",
        "2",
    ),
    "validate": ("home", "validate", "--dials", "slow", *ONE_CLASS),
    "robustness": ("home", "robustness", "--subject", "baseline:idle", "--conditions", "stance-eager", *ONE_CLASS),
}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", STUDIES)
def test_every_household_run_names_a_review(name: str, tmp_path: Path) -> None:
    assert trial.mindsight(*STUDIES[name], "--out", tmp_path / "first", timeout=500).returncode in {0, 1}
    assert trial.mindsight("review", tmp_path / "first", "--out", tmp_path / "review").returncode == 0
    done = trial.mindsight(*STUDIES[name], "--out", tmp_path / "run", "--review", tmp_path / "review", timeout=500)
    assert done.returncode in {0, 1}, done.stderr
    run = RunFolder.open(tmp_path / "run")
    assert run.manifest.review is not None
    assert run.manifest.review.sha256 in (tmp_path / "run" / "report.html").read_text("utf-8")
    both = trial.mindsight("--lang", "en", "verify", tmp_path / "run", "--review", tmp_path / "review", timeout=500)
    assert (both.returncode, "saw every file of the run" in both.stdout) == (0, True)


def test_controls_name_the_review_beside_their_clips(real_data: Path, tmp_path: Path) -> None:
    if not (real_data / "vsig_real").is_dir():
        pytest.skip("no real clip; MINDSIGHT_TEST_DATA names the folder that holds vsig_real")
    data = Path(shutil.copytree(real_data / "vsig_real", tmp_path / "clips"))
    reviewed(data, tmp_path / "clips-review")
    done = trial.mindsight(
        "vsig",
        "controls",
        "--data",
        data,
        "--subject",
        "baseline:random",
        "--controls",
        "text",
        "--out",
        tmp_path / "run",
    )
    assert done.returncode in {0, 1}, done.stderr
    run = RunFolder.open(tmp_path / "run")
    assert run.manifest.review is not None
    assert list(disagreements(tmp_path / "clips-review", run)) == []
