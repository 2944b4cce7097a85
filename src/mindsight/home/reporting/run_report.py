"""The blocks of a home run's report: T and its classes, how tasks ended, and some tasks as pictures."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from mindsight.answers.unread import Unread, unread_note, unread_table
from mindsight.home.classes import DIMENSIONS, DOMAINS, Groups, title_of
from mindsight.home.reporting import declined, pointing, valid_ends
from mindsight.home.reporting.cells import bounds, link
from mindsight.home.reporting.endings import endings
from mindsight.home.reporting.episode_strips import MANNERS, Instructions, chosen, strips
from mindsight.home.reporting.epochs import epoch_of
from mindsight.home.reporting.kinds import kinds_note, narrow_row, reasons_table
from mindsight.home.reporting.not_read import index_without, not_read_table, summary_without
from mindsight.home.reporting.readability import reading_table
from mindsight.home.scoring.generalisation import INDICATIVE_BELOW, PENALTIES
from mindsight.home.scoring.measures import Score
from mindsight.home.scoring.outcomes import OUTCOMES
from mindsight.record.blocks import (
    Block,
    Cell,
    Column,
    Confusion,
    Level,
    Link,
    Note,
    Paragraphs,
    Range,
    Ranges,
    Table,
)
from mindsight.record.model import Item, Manifest, Measure
from mindsight.text import Text, text

_LACKING = {
    "valid": text("no valid task could be tested"),
    "irrelevant": text("no irrelevant task could be tested"),
}
_MOST_UNTESTED = 0.02
_Found = Mapping[str, Measure]


def blocks(
    manifest: Manifest,
    score: Score,
    measures: Sequence[Measure],
    items: Sequence[Item],
    unread: Unread,
    instructions: Instructions | None = None,
) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read."""
    found = {measure.name: measure for measure in measures}
    keys: list[str] = manifest.plan["tasks"]
    yield _summary(keys, found)
    yield from _gaps(score, items)
    yield from unread_note(unread, clause="6.3-b")
    yield from pointing.warnings(manifest, items)
    yield from _warnings(score, items)
    yield _headline(found)
    yield from _one_stance(manifest)
    yield from _panel(keys, found)
    yield _classes(keys, found, items)
    yield _sweep(found)
    yield _trivial(found)
    yield _knowledge(found)
    yield from _groups(manifest.plan.get("groups", {}), found)
    by_class: list[tuple[Cell, Sequence[Item]]]
    by_class = [(title_of(key), [one for one in items if one.terms["task"] == key]) for key in keys]
    yield endings(by_class, text("Class"))
    yield from valid_ends.blocks(by_class, found, text("Class"))
    yield from reading_table(items)
    yield from unread_table(measures)
    yield from not_read_table(items)
    yield from pointing.blocks(manifest, items)
    yield reasons_table(items, found)
    yield from kinds_note(manifest, found)
    yield from declined.blocks(items)
    for key in keys:
        yield _confusion(key, items)
    shown = chosen(items, keys)
    if shown:
        yield _episodes(shown)
    yield from strips(shown, manifest, instructions or {})


def _one_stance(manifest: Manifest) -> Iterator[Note]:
    """Yield what a run under one stance does not know; records that name no stance were made under the cautious one."""
    if manifest.subject.spec.startswith("baseline:"):
        return
    body = text(
        "Asked under one stance, {stance}: how much T depends on what the prompt says about impossible tasks is not known "
        "from this run. mindsight home robustness --conditions stance runs the same tasks under every stance.",
        stance=manifest.plan["setting"].get("stance", "cautious"),
    )
    yield Note(id="one-stance", title=text("One stance"), role="information", clause="6.4.1-c", body=body)


def _summary(keys: Sequence[str], found: _Found) -> Table:
    """Return the results in the form of table A.1."""
    without = summary_without(found)
    cells = [*(f"f.{key}" for key in keys), "f_mean", "f_spread", "T", *without]
    heads = [*(title_of(key) for key in keys), text("mean"), text("spread σ"), text("T"), *without.values()]
    return Table(
        id="summary",
        title=text("Results in the form of table A.1: accuracy f of each class, and T"),
        columns=tuple(Column(title=head, decimals=3) for head in heads),
        rows=(tuple(link(found[f"home.{name}"]) for name in cells),),
    )


def _headline(found: _Found) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (words, link(found[name]), bounds(found[name]), meaning)
        for name, words, meaning in (
            (
                "home.T",
                text("T as the document defines it"),
                text("mean accuracy less λ times the spread of the classes"),
            ),
            (
                "home.T_corrected",
                text("T without sampling noise"),
                text("what T would be with very many tasks; the interval is that of the true T"),
            ),
            *narrow_row(found),
            ("home.T_valid", text("T over valid tasks alone"), text("counts only what was done, nothing left alone")),
            (
                "home.T_gain",
                text("gain over the best trivial subject"),
                text("T less that of refusing everything; 0 or less shows no ability"),
            ),
            *index_without(found),
            ("home.f_mean", text("mean accuracy"), text("T at λ = 0")),
            (
                "home.f_spread",
                text("spread of the accuracies σ"),
                text("population standard deviation over the classes"),
            ),
        )
    ]
    columns = (
        Column(title=text("Index"), align="left"),
        Column(title=text("Value"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("What it says"), align="left"),
    )
    return Table(
        id="headline", title=text("T, and the figures that must accompany it"), columns=columns, rows=tuple(rows)
    )


def _panel(keys: Sequence[str], found: _Found) -> Iterator[Ranges]:
    """Yield all accuracies and T without sampling noise with their intervals, on one axis; nothing if there are none."""
    named = [(title_of(key), found[f"home.f.{key}"]) for key in keys]
    named.append((text("T without sampling noise"), found["home.T_corrected"]))
    rows = [_range(name, one) for name, one in named if one.value is not None]
    if not rows:
        return
    levels = (
        (text("T"), "home.T"),
        (text("mean f"), "home.f_mean"),
        (text("T of refusing everything"), "home.T_trivial.refuse"),
    )
    lowest = min([0.0, *(bound for row in rows for bound in (row.low, row.value) if bound is not None)])
    yield Ranges(
        id="panel",
        title=text("Accuracy f of each class with its 95 % interval, and T"),
        ranges=tuple(rows),
        levels=tuple(
            Level(name=name, value=_rounded(found[key]), target=f"measure-{key}")
            for name, key in levels
            if found[key].value is not None
        ),
        low=0.2 * (lowest // 0.2),
    )


def _range(name: Text, measure: Measure) -> Range:
    interval = measure.interval
    return Range(
        name=name,
        value=_rounded(measure),
        low=None if interval is None else round(interval.low, 6),
        high=None if interval is None else round(interval.high, 6),
        target=f"measure-{measure.name}",
    )


def _rounded(measure: Measure) -> float:
    return round(measure.value or 0.0, 6)


def _classes(keys: Sequence[str], found: _Found, items: Sequence[Item]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for key in keys:
        f = found[f"home.f.{key}"]
        rest = [found[f"home.{name}.{key}"] for name in ("f_valid", "graded", "precision", "recall")]
        own = [item for item in items if item.terms["task"] == key and item.status == "scored"]
        unfit = [item for item in own if not item.terms["valid"]]
        alone = sum(item.outcome == "TN" for item in unfit) / len(unfit) if unfit else None
        links = [link(one) for one in rest]
        rows.append((title_of(key), link(f), bounds(f), links[0], alone, *links[1:], f.n))
    heads = (
        text("f"),
        text("95 % interval"),
        text("valid tasks done"),
        text("irrelevant tasks ignored"),
        text("graded score"),
        text("precision"),
        text("recall"),
    )
    columns = (
        Column(title=text("Class"), align="left"),
        *(Column(title=head, decimals=3) for head in heads),
        Column(title=text("Tasks"), decimals=0),
    )
    return Table(id="classes", title=text("Class by class"), columns=columns, rows=tuple(rows))


def _sweep(found: _Found) -> Table:
    return Table(
        id="sweep",
        title=text("T under other penalties λ; at 0 it is the mean accuracy"),
        columns=(
            Column(title=text("Index"), align="left"),
            *(Column(title=text("λ = {weight}", weight=f"{weight:g}"), decimals=3) for weight in PENALTIES),
        ),
        rows=((text("T"), *(link(found[f"home.T_at.{weight:g}"]) for weight in PENALTIES)),),
    )


def _trivial(found: _Found) -> Table:
    rows = (
        (text("this subject"), link(found["home.T"])),
        (text("T of a subject that refuses everything"), link(found["home.T_trivial.refuse"])),
        (text("T of a subject that claims everything done"), link(found["home.T_trivial.claim"])),
    )
    return Table(
        id="trivial",
        title=text("Compared with subjects that neither look nor act"),
        columns=(Column(title=text("Subject"), align="left"), Column(title=text("T"), decimals=3)),
        rows=rows,
    )


def _knowledge(found: _Found) -> Table | Paragraphs:
    """Return mean f and T of the known and of the unknown classes; a sentence if the plan has only one kind."""
    title = text("Known and unknown task classes")
    if "home.T_gap" not in found:
        body = text(
            "The plan declares no split: every class counts as known. --unknown names the classes that are not."
        )
        return Paragraphs(id="knowledge", title=title, paragraphs=(body,))
    heads = (text("known"), text("unknown"), text("gap"))
    return Table(
        id="knowledge",
        title=title,
        columns=(Column(title=text("Index"), align="left"), *(Column(title=head, decimals=3) for head in heads)),
        rows=tuple(
            (words, *(link(found[f"home.{kind}_{side}"]) for side in ("known", "unknown", "gap")))
            for kind, words in (("f", text("mean f")), ("T", text("T")))
        ),
    )


def _groups(groups: Groups, found: _Found) -> Iterator[Table]:
    """Yield the results in the form of table 1, and by the domains of the paper behind annex A."""
    last = (
        Column(title=text("Classes"), align="left"),
        Column(title=text("mean f"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Tasks"), decimals=0),
    )
    if groups.get("dimension"):
        yield Table(
            id="dimensions",
            title=text("Results in the form of table 1: dimensions of understanding"),
            columns=(
                Column(title=text("First level"), align="left"),
                Column(title=text("Second level"), align="left"),
                *last,
            ),
            rows=tuple(
                (*heads, *_group(groups["dimension"][name], found[f"home.dimension.{name}"]))
                for name, heads in DIMENSIONS.items()
                if name in groups["dimension"]
            ),
        )
    if groups.get("domain"):
        yield Table(
            id="domains",
            title=text("The same classes by the domains of the paper behind annex A"),
            columns=(Column(title=text("Domain"), align="left"), *last),
            rows=tuple(
                (title, *_group(groups["domain"][name], found[f"home.domain.{name}"]))
                for name, title in DOMAINS.items()
                if name in groups["domain"]
            ),
        )


def _group(keys: Sequence[str], measure: Measure) -> tuple[Cell, ...]:
    return (reduce(_and, map(title_of, keys)), link(measure), bounds(measure), measure.n)


def _and(first: Text, other: Text) -> Text:
    return text("{first}, {other}", first=first, other=other)


def _confusion(key: str, items: Sequence[Item]) -> Confusion:
    scored = [item for item in items if item.terms["task"] == key and item.status == "scored"]
    counts = Counter((item.terms["valid"], item.outcome) for item in scored)
    outcomes = [outcome for outcome in OUTCOMES if outcome != "NR" or any(item.outcome == "NR" for item in items)]
    return Confusion(
        id=f"confusion-{key}",
        title=text("Outcomes: {task}", task=title_of(key)),
        actual=(text("valid"), text("irrelevant")),
        predicted=tuple(outcomes),
        counts=tuple(tuple(counts[valid, outcome] for outcome in outcomes) for valid in (True, False)),
        actual_title=text("task"),
        predicted_title=text("outcome"),
    )


def _gaps(score: Score, items: Sequence[Item]) -> Iterator[Note]:
    """Yield a warning for each kind of task that a class without f lacks, with the reason why it could not be tested."""
    for key in (key for key, value in score.accuracies.items() if value is None):
        for kind, lacking in _LACKING.items():
            of_kind = [item for item in items if item.terms["task"] == key and item.terms["valid"] is (kind == "valid")]
            # With repeated runs, a class has no f if a single run has none.
            untested = {epoch_of(item.id) for item in of_kind}
            untested -= {epoch_of(item.id) for item in of_kind if item.status == "scored"}
            if not untested:
                continue
            own = [item for item in of_kind if epoch_of(item.id) in untested]
            reason = next((item.error for item in own if item.error), text("the task could not be tested"))
            body = text(
                "{task}: {lacking} ({reason}). The measures of this class, T and all others over the classes are not "
                "estimable.",
                task=title_of(key),
                lacking=lacking,
                reason=reason,
            )
            yield _warning(f"gap-{key}-{kind}", "4.2", body)


def _warnings(score: Score, items: Sequence[Item]) -> Iterator[Note]:
    untested = [item for item in items if item.status == "failed"]
    if score.indicative:
        body = text(
            "Indicative: fewer than {least} tasks per class. Chance spreads the classes apart and lowers T.",
            least=INDICATIVE_BELOW,
        )
        yield _warning("indicative", "4.2", body)
    if untested:
        body = text(
            "{count} tasks could not be tested because of the test's own equipment; they do not count in f.",
            count=len(untested),
        )
        yield _warning("untested", "6.3-b", body)
    if len(untested) > _MOST_UNTESTED * len(items):
        body = text("More than {share} % of the tasks could not be tested: the result is provisional.", share=2)
        yield _warning("provisional", "6.3-b", body)


def _episodes(shown: Sequence[Item]) -> Table:
    """Return a table of the tasks whose pictures the report shows below."""
    rows: list[tuple[Cell, ...]] = [
        (
            title_of(item.terms["task"]),
            Link(value=item.id, target=f"item-{item.id}"),
            item.outcome,
            MANNERS[item.terms["manner"]],
            item.terms["steps"],
        )
        for item in shown
    ]
    heads = (text("Class"), text("Task"), text("Outcome"), text("How"))
    columns = (*(Column(title=head, align="left") for head in heads), Column(title=text("Steps taken"), decimals=0))
    return Table(id="episodes", title=text("Some tasks as pictures"), columns=columns, rows=tuple(rows))


def _warning(name: str, clause: str, body: Text) -> Note:
    return Note(id=f"warning-{name}", title=text("Warning"), role="warning", clause=clause, body=body)
