"""Count the turns of a subject that could be read: unreadable answers may show a lack of form, not of ability."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mindsight.record.blocks import Cell, Column, Note, Table
from mindsight.record.model import Item
from mindsight.text import Text, text

WARN_FROM = 0.05
"""Share of unreadable turns from which on a result may reflect form rather than ability."""
_MOST_SHOWN = 90
"""Most characters of an example; a report would cut a longer one in the middle."""

CAUSES: Mapping[str, Text] = {
    "empty": text("nothing was said"),
    "cut": text("the answer was cut off before it ended"),
    "refused": text("the model, or a filter before it, refused to answer"),
    "no_call": text("the answer holds no action"),
    "unknown_name": text("the answer names an action that does not exist"),
    "unreadable": text("no action in the answer could be read"),
    "several": text("the answer holds several different actions"),
    "ambiguous": text("the arguments can be understood in two ways"),
    "no_point": text("the action lacks its point"),
    "argument": text("an argument is missing, of another kind or out of range"),
}


class Unread(NamedTuple):
    """A turn that could not be read: the cause, and what was said in a form fit to show."""

    cause: str
    said: str


class Readability(NamedTuple):
    """The turns of some tasks: all, those read after a repair, those that could not be read."""

    turns: int
    repaired: int
    unread: tuple[Unread, ...]

    @property
    def share(self) -> float:
        """Share of the turns that could not be read."""
        return len(self.unread) / self.turns if self.turns else 0.0

    @property
    def causes(self) -> list[tuple[str, int]]:
        """Causes of unreadable turns and how often each occurred, the most frequent first."""
        return Counter(one.cause for one in self.unread).most_common()


def readability(items: Iterable[Item]) -> Readability:
    """Return how the turns of tasks were read; built-in subjects have no turns."""
    turns, repaired, unread = 0, 0, []
    for item in items:
        steps = item.answer.get("steps", ())
        for number, turn in enumerate(item.answer.get("turns", ())):
            turns += 1
            # The last turn of a subject that is stopped is not carried out, and so has no step.
            refused = number < len(steps) and steps[number]["code"] == "unreadable"
            if turn["problem"] or refused:
                unread.append(Unread(turn["problem"] or turn.get("fault") or "argument", _said(turn["answer"])))
            else:
                repaired += bool(turn["repairs"])
    return Readability(turns, repaired, tuple(unread))


def unread_warning(items: Sequence[Item]) -> Text | None:
    """Return the warning for a run in which many turns could not be read; None for other runs."""
    found = readability(items)
    if found.share < WARN_FROM or not found.unread:
        return None
    cause, count = found.causes[0]
    return text(
        "{share} % of the turns ({unread} of {turns}) could not be read; most often {cause} ({count}). Such turns cost a "
        "step and have no effect: the result may reflect the form of the answers, not the ability. One of them, "
        "verbatim: {example}",
        share=f"{100 * found.share:.1f}",
        unread=len(found.unread),
        turns=found.turns,
        cause=CAUSES.get(cause, CAUSES["unreadable"]),
        count=count,
        example=next(one.said for one in found.unread if one.cause == cause),
    )


def unread_note(items: Sequence[Item]) -> Iterator[Note]:
    """Yield the note that warns of many unreadable turns."""
    if body := unread_warning(items):
        yield Note(id="warning-unread", title=text("Warning"), role="warning", clause="6.3-b", body=body)


def reading_table(items: Sequence[Item]) -> Iterator[Table]:
    """Yield a table of how the turns were read; nothing if there were none."""
    found = readability(items)
    if not found.turns:
        return
    counts: list[tuple[Text, int]] = [
        (text("read in the form asked"), found.turns - found.repaired - len(found.unread)),
        (text("read in another form"), found.repaired),
        (text("not read"), len(found.unread)),
        *((text("not read: {cause}", cause=CAUSES.get(cause, CAUSES["unreadable"])), n) for cause, n in found.causes),
    ]
    rows: list[tuple[Cell, ...]] = [(title, count, round(100 * count / found.turns, 6)) for title, count in counts]
    columns = (
        Column(title=text("Answers"), align="left"),
        Column(title=text("Turns"), decimals=0),
        Column(title=text("share, %"), decimals=1),
    )
    yield Table(id="readability", title=text("How the answers were read"), columns=columns, rows=tuple(rows))


def _said(answer: Mapping[str, Any]) -> str:
    """Return what a subject said in a form fit to show: on one line, cut, without control characters or markup."""
    calls = [f"{name}({arguments})" for name, arguments in answer.get("calls", ())]
    words = "; ".join(calls) or answer.get("text") or answer.get("refusal") or answer.get("action") or ""
    return shown(words if isinstance(words, str) else str(words))


def shown(said: str) -> str:
    """Return untrusted words between quotation marks, escaped and cut to a readable length."""
    line = " ".join(said[: 4 * _MOST_SHOWN].split())
    cut = line[:_MOST_SHOWN] + ("…" if len(line) > _MOST_SHOWN else "")
    return "“" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in cut) + "”"
