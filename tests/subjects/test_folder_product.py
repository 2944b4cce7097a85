"""Outputs collected by hand, and the built-in baselines."""

import contextlib
import os
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.subjects.baselines import METHODS, Baseline
from mindsight.subjects.folder_product import FolderProduct
from mindsight.subjects.product import Job, Pairing
from mindsight.subjects.products import open_product
from mindsight.subjects.spec import parse_subject
from subjects.conftest import NewJob


@pytest.fixture
def outputs(tmp_path: Path) -> Path:
    folder = tmp_path / "outputs"
    folder.mkdir()
    return folder


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_bytes(b"picture")


def job(number: str) -> Job:
    return Job(number, Path(), Path(), 16, 12)


def test_outputs_are_paired_by_stem_whatever_their_format(outputs: Path) -> None:
    put(outputs, "0001.png", "0002.JPG", "0003")
    product = FolderProduct(outputs)
    assert [product.process(job(number)).name for number in ("0001", "0002", "0003")] == [
        "0001.png",
        "0002.JPG",
        "0003",
    ]


def test_leading_zeros_may_be_missing_unless_two_files_have_one_number(outputs: Path) -> None:
    put(outputs, "21.png", "0022.png", "22.png", "23_x.png")
    product = FolderProduct(outputs)
    assert product.process(job("0021")).name == "21.png"
    with pytest.raises(ProductError, match=r"2 outputs are named 0022: 0022\.png, 22\.png; keep one") as failed:
        product.process(job("0022"))
    assert failed.value.outcome == "duplicate"
    assert FolderProduct(outputs, Pairing("_x")).process(job("0023")).name == "23_x.png"
    assert product.unmatched_files({"0021", "0022"}) == ["23_x.png"]


def test_a_missing_output(outputs: Path) -> None:
    put(outputs, "11.png", "0001 (1).png", "0001.png.png", ".0001.png")
    (outputs / "0001").mkdir()
    with pytest.raises(ProductError, match=r"no output named 0001\.\* in the folder") as failed:
        FolderProduct(outputs).process(job("0001"))
    assert failed.value.outcome == "missing"


def test_two_outputs_for_one_input(outputs: Path) -> None:
    put(outputs, "0001.png", "0001.jpg")
    with pytest.raises(ProductError) as failed:
        FolderProduct(outputs).process(job("0001"))
    assert failed.value.outcome == "duplicate"
    assert str(failed.value) == "2 outputs are named 0001: 0001.jpg, 0001.png; keep one"


def test_files_that_belong_to_no_input_are_named(outputs: Path) -> None:
    put(outputs, "0001.png", "0002.png", "Thumbs.db", ".DS_Store", os.fsdecode(b"\xd5\xd5.png"))
    unmatched = FolderProduct(outputs).unmatched_files({"0001"})
    assert unmatched == ["0002.png", "Thumbs.db", "\N{REPLACEMENT CHARACTER}" * 2 + ".png"]


def test_a_link_inside_the_folder_is_followed(outputs: Path) -> None:
    put(outputs, "inside.png")
    (outputs / "0001.png").symlink_to("inside.png")
    assert FolderProduct(outputs).process(job("0001")).read_bytes() == b"picture"


@pytest.mark.parametrize("target", ["/etc/passwd", "../secret.png", "nothing.png", "0001.png", ".", "..", "hop.png"])
def test_another_link_costs_its_picture_and_nothing_else(target: str, outputs: Path) -> None:
    put(outputs, "0002.png")
    put(outputs.parent, "secret.png")
    (outputs / "hop.png").symlink_to("../secret.png")
    (outputs / "0001.png").symlink_to(target)
    product = FolderProduct(outputs)
    with pytest.raises(ProductError, match=r"the output 0001\.png is a link that leads outside") as failed:
        product.process(job("0001"))
    assert failed.value.outcome == "unreadable"
    assert product.process(job("0002")).name == "0002.png"
    assert product.unmatched_files({"0001", "0002"}) == ["hop.png"]


def test_files_in_sub_folders_are_named_first(outputs: Path) -> None:
    put(outputs, "0001.png", "Thumbs.db")
    for folder in ("sub/deep", ".hidden", "odd\x1b[2J"):
        (outputs / folder).mkdir(parents=True)
    put(outputs / "sub", "0014.png", ".DS_Store")
    put(outputs / "sub" / "deep", os.fsdecode(b"\xd5.png"))
    put(outputs / "odd\x1b[2J", "0002.png")
    put(outputs / ".hidden", "0003.png")
    (outputs / "elsewhere").symlink_to("/etc")
    assert FolderProduct(outputs).unmatched_files({"0001"}) == [
        "odd\x1b[2J/0002.png",
        "sub/0014.png",
        "sub/deep/\N{REPLACEMENT CHARACTER}.png",
        "Thumbs.db",
        "elsewhere",
    ]


# Declared ways of pairing


def test_outputs_are_paired_by_suffix_where_one_is_declared(outputs: Path) -> None:
    put(outputs, "0001_enhanced.jpg", "0002_enhanced.png", "0002_enhanced.jpg", "0003.jpg", "_enhanced.jpg")
    product = FolderProduct(outputs, Pairing("_enhanced"))
    assert product.process(job("0001")).name == "0001_enhanced.jpg"
    with pytest.raises(ProductError, match="2 outputs are named 0002_enhanced: ") as twice:
        product.process(job("0002"))
    assert twice.value.outcome == "duplicate"
    with pytest.raises(ProductError, match=r"no output named 0003_enhanced\.\* in the folder") as missing:
        product.process(job("0003"))
    assert missing.value.outcome == "missing"
    assert product.unmatched_files({"0001", "0002", "0003"}) == ["0003.jpg", "_enhanced.jpg"]


def test_a_table_pairs_whatever_the_names_are(outputs: Path) -> None:
    put(outputs, "IMG_7.jpg", "e\N{COMBINING ACUTE ACCENT}.png", "0003.png", "IMG_9.jpg")
    table = {"1": "IMG_7.jpg", "2": "\N{LATIN SMALL LETTER E WITH ACUTE}.png", "4": "gone.png", "9": "IMG_9.jpg"}
    product = FolderProduct(outputs, Pairing(table=table))
    assert product.process(job("0001")).name == "IMG_7.jpg"
    assert product.process(job("0002")).read_bytes() == b"picture"
    for number, reason in [
        ("0003", "the table of files names none for 0003"),
        ("0004", "gone.png, which the table of files names for 0004, is not in the folder"),
    ]:
        with pytest.raises(ProductError) as missing:
            product.process(job(number))
        assert (missing.value.outcome, str(missing.value)) == ("missing", reason)
    assert product.unmatched_files({"0001", "0002", "0003", "0004"}) == ["0003.png", "IMG_9.jpg"]


@pytest.mark.slow
def test_a_folder_of_a_hundred_thousand_files_is_listed_once_and_quickly(
    outputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 100_000
    listed: list[str] = [f"{number:06}_x.png" for number in range(count)]

    class Entry:
        def __init__(self, name: str) -> None:
            self.name = name

        def is_symlink(self) -> bool:
            return False

        def is_file(self) -> bool:
            return True

    monkeypatch.setattr(
        "mindsight.subjects.folder_product.os.scandir", lambda _: contextlib.nullcontext(map(Entry, listed))
    )
    monkeypatch.setattr(FolderProduct, "_nested", lambda _: [])
    ids = {f"{number:06}" for number in range(1, count)}
    for pairing in (Pairing("_x"), Pairing(table={str(number): f"{number:06}_x.png" for number in range(count)})):
        started = time.process_time()
        product = FolderProduct(outputs, pairing)
        assert product.unmatched_files(ids) == ["000000_x.png"]
        assert time.process_time() - started < 3


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    put(tmp_path, "file")
    for name in ("missing", "file"):
        with pytest.raises(SubjectError, match=f"{name}: is not a folder"):
            open_product(parse_subject(f"folder:{tmp_path / name}"))


def test_doing_nothing_gives_the_input_back_byte_for_byte(new_job: NewJob) -> None:
    task = new_job()
    assert Baseline("identity").process(task).read_bytes() == task.input.read_bytes()


@pytest.mark.parametrize("name", METHODS)
def test_every_baseline_gives_the_same_picture_each_time(name: str, new_job: NewJob) -> None:
    rough = np.random.default_rng(5).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    pictures = []
    for _ in range(2):
        task = new_job()._replace(width=50, height=40)
        cv2.imwrite(str(task.input), rough)
        pictures.append(Baseline(name).process(task).read_bytes())
    assert pictures[0] == pictures[1]
    picture = cv2.imdecode(np.frombuffer(pictures[0], np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == rough.shape
    assert (picture == rough).all() == (name in {"identity", "lanczos"})


def test_lanczos_enlarges_to_the_expected_size(new_job: NewJob) -> None:
    task = new_job()._replace(width=40, height=30)
    picture = cv2.imread(str(Baseline("lanczos").process(task)))
    assert picture is not None
    assert picture.shape == (30, 40, 3)


def test_a_baseline_that_cannot_read_its_input(new_job: NewJob) -> None:
    task = new_job()
    task.input.write_bytes(b"no picture")
    with pytest.raises(ProductError, match="could not read its input"):
        Baseline("nlmeans").process(task)


def test_an_unknown_baseline() -> None:
    with pytest.raises(InputError, match=r'no baseline "nlmean"; there are identity, .* \(did you mean "nlmeans"\?\)'):
        open_product(parse_subject("baseline:nlmean"))
