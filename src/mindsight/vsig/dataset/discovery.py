"""Find the samples of a data set on the disk. No name or link leads out of the root."""

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mindsight.clauses import implements
from mindsight.errors import InputError
from mindsight.reasons import system_reason
from mindsight.text import Text, storable, text
from mindsight.vsig.dataset.checks import Finding, Findings
from mindsight.vsig.dataset.samples import Layout
from mindsight.vsig.language.templates import NUMBERS, number_in

ANNOTATIONS = "annotations.json"
TRUTHS = "eval_gt.json"
MADE = "truth.json"
"""The full truth of synthetic clips."""
VIDEOS = (".mp4", ".mov")
_DEEPEST = 8


class Folder(NamedTuple):
    """A folder that holds samples.

    ``name`` is its path below the root; ``scene`` the name of its parent folder; ``template`` the number in its own name, None
    if there is none; ``files`` the names of all files in it.
    """

    path: Path
    name: str
    scene: str
    template: int | None
    layout: Layout
    files: tuple[str, ...]


class Found(NamedTuple):
    """The folders of a data set, in the order of their names, and the findings of the search."""

    folders: tuple[Folder, ...]
    findings: tuple[Finding, ...]


@implements("vsig", "structure")
def find_folders(root: Path) -> Found:
    """Return the folders that hold annotations, below a data set, a scene or a template.

    The README's project structure is ``<scene>/指令N/``; a folder of EcoG-Bench holds an ``eval_gt.json`` besides and may
    be called InstN.

    Raises:
        InputError: There is no such folder, or no annotations in it.
    """
    if not root.is_dir():
        raise InputError("{folder}: is not a folder", folder=str(root))
    folders, findings = [], Findings("")
    for path, files in _walk(root, findings):
        name = path.relative_to(root).as_posix()
        if ANNOTATIONS in files:
            folders.append(_folder(root, path, name, files, findings))
        elif number_in(path.name) in NUMBERS:
            _warn(findings, name, text("the folder has no {file}: it is left out", file=ANNOTATIONS))
    usable = tuple(folder for folder in folders if folder is not None)
    if not folders:
        raise InputError(
            "{folder}: no {file} in it; give the folder of a data set, which holds scenes with a folder for each "
            "template, such as 指令4",
            folder=str(root),
            file=ANNOTATIONS,
        )
    return Found(usable, tuple(findings.found))


def video_of(folder: Folder, root: Path, name: str, findings: Findings) -> Path | None:
    """Return the clip that a sample names; None, with a finding, if it cannot be used.

    A name that differs from the file's only in case or Unicode form matches it.
    """
    if name in (".", "..") or "/" in name or "\\" in name or "\0" in name:
        findings.refuse("video_name", text("{name} is not a file name but a path; paths are not followed", name=name))
        return None
    if not name.lower().endswith(VIDEOS):
        findings.refuse("video_name", text("{name} is not a video; use .mp4 or .mov", name=name))
        return None
    real = name if name in folder.files else _like(name, folder.files)
    if real is None:
        findings.refuse("video_name", text("there is no {name} in the folder", name=name))
        return None
    if real != name:
        findings.warn("video_name", text("the file is called {real}, not {name}", real=real, name=name))
    return real_file(folder.path / real, root, "video_name", findings)


def real_file(path: Path, root: Path, field: str, findings: Findings) -> Path | None:
    """Return the file; None, with a finding, if it is not a file or lies outside of the root."""
    try:
        inside = path.resolve().is_relative_to(root.resolve())
        regular = path.is_file()
    except (OSError, RuntimeError):
        inside = regular = False
    if not inside:
        findings.refuse(
            field, text("{name} is a link that leads out of the data set; it is not followed", name=path.name)
        )
    elif not regular:
        findings.refuse(field, text("{name} is not a file", name=path.name))
    return path if inside and regular else None


def _walk(root: Path, findings: Findings) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Yield every folder with its files, in the order of their names; links to folders are not followed."""
    waiting = [(root, 0)]
    while waiting:
        path, depth = waiting.pop()
        name = path.relative_to(root).as_posix()
        try:
            with os.scandir(path) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            one = Findings("" if path == root else name)
            one.refuse("", text("the folder cannot be read ({reason})", reason=system_reason(error)))
            findings.found += one.found
            continue
        inner = []
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                inner.append(path / entry.name)
            elif _leads_to_folder(entry):
                _warn(
                    findings,
                    f"{name}/{entry.name}".removeprefix("./"),
                    text("is a link to a folder; it is not followed"),
                )
        yield path, tuple(entry.name for entry in found if not _leads_to_folder(entry))
        if depth < _DEEPEST:
            waiting += [(each, depth + 1) for each in reversed(inner)]
        elif inner:
            _warn(findings, name, text("its folders are nested too deeply and are left out"))


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that points to itself
        return False


def _folder(root: Path, path: Path, name: str, files: tuple[str, ...], findings: Findings) -> Folder | None:
    here = path.resolve()
    number = number_in(here.name)
    one = Findings(f"{name}/{ANNOTATIONS}".removeprefix("./"))
    if number is not None and number not in NUMBERS:
        one.refuse("", text("there is no template {number}; there are {known}", number=number, known="1–6"))
    elif storable(name) != name:
        one.refuse("", text("the folder's name is not UTF-8; rename it"))
    findings.found += one.found
    if one.found:
        return None
    scene = storable(here.name if number is None else here.parent.name)
    return Folder(path, "" if path == root else name, scene, number, "ecog" if TRUTHS in files else "vsig", files)


def _warn(findings: Findings, file: str, message: Text) -> None:
    one = Findings(file)
    one.warn("", message)
    findings.found += one.found


def _like(name: str, files: tuple[str, ...]) -> str | None:
    same = [file for file in files if _plain(file) == _plain(name)]
    return same[0] if len(same) == 1 else None


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", storable(name)).casefold()
