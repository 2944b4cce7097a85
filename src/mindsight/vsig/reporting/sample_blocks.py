"""Report blocks of selected samples with their pictures."""

from collections.abc import Iterator, Sequence

from mindsight.record.blocks import Block, Cell, Column, Link, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.text import Text, text
from mindsight.vsig.profile import Profile
from mindsight.vsig.reporting.item_words import named_template

MOST_PER_TEMPLATE = 4
"""A page with eight hundred pictures could not be opened; ``mindsight vsig show`` draws any sample."""


def chosen(items: Sequence[Item]) -> list[Item]:
    """Return the samples to show: of each template those with the most faults, then by id."""
    shown: list[Item] = []
    for template in range(1, 7):
        own = [item for item in items if item.terms["template"] == template and item.status == "scored"]
        shown += sorted(own, key=lambda item: (-_wrong(item), item.id))[:MOST_PER_TEMPLATE]
    return shown


def blocks(run: RunFolder, items: Sequence[Item]) -> Iterator[Block]:
    """Yield the table of the samples shown, then each one's picture, timeline and answer."""
    from mindsight.vsig.dataset.data_file import read_samples
    from mindsight.vsig.reporting.item_blocks import blocks_of, size_of_last

    shown = chosen(items)
    if not shown:
        return
    yield _table(shown)
    names = {item.id for item in shown}
    # The slimmed items have lost their answers, which readers want.
    whole = sorted((item for item in run.items if item.id in names), key=lambda item: item.id)
    samples = {sample.id: sample for sample in read_samples(run.path / run.manifest.data.file)}
    profile = Profile.model_validate(run.manifest.plan["profile"])
    for item in whole:
        if item.id in samples:
            yield from blocks_of(samples[item.id], item, profile, size_of_last(run, item))


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
