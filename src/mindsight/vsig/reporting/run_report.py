"""The report of a vsig run: the headline, its parts, diagnoses, and samples as pictures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mindsight.answers.unread import TITLES, unread_note
from mindsight.record.blocks import Block, Cell, Column, Link, Note, Range, Ranges, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Measure
from mindsight.record.spelling import range_of
from mindsight.text import Text, text
from mindsight.vsig.audits import convention_blocks
from mindsight.vsig.canaries import report
from mindsight.vsig.canaries.marks import joined, under
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.dataset.discovery import TRUTHS
from mindsight.vsig.profile import Profile
from mindsight.vsig.reporting import judge_blocks, sample_blocks
from mindsight.vsig.reporting.gathered import Gathered
from mindsight.vsig.reporting.item_words import named_template
from mindsight.vsig.reporting.metrics_file import KEYS
from mindsight.vsig.scoring import measures
from mindsight.vsig.scoring.measures import DIMENSIONS, Pool, overall_of, reading_of
from mindsight.vsig.scoring.shares import TOLERANCES_MS, Rows

_MOST_UNTESTED = 0.02
_DECIMALS = 4
_Found = Mapping[str, Measure]


def title_of(name: str) -> tuple[Text, Text]:
    """Return the title and explanation of a measure."""
    return _TITLES[name]


def blocks(
    run: RunFolder, found: Sequence[Measure], gathered: Gathered, clusters: int, samples: SampleList
) -> Iterator[Block]:
    """Yield the report's blocks in order, from a run's measures, what was gathered from its items, the clusters and the samples."""
    manifest = run.manifest
    profile = Profile.model_validate(manifest.plan["profile"])
    by_name = {measure.name: measure for measure in found}
    conventions = convention_blocks.audit_of(run, samples)
    yield from report.warnings(manifest)
    summary = _summary(by_name, profile)
    yield summary.model_copy(update={"title": under(summary.title, manifest)})
    if manifest.plan.get("demonstration"):
        yield _warning("demonstration", text("Demonstration data: these numbers say nothing about any model."))
    yield from _warnings(gathered, clusters)
    yield from _without_options(gathered)
    yield from _not_sure(gathered)
    yield from convention_blocks.warnings(conventions)
    yield _headline(found, under(text("Scores"), manifest))
    yield from no_width(found)
    yield from _panel(found)
    yield from report.blocks(manifest)
    for name, title, named in _GROUPS:
        group = _group(name, title, gathered, named, profile)
        yield group.model_copy(update={"title": under(group.title, manifest)})
    yield from judge_blocks.blocks(run, by_name)
    yield from gathered.diagnoses.blocks()
    yield from gathered.ecog.blocks()
    yield from convention_blocks.blocks(conventions)
    yield from sample_blocks.blocks(run, gathered.shown.items(), samples)


def _summary(found: _Found, profile: Profile) -> Table:
    title = text("Results in the form of the document")
    if profile.family == "ecog":
        heads = [kind.name.removeprefix("ecog.") for kind in measures.ECOG]
        columns = tuple(Column(title=text("{name}", name=head), decimals=_DECIMALS) for head in heads)
        return Table(
            id="summary", title=title, columns=columns, rows=(tuple(link(found[kind.name]) for kind in measures.ECOG),)
        )
    columns = (
        Column(title=text("Key"), align="left"),
        Column(title=text("all answers count"), decimals=_DECIMALS),
        Column(title=text("as published: unreadable answers left out"), decimals=_DECIMALS),
    )
    if profile.failures == "left_out":
        columns = (columns[0], Column(title=text("under this profile"), decimals=_DECIMALS), columns[2])
    rows = tuple(
        (text("{name}", name=key), link(found[f"vsig.{name}"]), link(found[f"vsig.{name}_as_published"]))
        for name, key in KEYS.items()
    )
    return Table(id="summary", title=title, columns=columns, rows=rows)


def _warnings(gathered: Gathered, clusters: int) -> Iterator[Note]:
    shares, unclear = gathered.shares, gathered.unclear
    count = len(shares)
    untested = int(shares.where(shares.statuses, "failed").sum())
    if untested > _MOST_UNTESTED * count:
        body = text("More than {share} % of the samples could not be tested: the result is provisional.", share=2)
        yield _warning("provisional", body)
    if untested:
        body = text(
            "{count} samples could not be tested because of the test's own equipment and do not count.", count=untested
        )
        yield _warning("untested", body)
    yield from unread_note(shares.unread, clause="results")
    if unclear:
        body = text(
            "The times of {count} samples are not scored: their speech cannot be segmented reliably.", count=unclear
        )
        yield _warning("unclear", body)
    if clusters < 2:
        body = text("All samples are of one recording: no interval can be estimated.")
        yield _warning("one-cluster", body)


def _without_options(gathered: Gathered) -> Iterator[Note]:
    if gathered.without_options:
        body = text(
            "{count} of {all} samples have no {file}, which holds the options and the strokes: Acc_cls, Acc_t, Acc_eco and "
            "Acc_seq are not scored on them.",
            count=gathered.without_options,
            all=len(gathered.shares),
            file=TRUTHS,
        )
        yield _warning("no-options", body)


def _not_sure(gathered: Gathered) -> Iterator[Note]:
    if gathered.unsure:
        low, high = gathered.intent_range
        body = text(
            "{count} of {all} descriptions use words that the scorer does not know, or can mean two things. They count as wrong; "
            "if all of them were right, intent over all targets would be {high} instead of {low}.",
            count=gathered.unsure,
            all=gathered.targets,
            low=f"{low:.3f}",
            high=f"{high:.3f}",
        )
        yield _warning("not-sure", body)


def _warning(name: str, body: Text) -> Note:
    return Note(id=f"warning-{name}", title=text("Warning"), role="warning", clause="results", body=body)


def no_width(found: Sequence[Measure]) -> Iterator[Note]:
    """Yield a note on intervals that cannot be estimated, if there is one."""
    if any(one.value is not None and one.interval is None for one in found):
        body = text(
            "Where all recordings have the same score, or there is only one, no interval can be estimated: no spread was observed, "
            "which does not prove that there is none."
        )
        yield Note(id="no-width", title=text("Intervals that cannot be estimated"), role="information", body=body)


def _headline(found: Sequence[Measure], title_: Text) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for measure in found:
        title, meaning = title_of(measure.name)
        rows.append((title, link(measure), bounds(measure), measure.n, meaning))
    columns: tuple[Column, ...] = (
        Column(title=text("Score"), align="left"),
        Column(title=text("Value"), decimals=_DECIMALS),
        Column(title=text("95 % interval")),
        Column(title=text("Targets or samples"), decimals=0),
        Column(title=text("What it says"), align="left"),
    )
    if any(measure.marks for measure in found):
        columns = (*columns, Column(title=text("Marks"), align="left"))
        rows = [
            (*row, joined(measure.marks) if measure.marks else None) for row, measure in zip(rows, found, strict=True)
        ]
    return Table(id="headline", title=title_, columns=columns, rows=tuple(rows))


def _panel(found: Sequence[Measure]) -> Iterator[Ranges]:
    """Yield the chart of the main scores with their intervals."""
    rows = [
        Range(
            name=title_of(measure.name)[0],
            value=round(measure.value, 6),
            low=None if measure.interval is None else round(measure.interval.low, 6),
            high=None if measure.interval is None else round(measure.interval.high, 6),
            target=f"measure-{measure.name}",
        )
        for measure in found
        if measure.name in _MAIN and measure.value is not None
    ]
    if rows:
        yield Ranges(id="panel", title=text("The main scores with their 95 % intervals"), ranges=tuple(rows))


_MAIN = {
    "vsig.intent",
    "vsig.intent_judged",
    "vsig.command",
    "vsig.spatial",
    "vsig.temporal",
    "vsig.joint",
    "vsig.overall",
}
_MAIN |= {kind.name for kind in measures.ECOG}


def _group(name: str, title: Text, gathered: Gathered, named: Callable[[Any], Text], profile: Profile) -> Table:
    """Return a table of scores, a row for each group of samples."""
    groups, shares = gathered.groups[name], gathered.shares
    own = _ecog_row if profile.family == "ecog" else _row
    rows = tuple(
        (named(group), *own(gathered, profile, shares.where(groups, group)))
        for group in sorted(groups.different, key=str)
    )
    if len(rows) > 1:
        rows = (*rows, (text("all"), *own(gathered, profile, np.ones(len(shares), np.bool_))))
    heads = [text("{name}", name=kind.name.removeprefix("ecog.")) for kind in measures.ECOG]
    if profile.family == "vsig":
        heads = [text("intent"), text("spatial"), text("temporal"), text("joint"), text("overall")]
    counts = [text("Samples"), text("answers read"), text("Targets"), text("timed targets")]
    columns = (
        Column(title=title, align="left"),
        *(Column(title=head, decimals=0) for head in counts),
        *(Column(title=head, decimals=3) for head in heads),
    )
    return Table(id=f"by-{name}", title=text("Scores by: {group}", group=title), columns=columns, rows=rows)


_LANGUAGES = {"zh": text("Chinese"), "en": text("English")}
_GROUPS: tuple[tuple[str, Text, Callable[[Any], Text]], ...] = (
    ("template", text("template"), named_template),
    ("level", text("level"), lambda level: text("{name}", name=f"L{level}")),
    ("scene", text("scene"), lambda scene: text("{name}", name=str(scene))),
    ("language", text("language of the data"), lambda code: _LANGUAGES.get(code, text("{name}", name=str(code)))),
)
"""Groupings of samples: the name in their terms, the title, and the label of each value."""


def _counts(gathered: Gathered, rows: Rows) -> tuple[Cell, ...]:
    read = gathered.shares.where(gathered.shares.outcomes, "scored") & rows
    asked, timed = (gathered.total(counts, rows) for counts in (gathered.asked, gathered.timed))
    return int(rows.sum()), int(read.sum()), asked, timed


def _row(gathered: Gathered, profile: Profile, rows: Rows) -> tuple[Cell, ...]:
    pool = Pool(gathered.shares, reading_of(profile), rows=rows)
    values = {name: pool.value(name) for name in (*DIMENSIONS, "joint")}
    overall = overall_of([one for name in pool.overall_parts() if (one := values[name]) is not None])
    return *_counts(gathered, rows), *(values[name] for name in (*DIMENSIONS, "joint")), overall


def _ecog_row(gathered: Gathered, _profile: Profile, rows: Rows) -> tuple[Cell, ...]:
    return *_counts(gathered, rows), *measures.ecog_means(gathered.shares, rows).values()


def link(measure: Measure) -> Link:
    """Return a cell with a measure's value, linked to the measure."""
    shown = text(measure.status) if measure.value is None else round(measure.value, 6)
    return Link(value=shown, target=f"measure-{measure.name}")


def bounds(measure: Measure) -> Cell:
    """Return the cell of a measure's interval; it says so if there can be none."""
    if measure.interval is None:
        return None if measure.value is None else text("not_estimable")
    return range_of(measure.interval.low, measure.interval.high, 3)


_TITLES: dict[str, tuple[Text, Text]] = {
    "vsig.intent": (text("intent"), text("how well the descriptions mean the targets, mean over targets")),
    "vsig.intent_macro": (text("intent, mean over samples"), text("each sample weighs the same")),
    "vsig.intent_right": (text("intent, right targets"), text("share of targets whose description is right")),
    "vsig.intent_best": (
        text("intent at best"),
        text("intent if every description that is not understood is right"),
    ),
    "vsig.not_sure": (
        text("descriptions that are not understood"),
        text("share of targets in whose description something decisive is not understood; they count as wrong"),
    ),
    "vsig.command": (text("whole command"), text("how well the command in words means what the user wants")),
    "vsig.spatial": (text("spatial"), text("share of targets whose point hits")),
    "vsig.spatial_macro": (text("spatial, mean over samples"), text("each sample weighs the same")),
    "vsig.spatial_object": (text("spatial, objects"), text("share of objects whose point hits")),
    "vsig.spatial_space": (text("spatial, spaces"), text("share of spaces whose point is near enough")),
    "vsig.temporal": (text("temporal"), text("share of timed targets whose time lies in the span")),
    "vsig.temporal_macro": (text("temporal, mean over samples"), text("each sample weighs the same")),
    **{
        f"vsig.temporal_{tolerance}": (
            text("temporal, ±{tolerance} ms", tolerance=tolerance),
            text("with spans widened by that on either side"),
        )
        for tolerance in TOLERANCES_MS
    },
    "vsig.joint": (text("joint"), text("share of timed targets with what, where and when all right")),
    "vsig.joint_macro": (text("joint, mean over samples"), text("each sample weighs the same")),
    "vsig.overall": (text("overall"), text("mean of intent, spatial and temporal, of those that were scored")),
    "vsig.intent_as_published": (
        text("intent as published"),
        text("mean over samples of the command's score; unreadable answers left out"),
    ),
    "vsig.spatial_as_published": (text("spatial as published"), text("unreadable answers left out")),
    "vsig.temporal_as_published": (text("temporal as published"), text("unreadable answers left out")),
    "vsig.overall_as_published": (
        text("overall as published"),
        text("unreadable answers left out; a temporal score of 0 left out too"),
    ),
    "vsig.choice": (text("options"), text("share of targets whose option of the multiple choice is right")),
    "vsig.readable": (text("answers that could be read"), text("share of all answers")),
    **{f"vsig.{name}": (title, text("share of all answers")) for name, title in TITLES.items()},
    "vsig.repaired": (text("repaired answers"), text("share of the answers read in which something was overlooked")),
    "ecog.acc_cls": (text("Acc_cls"), text("what: right options, mean over samples")),
    "ecog.acc_s": (text("Acc_s"), text("where: points in the mask or within 100 px, mean over samples")),
    "ecog.acc_t": (text("Acc_t"), text("when: times within the stroke, mean over samples")),
    "ecog.acc_eco": (text("Acc_eco"), text("what, where and when of a referent all right, mean over samples")),
    "ecog.acc_seq": (text("Acc_seq"), text("share of samples in which everything is right")),
    **judge_blocks.TITLES,
}
