"""Tables of the sentences with which tasks were declined, sorted by the kind of reason that they give; beside the score, never in it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from mindsight.answers.unread import shown
from mindsight.home.declining.sorting import kinds_in, known_kinds, version
from mindsight.record.blocks import Block, Cell, Column, Table
from mindsight.record.model import Item
from mindsight.text import Text, text

TITLES: dict[str, Text] = {
    "absent": text("absent"),
    "blocked": text("blocked or too small"),
    "impossible": text("impossible"),
    "not_home": text("no household task"),
    "ambiguous": text("ambiguous"),
    "missing_information": text("information missing"),
    "false_premise": text("premise not true"),
    "hazardous": text("hazardous"),
}
"""Kinds of reason in a word or two; one without a title is shown by its name."""
VALID = ""
"""What stands for the kind of a task that is valid."""


class Declined(NamedTuple):
    """A declined task: its item, its kind, the sentence that was given (empty: none), and the kinds of reason found in it."""

    item: str
    kind: str
    sentence: str
    found: tuple[str, ...]

    @property
    def fits(self) -> bool:
        """Whether the sentence gives, perhaps among others, the reason why the task is irrelevant."""
        return self.kind in self.found


def declined(items: Sequence[Item]) -> list[Declined]:
    """Return the tested tasks that were declined."""
    return [_sorted(item) for item in items if item.status == "scored" and item.terms.get("ending") == "decline"]


def sentence_of(item: Item) -> str:
    """Return the sentence that was given with the last action; empty if there is none."""
    steps: Sequence[Mapping[str, Any]] = item.answer.get("steps") or ({},)
    action = steps[-1].get("action")
    said = action.get("text") if isinstance(action, dict) else None
    return said.strip() if isinstance(said, str) else ""


def blocks(items: Sequence[Item]) -> Iterator[Block]:
    """Yield how the sentences were sorted, and some of them; nothing if no task was declined."""
    tasks = declined(items)
    if tasks:
        yield sorting(tasks)
    if any(one.sentence for one in tasks):
        yield examples(tasks)


def sorting(tasks: Sequence[Declined]) -> Table:
    """Return, for each kind of task, how many declined ones had a sentence that gives each kind of reason.

    A sentence that gives two kinds of reason is counted under both. The share is that of the sentences that give, perhaps among
    others, the task's own reason, of all sentences given; a valid task has none.
    """
    given = Counter(kind for one in tasks for kind in one.found)
    names = [*(kind for kind in known_kinds() if kind in given or any(one.kind == kind for one in tasks))]
    columns = (
        Column(title=text("Task"), align="left"),
        Column(title=text("declined"), decimals=0),
        Column(title=text("without a sentence"), decimals=0),
        *(Column(title=text("reason given: {kind}", kind=title_of(name)), decimals=0) for name in names),
        Column(title=text("no known reason"), decimals=0),
        Column(title=text("share that gives the task's own reason"), decimals=3),
    )
    groups: list[tuple[Text, list[Declined]]] = [(title_of(kind), _of(tasks, kind)) for kind in _kinds_of(tasks)]
    unfit = [one for one in tasks if one.kind != VALID]
    if len(groups) > 1:
        groups.append((text("all irrelevant tasks"), unfit))
    groups.append((text("valid tasks"), _of(tasks, VALID)))
    rows = tuple((title, *_row(own, names)) for title, own in groups if own)
    title = text("Declined: the reason given, by kind of task (phrases of version {version})", version=version())
    return Table(id="declined", title=title, columns=columns, rows=rows)


def examples(tasks: Sequence[Declined]) -> Table:
    """Return some sentences: of each kind of task the first that gives its reason, and the first that does not."""
    rows: list[tuple[Cell, ...]] = []
    for kind in (*_kinds_of(tasks), VALID):
        own = sorted((one for one in _of(tasks, kind) if one.sentence), key=lambda one: one.item)
        for fits in (True, False):
            rows += [_shown(one) for one in [one for one in own if one.fits is fits][:1]]
    heads = (text("Task"), text("Kind"), text("Sentence given, its beginning"), text("reason given"))
    columns = tuple(Column(title=head, align="left") for head in heads)
    return Table(
        id="declined-sentences",
        title=text("Some sentences with which tasks were declined"),
        columns=columns,
        rows=tuple(rows),
    )


def title_of(kind: str) -> Text:
    """Return the title of a kind of reason, or its name if it has none."""
    return TITLES[kind] if kind in TITLES else text("{name}", name=kind)


def _sorted(item: Item) -> Declined:
    said = sentence_of(item)
    return Declined(item.id, VALID if item.terms["valid"] else item.terms["reason"], said, kinds_in(said))


def _kinds_of(tasks: Sequence[Declined]) -> list[str]:
    """Return the kinds of irrelevant tasks, those with phrases first and in their order."""
    found = {one.kind for one in tasks} - {VALID}
    return [*(kind for kind in known_kinds() if kind in found), *sorted(found - set(known_kinds()))]


def _of(tasks: Sequence[Declined], kind: str) -> list[Declined]:
    return [one for one in tasks if one.kind == kind]


def _row(own: Sequence[Declined], names: Sequence[str]) -> tuple[Cell, ...]:
    said = [one for one in own if one.sentence]
    unfit = [one for one in said if one.kind != VALID]
    share = sum(one.fits for one in unfit) / len(unfit) if unfit else None
    return (
        len(own),
        len(own) - len(said),
        *(sum(name in one.found for one in said) for name in names),
        sum(not one.found for one in said),
        share,
    )


def _shown(one: Declined) -> tuple[Cell, ...]:
    kind = text("valid") if one.kind == VALID else title_of(one.kind)
    found = reduce(_and, map(title_of, one.found)) if one.found else text("none known")
    return (one.item, kind, shown(one.sentence), found)


def _and(first: Text, other: Text) -> Text:
    return text("{first}, {other}", first=first, other=other)
