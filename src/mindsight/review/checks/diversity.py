"""6.2 e): diversity: classes in balance, no picture twice, nothing that leaks from one part of the data to another."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from mindsight.clauses import implements
from mindsight.review.checks.check import Checks, Evidence, Outcome, declared, doubt, fault, good, note, waits
from mindsight.review.checks.legality import matches
from mindsight.review.checks.likeness import Pair, groups_of
from mindsight.review.findings import Checked
from mindsight.text import Text, text

_E = Checks("6.2-e")
_EVEN = 0.9
_MOST_GROUPS, _MOST_NAMED = 200, 6
_LEAST_LOOKS, _LEAST_SPREAD = 10, 8.0
"""Levels of brightness and of colourfulness between the darkest twentieth and the lightest, of so many pictures at least."""


@implements("home", "6.2-e")
def diversity(evidence: Evidence) -> tuple[Checked, ...]:
    """6.2 e): check the balance of classes, the spread of what is shown, duplicates, and leaks between parts."""
    return _E.run(evidence)


@_E.add("e1", "decided", text("Balance of classes"), text("no class is far larger than another"))
def _balance(evidence: Evidence) -> Iterator[Outcome]:
    amounts, groups = evidence.catalogue.amounts, Counter[str]()
    # Of the household suite the classes are measures of their own; else they are groups, of which every measure has the same.
    by_measure = (
        all(one.measure.startswith("home.f.") or not one.group for one in amounts)
        and len({one.measure for one in amounts}) > 1
    )
    for one in amounts:
        if by_measure or (one.group and one.measure == amounts[0].measure):
            groups[one.measure if by_measure else one.group] += one.number
    counts = [count for count in groups.values() if count]
    if len(counts) < 2:
        return
    shares = np.array(counts) / sum(counts)
    evenness = float(-(shares * np.log(shares)).sum() / math.log(len(counts)))
    said = text(
        "{count} classes of {least} to {most} items; evenness {evenness} (1: all alike)",
        count=len(counts),
        least=min(counts),
        most=max(counts),
        evenness=f"{evenness:.3f}",
    )
    yield good(said) if evenness >= _EVEN else doubt(said)


@_E.add("e2", "declared", text("Rooms, light, times, regions"), text("what varies in the data is written down"))
def _varies(evidence: Evidence) -> Iterator[Outcome]:
    known = evidence.declared.diversity if evidence.declared else {}
    if not known and not evidence.catalogue.is_generated:
        yield waits(text("what varies in the data is not declared"))
    for name, value in known.items():
        yield declared(text("{name}: {value}", name=name, value=value))


@_E.add(
    "e3", "decided", text("Duplicates"), text("no picture occurs twice, also turned, mirrored, smaller or saved anew")
)
def _duplicates(evidence: Evidence) -> Iterator[Outcome]:
    if len(evidence.compared) < 2 and not evidence.entries:
        return
    equal: dict[str, list[str]] = defaultdict(list)
    for one in evidence.facts:
        if one.sha256 and evidence.entries[one.id].role in {"picture", "reference", "clip"}:
            equal[one.sha256].append(one.id)
    copies = [names for names in equal.values() if len(names) > 1]
    for names in copies[:_MOST_GROUPS]:
        yield fault(text("the same file: {names}", names=first_of(names)), names)
    hashes = {one.id: one.sha256 for one in evidence.compared}
    groups = [
        names for names in groups_of(evidence.compared, evidence.pairs) if len({hashes[name] for name in names}) > 1
    ]
    for names in groups[:_MOST_GROUPS]:
        said = text("{count} files show the same picture: {names}", count=len(names), names=first_of(names))
        # One picture in two classes has a wrong class once.
        labels = {evidence.entries[name].label for name in names}
        yield fault(said, names) if len(labels) > 1 else doubt(said, names)
    if len(groups) > _MOST_GROUPS:
        yield doubt(text("{count} more", count=len(groups) - _MOST_GROUPS))
    if evidence.compared and not copies and not groups:
        yield good(
            text("{count} pictures compared in six orientations; none occurs twice", count=len(evidence.compared))
        )


@_E.add("e4", "person", text("Pictures alike"), text("a person looks at pairs that are alike and not the same"))
def _alike(evidence: Evidence) -> Iterator[Outcome]:
    pairs = [one for one in evidence.pairs if not one.is_same]
    if pairs:
        files = list(dict.fromkeys(name for one in pairs for name in (one.first, one.second)))
        yield waits(
            text(
                "{count} pairs, such as {first} and {second}",
                count=len(pairs),
                first=pairs[0].first,
                second=pairs[0].second,
            ),
            files,
        )
    elif evidence.compared:
        yield good(text("no two pictures are alike"))


@_E.add(
    "e5", "decided", text("Spread of what is shown"), text("pictures differ in light, colour and sharpness (album 5.3)")
)
def _spread(evidence: Evidence) -> Iterator[Outcome]:
    looks = [one.look for one in evidence.compared if one.look]
    if len(looks) < 2:
        return
    columns = [np.array([getattr(look, name) for look in looks]) for name in ("light", "colour", "edges")]
    ranges = [f"{np.quantile(column, 0.05):.1f}–{np.quantile(column, 0.95):.1f}" for column in columns]
    said = text(
        "nine in ten pictures: brightness {light}, colourfulness {colour}, sharpness {edges}",
        light=ranges[0],
        colour=ranges[1],
        edges=ranges[2],
    )
    spread = [float(np.quantile(column, 0.95) - np.quantile(column, 0.05)) for column in columns]
    yield note(said)
    if len(looks) >= _LEAST_LOOKS and spread[0] < _LEAST_SPREAD and spread[1] < _LEAST_SPREAD:
        yield doubt(text("the pictures hardly differ in light and colour"))
    else:
        yield good(text("the pictures differ in light or colour"))


@_E.add(
    "e6",
    "decided",
    text("Leaks between parts"),
    text("nothing of one part (known, unknown, training, test) is in another"),
)
def _leaks(evidence: Evidence) -> Iterator[Outcome]:
    parts = parts_of(evidence)
    named = sorted(set(parts.values()) - {""})
    if len(named) < 2:
        return
    files = [one for one in evidence.facts if one.id in parts]
    leaking = [[name for name in names if parts[name]] for names in groups_of(files, tuple(_same_or_equal(evidence)))]
    leaking = [names for names in leaking if len({parts[name] for name in names}) > 1]
    for names in leaking[:_MOST_GROUPS]:
        first = names[0]
        second = next(name for name in names if parts[name] != parts[first])
        yield fault(
            text(
                "{first} ({one}) and {second} ({other}) show the same picture",
                first=first,
                one=parts[first],
                second=second,
                other=parts[second],
            ),
            names,
        )
    if not leaking:
        yield good(text("no picture of {parts} is in another part", parts=", ".join(named)))


def first_of(names: Sequence[str]) -> Text | str:
    """Return names as words: a few of them, and how many more there are; a finding names all its files besides."""
    if len(names) > _MOST_NAMED:
        return text("{first} and {count} more", first=", ".join(names[:_MOST_NAMED]), count=len(names) - _MOST_NAMED)
    return ", ".join(names)


def parts_of(evidence: Evidence) -> dict[str, str]:
    """Return the part that each file belongs to: as declared, else as its folder is called, else none."""
    declared_parts = evidence.declared.splits.parts if evidence.declared and evidence.declared.splits else {}
    return {
        path: next((name for name, globs in declared_parts.items() if matches(path, globs)), one.split)
        for path, one in evidence.entries.items()
    }


def _same_or_equal(evidence: Evidence) -> Iterator[Pair]:
    yield from (one for one in evidence.pairs if one.is_same)
    # What has no picture to compare, such as a clip that does not open, can still be the same file.
    first: dict[str, str] = {}
    compared = {one.id for one in evidence.compared}
    for one in evidence.facts:
        if one.sha256 and one.id not in compared and evidence.entries[one.id].role != "table":
            if one.sha256 in first:
                yield Pair(first[one.sha256], one.id, 0, is_same=True)
            first.setdefault(one.sha256, one.id)


@_E.add(
    "e6n", "decided", text("Answers in file names"), text("the name that the subject may see does not state the class")
)
def _told(evidence: Evidence) -> Iterator[Outcome]:
    shown = [one for one in evidence.entries.values() if one.label and one.role in {"picture", "clip"}]
    if not shown or evidence.catalogue.layout == "clips":
        return
    told = [one.path for one in shown if one.label.casefold() in one.path.rpartition("/")[2].casefold()]
    if told and evidence.catalogue.layout == "kit":
        yield fault(text("{count} file names state their class", count=len(told)), told)
    elif told:
        yield note(text("{count} file names state their class; a kit renames them", count=len(told)), told)
    else:
        yield good(text("no file name states its class"))


@_E.add("e7", "declared", text("Groups of persons"), text("if persons are shown, which groups"))
def _groups(evidence: Evidence) -> Iterator[Outcome]:
    people = evidence.declared.people if evidence.declared else None
    if people is not None and people.shown:
        yield (
            declared(text("declared: {value}", value=", ".join(people.groups)))
            if people.groups
            else waits(text("groups are not declared"))
        )
