"""In which places two makings of a recipe differ, but for what the clock and the machine put there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

IGNORED = {"SHA256SUMS", "report.html", "check_run.py"}
"""Follows from the other files; written from the record; a part of the program."""
CLOCK = {"time_s", "started", "ended", "resumed", "made", "previous", "head"}
"""``previous`` and ``head`` are hashes of lines with times in them."""
MACHINE = {"software", "hardware"}
VERSIONS = {
    "av", "cores", "inspect-ai", "machine", "memory_gib", "mindsight", "mujoco-core", "numpy", "openai",
    "opencv-python-headless", "pillow", "processor", "pydantic", "python", "scipy", "system",
}  # fmt: skip
"""What stands of them in the environment of a measure's signature."""
_PORT = re.compile(r"127\.0\.0\.1:\d+")
CLOCKED = {"runs", "common", "home-endings"}
"""Tables of a comparison with times and versions in their cells."""
_SENTENCE = {"message", "args"}
_SEALED = re.compile(rb'"(?:sealed|commitment)": "([0-9a-f]{64})"')
"""A commitment is a hash of the seed and of the versions that draw the tasks."""
_CODE = re.compile(rb'"code":"([0-9a-f]{32})"')
"""Drawn for each question to a judge."""


class How(NamedTuple):
    """What makes a difference: the wording of sentences, and the order of what is asked of a server and answered by it."""

    but_sentences: bool = False
    in_order: bool = True


def differences(old: Path, new: Path, how: How) -> list[str]:
    """Return the first difference of every file: file, path and both values."""
    if old.is_file() and new.is_file():
        return list(_of_files(old, new, old.name, how))
    names = [{str(file.relative_to(folder)) for file in folder.rglob("*") if _counts(file)} for folder in (old, new)]
    found = [f"{name}: only in {old}" for name in sorted(names[0] - names[1])]
    found += [f"{name}: only in {new}" for name in sorted(names[1] - names[0])]
    for name in sorted(names[0] & names[1]):
        found += _of_files(old / name, new / name, name, how)
    return found


def _counts(file: Path) -> bool:
    return file.is_file() and file.name not in IGNORED and file.parent.name != "__pycache__"


def _of_files(old: Path, new: Path, name: str, how: How) -> Iterator[str]:
    pages = (_page(old), _page(new))
    if pages[0] == pages[1]:
        return
    if old.suffix not in {".json", ".jsonl"}:
        yield f"{name}: other bytes"
        return
    first, second = (_read(page, old.suffix) for page in pages)
    found = _difference(first, second, "", how)
    if found is not None:
        yield f"{name}{found}"


def _page(file: Path) -> bytes:
    """Return a file without what its folder is sealed with, and without the codes of questions to a judge."""
    page = file.read_bytes()
    for code in _CODE.findall(page):
        page = page.replace(code, b"(code)")
    public = (file.with_name(name) for name in ("manifest.json", "commitment.json"))
    sealed = {found for place in public if place.exists() for found in _SEALED.findall(place.read_bytes())}
    for commitment in sealed:
        page = page.replace(commitment, b"(commitment)")
    return page


def _read(page: bytes, suffix: str) -> Any:
    return json.loads(page) if suffix == ".json" else [json.loads(line) for line in page.splitlines()]


def _difference(old: Any, new: Any, path: str, how: How) -> str | None:
    """Return the first place in which two values differ, with both."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _of_objects(old, new, path, how)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        if not how.in_order and (not path or path.endswith(".asked")):
            old, new = (sorted(entries, key=lambda entry: str(entry["id"])) for entries in (old, new))
        pairs = ((f"{path}[{place}]", *pair) for place, pair in enumerate(zip(old, new, strict=True)))
        return next((found for where, a, b in pairs if (found := _difference(a, b, where, how))), None)
    if isinstance(old, str) and isinstance(new, str):
        old, new = (_PORT.sub("127.0.0.1", value) for value in (old, new))
    if type(old) is type(new) and old == new:
        return None
    return f"{path}: {_short(old)} → {_short(new)}"


def _of_objects(old: dict[str, Any], new: dict[str, Any], path: str, how: How) -> str | None:
    ignored = CLOCK | MACHINE
    if path.endswith(".signature.environment"):
        ignored = ignored | VERSIONS
    if path.endswith(".sent.bytes"):
        # A film is encoded by two threads, and comes out another by some bytes each time.
        ignored = ignored | {"video"}
    if old.get("id") in CLOCKED:
        ignored = ignored | {"rows"}
    if how.but_sentences and old.keys() == _SENTENCE:
        ignored = ignored | {"message"}
    names = sorted(name for name in {*old, *new} if name not in ignored)
    for name in names:
        if name not in old or name not in new:
            return f"{path}.{name}: only {'before' if name in old else 'after'}"
        if found := _difference(old[name], new[name], f"{path}.{name}", how):
            return found
    return None


def _short(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) < 200 else f"{shown[:200]}…"
