"""All tables of accepted forms, by title, for the documentation."""

from mindsight.answers.values import boxes, choices, lists, numbers, numerals, points, quantities, texts, times, yes_no
from mindsight.answers.values.basics import Form
from mindsight.text import Language

Titles = dict[Language, str]

TABLES: tuple[tuple[Titles, tuple[Form, ...]], ...] = (
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
