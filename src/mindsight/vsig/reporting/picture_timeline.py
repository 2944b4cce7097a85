"""The timeline on a sample's picture: the words, then for each target its span and the answered time."""

import math
from typing import TYPE_CHECKING, NamedTuple

from mindsight.text import text
from mindsight.vsig.reporting import item_words, pencil
from mindsight.vsig.reporting.item_marks import Given, lanes, timely
from mindsight.vsig.reporting.lettering import clipped, harmless, typeface, width_of
from mindsight.vsig.reporting.pencil import ANSWER, BESIDE, INK, PAPER, RULE, SOFT, TINT, TRUTH
from mindsight.vsig.reporting.picture_parts import INNER, Shown, heading, sheet

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_LEFT, _ROW, _WORD_ROW, _TOP = 250, 58, 40, 66
_MOST_WORDS = 400
_LIGHT = (204, 236, 227)
_PALE = (214, 231, 242)


class _Scale(NamedTuple):
    low: float
    high: float

    def x(self, ms: float) -> float:
        """Return the x coordinate of a moment."""
        return _LEFT + (ms - self.low) / (self.high - self.low) * (INNER - _LEFT - 24)


class _Word(NamedTuple):
    begin: float
    end: float
    row: int
    said: str


def timeline(shown: Shown) -> "Image":
    """Return the timeline of a sample."""
    from PIL import ImageDraw

    scale = _scale(shown)
    words = _words(shown, scale)
    rows = 1 + max((word.row for word in words), default=0)
    high = _TOP + rows * _WORD_ROW + 12
    part = sheet(high + _ROW * len(shown.given) + 52)
    heading(part, shown.say(text("What was said, when it was meant, and the times answered")))
    draw = ImageDraw.Draw(part)
    _axis(draw, shown, scale, part.height - 44)
    draw.text((0, _TOP + rows * _WORD_ROW / 2), shown.say(text("words")), font=typeface(22), fill=SOFT, anchor="lm")
    if not words:
        message = shown.say(text("the speech is unknown"))
        draw.text(
            (scale.x(max(0.0, scale.low)) + 8, _TOP + _WORD_ROW / 2), message, font=typeface(20), fill=SOFT, anchor="lm"
        )
    for word in words:
        _draw_word(draw, word)
    for place, given in enumerate(shown.given):
        _draw_target(draw, shown, given, scale, high + _ROW * place)
    return part


def _scale(shown: Shown) -> _Scale:
    times = [one.terms["time_ms"] for one in shown.given if timely(shown.sample, one.terms["time_ms"])]
    low, high = min([0.0, *times]), max([shown.sample.length_ms, *times])
    return _Scale(low, high if high > low else low + 1)


def _words(shown: Shown, scale: _Scale) -> list[_Word]:
    """Return the position of each word; a word wider than its time span gets a row of its own."""
    face = typeface(22)
    spoken = shown.sample.speech.words[:_MOST_WORDS] if shown.sample.speech else ()
    said = [clipped(harmless(word.text), face, 360) for word in spoken]
    spans = [(scale.x(word.begin_ms), scale.x(word.end_ms)) for word in spoken]
    extents = [
        (begin, max(end, begin + width_of(one, face) + 14)) for (begin, end), one in zip(spans, said, strict=True)
    ]
    rows = lanes([(begin, end - 2) for begin, end in extents])
    return [_Word(begin, end, row, one) for (begin, end), row, one in zip(spans, rows, said, strict=True) if row < 4]


def _draw_word(draw: "ImageDraw", word: _Word) -> None:
    top = _TOP + word.row * _WORD_ROW
    draw.rectangle((word.begin, top + 2, max(word.end - 2, word.begin + 2), top + _WORD_ROW - 6), fill=_PALE)
    draw.line([(word.begin, top + 2), (word.begin, top + _WORD_ROW - 6)], fill=BESIDE, width=3)
    draw.text((word.begin + 9, top + _WORD_ROW / 2 - 2), word.said, font=typeface(22), fill=INK, anchor="lm")


def _axis(draw: "ImageDraw", shown: Shown, scale: _Scale, bottom: float) -> None:
    """Draw the ticks, and in grey the time before and after the clip."""
    face = typeface(20)
    end = scale.x(shown.sample.length_ms)
    for begin, stop in ((scale.x(scale.low), scale.x(0)), (end, scale.x(scale.high))):
        if stop - begin > 1:
            draw.rectangle((begin, _TOP, stop, bottom), fill=TINT)
    reach = scale.high - scale.low
    size = 10.0 ** math.floor(math.log10(reach / 6))
    step = next(factor * size for factor in (1, 2, 5, 10) if factor * size >= reach / 6)
    tick = math.ceil(scale.low / step) * step
    while tick <= scale.high:
        x = scale.x(tick)
        draw.line([(x, _TOP), (x, bottom)], fill=RULE, width=1)
        draw.text((x, bottom + 18), f"{tick:g}", font=face, fill=SOFT, anchor="mm")
        tick += step
    draw.line([(end, _TOP), (end, bottom)], fill=SOFT, width=2)
    draw.text((_LEFT - 16, bottom + 18), "ms", font=face, fill=SOFT, anchor="rm")


def _draw_target(draw: "ImageDraw", shown: Shown, given: Given, scale: _Scale, top: float) -> None:
    middle = top + _ROW / 2
    target = shown.sample.targets[given.number - 1]
    draw.line([(0, top), (INNER, top)], fill=RULE, width=1)
    pencil.tag(draw, (18, middle), given.number, INK, 32)
    name = clipped(harmless(target.name), typeface(22), _LEFT - 60)
    draw.text((44, middle), name, font=typeface(22), fill=INK, anchor="lm")
    if target.stroke is not None:
        begin, end = (scale.x(min(max(ms, scale.low), scale.high)) for ms in target.stroke)
        draw.line([(begin, top + _ROW - 8), (end, top + _ROW - 8)], fill=pencil.DEEP_TRUTH, width=4)
    window = given.window
    if window is not None:
        begin, end = (scale.x(min(max(ms, scale.low), scale.high)) for ms in window)
        draw.rounded_rectangle(
            (begin, top + 8, max(end, begin + 2), top + _ROW - 14), 6, fill=_LIGHT, outline=TRUTH, width=2
        )
    time = given.terms["time_ms"]
    if time is not None:
        _draw_time(draw, shown, given, scale, top + (_ROW - 6) / 2)
    elif window is None or given.terms["when"] is False:
        result, face = shown.say(item_words.when(given)), typeface(20)
        left = scale.x(max(0.0, scale.low)) + 8
        if window is not None:
            after = scale.x(min(max(window[1], scale.low), scale.high)) + 14
            left = after if after + width_of(result, face) < INNER else left
        draw.text((left, middle - 3), result, font=face, fill=SOFT, anchor="lm")


def _draw_time(draw: "ImageDraw", shown: Shown, given: Given, scale: _Scale, middle: float) -> None:
    """Draw an answered time, with the ends of an interval; one far outside of the clip is drawn at the edge."""
    time, face = float(given.terms["time_ms"]), typeface(20, bold=True)
    ends = given.prediction.interval
    if ends is not None and all(timely(shown.sample, end) for end in ends):
        begin, stop = sorted(scale.x(min(max(end, scale.low), scale.high)) for end in ends)
        draw.line([(begin, middle), (stop, middle)], fill=ANSWER, width=5)
    label = f"{time:.0f}" if abs(time) < 1e9 else f"{time:.2g}"
    if timely(shown.sample, time):
        x = scale.x(time)
        pencil.diamond(draw, (x, middle), 14)
    else:
        x = scale.x(scale.high) if time > 0 else scale.x(scale.low)
        pencil.arrow(draw, (x, middle), 0.0 if time > 0 else math.pi, 13)
    width = width_of(label, face)
    turned = x + 50 + width > INNER
    left = x - 22 - width - 24 if turned else x + 20
    draw.rounded_rectangle((left - 4, middle - 14, left + width + 30, middle + 14), 6, fill=PAPER)
    draw.text((left, middle), label, font=face, fill=pencil.DEEP_ANSWER, anchor="lm")
    pencil.mark(draw, (left + width + 16, middle), given.terms["when"], 18)
