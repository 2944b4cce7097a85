"""How accuracy falls as pictures get worse: the same questions without and with a disturbance, at rising strengths."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mindsight.home.classes import DIMENSIONS
from mindsight.home.questions.scoring.measures import ALL
from mindsight.home.reporting.cells import bounds, link
from mindsight.record.blocks import Block, Cell, Column, Curve, Series, Table
from mindsight.record.model import Item, Measure
from mindsight.text import Text, text

_PREFIX = "home.f_disturbed."
_NAMES = {
    "blur": text("blur"),
    "noise": text("noise"),
    "dark": text("darkness"),
    "coarse": text("low resolution"),
    "rate": text("low frame rate"),
    ALL: text("all disturbances together"),
}
_AMOUNTS = {
    "blur": "σ {amount} px",
    "noise": "σ {amount}",
    "dark": "−{amount} EV",
    "coarse": "1 : {amount}",
    "rate": "1 : {amount}",
}


class _Place(NamedTuple):
    """What a measure is of: a dimension, or none for all; the kind of disturbance, and its strength."""

    dimension: str
    kind: str
    strength: int


def robustness(found: Mapping[str, Measure], items: Sequence[Item]) -> Iterator[Block]:
    """Yield a curve and its table, for all dimensions and for each if there are several; nothing if no picture was made worse."""
    own = {_place(name): one for name, one in found.items() if name.startswith(_PREFIX)}
    amounts = _amounts(items)
    there = {place.dimension for place in own}
    for dimension in (one for one in ("", *DIMENSIONS) if one in there):
        lines = {
            kind: [own[place] for place in sorted(own) if place[:2] == (dimension, kind)]
            for kind in _NAMES
            if any(place[:2] == (dimension, kind) for place in own)
        }
        end, of = (f"-{dimension}", DIMENSIONS[dimension][1]) if dimension else ("", None)
        yield Curve(
            id=f"robustness{end}",
            title=_titled(text("The same questions with pictures made worse"), of),
            x_label=text("strength of the disturbance, 0 for none"),
            y_label=text("accuracy f"),
            series=tuple(_series(kind, line) for kind, line in lines.items()),
        )
        yield _table(f"disturbances{end}", _titled(text("Accuracy at each strength"), of), lines, amounts)


def _titled(title: Text, dimension: Text | None) -> Text:
    return title if dimension is None else text("{title}: {name}", title=title, name=dimension)


def disturbance_at(rest: str) -> Text:
    """Return what a measure is of, from the end of its name, such as ``blur.2`` or ``event.blur.2``."""
    _, kind, strength = _place(rest)
    return text("f at strength {strength}: {name}", strength=str(strength), name=_NAMES[kind])


def dimension_of(rest: str) -> Text | None:
    """Return the dimension that such a measure is of; None for all."""
    dimension = _place(rest).dimension
    return DIMENSIONS[dimension][1] if dimension else None


def _place(name: str) -> _Place:
    *dimension, kind, strength = name.removeprefix(_PREFIX).split(".")
    return _Place(dimension[0] if dimension else "", kind, int(strength))


def _series(kind: str, line: Sequence[Measure]) -> Series:
    known = [(float(_place(one.name).strength), round(one.value, 6)) for one in line if one.value is not None]
    return Series(name=_NAMES[kind], x=tuple(x for x, _ in known), y=tuple(y for _, y in known))


def _amounts(items: Sequence[Item]) -> dict[tuple[str, int], float]:
    """Return how strong each disturbance was, by kind and strength."""
    told = [how for item in items if (how := item.terms.get("disturbed"))]
    return {(one["kind"], one["strength"]): one["amount"] for one in told}


def _table(
    name: str, title: Text, lines: Mapping[str, Sequence[Measure]], amounts: Mapping[tuple[str, int], float]
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind, line in lines.items():
        for one in line:
            strength = _place(one.name).strength
            amount = amounts.get((kind, strength))
            said = _AMOUNTS[kind].format(amount=f"{amount:g}") if amount and kind in _AMOUNTS else None
            rows.append((_NAMES[kind], strength, said, link(one), bounds(one), one.n))
    columns = (
        Column(title=text("Disturbance"), align="left"),
        Column(title=text("Strength"), decimals=0),
        Column(title=text("Amount")),
        Column(title=text("f"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Questions"), decimals=0),
    )
    return Table(id=name, title=title, columns=columns, rows=tuple(rows))
