"""Turn annotated entries into the targets of a sample, with points and masks in mindsight's coordinates."""

from collections.abc import Callable, Sequence

from mindsight.errors import InputError
from mindsight.text import text
from mindsight.vsig.dataset.annotations import AnnotatedMask, Entry
from mindsight.vsig.dataset.checks import Findings
from mindsight.vsig.dataset.samples import Mask, Point, Reference, Target
from mindsight.vsig.dataset.targets.agreement import check_object
from mindsight.vsig.dataset.targets.mask_reading import read_mask, read_runs
from mindsight.vsig.dataset.targets.masks import contains
from mindsight.vsig.language.templates import is_in_order, joined, template, wanted

Outline = Callable[[], Mask | None]


def check_order(number: int, entries: Sequence[Entry], findings: Findings, *, needed: bool = True) -> bool:
    """Return whether the entries are those of the template, in its order; if not, add a finding.

    ``needed``: whether the sample is refused without them.
    """
    kinds = [entry.type for entry in entries]
    if is_in_order(number, kinds):
        return True
    message = text(
        "holds {found}; template {number} is annotated as {expected}",
        found=", ".join(kinds) or "–",
        number=number,
        expected=", ".join(template(number).annotated),
    )
    (findings.refuse if needed else findings.warn)("object_space", message)
    return False


def targets_of(
    number: int, entries: Sequence[Entry], frame: tuple[int, int], findings: Findings, *, place: str = "object_space"
) -> tuple[Target, ...]:
    """Return the targets of a sample whose entries are in the order of its template.

    ``frame`` is the upright last frame's (width, height), ``place`` the name of the list of entries.
    """
    masks = {
        index: mask_of(entry.mask, entry.points, frame, findings, f"{place}[{index}]")
        for index, entry in enumerate(entries)
        if entry.type == "object"
    }
    for index, entry in enumerate(entries):
        _check_entry(entry, findings, f"{place}[{index}]")
    indices = wanted(number, range(len(entries)))
    return tuple(_target(entries, masks, one.entry, one.reference) for one in indices)


def points_of(points: Sequence[Sequence[float]]) -> tuple[Point, ...]:
    """Return annotated points, ``[y, x]`` in 0–1000, as ``(x, y)`` in [0, 1]."""
    return tuple((x / 1000, y / 1000) for y, x in points)


def mask_of(
    annotated: AnnotatedMask | None,
    points: Sequence[Sequence[float]],
    frame: tuple[int, int],
    findings: Findings,
    place: str,
) -> Mask | None:
    """Return the mask of an object; None if it has none, or an unusable one."""
    if annotated is None or not (annotated.mask_base64 or annotated.rle):
        if annotated is not None and annotated.others:
            findings.refuse(
                f"{place}.mask",
                text(
                    "the mask is in a form that is not read ({names}); give a PNG in {png}, or run lengths in {rle}",
                    names=", ".join(annotated.others)[:80],
                    png="mask_base64",
                    rle="rle",
                ),
            )
            return None
        findings.warn(f"{place}.mask", text("the object has no mask: it is scored like a space, by distance"))
        if annotated is not None:
            check_object(points, annotated.bbox, None, frame, findings, place)
        return None
    try:
        if annotated.rle is not None and not annotated.mask_base64:
            mask, around = read_runs(annotated.rle, frame)
        else:
            mask, around = read_mask(annotated.mask_base64 or "", annotated.bbox, frame)
    except InputError as error:
        findings.refuse(f"{place}.mask", error.text)
        return None
    before = len(findings.found)
    check_object(points, annotated.bbox, around, frame, findings, place)
    agree = len(findings.found) == before
    if points and agree and not any(contains(mask, point) for point in points_of(points)):
        findings.warn(f"{place}.points", text("no point lies on the mask"))
    return mask


def _target(entries: Sequence[Entry], masks: dict[int, Mask | None], index: int, reference_index: int | None) -> Target:
    entry = entries[index]
    name, reference = entry.name.strip(), None
    if reference_index is not None:
        beside = entries[reference_index]
        reference = Reference(name=beside.name.strip(), points=points_of(beside.points), mask=masks[reference_index])
        name = joined(beside.name, entry.name)
    return Target(
        kind=entry.type,
        name=name,
        points=points_of(entry.points),
        mask=masks.get(index),
        side=entry.name.strip() if entry.type == "space" else "",
        reference=reference,
    )


def _check_entry(entry: Entry, findings: Findings, place: str) -> None:
    if not entry.name.strip():
        findings.refuse(f"{place}.name", text("the name is empty"))
    elif not entry.name.isprintable():
        findings.warn(f"{place}.name", text("the name holds characters that cannot be printed"))
    if entry.type == "space" and entry.mask is not None:
        findings.warn(f"{place}.mask", text("the space has a mask; it is not used"))
