"""Parse a subject's raw text into an ``Answer``, as far as its meaning is beyond doubt; repairs are named.

No text of a subject raises an error. What cannot be read at all is a parse error, and a value that cannot be used is named in
``unusable``; coordinates outside the picture are kept and never hit. Only one thing is inferred: that times are seconds if milliseconds
were asked for and none would then exceed the clip (and vice versa). It is named in ``repairs``, and profiles that reproduce others'
code do without it.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from mindsight.answers import loose_json
from mindsight.answers.brackets import mended
from mindsight.answers.conventions import DEFAULT, ModelProfile, model_profile
from mindsight.answers.hearing import Heard, hear
from mindsight.answers.loose_json import begins_another
from mindsight.answers.refusals import is_apology
from mindsight.answers.reply import Answer as Reply
from mindsight.answers.statements import is_taken_back
from mindsight.answers.values.choices import offered, read_option
from mindsight.answers.values.points import ReadPoint, tagged_points
from mindsight.vsig.models.answers.forms import Form, form_of
from mindsight.vsig.models.answers.predictions import Answer, Prediction, Status
from mindsight.vsig.models.answers.units import place, resolve

Problem = Literal["", "empty", "refused", "cut", "no_answer", "unreadable"]
_MOST_PREDICTIONS = 100
_MOST_NOTES = 50
_FENCE = re.compile(r"```[\w-]*")
_BETWEEN = re.compile(r"[\s\[\](),，;]*")
_NUMBERS = re.compile(r"[\[(]\s*([-+]?\d{1,30}(?:\.\d{1,30})?)\s*,\s*([-+]?\d{1,30}(?:\.\d{1,30})?)\s*[\])]")


class Reading(NamedTuple):
    """How an answer ended, the parsed answer, and the problem if it could not be read."""

    status: Status
    answer: Answer
    problem: Problem = ""


@dataclass(frozen=True)
class Frame:
    """The facts of a sample on which reading its answer depends.

    ``size`` is the picture to which pixel coordinates refer. ``length_ms`` is the clip's; ``infer_unit`` allows to infer the unit of
    times from it. ``choices`` are the options that were offered.
    """

    size: tuple[int, int] = (1, 1)
    length_ms: float | None = None
    choices: tuple[str, ...] = ()
    infer_unit: bool = True


def read_answer(said: Reply | str, frame: Frame, profile: ModelProfile | None = None, *, stop: str = "stop") -> Reading:
    """Return the parsed answer, in mindsight's coordinates and times.

    ``profile`` is the form that was asked for, by default the original's; ``stop`` the reason of the end of a bare text: ``stop``,
    ``max_tokens``, ``content_filter``, …
    """
    heard = hear(said if isinstance(said, Reply) else Reply(text=said, stop=stop))
    if heard.problem:
        return Reading("refused" if heard.problem == "refused" else "parse_error", Answer(), heard.problem)
    # What was cut at the limit of tokens may have gone on.
    form = _found(heard.text) or (_mended(heard.text) if not heard.cut else None)
    if form is None:
        return _unread(heard)
    return Reading(
        "scored",
        _answer(form._replace(repairs=(*heard.repairs, *form.repairs)), frame, profile or model_profile(DEFAULT)),
    )


def _unread(heard: Heard) -> Reading:
    if is_apology(heard.text):
        return Reading("refused", Answer(), "refused")
    if heard.cut:
        return Reading("parse_error", Answer(), "cut")
    return Reading("parse_error", Answer(), "unreadable" if "{" in heard.text or "[" in heard.text else "no_answer")


def _mended(heard: str) -> Form | None:
    """Return the answer in a text whose brackets at the end do not fit; None if there is no such answer."""
    whole = mended(_FENCE.sub(" ", heard))
    form = None if whole is None else _found(whole)
    # Options alone may be the beginning of an answer.
    return form._replace(repairs=("brackets", *form.repairs)) if form is not None and form.usable else None


def _found(heard: str) -> Form | None:
    """Return the answer in a text: the last with a usable value, else the last that looks like one; those before it were drafts."""
    unfenced = _FENCE.sub(" ", heard).strip() if "```" in heard else heard
    general = () if unfenced == heard else ("fence",)
    forms = _direct(unfenced)
    if forms is None:
        forms = _inside(unfenced) or _without_json(unfenced)
    if not forms:
        return None
    chosen = next((form for form in reversed(forms) if form.usable), forms[-1])
    several = ("several_answers",) if len(forms) > 1 else ()
    return chosen._replace(repairs=(*general, *chosen.repairs, *several))


def _direct(unfenced: str) -> list[Form] | None:
    """Return the answer in a text that is JSON as a whole; None if it is not."""
    repairs: dict[str, None] = {}

    def constant(word: str) -> float:
        repairs["word"] = None
        return float(word)

    try:
        value = json.loads(unfenced, parse_constant=constant)
        if isinstance(value, str):
            value = json.loads(value, parse_constant=constant)
            repairs["json_in_text"] = None
    except (ValueError, RecursionError):
        return None
    form = form_of(value)
    return [] if form is None else [form._replace(repairs=(*repairs, *form.repairs))]


def _inside(unfenced: str) -> list[Form]:
    """Return the answers among the JSON objects of a text, or the one that its bare entries form together."""
    objects = loose_json.objects(unfenced)
    outside, last = [], 0
    for _, _, begin, end in objects:
        outside.append(unfenced[last:begin])
        last = end
    around = "".join([*outside, unfenced[last:]])
    general: tuple[str, ...] = ("text_around",) if around.strip("[], \t\r\n") else ()
    if not general and around.count("[") != around.count("]"):
        general = ("brackets",)
    # In a truncated object the inner ones would be found, but half an answer is not an answer.
    whole = "{" not in around and "｛" not in around
    forms, bare = [], []
    for value, repairs, _, _ in objects:
        form = form_of(value)
        if form is not None and not form.bare:
            forms.append(form._replace(repairs=(*repairs, *form.repairs, *general)))
        elif form is not None:
            bare.append((form, repairs))
    if forms or not bare or not whole:
        # Another point in words after "wait" takes the object back.
        again = _NUMBERS.search(unfenced[last : last + 2_000]) and is_taken_back(unfenced[last:])
        return [] if again or begins_another(unfenced[last:]) else forms
    repairs = tuple(repair for _, some in bare for repair in some)
    items = tuple(item for form, _ in bare for item in form.items)
    return [Form(items=items, bare=True, repairs=(*repairs, "bare_list", *general))]


def _without_json(unfenced: str) -> list[Form]:
    """Return the answer of a text that holds only points: tags, or pairs of numbers."""
    tags = tagged_points(unfenced)
    if tags:
        return [Form(items=tuple({"point": point} for point in tags), bare=True, repairs=("point_tag",))]
    pairs = list(_NUMBERS.finditer(unfenced[:2_000]))
    if not pairs or len(unfenced) > 2_000 or not _BETWEEN.fullmatch(_NUMBERS.sub("", unfenced)):
        return []
    points = tuple({"point": ReadPoint(float(pair[1]), float(pair[2]))} for pair in pairs)
    return [Form(items=points, bare=True, repairs=("bare_list",))]


def _answer(form: Form, frame: Frame, profile: ModelProfile) -> Answer:
    unusable = [*form.unusable]
    choices = offered(frame.choices)
    options = [read_option(option, choices) for option in form.options[:_MOST_PREDICTIONS]]
    count = max(len(form.items), len(options))
    if count > _MOST_PREDICTIONS:
        unusable.append(f"point_list: {count} entries, the first {_MOST_PREDICTIONS} are kept")
        count = _MOST_PREDICTIONS
    items = [form.item(number) for number in range(count)]
    times, unit = resolve([item.time for item in items], profile.time, frame.length_ms if frame.infer_unit else None)
    repairs = [*form.repairs, *unit]
    predictions = []
    for number, item in enumerate(items):
        option = item.choice(choices)
        if option.value is None and number < len(options):
            option = options[number]
        repairs += [*_real(item.repairs, profile), *option.repairs]
        problems = (*item.unusable, ("choice", option.problem))
        unusable += [f"{number + 1}.{name}: {problem}" for name, problem in problems if problem]
        predictions.append(
            _prediction(item.kind, item.description, item.point, times[number], option.value, frame, profile)
        )
    return Answer(
        command=form.command,
        predictions=tuple(predictions),
        repairs=tuple(dict.fromkeys(repairs))[:_MOST_NOTES],
        unusable=tuple(unusable)[:_MOST_NOTES],
    )


def _real(repairs: Sequence[str], profile: ModelProfile) -> Sequence[str]:
    """Drop the repairs that the profile asked for: clock times are text by request."""
    return [repair for repair in repairs if repair != "time_text" or profile.time != "clock"]


def _prediction(
    kind: Any,
    description: str,
    point: ReadPoint | None,
    time: tuple[float, ...],
    choice: str | None,
    frame: Frame,
    profile: ModelProfile,
) -> Prediction:
    # The values are checked above: validating them again would take half of the reading time.
    return Prediction.model_construct(
        kind=kind,
        description=description,
        point=None if point is None else place(point, profile, frame.size),
        time_ms=sum(time) / len(time) if time else None,
        interval=(min(time), max(time)) if len(time) == 2 else None,
        choice=choice,
    )
