"""An album kit: ``kit.json`` names every file with its hash, its role and, of classification, its class."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.review.catalogue import Catalogue, Entry, Role
from mindsight.review.examining.files import readable
from mindsight.review.readers.listing import Listing, read_page
from mindsight.review.readers.pictures import Purpose, amounts_of
from mindsight.text import Text, text

KIT_FILE = "kit.json"
FORMAT = "mindsight.kit"
_PARTS: tuple[tuple[str, Role], ...] = (("reference", "reference"), ("mask", "mask"))
_KINDS: dict[str, Purpose] = {
    "classification": "classification",
    "enhancement": "enhancement",
    "segmentation": "segmentation",
}


def read_kit(root: Path, listing: Listing) -> Catalogue:
    """Return the catalogue of a kit.

    Raises:
        InputError: ``kit.json`` is damaged.
    """
    page = read_page(root, KIT_FILE)
    if not isinstance(page, dict) or page.get("kind") not in _KINDS or not isinstance(page.get("items"), list):
        raise InputError("{file}: is damaged; prepare the kit again", file=str(root / KIT_FILE))
    kind, problems = _KINDS[page["kind"]], list[tuple[str, Text]]()
    entries = [one for item in page["items"] for one in _entries(item, kind, problems)]
    there = {readable(name) for name in listing.files}
    named = {one.path for one in entries}
    problems += [(path, text("is named by the kit and is not there")) for path in sorted(named - there)]
    entries += [Entry(path, "table") for path in sorted(there - named)]
    trial = page.get("trial") is True
    return Catalogue(
        root=root,
        name=root.resolve().name,
        layout="kit",
        files=listing.files,
        entries=tuple(entries),
        amounts=tuple(amounts_of(tuple(entries), kind, strict=not trial)),
        problems=tuple(problems),
        is_trial=trial,
    )


def _entries(item: Any, kind: Purpose, problems: list[tuple[str, Text]]) -> Iterator[Entry]:
    """Yield the files of one instance; of an enhancement the input resembles its reference on purpose."""
    try:
        group, label = str(item["id"]), str(item.get("actual", ""))
        first: Role = "input" if kind == "enhancement" else "picture"
        for name, role in (("input", first), *_PARTS):
            if name in item:
                yield Entry(str(item[name]["path"]), role, label, group=group, sha256=str(item[name]["sha256"]))
    except (KeyError, TypeError, AttributeError):
        problems.append((KIT_FILE, text("an item of the kit does not name its files")))
