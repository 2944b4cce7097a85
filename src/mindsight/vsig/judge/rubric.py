"""The rubric: a judge's instructions in Chinese or English, the message with an answer, and the form of its reply.

The texts are files with a version in their names. Their hash, with the rules of quoting and of reading replies, is part of a
result's identity. All text from a program under test or from the data is quoted (see ``quoting``), on a line that begins with a
code drawn for that one question, which the text's author could not know.
"""

import re
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from mindsight.record import canonical
from mindsight.text import Language
from mindsight.vsig.judge import quoting, replies
from mindsight.vsig.judge.matters import COMMAND, Entry, Matter
from mindsight.vsig.models.prompts import filled, object_schema, pieces, words_of

VERSION = 1
_CODE = re.compile(r"[0-9a-f]{32}")


class JudgeQuestion(NamedTuple):
    """A question to a judge: the system prompt, the message, and the form of the reply."""

    system: str
    message: str
    schema: dict[str, Any]


@lru_cache
def rubric_hash(language: Language) -> str:
    """Return the hash of the rubric in a language, with the rules of quoting and of reading replies."""
    rules = {"quoting": quoting.RULE, "characters": quoting.MOST_CHARACTERS, "replies": replies.RULE}
    return canonical.digest({"words": _file(language), **rules})


def question_for(matter: Matter, code: str, language: Language) -> JudgeQuestion:
    """Return the question to a judge about an answer.

    ``matter`` has at least one non-empty entry; ``code`` is 32 random hexadecimal digits.

    Raises:
        ValueError: The code has another form.
    """
    if _CODE.fullmatch(code) is None:
        raise ValueError("a code has 32 hexadecimal digits")
    words = _sections(language)
    asked = matter.asked
    lines = [filled(words["begin"], {"code": code})]
    for entry in matter.entries:
        lines += _lines(entry, matter.template, code, words)
    entries = ("、" if language == "zh" else ", ").join(entry.place for entry in asked)
    lines.append(filled(words["end"], {"code": code, "entries": entries}))
    return JudgeQuestion(
        filled(words["system"], {"code": code}), "\n".join(lines), schema([entry.place for entry in asked])
    )


def schema(places: list[str]) -> dict[str, Any]:
    """Return the JSON Schema of a reply."""
    mark = object_schema(
        {
            "entry": {"type": "string", "enum": places},
            "reason": {"type": "string"},
            "mark": {"type": "string", "enum": list(replies.MARKS)},
        }
    )
    return object_schema({"code": {"type": "string"}, "marks": {"type": "array", "items": mark}})


def _lines(entry: Entry, template: int, code: str, words: dict[str, str]) -> list[str]:
    """Return the lines of an entry: its kind, the right name, and what was said, if anything.

    All placeholders except numbers are filled with quoted text.
    """
    if entry.place == COMMAND:
        lines = [filled(words[f"command-{template}"], {"code": code})]
    else:
        name = quoting.quote(entry.name).text
        lines = [
            filled(words[f"kind-{entry.kind}"], {"code": code, "entry": entry.place}),
            # The command refers to all entries by number, so their names are listed even if nothing was said.
            filled(words["name"], {"code": code, "entry": entry.place, "text": name}),
        ]
    if entry.is_empty:
        return lines
    said = quoting.quote(entry.said)
    values = {"code": code, "entry": entry.place, "text": said.text, "more": str(said.characters - said.shown)}
    return [*lines, filled(words["said-cut" if said.is_cut else "said"], values)]


@lru_cache
def _sections(language: Language) -> dict[str, str]:
    return pieces(_file(language))


def _file(language: Language) -> str:
    return words_of(resources.files("mindsight.vsig.judge") / "rubrics" / f"{language}-{VERSION}.txt")
