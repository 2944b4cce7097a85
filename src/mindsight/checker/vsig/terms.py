"""The terms of a sample: what its answer as understood and the prepared sample give, target by target.

What words mean is not decided here: a description's score and the span that words cover are only held to their bounds.
"""

from __future__ import annotations

from typing import Any, Iterator

from mindsight.checker.basics import Json, brief, close
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.vsig.judging import judgement_doubts
from mindsight.checker.vsig.masks import decoded_mask, is_on, pixels_on
from mindsight.checker.vsig.places import Aim, aim_at, distances_to, most_hit, pixel_at, place_of

_LEVELS = {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4}
_OUTCOMES = ("scored", "parse_error", "refused", "model_error", "infrastructure_error")
_MOST_MATCHED = 16  # points beyond these are not tried in any order


def grounding_doubts(item: Json, sample: Json, manifest: Json) -> Iterator[Finding]:
    """Yield where status, outcome, answer and terms do not fit together, and every term that answer and truth do not give."""
    terms, plan, failed, outcome = item["terms"], manifest["plan"], item["status"] == "failed", item["outcome"]
    counted = not failed and (outcome == "scored" or plan["profile"]["failures"] == "wrong")
    fits = outcome in _OUTCOMES and failed == (outcome == "infrastructure_error") and terms["counted"] is counted
    if not fits or bool(item["parsed"]) != (outcome == "scored"):
        yield Finding("fate")
    scores = [("command.score", terms["command"]["score"])]
    scores += [("targets.{}.intent".format(n), one["intent"]) for n, one in enumerate(terms["targets"], 1)]
    for field, score in scores:
        if isinstance(score, bool) or not 0 <= score <= 1:
            yield Finding("term", field=field, value=brief(score))
    yield from term_doubts(item, sample, manifest)
    if plan.get("judge") and outcome == "scored":
        yield from judgement_doubts(item, sample, manifest)


def term_doubts(item: Json, sample: Json, manifest: Json) -> Iterator[Finding]:
    """Yield every term that is not what the answer as understood and the prepared sample give."""
    plan, terms = manifest["plan"], item["terms"]
    of = {"recording": "recording", "session": "folder", "scene": "scene"}[plan["cluster"]]
    expected = _expected_terms(item, sample, plan["profile"])
    targets = expected.pop("targets")
    pairs = [("cluster", item["cluster"], sample[of])]
    pairs += [("terms." + field, terms.get(field), value) for field, value in expected.items()]
    asked = 0 if item["status"] == "failed" else len(sample["targets"])
    pairs.append(("terms.targets", len(terms["targets"]), asked))
    for number, (own, wanted) in enumerate(zip(terms["targets"], targets), 1):
        place = "terms.targets.{}.".format(number)
        pairs += [(place + field, own.get(field), value) for field, value in wanted.items()]
        if "window" not in wanted and not _plausible_window(own, sample):
            pairs.append((place + "window", own.get("window"), "asr_result.words"))
    for field, value, wanted in pairs:
        yield from unlike(field, value, "samples.json + parsed", wanted)


def _expected_terms(item: Json, sample: Json, profile: Json) -> Json:
    read, wanted, terms = item["outcome"] == "scored", sample["targets"], item["terms"]["targets"]
    said = item["parsed"]["predictions"] if read else []
    asked = [] if item["status"] == "failed" else wanted
    aims = [aim_at(target, sample, profile) for target in asked]
    in_any_order = [point for point in (place_of(one["point"]) for one in said[:_MOST_MATCHED]) if point is not None]
    reached = [[n for n, point in enumerate(in_any_order) if hits(point)] for _, hits in aims]
    kinds = zip((one["kind"] for one in said), (target["kind"] for target in wanted))
    targets = []
    for n in range(min(len(asked), len(terms))):
        own = said[n] if n < len(said) else None
        what = _expected_what(asked[n], own, terms[n], profile)
        where = _expected_where(n, place_of((own or {}).get("point")), aims, sample, profile)
        targets.append({**what, **where, **_expected_when(n, own, item["terms"], sample, profile)})
    return {
        "template": sample["template"],
        "level": _LEVELS[sample["template"]],
        "scene": sample["scene"],
        "language": sample["language"],
        "extra": max(len(said) - len(wanted), 0),
        "missing": max(len(wanted) - len(said), 0),
        "wrong_kinds": sum(given is not None and given != meant for given, meant in kinds),
        "any_order": most_hit(reached),
        "repairs": len(item["parsed"]["repairs"]) if read else 0,
        "unusable": len(item["parsed"]["unusable"]) if read else 0,
        **({"speech": "unknown"} if sample["speech"] is None else {}),
        "targets": targets,
    }


def _expected_what(target: Json, said: Json | None, own: Json, profile: Json) -> Json:
    choice = None
    if target["choice"] is not None:
        given = (said or {}).get("choice")
        choice = given is not None and given.strip() == target["choice"].strip()
    silent = said is None or not said["description"].strip()
    what = choice is True if profile["family"] == "ecog" else own["intent"] >= profile["intent_right"]
    expected = {"kind": target["kind"], "said": said is not None, "choice": choice, "what": what}
    return dict(expected, intent=0.0) if silent else expected


def _expected_where(n: int, point: Any, aims: list[Aim], sample: Json, profile: Json) -> Json:
    target, (mask, hits), size = sample["targets"][n], aims[n], sample["size"]
    there, beside = point is not None, target["reference"]
    far = distances_to(point, target["points"], size, profile) if there else (None, None, None)
    left_out = mask is None and target["kind"] == "object" and profile["unmasked_object"] == "left_out"
    others = [number + 1 for number, (_, its) in enumerate(aims) if number != n and there and its(point)]
    return {
        "point": point,
        "masked": mask is not None,
        "in_mask": None if mask is None else there and hits(point),
        "area": None if mask is None else pixels_on(mask) / (size[0] * size[1]),
        **dict(zip(("distance_units", "distance_px", "distance_diagonal"), far)),
        "where": None if left_out else there and hits(point),
        "reference_hit": beside is not None and there and aim_at(beside, sample, profile)[1](point),
        "other_hit": others[0] if others else None,
        **_expected_tip(n, point, sample, profile),
    }


def _expected_tip(n: int, point: Any, sample: Json, profile: Json) -> Json:
    """Return whether a point hits what was nearest to the fingertip, and whether that was something else than meant."""
    rests = sample.get("rests") or []
    rest = rests[n] if n < len(rests) else None
    if rest is None:
        return {"tip_hit": None, "tip_astray": None}
    on = rest["mask"] is not None and point is not None
    hit = on and is_on(decoded_mask(rest["mask"]), pixel_at(point, sample["size"], profile))
    return {"tip_hit": hit, "tip_astray": not rest["is_meant"]}


def _expected_when(n: int, said: Json | None, terms: Json, sample: Json, profile: Json) -> Json:
    """Return what follows from the target's window (ms); a window cut out of words is only compared with these words."""
    target, own = sample["targets"][n], terms["targets"][n]
    untimed, by, window = "", None, None
    if sample["template"] == 1 and (profile["gesture_alone"] == "not_counted" or profile["windows"] == "words"):
        untimed = "gesture_alone"
    elif profile["windows"] == "strokes":
        window, by = target["stroke"], None if target["stroke"] is None else "stroke"
        untimed = "no_stroke" if by is None else ""
    elif sample["speech"] is None or terms["speech"] != "ok":
        untimed = terms["speech"] if terms["speech"] in ("ambiguous", "no_match") else "no_speech"
    else:
        window, by = own["window"], "words"
    time, interval = (said or {}).get("time_ms"), (said or {}).get("interval")
    cut = float(int(time)) if time is not None and profile["whole_ms"] else time
    expected = {
        "untimed": untimed,
        "window_by": by,
        "time_ms": time,
        "when": None if window is None else is_timely(cut, window, profile["tolerance_ms"]),
        "overlap": None if window is None or interval is None else _overlap(interval, window),
    }
    return expected if by == "words" else dict(expected, window=window, interpolated=False)


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


def _overlap(one: list[float], other: list[float]) -> float:
    """Return the length that two spans share by the length that they cover."""
    if one[0] > one[1]:
        return 0.0
    if one == other:
        return 1.0
    total = max(one[1], other[1]) - min(one[0], other[0])
    return max(min(one[1], other[1]) - max(one[0], other[0]), 0.0) / total if total > 0 else 0.0
