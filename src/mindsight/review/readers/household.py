"""The tasks, rooms or questions of a household run: generated, each with its seed, its class, and whether it can be done at all."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from mindsight.errors import InputError
from mindsight.review.catalogue import Amount, Catalogue, Entry
from mindsight.review.examining.files import readable
from mindsight.review.examining.pictures import SUFFIXES
from mindsight.review.findings import Layout
from mindsight.review.readers.listing import Listing, read_page
from mindsight.text import Text, text

FILES: dict[str, Layout] = {"instances.json": "tasks", "rooms.json": "rooms", "questions.json": "questions"}
FORMATS = {
    "instances.json": "mindsight.home-instances",
    "rooms.json": "mindsight.home-instances",
    "questions.json": "mindsight.home-questions",
}
_VALID, _IRRELEVANT = "valid", "irrelevant"


def read_household(root: Path, listing: Listing, file: str) -> Catalogue:
    """Return the catalogue of generated tasks or questions and the pictures beside them.

    Raises:
        InputError: The list is damaged.
    """
    page = read_page(root, file)
    if not isinstance(page, dict) or not isinstance(page.get("items"), list):
        raise InputError("{file}: is damaged; it is not a list of tasks", file=str(root / file))
    problems: list[tuple[str, Text]] = []
    items = [one for one in page["items"] if isinstance(one, dict)]
    if len(items) < len(page["items"]):
        problems.append((file, text("some of its entries are not objects")))
    for name, count in Counter(str(one.get("id")) for one in items).items():
        if count > 1:
            problems.append((file, text("item {item} occurs {count} times", item=name, count=count)))
    problems += [(file, text("item {item} has no words in {language}", item=str(one.get("id")), language=language))
                 for one in items for language in ("zh", "en") if FILES[file] != "rooms" and not _words(one, language)]  # fmt: skip
    return Catalogue(
        root=root,
        name=root.resolve().name,
        layout=FILES[file],
        files=listing.files,
        entries=tuple(_entry(readable(name)) for name in listing.files),
        amounts=tuple(_rooms(items) if FILES[file] == "rooms" else _amounts(items)),
        problems=tuple(problems),
        is_generated="pool" not in page,
        origin={"rule": ", ".join(sorted({str(one.get("rule")) for one in items}))},
    )


def _entry(path: str) -> Entry:
    if PurePosixPath(path).suffix.lower() not in SUFFIXES:
        return Entry(path, "table")
    stem = PurePosixPath(path).stem
    # Pictures of a run are named by their hash; frames of one scene resemble each other on purpose.
    return Entry(path, "other", sha256=stem if len(stem) == 64 else "")


def _words(item: dict[str, Any], language: str) -> Any:
    said = item.get("instruction") or item.get("words")
    return said.get(language) if isinstance(said, dict) else None


def _rooms(items: list[dict[str, Any]]) -> Iterator[Amount]:
    """Yield how many rooms of each class there are: each gives one S."""
    for name, count in sorted(Counter(str(one.get("task")) for one in items).items()):
        yield Amount("home.S", "home 4.3", name, count, 1)


def _amounts(items: list[dict[str, Any]]) -> Iterator[Amount]:
    """Yield, for each class, how many of its tasks can be done and how many cannot: home 4.2 needs both."""
    counts: Counter[tuple[str, str]] = Counter()
    for one in items:
        reason = one.get("reason") or (one.get("truth") or {}).get("reason")
        counts[str(one.get("task") or one.get("kind")), _IRRELEVANT if reason else _VALID] += 1
    for name in sorted({name for name, _ in counts}):
        for part in (_VALID, _IRRELEVANT):
            yield Amount(f"home.f.{name}", "home 4.2", part, counts[name, part], 1, "share")
