"""Names of the measures of a test under several conditions, in which each number occurs once per condition."""

from collections.abc import Iterator, Mapping, Sequence

from mindsight.home.classes import title_of
from mindsight.home.reporting.kinds import KINDS
from mindsight.home.reporting.not_read import TITLES
from mindsight.record.model import Measure
from mindsight.record.titles import Named
from mindsight.text import Text, text

_CHANGE = "change."
_KINDS: Mapping[str, Text] = {
    "T": text("T as the document defines it"),
    "T_corrected": text("T without sampling noise"),
    "T_read": TITLES["T_read"][0],
    "NR": TITLES["NR"][0],
    "T_narrow": text("T over the document's narrow kinds"),
    "f_mean": text("mean accuracy"),
    "f_spread": text("spread of the accuracies σ"),
    "f": text("f"),
    "f_valid": text("f of the valid tasks"),
    "f_irrelevant": text("f of the irrelevant tasks"),
    "ignored": text("correctly ignored"),
    "abstention_recall": text("irrelevant tasks ignored"),
    "abstention_precision": text("irrelevant among the ignored"),
    "right": text("tasks that end correctly"),
    "graded": text("graded score"),
}


def named(titles: Mapping[str, Text], measures: Sequence[Measure]) -> Iterator[Named]:
    """Yield the names of measures that belong to one condition: the quantity and the condition; ``titles`` by key."""
    for measure in measures:
        name, _, key = measure.name.removeprefix("home.").partition("@")
        kind, _, task = name.removeprefix(_CHANGE).partition(".")
        if key not in titles or kind not in _KINDS:
            continue
        whose = KINDS[task] if kind == "ignored" else title_of(task)
        what = text("{title}: {part}", title=whose, part=_KINDS[kind]) if task else _KINDS[kind]
        moved = name.startswith(_CHANGE)
        yield measure, what, text("change, {condition}", condition=titles[key]) if moved else titles[key]
