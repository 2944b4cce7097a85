"""What lies behind a record, once more: outputs scored again, actions repeated in the engine, answers read again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.errors import InputError
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item
from mindsight.text import Text, text
from mindsight.verification.differences import Difference, differences, in_words

FIELDS = {"status", "outcome", "answer", "terms", "parsed"}
"""What is compared of an item."""
MOST_SHOWN = 20
CLOSE = 1e-5
"""Difference up to which a measured term is the same: windowed SSIM is kept in single precision."""
Pairs = Iterator[tuple[Item, Draft]]
Count = Callable[[int, int], None]


class LookedAt(NamedTuple):
    """How many items were looked at again, of how many, and what came out otherwise."""

    count: int
    total: int
    findings: list[Text]


def look_again(
    run: RunFolder, *, kit: Path | None = None, workers: int = 1, progress: Count = lambda _done, _all: None
) -> LookedAt:
    """Look at everything behind a run's items again that is there.

    Args:
        run: A complete run.
        kit: Of an album run, the kit that it was run on.
        workers: Household tasks repeated side by side.
        progress: Called with (finished, all).

    Raises:
        InputError: The kit of an album run was not named, or is another one.
        MissingExtra: Household tasks need the engine, which is not installed.
    """
    total, findings, count = sum(1 for _ in run.items), [], 0
    for count, (item, again) in enumerate(_pairs(run, kit, workers), 1):
        progress(count, total)
        found = [one for one in differences(_facts(item), _facts(again)) if not _is_close(one)]
        findings += [text("item {id}: {difference}", id=item.id, difference=in_words(one, {})) for one in found]
    return LookedAt(count, total, findings)


def _pairs(run: RunFolder, kit: Path | None, workers: int) -> Pairs:
    suite = run.manifest.document.suite
    if suite == "album":
        from mindsight.album.rebuilding import items_again as of_album

        if kit is None:
            raise InputError(
                "--deep: outputs are scored again with the pictures of their kit; name it with --kit FOLDER"
            )
        return of_album(run, kit)
    if suite == "vsig":
        from mindsight.vsig.rebuilding import items_again as of_vsig

        return of_vsig(run)
    from mindsight.home.episodes.repeating import items_again as of_home

    return of_home(run, workers=workers)


def _facts(item: Draft) -> dict[str, Any]:
    return item.model_dump(mode="json", include=FIELDS)


def _is_close(one: Difference) -> bool:
    both = isinstance(one.found, float) and isinstance(one.expected, float)
    return both and abs(one.found - one.expected) <= CLOSE
