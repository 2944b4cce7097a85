"""The terms of a sample: what its answer as understood and the prepared sample give, target by target.

What words mean is not decided here: a description's score and the span that words cover are only held to their bounds.
"""

from __future__ import annotations

from typing import Any, Iterator

from mindsight.checker.basics import brief, close
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.kinds import condition_doubts
from mindsight.checker.vsig.masks import distances_to, is_hit
from mindsight.record.reading.strict import Json

_OUTCOMES = ("scored", "parse_error", "refused", "model_error", "infrastructure_error")
_FARTHEST = 1e6  # a coordinate beyond this is no place


def grounding_doubts(item: Json, sample: Json, manifest: Json) -> Iterator[Finding]:
    """Yield where status, outcome, answer and terms do not fit together, and every term that answer and truth do not give."""
    terms, plan, failed, outcome = item["terms"], manifest["plan"], item["status"] == "failed", item["outcome"]
    counted = not failed and (outcome == "scored" or plan["profile"]["failures"] == "wrong")
    fits = outcome in _OUTCOMES and failed == (outcome == "infrastructure_error") and terms["counted"] is counted
    if not fits or bool(item["parsed"]) != (outcome == "scored"):
        yield Finding("fate")
    scores = [("command.score", terms["command"]["score"])]
    scores += [("targets.{}.intent".format(n), one["intent"]) for n, one in enumerate(terms["targets"], 1)]
    bests = [
        ("targets.{}.intent_best".format(n), one.get("intent_best", 1), one["intent"])
        for n, one in enumerate(terms["targets"], 1)
    ]
    for field, best, score in bests:
        if isinstance(best, bool) or not score <= best <= 1:
            yield Finding("term", field=field, value=brief(best))
    for field, score in scores:
        if isinstance(score, bool) or not 0 <= score <= 1:
            yield Finding("term", field=field, value=brief(score))
    yield from condition_doubts(item, manifest)
    yield from term_doubts(item, sample, manifest)


def term_doubts(item: Json, sample: Json, manifest: Json) -> Iterator[Finding]:
    """Yield every term behind a score that is not what the answer as understood and the prepared sample give."""
    plan, terms, asked = manifest["plan"], item["terms"], [] if item["status"] == "failed" else sample["targets"]
    of = {"recording": "recording", "session": "folder", "scene": "scene"}[plan["cluster"]]
    said = item["parsed"]["predictions"] if item["outcome"] == "scored" else []
    pairs = [("cluster", item["cluster"], sample[of]), ("terms.template", terms["template"], sample["template"])]
    pairs.append(("terms.targets", len(terms["targets"]), len(asked)))
    if sample["speech"] is None:
        pairs.append(("terms.speech", terms["speech"], "unknown"))
    for n, (own, target) in enumerate(zip(terms["targets"], asked)):
        answer, place = said[n] if n < len(said) else {}, "terms.targets.{}.".format(n + 1)
        wanted = {**_what(target, answer, own), **_where(target, answer, sample, plan["profile"])}
        wanted.update(_when(target, answer, own, terms["speech"], sample, plan["profile"]))
        pairs += [(place + field, own.get(field), value) for field, value in wanted.items()]
        if "window" not in wanted and not _plausible_window(own, sample):
            pairs.append((place + "window", own.get("window"), "asr_result.words"))
    for field, value, expected in pairs:
        yield from unlike(field, value, "samples.json + parsed", expected)


def _what(target: Json, answer: Json, own: Json) -> Json:
    given = answer.get("choice")
    choice = None if target["choice"] is None else given is not None and given.strip() == target["choice"].strip()
    silent = not answer.get("description", "").strip()
    names = ("intent", "intent_best") if "intent_best" in own else ("intent",)
    scores = {name: 0.0 if silent else own[name] for name in names}
    return {"kind": target["kind"], "said": bool(answer), "choice": choice, **scores}


def _where(target: Json, answer: Json, sample: Json, profile: Json) -> Json:
    """Return what follows from the place of an answer: distances, and whether it hits."""
    point, masked = answer.get("point"), target["mask"] is not None
    if point is not None and any(abs(number) > _FARTHEST for number in point):
        point = None
    far: Any = (None, None, None)
    if point is not None:
        far = distances_to(point, target["points"], sample["size"], profile)
    hit = is_hit(target, point, sample["size"], profile) if point is not None else False
    left_out = not masked and target["kind"] == "object" and profile["unmasked_object"] == "left_out"
    found = {"point": point, "masked": masked, "in_mask": hit if masked else None, "where": None if left_out else hit}
    return {**found, **dict(zip(("distance_units", "distance_px", "distance_diagonal"), far))}


def _when(target: Json, answer: Json, own: Json, speech: str, sample: Json, profile: Json) -> Json:
    """Return what follows from the target's window (ms); a window cut out of words is only compared with these words."""
    untimed, by, window = "", None, None
    if sample["template"] == 1 and (profile["gesture_alone"] == "not_counted" or profile["windows"] == "words"):
        untimed = "gesture_alone"
    elif profile["windows"] == "strokes":
        window, by = target["stroke"], None if target["stroke"] is None else "stroke"
        untimed = "no_stroke" if by is None else ""
    elif sample["speech"] is None or speech != "ok":
        untimed = speech if speech in ("ambiguous", "no_match") else "no_speech"
    else:
        window, by = own["window"], "words"
    time = answer.get("time_ms")
    cut = float(int(time)) if time is not None and profile["whole_ms"] else time
    when = None if window is None else is_timely(cut, window, profile["tolerance_ms"])
    expected = {"untimed": untimed, "window_by": by, "time_ms": time, "when": when}
    return expected if by == "words" else {**expected, "window": window}


def is_timely(time: float | None, window: list[float], tolerance: float) -> bool:
    """Return whether a time lies in a window, or so near to it (ms)."""
    return time is not None and window[0] - tolerance <= time <= window[1] + tolerance


def _plausible_window(own: Json, sample: Json) -> bool:
    """Return whether a span can have been cut out of the words: whole words, or parts of them where it says so."""
    if own["window"] is None:
        return False
    words, (begin, end) = sample["speech"]["words"], own["window"]
    begins, ends = [word["begin_ms"] for word in words], [word["end_ms"] for word in words]
    if not min(begins) <= begin <= end <= max(ends):
        return False
    return own["interpolated"] is True or (any(close(begin, b) for b in begins) and any(close(end, e) for e in ends))
