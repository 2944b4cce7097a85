"""A kit that was damaged or forged is refused in one sentence; nothing outside it is ever read."""

import contextlib
import copy
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from album.making import trial_kit
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.errors import KitError

Json = dict[str, Any]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial_kit(tmp_path_factory.mktemp("kits") / "kit", 3)


@pytest.fixture
def kit(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "kit"))


def written(kit: Path) -> Json:
    return json.loads((kit / "kit.json").read_text())


def read_everything(kit: Path) -> int:
    """Read a kit to its last picture; return the number of items."""
    opened = EnhancementKit(kit)
    items = [item for item, _ in opened.items()]
    for item in items:
        assert opened.read(item.input)
        assert opened.read(item.reference)
    return len(items)


def refusal(kit: Path) -> str:
    with pytest.raises(KitError) as refused:
        read_everything(kit)
    said = str(refused.value)
    assert "\n" not in said
    assert len(said) < 400 + len(str(kit))
    return said.replace(str(kit / "kit.json"), "kit.json")


def forge(kit: Path, change: Any) -> str:
    values = written(kit)
    change(values)
    (kit / "kit.json").write_text(json.dumps(values))
    return refusal(kit)


def test_a_good_kit_is_read_whole(kit: Path) -> None:
    assert read_everything(kit) == 3


def test_a_kit_written_in_another_layout_is_the_same_kit(kit: Path, original: Path) -> None:
    (kit / "kit.json").write_text(json.dumps(written(kit), indent=7))
    assert list(EnhancementKit(kit).items()) == list(EnhancementKit(original).items())
    assert EnhancementKit(kit).header == EnhancementKit(original).header


def test_a_folder_that_is_no_kit(tmp_path: Path) -> None:
    assert "is not a kit (it has no kit.json)" in refusal(tmp_path)


# One forged entry each: what is changed → what the message contains.
def _id(values: Json) -> None:
    values["items"][2]["id"] = "0001"


def _count(values: Json) -> None:
    values["count"] = 7


def _no_items(values: Json) -> None:
    values["items"] = []


def _not_a_trial(values: Json) -> None:
    values["trial"] = False


def _no_terms(values: Json) -> None:
    values["items"][0]["input_terms"] = {}


def _odd_terms(values: Json) -> None:
    values["items"][0]["input_terms"]["squared_error"] = 0


def _unknown_field(values: Json) -> None:
    values["items"][0]["sponsor"] = "x"


def _unknown_header_field(values: Json) -> None:
    values["items_more"] = [1]


def _version(values: Json) -> None:
    values["version"] = 2


def _windowed(values: Json) -> None:
    values["items"][1]["input_windowed"] = 7.0


FORGED = [
    (_id, r"number 0001 appears twice; prepare the kit again"),
    (_count, r"lists 3 items but announces 7"),
    (_no_items, r"lists 0 items but announces 3"),
    (_not_a_trial, r"3 references, but not marked as a trial"),
    (_no_terms, r"input_terms: .*got none"),
    (_odd_terms, r"no two 8-bit pictures have these terms"),
    (_unknown_field, r"sponsor: Extra inputs are not permitted"),
    (_unknown_header_field, r"items_more: Extra inputs are not permitted"),
    (_version, r"version: .*Input should be 1"),
    (_windowed, r"input_windowed: Input should be less than or equal to 1"),
]


@pytest.mark.parametrize(("change", "said"), FORGED, ids=[change.__name__ for change, _ in FORGED])
def test_a_forged_entry_is_named(change: Any, said: str, kit: Path) -> None:
    assert re.search(said, forge(kit, change))


OUTSIDE = ["../secret.png", "inputs/../../secret.png", "/etc/passwd", "/passwd", "linked/secret.png", "inputs/linked.png",
           "circle/0001.png", "x" * 300]  # fmt: skip
NO_PATHS = ["", "a\0b", "a\nb", "x" * 301]


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: path[:20])
@pytest.mark.parametrize("role", ["input", "reference"])
def test_nothing_outside_the_kit_is_read(role: str, path: str, kit: Path) -> None:
    secret = kit.parent / "secret.png"
    shutil.copyfile(kit / written(kit)["items"][0][role]["path"], secret)
    (kit / "linked").symlink_to(kit.parent)
    (kit / "inputs" / "linked.png").symlink_to(secret)
    (kit / "circle").symlink_to(kit / "circle")

    def change(values: Json) -> None:
        values["items"][0][role]["path"] = path

    assert "leads outside the kit; do not trust this kit" in forge(kit, change)


@pytest.mark.parametrize("path", NO_PATHS, ids=["empty", "null", "line", "long"])
def test_what_cannot_be_a_path(path: str, kit: Path) -> None:
    def change(values: Json) -> None:
        values["items"][0]["reference"]["path"] = path

    assert "reference.path: String should match pattern" in forge(kit, change)


@pytest.mark.parametrize("path", [".", "..", "inputs", "inputs/9999.png", "kit.json/0001.png"])
def test_a_path_that_is_no_file(path: str, kit: Path) -> None:
    def change(values: Json) -> None:
        values["items"][0]["input"]["path"] = path

    assert re.search(r"cannot be read \(.*\); restore the kit|leads outside the kit", forge(kit, change))


@pytest.mark.parametrize("role", ["input", "reference"])
def test_a_changed_picture_is_named(role: str, kit: Path) -> None:
    picture = kit / written(kit)["items"][1][role]["path"]
    data = bytearray(picture.read_bytes())
    data[len(data) // 2] ^= 1
    picture.write_bytes(data)
    name = picture.relative_to(kit)
    assert refusal(kit) == f"kit picture {name}: was changed since the kit was made; restore the kit"
    picture.unlink()
    assert refusal(kit) == f"kit picture {name}: cannot be read (No such file or directory); restore the kit"


NUMBERS = [b"NaN", b"Infinity", b"1e999", b"9" * 1_000_000, b"-1", b"1.5", b"0x10", b"01"]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:8].decode())
@pytest.mark.parametrize("field", [b'"seed": 7', b'"count": 3', b'"pixels":1200'])
def test_numbers_that_are_none(field: bytes, number: bytes, kit: Path) -> None:
    data = (kit / "kit.json").read_bytes()
    assert field in data
    name = field.partition(b":")[0]
    (kit / "kit.json").write_bytes(data.replace(field, name + b":" + number))
    assert "is damaged (" in refusal(kit)


@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"[]", b"7", b'"kit"', b"\xff\xfe", b'{"items":[]}', b"[" * 100_000, b'{"a":' * 100_000,
     b'{"items":' + b"[" * 100_000],
    ids=lambda data: data[:12].hex() or "empty",
)  # fmt: skip
def test_files_that_are_no_kit_json(data: bytes, kit: Path) -> None:
    (kit / "kit.json").write_bytes(data)
    assert "is damaged (" in refusal(kit)


def test_kit_json_cut_off_anywhere(kit: Path) -> None:
    data = (kit / "kit.json").read_bytes().rstrip()
    for end in range(0, len(data), 41):
        (kit / "kit.json").write_bytes(data[:end])
        assert "is damaged (" in refusal(kit)


# Anything at all


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*path, key))


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(OUTSIDE + NO_PATHS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_mutated_kit_is_a_kit_or_refused_and_nothing_else(original: Path, draw: st.DataObject) -> None:
    values = copy.deepcopy(written(original))
    for _ in range(draw.draw(st.integers(1, 2))):
        *path, last = draw.draw(st.sampled_from(list(places(values))))
        holder = values
        for key in path:
            holder = holder[key]
        if draw.draw(st.booleans()):
            holder[last] = draw.draw(ANYTHING)
        else:
            del holder[last]
    kit = original.with_name("mutated")
    shutil.rmtree(kit, ignore_errors=True)
    shutil.copytree(original, kit)
    (kit / "kit.json").write_text(json.dumps(values))
    with contextlib.suppress(KitError):
        assert read_everything(kit) >= 1
