"""From kit and product to a sealed record: everything is counted, and the same run gives the same bytes."""

import shlex
import shutil
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from album.making import contents, encoded, recipe, soft_picture, trial_kit
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.enhancement.preparation import make_enhancement_kit
from mindsight.album.enhancement.procedure import EnhancementTest
from mindsight.album.kits.pictures import encode_png, read_picture
from mindsight.album.plan import AlbumPlan
from mindsight.errors import IdentityError, KitError, SubjectError
from mindsight.execution.parallel import Engine
from mindsight.kinds import rescore
from mindsight.pipeline import run_test
from mindsight.record import canonical, scores
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Subject
from mindsight.subjects.spec import SubjectSpec, parse_subject

POINTS = ("album.psnr", "album.ssim")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial_kit(tmp_path_factory.mktemp("runs") / "kit", 5)


def run(kit: Path, folder: Path, subject: str, *, engine: Engine = "serial", **options: Any) -> RunFolder:
    spec = parse_subject(subject)
    test = EnhancementTest(EnhancementKit(kit), spec, Subject(spec=spec.public, name="product"), AlbumPlan(**options))
    return run_test(test, folder, engine=engine, workers=2 if engine == "local" else 1)


def command(source: str) -> str:
    return f"command:{shlex.quote(sys.executable)} -c {shlex.quote(source)} {{input}} {{output}}"


def by_id(made: RunFolder) -> dict[str, Item]:
    return {item.id: item for item in made.items}


def test_doing_nothing_gains_exactly_nothing(kit: Path, tmp_path: Path) -> None:
    made = run(kit, tmp_path / "run", "baseline:identity")
    for name in (*POINTS, "album.ssim_windowed"):
        gain, own, score = (made.results.measure(name + suffix) for suffix in ("_gain", "_input", ""))
        assert gain.value == 0
        assert gain.n == 5
        assert score.value == own.value
    assert {item.status for item in made.items} == {"scored"}
    assert made.manifest.state == "complete"


def test_handing_back_the_references_scores_everything(kit: Path, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    shutil.copytree(kit / "truth", outputs)
    made = run(kit, tmp_path / "run", f"folder:{outputs}")
    assert [made.results.measure(name).value for name in POINTS] == [100, 100]
    assert made.results.measure("album.psnr_db").status == "exact"
    assert {item.outcome for item in made.items} == {"exact"}


def test_every_output_is_counted_however_bad_it_is(kit: Path, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    reference = read_picture(kit / "truth" / "0001.png").pixels
    (outputs / "0001.png").write_bytes(encode_png(reference))
    (outputs / "0002.png").write_bytes(encode_png(reference)[:-20])
    (outputs / "0003.png").write_bytes(encode_png(np.rot90(reference).copy()))
    for suffix in ("png", "jpg"):
        (outputs / f"0004.{suffix}").write_bytes(b"")
    made = run(kit, tmp_path / "run", f"folder:{outputs}")
    items = by_id(made)
    assert {number: (item.status, item.outcome) for number, item in items.items()} == {
        "0001": ("scored", "exact"),
        "0002": ("failed", "unreadable"),
        "0003": ("failed", "wrong_size"),
        "0004": ("failed", "duplicate"),
        "0005": ("failed", "missing"),
    }
    assert "the output 0003.png is 30×40 pixels, its reference 40×30" in str(items["0003"].error)
    assert all(str(item.error).strip() for item in items.values() if item.status == "failed")
    for name in POINTS:
        measure = made.results.measure(name)
        assert (measure.n, measure.value) == (5, 20)
    assert made.results.measure("album.ssim_windowed").n == 1
    table = scores.from_csv(made.path / "scores.csv")
    assert table.column("album.psnr").tolist() == [100, 0, 0, 0, 0]


def test_a_jpeg_in_a_file_named_png_is_scored_and_noted(kit: Path, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    for picture in (kit / "truth").iterdir():
        (outputs / picture.name).write_bytes(encoded(read_picture(picture).pixels, "JPEG", quality=60))
    made = run(kit, tmp_path / "run", f"folder:{outputs}")
    assert {item.parsed["format"] for item in made.items} == {"JPEG"}
    assert 60 < made.results.measure("album.psnr").value < 100


def test_an_output_that_is_a_link_is_not_followed(kit: Path, tmp_path: Path) -> None:
    made = run(kit, tmp_path / "run", command("import os, sys; os.symlink('/etc/passwd', sys.argv[2])"))
    assert {(item.outcome, str(item.error)) for item in made.items} == {
        ("unreadable", "the output is a link, not a picture")
    }
    passwords = Path("/etc/passwd").read_bytes()
    assert passwords not in contents(made.path).values()


def test_a_product_cannot_change_the_kit(kit: Path, tmp_path: Path) -> None:
    before = contents(kit)
    made = run(kit, tmp_path / "run", command("import sys; open(sys.argv[1], 'w').close(); sys.exit(1)"))
    assert contents(kit) == before
    assert made.results.measure("album.psnr").value == 0


def test_secrets_do_not_reach_the_record(kit: Path, tmp_path: Path) -> None:
    subject = command("import sys; sys.exit('password=hunter2')") + " --api-key hunter2"
    made = run(kit, tmp_path / "run", subject)
    for name, data in contents(made.path).items():
        assert b"hunter2" not in data, name
    assert made.manifest.subject.spec.endswith("--api-key ***")


@pytest.mark.parametrize("only", [False, True])
def test_rescoring_gives_the_same_bytes(only: bool, kit: Path, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    shutil.copytree(kit / "inputs", outputs)
    (outputs / "0002.png").unlink()
    made = run(kit, tmp_path / "run", f"folder:{outputs}", normative_only=only)
    table, results = rescore(made)
    assert canonical.model_page(results) == (made.path / "results.json").read_bytes()
    assert scores.to_csv(table) == (made.path / "scores.csv").read_bytes()
    names = {measure.name for measure in results.measures}
    assert ("album.ssim_windowed" in names) is not only
    assert set(POINTS) < names


@pytest.mark.slow
@pytest.mark.parametrize("subject", ["baseline:bilateral", "folder:OUTPUTS"])
def test_one_process_and_two_give_the_same_bytes(subject: str, kit: Path, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    shutil.copytree(kit / "inputs", outputs)
    (outputs / "0003.png").write_bytes(b"no picture")
    (outputs / "0004.png").unlink()
    engines: tuple[Engine, ...] = ("serial", "local")
    runs = [run(kit, tmp_path / engine, subject.replace("OUTPUTS", str(outputs)), engine=engine) for engine in engines]
    for name in ("results.json", "scores.csv"):
        one, two = ((made.path / name).read_bytes() for made in runs)
        assert one == two
    assert contents(runs[0].path / "media") == contents(runs[1].path / "media")


def test_outputs_are_kept_under_their_hash_or_not_at_all(kit: Path, tmp_path: Path) -> None:
    kept = run(kit, tmp_path / "kept", "baseline:identity")
    for item in kept.items:
        stored = (kept.path / "media" / item.media["output"]).read_bytes()
        assert canonical.sha256(stored) == item.answer["sha256"]
        assert stored == (kit / "inputs" / f"{item.id}.png").read_bytes()
    left = run(kit, tmp_path / "left", "baseline:identity", keep_outputs=False)
    assert all(item.media == {} for item in left.items)


def test_a_kit_of_another_resolution(tmp_path: Path) -> None:
    kit = trial_kit(tmp_path / "kit", 3, size=(65, 51), scale=Fraction(2))
    enlarged = run(kit, tmp_path / "lanczos", "baseline:lanczos")
    assert {item.outcome for item in enlarged.items} == {"scored"}
    assert enlarged.manifest.identity["resolution"] == "2/1"
    untouched = run(kit, tmp_path / "identity", "baseline:identity")
    assert {item.outcome for item in untouched.items} == {"wrong_size"}


def test_pictures_smaller_than_the_window_have_no_windowed_ssim(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for number in (1, 2):
        (photos / f"{number}.png").write_bytes(encode_png(soft_picture(30, 10, seed=number)))
    make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=True)
    made = run(tmp_path / "kit", tmp_path / "run", "baseline:identity")
    windowed = made.results.measure("album.ssim_windowed")
    assert (windowed.value, windowed.status, windowed.n) == (None, "not_scored", 0)
    assert made.results.measure("album.ssim").n == 2


# What ends a run


def test_a_changed_picture_of_the_kit_ends_the_run_without_a_score(kit: Path, tmp_path: Path) -> None:
    changed = Path(shutil.copytree(kit, tmp_path / "kit"))
    (changed / "truth" / "0003.png").write_bytes(b"")
    with pytest.raises(KitError, match=r"truth/0003\.png: was changed since the kit was made"):
        run(changed, tmp_path / "run", "baseline:identity")
    stopped = RunFolder.open(tmp_path / "run")
    assert stopped.manifest.state == "interrupted"
    assert [item.id for item in stopped.items] == ["0001", "0002"]


def test_a_product_that_cannot_be_reached_says_so_before_anything_is_written(kit: Path, tmp_path: Path) -> None:
    with pytest.raises(SubjectError, match="no-such-enhancer was not found"):
        run(kit, tmp_path / "run", "command:no-such-enhancer {input} {output}")
    assert not (tmp_path / "run").exists()


# Comparing


def test_runs_over_another_kit_cannot_be_compared(kit: Path, tmp_path: Path) -> None:
    first = run(kit, tmp_path / "first", "baseline:identity")
    other_kit = trial_kit(tmp_path / "kit", 5, seed=8)
    other = run(other_kit, tmp_path / "other", "baseline:identity")
    with pytest.raises(
        IdentityError, match=r"cannot be compared: data is sha256-\w+ in one and sha256-\w+ in the other"
    ):
        compare_runs([first, other], seed=0)


def test_runs_over_the_same_kit_are_compared_picture_by_picture(kit: Path, tmp_path: Path) -> None:
    first = run(kit, tmp_path / "first", "baseline:identity")
    other = run(kit, tmp_path / "other", "baseline:nlmeans")
    found = {d.measure: d for d in compare_runs([first, other], seed=0).differences}
    for name in POINTS:
        gain = other.results.measure(name + "_gain").value
        assert found[name].value == pytest.approx(gain, abs=1e-9)
        assert found[name].n == 5


def test_the_subject_s_secrets_are_not_part_of_its_public_name() -> None:
    spec = SubjectSpec("command", "enhance --token hunter2 {input} {output}")
    assert spec.public == "command:enhance --token *** {input} {output}"
