"""Colour spaces other than sRGB are named, whichever way a file states them; those that are sRGB's are not."""

import struct
import zlib
from pathlib import Path
from typing import Any

import pillow_heif
import pytest
from PIL import ImageCms

from album.making import Pixels, encoded, make_photos, recipe, soft_picture
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.enhancement.preparation import make_enhancement_kit
from mindsight.album.enhancement.procedure import EnhancementTest, rescore
from mindsight.album.kits.pictures import decode
from mindsight.album.plan import AlbumPlan
from mindsight.pipeline import run_test
from mindsight.raster.boxes import numbered_colours
from mindsight.record.blocks import Note
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder
from mindsight.record.model import Subject
from mindsight.subjects.spec import SubjectSpec

COLOUR = soft_picture(45, 37)
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
# Primaries of Display P3 and ProPhoto RGB adapted to D50, as their profiles have them (ICC registry).
DISPLAY_P3 = ((0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407))
SRGB_CORNERS = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.7141))
CHRM = struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)


def profile(corners: tuple[tuple[float, ...], ...], gamma: float, name: bytes = b"made") -> bytes:
    """Return an ICC profile of version 2 with three corners and one gamma."""

    def fixed(*values: float) -> bytes:
        return struct.pack(f">{len(values)}i", *(round(value * 65536) for value in values))

    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    described = b"desc\0\0\0\0" + struct.pack(">I", len(name) + 1) + name + b"\0" + bytes(78)
    tags = [(b"desc", described + bytes(-len(described) % 4)), (b"wtpt", b"XYZ \0\0\0\0" + fixed(0.9642, 1.0, 0.8249))]
    for letter, corner in zip(b"rgb", corners, strict=True):
        tags += [(bytes([letter]) + b"XYZ", b"XYZ \0\0\0\0" + fixed(*corner)), (bytes([letter]) + b"TRC", curve)]
    place, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for tag, content in tags:
        table += tag + struct.pack(">II", place + len(body), len(content))
        body += content
    size = place + len(body)
    header = struct.pack(
        ">I4sI4s4s4s12s4s4s", size, b"lcms", 0x02400000, b"mntr", b"RGB ", b"XYZ ", bytes(12), b"acsp", b"\0\0\0\0"
    )
    header = header + bytes(68 - len(header)) + fixed(0.9642, 1.0, 0.8249)
    return header + bytes(128 - len(header)) + struct.pack(">I", len(tags)) + table + body


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    """Return a PNG with chunks before its pixels."""
    data = encoded(COLOUR, "PNG")
    parts = [struct.pack(">I", len(c)) + name + c + struct.pack(">I", zlib.crc32(name + c)) for name, c in chunks]
    return data[:33] + b"".join(parts) + data[33:]


def numbered(kind: str, primaries: int, transfer: int) -> bytes:
    """Return an AVIF or HEIC with these numbers in place of those that its writer gave it."""
    pillow_heif.register_heif_opener()
    data = encoded(COLOUR, kind, quality=90)
    place = data.index(b"colrnclx") + 8
    return data[:place] + struct.pack(">HH", primaries, transfer) + data[place + 4 :]


@pytest.mark.parametrize(
    ("data", "space"),
    [
        (encoded(COLOUR, "PNG"), None),
        (encoded(COLOUR, "PNG", icc_profile=SRGB), None),
        (encoded(COLOUR, "JPEG", icc_profile=SRGB), None),
        (encoded(COLOUR, "JPEG", icc_profile=profile(DISPLAY_P3, 2.2, b"Display P3")), "ICC Display P3"),
        (encoded(COLOUR, "WEBP", icc_profile=profile(DISPLAY_P3, 2.2, b"Display P3")), "ICC Display P3"),
        (encoded(COLOUR, "TIFF", icc_profile=profile(SRGB_CORNERS, 1.8, b"Gamma 1.8")), "ICC Gamma 1.8"),
        (encoded(COLOUR, "AVIF", icc_profile=profile(DISPLAY_P3, 2.2, b"Display P3")), "ICC Display P3"),
        (encoded(COLOUR, "PNG", icc_profile=b"no profile at all"), "ICC"),
        (png((b"sRGB", b"\0")), None),
        (png((b"gAMA", struct.pack(">I", 45455)), (b"cHRM", CHRM)), None),
        (png((b"gAMA", struct.pack(">I", 55556))), "gAMA 0.55556"),
        (png((b"gAMA", struct.pack(">I", 100000))), "gAMA 1"),
        (png((b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))), "cHRM"),
        (png((b"sRGB", b"\0"), (b"gAMA", struct.pack(">I", 55556))), None),
        (png((b"cICP", bytes((1, 13, 0, 1)))), None),
        (png((b"cICP", bytes((9, 16, 0, 1)))), "BT.2020 PQ"),
        (png((b"cICP", bytes((12, 13, 0, 1))), (b"sRGB", b"\0")), "Display P3"),
        (png((b"cICP", bytes((9, 18, 0, 1)))), "BT.2020 HLG"),
        (numbered("AVIF", 1, 13), None),
        (numbered("AVIF", 2, 2), None),
        (numbered("AVIF", 9, 16), "BT.2020 PQ"),
        (numbered("HEIF", 1, 13), None),
        (numbered("HEIF", 12, 13), "Display P3"),
        (numbered("HEIF", 9, 18), "BT.2020 HLG"),
    ],
)
def test_every_way_to_state_a_colour_space(data: bytes, space: str | None) -> None:
    picture = decode(data, name="picture")
    assert picture.colours == space
    said = f"its values are not sRGB's ({space}); taken as stored"
    assert (said in map(str, picture.notes)) == (space is not None)


def test_a_cut_off_or_foreign_box_says_nothing() -> None:
    data = numbered("AVIF", 9, 16)
    for end in range(0, len(data), 7):
        assert numbered_colours(data[:end]) in (None, (9, 16))
    assert numbered_colours(b"") is None
    assert numbered_colours(encoded(COLOUR, "PNG")) is None


# The set


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("colours")
    make_enhancement_kit(make_photos(base / "photos", 4), base / "kit", recipe(), trial=True)
    return base / "kit"


def scored(kit: Path, folder: Path, name: str, **options: Any) -> RunFolder:
    outputs = folder / f"outputs-{name}"
    outputs.mkdir()
    for number in range(1, 5):
        picture: Pixels = soft_picture(40, 30, seed=number)
        (outputs / f"{number:04}.png").write_bytes(
            encoded(picture, "PNG", **(options if number > 1 or name == "all" else {}))
        )
    test = EnhancementTest(
        EnhancementKit(kit), SubjectSpec("folder", str(outputs)), Subject(spec="folder:outputs", name=name), AlbumPlan()
    )
    return run_test(test, folder / name)


def warnings(run: RunFolder) -> dict[str, str]:
    return {
        block.id: str(block.body) for block in run.results.blocks if isinstance(block, Note) and block.role == "warning"
    }


def test_the_report_and_a_comparison_say_how_many_outputs_carry_other_colours(kit: Path, tmp_path: Path) -> None:
    wide = {"icc_profile": profile(DISPLAY_P3, 2.2, b"Display P3")}
    every, some, none = (
        scored(kit, tmp_path, name, **options) for name, options in (("all", wide), ("some", wide), ("none", {}))
    )
    said = "4 of 4 outputs carry colours that are not sRGB (ICC Display P3: 4); pixel values were compared as stored."
    assert warnings(every)["warning-colours"] == said
    assert warnings(some)["warning-colours"].startswith("3 of 4 outputs carry colours")
    assert "warning-colours" not in warnings(none)
    assert rescore(every)[1].blocks == every.results.blocks
    assert every.results.measure("album.psnr").value == 100.0
    assert f"all: {said}" in map(str, compare_runs([every, none], seed=1).warnings)
