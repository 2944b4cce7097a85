"""The terms of an answer, as plain JSON: every measure, table and curve follows from them.

Terms of a sample::

    template, level, scene, language   of the sample, so that a record can be split by them
    counted      false where the profile leaves failures out and this is one
    speech       how the words were segmented: ok, ambiguous, no_match, none (nothing said), unknown (asr_result is null)
    command      {score, best, slots, why}: the command in words, as a whole
    targets      a list, one for each target in order, see below; empty after an infrastructure error
    extra, missing, wrong_kinds   predictions beyond the targets; targets without one; predictions of the other kind
    any_order    targets that are hit when predictions may be matched to them in any order (a diagnosis, never a score)
    repairs, unusable   number of repairs to read the answer, and of values that could not be used

Terms of a target::

    kind, said            object or space; whether there is a prediction for it
    intent, slots, why    score of the description, 0 … 1, by slots, and what was wrong with it
    intent_best           the score if what is not understood is right; above intent only if something decisive is not understood
    choice                whether the option at this place is right; null: no options
    what, where, when     right or not; null: not scored (where: no mask and left out by the profile; when: see untimed)
    point                 the prediction, (x, y) in [0, 1] of the last frame; null: none that can be used
    masked, in_mask       whether the object has a mask; whether the point is on it (null: no mask)
    area                  share of the frame that the mask covers; null: no mask
    distance_units, distance_px, distance_diagonal   from the mean of the annotated points; null: no point
    reference_hit         the point hits the reference object (of templates 4 to 6) instead
    other_hit             number (from 1) of another target that the point hits; null: none
    tip_hit               the point hits the thing nearest to the fingertip while this was pointed at; null: not known
    tip_astray            that thing is another than what was pointed at; null: not known
    window, window_by     the span for the time, [begin, end] in ms, and its source: words or stroke
    interpolated          the span cuts a recognised word in two
    untimed               why there is no window: gesture_alone, no_speech, ambiguous, no_match, no_stroke; else ""
    time_ms, overlap      the prediction, and an interval's intersection over union with the window; null: none
"""

import functools
import math
from collections.abc import Sequence
from typing import Any

from mindsight.vsig.dataset.samples import Mask, Point, Sample, Span, Target
from mindsight.vsig.language.speech import Spans, spans_of
from mindsight.vsig.models.answers.predictions import Answer, Prediction, Status
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import ecog, intent, spatial, temporal

Terms = dict[str, Any]

_FARTHEST = 1e6
"""A coordinate beyond this (frame = 1) is not usable, and its distance is not computed."""
_MOST_MATCHED = 16
"""A list of a million points must not cost a million tests: there are at most four targets."""
_NOTHING = Prediction()


def score(sample: Sample, answer: Answer | None, status: Status, profile: Profile) -> Terms:
    """Return the terms of an answer, matched by position; whatever could not be read is wrong.

    The answer is ignored unless the status is ``scored``; after an infrastructure error nothing is scored.
    """
    given = answer if answer is not None and status == "scored" else Answer()
    speech = _spans(sample)
    failed = status == "infrastructure_error"
    targets = [] if failed else [_target(sample, index, given, speech, profile) for index in range(len(sample.targets))]
    return {
        "template": sample.template,
        "level": sample.level,
        "scene": sample.scene,
        "language": sample.language,
        "counted": not failed and (status == "scored" or profile.failures == "wrong"),
        "speech": "unknown" if sample.speech is None else speech.status,
        "command": _command(given.command, sample),
        "targets": targets,
        **_counts(given, sample),
        "any_order": 0 if failed else _any_order(sample, given.predictions, profile),
        "repairs": 0 if answer is None else len(answer.repairs),
        "unusable": 0 if answer is None else len(answer.unusable),
    }


def _command(said: str, sample: Sample) -> Terms:
    if not said.strip():
        return {"score": 0.0, "best": 0.0, "slots": {}, "why": ""}
    found = intent.score_command(said, sample.template, sample.targets)
    return {"score": found.score, "best": found.best, "slots": dict(found.slots), "why": found.why}


def _counts(answer: Answer, sample: Sample) -> Terms:
    said, asked = len(answer.predictions), len(sample.targets)
    pairs = zip(answer.predictions, sample.targets, strict=False)
    return {
        "extra": max(said - asked, 0),
        "missing": max(asked - said, 0),
        "wrong_kinds": sum(one.kind not in (None, target.kind) for one, target in pairs),
    }


def _target(sample: Sample, index: int, answer: Answer, speech: Spans, profile: Profile) -> Terms:
    target = sample.targets[index]
    said = index < len(answer.predictions)
    prediction = answer.predictions[index] if said else _NOTHING
    what = _what(target, prediction, profile)
    where = _where(sample, index, prediction, profile)
    when = _when(sample, index, prediction, speech, profile)
    return {"kind": target.kind, "said": said, **what, **where, **when}


def _what(target: Target, prediction: Prediction, profile: Profile) -> Terms:
    score, best, slots, why = 0.0, 0.0, {}, ""
    if prediction.description.strip():
        reference = "" if target.reference is None else target.reference.name
        found = intent.score_description(
            prediction.description, target.name, kind=target.kind, side=target.side, reference=reference
        )
        score, best, slots, why = found.score, found.best, dict(found.slots), found.why
    choice = None
    if target.choice is not None:
        choice = prediction.choice is not None and prediction.choice.strip() == target.choice.strip()
    what = choice is True if profile.family == "ecog" else score >= profile.intent_right
    return {"intent": score, "intent_best": best, "slots": slots, "why": why, "choice": choice, "what": what}


def _where(sample: Sample, index: int, prediction: Prediction, profile: Profile) -> Terms:
    target, point = sample.targets[index], _usable(prediction.point)
    in_mask = None if target.mask is None else _on_mask(target.mask, point, sample.size, profile)
    units = pixels = share = None
    if point is not None:
        units = spatial.distance_units(point, target.points)
        pixels = _distance_px(point, target.points, sample.size, profile)
        share = round(pixels / spatial.diagonal_px(sample.size), 9)
    others = (number for number in range(len(sample.targets)) if number != index)
    return {
        "point": None if point is None else list(point),
        "masked": target.mask is not None,
        "in_mask": in_mask,
        "area": None if target.mask is None else spatial.area_share(_area(target.mask), sample.size),
        "distance_units": units,
        "distance_px": pixels,
        "distance_diagonal": share,
        "where": _hit(target, in_mask, {"units": units, "pixels": pixels, "diagonal": share}, profile),
        "reference_hit": _reference_hit(sample, target, point, profile),
        "other_hit": next((number + 1 for number in others if hits(sample, number, point, profile)), None),
        **_tip(sample, index, point, profile),
    }


def _tip(sample: Sample, index: int, point: Point | None, profile: Profile) -> Terms:
    rest = sample.rests[index] if index < len(sample.rests) else None
    if rest is None:
        return {"tip_hit": None, "tip_astray": None}
    on = rest.mask is not None and _on_mask(rest.mask, point, sample.size, profile)
    return {"tip_hit": on, "tip_astray": not rest.is_meant}


def _hit(target: Target, on_mask: bool | None, distances: dict[str, float | None], profile: Profile) -> bool | None:  # noqa: FBT001
    if on_mask is not None:
        return on_mask
    if target.kind == "object" and profile.unmasked_object == "left_out":
        return None
    return spatial.hits_space(distances[profile.space_unit], profile.space_within)


def hits(sample: Sample, index: int, point: Point | None, profile: Profile) -> bool:
    """Return whether a point hits a target, by the test for its kind."""
    target = sample.targets[index]
    if target.mask is not None:
        return _on_mask(target.mask, point, sample.size, profile)
    return _near(point, target.points, sample.size, profile)


def _near(point: Point | None, points: Sequence[Point], size: tuple[int, int], profile: Profile) -> bool:
    if point is None or not points:
        return False
    if profile.space_unit == "units":
        return spatial.hits_space(spatial.distance_units(point, points), profile.space_within)
    pixels = _distance_px(point, points, size, profile)
    distance = pixels if profile.space_unit == "pixels" else round(pixels / spatial.diagonal_px(size), 9)
    return spatial.hits_space(distance, profile.space_within)


def _reference_hit(sample: Sample, target: Target, point: Point | None, profile: Profile) -> bool:
    if target.reference is None:
        return False
    if target.reference.mask is not None:
        return _on_mask(target.reference.mask, point, sample.size, profile)
    return _near(point, target.reference.points, sample.size, profile)


def _on_mask(mask: Mask, point: Point | None, size: tuple[int, int], profile: Profile) -> bool:
    crop = _crop(mask)
    if profile.geometry == "whole_pixels":
        return ecog.hits_mask(crop, mask.origin, size, point)
    return spatial.hits_object(crop, mask.origin, size, point, edge=profile.far_edge)


def _distance_px(point: Point, points: Sequence[Point], size: tuple[int, int], profile: Profile) -> float:
    if profile.geometry == "whole_pixels":
        return round(ecog.distance_px(point, points, size), 9)
    return spatial.distance_px(point, points, size)


def _when(sample: Sample, index: int, prediction: Prediction, speech: Spans, profile: Profile) -> Terms:
    window, by, untimed = _window(sample, index, speech, profile)
    time = prediction.time_ms
    time = time if time is not None and math.isfinite(time) else None
    interval = prediction.interval
    scored = interval is not None and window is not None and all(map(math.isfinite, interval))
    return {
        "window": None if window is None else list(window),
        "window_by": by,
        "interpolated": by == "words" and speech.spans[index].interpolated,
        "untimed": untimed,
        "time_ms": time,
        "overlap": temporal.overlap(interval, window) if scored and interval and window else None,
        "when": None if window is None else _timely(time, window, profile),
    }


def _timely(time: float | None, window: Span, profile: Profile) -> bool:
    own = float(int(time)) if time is not None and profile.whole_ms else time
    return temporal.within(own, window, profile.tolerance_ms)


def _window(sample: Sample, index: int, speech: Spans, profile: Profile) -> tuple[Span | None, str | None, str]:
    """Return the span for a target's time and its source, or why there is none."""
    if sample.template == 1 and profile.gesture_alone == "not_counted":
        return None, None, "gesture_alone"
    if profile.windows == "strokes":
        stroke = sample.targets[index].stroke
        return (stroke, "stroke", "") if stroke is not None else (None, None, "no_stroke")
    if not temporal.counts(sample.template, spoken=sample.speech is not None):
        return None, None, "no_speech" if sample.template != 1 else "gesture_alone"
    if speech.status == "ok" and index < len(speech.spans):
        return (speech.spans[index].begin_ms, speech.spans[index].end_ms), "words", ""
    return None, None, speech.status if speech.status in {"ambiguous", "no_match"} else "no_speech"


def _any_order(sample: Sample, predictions: Sequence[Prediction], profile: Profile) -> int:
    """Return how many targets can be hit at once, each by a prediction of its own (bipartite matching)."""
    points = [point for one in predictions[:_MOST_MATCHED] if (point := _usable(one.point)) is not None]
    reached = [
        [n for n, point in enumerate(points) if hits(sample, i, point, profile)] for i in range(len(sample.targets))
    ]
    taken: dict[int, int] = {}
    return sum(_augment(index, reached, taken, set()) for index in range(len(reached)))


def _augment(index: int, reached: Sequence[Sequence[int]], taken: dict[int, int], seen: set[int]) -> bool:
    for number in reached[index]:
        if number not in seen:
            seen.add(number)
            if number not in taken or _augment(taken[number], reached, taken, seen):
                taken[number] = index
                return True
    return False


def _usable(point: Point | None) -> Point | None:
    # NaN compares false and is excluded too.
    if point is None or not all(abs(coordinate) <= _FARTHEST for coordinate in point):
        return None
    return point


# The masks of one sample are used several times in a row, and hardly ever again.
@functools.lru_cache(maxsize=16)
def _crop(mask: Mask) -> spatial.BoolArray:
    from mindsight.vsig.dataset.targets.masks import mask_array

    return mask_array(mask)


def _area(mask: Mask) -> int:
    return int(_crop(mask).sum())


def _spans(sample: Sample) -> Spans:
    return spans_of(sample.template, sample.speech) if sample.speech is not None else Spans(status="none")
