"""The blocks of an audit: what is above its limits, every number, the intervals as a plot, how guessable single items are."""

from collections.abc import Iterator, Sequence

import numpy as np

from mindsight.home.bias.answers import ANSWERS
from mindsight.home.bias.audit import Audit
from mindsight.home.bias.forecasts import MODELS, Model
from mindsight.home.bias.question import Kind
from mindsight.home.bias.scores import MOST_AUC, Verdict
from mindsight.home.classes import title_of
from mindsight.record.blocks import Block, Cell, Column, Curve, Level, Note, Range, Ranges, Series, Table
from mindsight.text import Text, text

VERDICTS: dict[Verdict, Text] = {
    "within": text("within the limits"),
    "unclear": text("unclear: above a limit, perhaps by luck"),
    "above": text("above the limits"),
    "not_estimable": text("not estimable: too few questions"),
}
KIND_NAMES: dict[Kind, Text] = {
    "valid": text("valid or irrelevant, shown by the picture"),
    "answer": text("the answer"),
    "option": text("each option: right or not"),
    "worded": text("valid or irrelevant, shown by the words"),
}
MODEL_NAMES: dict[Model, Text] = {"forest": text("random forest"), "ngrams": text("n-grams")}
_BINS = 20


def blocks(audits: Sequence[Audit], notes: Sequence[Text] = ()) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read."""
    gated = [one for one in audits if one.gated]
    apart = [one for one in audits if not one.gated]
    for number, body in enumerate(notes, 1):
        yield Note(id=f"note-{number}", title=text("What was audited"), role="information", body=body)
    yield table(gated)
    if apart:
        yield table(apart, apart=True)
    yield from _plot(gated)
    yield from _spread(gated)
    yield _how()


def table(audits: Sequence[Audit], *, apart: bool = False) -> Table:
    """Return every number of some audits; of sets apart there is no verdict."""
    heads = (
        Column(title=text("Class"), align="left"),
        Column(title=text("What words could reveal"), align="left"),
        Column(title=text("Language"), align="left"),
        Column(title=text("n"), decimals=0),
        Column(title=text("Same words"), decimals=0),
        *(Column(title=text("AUC, {model}", model=MODEL_NAMES[model])) for model in MODELS),
        Column(title=text("Chance"), decimals=3),
        *(Column(title=text("Accuracy, {model}", model=MODEL_NAMES[model])) for model in MODELS),
        *(() if apart else (Column(title=text("Verdict"), align="left"),)),
    )
    return Table(
        id="apart" if apart else "bias",
        title=text("Apart, under no limit: that a demand is impossible or no household task may be read from its words")
        if apart
        else text("What the wording gives away; limits: AUC 0.55, accuracy 2 points above chance"),
        columns=heads,
        rows=tuple(_row(one, apart=apart) for one in audits),
    )


def name_of(audit: Audit) -> Text:
    """Return what a set of questions is called."""
    return text(
        "{task}, {kind}, {language}", task=title_of(audit.task), kind=KIND_NAMES[audit.kind], language=audit.language
    )


def _row(audit: Audit, *, apart: bool) -> tuple[Cell, ...]:
    def shown(values: object) -> Cell:
        return None if values is None else text("{value} ({low}–{high})", **_rounded(values))

    return (
        title_of(audit.task),
        _kind(audit),
        audit.language,
        audit.n,
        audit.alike or None,
        *(shown(audit.areas.get(model)) for model in MODELS),
        None if np.isnan(audit.chance) else audit.chance,
        *(shown(audit.accuracies.get(model)) for model in MODELS),
        *(() if apart else (VERDICTS[audit.verdict],)),
    )


def _kind(audit: Audit) -> Text:
    answer = ANSWERS.get(audit.task) if audit.kind == "answer" else None
    return KIND_NAMES[audit.kind] if answer is None else text("the answer: {about}", about=answer.about)


def _rounded(value: object) -> dict[str, str]:
    return {name: f"{getattr(value, name):.3f}" for name in ("value", "low", "high")}


def _plot(audits: Sequence[Audit]) -> Iterator[Ranges]:
    """Yield the AUC of each set, of the model that tells more."""
    found = []
    for audit in (one for one in audits if one.areas):
        worst = max(audit.areas.values(), key=lambda value: value.value)
        found.append(Range(name=name_of(audit), value=worst.value, low=worst.low, high=worst.high))
    if found:
        levels = (Level(name=text("chance"), value=0.5), Level(name=text("limit"), value=MOST_AUC))
        yield Ranges(
            id="areas",
            title=text("AUC of the better model, with its 95 % interval"),
            ranges=tuple(found),
            levels=levels,
        )


def _spread(audits: Sequence[Audit]) -> Iterator[Curve]:
    """Yield how the bias of single items is spread, by what words could tell."""
    edges = np.linspace(0, 1, _BINS + 1)
    series = []
    for kind, name in KIND_NAMES.items():
        values = [item.s for audit in audits if audit.kind == kind for item in audit.items]
        if values:
            shares = np.histogram(values, edges)[0] / len(values)
            middles = tuple(round(float(x), 4) for x in (edges[:-1] + edges[1:]) / 2)
            heights = tuple(round(float(y), 6) for y in shares)
            series.append(Series(name=name, x=middles, y=heights))
    if series:
        yield Curve(
            id="items",
            title=text("Bias s(x) of each item: the probability that its words alone give to what is right"),
            x_label=text("s(x)"),
            y_label=text("share of the items"),
            series=tuple(series),
        )


def _how() -> Note:
    body = text(
        "Two models read only the words: a random forest (template, words, numbers, lengths, counts) and a logistic "
        "regression on n-grams of characters. Each question is predicted by models that learnt from other groups (five "
        "folds, drawn three times; the two tasks of a pair are always in one fold). AUC compares questions of one template "
        "and fold; 0.5 is chance. Chance of the accuracy is the commonest answer of each template. Intervals are 95 %, over "
        "groups. A set is within the limits if no AUC is above 0.55 and no accuracy more than 2 points above chance. At 400 "
        "questions with two answers the standard error of an accuracy is 2.5 points, at 200 it is 3.5: by luck alone, "
        "innocent wording is often above a limit. A one-sided permutation test (5 %, over all four numbers of a set) decides: "
        "if innocent wording could give as much, the set is unclear, else it is above the limits. Unclear is no pass; audit "
        "more instances. "
        "Where both tasks of a pair have the same words, there is no luck: AUC and accuracy are 0.5 exactly."
    )
    return Note(id="how", title=text("How to read this"), role="information", body=body)
