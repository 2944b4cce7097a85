"""The bytes: every file against the seal ``SHA256SUMS``, every picture against the hash that is its name."""

from __future__ import annotations

import os
import re
from typing import Any, Iterator, Mapping

from mindsight.checker.basics import bytes_of, sha256_of
from mindsight.checker.findings import Finding
from mindsight.checker.pictures import pictures_that_stay
from mindsight.record.reading.strict import Json, a_dict, is_file, parsed, spelled

SUMS = "SHA256SUMS"
SIGNATURE_FILE = re.compile(r"signatures/[0-9]{3}-[0-9a-f]{8}\.(json|tsr|sigstore\.json)")
"""Signatures over the seal: mindsight verify checks them, with libraries that this checker does not use."""


def seal_findings(folder: str, counts: Json, but: str | None = None) -> Iterator[Finding]:
    """Yield where the files of the folder are not those that were sealed; a link or a pipe is no file of a record.

    Files whose names begin with ``but`` must be there, but are not read.
    """
    found = set(files_in(folder))
    counts["files"] = len(found)
    for name in sorted(found | {SUMS}):
        path = os.path.join(folder, name)
        if os.path.islink(path):
            yield Finding("link", file=name)
        elif os.path.lexists(path) and not is_file(path):
            yield Finding("special", file=name)
    raw = bytes_of(os.path.join(folder, SUMS))
    if raw is None:
        yield Finding("no_seal", file=SUMS)
        return
    listed: dict[str, str] = {}
    byte, previous = 0, ""
    for number, line in enumerate(raw.splitlines(keepends=True), 1):
        match = re.fullmatch(rb"([0-9a-f]{64})  ([^\n\r]+)\n", line)
        name = os.fsdecode(match.group(2)) if match else ""
        if not match or name <= previous:
            yield Finding("bad_sum_line", file=SUMS, line=number, byte=byte)
        if match:
            listed[name], previous = match.group(1).decode(), name
        byte += len(line)
    yield from (Finding("missing", file=name) for name in sorted(set(listed) - found))
    yield from (Finding("unlisted", file=name) for name in sorted(found - set(listed)))
    for name in sorted(found & set(listed)):
        read = but is None or not name.startswith(but)
        if read and sha256_of(os.path.join(folder, name)) != listed[name]:
            yield Finding("changed", file=name)


def files_in(folder: str) -> Iterator[str]:
    """Yield the name of everything that is no folder; a link to a folder is not walked into."""
    for base, folders, names in os.walk(folder):
        folders.sort()
        for name in names + [name for name in folders if os.path.islink(os.path.join(base, name))]:
            path = os.path.join(base, name)
            relative = os.path.relpath(path, folder).replace(os.sep, "/")
            lock = relative == ".lock" and is_file(path) and not os.path.islink(path) and not os.path.getsize(path)
            # What comes after the seal is no part of it.
            signature = SIGNATURE_FILE.fullmatch(relative) and not os.path.islink(path)
            if relative != SUMS and not lock and not signature:
                yield relative


def page_of(folder: str, name: str, findings: list[Finding]) -> Json:
    """Return a page of the record; it must be spelled as mindsight writes it, so that no key can stand in it twice."""
    raw = bytes_of(os.path.join(folder, name))
    if raw is None:
        findings.append(Finding("missing", file=name))
        return {}
    value = object_in(raw, name, findings)
    try:
        page = spelled(value, indent=1) + b"\n" if value else raw
    except RecursionError:  # the indented spelling needs more room than the plain one
        page = b""
    if page != raw:
        start = raw.rfind(b"\n", 0, _first_difference(raw, page)) + 1
        findings.append(Finding("not_canonical", file=name, line=raw.count(b"\n", 0, start) + 1, byte=start))
    return value


def object_in(raw: bytes, name: str, findings: list[Finding]) -> Json:
    """Return the JSON object in a file."""
    value: Any = parsed(raw)
    if not isinstance(value, dict):
        findings.append(Finding("not_json", file=name))
    return a_dict(value)


def _first_difference(a: bytes, b: bytes) -> int:
    return next((at for at, (left, right) in enumerate(zip(a, b)) if left != right), min(len(a), len(b)))


def _pictures(media: str) -> Iterator[tuple[str, str]]:
    """Yield names and paths of the pictures; those of a large run lie in folders by the first two digits of their names."""
    for name in os.listdir(media):
        share = os.path.join(media, name)
        if len(name) == len("ff") and os.path.isdir(share) and not os.path.islink(share):
            yield from ((own, os.path.join(share, own)) for own in os.listdir(share) if own.startswith(name))
        else:
            yield name, share


def media_findings(folder: str, items: Mapping[str, Json], manifest: Json) -> Iterator[Finding]:
    """Yield pictures that are not what their names say, and those that items name in vain although they should be there."""
    media = os.path.join(folder, "media")
    present = dict(_pictures(media)) if os.path.isdir(media) else {}
    for name in sorted(present):
        if sha256_of(present[name]) != name.split(".")[0]:
            yield Finding("media", file=os.path.relpath(present[name], folder).replace(os.sep, "/"))
    staying = pictures_that_stay(folder, manifest)
    for key, item in items.items():
        for name in map(str, a_dict(item.get("media")).values()):
            if name not in present and (staying is None or key in staying[0] or name in staying[1]):
                yield Finding("media_missing", file="media/" + name, found=key)
