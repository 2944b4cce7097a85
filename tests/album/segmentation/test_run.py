"""From a kit of masks and a product to a sealed record: everything is counted, and the same run gives the same bytes."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, jaccard_score

from album.making import contents, encoded, soft_picture, trial_kit
from album.masked import entries, make_material, mask_kit, mask_of, mask_recipe, segment
from mindsight import checker
from mindsight.album.kits.pictures import encode_png, grey, read_picture
from mindsight.album.plan import AlbumPlan
from mindsight.album.products.conventions import Conventions
from mindsight.album.profile import load_profile
from mindsight.album.segmentation.preparation import make_segmentation_kit, material
from mindsight.album.segmentation.scoring import set_points
from mindsight.album.suite import open_kit, open_test
from mindsight.errors import InputError, KitError
from mindsight.execution.parallel import Engine
from mindsight.kinds import rescore
from mindsight.record import canonical, scores
from mindsight.record.blocks import Confusion, Note, Strip, Table
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Subject
from mindsight.report import write_report
from mindsight.statistics import mean_interval
from mindsight.subjects.spec import SubjectSpec

POINTS = ("album.pixel_accuracy", "album.iou")
MASKS = Conventions(mask_from="mask")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mask_kit(tmp_path_factory.mktemp("masks") / "kit", 5)


@pytest.fixture
def outputs(kit: Path, tmp_path: Path) -> Path:
    """Masks as a product might give them: perfect, too large, empty, and two that it cannot do."""
    folder = tmp_path / "outputs"
    folder.mkdir()
    (folder / "0001.png").write_bytes(encode_png(mask_of(1)))
    (folder / "0002.png").write_bytes(encode_png(np.maximum(mask_of(2), np.roll(mask_of(2), 4, axis=1))))
    (folder / "0003.png").write_bytes(encode_png(np.zeros_like(mask_of(3))))
    (folder / "0004.png").write_bytes(encode_png(mask_of(4)[:, :20].copy()))
    return folder


def scored(kit: Path, outputs: Path, folder: Path, **options: Any) -> RunFolder:
    return segment(kit, folder, f"folder:{outputs}", **{"conventions": MASKS, **options})


def by_id(made: RunFolder) -> dict[str, Item]:
    return {item.id: item for item in made.items}


def value(made: RunFolder, name: str) -> float | None:
    return made.results.measure(name).value


def test_scores_are_those_of_scikit_learn_and_failures_count_as_nothing(
    kit: Path, outputs: Path, tmp_path: Path
) -> None:
    made = scored(kit, outputs, tmp_path / "run")
    expected = []
    for number in (1, 2, 3):
        mask, output = mask_of(number).ravel() > 0, grey(read_picture(outputs / f"000{number}.png").pixels).ravel() > 0
        expected.append((100 * accuracy_score(mask, output), 100 * jaccard_score(mask, output)))
    rows = [*expected, (0, 0), (0, 0)]
    table = scores.from_csv(made.path / "scores.csv")
    for name, column in zip(POINTS, zip(*rows, strict=True), strict=True):
        assert table.column(name).tolist() == pytest.approx(column, abs=1e-12)
        measure = made.results.measure(name)
        assert measure.value == pytest.approx(np.mean(column), abs=1e-12)
        assert measure.n == 5
        interval = mean_interval(np.array(column), list("12345"), level=0.95)
        assert interval is not None
        assert measure.interval is not None
        assert measure.interval.high == pytest.approx(min(interval.high, 100))
    assert {number: item.outcome for number, item in by_id(made).items()} == {
        "0001": "scored", "0002": "scored", "0003": "scored", "0004": "wrong_size", "0005": "missing",
    }  # fmt: skip
    assert "is 20×36 pixels, its mask 48×36" in str(by_id(made)["0004"].error)


def test_scores_of_ignoring_the_image_are_reported_beside(kit: Path, outputs: Path, tmp_path: Path) -> None:
    made = scored(kit, outputs, tmp_path / "run")
    inside = np.mean([100 * (mask_of(number) > 0).mean() for number in range(1, 6)])
    assert value(made, "album.pixel_accuracy_full") == pytest.approx(inside)
    assert value(made, "album.iou_full") == pytest.approx(inside)
    assert value(made, "album.pixel_accuracy_empty") == pytest.approx(100 - inside)
    assert value(made, "album.iou_empty") == 0
    notes = [block for block in made.results.blocks if isinstance(block, Note)]
    assert any("an output with nothing inside scores" in str(note.body) for note in notes)


def test_the_report_shows_table_1_table_5_and_where_masks_and_outputs_differ(
    kit: Path, outputs: Path, tmp_path: Path
) -> None:
    made = scored(kit, outputs, tmp_path / "run")
    blocks = {block.id: block for block in made.results.blocks}
    confusion = blocks["confusion"]
    assert isinstance(confusion, Confusion)
    masks = [mask_of(number) > 0 for number in (1, 2, 3)]
    outs = [grey(read_picture(outputs / f"000{number}.png").pixels) > 0 for number in (1, 2, 3)]
    pairs = list(zip(masks, outs, strict=True))
    assert confusion.counts == (
        (sum((m & o).sum() for m, o in pairs), sum((m & ~o).sum() for m, o in pairs)),
        (sum((~m & o).sum() for m, o in pairs), sum((~m & ~o).sum() for m, o in pairs)),
    )
    strips = [block for block in made.results.blocks if isinstance(block, Strip)]
    assert [len(strip.pictures) for strip in strips] == [4, 4, 4, 2, 2]
    assert all((made.path / "media" / picture.media).is_file() for strip in strips for picture in strip.pictures)
    worst = blocks["worst"]
    assert isinstance(worst, Table)
    assert [getattr(row[0], "value", None) for row in worst.rows] == ["0004", "0005", "0003", "0002", "0001"]
    write_report(made)
    assert checker.check(str(made.path))[0] == []


@pytest.mark.parametrize("only", [False, True])
def test_rescoring_gives_the_same_bytes(only: bool, kit: Path, outputs: Path, tmp_path: Path) -> None:
    made = scored(kit, outputs, tmp_path / "run", normative_only=only)
    table, results = rescore(made)
    assert canonical.model_page(results) == (made.path / "results.json").read_bytes()
    assert scores.to_csv(table) == (made.path / "scores.csv").read_bytes()
    assert ("album.iou_soft" in {measure.name for measure in results.measures}) is not only


def test_one_process_and_two_give_the_same_bytes(kit: Path, outputs: Path, tmp_path: Path) -> None:
    engines: tuple[Engine, ...] = ("serial", "local")
    runs = [scored(kit, outputs, tmp_path / engine, engine=engine) for engine in engines]
    for name in ("results.json", "scores.csv"):
        assert len({(made.path / name).read_bytes() for made in runs}) == 1
    assert contents(runs[0].path / "media") == contents(runs[1].path / "media")


def test_conventions_are_part_of_the_plan_and_not_of_the_identity(kit: Path, outputs: Path, tmp_path: Path) -> None:
    runs = [scored(kit, outputs, tmp_path / "masks")]
    cuts = tmp_path / "cuts"
    cuts.mkdir()
    for number in range(1, 6):
        pixels = np.dstack([soft_picture(48, 36, seed=number), mask_of(number)])
        (cuts / f"000{number}.png").write_bytes(encoded(pixels, "PNG"))
    runs.append(scored(kit, cuts, tmp_path / "alpha", conventions=Conventions()))
    assert [made.manifest.plan["mask_from"] for made in runs] == ["mask", "alpha"]
    assert runs[0].manifest.identity == runs[1].manifest.identity
    assert value(runs[1], "album.iou") == 100
    compared = [difference.measure for difference in compare_runs(runs, seed=1).differences]
    assert compared == ["album.pixel_accuracy", "album.iou", "album.iou_soft"]


def test_outputs_of_another_convention_fail_with_a_remedy(kit: Path, outputs: Path, tmp_path: Path) -> None:
    made = scored(kit, outputs, tmp_path / "run", conventions=Conventions())
    assert {item.outcome for item in made.items} == {"no_alpha", "wrong_size", "missing"}
    assert value(made, "album.iou") == 0
    notes = {block.id: str(block.body) for block in made.results.blocks if isinstance(block, Note)}
    assert "3 of 5 outputs have no alpha channel" in notes["warning-convention"]


# Masks with something peculiar


def test_empty_and_full_masks(tmp_path: Path) -> None:
    images, masks = make_material(tmp_path, 3)
    (masks / "photo-01.png").write_bytes(encode_png(np.zeros_like(mask_of(1))))
    (masks / "photo-02.png").write_bytes(encode_png(np.full_like(mask_of(1), 255)))
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    for number in (1, 2):
        (outputs / f"000{number}.png").write_bytes(encode_png(np.zeros_like(mask_of(1))))
    (outputs / "0003.png").write_bytes(encode_png(mask_of(3)))
    found = {}
    for way in ("one", "zero", "left_out"):
        kit = tmp_path / way
        make_segmentation_kit(material(images, masks), kit, mask_recipe(both_empty=way, name="mine"), trial=True)
        made = scored(kit, outputs, tmp_path / f"run-{way}")
        found[way] = (value(made, "album.iou"), made.results.measure("album.iou").n)
        assert "1 masks are empty and 1 are full" in " ".join(
            str(block.body) for block in made.results.blocks if isinstance(block, Note)
        )
        assert any("both_empty" in str(note.body) for note in made.manifest.departures) == (way != "one")
        write_report(made)
        assert checker.check(str(made.path))[0] == []
    assert found == {"one": (pytest.approx(200 / 3), 3), "zero": (pytest.approx(100 / 3), 3), "left_out": (50, 2)}


def test_an_undecided_band_under_each_reading(tmp_path: Path) -> None:
    images, masks = make_material(tmp_path, 2)
    banded = mask_of(1)
    banded[np.roll(mask_of(1), 3, axis=1) != mask_of(1)] = 128
    (masks / "photo-01.png").write_bytes(encode_png(banded))
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    for number in (1, 2):
        (outputs / f"000{number}.png").write_bytes(encode_png(mask_of(number)))
    for border in ("background", "foreground", "left_out"):
        kit, truth = tmp_path / border, mask_of(1) > 0
        make_segmentation_kit(material(images, masks), kit, mask_recipe(128, border=border, name="mine"), trial=True)
        made = scored(kit, outputs, tmp_path / f"run-{border}")
        band, output = banded == 128, mask_of(1) > 0
        truth = np.where(band, border == "foreground", banded == 255)
        counted = ~band if border == "left_out" else np.ones_like(band)
        expected = 100 * jaccard_score(truth[counted], output[counted])
        table = scores.from_csv(made.path / "scores.csv")
        assert table.column("album.iou")[0] == pytest.approx(expected)
        assert table.column("album.pixel_accuracy")[0] == pytest.approx(
            100 * accuracy_score(truth[counted], output[counted])
        )
        write_report(made)
        assert checker.check(str(made.path))[0] == []
        note = next(block for block in made.results.blocks if block.id == "warning-border")
        assert "1 masks have undecided pixels" in str(getattr(note, "body", ""))


def test_all_pixels_as_one_image(kit: Path, outputs: Path, tmp_path: Path) -> None:
    pooled = mask_kit(tmp_path / "kit", 5, aggregation="pooled", name="mine")
    made = scored(pooled, outputs, tmp_path / "run")
    masks = [mask_of(number).ravel() > 0 for number in range(1, 6)]
    outs = [grey(read_picture(outputs / f"000{number}.png").pixels).ravel() > 0 for number in (1, 2, 3)]
    # An output that is missing, or cannot be scored, is wrong in every pixel.
    outs += [~masks[3], ~masks[4]]
    truth, found = np.concatenate(masks), np.concatenate(outs)
    assert value(made, "album.iou") == pytest.approx(100 * jaccard_score(truth, found), abs=1e-12)
    assert value(made, "album.pixel_accuracy") == pytest.approx(100 * accuracy_score(truth, found), abs=1e-12)
    assert made.results.measure("album.iou").interval is not None
    write_report(made)
    assert checker.check(str(made.path))[0] == []
    terms = [item.terms for item in made.items]
    profile = load_profile(kind="segmentation")
    assert set_points(terms, profile.model_copy(update={"aggregation": "pooled"})) == pytest.approx(
        (value(made, "album.pixel_accuracy"), value(made, "album.iou"))
    )
    mean = scored(kit, outputs, tmp_path / "mean")
    assert set_points(terms, profile) == pytest.approx((value(mean, "album.pixel_accuracy"), value(mean, "album.iou")))


def test_an_output_brought_to_size_where_the_profile_says_so(outputs: Path, tmp_path: Path) -> None:
    kit = mask_kit(tmp_path / "kit", 5, other_size="resize", name="mine")
    made = scored(kit, outputs, tmp_path / "run")
    item = by_id(made)["0004"]
    assert (item.status, item.parsed["width"], item.parsed["exported"]) == ("scored", 48, [20, 36])
    assert [str(note) for note in item.notes] == ["output of 20×36 pixels brought to its mask's size"]
    write_report(made)
    assert checker.check(str(made.path))[0] == []


def others(made: RunFolder) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Return the scores of each row of the sensitivity table, or the text shown instead."""
    (block,) = (block for block in made.results.blocks if isinstance(block, Table) and block.id == "sensitivity")
    return {(str(row[0]), str(row[1])): (row[2], row[4]) for row in block.rows}


def test_both_runs_state_how_outputs_of_another_size_are_read(outputs: Path, tmp_path: Path) -> None:
    # One more of another size, which is not a mask at any size: it is coloured.
    colours = np.zeros((9, 9, 3), np.uint8)
    colours[:, :, 0] = 200
    (outputs / "0005.png").write_bytes(encode_png(colours))
    refusing, resizing = mask_kit(tmp_path / "one", 5), mask_kit(tmp_path / "two", 5, other_size="resize", name="mine")
    refused = scored(refusing, outputs, tmp_path / "refused", sensitivity=True)
    resized = scored(resizing, outputs, tmp_path / "resized")
    assert by_id(refused)["0004"].outcome == by_id(refused)["0005"].outcome == "wrong_size"
    assert "readings" in by_id(refused)["0004"].terms
    assert "readings" not in by_id(refused)["0005"].terms
    field = "output of another size"
    expected = [tuple(pytest.approx(value(made, name), abs=1e-6) for name in POINTS) for made in (resized, refused)]
    assert others(refused)[field, "resized"] == expected[0]
    assert others(resized)[field, "refused"] == expected[1]
    assert expected[0] != expected[1]
    plain = scored(refusing, outputs, tmp_path / "plain")
    assert str(others(plain)[field, "resized"][0]) == "not recorded; run with --sensitivity"
    for made in (refused, resized, plain):
        write_report(made)
        assert checker.check(str(made.path))[0] == []
        assert rescore(made)[1] == made.results


def test_crops_are_put_back_and_their_places_recorded(kit: Path, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    for entry in entries(kit):
        original = read_picture(kit / entry.input.path).pixels
        mask = mask_of(int(entry.id))
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        inside = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        (outputs / f"{entry.id}.png").write_bytes(encoded(np.dstack([original, mask])[inside], "PNG"))
    made = scored(kit, outputs, tmp_path / "run", conventions=Conventions(placement="cropped"))
    assert value(made, "album.iou") == 100
    assert all({"left", "top", "apart"} <= item.parsed.keys() for item in made.items)
    write_report(made)
    assert checker.check(str(made.path))[0] == []
    strips = [block for block in made.results.blocks if isinstance(block, Strip)]
    assert all(len(strip.pictures) == 4 for strip in strips)


# Baselines


def test_a_baseline_answers_masks_whatever_was_declared(kit: Path, tmp_path: Path) -> None:
    declared = Conventions(mask_from="alpha", placement="cropped")
    made = segment(kit, tmp_path / "run", "baseline:centre", conventions=declared)
    assert {item.status for item in made.items} == {"scored"}
    assert (made.manifest.plan["mask_from"], made.manifest.plan["placement"]) == ("mask", "whole")


def test_a_baseline_of_another_kind_is_refused_in_one_sentence(kit: Path, tmp_path: Path) -> None:
    enhancing = trial_kit(tmp_path / "enhancing", 2)
    for folder, name, fitting in (
        (kit, "nlmeans", "grabcut, threshold, centre"),
        (enhancing, "grabcut", "identity, nl"),
    ):
        subject = SubjectSpec("baseline", name)
        with pytest.raises(
            InputError, match=rf"^baseline:{name} cannot be used with this kit, .*; use one of {fitting}"
        ):
            open_test(open_kit(folder), subject, Subject(spec=str(subject), name=name), AlbumPlan())


@pytest.mark.parametrize("name", ["threshold", "grabcut"])
def test_baselines_give_the_same_masks_in_every_run(name: str, kit: Path, tmp_path: Path) -> None:
    runs = [segment(kit, tmp_path / number, f"baseline:{name}", keep_outputs=True) for number in ("one", "two")]
    assert contents(runs[0].path / "media") == contents(runs[1].path / "media")


# What ends a run


@pytest.mark.parametrize("which", ["inputs/0002.jpg", "truth/0002.png"])
def test_a_picture_of_the_kit_that_was_changed_ends_the_run(
    which: str, kit: Path, outputs: Path, tmp_path: Path
) -> None:
    changed = Path(shutil.copytree(kit, tmp_path / "kit"))
    (changed / which).write_bytes(b"")
    with pytest.raises(KitError, match="was changed since the kit was made"):
        segment(changed, tmp_path / "run", "baseline:centre")


def test_a_mask_of_other_pixels_than_kit_json_states_ends_the_run(kit: Path, outputs: Path, tmp_path: Path) -> None:
    forged = Path(shutil.copytree(kit, tmp_path / "kit"))
    data = encode_png(np.zeros_like(mask_of(1)))
    (forged / "truth" / "0001.png").write_bytes(data)
    values = json.loads((forged / "kit.json").read_bytes())
    values["items"][0]["mask"]["sha256"] = canonical.sha256(data)
    (forged / "kit.json").write_bytes(canonical.page(values))
    with pytest.raises(KitError, match=r"truth/0001\.png: does not have the pixels that kit\.json states"):
        scored(forged, outputs, tmp_path / "run")
