"""A question as a message to a model: what the system prompt says, the pictures, the words, the form of the answer."""

import hashlib
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from mindsight.answers.conventions import Points
from mindsight.harness.questions.question import Medium, Part, Words
from mindsight.home.questions.asking.clip import as_clip, clip_of
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.question import Question
from mindsight.home.questions.scoring.reading import letter_of
from mindsight.text import Language

_USUAL = Points()
_SWAPPED = {
    "[x, y]": "[y, x]",
    "[left, top, right, bottom]": "[top, left, bottom, right]",
    "[左, 上, 右, 下]": "[上, 左, 下, 右]",
}
"""How points and boxes are written with x first, and with y first."""
UNITS = {"cm": ("厘米", "cm"), "minutes": ("分钟", "minutes"), "degrees": ("度", "degrees"), "": ("", "")}
"""Units of numbers in both languages."""


def prompts_hash(plan: QuestionPlan) -> str:
    """Return the hash of all words that a plan's subjects get beside the questions, points asked for as usual."""
    own = _page(plan.language)
    # A run without videos is the same run whatever is said about videos.
    told = (own["clip"],) if plan.as_clip else ()
    page = repr((_system(plan), sorted(own["form"].items()), _words(plan.language), *told))
    return hashlib.sha256(page.encode()).hexdigest()


def system_prompt(plan: QuestionPlan, points: Points = _USUAL) -> str:
    """Return the system prompt under a plan's stance; ``points`` is how points and boxes are asked for."""
    words = _system(plan)
    if points.profile is None:
        return words
    scale: dict[str, str] = _page(plan.language)["scale"]
    width, height = (f"{points.full[axis]:.0f}" for axis in "xy")
    asked = scale[points.profile.scale].replace("{width}", width).replace("{height}", height)
    return _ordered(words.replace(scale["thousand"], asked), points)


def _system(plan: QuestionPlan) -> str:
    page = _page(plan.language)
    return str(page["system"]).strip().replace("{stance}", page["stance"][plan.stance])


def _ordered(words: str, points: Points) -> str:
    """Return words with points and boxes in the order that is asked for."""
    for usual, other in _SWAPPED.items() if points.axes == ("y", "x") else ():
        words = words.replace(usual, other)
    return words


def parts_of(question: Question, plan: QuestionPlan, pictures: Sequence[bytes]) -> list[Part]:
    """Return the contents of the message: pictures, one video of them, or the scene in words, then the question.

    Raises:
        MissingExtra: A video is wanted, and PyAV is not installed.
    """
    words = _words(plan.language)
    parts: list[Part] = []
    if plan.as_text:
        parts.append(Words(f"{words['scene']}\n{question.scene_text[plan.language]}"))
    if pictures and as_clip(question, plan):
        told = _page(plan.language)["clip"]["shown"].replace("{count}", str(len(pictures)))
        return [
            *parts,
            Words(told),
            Medium("video", "video/mp4", clip_of(pictures)),
            Words(question_words(question, plan)),
        ]
    for number, data in enumerate(() if plan.as_text else pictures, 1):
        if len(pictures) > 1:
            parts.append(Words(words["picture"].replace("{number}", str(number))))
        parts.append(Medium("image", "image/jpeg", data))
    return [*parts, Words(question_words(question, plan))]


def question_words(question: Question, plan: QuestionPlan) -> str:
    """Return a question with its options and the form of its answer."""
    zh = plan.language == "zh"
    page, words = _page(plan.language), _words(plan.language)
    lines = [question.words[plan.language]]
    lines += [f"{letter_of(place)}. {one.zh if zh else one.en}" for place, one in enumerate(question.options)]
    unit = UNITS.get(question.unit, (question.unit, question.unit))[0 if zh else 1]
    fields = {
        "letters": "、".join(_letters(question)) if zh else ", ".join(_letters(question)),
        "unit": words["unit"].replace("{unit}", unit) if unit else "",
        "which": words["which"] if len(question.pictures) > 1 else "",
    }
    form = str(page["form"][question.form])
    for name, value in fields.items():
        form = form.replace(f"{{{name}}}", value)
    asked = [form, *([words["evidence"]] if plan.evidence and not plan.as_text else [])]
    return "\n".join([*lines, *(_ordered(one, Points(plan.model_profile)) for one in asked)])


def marks_question(plan: QuestionPlan) -> tuple[str, dict[str, Any]]:
    """Return the question for the places of three marks, and the JSON Schema of its answer."""
    words = _ordered(_page(plan.language)["probe"]["marks"], Points(plan.model_profile))
    point = {"type": "array", "items": {"type": "number"}}
    fields = {"answer": {"type": "array", "items": point}, "cannot": {"type": ["string", "null"]}}
    return words, {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def schema_of(question: Question, plan: QuestionPlan) -> dict[str, Any]:
    """Return the JSON Schema of an answer: an answer of the question's form or, instead, the reason why there is none."""
    number: dict[str, Any] = {"type": "number"}
    letters: dict[str, Any] = {"type": "string", "enum": _letters(question)} if question.options else {"type": "string"}
    forms: dict[str, dict[str, Any]] = {
        "choice": letters,
        "yes_no": {"type": "string", "enum": ["yes", "no"]},
        "point": {"type": "array", "items": number, "minItems": 2, "maxItems": 2},
        "box": {"type": "array", "items": number, "minItems": 4, "maxItems": 4},
        "number": number,
        "text": {"type": "string"},
        "sequence": {"type": "array", "items": letters},
        "span": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
    }
    fields: dict[str, Any] = {
        "answer": {"anyOf": [forms[question.form], {"type": "null"}]},
        "cannot": {"type": ["string", "null"]},
    }
    if plan.evidence and not plan.as_text:
        fields["evidence"] = {"anyOf": [forms["point"], {"type": "null"}]}
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _letters(question: Question) -> list[str]:
    return [letter_of(place) for place in range(len(question.options))]


def _words(language: Language) -> dict[str, str]:
    found: dict[str, str] = _page(language)["words"]
    return found


@lru_cache
def _page(language: Language) -> dict[str, Any]:
    file = resources.files("mindsight.home.questions.asking") / "prompts" / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))
