"""Read ``eval_gt.json`` of EcoG-Bench: a clip's options, and each target's right option, stroke and place."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from mindsight.text import text
from mindsight.vsig.dataset.annotations import Referent, Truth, parse
from mindsight.vsig.dataset.checks import Findings
from mindsight.vsig.dataset.samples import Kind, Point, Reference, Span, Target
from mindsight.vsig.dataset.strict_json import oddities
from mindsight.vsig.dataset.targets.objects import mask_of, points_of
from mindsight.vsig.language.templates import template

_OPTION = re.compile(r"\s*([A-Z]{1,2}|[a-z]{1,2})\s*[.．、:：)）]\s*(\S.*)", re.DOTALL)
_MOST_ODDITIES = 20
_LISTS = ("object_choices", "space_choices")


def truth_of(truths: Any, video: str, findings: Findings) -> Truth | None:
    """Return the file's entry for a clip; None, with a finding, if it is missing or unusable."""
    held = truths.get(video) if isinstance(truths, dict) else None
    if held is None:
        findings.refuse("", text("does not mention {name}", name=video))
        return None
    if video in getattr(truths, "names", ()):
        findings.refuse(video, text("the name occurs twice; keep one of them"))
    for field, message in islice(oddities(held), _MOST_ODDITIES):
        findings.refuse(f"{video}.{field}", message)
    if isinstance(held, dict):
        # The file has one set of options for the whole folder.
        held = {**{name: truths[name] for name in _LISTS if name in truths}, **held}
    truth: Truth | None = parse(Truth, held, findings, place=video)
    return truth


def options_of(choices: Sequence[str] | None, kind: Kind, findings: Findings, *, place: str = "") -> dict[str, str]:
    """Return the options by letter: ``A. apple`` for objects, ``a. left of the apple`` for spaces."""
    options: dict[str, str] = {}
    field = f"{place}.{_LISTS[kind == 'space']}".lstrip(".")
    for number, choice in enumerate(choices or ()):
        found = _OPTION.fullmatch(choice)
        if found is None or found[1].isupper() != (kind == "object"):
            findings.refuse(f"{field}[{number}]", text("“{option}” has no letter of its own", option=choice[:80]))
        elif found[1] in options:
            findings.refuse(f"{field}[{number}]", text("there are two options {letter}", letter=found[1]))
        else:
            options[found[1]] = found[2].strip()
    return options


def targets_of_truth(
    truth: Truth,
    annotated: Sequence[Target] | None,
    number: int,
    frame: tuple[int, int],
    length_ms: float,
    findings: Findings,
    *,
    place: str,
) -> tuple[Target, ...]:
    """Return the targets of a sample of EcoG-Bench.

    ``annotated`` are the targets of ``annotations.json``, if they are in order: they supply the references. ``frame`` is the upright
    last frame's (width, height), ``place`` the clip's name in the file.
    """
    options: dict[Kind, dict[str, str]] = {
        "object": options_of(truth.object_choices, "object", findings, place=place),
        "space": options_of(truth.space_choices, "space", findings, place=place),
    }
    kinds: list[Kind] = ["object" if referent.choice.isupper() else "space" for referent in truth.answer]
    if tuple(kinds) != template(number).targets:
        findings.refuse(
            f"{place}.answer",
            text(
                "means {found}; template {number} asks for {expected}",
                found=", ".join(kinds) or "–",
                number=number,
                expected=", ".join(template(number).targets),
            ),
        )
        return ()
    beside: Sequence[Target | None] = annotated or [None] * len(kinds)
    return tuple(
        _target(referent, kind, options[kind], other, frame, length_ms, findings, f"{place}.answer[{index}]")
        for index, (referent, kind, other) in enumerate(zip(truth.answer, kinds, beside, strict=True))
    )


def _target(
    referent: Referent,
    kind: Kind,
    options: dict[str, str],
    annotated: Target | None,
    frame: tuple[int, int],
    length_ms: float,
    findings: Findings,
    place: str,
) -> Target:
    if referent.choice not in options:
        findings.refuse(f"{place}.choice", text("there is no option {letter}", letter=referent.choice))
    points = _points(referent, annotated, findings, place)
    mask = None
    if kind == "object":
        mask = mask_of(referent.mask, referent.points, frame, findings, place)
    elif referent.mask is not None:
        findings.warn(f"{place}.mask", text("the space has a mask; it is not used"))
    reference: Reference | None = annotated.reference if annotated else None
    return Target(
        kind=kind,
        name=options.get(referent.choice, referent.choice),
        points=points,
        mask=mask,
        side=annotated.side if annotated else "",
        reference=reference,
        stroke=_stroke(referent, length_ms, findings, place),
        choice=referent.choice,
    )


def _points(referent: Referent, annotated: Target | None, findings: Findings, place: str) -> tuple[Point, ...]:
    points = points_of(referent.points)
    if not points and annotated is None:
        findings.refuse(f"{place}.points", text("there are no points"))
    if points and annotated is not None and points != annotated.points:
        other = "annotations.json"
        if tuple((y, x) for x, y in points) == annotated.points:
            sentence = text("the points are those of {file} only if they are [x, y]; they must be [y, x]", file=other)
            findings.refuse(f"{place}.points", sentence)
        else:
            findings.warn(f"{place}.points", text("the points are others than in {file}; these are used", file=other))
    return points or (annotated.points if annotated else ())


def _stroke(referent: Referent, length_ms: float, findings: Findings, place: str) -> Span | None:
    begin, end = referent.stroke_begin_time, referent.stroke_end_time
    if begin is None or end is None:
        findings.warn(f"{place}.stroke_begin_time", text("the stroke has no time: the target's time is not scored"))
        return None
    if end < begin:
        findings.refuse(f"{place}.stroke_end_time", text("the stroke ends before it begins"))
    elif begin >= length_ms:
        findings.refuse(
            f"{place}.stroke_begin_time",
            text("the stroke begins at {begin} ms, the clip ends at {length} ms", begin=begin, length=length_ms),
        )
    elif end == 0:
        findings.warn(f"{place}.stroke_end_time", text("the stroke is at 0 ms alone: its time is probably missing"))
    elif end > length_ms:
        findings.warn(
            f"{place}.stroke_end_time",
            text("the stroke ends at {end} ms, the clip at {length} ms", end=end, length=length_ms),
        )
    return begin, end
