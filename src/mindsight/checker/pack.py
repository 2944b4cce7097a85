"""Makes of the package one file, ``check_run.py``: its modules one after another, each with its heading and docstring."""

import re
from functools import cache
from importlib import resources

MODULES = (
    "reading/strict", "reading/spill", "reading/streaming", "basics", "findings", "pictures", "files", "kinds", "items", "statistics",
    "album/enhancement", "album/segmentation", "album/classification", "album/opinion",
    "home/episodes", "home/sealing", "home/tasks", "home/index", "home/questions", "home/imported",
    "home/autonomy", "home/rooms", "vsig/masks", "vsig/terms", "vsig/grounding", "numbers", "checking", "command",
)  # fmt: skip
"""In reading order; no module uses another one that comes later."""
_IMPORT = re.compile(r"^((?:import|from [\w.]+ import) (?:\([^)]*\)|[^\n(]+))\n", re.MULTILINE)

_HEAD = '''\
#!/usr/bin/env python3
"""Check a mindsight run folder: every byte against its seal, every normative measure against the items' terms.

This file uses the standard library only and nothing that is installed, so that a reader can trust a record without
trusting the program that wrote it. It holds the modules of the package mindsight.checker, one after another. Those named
reading/… come first: with them the program reads long files, too. They judge nothing; all that judges is written twice.

    python3 check_run.py [FOLDER] [--lang en|zh]

What it cannot tell: a record in which everything was forged alike, items, numbers and seal. Only a signature could.
"""

from __future__ import annotations

'''


@cache
def pack() -> bytes:
    """Return the file's bytes; the same ones for the same package."""
    imports: set[str] = set()
    bodies = [_body_of(name, imports) for name in MODULES]
    plain = sorted(line for line in imports if line.startswith("import "))
    names: dict[str, set[str]] = {}
    for line in imports.difference(plain):
        module, _, wanted = line[len("from ") :].partition(" import ")
        names.setdefault(module, set()).update(wanted.split(", "))
    found = [f"from {module} import {', '.join(sorted(wanted))}" for module, wanted in sorted(names.items())]
    return (_HEAD + "\n".join([*plain, *found, ""]) + "".join(bodies)).encode()


def source_of(name: str) -> str:
    """Return the source of a module; the readers lie beside the files that they read."""
    package = "mindsight.record" if name.startswith("reading/") else "mindsight.checker"
    return (resources.files(package) / f"{name}.py").read_text("utf-8")


def _body_of(name: str, imports: set[str]) -> str:
    """Return a module under its heading, without its imports; those of the standard library are collected."""
    source = source_of(name)
    for line in _IMPORT.findall(source):
        if not line.startswith(("from mindsight.", "from __future__")):
            imports.add(line)
    body = re.sub("\n{4,}", "\n\n\n", _IMPORT.sub("", source))
    return f"\n\n# {'-' * (114 - len(name))} {name}\n\n{body}"
