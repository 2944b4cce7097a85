"""``mindsight rate``: from sealed runs to a campaign, links, and the ratings at its end."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import mindsight
from album.masked import mask_kit, segment
from mindsight import checker
from mindsight.album.kits.pictures import encode_png
from mindsight.cli import run
from mindsight.errors import InputError, MindsightError
from mindsight.rating.campaigns.folder import CampaignFolder
from mindsight.rating.rated_run import seal_of
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
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


def rated_by(store: Store, links: dict[str, str]) -> None:
    """Let raters answer all they are asked."""
    for name, link in links.items():
        browser = Browser(application(store))
        browser.start(link.rpartition("/")[2])
        assert rate_all(store, browser, name) > 5
    store.engine.dispose()


def links_of(said: str) -> dict[str, str]:
    lines = said.split()
    return dict(zip(lines[::2], lines[1::2], strict=True))


def test_from_runs_to_rated_runs(enhanced: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = tmp_path / "campaign"
    runs = (enhanced["identity"], enhanced["nlmeans"])
    before = {run: trial.contents(run) for run in runs}
    assert (
        command("new", *runs, "--kit", enhanced["kit"], "--out", campaign, "--least-viewing", 0, "--languages", "en")
        == 0
    )
    assert "10 outputs of 2 runs" in capsys.readouterr().out
    assert command("invite", campaign, "--count", 3, "--url", "https://ratings.example.org/") == 0
    links = links_of(capsys.readouterr().out)
    assert [*links] == ["R01", "R02", "R03"]
    assert all(link.startswith("https://ratings.example.org/i/") for link in links.values())
    rated_by(Store.open(CampaignFolder.open(campaign)), links)
    assert command("status", campaign, "--json") == 0
    status = json.loads(capsys.readouterr().out)
    assert (status["complete"], status["closed"]) == (3, None)
    assert command("close", campaign, "--yes") == 0
    said = capsys.readouterr()
    assert str(campaign / "ratings.jsonl") in said.out
    assert "62.00" in said.out
    rated = [RunFolder.open(campaign / "rated" / run.name) for run in runs]
    assert [one.manifest.plan["rated"]["seal"] for one in rated] == [seal_of(RunFolder.open(run)) for run in runs]
    assert f"mindsight album report {runs[1]} {rated[1].path}" in " ".join(said.err.split())
    for one, source in zip(rated, runs, strict=True):
        assert checker.check(str(one.path))[0] == []
        assert one.results.measure("album.enhancement_opinion").value == pytest.approx(62)
        assert not one.manifest.plan["simulated"]
        assert trial.contents(source) == before[source]
    capsys.readouterr()
    assert run(["compare", *(str(one.path) for one in rated), "--lang", "en"]) == 0
    said_of_both = " ".join(capsys.readouterr().out.split())
    assert "for other raters and other items" in said_of_both
    assert "Opinion" in said_of_both
    # Once more: nothing changes.
    kept = trial.contents(campaign / "rated")
    assert command("close", campaign) == 0
    assert trial.contents(campaign / "rated") == kept
    with pytest.raises(InputError, match="closed"):
        command("invite", campaign)


def test_a_failed_output_is_not_shown_and_ends_as_0_points_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kit = trial.make_kit(tmp_path / "kit")
    outputs = trial.make_outputs(kit, tmp_path / "outputs")
    # The fifth is missing; the third has another size: a file is there, and it has failed all the same.
    (outputs / "0003.png").write_bytes(encode_png(np.full((12, 16, 3), 90, np.uint8)))
    source = trial.sealed_run(kit, tmp_path / "run", SubjectSpec("folder", str(outputs)))
    campaign = tmp_path / "campaign"
    assert command("new", source, "--kit", kit, "--out", campaign, "--least-viewing", 0, "--languages", "en") == 0
    said = capsys.readouterr()
    assert "3 outputs of 1 runs" in said.out
    assert "0003 cannot be shown" in said.err
    folder = CampaignFolder.open(campaign)
    assert {one.item for one in folder.stimuli.values() if one.kind == "output"} == {"0001", "0002", "0004"}
    assert [item for item, _ in folder.plan.runs[0].missing] == ["0003", "0005"]
    assert command("invite", campaign, "--count", 3) == 0
    rated_by(Store.open(folder), links_of(capsys.readouterr().out))
    assert command("close", campaign, "--yes") == 0
    rated = RunFolder.open(campaign / "rated" / "run")
    assert checker.check(str(rated.path))[0] == []
    items = {item.id: item for item in rated.items}
    assert [items[number].status for number in ("0002", "0003", "0005")] == ["scored", "failed", "failed"]
    assert "12×16" in str(items["0003"].error) or "16×12" in str(items["0003"].error)
    assert items["0005"].error is not None
    score = rated.results.measure("album.enhancement_opinion")
    assert (score.n, score.value) == (5, pytest.approx(3 * 62 / 5))


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda file: file.unlink(), "cannot be read"),
        (
            lambda file: file.write_bytes(encode_png(np.zeros((24, 32, 3), np.uint8))),
            "is not the output that was sealed",
        ),
    ],
    ids=["lost", "changed"],
)
def test_an_output_that_is_no_longer_the_sealed_one_is_named(
    enhanced: dict[str, Path], tmp_path: Path, damage: Callable[[Path], object], reason: str
) -> None:
    shutil.copytree(enhanced["identity"], tmp_path / "run")
    run = RunFolder.open(tmp_path / "run")
    damage(run.path / "media" / Path(next(iter(run.items)).media["output"]).name)
    with pytest.raises(InputError, match=reason):
        command("new", run.path, "--kit", enhanced["kit"], "--out", tmp_path / "campaign")
    assert not (tmp_path / "campaign").exists()


def test_a_run_that_was_moved_is_named_and_one_that_was_changed_refused(
    enhanced: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    shutil.copytree(enhanced["nlmeans"], first)
    campaign = tmp_path / "campaign"
    command("new", first, "--kit", enhanced["kit"], "--out", campaign, "--simulated", "--least-viewing", 0)
    assert command("simulate", campaign) == 0
    first.rename(second)
    with pytest.raises(MindsightError, match="is not a run of this campaign"):
        command("close", campaign, "--yes", "--run", enhanced["identity"])
    assert json.loads(_status(campaign, capsys))["closed"] is None
    assert command("close", campaign, "--yes") == 1
    assert "name its folder with --run" in capsys.readouterr().err
    assert (campaign / "ratings.jsonl").is_file()
    assert command("close", campaign, "--run", second, "--out", tmp_path / "rated") == 0
    assert [path.name for path in (tmp_path / "rated").iterdir()] == ["two"]


def _status(campaign: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    command("status", campaign, "--json")
    return capsys.readouterr().out


def test_with_two_raters_there_is_a_record_and_no_score(
    enhanced: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = tmp_path / "campaign"
    command(
        "new", enhanced["nlmeans"], "--kit", enhanced["kit"], "--out", campaign, "--simulated", "--least-viewing", 0
    )
    assert command("simulate", campaign, "--raters", 2) == 0
    assert command("close", campaign, "--yes") == 1
    assert "1 are missing" in capsys.readouterr().err
    rated = RunFolder.open(campaign / "rated" / "nlmeans")
    assert rated.results.measure("album.enhancement_opinion").value is None


def test_a_campaign_without_an_answer_is_closed_without_a_rated_run(
    enhanced: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = tmp_path / "campaign"
    command("new", enhanced["nlmeans"], "--kit", enhanced["kit"], "--out", campaign)
    assert command("close", campaign, "--yes") == 1
    assert "holds no scored rating" in capsys.readouterr().err
    assert not any((campaign / "rated").iterdir())


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
        ([enhanced["identity"], "--kit", kit, "--languages", ""], "name at least one"),
        ([enhanced["identity"], "--kit", kit, "--screening", "magic"], "not known"),
        ([enhanced["identity"], "--kit", kit, "--pairs", "products"], "second run"),
        ([enhanced["identity"], "--kit", kit, "--pairs", "reference", "--simulated"], "points only"),
        ([enhanced["identity"], "--kit", kit, "--pairs", "friends"], "not known"),
    ]
    for words, reason in cases:
        with pytest.raises(MindsightError, match=reason):
            command("new", *words, "--out", target)
        assert not (target / "campaign.json").exists()


def test_a_campaign_made_by_a_call_is_that_of_the_command(enhanced: dict[str, Path], tmp_path: Path) -> None:
    words = ("--raters", 5, "--pairs", "reference, input", "--no-colour-check", "--qualification", 1, "--gold", 0)
    command(
        "new",
        enhanced["identity"],
        "--kit",
        enhanced["kit"],
        "--least-screen",
        "800x600",
        *words,
        "--out",
        tmp_path / "a",
    )
    made = mindsight.rating.new(
        [enhanced["identity"]],
        enhanced["kit"],
        out=tmp_path / "b",
        least_screen="800x600",
        raters=5,
        pairs=["reference", "input"],
        no_colour_check=True,
        qualification=1,
        gold=0.0,
    )
    its_own = {"id": "", "made": ""}
    assert made.plan.model_copy(update=its_own) == CampaignFolder(tmp_path / "a").plan.model_copy(update=its_own)
    assert (made.plan.qualification.least_right, made.plan.screen.least_width) == (1, 800)
    unusable: list[tuple[dict[str, Any], str]] = [
        ({"raters": 0}, "raters: "),
        ({"raters": float("nan")}, "raters: "),
        ({"rater": 3}, 'did you mean "raters"'),
        ({"gold": 2}, "gold: "),
        ({"qualification": [1]}, "qualification: "),
        ({"qualification": 1, "least_right": 4}, "more right answers"),
        ({"break_after": 0.01}, "break-after: "),
        ({"least_screen": 1920}, "no size"),
    ]
    for options, reason in unusable:
        with pytest.raises(InputError, match=reason):
            mindsight.rating.new([enhanced["identity"]], enhanced["kit"], out=tmp_path / "c", **options)
    with pytest.raises(InputError, match="name at least one run"):
        mindsight.rating.new([], enhanced["kit"], out=tmp_path / "c")
    assert not (tmp_path / "c").exists()


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
