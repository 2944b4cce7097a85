"""What lies behind a rated run once more: its items from ratings and rated run, and the pictures that raters were shown."""

from collections.abc import Iterator
from pathlib import Path

from mindsight.errors import InputError
from mindsight.rating.events import RATINGS
from mindsight.rating.rated_run import answers_in, read_events, seal_of, shows_output
from mindsight.rating.scoring import drafts
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item
from mindsight.record.opening import open_sealed
from mindsight.text import Text, text


def items_again(run: RunFolder, rated: Path | None) -> Iterator[tuple[Item, Draft]]:
    """Yield each item of a rated run with what the ratings give, on the items of the run that was rated where it is at hand.

    Raises:
        InputError: Another run was rated.
    """
    source = list(run.items if rated is None else _opened(run, rated).items)
    again = {draft.id: draft for draft in drafts(source, answers_in(run, source))}
    yield from ((item, again[item.id]) for item in run.items)


def shown_otherwise(run: RunFolder, kit: Path, rated: Path) -> Iterator[Text]:
    """Yield the answers to outputs of the rated run that name other pictures than its outputs and the kit give.

    Raises:
        InputError: Another run was rated, or it is of another kit.
    """
    from mindsight.rating.campaigns.preparation import pictures_shown

    opened, given = _opened(run, rated), dict(pictures_shown(rated, kit))
    for rating in read_events(run.path / RATINGS).counting:
        if shows_output(rating) and rating.run == seal_of(opened) and rating.seen != given.get(rating.item):
            yield text(
                "{file}: answer {id} of {rater} to item {item} names other pictures than kit and rated run give",
                file=RATINGS, id=rating.id, rater=rating.rater, item=rating.item,
            )  # fmt: skip


def _opened(run: RunFolder, rated: Path) -> RunFolder:
    opened = open_sealed(rated)
    if seal_of(opened) != run.manifest.plan["rated"]["seal"]:
        raise InputError("{folder}: is not the run whose outputs were rated, or was changed since", folder=str(rated))
    return opened
