"""Hundreds of mutated layouts: files that are missing, moved, linked, truncated or of another kind.

No crash, nothing read outside of the data set, and no fault passes silently: there is a finding, or other samples, or one sentence.
"""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mindsight.errors import InputError
from mindsight.text import LANGUAGES, say
from mindsight.vsig.dataset.preparation import Prepared, prepare
from vsig.making import Made
from vsig.mutating import Draw, pick
from vsig.sheets import KnownClip, sheet

QUICK, SLOW = 25, 400
Change = Callable[[Path, Draw], KnownClip | None]


@dataclass(frozen=True)
class Kept:
    """A data set of all templates in one layout, with empty clips, and its findings."""

    root: Path
    before: Prepared


@pytest.fixture(scope="module")
def kept(made: list[Made], made_ecog: list[Made], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kept]:
    found = {}
    for layout, samples in (("vsig", made), ("ecog", made_ecog)):
        root = tmp_path_factory.mktemp(layout) / "data"
        for template in range(1, 7):
            sheet(root, [one for one in samples if (one.template, one.language) == (template, "zh")]).write()
        found[layout] = Kept(root, prepare(root, facts=KnownClip()))
    return found


def a_file(root: Path, draw: Draw) -> Path:
    return pick(sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink()), draw)


def a_folder(root: Path, draw: Draw) -> Path:
    return pick(sorted(path.parent for path in root.rglob("annotations.json")), draw)


# --- changes that must be noticed ---


def removed(root: Path, draw: Draw) -> None:
    a_file(root, draw).unlink()


def emptied(root: Path, draw: Draw) -> None:
    a_document(root, draw).write_bytes(b"")


def a_document(root: Path, draw: Draw) -> Path:
    return pick(sorted(path for path in root.rglob("*.json") if path.is_file()), draw)


def filled_with_anything(root: Path, draw: Draw) -> None:
    a_document(root, draw).write_bytes(draw(st.binary(max_size=60)))


def cut_off(root: Path, draw: Draw) -> None:
    file = a_document(root, draw)
    data = file.read_bytes()
    file.write_bytes(data[: draw(st.integers(0, max(len(data) - 2, 0)))])


def made_a_folder(root: Path, draw: Draw) -> None:
    file = a_file(root, draw)
    file.unlink()
    file.mkdir()


def made_a_pipe(root: Path, draw: Draw) -> None:
    file = a_file(root, draw)
    file.unlink()
    os.mkfifo(file)


def made_a_link(root: Path, draw: Draw) -> None:
    """A link to the same content outside of the data set is not followed."""
    file = a_file(root, draw)
    outside = root.parent / "outside"
    outside.mkdir(exist_ok=True)
    target = file.rename(outside / f"{len(list(outside.iterdir()))}{file.suffix}")
    file.symlink_to(pick((target, root / "nothing", file), draw))


def made_a_linked_folder(root: Path, draw: Draw) -> None:
    folder = a_folder(root, draw)
    outside = root.parent / "outside"
    outside.mkdir(exist_ok=True)
    folder.symlink_to(folder.rename(outside / folder.name), target_is_directory=True)


def renamed(root: Path, draw: Draw) -> None:
    file = a_file(root, draw)
    file.rename(file.with_name(pick((f"x{file.name}", f"{file.stem}.avi", f"{file.stem}.MP4", "clip"), draw)))


def renamed_folder(root: Path, draw: Draw) -> None:
    folder = a_folder(root, draw)
    name = pick(("指令9", "指令0", "指令", "misc", "\udcff", "a" * 200, "指令12345678901234567890"), draw)
    folder.rename(folder.with_name(name))


def exchanged(root: Path, draw: Draw) -> None:
    """Exchange the annotations of two templates."""
    first, second = (
        folder / "annotations.json" for folder in sorted(p.parent for p in root.rglob("annotations.json"))[:2]
    )
    held = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(held)


def repeated(root: Path, draw: Draw) -> None:
    folder = a_folder(root, draw)
    shutil.copytree(folder, folder.with_name(f"{folder.name} copy"), symlinks=True)


def moved_too_deep(root: Path, draw: Draw) -> None:
    folder = a_folder(root, draw)
    deep = root.joinpath(*"abcdefgh")
    deep.mkdir(parents=True)
    folder.rename(deep / folder.name)


def clips_turned(_root: Path, _draw: Draw) -> KnownClip:
    return KnownClip(size=(180, 320))


def clips_shorter(_root: Path, _draw: Draw) -> KnownClip:
    return KnownClip(length_ms=900.0, last_ms=860.0)


def clips_silent(_root: Path, _draw: Draw) -> KnownClip:
    return replace(KnownClip(), has_sound=False)


# --- changes without meaning ---


def with_an_unrelated_file(root: Path, draw: Draw) -> None:
    (a_folder(root, draw) / pick(("notes.txt", "mask.png", ".DS_Store", "extra.mp4", "\udcff.mp4"), draw)).touch()


def with_an_empty_folder(root: Path, draw: Draw) -> None:
    (a_folder(root, draw) / pick(("temp_frames", ".git", "结果"), draw)).mkdir()


def with_a_mark(root: Path, draw: Draw) -> None:
    file = a_document(root, draw)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().removeprefix(b"\xef\xbb\xbf"))


NOTICED: tuple[Change, ...] = (
    removed, emptied, filled_with_anything, cut_off, made_a_folder, made_a_pipe, made_a_link, made_a_linked_folder, renamed,
    renamed_folder, exchanged, repeated, moved_too_deep, clips_turned, clips_shorter, clips_silent,
)  # fmt: skip
HARMLESS: tuple[Change, ...] = (with_an_unrelated_file, with_an_empty_folder, with_a_mark)


def seen(found: Prepared) -> Any:
    return [(sample.id, sample.fingerprint) for sample in found.samples], found.skipped, found.findings


def checked(root: Path, facts: KnownClip) -> Any:
    """Return the findings, or the one sentence of an error."""
    try:
        found = prepare(root, facts=facts)
    except InputError as error:
        return say(error.text, "zh")
    for one in found.findings:
        assert all(0 < len(say(one.text, language)) < 1200 for language in LANGUAGES)
        assert not one.file.startswith("/")
    return seen(found)


def hold(kept: Kept, root: Path, draw: Draw) -> None:
    """Change a copy once or twice, and compare the findings with those before."""
    shutil.copytree(kept.root, root)
    facts = KnownClip()
    changes = [pick((*NOTICED, *HARMLESS), draw) for _ in range(pick((1, 1, 2), draw))]
    for change in dict.fromkeys(changes):
        facts = change(root, draw) or facts
    harmless = all(change in HARMLESS for change in changes)
    assert (checked(root, facts) == seen(kept.before)) == harmless, [change.__name__ for change in changes]


@pytest.mark.parametrize("layout", ["vsig", "ecog"])
@pytest.mark.parametrize(
    "count", [pytest.param(QUICK, id="few"), pytest.param(SLOW, id="many", marks=pytest.mark.slow)]
)
@pytest.mark.timeout(3000)
def test_changed_layouts_are_noticed(kept: dict[str, Kept], tmp_path: Path, layout: str, count: int) -> None:
    numbers = iter(range(1_000_000))

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(st.data())
    def check(data: st.DataObject) -> None:
        place = tmp_path / f"{next(numbers)}"
        place.mkdir()
        try:
            hold(kept[layout], place / "data", data.draw)
        finally:
            shutil.rmtree(place)

    check()
