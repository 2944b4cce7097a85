"""The steps of the guide to all three kinds of album functions work, with its example of a service."""

import contextlib
import json
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from docs_pages import EXAMPLES, clean_environment, commands, page_named, run_in
from mindsight.album.kits.demonstration import compose_cutouts, cut_classes, cut_photographs


@pytest.fixture(scope="module")
def laboratory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the guide's starting material: images of all kinds, the product file, the example products."""
    folder = tmp_path_factory.mktemp("laboratory")
    cut_photographs(folder / "photos")
    cut_classes(folder / "classes")
    compose_cutouts(folder / "objects", folder / "masks")
    for example in ("product.toml", "album_service.py", "my_product.py"):
        shutil.copy(EXAMPLES / example, folder)
    return folder


@pytest.fixture(scope="module")
def service(laboratory: Path) -> Iterator[str]:
    """Run the example of a service on a free port, which the laboratory's product file then names."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    for example in ("product.toml", "album_service.py"):
        file = laboratory / example
        shown = file.read_text("utf-8")
        assert shown.count("8765") == 1
        file.write_text(shown.replace("8765", port), "utf-8")
    silent = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "album_service.py"], cwd=laboratory, env=clean_environment(), stdout=silent, stderr=silent
    )
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", int(port)), timeout=1):
                break
            time.sleep(0.1)
        yield f"http:http://127.0.0.1:{port}/"
    finally:
        process.kill()
        process.wait()


def fill_in_answers(folder: Path) -> None:
    """Fill in the operator's form as in the guide: an album with its own words, and with faults."""
    words = {"cat": "Kitties", "coffee": "Coffee cup", "eye": "Portrait"}
    items = json.loads((folder / "kit-classes" / "kit.json").read_text("utf-8"))["items"]
    lines = (folder / "kit-classes" / "answers.csv").read_text("utf-8-sig").splitlines()
    assert lines == ["number,predicted", *(f"{item['id']}," for item in items)]
    for place, item in enumerate(items):
        said = words.get(item["actual"], item["actual"])
        said = "flower" if place % 13 == 5 else "" if place % 17 == 3 else said
        lines[place + 1] += said
    (folder / "answers.csv").write_text("\n".join(lines), "utf-8")


def printed_blocks(shown: Path) -> str:
    """Return the outputs of commands as printed on a page."""
    return "".join(re.findall(r"^```text\n(.*?)^```$", shown.read_text("utf-8"), re.MULTILINE | re.DOTALL))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="the product's enhancement is ffmpeg's")
def test_the_steps_of_the_guide_work(laboratory: Path, service: str) -> None:
    assert service in (laboratory / "product.toml").read_text("utf-8")
    printed = ""
    for command in commands(page_named("album-test.md")):
        if "answers.csv" in command:
            fill_in_answers(laboratory)
        printed += run_in(laboratory, shlex.split(command))
    for line in printed_blocks(page_named("album-test.md")).splitlines():
        # Numbers that depend on decoders and ffmpeg may differ by a digit elsewhere; those from counts of labels may not.
        if "Macro-F1" in line or line.startswith("runs/categories"):
            assert line in printed, line
    for kind in ("classes", "photos", "objects"):
        assert (laboratory / f"kit-{kind}" / "operator-sheet.html").is_file()
    joined = (laboratory / "product-report.html").read_text("utf-8")
    for function in ("Smart categories", "Auto enhance", "Smart cut-out"):
        assert function in joined
    assert "mindsight baseline: nlmeans" in (laboratory / "comparison.html").read_text("utf-8")


@pytest.mark.slow
def test_the_service_shown_answers_with_labels_too(laboratory: Path, service: str) -> None:
    kit = ["album", "kit", "classification", "classes", "--out", "kit-labels"]
    run_in(laboratory, ["mindsight", *kit])
    run_in(laboratory, ["mindsight", "album", "run", "kit-labels", "--subject", service, "--out", "runs/labels"])
    lines = (laboratory / "runs" / "labels" / "items.jsonl").read_text("utf-8").splitlines()
    answers = {json.loads(line)["answer"]["text"] for line in lines}
    assert len(lines) == 144
    assert answers == {"red", "green", "blue"}
    run_in(laboratory, ["mindsight", "album", "record", "runs/labels", "--out", "record.csv"])
    assert (laboratory / "record.csv").read_text("utf-8-sig").startswith("number,actual class,predicted class\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ("--mask-from alpha", "100.00"),
        ("--mask-from mask", "100.00"),
        ("--mask-from alpha --cropped", "100.00"),
        ("--mask-from difference", "89.02"),
        ("--mask-from colour", "85.56"),
    ],
)
def test_what_the_way_of_exporting_costs(tmp_path: Path, laboratory: Path, options: str, shown: str) -> None:
    results = tmp_path / "results"
    results.mkdir()
    for file in sorted((laboratory / "objects").iterdir()):
        with Image.open(file) as picture, Image.open(laboratory / "masks" / file.name) as mask:
            perfect = picture.convert("RGB")
            if "mask-from mask" in options:
                mask.save(results / f"00{file.stem}.png")
            elif "alpha" in options:
                perfect.putalpha(mask)
                cut = perfect.crop(mask.getbbox()) if "--cropped" in options else perfect
                cut.save(results / f"00{file.stem}.png")
            else:
                white = Image.new("RGB", perfect.size, "white")
                white.paste(perfect, mask=mask)
                white.save(results / f"00{file.stem}.jpg", quality=92)
    kit = ["album", "kit", "segmentation", str(laboratory / "objects"), "--masks", str(laboratory / "masks")]
    run_in(tmp_path, ["mindsight", *kit, "--out", "kit"])
    run_in(tmp_path, ["mindsight", "album", "score", "kit", "results", *options.split(), "--out", "run"])
    measures = json.loads((tmp_path / "run" / "results.json").read_text("utf-8"))["measures"]
    score = next(measure["value"] for measure in measures if measure["name"] == "album.iou")
    assert f"{score:.2f}" == shown
    for name in ("album-segmentation.md", "album-segmentation.zh.md"):
        assert re.search(rf"^\|.*\| {re.escape(shown)} \|$", page_named(name).read_text("utf-8"), re.MULTILINE)
