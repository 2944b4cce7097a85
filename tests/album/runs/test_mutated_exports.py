"""Mutated exports of products and mutated material for kits are scored for their content, or fail with a reason."""

import io
import json
import random
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from album.classes import make_images
from album.making import encoded, rough_picture, soft_picture
from album.masked import SIZE, coco, make_material, mask_of, mask_recipe
from album.mutating import BYTES, Bench, attempt, cut, cut_out, is_clear, make_bench, of_lines, several
from mindsight.album.classification.preparation import images_of_table, read_class_names
from mindsight.album.classification.record import read_class_map
from mindsight.album.classification.table import count_record
from mindsight.album.products.conventions import Conventions
from mindsight.album.products.pairing import read_pairing
from mindsight.album.profile import load_profile
from mindsight.album.segmentation.preparation import make_segmentation_kit, material
from mindsight.album.segmentation.sources import labels_in, shapes_in
from mindsight.errors import MindsightError

FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP")
SUFFIX = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp", "TIFF": ".tif", "BMP": ".bmp", "GIF": ".gif"}
TEXT = b"<!DOCTYPE html><html><body>Please sign in</body></html>"


@pytest.fixture(scope="module", params=["enhancement", "segmentation"])
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return make_bench(request.param, tmp_path_factory.mktemp(request.param))


def exported(bench: Bench, number: int, form: str) -> bytes:
    if bench.kind == "segmentation":
        return cut_out(number, form)
    pixels = cv2.imread(str(bench.outputs / f"{number:04}.png"))[:, :, ::-1]
    return encoded(np.ascontiguousarray(pixels), form)


def seen(data: bytes, kind: str) -> NDArray[np.uint8] | None:
    """Return the scored pixels of a picture as read by another decoder; None if it fails."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            wanted = "RGBA" if kind == "segmentation" else "RGB"
            pixels = np.asarray(image.convert(wanted))
    except Exception:  # noqa: BLE001  (whatever the decoder meets)
        return None
    return pixels[:, :, 3] if kind == "segmentation" else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "count"), several(3, 120))
def test_a_damaged_export_never_scores_as_the_whole_one(bench: Bench, tmp_path: Path, seed: int, count: int) -> None:
    rng = random.Random(seed)
    forms = FORMATS if bench.kind == "enhancement" else ("PNG", "WEBP", "TIFF")
    clean = {form: expected(bench, form, tmp_path) for form in forms}
    for number in range(count):
        form, outputs, changed = rng.choice(forms), tmp_path / f"out-{number}", {}
        outputs.mkdir()
        for place in bench.clean:
            data = exported(bench, int(place), form)
            changed[place] = (data, rng.choice(BYTES)(data, rng))
            (outputs / (place + SUFFIX[form])).write_bytes(changed[place][1])
        made = attempt(bench.kit, tmp_path / f"run-{number}", f"folder:{outputs}")
        assert made is not None
        for item in made.items:
            before, after = (seen(data, bench.kind) for data in changed[item.id])
            assert before is not None
            assert item.status == "failed" or after is not None
            if item.terms == clean[form][item.id]:
                assert after is not None
                assert np.array_equal(before, after), (form, item)


def expected(bench: Bench, form: str, base: Path) -> dict[str, Any]:
    """Return the terms of whole exports in a format."""
    outputs = base / f"whole-{form}"
    outputs.mkdir()
    for place in bench.clean:
        (outputs / (place + SUFFIX[form])).write_bytes(exported(bench, int(place), form))
    made = attempt(bench.kit, base / f"clean-{form}", f"folder:{outputs}")
    assert made is not None
    assert {item.status for item in made.items} == {"scored"}
    return {item.id: item.terms for item in made.items}


@pytest.mark.parametrize(
    "form", [form if form in {"PNG", "JPEG"} else pytest.param(form, marks=pytest.mark.slow) for form in FORMATS]
)
def test_a_cut_export_is_never_scored(bench: Bench, tmp_path: Path, form: str) -> None:
    if bench.kind == "segmentation" and form in {"JPEG", "BMP"}:
        pytest.skip("no transparency")
    rng = random.Random(form)
    outputs = tmp_path / "out"
    outputs.mkdir()
    for place in bench.clean:
        data = exported(bench, int(place), form)
        (outputs / (place + SUFFIX[form])).write_bytes(cut(data[: len(data) * 9 // 10], rng))
    made = attempt(bench.kit, tmp_path / "run", f"folder:{outputs}")
    assert made is not None
    assert {item.outcome for item in made.items} == {"unreadable"}


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def bomb(width: int = 60_000, height: int = 60_000, colour: int = 6) -> bytes:
    """Return a PNG of a few bytes that declares gigabytes."""
    header = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    rows = zlib.compress(bytes(1 << 20), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def words_bomb() -> bytes:
    """Return a picture with text that unpacks to 256 MiB."""
    png = encoded(np.dstack([soft_picture(*SIZE), mask_of(1)]), "PNG")
    return png[:33] + chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(256 << 20), 9)) + png[33:]


def animated(kind: str) -> bytes:
    frames = [Image.fromarray(soft_picture(*SIZE, seed=seed)) for seed in range(3)]
    return encoded(frames[0], kind, save_all=True, append_images=frames[1:])


EXPORTS: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "unreadable"),
    "a page": (lambda: TEXT, "unreadable"),
    "noise": (lambda: random.Random(1).randbytes(4000), "unreadable"),
    "PDF": (lambda: b"%PDF-1.7\n" + bytes(100), "unreadable"),
    "SVG": (lambda: b'<svg xmlns="http://www.w3.org/2000/svg" width="48" height="36"/>', "unreadable"),
    "GIF that moves": (lambda: animated("GIF"), "unreadable"),
    "PNG that moves": (lambda: animated("PNG"), "unreadable"),
    "WebP that moves": (lambda: animated("WEBP"), "unreadable"),
    "PNG bomb": (bomb, "unreadable"),
    "grey PNG bomb": (lambda: bomb(colour=0), "unreadable"),
    "long PNG bomb": (lambda: bomb(2**31 - 1, 1), "unreadable"),
    "BMP bomb": (lambda: b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, 60000, 60000, 1, 24, *[0] * 6), "unreadable"),
    "GIF bomb": (lambda: b"GIF89a" + struct.pack("<HHBBB", 65535, 65535, 0, 0, 0) + b";", "unreadable"),
    "other size": (lambda: encoded(np.dstack([soft_picture(20, 16), mask_of(1, (20, 16))]), "PNG"), "wrong_size"),
    "one pixel": (lambda: encoded(rough_picture((1, 1, 4)), "PNG"), "wrong_size"),
    "turned": (lambda: encoded(np.dstack([soft_picture(36, 48), mask_of(1, (36, 48))]), "PNG"), "wrong_size"),
}  # fmt: skip
QUICK = ("nothing", "a page", "PNG that moves", "PNG bomb", "other size")
"""One of each way to be invalid: a run for each of two kinds takes seconds."""


@pytest.mark.parametrize(
    "mask_from",
    ["alpha", *(pytest.param(way, marks=pytest.mark.slow) for way in ("mask", "colour", "difference"))],
)
@pytest.mark.parametrize(
    "export", [export if export in QUICK else pytest.param(export, marks=pytest.mark.slow) for export in EXPORTS]
)
def test_an_export_that_is_none_costs_its_item_only(bench: Bench, tmp_path: Path, export: str, mask_from: str) -> None:
    make, outcome = EXPORTS[export]
    outputs = Path(shutil.copytree(bench.outputs, tmp_path / "out"))
    (outputs / "0002.png").write_bytes(make())
    conventions = Conventions(mask_from=mask_from)  # type: ignore[arg-type]
    made = attempt(bench.kit, tmp_path / "run", f"folder:{outputs}", conventions=conventions)
    assert made is not None
    items = {item.id: item for item in made.items}
    assert (items["0002"].status, items["0002"].outcome) == ("failed", outcome)
    if mask_from == "alpha":
        assert {items[number].status for number in ("0001", "0003")} == {"scored"}


def flat(alpha: int) -> bytes:
    return encoded(np.dstack([soft_picture(*SIZE, seed=2), np.full(SIZE[::-1], alpha, np.uint8)]), "PNG")


@pytest.mark.parametrize(
    ("data", "status", "inside"),
    [
        (flat(0), "scored", 0),
        (flat(255), "scored", SIZE[0] * SIZE[1]),
        (encoded(soft_picture(*SIZE, seed=2), "JPEG"), "failed", None),
        (encoded(soft_picture(*SIZE, seed=2), "PNG"), "failed", None),
    ],
    ids=["empty", "full", "JPEG", "no alpha"],
)
def test_cut_outs_that_are_empty_full_or_without_alpha(
    tmp_path: Path, data: bytes, status: str, inside: int | None
) -> None:
    bench = make_bench("segmentation", tmp_path)
    (bench.outputs / "0002.png").write_bytes(data)
    made = attempt(bench.kit, tmp_path / "run", bench.subject)
    assert made is not None
    item = next(item for item in made.items if item.id == "0002")
    assert item.status == status
    if inside is not None:
        counts = item.terms["output"]["counts"]["128"]
        assert counts["tp"] + counts["fp"] == inside


@pytest.mark.slow
def test_text_that_unpacks_without_end_is_refused_or_left_aside(tmp_path: Path) -> None:
    bench = make_bench("segmentation", tmp_path)
    (bench.outputs / "0002.png").write_bytes(words_bomb())
    made = attempt(bench.kit, tmp_path / "run", bench.subject)
    assert made is not None
    item = next(item for item in made.items if item.id == "0002")
    assert (item.status, item.outcome) == ("failed", "unreadable")


# ---------------------------------------------------------------------------------------------- material for kits


def _without_a_crash(action: Callable[[], Any]) -> bool:
    """Return whether the action succeeded; any error must be one of ours."""
    try:
        action()
    except MindsightError as error:
        is_clear(error)
        return False
    return True


RECORD = "编号,实际类别,相册分类的类别\n" + "".join(
    f"{n:04},{c},{c}\n" for n in range(6) for c in ("帽子", "shirt")[n % 2 :][:1]
)
TABLES: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "record": (RECORD, lambda path: count_record(path, load_profile(kind="classification"))),
    "pairing": ("编号,文件\n0001,a.jpg\n0002,b_增强.jpg\n0003,c.jpg\n", read_pairing),
    "class map": ("product,class\nKitties,hat\n衬衫,shirt\n", read_class_map),
    "class names": ("class,english,chinese\nhat,Hat,帽子\nshirt,Shirt,衬衫\n", read_class_names),
    "images": ("file,class\nhat/hat-0.png,hat\nhat/hat-1.png,hat\nshirt/shirt-0.png,shirt\n", lambda path: images_of_table(path, None)),
}  # fmt: skip


@pytest.mark.parametrize(("seed", "count"), several(60, 400))
@pytest.mark.parametrize("sort", TABLES)
def test_a_changed_table_is_read_or_refused_with_a_sentence(tmp_path: Path, sort: str, seed: int, count: int) -> None:
    rng = random.Random(seed)
    source, read = TABLES[sort]
    make_images(tmp_path / "images", {"hat": 2, "shirt": 1})
    path = tmp_path / "images" / "table.csv"
    written = [source.encode(encoding) for encoding in ("utf-8", "utf-8-sig", "gb18030", "utf-16")]
    done = 0
    for data in written:
        path.write_bytes(data)
        assert _without_a_crash(lambda: read(path))
    for _ in range(count):
        data = rng.choice(written)
        for _ in range(rng.randint(1, 3)):
            data = rng.choice((*BYTES, of_lines))(data, rng) or b"x"
        path.write_bytes(data)
        done += _without_a_crash(lambda: read(path))
    assert 0 < done < count


OUTLINE = [[5, 5, 30, 5, 30, 30, 5, 30]]
RUNS = {"counts": [100, 40, SIZE[0] * SIZE[1] - 140], "size": [SIZE[1], SIZE[0]]}
BAD_SHAPES: list[Any] = [
    {"counts": "x" * 100, "size": [60_000, 60_000]}, {"counts": [1 << 40], "size": [1 << 20, 1 << 20]}, {"counts": [], "size": []},
    {"counts": "\x00", "size": [36, 48]}, {"counts": [-1, 5], "size": [36, 48]}, {"size": [36, 48]}, {}, [], [[]], [[1]], [[1, 2]],
    [["a", "b"]], [[float("nan")] * 6], [[1e308] * 6], [[1e12, 5, -1e12, 9, 3, 4]], [[None] * 6], [[[1, 2], [3, 4]]], [{}],
    {"counts": [1728], "size": [36, "48"]}, {"counts": None, "size": [36, 48]}, {"counts": [1.5], "size": [36, 48]},
]  # fmt: skip


@pytest.mark.parametrize("shape", range(len(BAD_SHAPES)))
def test_no_outline_brings_the_program_down(tmp_path: Path, shape: int) -> None:
    images, _ = make_material(tmp_path, 2)
    page = coco(images, {"photo-01.jpg": [BAD_SHAPES[shape]], "photo-02.jpg": [OUTLINE]})
    (tmp_path / "coco.json").write_text(json.dumps(page))

    def make() -> None:
        found = material(images, shapes_in(tmp_path / "coco.json"), read=tmp_path / "coco.json")
        make_segmentation_kit(found, tmp_path / "kit", mask_recipe(), trial=True)

    _without_a_crash(make)


@pytest.mark.parametrize(("seed", "count"), several(15, 250))
def test_changed_outlines_and_masks_make_a_kit_or_a_sentence(tmp_path: Path, seed: int, count: int) -> None:
    rng = random.Random(seed)
    images, masks = make_material(tmp_path, 2)
    labels = tmp_path / "labels"
    labels.mkdir()
    page = json.dumps(coco(images, {"photo-01.jpg": [OUTLINE], "photo-02.jpg": [OUTLINE, RUNS]})).encode()
    lines = b"0 0.1 0.1 0.8 0.1 0.8 0.8\n1 0.2 0.2 0.4 0.2 0.4 0.6 0.2 0.6\n"
    for number in range(count):
        kit = tmp_path / f"kit-{number}"
        (tmp_path / "coco.json").write_bytes(page)
        for name in ("photo-01", "photo-02"):
            (labels / f"{name}.txt").write_bytes(lines)
        target = rng.choice((tmp_path / "coco.json", labels / "photo-02.txt", masks / "photo-02.png"))
        source = target.read_bytes()
        target.write_bytes(rng.choice((*BYTES, of_lines))(source, rng))
        sources = {"coco.json": lambda: shapes_in(tmp_path / "coco.json"), "photo-02.txt": lambda: labels_in(labels)}
        source_of = sources.get(target.name, lambda: masks)

        def make(masks_of: Any = source_of, kit: Path = kit) -> None:
            make_segmentation_kit(material(images, masks_of()), kit, mask_recipe(), trial=True)

        # A kit appears complete or not at all.
        assert _without_a_crash(make) == (kit / "kit.json").is_file()
        target.write_bytes(source)
