"""The blocks of a report over questions: T, dimensions and classes, pairs, how questions ended, some questions with pictures."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from mindsight.answers.unread import TITLES as UNREAD_TITLES
from mindsight.answers.unread import Unread, unread_note, unread_table
from mindsight.home.classes import DIMENSIONS
from mindsight.home.questions.question import Question
from mindsight.home.questions.reporting import conventions
from mindsight.home.questions.reporting.robustness import dimension_of, disturbance_at, robustness
from mindsight.home.questions.reporting.shown import strips
from mindsight.home.reporting.cells import bounds, link
from mindsight.home.reporting.kinds import KINDS
from mindsight.home.reporting.not_read import TITLES as NOT_READ_TITLES
from mindsight.home.reporting.not_read import not_read_table, summary_without
from mindsight.home.scoring.generalisation import INDICATIVE_BELOW
from mindsight.home.scoring.measures import Score
from mindsight.record.blocks import Block, Cell, Column, Level, Note, Range, Ranges, Table
from mindsight.record.model import Item, Manifest, Measure
from mindsight.record.titles import names_table
from mindsight.text import Text, spelled, text

_Found = Mapping[str, Measure]
_MANNERS = {
    "right": text("right"),
    "wrong": text("wrong answer"),
    "declined": text("said that there is no answer"),
    "answered": text("answered although there is none"),
    "unreadable": text("nothing readable"),
}


def blocks(
    manifest: Manifest,
    score: Score,
    measures: Sequence[Measure],
    items: Sequence[Item],
    unread: Unread | None,
    questions: Mapping[str, Question],
) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read."""
    found = {measure.name: measure for measure in measures}
    keys: list[str] = manifest.plan["tasks"]
    titles = titles_of(manifest)
    yield _summary(manifest, found)
    yield from unread_blocks(unread)
    yield _headline(found)
    yield from warnings_of(score, items)
    audit = conventions.audit_of(manifest, items, questions)
    yield from conventions.warnings(manifest, audit)
    yield _seven(found)
    yield dimensions(manifest, found)
    yield from _panel(keys, found, titles)
    yield _classes(manifest, found, titles)
    yield pairs(keys, found, titles)
    yield from robustness(found, items)
    yield endings(keys, items, titles)
    yield from unread_table(measures)
    yield from not_read_table(items)
    yield reasons(items)
    yield from conventions.blocks(audit)
    yield from strips(titles, items, questions)
    yield names_table(named(measures, titles))


def unread_blocks(unread: Unread | None) -> Iterator[Note]:
    """Yield the note on answers that could not be read; nothing if all were, or the run's rule of scoring did not know."""
    if unread is not None:
        yield from unread_note(unread, clause="6.3-b")


def named(measures: Sequence[Measure], titles: Mapping[str, Text]) -> Iterator[tuple[Measure, Text, Text]]:
    """Yield every measure with what it is of (the whole run, a dimension, a class) and what it says."""
    whole = text("all classes")
    for one in measures:
        name = one.name.removeprefix("home.")
        kind, _, rest = name.partition(".")
        if kind == "dimension":
            yield one, DIMENSIONS[rest][1], text("mean f")
        elif kind == "T_at":
            yield one, whole, text("T at λ = {weight}", weight=rest)
        elif kind == "T_trivial":
            yield one, whole, text("T of refusing everything") if rest == "refuse" else text("T of claiming everything")
        elif kind == "f_disturbed":
            yield one, dimension_of(rest) or whole, disturbance_at(rest)
        elif kind == "unread":
            yield one, whole, UNREAD_TITLES[name]
        else:
            yield one, titles.get(rest, whole), _SAYS[kind]


_SAYS = {
    "T": text("T as the document defines it"),
    "T_corrected": text("T without sampling noise"),
    "T_read": NOT_READ_TITLES["T_read"][0],
    "NR": NOT_READ_TITLES["NR"][0],
    "T_valid": text("T over questions that have an answer"),
    "T_gain": text("gain over the best trivial subject"),
    "accuracy": text("accuracy"),
    "declined": text("declined rightly"),
    "f": text("f"),
    "f_mean": text("mean accuracy"),
    "f_spread": text("spread of the accuracies σ"),
    "f_valid": text("answered rightly"),
    "precision": text("precision"),
    "recall": text("recall"),
    "pairs": text("pairs"),
    "quartets": text("quartets"),
    "scenes": text("scenes"),
    "f_above_chance": text("above chance"),
    "grounded": text("grounded"),
    "f_known": text("mean accuracy of known classes"),
    "f_unknown": text("mean accuracy of unknown classes"),
    "f_gap": text("gap of the mean accuracy, known less unknown"),
    "T_known": text("T of known classes"),
    "T_unknown": text("T of unknown classes"),
    "T_gap": text("gap of T, known less unknown"),
}


def titles_of(manifest: Manifest) -> dict[str, Text]:
    """Return the titles of a run's classes."""
    return {key: spelled(one["zh"], one["en"]) for key, one in manifest.plan["classes"].items()}


def _summary(manifest: Manifest, found: _Found) -> Table:
    """Return one row: f of each dimension tested, mean and spread over the classes, T, and the pairs."""
    tested = [name for name in DIMENSIONS if name in manifest.plan["groups"]["dimension"]]
    without = summary_without(found)
    cells = [*(f"dimension.{name}" for name in tested), "f_mean", "f_spread", "T", *without, "pairs"]
    heads = [*(DIMENSIONS[name][1] for name in tested), text("mean"), text("spread σ"), text("T")]
    heads += [*without.values(), text("pairs")]
    return Table(
        id="summary",
        title=text("Accuracy f of each dimension, and T over the classes"),
        columns=tuple(Column(title=head, decimals=3) for head in heads),
        rows=(tuple(link(found[f"home.{name}"]) for name in cells),),
    )


def _headline(found: _Found) -> Table:
    named: list[tuple[str, Text, Text]] = [
        ("T", text("T as the document defines it"), text("mean accuracy less λ times the spread of the classes")),
        (
            "T_corrected",
            text("T without sampling noise"),
            text("what T would be with very many tasks; the interval is that of the true T"),
        ),
        (
            "T_valid",
            text("T over questions that have an answer"),
            text("counts only right answers, nothing left alone"),
        ),
        (
            "T_gain",
            text("gain over the best trivial subject"),
            text("T less that of refusing everything; 0 or less shows no ability"),
        ),
        *((name, *words) for name, words in NOT_READ_TITLES.items()),
        ("f_mean", text("mean accuracy"), text("T at λ = 0")),
        ("f_spread", text("spread of the accuracies σ"), text("population standard deviation over the classes")),
        ("pairs", text("pairs"), text("both scenes that have an answer are right; 0 without looking")),
        ("quartets", text("quartets"), text("all four questions of one wording are dealt with rightly")),
        ("scenes", text("scenes"), text("all questions about one scene are dealt with rightly")),
        ("f_above_chance", text("above chance"), text("right answers less chance; 0 is chance, 1 is all right")),
        ("grounded", text("grounded"), text("right, and the point shown lies on what the answer rests on")),
    ]
    rows = tuple(
        (words, link(found[f"home.{name}"]), bounds(found[f"home.{name}"]), meaning)
        for name, words, meaning in named
        if f"home.{name}" in found
    )
    columns = (
        Column(title=text("Index"), align="left"),
        Column(title=text("Value"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("What it says"), align="left"),
    )
    return Table(id="headline", title=text("T, and the figures that must accompany it"), columns=columns, rows=rows)


def warnings_of(score: Score, items: Sequence[Item]) -> Iterator[Note]:
    """Yield that there are few questions, and that some could not be asked."""
    if score.indicative:
        body = text(
            "Indicative: fewer than {least} questions per class. Chance spreads the classes apart and lowers T.",
            least=INDICATIVE_BELOW,
        )
        yield Note(id="warning-indicative", title=text("Warning"), role="warning", clause="4.2", body=body)
    untested = sum(item.status == "failed" for item in items)
    if untested:
        body = text(
            "{count} questions could not be asked because of the test's own equipment; they do not count in f.",
            count=untested,
        )
        yield Note(id="warning-untested", title=text("Warning"), role="warning", clause="6.3-b", body=body)


def dimensions(manifest: Manifest, found: _Found) -> Table:
    """Return the results in the form of table 1; dimensions that were not tested say so."""
    groups = manifest.plan["groups"]["dimension"]
    rows: list[tuple[Cell, ...]] = []
    for name, heads in DIMENSIONS.items():
        if name not in groups:
            rows.append((*heads, text("not tested"), None, None, None))
            continue
        measure = found[f"home.dimension.{name}"]
        rows.append((*heads, len(groups[name]), link(measure), bounds(measure), measure.n))
    columns = (
        Column(title=text("First level"), align="left"),
        Column(title=text("Second level"), align="left"),
        Column(title=text("Classes"), align="left", decimals=0),
        Column(title=text("mean f"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Questions"), decimals=0),
    )
    title = text("Results in the form of table 1: dimensions of understanding")
    return Table(id="dimensions", title=title, columns=columns, rows=tuple(rows))


def _seven(found: _Found) -> Ranges:
    """Return the seven dimensions of table 1 on one axis, those that were not tested marked so."""
    rows = []
    for key, heads in DIMENSIONS.items():
        one = found.get(f"home.dimension.{key}")
        if one is None or one.value is None:
            note = text("not tested") if one is None else text(one.status)
            rows.append(Range(name=heads[1], value=None, note=note))
        else:
            rows.append(_range(heads[1], one))
    title = text("The seven dimensions: mean f with its 95 % interval")
    return Ranges(id="seven", title=title, ranges=tuple(rows), low=0.0)


def _panel(keys: Sequence[str], found: _Found, titles: Mapping[str, Text]) -> Iterator[Ranges]:
    """Yield all classes with their intervals, on one axis; nothing if there are none."""
    named = [(titles[key], found[f"home.f.{key}"]) for key in keys]
    rows = [_range(name, one) for name, one in named if one.value is not None]
    if rows:
        yield Ranges(
            id="panel",
            title=text("Accuracy f of each class with its 95 % interval"),
            ranges=tuple(rows),
            levels=tuple(
                Level(name=text("T of refusing everything"), value=round(one.value, 6), target=f"measure-{one.name}")
                for one in (found["home.T_trivial.refuse"],)
                if one.value is not None
            ),
            low=0.0,
        )


def _range(name: Text, measure: Measure) -> Range:
    interval = measure.interval
    return Range(
        name=name,
        value=round(measure.value or 0.0, 6),
        low=None if interval is None else round(interval.low, 6),
        high=None if interval is None else round(interval.high, 6),
        target=f"measure-{measure.name}",
    )


def _classes(manifest: Manifest, found: _Found, titles: Mapping[str, Text]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for key in manifest.plan["tasks"]:
        about = manifest.plan["classes"][key]
        f = found[f"home.f.{key}"]
        rest = [found[f"home.{name}.{key}"] for name in ("f_valid", "f_above_chance", "precision", "recall")]
        grounded = found.get(f"home.grounded.{key}")
        pointed = () if grounded is None else (link(grounded), bounds(grounded))
        rows.append((titles[key], link(f), bounds(f), *pointed, *map(link, rest), f.n, _people(about["people"])))
    with_evidence = (text("grounded"), text("95 % interval")) if "home.grounded" in found else ()
    heads = (
        text("f"),
        text("95 % interval"),
        *with_evidence,
        text("answered rightly"),
        text("above chance"),
        text("precision"),
        text("recall"),
    )
    columns = (
        Column(title=text("Class"), align="left"),
        *(Column(title=head, decimals=3) for head in heads),
        Column(title=text("Questions"), decimals=0),
        Column(title=text("people"), decimals=3),
    )
    return Table(id="classes", title=text("Class by class"), columns=columns, rows=tuple(rows))


def _people(found: Sequence[int] | None) -> Cell:
    """Return how often people agreed with the truth of a class."""
    return text("not yet validated by people") if not found else found[0] / found[1]


def pairs(keys: Sequence[str], found: _Found, titles: Mapping[str, Text]) -> Table:
    """Return how many wordings of each class were dealt with wholly rightly."""
    columns = (
        Column(title=text("Class"), align="left"),
        Column(title=text("pairs"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("quartets"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Wordings"), decimals=0),
    )
    rows: list[tuple[Cell, ...]] = []
    for key in keys:
        twos, fours = found[f"home.pairs.{key}"], found[f"home.quartets.{key}"]
        rows.append((titles[key], link(twos), bounds(twos), link(fours), bounds(fours), twos.n))
    title = text("The same words about different scenes: pairs and quartets that are wholly right")
    return Table(id="pairs", title=title, columns=columns, rows=tuple(rows))


def endings(keys: Sequence[str], items: Sequence[Item], titles: Mapping[str, Text]) -> Table:
    """Return how questions of each class ended, those with and those without an answer apart."""
    rows: list[tuple[Cell, ...]] = []
    for key in keys:
        own = [item for item in items if item.terms["task"] == key and item.status == "scored"]
        for valid, words in ((True, text("has an answer")), (False, text("has none"))):
            counts = Counter(item.terms["manner"] for item in own if item.terms["valid"] is valid)
            rows.append((titles[key], words, *(counts[manner] for manner in _MANNERS)))
    columns = (
        Column(title=text("Class"), align="left"),
        Column(title=text("Question"), align="left"),
        *(Column(title=words, decimals=0) for words in _MANNERS.values()),
    )
    return Table(id="endings", title=text("How questions ended"), columns=columns, rows=tuple(rows))


def reasons(items: Sequence[Item]) -> Table:
    """Return of the questions without an answer, by why there is none, how many were left alone."""
    unfit = [item for item in items if not item.terms["valid"] and item.status == "scored"]
    kinds = dict.fromkeys(item.terms["reason"] for item in unfit)
    rows: list[tuple[Cell, ...]] = []
    for reason in (kind for kind in KINDS if kind in kinds):
        own = [item for item in unfit if item.terms["reason"] == reason]
        alone = sum(item.outcome == "TN" for item in own)
        rows.append((KINDS[reason], alone / len(own), alone, len(own)))
    columns = (
        Column(title=text("Why there is no answer"), align="left"),
        Column(title=text("share left alone"), decimals=3),
        Column(title=text("left alone"), decimals=0),
        Column(title=text("Questions"), decimals=0),
    )
    return Table(id="reasons", title=text("Questions without an answer, by kind"), columns=columns, rows=tuple(rows))
