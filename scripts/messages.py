"""Collect the texts that users read, bring the Chinese catalogue up to date and compile it.

A text that the source no longer holds moves to the retired ones: records written before still hold it, and are read in Chinese.

Run with ``--check`` to fail, naming them, when a text is missing, unused or differs in its fields.
"""

import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import extract
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).resolve().parent.parent / "src" / "mindsight"
FOLDER = SOURCE / "locale" / "zh_CN" / "LC_MESSAGES"
PO, RETIRED, MO = FOLDER / "mindsight.po", FOLDER / "retired.po", FOLDER / "mindsight.mo"

# The functions and errors whose first argument is a text.
KEYWORDS = dict.fromkeys(
    (
        "text",
        "mark",
        "InputError",
        "PictureError",
        "KitError",
        "RecordError",
        "IdentityError",
        "MissingExtra",
        "OtherPictureError",
        "ItemError",
        "ProductError",
        "StorageError",
        "SubjectError",
    )
)


def sources() -> Iterator[tuple[str, str]]:
    """Yield every text of the source with the file it stands in."""
    for path in sorted(SOURCE.rglob("*.py")):
        with path.open("rb") as file:
            for _, message, _, _ in extract.extract("python", file, keywords=KEYWORDS):
                if isinstance(message, str) and message:
                    yield message, str(path.relative_to(SOURCE))


def catalogue(path: Path = PO) -> Catalog:
    """Return a Chinese catalogue as it is."""
    if not path.exists():
        return Catalog(locale="zh_CN")
    with path.open("rb") as file:
        return read_po(file, locale="zh_CN")


def findings(texts: dict[str, str], chinese: Catalog) -> list[str]:
    """Return what is wrong with the catalogue, a sentence each."""
    found = []
    for message, path in texts.items():
        entry = chinese.get(message)
        if entry is None or not entry.string or entry.fuzzy:
            found.append(f"no Chinese text: {message!r} ({path})")
        elif fields(message) != fields(str(entry.string)):
            found.append(f"other fields in Chinese: {message!r} → {entry.string!r}")
    found += [f"not used any more: {entry.id!r}" for entry in chinese if entry.id and entry.id not in texts]
    return found


def fields(message: str) -> set[str]:
    """Return the names of the fields in a template."""
    return set(re.findall(r"\{(\w+)\}", message))


def compiled(chinese: Catalog, retired: Catalog) -> bytes:
    """Return the catalogue in gettext's binary form, with the retired texts."""
    for entry in retired:
        if entry.id and entry.id not in chinese:
            chinese.add(entry.id, entry.string)
    # The compiled header would carry the time of compiling.
    chinese.creation_date = chinese.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    buffer = io.BytesIO()
    write_mo(buffer, chinese)
    return buffer.getvalue()


def update() -> None:
    """Write the catalogue with every text of the source, old translations kept, and compile it."""
    old, retired = catalogue(), catalogue(RETIRED)
    new = Catalog(locale="zh_CN", project="mindsight", charset="utf-8", header_comment="# Chinese texts of mindsight")
    for message, path in dict(sources()).items():
        entry = old.get(message) or retired.get(message)
        new.add(message, entry.string if entry is not None else "", locations=[(path, 0)])
    gone = Catalog(locale="zh_CN", project="mindsight", charset="utf-8", header_comment="# Texts of older records")
    for entry in (*retired, *old):
        if entry.id and entry.string and entry.id not in new:
            gone.add(entry.id, entry.string)
    FOLDER.mkdir(parents=True, exist_ok=True)
    write(PO, new)
    write(RETIRED, gone)
    MO.write_bytes(compiled(catalogue(), catalogue(RETIRED)))


def write(path: Path, chinese: Catalog) -> None:
    """Write a catalogue, without the dates that would make the file differ at every run."""
    buffer = io.BytesIO()
    write_po(buffer, chinese, width=0, omit_header=False, include_lineno=False, sort_output=True)
    lines = [line for line in buffer.getvalue().splitlines() if b"-Date:" not in line and b"Generated-By" not in line]
    path.write_bytes(b"\n".join(lines) + b"\n")


def main() -> int:
    """Update the catalogue, or only check it."""
    if "--check" not in sys.argv:
        update()
    found = findings(dict(sources()), catalogue())
    if MO.read_bytes() != compiled(catalogue(), catalogue(RETIRED)):
        found.append(f"{MO.name} is older than {PO.name}; run make messages")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
