"""``mindsight rate``: from sealed runs to a campaign, links, and the ratings at its end."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from album.masked import mask_kit, segment
from mindsight.cli import run
from mindsight.errors import InputError, MindsightError
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.record import canonical
from mindsight.subjects.spec import SubjectSpec
from mindsight.web.store.campaign import Store
from record import trial
from web.campaigns import Browser, application, rate_all


@pytest.fixture(scope="module")
def enhanced(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("enhanced")
    kit = trial.make_kit(base / "kit")
    found = {"kit": kit}
    for name in ("identity", "nlmeans"):
        found[name] = trial.sealed_run(kit, base / name, SubjectSpec("baseline", name))
    return found


def command(*words: Any) -> int:
    return run(["rate", *map(str, words)])


def picture(folder: CampaignFolder, stimulus: str, role: str) -> Any:
    file = folder.picture(folder.stimuli[stimulus].pictures[role].file)
    assert canonical.sha256_of_file(file) == file.stem
    return cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)


def test_from_runs_to_ratings(enhanced: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = tmp_path / "campaign"
    runs = (enhanced["identity"], enhanced["nlmeans"])
    assert (
        command("new", *runs, "--kit", enhanced["kit"], "--out", campaign, "--least-viewing", 0, "--languages", "en")
        == 0
    )
    assert "10 outputs of 2 runs" in capsys.readouterr().out
    assert command("invite", campaign, "--count", 3, "--url", "https://ratings.example.org/") == 0
    lines = capsys.readouterr().out.split()
    assert lines[::2] == ["R01", "R02", "R03"]
    assert all(link.startswith("https://ratings.example.org/i/") for link in lines[1::2])
    store = Store.open(CampaignFolder.open(campaign))
    for name, link in zip(lines[::2], lines[1::2], strict=True):
        browser = Browser(application(store))
        browser.start(link.rpartition("/")[2])
        assert rate_all(store, browser, name) > 10
    store.engine.dispose()
    assert command("status", campaign, "--json") == 0
    status = json.loads(capsys.readouterr().out)
    assert (status["complete"], status["closed"]) == (3, None)
    assert command("close", campaign) == 0
    ratings = campaign / "ratings.jsonl"
    assert str(ratings) in capsys.readouterr().out
    # The next command takes them up.
    assert command("score", ratings, runs[1], "--out", tmp_path / "rated") == 0
    assert "62" in capsys.readouterr().out
    with pytest.raises(InputError, match="closed"):
        command("invite", campaign)


def test_what_is_shown_are_the_pixels_of_kit_and_run(enhanced: dict[str, Path], tmp_path: Path) -> None:
    command("new", enhanced["identity"], "--kit", enhanced["kit"], "--out", tmp_path / "campaign")
    folder = CampaignFolder.open(tmp_path / "campaign")
    seal = folder.plan.runs[0].run
    assert seal == canonical.sha256_of_file(enhanced["identity"] / "SHA256SUMS")
    kinds = {one.kind for one in folder.stimuli.values()}
    assert kinds == {"output", "reference", "anchor", "gold"}
    reference = cv2.imread(str(next((enhanced["kit"] / "truth").glob("0001*"))))
    source = cv2.imread(str(next((enhanced["kit"] / "inputs").glob("0001*"))))
    output = f"0001-{seal[:12]}"
    assert np.array_equal(picture(folder, output, "reference"), reference)
    assert np.array_equal(picture(folder, output, "input"), source)
    # The identity gives the input back.
    assert np.array_equal(picture(folder, output, "output"), source)
    assert np.array_equal(picture(folder, "0001-reference", "output"), reference)
    assert np.array_equal(picture(folder, "0001-anchor", "output"), source)
    wrong = [
        np.abs(picture(folder, f"0001-{kind}", "output").astype(int) - reference).mean() for kind in ("anchor", "gold")
    ]
    assert wrong[1] > 1.5 * wrong[0]


def test_a_segmentation_shows_mask_cut_out_and_difference(tmp_path: Path) -> None:
    kit = mask_kit(tmp_path / "kit")
    record = segment(kit, tmp_path / "run", "baseline:centre")
    command("new", record.path, "--kit", kit, "--out", tmp_path / "campaign")
    folder = CampaignFolder.open(tmp_path / "campaign")
    output = f"0001-{folder.plan.runs[0].run[:12]}"
    mask = picture(folder, output, "mask")
    assert {*np.unique(mask)} == {0, 255}
    found = picture(folder, output, "output")
    assert {*np.unique(found)} == {0, 255}
    assert np.array_equal(picture(folder, "0001-reference", "output"), mask)
    assert np.array_equal(picture(folder, "0001-reference", "cutout")[:, :, 3], mask)
    assert np.array_equal(picture(folder, "0001-gold", "output"), 255 - mask)
    orange = (picture(folder, output, "difference") == (0, 120, 230)).all(axis=2)
    assert np.array_equal(orange, (mask == 0) & (found == 255))
    x, y = folder.stimuli["0001-gold"].focus or (-1, -1)
    assert 0 <= x < mask.shape[1]
    assert 0 <= y < mask.shape[0]


def test_runs_that_do_not_belong_together_are_refused(enhanced: dict[str, Path], tmp_path: Path) -> None:
    other = trial.make_kit(tmp_path / "kit", 3, seed=9)
    kit = enhanced["kit"]
    target = tmp_path / "campaign"
    cases: list[tuple[list[Any], str]] = [
        ([enhanced["identity"], "--kit", other], "was not run on the kit"),
        ([enhanced["identity"], enhanced["identity"], "--kit", kit], "twice"),
        ([kit, "--kit", kit], "not a run folder"),
        ([enhanced["identity"], "--kit", kit, "--least-screen", "wide"], "no size"),
        ([enhanced["identity"], "--kit", kit, "--languages", "fr"], "not known"),
        ([enhanced["identity"], "--kit", kit, "--languages", ""], "not known"),
        ([enhanced["identity"], "--kit", kit, "--screening", "magic"], "not known"),
    ]
    for words, reason in cases:
        with pytest.raises(MindsightError, match=reason):
            command("new", *words, "--out", target)
        assert not (target / "campaign.json").exists()


def test_a_run_without_pictures_cannot_be_rated(enhanced: dict[str, Path], tmp_path: Path) -> None:
    bare = trial.sealed_run(enhanced["kit"], tmp_path / "bare", SubjectSpec("baseline", "identity"), keep_outputs=False)
    with pytest.raises(InputError, match="--no-media"):
        command("new", bare, "--kit", enhanced["kit"], "--out", tmp_path / "campaign")


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    for word in ("invite", "status", "close", "serve"):
        with pytest.raises(InputError, match="is no campaign"):
            command(word, tmp_path)


def test_a_link_is_revoked_by_name(enhanced: dict[str, Path], tmp_path: Path) -> None:
    campaign = tmp_path / "campaign"
    command("new", enhanced["identity"], "--kit", enhanced["kit"], "--out", campaign)
    assert command("invite", campaign, "--rater", "Ada") == 0
    assert command("invite", campaign, "--rater", "Ada", "--revoke") == 0
    for words in (
        ("--rater", "Bob", "--revoke"),
        ("--revoke",),
        ("--rater", "Ada", "--count", 2),
        ("--language", "fr"),
    ):
        with pytest.raises(InputError):
            command("invite", campaign, *words)
