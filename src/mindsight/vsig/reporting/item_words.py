"""The result of a target in words, for tables of reports and pictures of single samples."""

from collections.abc import Mapping
from typing import Any

from mindsight.record.model import Item
from mindsight.text import Text, spelled, text
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.profile import Profile
from mindsight.vsig.reporting.item_marks import Given

MOST_ANSWER = 4000
"""Characters of an answer that are shown; the record holds all of it."""

_UNTIMED: Mapping[str, Text] = {
    "gesture_alone": text("not scored: a gesture without a time"),
    "no_speech": text("not scored: no words are known"),
    "ambiguous": text("not scored: the words are ambiguous"),
    "no_match": text("not scored: the words fit no rule"),
    "no_stroke": text("not scored: the stroke has no time"),
}


def said_of(sample: Sample, given: Given, profile: Profile) -> str:
    """Return the subject's description of a target, or the option that it chose if options are scored."""
    choice = (given.prediction.choice or "").strip()
    if profile.family == "ecog" and choice:
        options = (*sample.object_choices, *sample.space_choices)
        return next((option for option in options if option.startswith(choice)), choice)
    return given.prediction.description


def what(given: Given, profile: Profile) -> Text:
    """Return the result of the description, or of the option if options are scored."""
    terms = given.terms
    if profile.family == "ecog" and terms["choice"] is not None:
        return text("the right option") if terms["choice"] else text("another option")
    if not given.prediction.description.strip():
        return text("nothing is said")
    score = f"{terms['intent']:.2f}"
    best = terms.get("intent_best", terms["intent"])
    if best > terms["intent"]:
        return text(
            "{score}, not sure (at best {best}): {why}", score=score, best=f"{best:.2f}", why=text(terms["why"])
        )
    return text("{score}: {why}", score=score, why=text(terms["why"])) if terms["why"] else text("{name}", name=score)


def where(given: Given, profile: Profile) -> Text:
    """Return the result of the point: where it lies."""
    terms = given.terms
    if terms["point"] is None:
        return text("no point") if terms["where"] is not None else text("not scored: no mask")
    if terms["in_mask"]:
        return text("on the object")
    return _away(terms, profile) if terms["where"] else _astray(given, profile)


def _astray(given: Given, profile: Profile) -> Text:
    """Return where a point lies that missed its target."""
    if not given.is_inside:
        return text("outside of the picture")
    if given.terms["reference_hit"]:
        return text("on the object beside it")
    if given.terms["other_hit"] is not None:
        return text("on target {number}", number=given.terms["other_hit"])
    if given.terms.get("tip_hit"):
        return text("on the thing nearest to the fingertip")
    return _away(given.terms, profile)


def when(given: Given) -> Text:
    """Return the result of the time: how it lies to its span."""
    time, window = given.terms["time_ms"], given.window
    if window is None:
        return _UNTIMED.get(given.terms["untimed"], text("not scored"))
    begin, end = window
    if time is None:
        return text("no time, wanted {begin}–{end} ms", begin=round(begin), end=round(end))
    if time < begin:
        return text("{time} ms, {early} ms too early", time=_ms(time), early=_ms(begin - time))
    if time > end:
        return text("{time} ms, {late} ms too late", time=_ms(time), late=_ms(time - end))
    return text("{time} ms, in {begin}–{end}", time=_ms(time), begin=round(begin), end=round(end))


def answer(item: Item) -> str:
    """Return the beginning of the raw answer, verbatim."""
    said = str(item.answer.get("text", ""))
    return said if len(said) <= MOST_ANSWER else said[: MOST_ANSWER - 1] + "…"


def named_template(number: int) -> Text:
    """Return the name of a template, as the data's folders are called in each language."""
    return spelled(f"指令{number}", f"Inst{number}")


def title(sample: Sample) -> Text:
    """Return the title of a sample."""
    return text(
        "{scene} · Inst{template}, level {level} · {video}",
        scene=sample.scene,
        template=sample.template,
        level=sample.level,
        video=sample.video,
    )


def _away(terms: Mapping[str, Any], profile: Profile) -> Text:
    """Return how far a point lies from the annotated points, and below which distance it would hit: for a mask there is none."""
    if terms["masked"]:
        return text("not on the object, {distance} px from its annotated point", distance=round(terms["distance_px"]))
    limit = f"{profile.space_within:g}"
    if profile.space_unit == "pixels":
        return text("{distance} px away (hit below {limit})", distance=round(terms["distance_px"]), limit=limit)
    if profile.space_unit == "diagonal":
        percent = f"{100 * terms['distance_diagonal']:.1f}"
        limit = f"{100 * profile.space_within:g}"
        return text("{percent} % of the diagonal away (hit below {limit})", percent=percent, limit=limit)
    return text("{distance} of 1000 away (hit below {limit})", distance=round(terms["distance_units"]), limit=limit)


def _ms(value: float) -> int | str:
    """Return a time rounded to whole ms, but never so that a miss looks like a hit."""
    return round(value) if value >= 1 or value <= -1 else f"{value:.3g}"
