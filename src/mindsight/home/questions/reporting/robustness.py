"""How accuracy falls as pictures get worse: the same questions without and with a disturbance, at rising strengths."""

from collections.abc import Iterator, Mapping, Sequence

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
    ALL: text("all disturbances together"),
}
_AMOUNTS = {
    "blur": "σ {amount} px",
    "noise": "σ {amount}",
    "dark": "−{amount} EV",
    "coarse": "1 : {amount}",
}


def robustness(found: Mapping[str, Measure], items: Sequence[Item]) -> Iterator[Block]:
    """Yield the curve and its table; nothing if no question was asked with disturbed pictures."""
    own = [one for name, one in found.items() if name.startswith(_PREFIX)]
    if not own:
        return
    kinds = [kind for kind in _NAMES if any(_place(one)[0] == kind for one in own)]
    lines = {kind: sorted((one for one in own if _place(one)[0] == kind), key=_place) for kind in kinds}
    yield Curve(
        id="robustness",
        title=text("The same questions with pictures made worse"),
        x_label=text("strength of the disturbance, 0 for none"),
        y_label=text("accuracy f"),
        series=tuple(_series(kind, line) for kind, line in lines.items()),
    )
    yield _table(lines, _amounts(items))


def disturbance_at(rest: str) -> Text:
    """Return what a measure is of, from the end of its name, such as ``blur.2``."""
    kind, _, strength = rest.partition(".")
    return text("f at strength {strength}: {name}", strength=strength, name=_NAMES[kind])


def _place(one: Measure) -> tuple[str, int]:
    kind, _, strength = one.name.removeprefix(_PREFIX).partition(".")
    return kind, int(strength)


def _series(kind: str, line: Sequence[Measure]) -> Series:
    known = [(float(_place(one)[1]), round(one.value, 6)) for one in line if one.value is not None]
    return Series(name=_NAMES[kind], x=tuple(x for x, _ in known), y=tuple(y for _, y in known))


def _amounts(items: Sequence[Item]) -> dict[tuple[str, int], float]:
    """Return how strong each disturbance was, by kind and strength."""
    told = [how for item in items if (how := item.terms.get("disturbed"))]
    return {(one["kind"], one["strength"]): one["amount"] for one in told}


def _table(lines: Mapping[str, Sequence[Measure]], amounts: Mapping[tuple[str, int], float]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind, line in lines.items():
        for one in line:
            amount = amounts.get(_place(one))
            said = _AMOUNTS[kind].format(amount=f"{amount:g}") if amount and kind in _AMOUNTS else None
            rows.append((_NAMES[kind], _place(one)[1], said, link(one), bounds(one), one.n))
    columns = (
        Column(title=text("Disturbance"), align="left"),
        Column(title=text("Strength"), decimals=0),
        Column(title=text("Amount")),
        Column(title=text("f"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Questions"), decimals=0),
    )
    return Table(id="disturbances", title=text("Accuracy at each strength"), columns=columns, rows=tuple(rows))
