"""Report blocks of a test under controls: the scores under each condition, what is left of them, what they need."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mindsight.record.blocks import Block, Cell, Column, Note, Range, Ranges, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Manifest, Measure
from mindsight.record.spelling import range_of
from mindsight.record.titles import Named, names_table
from mindsight.statistics import least_p, mean_interval
from mindsight.text import Text, text
from mindsight.vsig.canaries import report
from mindsight.vsig.canaries.marks import STATE, under
from mindsight.vsig.controls.changes import Change, changes_of, headline
from mindsight.vsig.controls.conditions import AT, Setup, Takes
from mindsight.vsig.media.conditions import GIVEN
from mindsight.vsig.models.answers.predictions import ENDINGS
from mindsight.vsig.profile import Profile
from mindsight.vsig.reporting import run_report
from mindsight.vsig.totals import profile_of

SIGNIFICANT = 0.05
_DECIMALS = 3
Apart = Mapping[str, Sequence[Item]]
_NEEDS: dict[Takes, tuple[Text, Text]] = {
    "pictures": (text("the pictures"), text("that the subject looks at them")),
    "speech": (text("what is said"), text("that the subject hears or reads it")),
    "match": (text("the speech of this very clip"), text("that the subject attends to what is said")),
}
"""The essential controls: what is taken away, and what a score that does not fall fails to prove."""


def setups_of(manifest: Manifest) -> dict[str, Setup]:
    """Return the conditions by their keys, the full one first."""
    return {one["key"]: Setup.model_validate(one) for one in manifest.plan["conditions"]}


def blocks(run: RunFolder, measures: Sequence[Measure], apart: Apart) -> Iterator[Block]:
    """Yield the blocks of the report in order."""
    manifest = run.manifest
    profile, setups = profile_of(manifest), setups_of(manifest)
    found = {measure.name: measure for measure in measures}
    changes = changes_of(apart, profile)
    yield from report.warnings(manifest)
    for scores in (_summary(setups, found, profile), _headline(setups, found, profile)):
        yield scores.model_copy(update={"title": under(scores.title, manifest)})
    yield from _notes(manifest, apart)
    if not manifest.subject.spec.startswith("baseline:"):
        yield from _verdicts(setups, changes)
    yield from run_report.no_width(measures)
    yield _left(setups, found, profile)
    yield from _panel(setups, found, profile)
    yield _changes(setups, changes, found)
    yield _how()
    yield _sent(run, setups)
    yield from report.blocks(manifest)
    yield _endings(setups, apart)
    yield names_table(_named(setups, measures))


def _named(setups: Mapping[str, Setup], measures: Sequence[Measure]) -> Iterator[Named]:
    """Yield every measure with a title that names its score and condition, and whether it is a change or a share."""
    for measure in measures:
        name, _, key = measure.name.partition(AT)
        family, _, rest = name.partition(".")
        what, _, score = rest.partition(".")
        if key not in setups:
            continue
        title = setups[key].title
        if what == "change":
            yield measure, _title(f"{family}.{score}"), text("change, {condition}", condition=title)
        elif what == "left":
            yield measure, _title(f"{family}.{score}"), text("share that is left, {condition}", condition=title)
        else:
            yield measure, _title(name), title


def title_of(name: str, profile: Profile) -> Text:
    """Return the title of a score."""
    return run_report.title_of(name)[0] if profile.family == "vsig" else text("{name}", name=name.removeprefix("ecog."))


def finding_of(change: Change) -> Text:
    """Return the conclusion from a change; it counts only with both p below 5 % and an interval without 0."""
    if change.p is None:
        return text("not_estimable")
    limits = mean_interval(change.differences, change.clusters)
    apart = limits is not None and (limits.low > 0 or limits.high < 0)
    if change.p >= SIGNIFICANT or not apart:
        return text("no clear change")
    return text("clearly higher") if change.value > 0 else text("clearly lower")


def falls(change: Change) -> bool:
    """Return whether a score clearly falls under a control."""
    return finding_of(change).message == "clearly lower"


def _summary(setups: Mapping[str, Setup], found: Mapping[str, Measure], profile: Profile) -> Table:
    kinds = headline(profile)
    rows: list[tuple[Cell, ...]] = [
        (setup.title, *(run_report.link(found[f"{kind.name}{AT}{key}"]) for kind in kinds))
        for key, setup in setups.items()
    ]
    return Table(
        id="summary",
        title=text("Scores under each condition"),
        columns=(_left_column(text("Condition")), *(_number(title_of(kind.name, profile)) for kind in kinds)),
        rows=tuple(rows),
    )


def _headline(setups: Mapping[str, Setup], found: Mapping[str, Measure], profile: Profile) -> Table:
    """Return the scores under the full condition as the headline: what the controls are compared with."""
    first = next(iter(setups))
    own = [(kind, found[f"{kind.name}{AT}{first}"]) for kind in headline(profile)]
    rows: list[tuple[Cell, ...]] = [
        (title_of(kind.name, profile), run_report.link(one), _bounds(one), one.n) for kind, one in own
    ]
    columns = (
        _left_column(text("Score")),
        _number(text("with everything")),
        Column(title=text("95 % interval")),
        Column(title=text("Targets or samples"), decimals=0),
    )
    return Table(id="headline", title=text("Scores with everything"), columns=columns, rows=tuple(rows))


def _left(setups: Mapping[str, Setup], found: Mapping[str, Measure], profile: Profile) -> Table:
    kinds = headline(profile)
    rows: list[tuple[Cell, ...]] = []
    for key, setup in itertools.islice(setups.items(), 1, None):
        own = [found[_name(kind.name, "left", key)] for kind in kinds]
        rows.append((setup.title, *(cell for one in own for cell in (run_report.link(one), _bounds(one)))))
    heads = [
        column
        for kind in kinds
        for column in (_number(title_of(kind.name, profile)), Column(title=text("95 % interval")))
    ]
    return Table(
        id="left",
        title=text("What is left of each score, as a share of the full condition's"),
        columns=(_left_column(text("Condition")), *heads),
        rows=tuple(rows),
    )


def _panel(setups: Mapping[str, Setup], found: Mapping[str, Measure], profile: Profile) -> Iterator[Ranges]:
    """Yield, for each score, its changes with their intervals on one axis."""
    for kind in headline(profile):
        rows = []
        for key, setup in itertools.islice(setups.items(), 1, None):
            one = found[_name(kind.name, "change", key)]
            if one.value is not None:
                low, high = (None, None) if one.interval is None else (one.interval.low, one.interval.high)
                rows.append(
                    Range(
                        name=setup.title,
                        value=round(one.value, 6),
                        low=None if low is None else round(low, 6),
                        high=None if high is None else round(high, 6),
                        target=f"measure-{one.name}",
                    )
                )
        if rows:
            title = text("{score}: change from the full condition", score=title_of(kind.name, profile))
            yield Ranges(id=f"panel-{kind.name}", title=title, ranges=tuple(rows), low=-1.0, high=1.0)


def _changes(setups: Mapping[str, Setup], changes: Sequence[Change], found: Mapping[str, Measure]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in changes:
        limits = mean_interval(one.differences, one.clusters)
        bounds = text("not_estimable") if limits is None else range_of(limits.low, limits.high, _DECIMALS)
        p = text("not_estimable") if one.p is None else round(one.p, 6)
        counts = (len(one.differences), len(set(one.clusters)))
        name = text("{title}: {part}", title=setups[one.key].title, part=_title(one.name))
        values = (round(one.first, 6), round(one.then, 6), run_report.link(found[_name(one.name, "change", one.key)]))
        rows.append((name, *values, bounds, p, finding_of(one), *counts))
    columns = (
        _left_column(text("Condition and score")),
        _number(text("with everything")),
        _number(text("under the control")),
        _number(text("Change")),
        Column(title=text("95 % interval")),
        Column(title=text("p, corrected"), decimals=4),
        _left_column(text("Finding")),
        Column(title=text("Samples"), decimals=0),
        Column(title=text("Recordings"), decimals=0),
    )
    return Table(id="changes", title=text("Change of each score, sample by sample"), columns=columns, rows=tuple(rows))


def _how() -> Note:
    body = text(
        "Each change is the condition less the full one, over the samples that count under both, with its 95 % interval over "
        "recordings; p comes from sign flips and is corrected for the number of tests (Holm). A score “clearly” falls if p is "
        "below {limit} and the interval lies below zero.",
        limit=SIGNIFICANT,
    )
    return Note(id="how", title=text("How to read this"), role="information", body=body)


def _notes(manifest: Manifest, apart: Apart) -> Iterator[Note]:
    if manifest.subject.spec.startswith("baseline:"):
        body = text(
            "A built-in subject answers from the ground truth of the data or at random and sees nothing: no change is "
            "expected, and shows that the software works."
        )
        if not all(setup.is_asked for setup in setups_of(manifest).values()):
            body = text(
                "A built-in subject answers from the ground truth of the data or at random and sees nothing: no change is "
                "expected, except where the other built-in subject answers in its place."
            )
        yield _note("baseline", body, "information")
    elif manifest.canaries.get(STATE) not in {None, "off"}:
        yield from _unasked(setups_of(manifest))
    failed = sum(item.status == "failed" for items in apart.values() for item in items)
    if failed:
        body = text(
            "{count} samples could not be tested because of the test's own equipment and do not count.", count=failed
        )
        yield _note("untested", body)


def _unasked(setups: Mapping[str, Setup]) -> Iterator[Note]:
    """Yield a note for each control that sends what the full condition does not: no canary tested whether that arrives."""
    first, *others = setups.values()
    for setup in others:
        if setup.is_asked and setup.condition.forms - first.condition.forms:
            body = text(
                "{control}: pictures or sound are sent in another form than under the full condition, so no canary has tested "
                "whether they arrive. Before attributing a change to the subject, run mindsight vsig run with --input {given} "
                "and check its canaries.",
                control=setup.title,
                given=setup.condition.given if setup.condition.given in GIVEN else "frames-audio",
            )
            yield _note(f"no-canary-{setup.key}", body)


def _verdicts(setups: Mapping[str, Setup], changes: Sequence[Change]) -> Iterator[Note]:
    """Yield, for each essential control, which scores need what it takes away, or that none does."""
    clusters = max((len(set(change.clusters)) for change in changes), default=0)
    tests = sum(change.p is not None for change in changes)
    if clusters < 2 or tests * least_p(clusters) >= SIGNIFICANT:
        needed = next(c for c in itertools.count(2) if max(tests, 1) * least_p(c) < SIGNIFICANT)
        body = text(
            "Too few recordings for a conclusion: with {clusters} of them and {tests} tests no change, however large, can be "
            "called clear; {needed} are needed. Read only the changes and their intervals.",
            clusters=clusters,
            tests=tests,
            needed=needed,
        )
        yield _note("few", body)
        return
    for key, setup in setups.items():
        own = [change for change in changes if change.key == key]
        if setup.takes in _NEEDS:
            yield _verdict(setup, own)
        elif not setup.is_asked:
            yield _above(setup, own)


def _verdict(setup: Setup, changes: Sequence[Change]) -> Note:
    taken, shown = _NEEDS[setup.takes]
    fallen = [change for change in changes if falls(change)]
    if not fallen:
        body = text(
            "{control}: no score falls clearly without {taken}. Nothing here shows {shown}.",
            control=setup.title,
            taken=taken,
            shown=shown,
        )
        return _note(f"needs-nothing-{setup.key}", body)
    listed = [
        text(
            "{score} ({share} % of it is left)",
            score=_title(change.name),
            share=round(100 * change.then / change.first) if change.first else 0,
        )
        for change in fallen
    ]
    body = text(
        "{control}: without {taken} these scores fall clearly: {scores}.",
        control=setup.title,
        taken=taken,
        scores=_joined(listed),
    )
    return _note(f"needs-{setup.key}", body, "information")


def _above(setup: Setup, changes: Sequence[Change]) -> Note:
    """Return a note on the scores in which the subject is above a built-in subject, or that there are none."""
    fallen = [change for change in changes if falls(change)]
    if not fallen:
        body = text(
            "{control}: the subject is clearly above it in no score. Nothing here shows that it does more than follow the hand.",
            control=setup.title,
        )
        return _note(f"above-nothing-{setup.key}", body)
    listed = [
        text(
            "{score} ({share} % of it is reached in this way)",
            score=_title(change.name),
            share=round(100 * change.then / change.first) if change.first else 0,
        )
        for change in fallen
    ]
    body = text("{control}: the subject is clearly above it in {scores}.", control=setup.title, scores=_joined(listed))
    return _note(f"above-{setup.key}", body, "information")


def _joined(parts: Sequence[Text]) -> Text:
    found = parts[0]
    for part in parts[1:]:
        found = text("{one}, {other}", one=found, other=part)
    return found


def _sent(run: RunFolder, setups: Mapping[str, Setup]) -> Table:
    """Return what was really sent under each condition, according to the items."""
    sums: dict[str, Counter[str]] = {key: Counter() for key in setups}
    for item in run.items:
        own, sent = sums[item.id.rpartition(AT)[2]], item.answer.get("sent")
        own["samples"] += 1
        if isinstance(sent, dict) and sent:
            size: Any = sent.get("bytes")
            own["known"] += 1
            own["frames"] += sent.get("frames") or 0
            own["sound"] += sent.get("sound_s") or 0
            own["another"] += "speech_of" in sent
            own["video"] += isinstance(size, dict) and "video" in size
    rows: list[tuple[Cell, ...]] = []
    for key, setup in setups.items():
        own, of = sums[key], sums[key]["known"]
        means = (own["frames"] / of, own["sound"] / of) if of else (None, None)
        counts = (own["video"], own["another"]) if of else (None, None)
        rows.append((setup.title, setup.sends, own["samples"], *means, *counts))
    columns = (
        _left_column(text("Condition")),
        _left_column(text("what is sent")),
        Column(title=text("Samples"), decimals=0),
        Column(title=text("pictures per sample"), decimals=1),
        Column(title=text("seconds of sound per sample"), decimals=1),
        Column(title=text("with the clip itself"), decimals=0),
        Column(title=text("with another's speech"), decimals=0),
    )
    return Table(id="sent", title=text("What was really sent"), columns=columns, rows=tuple(rows))


def _endings(setups: Mapping[str, Setup], apart: Apart) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for key, setup in setups.items():
        found = Counter(item.outcome for item in apart[key])
        rows.append((setup.title, *(found[name] for name in ENDINGS)))
    columns = (_left_column(text("Condition")), *(Column(title=words, decimals=0) for words in ENDINGS.values()))
    return Table(id="endings", title=text("How the answers ended"), columns=columns, rows=tuple(rows))


def _title(name: str) -> Text:
    return text("{name}", name=name.removeprefix("ecog.")) if name.startswith("ecog.") else run_report.title_of(name)[0]


def _name(name: str, what: str, key: str) -> str:
    family, _, rest = name.partition(".")
    return f"{family}.{what}.{rest}{AT}{key}"


def _bounds(measure: Measure) -> Cell:
    if measure.interval is None or not math.isfinite(measure.interval.high):
        return None if measure.value is None else text("not_estimable")
    return range_of(measure.interval.low, measure.interval.high, _DECIMALS)


def _note(name: str, body: Text, role: Any = "warning") -> Note:
    title = text("Warning") if role == "warning" else text("What the controls show")
    return Note(id=f"{role}-{name}", title=title, role=role, clause="results", body=body)


def _left_column(title: Text) -> Column:
    return Column(title=title, align="left")


def _number(title: Text) -> Column:
    return Column(title=title, decimals=_DECIMALS)
