"""Report blocks of a judge: its identity, its marks beside the score by slots, where the two differ, and suspicious texts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mindsight.harness.episodes.outcomes import Usage
from mindsight.record.blocks import Block, Cell, Column, Confusion, Link, Note, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Measure
from mindsight.text import Text, text
from mindsight.vsig.judge.agreement import agreements, table, unmatched_marks
from mindsight.vsig.judge.human import NAME, Marks, marks_in
from mindsight.vsig.judge.measures import ALPHA, COMMAND, INTENT, KAPPA, Pair, pairs_of
from mindsight.vsig.judge.record import judgements_of
from mindsight.vsig.judge.signs import SIGNS
from mindsight.vsig.models.usage import usage_of
from mindsight.vsig.scoring.slimming import slim

TITLES: dict[str, tuple[Text, Text]] = {
    INTENT.name: (text("intent as judged"), text("mark of a language model by a fixed rubric, mean over targets")),
    COMMAND.name: (text("whole command as judged"), text("the same of the command in words")),
    KAPPA.name: (
        text("judge and slots, κ"),
        text("Cohen's kappa: whether a description is right, by the judge and by slots; 1 agrees, 0 is chance"),
    ),
    ALPHA.name: (
        text("judge and slots, α"),
        text("Krippendorff's alpha of the judge's marks and the slot scores; 1 agrees, 0 is chance"),
    ),
}
_MARKS = (1.0, 0.5, 0.0)
_WORDS = (text("right"), text("partly right"), text("wrong"))
_MOST_SHOWN = 20
_LONGEST = 200
_SIGNS: dict[str, Text] = {
    "orders": text("orders to a judge, or words about marks"),
    "markup": text("marks of roles, of code or of JSON"),
    "encoded": text("a long encoded text"),
    "unseen": text("characters that cannot be seen"),
    "long": text("longer than what is shown to the judge"),
}


def blocks(run: RunFolder, found: Mapping[str, Measure]) -> Iterator[Block]:
    """Yield the blocks of a run that a judge or people have marked; nothing for other runs."""
    judge, human = run.manifest.plan.get("judge"), human_marks_of(run)
    judgements = {one.id: one for one in judgements_of(run)} if judge else {}
    if not judge and human is None:
        return
    ordered = slim(run.items)
    if judge:
        yield from _of_judge(run, ordered, found, judgements)
    if human is not None and (lost := unmatched_marks(ordered, human)):
        body = text("{count} marks match no description of this run and are left out", count=lost)
        yield _warning("human-strays", body)
    yield table(agreements(ordered, judgements, human), linked=bool(judge))


def human_marks_of(run: RunFolder) -> Marks | None:
    """Return the marks of people that are kept beside a run."""
    path = run.path / NAME
    return marks_in(path.read_bytes(), NAME) if run.manifest.plan.get("human_marks") and path.is_file() else None


def _of_judge(
    run: RunFolder, items: Sequence[Item], found: Mapping[str, Measure], judgements: Mapping[str, Item]
) -> Iterator[Block]:
    judge = run.manifest.plan["judge"]
    yield from _warnings(judgements, judge)
    yield _who(judge, judgements)
    yield _beside(found)
    pairs = pairs_of(items, judgements)
    if pairs:
        yield _confusion(pairs)
        yield from _disagreements(run, pairs, judgements)
        yield from _signs(judgements)


def _warnings(judgements: Mapping[str, Item], judge: Mapping[str, Any]) -> Iterator[Note]:
    unasked = sum(one.status == "failed" for one in judgements.values())
    unread = sum(one.status == "scored" and one.outcome != "scored" for one in judgements.values())
    models = sorted({str(said.get("model", "")) for one in judgements.values() if (said := one.answer.get("said"))})
    if unasked:
        body = text("The judge could not be asked about {count} answers; they have no mark.", count=unasked)
        yield _warning("judge-unasked", body)
    if unread:
        body = text(
            "The judge's replies to {count} answers could not be read, or it refused to reply. They count as wrong: an "
            "answer must not gain by confusing its judge.",
            count=unread,
        )
        yield _warning("judge-unread", body)
    if len(models) > 1:
        body = text(
            "The server changed the model that judges during the run: {names}",
            names=", ".join(name or "?" for name in models),
        )
        yield _warning("judge-changed", body)
    if judge.get("is_subject"):
        yield _warning("judge-itself", text("The model under test has judged itself: its marks are no evidence."))


def _warning(name: str, body: Text) -> Note:
    return Note(id=f"warning-{name}", title=text("Warning"), role="warning", clause="task.1", body=body)


def _who(judge: Mapping[str, Any], judgements: Mapping[str, Item]) -> Table:
    used = sum(map(usage_of, judgements.values()), Usage())
    again = sum((one.answer.get("sent") or {}).get("attempts", 1) > 1 for one in judgements.values())
    rows: tuple[tuple[Cell, ...], ...] = (
        (text("model"), str(judge["name"])),
        (text("version that the server reports"), str(judge["version"])),
        (text("rubric"), f"{judge['language']}-{judge['rubric']} ({str(judge['rubric_hash'])[:19]}…)"),
        (text("marks of the trial before the run: right, wrong and arguing for itself"), _trial(str(judge["trial"]))),
        (text("answers judged"), len(judgements)),
        (text("of them asked about more than once"), again),
        (text("tokens in and out"), f"{used.input} + {used.output}"),
    )
    columns = (Column(title=text("Judge"), align="left"), Column(title=text("Value"), align="left"))
    return Table(id="judge", title=text("The judge"), columns=columns, rows=rows)


def _trial(marks: str) -> Cell:
    """Return the three marks in words; other text unchanged."""
    known = dict(zip(("right", "partly", "wrong"), _WORDS, strict=True))
    said = [known[mark] for mark in marks.split() if mark in known]
    if len(said) != 3 or len(marks.split()) != 3:
        return marks
    return text("{first}, {second}, {third}", first=said[0], second=said[1], third=said[2])


def _beside(found: Mapping[str, Measure]) -> Table:
    """Return the table of the judge's marks beside the scores that they are compared with."""
    rows: list[tuple[Cell, ...]] = [
        (text("descriptions of the targets"), _link(found, "vsig.intent"), _link(found, INTENT.name)),
        (text("whole command"), _link(found, "vsig.command"), _link(found, COMMAND.name)),
    ]
    columns = (
        Column(title=text("What is scored"), align="left"),
        Column(title=text("by slots"), decimals=4),
        Column(title=text("as judged"), decimals=4),
    )
    return Table(id="judge-beside", title=text("Slot score and marks of the judge"), columns=columns, rows=tuple(rows))


def _link(found: Mapping[str, Measure], name: str) -> Cell:
    measure = found.get(name)
    return None if measure is None or measure.value is None else Link(value=measure.value, target=f"measure-{name}")


def _confusion(pairs: Sequence[Pair]) -> Confusion:
    counted = Counter((pair.is_right, pair.mark) for pair in pairs)
    return Confusion(
        id="judge-confusion",
        title=text("Descriptions by slot score and the judge's mark"),
        actual=(text("right"), text("not right")),
        predicted=_WORDS,
        counts=tuple(tuple(counted[right, mark] for mark in _MARKS) for right in (True, False)),
        actual_title=text("by slots"),
        predicted_title=text("as judged"),
    )


def _disagreements(run: RunFolder, pairs: Sequence[Pair], judgements: Mapping[str, Item]) -> Iterator[Table]:
    """Yield the descriptions on which slots and judge differ most, for a person to check."""
    apart = sorted((pair for pair in pairs if abs(pair.slots - pair.mark) >= 0.5), key=_distance)[:_MOST_SHOWN]
    if not apart:
        return
    wanted = {pair.item for pair in apart}
    said = {item.id: item.parsed["predictions"] for item in run.items if item.id in wanted}
    rows = []
    for pair in apart:
        description = str(said[pair.item][int(pair.place) - 1]["description"])
        reason = str(judgements[pair.item].parsed["reasons"].get(pair.place, ""))
        cells: tuple[Cell, ...] = (pair.item, int(pair.place), _short(description), round(pair.slots, 3), pair.mark)
        rows.append((*cells, _short(reason)))
    columns = (
        Column(title=text("Sample"), align="left"),
        Column(title=text("Target"), decimals=0),
        Column(title=text("description"), align="left"),
        Column(title=text("by slots"), decimals=2),
        Column(title=text("as judged"), decimals=1),
        Column(title=text("the judge's reason"), align="left"),
    )
    title = text("Where slots and judge differ most: to be reviewed by a person")
    yield Table(id="judge-parted", title=title, columns=columns, rows=tuple(rows))


def _distance(pair: Pair) -> tuple[float, str, str]:
    return (-abs(pair.slots - pair.mark), pair.item, pair.place)


def _signs(judgements: Mapping[str, Item]) -> Iterator[Table]:
    """Yield the judge's marks for texts that seem to address it."""
    marked = [
        one
        for judgement in judgements.values()
        for one in (*judgement.terms["targets"], judgement.terms["command"])
        if one["signs"] and one["mark"] is not None
    ]
    if not marked:
        return
    rows: list[tuple[Cell, ...]] = []
    for sign in SIGNS:
        own = [one["mark"] for one in marked if sign in one["signs"]]
        if own:
            rows.append((_SIGNS[sign], len(own), *(own.count(mark) for mark in _MARKS)))
    counts = tuple(Column(title=word, decimals=0) for word in _WORDS)
    columns = (
        Column(title=text("What a text contains"), align="left"),
        Column(title=text("Texts"), decimals=0),
        *counts,
    )
    yield Table(
        id="judge-signs",
        title=text("Texts that may address the judge, and its marks"),
        columns=columns,
        rows=tuple(rows),
    )


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
