"""Fill the templates; every value is escaped."""

import functools
from datetime import datetime
from typing import TYPE_CHECKING, Any

from mindsight.text import Language, Text, say
from mindsight.web.labels import LABELS, LOG, STATES, WHO

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, language: Language, *, simulated: bool, **values: Any) -> str:
    """Return a page in a language; ``simulated`` says that a program answers in this campaign, which every page shows."""

    def label(key: str, /, **args: str | float) -> str:
        # Names are data and stay as they are: only the template of a sentence is translated.
        return say(LABELS[key].model_copy(update={"args": args}), language) if args else _plain(key, language)

    def sentence(words: Text) -> str:
        return say(words, language)

    filled = _environment().get_template(template)
    words = {"say": label, "sentence": sentence, "states": STATES, "log": LOG, "who": WHO}
    return filled.render(language=language, simulated=simulated, **words, **values)


@functools.cache
def _plain(key: str, language: Language) -> str:
    return say(LABELS[key], language)


@functools.cache
def _environment() -> "Environment":
    import jinja2

    found = jinja2.Environment(
        loader=jinja2.PackageLoader("mindsight.web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["moment"] = _moment
    return found


def _moment(value: datetime | None) -> str:
    return "–" if value is None else value.strftime("%Y-%m-%d %H:%M UTC")
