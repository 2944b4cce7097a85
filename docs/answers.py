"""The tables of the page on reading answers, from the tables of the program."""

import json
from collections.abc import Iterator
from typing import Any

from docs.markdown import code, table

from mindsight.answers.reasoning import FINAL, THOUGHTS
from mindsight.answers.values.basics import Form
from mindsight.answers.values.tables import TABLES
from mindsight.text import Language

_HEADS = {"en": ("written", "read"), "zh": ("写法", "读出")}
_GIVEN = {"en": ("asked", *_HEADS["en"]), "zh": ("题目", *_HEADS["zh"])}
_MARKS = {"en": ("marks", "used by"), "zh": ("标记", "使用者")}
_CHANNELS = ("<|channel|>analysis<|message|> … <|channel|>final<|message|> …", "gpt-oss")


def pages(language: Language) -> Iterator[tuple[str, str]]:
    """Yield name and text of each generated part."""
    marks = [(mark.shown, mark.families) for mark in THOUGHTS]
    yield "thoughts", _marks([*marks, _CHANNELS], language)
    yield "final", _marks([(mark.shown, mark.families) for mark in FINAL], language)
    yield "values", "\n".join(_values(language))


def _marks(marks: list[tuple[str, str]], language: Language) -> str:
    return table(_MARKS[language], ((code(shown), families) for shown, families in marks))


def _values(language: Language) -> Iterator[str]:
    for titles, forms in TABLES:
        yield f"### {titles[language]}\n"
        given = any(form.given is not None for form in forms)
        rows = ((*([_shown(form.given)] if given else []), _shown(form.written), _read(form)) for form in forms)
        yield table((_GIVEN if given else _HEADS)[language], rows)


def _shown(value: Any) -> str:
    return "" if value is None else code(json.dumps(value, ensure_ascii=False, default=str))


def _read(form: Form) -> str:
    return "–" if form.value is None else _shown(form.value)
