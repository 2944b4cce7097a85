"""The samples of a data set as in their files, before any check."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.errors import InputError
from mindsight.text import text
from mindsight.vsig.dataset.checks import Finding, Findings
from mindsight.vsig.dataset.discovery import ANNOTATIONS, MADE, TRUTHS, Folder, real_file
from mindsight.vsig.dataset.rests import RESTS
from mindsight.vsig.dataset.strict_json import Doubled, read_json


class Raw(NamedTuple):
    """A sample as in its file.

    ``truths`` is the whole ``eval_gt.json`` beside it, if there is one; ``made`` holds, by clip, the used part of ``truth.json``.
    """

    value: Any
    folder: Folder
    truths: Any
    findings: Findings
    made: Any = None

    @property
    def is_skipped(self) -> bool:
        """Whether it is marked ``is_invalid``."""
        marked = isinstance(self.value, dict) and self.value.get("is_invalid") is True
        # A name that occurs twice is ambiguous, so neither value is used.
        return marked and not (isinstance(self.value, Doubled) and "is_invalid" in self.value.names)


def raws_of(folder: Folder, root: Path, found: list[Finding]) -> Iterator[Raw]:
    """Yield the samples of a folder; faults of whole files are added to ``found``."""
    whole = Findings(below(folder, ANNOTATIONS))
    annotations = _read(folder, root, ANNOTATIONS, whole)
    if isinstance(annotations, dict):
        annotations = [annotations]
    # None: the file could not be read, which is a finding already, or holds null.
    if not isinstance(annotations, list) and not whole.found:
        whole.refuse("", text("is not a list of samples"))
    elif annotations == []:
        whole.warn("", text("holds no samples"))
    found += whole.found
    values = annotations if isinstance(annotations, list) else []
    truths = None
    if folder.layout == "ecog":
        beside = Findings(below(folder, TRUTHS))
        truths = _truths(folder, root, values, beside)
        found += beside.found
    if folder.layout == "vsig" or truths is not None:
        names, made = _names(values), _made(folder, root, found)
        for value, name in zip(values, names, strict=True):
            yield Raw(value, folder, truths, Findings(below(folder, ANNOTATIONS), name), made)


def below(folder: Folder, name: str) -> str:
    """Return the path of a file of the folder, below the root."""
    return f"{folder.name}/{name}".removeprefix("/")


def _read(folder: Folder, root: Path, name: str, findings: Findings) -> Any:
    path = real_file(folder.path / name, root, "", findings)
    if path is None:
        return None
    try:
        return read_json(path)
    except InputError as error:
        findings.refuse("", error.text)
        return None


def _truths(folder: Folder, root: Path, values: list[Any], findings: Findings) -> dict[str, Any] | None:
    truths = _read(folder, root, TRUTHS, findings)
    if truths is None or not isinstance(truths, dict):
        if not findings.found:
            findings.refuse("", text("names no clips"))
        return None
    known = {value.get("video_name") for value in values if isinstance(value, dict) and _is_named(value)}
    for name, truth in truths.items():
        if isinstance(truth, dict) and name not in known:
            findings.warn(name, text("no sample has this clip: it is left out"))
    return truths


def _made(folder: Folder, root: Path, found: list[Finding]) -> dict[str, Any]:
    """Return where the finger rested in synthetic clips; empty if that is unknown or, with a finding, cannot be read."""
    if MADE not in folder.files:
        return {}
    own = Findings(below(folder, MADE))
    held = _read(folder, root, MADE, own)
    if not isinstance(held, dict) and not own.found:
        own.refuse("", text("names no clips"))
    doubled = getattr(held, "names", ())
    for name in doubled:
        own.warn(name, text("the name occurs twice; keep one of them"))
    # No score needs the file.
    found += [one.model_copy(update={"severity": "warning"}) for one in own.found]
    pages = held if isinstance(held, dict) else {}
    # The tracks of a thousand clips are large, and not needed here.
    return {
        name: {RESTS: page[RESTS]}
        for name, page in pages.items()
        if name not in doubled and isinstance(page, dict) and RESTS in page
    }


def _is_named(value: dict[str, Any]) -> bool:
    return isinstance(value.get("video_name"), str)


def _names(values: list[Any]) -> list[str]:
    """Return each sample's name in findings: its id, its number if it has none, both if the id occurred before."""
    names: list[str] = []
    taken: set[str] = set()
    for number, value in enumerate(values, start=1):
        held = value.get("id") if isinstance(value, dict) else None
        usable = isinstance(held, str | int) and not isinstance(held, bool) and str(held).strip()
        name = str(held)[:200] if usable else f"#{number}"
        names.append(f"{name} (#{number})" if name in taken else name)
        taken.add(name)
    return names
