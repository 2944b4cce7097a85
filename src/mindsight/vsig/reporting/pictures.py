"""One sample as a picture: the last frame with truth and answer, a timeline, each target in words, the answer verbatim."""

import io
import math
from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from mindsight.record.model import Item
from mindsight.text import Language, text
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models.answers.predictions import ending
from mindsight.vsig.profile import Profile
from mindsight.vsig.reporting import item_words, pencil
from mindsight.vsig.reporting.item_marks import Given, Meant, given_of, meant_of
from mindsight.vsig.reporting.lettering import clipped, harmless, typeface, width_of, wrapped
from mindsight.vsig.reporting.pencil import ANSWER, BESIDE, INK, PAPER, RULE, SOFT, TINT, TRUTH
from mindsight.vsig.reporting.picture_parts import INNER, MARGIN, WIDTH, Shown, heading, sheet
from mindsight.vsig.reporting.picture_timeline import timeline

if TYPE_CHECKING:
    from PIL.Image import Image

_TALLEST = 1000
"""Largest height of the frame on the page: a portrait recording is made narrower."""
_FINE = 2
"""Lines on the frame are drawn at this multiple of the size and reduced, for smooth edges."""
_MOST_LINES = 16


def picture_of(
    sample: Sample, item: Item, profile: Profile, last: bytes | None, *, subject: str = "", language: Language = "en"
) -> bytes:
    """Return the picture of a sample as PNG.

    ``last`` is the last frame as JPEG or PNG; None if it is not available.

    Raises:
        MissingExtra: No typeface with Chinese is installed.
    """
    from PIL import Image

    shown = Shown(sample, item, profile, subject, meant_of(sample, profile), given_of(item), language)
    parts = [_head(shown), _frame(shown, last), _legend(shown), timeline(shown), _targets(shown), _verbatim(shown)]
    page = Image.new("RGB", (WIDTH, sum(part.height for part in parts) + 2 * MARGIN), PAPER)
    top = MARGIN
    for part in parts:
        page.paste(part, (MARGIN, top))
        top += part.height
    held = io.BytesIO()
    page.save(held, "PNG", optimize=False, compress_level=6)
    return held.getvalue()


def _head(shown: Shown) -> "Image":
    from PIL import ImageDraw

    item, small = shown.item, typeface(22)
    notes = [*item.notes, *([] if item.error is None else [item.error])]
    if item.terms.get("extra"):
        notes.append(text("{count} answers are beyond the targets and not drawn", count=item.terms["extra"]))
    lines = [line for note in notes[:4] for line in wrapped(shown.say(note), small, INNER, 2)]
    part = sheet(100 + 30 * len(lines))
    draw = ImageDraw.Draw(part)
    badge = shown.say(ending(item.outcome))
    subject = harmless(shown.subject)
    draw.text(
        (0, 22),
        clipped(harmless(item.id), typeface(38, bold=True), INNER * 0.6),
        font=typeface(38, bold=True),
        fill=INK,
        anchor="lm",
    )
    draw.text((INNER, 22), clipped(subject, typeface(26), INNER * 0.38), font=typeface(26), fill=INK, anchor="rm")
    draw.text(
        (0, 68),
        clipped(shown.say(item_words.title(shown.sample)), small, INNER * 0.75),
        font=small,
        fill=SOFT,
        anchor="lm",
    )
    draw.text((INNER, 68), clipped(badge, small, INNER * 0.24), font=small, fill=SOFT, anchor="rm")
    for number, line in enumerate(lines):
        draw.text((0, 104 + 30 * number), line, font=small, fill=pencil.DEEP_ANSWER, anchor="lm")
    return part


def _frame(shown: Shown, last: bytes | None) -> "Image":
    from PIL import Image

    across, down = shown.sample.size
    scale = min(INNER / across, _TALLEST / down)
    size = max(1, round(across * scale)), max(1, round(down * scale))
    frame = Image.new("RGB", size, (198, 204, 210))
    if last is not None:
        with Image.open(io.BytesIO(last)) as opened:
            frame = opened.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    drawn = Image.new("RGBA", (size[0] * _FINE, size[1] * _FINE))
    _draw_truth(drawn, shown)
    _draw_answers(drawn, shown)
    drawn = drawn.resize(size, Image.Resampling.BOX)
    frame.paste(drawn, (0, 0), drawn)
    part = Image.new("RGB", (INNER, size[1]), PAPER if size[0] > INNER * 0.97 else TINT)
    part.paste(frame, ((INNER - size[0]) // 2, 0))
    return part


def _draw_truth(drawn: "Image", shown: Shown) -> None:
    from PIL import ImageDraw

    draw = ImageDraw.Draw(drawn)
    width, height = drawn.size

    def placed(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x * width, y * height) for x, y in points]

    for one in shown.meant:
        for outline in one.outlines:
            draw.polygon(placed(outline), fill=(*TRUTH, 34))
    for one in shown.meant:
        for outline in one.beside:
            corners = placed(outline)
            pencil.dashed(draw, [*corners, corners[0]], BESIDE, 3 * _FINE, 16 * _FINE)
    for one in shown.meant:
        for outline in one.outlines:
            pencil.closed(draw, placed(outline), TRUTH, 4 * _FINE)
        for x, y in placed(one.points):
            draw.circle((x, y), 5 * _FINE, fill=TRUTH, outline=PAPER, width=_FINE)


def _draw_answers(drawn: "Image", shown: Shown) -> None:
    """Draw the answers, a line from each miss to its target, and all numbers where there is room."""
    from PIL import ImageDraw

    draw = ImageDraw.Draw(drawn)
    frame = (float(drawn.width), float(drawn.height))
    size, reach = 34.0 * _FINE, 15.0 * _FINE
    spots = {one.number: (one.place[0] * frame[0], one.place[1] * frame[1]) for one in shown.given if one.place}
    homes = {one.number: _tag_places(one, frame) for one in shown.meant}
    taken: list[pencil.Box] = [(x - reach, y - reach, x + reach, y + reach) for x, y in spots.values()]
    for one in shown.given:
        home = homes[one.number]
        if one.number in spots and one.terms["where"] is False and one.is_inside and home:
            left, top, right, bottom = pencil.extent([box[:2] for box in home])
            pencil.dashed(
                draw, [spots[one.number], ((left + right) / 2, (top + bottom) / 2)], ANSWER, 2 * _FINE, 7 * _FINE
            )
    for number, home in homes.items():
        if home:
            spot, box = pencil.free_place(home, size, taken, frame, gap=6 * _FINE)
            pencil.tag(draw, spot, number, pencil.DEEP_TRUTH, size)
            taken.append(box)
    for one in shown.given:
        if one.number not in spots:
            continue
        x, y = spots[one.number]
        if one.is_inside:
            pencil.diamond(draw, (x, y), reach)
        else:
            inset = reach * 0.6
            tip = min(max(x, inset), frame[0] - inset), min(max(y, inset), frame[1] - inset)
            angle = math.atan2(y - tip[1], x - tip[0])
            pencil.arrow(draw, tip, angle, reach)
            x, y = tip[0] - reach * math.cos(angle), tip[1] - reach * math.sin(angle)
        around = (x - reach, y - reach, x + reach, y + reach)
        spot, box = pencil.free_place([around], size, taken, frame, gap=2 * _FINE)
        pencil.tag(draw, spot, one.number, pencil.DEEP_ANSWER, size)
        taken.append(box)


def _tag_places(one: Meant, frame: tuple[float, float]) -> list[pencil.Box]:
    """Return places for the number of a target: the four ends of its largest outline, else its points."""
    corners = one.outlines[0] if one.outlines else one.points
    placed = [(x * frame[0], y * frame[1]) for x, y in corners]
    if not placed:
        return []
    down, across = (sorted(placed, key=itemgetter(axis)) for axis in (1, 0))
    return [(x, y, x, y) for x, y in (down[0], across[-1], across[0], down[-1])]


def _legend(shown: Shown) -> "Image":
    from PIL import ImageDraw

    part = sheet(64)
    draw = ImageDraw.Draw(part)
    face, left, middle = typeface(22), 0.0, 34
    entries = [("truth", text("what was meant")), ("answer", text("what was answered"))]
    if any(one.beside for one in shown.meant):
        entries.append(("beside", text("the object beside it")))
    for kind, words in entries:
        if kind == "truth":
            draw.ellipse((left + 2, middle - 9, left + 30, middle + 9), outline=TRUTH, width=4)
        elif kind == "answer":
            pencil.diamond(draw, (left + 16, middle), 14)
        else:
            pencil.dashed(draw, [(left, middle), (left + 32, middle)], BESIDE, 4, 10)
        said = shown.say(words)
        draw.text((left + 44, middle), said, font=face, fill=INK, anchor="lm")
        left += 44 + width_of(said, face) + 44
    caption = shown.say(text("last frame, at {ms} ms", ms=round(shown.sample.last_ms)))
    draw.text((INNER, middle), caption, font=face, fill=SOFT, anchor="rm")
    return part


def _targets(shown: Shown) -> "Image":
    from PIL import ImageDraw

    face, line = typeface(22), 31
    lefts = (0, 56, 398, 740, 944, 1184, INNER)
    heads = (None, text("what was meant"), text("what was answered"), text("what"), text("where"), text("when"))
    rows: list[tuple[Given, list[list[str]]]] = []
    for one, said in zip(shown.meant, shown.given, strict=False):
        cells = (
            harmless(one.target.name),
            harmless(item_words.said_of(shown.sample, said, shown.profile)) or "–",
            shown.say(item_words.what(said, shown.profile)),
            shown.say(item_words.where(said, shown.profile)),
            shown.say(item_words.when(said)),
        )
        widths = [lefts[place + 2] - lefts[place + 1] - (10 if place < 2 else 52) for place in range(5)]
        rows.append((said, [wrapped(cell, face, width, 4) for cell, width in zip(cells, widths, strict=True)]))
    heights = [22 + line * max(len(cell) for cell in cells) for _, cells in rows]
    part = sheet(0 if not rows else 108 + sum(heights))
    if not rows:
        return part
    heading(part, shown.say(text("Target by target")))
    draw = ImageDraw.Draw(part)
    for left, head in zip(lefts, heads, strict=False):
        if head is not None:
            draw.text((left, 76), shown.say(head), font=face, fill=SOFT, anchor="lm")
    top = 98
    for (said, lines), height in zip(rows, heights, strict=True):
        draw.line([(0, top), (INNER, top)], fill=RULE, width=2)
        pencil.tag(draw, (18, top + 11 + line / 2), said.number, INK, 32)
        rights = (None, None, said.terms["what"], said.terms["where"], said.terms["when"])
        for place, (written, left) in enumerate(zip(lines, lefts[1:], strict=False)):
            if place >= 2:
                pencil.mark(draw, (left + 11, top + 11 + line / 2), rights[place])
            for number, words in enumerate(written):
                spot = (left + (34 if place >= 2 else 0), top + 11 + line / 2 + line * number)
                draw.text(spot, words, font=face, fill=INK, anchor="lm")
        top += height
    return part


def _verbatim(shown: Shown) -> "Image":
    from PIL import ImageDraw

    face, line = typeface(21), 31
    said = harmless(item_words.answer(shown.item), lines=True)
    lines = wrapped(said, face, INNER - 48, _MOST_LINES) if said.strip() else ["–"]
    part = sheet(66 + 32 + line * len(lines))
    heading(part, shown.say(text("The answer, verbatim")))
    draw = ImageDraw.Draw(part)
    draw.rounded_rectangle((0, 62, INNER - 1, part.height - 1), radius=10, fill=TINT)
    for number, words in enumerate(lines):
        draw.text((24, 62 + 18 + line / 2 + line * number), words, font=face, fill=INK, anchor="lm")
    return part
