"""Attacks on what a run holds of its items: lines of the record and pictures, with chain, manifest and seal renewed.

The attacker works on: everything that follows from the changed record is written anew, as an honest test would have written it.
"""

import itertools
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Self
from unittest.mock import patch

from mindsight.home.adapters import rereading
from mindsight.home.episodes import repeating
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.record import canonical
from mindsight.record.folder import ITEMS, MANIFEST, MEDIA, RunFolder
from mindsight.record.log import GENESIS
from mindsight.verification.pictures import FIELDS, look_again
from mindsight.verification.rebuilding import rebuild

from .attacks import Attacked, Place, leaves, note, past_both, with_change
from .made import KIT, TESTED
from .present import RECORDS, present, renew_manifest

ROOT = RECORDS.parents[2]
TWINS = {
    "enhancement-command": "enhancement-python", "classification-colours": "classification-table",
    "segmentation-few-threshold": "segmentation-few-centre", "home-model": "home-http", "vsig-few-judged": "vsig-model-seeing",
}  # fmt: skip
"""Another kept record on the same data, of some kinds."""
Line = dict[str, Any]


class Change(NamedTuple):
    """A change of a record: where, the lines as they are then, files of ``media`` with their bytes."""

    place: Place
    lines: list[Line]
    media: dict[str, bytes]


class Target(NamedTuple):
    """The clean run that is attacked, and what it takes to look behind its record."""

    run: RunFolder
    kind: str
    lines: list[Line]
    kit: Path | None
    rated: Path | None = None

    @classmethod
    def of(cls, run: RunFolder, kind: str, folder: Path) -> Self:
        """Take a clean run as the target, and make the kit of an album run in a folder."""
        lines = lines_of(run)
        apply(run, Change((), lines, {}))
        kit = rated = None
        if kind.startswith("rated"):
            kit, rated = folder / KIT, folder / TESTED
        elif run.manifest.document.suite == "album":
            kit = folder / f"kit-{run.manifest.kind}"
            making = [sys.executable, "-m", "tests.golden.remake", str(folder), "--only", kit.name]
            subprocess.run(making, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        assert look_again(run, kit=kit, rated=rated).findings == []
        return cls(run, kind, read_lines(run.path), kit, rated)

    def past_deep(self, run: RunFolder, change: Change) -> bool:
        """Return whether nothing is found behind the lines that were changed."""
        before = [_alone(line) for line in self.lines]
        if self.rated is None:
            # Of a rated run all lines are needed: which raters are complete follows from all.
            _write_lines(run, [line for line in change.lines if _alone(line) not in before])
        try:
            with _each_once():
                return look_again(run, kit=self.kit, rated=self.rated).findings == []
        except Exception:  # noqa: BLE001  (what cannot be looked at does not pass)
            return False


def lines_of(run: RunFolder) -> list[Line]:
    """Return the lines of a run; of a household run in the present version's words, its replies read by the present rule."""
    lines = read_lines(run.path)
    if run.manifest.document.suite != "home" or run.manifest.kind in {"questions", "imported"}:
        return lines
    again = {item.id: draft.model_dump(mode="json", include=FIELDS) for item, draft in rereading.items_again(run)}
    return [{**line, **again.get(line["id"], {})} for line in lines]


def removed(target: Target) -> Iterator[Change]:
    """Leave out one line."""
    lines = target.lines
    for at in range(len(lines)):
        yield Change((at,), lines[:at] + lines[at + 1 :], {})


def doubled(target: Target) -> Iterator[Change]:
    """Write one line twice."""
    lines = target.lines
    for at in range(len(lines)):
        yield Change((at,), lines[: at + 1] + lines[at:], {})


def moved(target: Target) -> Iterator[Change]:
    """Exchange two neighbouring lines."""
    lines = target.lines
    for at in range(len(lines) - 1):
        yield Change((at,), [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]], {})


def exchanged(target: Target) -> Iterator[Change]:
    """Put the line of another run on the same data, with its pictures, in the place of one."""
    lines = target.lines
    if target.kind not in TWINS:
        return
    with tempfile.TemporaryDirectory() as folder:
        twin = present(TWINS[target.kind], Path(folder))
        for at, line in enumerate(lines_of(twin)):
            pictures = {name: (twin.path / MEDIA / name).read_bytes() for name in line["media"].values()}
            yield Change((at,), [*lines[:at], line, *lines[at + 1 :]], pictures)


def leaf(target: Target) -> Iterator[Change]:
    """Change one leaf of one line."""
    lines = target.lines
    for at, line in enumerate(lines):
        for place in leaves(line):
            if place != ("previous",):
                yield Change((at, *place), [*lines[:at], with_change(line, place), *lines[at + 1 :]], {})


def pictures_exchanged(target: Target) -> Iterator[Change]:
    """Exchange two files of ``media``, each under the other's name."""
    files = sorted(file.name for file in (target.run.path / MEDIA).glob("*"))
    for one, other in itertools.pairwise(files):
        ours, theirs = ((target.run.path / MEDIA / name).read_bytes() for name in (one, other))
        yield Change((one,), target.lines, {one: theirs, other: ours})


def names_exchanged(target: Target) -> Iterator[Change]:
    """Let two items name each other's pictures."""
    lines = target.lines
    for at, (one, other) in enumerate(itertools.pairwise(lines)):
        if one["media"] and other["media"] and one["media"] != other["media"]:
            swapped = [{**one, "media": other["media"]}, {**other, "media": one["media"]}]
            yield Change((at, "media"), [*lines[:at], *swapped, *lines[at + 2 :]], {})


WAYS: dict[str, Callable[[Target], Iterator[Change]]] = {
    "line removed": removed, "line doubled": doubled, "lines moved": moved, "line of another run": exchanged,
    "leaf of a line": leaf, "pictures exchanged": pictures_exchanged, "names of pictures exchanged": names_exchanged,
}  # fmt: skip


def attack_items(target: Target, way: str) -> Attacked:
    """Change the record in one way at one place after another, write everything anew that follows, and check the run."""
    changes = list(WAYS[way](target))
    past: tuple[list[Place], list[Place], list[Place]] = ([], [], [])
    for change in changes:
        with tempfile.TemporaryDirectory() as folder:
            copy = RunFolder(Path(shutil.copytree(target.run.path, Path(folder) / target.kind)))
            apply(copy, change)
            passed = past_both(copy)
            note(_without_line(change.place), past, (*passed, passed[1] and target.past_deep(copy, change)))
    return Attacked(len(changes), *past)


@contextmanager
def _each_once() -> Iterator[None]:
    """Let the engine carry out the same actions and replies once only: what comes of them is the same each time."""
    with (
        patch.object(repeating, "carried_out", _carried_out),
        patch.object(rereading, "outcome_again", _outcome_again),
    ):
        yield


_KNOWN: dict[str, Any] = {}
_engine, _turns = repeating.carried_out, rereading.outcome_again


def _carried_out(instance: Instance, setting: Setting, actions: list[Any], **how: Any) -> Any:
    key = canonical.digest(["actions", instance.sha256, setting.model_dump(mode="json"), actions, how])
    return _remembered(key, lambda: _engine(instance, setting, actions, **how))


def _outcome_again(recorded: repeating.Recorded, reads: str) -> Any:
    item, answer = recorded.item, recorded.item.answer
    # Of a turn, what was read from it is made anew and does not matter; the reply and its cost do.
    turns = [{name: turn[name] for name in ("answer", "time_s", "usage")} for turn in answer["turns"]]
    said = {name: answer[name] for name in ("ending", "error", "tools", "restarts")}
    task = [item.id, recorded.instance.sha256, recorded.setting.model_dump(mode="json"), item.terms.get("left")]
    return _remembered(canonical.digest(["turns", task, reads, turns, said]), lambda: _turns(recorded, reads))


def _remembered(key: str, made: Callable[[], Any]) -> Any:
    if key not in _KNOWN:
        _KNOWN[key] = made()
    return _KNOWN[key]


def apply(run: RunFolder, change: Change) -> None:
    """Change a run and renew all that follows, as far as the changed record can be computed with."""
    for name, data in change.media.items():
        (run.path / MEDIA / name).write_bytes(data)
    head = _write_lines(run, change.lines)
    page = canonical.load(run.path / MANIFEST)
    page["items"] = {"count": len(change.lines), "head": head}
    run.write(MANIFEST, canonical.page(page))
    # Where no number can be made of it, the numbers stay as they were.
    with suppress(Exception):
        run.publish(rebuild(run).files, seal=False)
        renew_manifest(run)
    run.seal()


def _write_lines(run: RunFolder, lines: list[Line]) -> str:
    """Write a record with its chain renewed, and return the hash of its last line."""
    head, data = GENESIS, b""
    for line in lines:
        written = canonical.line({**line, "previous": head})
        head, data = canonical.sha256(written[:-1]), data + written
    run.write(ITEMS, data)
    return head


def _alone(line: Line) -> Line:
    """Return a line without its link to the one before."""
    return {name: value for name, value in line.items() if name != "previous"}


def read_lines(folder: Path) -> list[Line]:
    """Return the lines of a record."""
    return [json.loads(line) for line in (folder / ITEMS).read_bytes().splitlines()]


def _without_line(place: Place) -> Place:
    """Return a place without the number of its line, where it leads further."""
    return place[1:] or place
