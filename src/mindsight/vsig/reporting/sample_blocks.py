"""Report blocks of selected samples with their pictures."""

import bisect
from collections.abc import Iterator, Sequence

from mindsight.record.blocks import Block, Cell, Column, Link, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.text import Text, text
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.profile import Profile
from mindsight.vsig.reporting.item_words import named_template

MOST_PER_TEMPLATE = 4
"""A page with eight hundred pictures could not be opened; ``mindsight vsig show`` draws any sample."""


class Shown:
    """The samples to show of those that are added: of each template the ones with the most faults, then by id."""

    def __init__(self) -> None:
        self._worst: dict[int, list[tuple[float, str, Item]]] = {template: [] for template in range(1, 7)}

    def add(self, item: Item) -> None:
        """Keep an item if it is among the worst."""
        worst = self._worst.get(item.terms["template"])
        if worst is None or item.status != "scored":
            return
        key = (-_wrong(item), item.id)
        if len(worst) < MOST_PER_TEMPLATE or key < worst[-1][:2]:
            bisect.insort(worst, (*key, item), key=lambda one: one[:2])
            del worst[MOST_PER_TEMPLATE:]

    def items(self) -> list[Item]:
        """Return the samples to show, by template."""
        return [item for worst in self._worst.values() for _, _, item in worst]


def blocks(run: RunFolder, shown: Sequence[Item], samples: SampleList) -> Iterator[Block]:
    """Yield the table of the samples shown, then each one's picture, timeline and answer."""
    from mindsight.vsig.reporting.item_blocks import blocks_of, size_of_last

    if not shown:
        return
    yield _table(shown)
    profile = Profile.model_validate(run.manifest.plan["profile"])
    for item in sorted(shown, key=lambda item: item.id):
        sample = samples.find(item.id)
        if sample is not None:
            yield from blocks_of(sample, item, profile, size_of_last(run, item))


def _wrong(item: Item) -> float:
    cells = [target[name] for target in item.terms["targets"] for name in ("what", "where", "when")]
    scored = [cell for cell in cells if cell is not None]
    return scored.count(False) / len(scored) if scored else 0.0


def _table(shown: Sequence[Item]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            named_template(item.terms["template"]),
            Link(value=item.id, target=f"item-{item.id}"),
            item.terms["scene"],
            *(_marks(item, name) for name in ("what", "where", "when")),
        )
        for item in shown
    ]
    heads: tuple[Text, ...] = (text("template"), text("Sample"), text("scene"))
    columns = (*heads, text("what"), text("where"), text("when"))
    return Table(
        id="samples",
        title=text("Some samples as pictures, those with the most that is wrong first"),
        columns=tuple(Column(title=head, align="left") for head in columns),
        rows=tuple(rows),
    )


def _marks(item: Item, name: str) -> str:
    """Return a mark for each target: right, wrong, not scored."""
    return " ".join("–" if target[name] is None else "✓" if target[name] else "✗" for target in item.terms["targets"])
