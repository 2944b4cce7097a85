"""Format strings for display: made safe, shortened, in both languages; format numbers."""

import hashlib
import math
import re
import unicodedata
from typing import NamedTuple

from mindsight.text import Text, say, text

MOST_NAME = 96
"""Characters of a name that are shown; the full name is in the tooltip."""

MOST_SENTENCE = 4000

MOST_SPELLED = 700
"""Most characters of a bilingual sentence from outside the catalogue."""

_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_INVISIBLE = frozenset(_BIDI + "\u200b\u2028\u2029\ufeff\ufff9\ufffa\ufffb")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")
_GROUP = "\u202f"

# Machine words of a record → text for people.
WORDS: dict[str, Text] = {
    "complete": text("complete"),
    "duplicate": text("several outputs of one number"),
    "crashed": text("the product crashed"),
    "exact": text("exact"),
    "failed": text("failed"),
    "interrupted": text("interrupted"),
    "infrastructure_error": text("not tested, because of the test's own equipment"),
    "missing": text("missing"),
    "model_error": text("error of the model"),
    "no_alpha": text("no alpha channel"),
    "no_mask": text("not a mask"),
    "no_place": text("fits nowhere"),
    "not_estimable": text("not estimable"),
    "not_scored": text("not scored"),
    "refused": text("refused"),
    "running": text("running"),
    "scored": text("scored"),
    "timeout": text("time limit exceeded"),
    "unreachable": text("the product could not be reached"),
    "unreadable": text("unreadable"),
    "wrong_size": text("wrong size"),
    "parse_error": text("could not be read"),
    "points": text("points"),
    "raters": text("raters"),
    "not_rated": text("not rated"),
    "clustered t": text("clustered t"),
    "crossed t": text("t, raters and items crossed"),
    "F": text("F (McGraw and Wong)"),
    "recovered variances": text("recovered variances (MOVER)"),
    "Wilson": text("Wilson's interval"),
    "Wilson, effective sample": text(
        "Wilson's interval for the effective sample (tasks with one budget, or questions with one wording, are correlated)"
    ),
    "t": text("t interval"),
    "basic bootstrap": text("basic bootstrap"),
    "stratified basic bootstrap": text("basic bootstrap within each class"),
    "right": text("right"),
    "wrong": text("wrong"),
    "unlisted": text("label outside the list"),
    "no_label": text("no label"),
    "index": text("index"),
    "share": text("share"),
}


class Pair(NamedTuple):
    """A sentence that exists in both languages already, such as a clause's title."""

    zh: str
    en: str


def clean(value: str) -> str:
    """Return the string with every control, direction mark and broken character made visible, such as ⟨U+202E⟩."""
    if value.isascii() and value.isprintable():
        return value
    return "".join(f"⟨U+{ord(sign):04X}⟩" if _is_hidden(sign) else sign for sign in value)


def shorten(value: str, most: int = MOST_NAME) -> str:
    """Return the beginning and the end of a string that is too long to read."""
    if len(value) <= most:
        return value
    head = most * 2 // 3
    return f"{value[:head]}…{value[head - most + 1 :]}"


def wording(sentence: Text) -> Text:
    """Return the Text with machine words replaced and long arguments shortened, so that the sentence stays complete."""
    if not sentence.args:
        return WORDS.get(sentence.message, sentence)
    most = MOST_SPELLED if any("." in name for name in sentence.args) else MOST_NAME
    args = {
        name: wording(value) if isinstance(value, Text) else shorten(value, most) if isinstance(value, str) else value
        for name, value in sentence.args.items()
    }
    return Text(message=sentence.message, args=args)


def shortened(sentence: Text | Pair) -> Pair:
    """Return the sentence in Chinese and in English, made safe and shortened."""
    pair = full(wording(sentence)) if isinstance(sentence, Text) else full(sentence)
    return Pair(*(shorten(side, MOST_SENTENCE) for side in pair))


def full(sentence: Text | Pair) -> Pair:
    """Return the full sentence in Chinese and in English, made safe."""
    if isinstance(sentence, Text):
        sentence = Pair(say(sentence, "zh"), say(sentence, "en"))
    return Pair(*(clean(side) for side in sentence))


def attribute(sentence: Text | Pair) -> str:
    """Return both languages in one string, for places that the language switch cannot change: titles, alt texts."""
    zh, en = shortened(sentence)
    return en if zh == en else f"{en} · {zh}"


def anchor(target: str) -> str:
    """Return an id that is safe in HTML and links and unique for each target."""
    safe = _UNSAFE.sub(lambda found: f"~{ord(found.group()):x}~", target)
    if len(safe) <= 120:
        return safe
    return f"{safe[:80]}~{hashlib.sha256(target.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}"


def number(value: int | float, decimals: int | None = None) -> str:  # noqa: PYI041  (whole numbers are shown whole)
    """Return a formatted number: a true minus sign, narrow spaces in long integers."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if math.isnan(value):
        return "—"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if decimals is not None and not (isinstance(value, int) and decimals == 0):
        shown = f"{value:.{decimals}f}"
    elif 10_000 <= abs(value) < 1e15 or isinstance(value, int):
        shown = (f"{value:,}" if isinstance(value, int) else f"{value:,.1f}").removesuffix(".0")
        shown = shown.replace(",", _GROUP if abs(value) >= 10_000 else "")
    else:
        shown = f"{value:.6g}"
    if shown.startswith("-") and not shown.strip("-0."):
        shown = shown[1:]
    return shown if "e" in shown else shown.replace("-", "−")


def decimals_of(unit: str, value: float | None = None) -> int:
    """Return the decimals for a value of this unit; a very small value is not rounded to 0."""
    if unit == "count":
        return 0
    usual = {"index": 3, "share": 3}.get(unit, 2)
    return usual + 2 if value is not None and 0 < abs(value) < 10**-usual * 10 else usual


def _is_hidden(sign: str) -> bool:
    category = unicodedata.category(sign)
    return sign in _INVISIBLE or category == "Cs" or (category == "Cc" and sign not in "\n\t")
