"""Answers that could not be read, counted in one way for all suites: they may show a lack of form, not of ability.

An answer is a turn of an episode, or the reply to a question or a clip. Each that could not be read has one cause; those that were cut
off, empty or refused are shares of their own. The words of a subject are shown as they are, but on one line, cut and escaped.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mindsight.answers.reasoning import without_reasoning
from mindsight.record.blocks import Column, Link, Note, Table
from mindsight.record.model import Item, Measure, Signature
from mindsight.text import Text, text

WARN_FROM = 0.05
"""Share of unread answers from which on a result may reflect form rather than ability."""
PARTS = ("cut", "empty", "refused")
"""Causes whose shares are measures beside the share of all unread answers."""
CAUSES: Mapping[str, Text] = {
    "empty": text("nothing was said"),
    "cut": text("the answer was cut off before it ended"),
    "refused": text("the model, or a filter before it, refused to answer"),
    "error": text("the subject failed and gave no answer"),
    "no_answer": text("there is no answer in the form that was asked for"),
    "no_call": text("the answer holds no action"),
    "unknown_name": text("the answer names an action that does not exist"),
    "unreadable": text("nothing in the answer could be read"),
    "several": text("several different answers were given at once"),
    "contradicts": text("the answer contradicts itself"),
    "ambiguous": text("the arguments can be understood in two ways"),
    "no_point": text("the action lacks its point"),
    "argument": text("an argument is missing, of another kind or out of range"),
}
TITLES: Mapping[str, Text] = {
    "unread": text("answers that could not be read"),
    "unread.cut": text("answers cut off"),
    "unread.empty": text("empty answers"),
    "unread.refused": text("refusals to answer"),
}
"""Titles of the shares, by the name of the measure without its suite."""
NOTES = ("warning-unread", "unread")
"""Ids of the note on unread answers, as a warning or for information."""
_MOST_SHOWN = 90
"""Most characters of an example; a report would cut a longer one in the middle."""
_UNREAD = frozenset(("parse_error", "refused", "model_error"))
"""Outcomes of clips whose answer could not be read."""


@dataclass
class Unread:
    """How many answers there were, how many of them could not be read for which cause, and of each cause the first one."""

    answers: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, item: Item) -> Item:
        """Count the answers of an item, and return the item."""
        for cause, verbatim in answers_in(item):
            self.answers += 1
            if cause:
                self.causes[cause] += 1
                self.examples.setdefault(cause, words_of(verbatim))
        return item

    @property
    def count(self) -> int:
        """The number of answers that could not be read."""
        return self.causes.total()

    def share(self, *causes: str) -> float:
        """Return the share of answers that could not be read for one of some causes, or for any if none is named."""
        unread = sum(self.causes[cause] for cause in causes) if causes else self.count
        return unread / self.answers if self.answers else 0.0


def unread_in(items: Iterable[Item]) -> Unread:
    """Return how many answers of some items could not be read."""
    unread = Unread()
    for item in items:
        unread.add(item)
    return unread


def answers_in(item: Item) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield, for each answer of an item, why it could not be read (empty if it was), and the answer verbatim.

    A built-in subject of household tasks acts and says nothing; what could not be tested has no reply.
    """
    if "turns" in item.answer:
        yield from _turns(item)
    elif item.status == "scored" and "text" in item.answer:
        verbatim = {**item.answer.get("said", {}), "text": item.answer["text"]}
        yield _cause_of_reply(item, verbatim), verbatim


def _turns(item: Item) -> Iterator[tuple[str, Mapping[str, Any]]]:
    steps = item.answer.get("steps", ())
    for number, turn in enumerate(item.answer["turns"]):
        # The last turn of a subject that is stopped is not carried out, and so has no step.
        unusable = number < len(steps) and steps[number]["code"] == "unreadable"
        cause = (turn["problem"] or turn.get("fault") or "argument") if turn["problem"] or unusable else ""
        yield known_cause(cause), turn["answer"]


def _cause_of_reply(item: Item, verbatim: Mapping[str, Any]) -> str:
    """Return why a reply could not be read; records that do not name the problem show it by its end and its words."""
    if item.parsed.get("status") != "unreadable" and item.outcome not in _UNREAD:
        return ""
    if problem := item.parsed.get("problem"):
        return known_cause(problem)
    if item.outcome == "refused" or verbatim.get("stop") == "content_filter" or verbatim.get("refusal"):
        return "refused"
    if item.outcome == "model_error":
        return "error"
    if verbatim.get("stop") == "max_tokens":
        return "cut"
    return "unreadable" if without_reasoning(verbatim["text"]).strip() else "empty"


def known_cause(cause: str) -> str:
    """Return a cause by a name that has words."""
    return cause if cause in CAUSES or not cause else "unreadable"


def unread_measures(unread: Unread, signature: Signature, *, suite: str, clause: str) -> Iterator[Measure]:
    """Yield the share of answers that could not be read, and those cut off, empty and refused; nothing if there were no answers.

    They describe this run, and have no intervals: the answers of an episode depend on each other.
    """
    for name, causes in (("unread", ()), *((f"unread.{part}", (part,)) for part in PARTS)) if unread.answers else ():
        yield Measure(
            name=f"{suite}.{name}",
            value=unread.share(*causes),
            status="scored",
            unit="share",
            clause=clause,
            n=unread.answers,
            low=0.0,
            high=1.0,
            better="lower",
            signature=signature,
        )


def unread_table(measures: Iterable[Measure]) -> Iterator[Table]:
    """Yield the table of a run's shares of unread answers; nothing if it has none."""
    named = {measure.name.partition(".")[2]: measure for measure in measures}
    rows = tuple(
        (title, Link(value=round(one.value or 0.0, 6), target=f"measure-{one.name}"), one.n)
        for name, title in TITLES.items()
        if (one := named.get(name)) is not None
    )
    if rows:
        columns = (
            Column(title=text("Answers"), align="left"),
            Column(title=text("share"), decimals=3),
            Column(title=text("out of"), decimals=0),
        )
        yield Table(id="unread-shares", title=text("Answers that could not be read"), columns=columns, rows=rows)


def unread_note(unread: Unread, *, clause: str) -> Iterator[Note]:
    """Yield what could not be read, with the commonest cause and one example; a warning from 5 % on, nothing if all was read."""
    if not unread.count:
        return
    told, warns = _told(unread), unread.share() >= WARN_FROM
    if warns:
        body = text("{told} The result may reflect the form of the answers, not the ability.", told=told)
        yield Note(id=NOTES[0], title=text("Warning"), role="warning", clause=clause, body=body)
    else:
        yield Note(id=NOTES[1], title=text("Answers not read"), role="information", clause=clause, body=told)


def _told(unread: Unread) -> Text:
    cause, count = unread.causes.most_common(1)[0]
    parts = {part: f"{100 * unread.share(part):.1f}" for part in PARTS}
    told = text(
        "{share} % of the answers ({unread} of {answers}) could not be read; of all answers {cut} % were cut off, {empty} % were "
        "empty and {refused} % were refusals. Most often {cause} ({count}).",
        share=f"{100 * unread.share():.1f}",
        unread=unread.count,
        answers=unread.answers,
        cause=CAUSES[cause],
        count=count,
        **parts,
    )
    example = unread.examples[cause]
    return text("{told} One of them, verbatim: {example}.", told=told, example=example) if example.strip("“”") else told


def words_of(verbatim: Mapping[str, Any]) -> str:
    """Return what a subject said in a form fit to show: on one line, cut, without control characters or markup."""
    calls = [f"{name}({arguments})" for name, arguments in verbatim.get("calls", ())]
    words = "; ".join(calls) or verbatim.get("text") or verbatim.get("refusal") or verbatim.get("action") or ""
    return shown(words if isinstance(words, str) else str(words))


def shown(said: str) -> str:
    """Return untrusted words between quotation marks, escaped and cut to a readable length."""
    line = " ".join(said[: 4 * _MOST_SHOWN].split())
    cut = line[:_MOST_SHOWN] + ("…" if len(line) > _MOST_SHOWN else "")
    return "“" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in cut) + "”"
