"""The tables of the page on reading answers, from the tables of the program."""

import json
from collections.abc import Iterator
from typing import Any

from docs.markdown import code, table

from mindsight.answers.reasoning import FINAL, THOUGHTS
from mindsight.answers.values import boxes, choices, lists, numbers, numerals, points, quantities, texts, times, yes_no
from mindsight.answers.values.basics import Form
from mindsight.text import Language

_TABLES: tuple[tuple[dict[Language, str], tuple[Form, ...]], ...] = (
    ({"en": "A choice", "zh": "选项"}, choices.FORMS),
    ({"en": "Yes or no", "zh": "是或否"}, yes_no.FORMS),
    ({"en": "A number, in the unit asked for", "zh": "数，按所问的单位"}, numbers.FORMS),
    ({"en": "Numbers in words", "zh": "用文字写的数"}, numerals.FORMS),
    ({"en": "Quantities with a unit", "zh": "带单位的量"}, quantities.FORMS),
    ({"en": "A point", "zh": "点"}, points.FORMS),
    ({"en": "A box", "zh": "框"}, boxes.FORMS),
    ({"en": "An outline", "zh": "轮廓"}, boxes.FORMS_OF_OUTLINE),
    ({"en": "A moment or a span of time", "zh": "时刻或时间段"}, times.FORMS),
    ({"en": "An order of options", "zh": "选项的次序"}, lists.FORMS_OF_OPTIONS),
    ({"en": "A run of pictures", "zh": "连续的画面"}, lists.FORMS_OF_PICTURES),
    ({"en": "A text", "zh": "文字"}, texts.FORMS),
)
_HEADS = {"en": ("written", "read"), "zh": ("写法", "读出")}
_ASKED = {"en": "Asked for: ", "zh": "题目："}
_MARKS = {"en": ("marks", "used by"), "zh": ("标记", "使用者")}
_CHANNELS = ("<|channel|>analysis<|message|> … <|channel|>final<|message|> …", "gpt-oss")


def pages(language: Language) -> Iterator[tuple[str, str]]:
    """Yield name and text of each generated part."""
    marks = [(mark.shown, mark.families) for mark in THOUGHTS]
    yield "thoughts", _marks([*marks, _CHANNELS], language)
    yield "final", _marks([(mark.shown, mark.families) for mark in FINAL], language)
    yield "values", "\n".join(_values(language))


def _marks(marks: list[tuple[str, str]], language: Language) -> str:
    return table(_MARKS[language], (("<br>".join(map(code, shown.split(", "))), families) for shown, families in marks))


def _values(language: Language) -> Iterator[str]:
    for titles, forms in _TABLES:
        yield f"### {titles[language]}\n"
        by_question: dict[str, list[Form]] = {}
        for form in forms:
            by_question.setdefault(_shown(form.given) if form.given else "", []).append(form)
        for question, given in by_question.items():
            if question:
                yield f"{_ASKED[language]}{question}\n"
            yield table(_HEADS[language], ((_shown(form.written), _read(form)) for form in given))


def _shown(value: Any) -> str:
    return code(json.dumps(_plain(value), ensure_ascii=False, default=str))


def _plain(value: Any) -> Any:
    """Return a value without the fields that say nothing, such as that no scale was written."""
    if hasattr(value, "_fields"):
        fields = value._asdict()
        return [_plain(field) for name, field in fields.items() if field != value._field_defaults.get(name, ...)]
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def _read(form: Form) -> str:
    return "–" if form.value is None else _shown(form.value)
