"""Fill the templates: a run's report, or a page of blocks, as one self-contained file."""

import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mindsight.clauses.entry import cite, cite_zh
from mindsight.errors import MissingExtra
from mindsight.record.blocks import Block, Cell, Column, Link, Mark
from mindsight.record.fields import name_of_field, shown_value
from mindsight.record.folder import REPORT, RunFolder
from mindsight.record.model import Interval, Measure
from mindsight.report import blocks as drawings
from mindsight.report import words
from mindsight.report.labels import LABELS
from mindsight.report.media import Media, Pictures, media_of
from mindsight.report.view import view_of
from mindsight.text import Language, Text

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


_UNBROKEN = 24
"""Characters of a name that are not broken over lines."""


def render_html(
    run: RunFolder, *, language: Language = "en", signatures: Sequence[Block] = (), further: Sequence[Block] = ()
) -> str:
    """Return the report of a run; readers can switch its initial language.

    ``signatures`` is what a page shows that is written after the record was signed, ``further`` what plug-ins add to its results; the
    sealed report has neither.

    Raises:
        MissingExtra: jinja2 or matplotlib is not installed.
        RecordError: A file of the run is invalid.
    """
    view = view_of(run)
    page = Page(Pictures(media_of(run)), known=view.anchors)
    return _fill("run.html.j2", page, language, view.title, view=view, signatures=signatures, further=further)


def write_report(run: RunFolder, *, language: Language = "en") -> Path:
    """Write ``report.html`` into a run folder, renew the seal of a complete run, and return the file's path.

    Page and seal are written completely before either is replaced: a full disk or an interrupt changes nothing.
    """
    complete = run.manifest.state == "complete"
    # The page of an unfinished run may be read while the run continues.
    with run.locked() if complete else nullcontext():
        page = render_html(run, language=language)
        run.publish({REPORT: page.encode()}, seal=complete)
    return run.path / REPORT


def render_page(
    title: Text,
    blocks: Sequence[Block],
    media: Media,
    *,
    language: Language = "en",
    elsewhere: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return a page of blocks.

    Args:
        title: The page's title.
        blocks: The blocks of the page.
        media: Returns the bytes of the pictures in the blocks.
        language: The initial language.
        elsewhere: Link target → path of another page, relative to this one.

    Raises:
        MissingExtra: jinja2 or matplotlib is not installed.
        RecordError: A picture's name is not a plain file name.
    """
    page = Page(Pictures(media), known=_targets(blocks), elsewhere=elsewhere)
    return _fill("loose.html.j2", page, language, title, blocks=blocks)


@dataclass
class Page:
    """The state of a page being filled: its pictures, link targets and ids so far."""

    pictures: Pictures
    known: frozenset[str]
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    _blocks: int = 0
    _ids: set[str] = field(default_factory=set)

    def block(self, block: Block, *, title: bool = True) -> "Markup":
        """Return a block as HTML."""
        from markupsafe import Markup

        self._blocks += 1
        prefix = f"b{self._blocks}"
        template = environment().get_template(f"blocks/{block.kind}.html.j2")
        drawn = drawings.drawing(block, prefix)
        return Markup(template.render(block=block, page=self, prefix=prefix, show_title=title, **drawn))  # noqa: S704

    def href(self, target: str) -> str | None:
        """Return the link to a place on this page or to another page named by the caller; None if there is neither."""
        if target in self.known:
            return "#" + words.anchor(target)
        # Fully quoted, so that a path cannot contain a scheme or quotation mark. The dot keeps it relative.
        return "./" + quote(os.fsencode(self.elsewhere[target])) if target in self.elsewhere else None

    def id(self, target: str) -> str:
        """Return a unique id for a place; a second place of the same name gets another id."""
        wanted = words.anchor(target)
        found, number = wanted, 1
        while found in self._ids:
            number += 1
            found = f"{wanted}~{number}"
        self._ids.add(found)
        return found

    def cell(self, cell: Cell, column: Column) -> "Markup":
        """Return the content of a table cell as HTML."""
        from markupsafe import Markup

        if isinstance(cell, Link):
            shown, href = self.cell(cell.value, column), self.href(cell.target)
            return shown if href is None else Markup('<a href="{}">{}</a>').format(href, shown)
        if cell is None:
            return Markup('<span class="quiet">–</span>')
        if isinstance(cell, Text):
            return both(cell)
        if isinstance(cell, str):
            return name(cell)
        return Markup("{}").format(words.number(cell, column.decimals))


def both(value: "Text | words.Pair | str") -> "Markup":
    """Return a sentence in both languages; the page hides one of them."""
    from markupsafe import Markup

    if isinstance(value, str):
        return name(value)
    pair, whole = words.shortened(value), words.full(value)
    if "…" in pair.en and len(whole.en) > len(pair.en):
        opening = Markup('<span lang="{}" title="{}">{}</span>')
        return opening.format("zh", whole.zh, pair.zh) + opening.format("en", whole.en, pair.en)
    if pair.zh == pair.en:
        return Markup("{}").format(pair.en)
    return Markup('<span lang="zh">{}</span><span lang="en">{}</span>').format(pair.zh, pair.en)


def name(value: str, most: int = words.MOST_NAME) -> "Markup":
    """Return external data as HTML: isolated from its surroundings, escaped, with the full text in the tooltip."""
    from markupsafe import Markup

    whole = words.clean(value)
    if len(whole) <= most:
        opening = Markup('<bdi class="long">') if len(whole) > _UNBROKEN else Markup("<bdi>")
        return opening + whole + Markup("</bdi>")
    return Markup('<bdi class="long" title="{}">{}</bdi>').format(whole, words.shorten(whole, most))


def label(key: str, **args: str | float) -> "Markup":
    """Return a fixed text of the report in both languages."""
    return both(Text(message=LABELS[key].message, args=dict(args)))


def unit(measure: Measure) -> Text:
    """Return the text of a measure's unit."""
    return Text(message=measure.unit)


def method(interval: Interval) -> Text:
    """Return the name of an interval's method."""
    return Text(message=interval.method)


def worded(value: Any, name: str, place: str = "") -> Any:
    """Return the value of a field, as text if its meaning is known."""
    return shown_value(name, value, place)


def cited(number: str) -> "Markup":
    """Return a clause's number as cited in sentences of both languages."""
    return both(words.Pair(cite_zh(number), cite(number)))


def mark_place(mark: Mark, width: int, height: int) -> dict[str, Any]:
    """Return the position of a mark and its label on a picture of this size."""
    unit = max(width, height) / 100
    left, right = sorted((mark.x, mark.x if mark.x2 is None else mark.x2))
    top, bottom = sorted((mark.y, mark.y if mark.y2 is None else mark.y2))
    is_box = mark.x2 is not None and mark.y2 is not None
    turned = left > width * 0.6
    beside = 0.0 if is_box else 2.4 * unit * (-1 if turned else 1)
    above = top - 1.2 * unit if top > 7 * unit else bottom + 5 * unit
    # The label of a box is above its corner; other shapes may be far from theirs.
    peak = min(mark.outline, key=lambda corner: corner[1])[0] if mark.outline else None
    return {
        "box": is_box,
        "outline": " ".join(f"{x:g},{y:g}" for x, y in mark.outline),
        "x": round(left, 2),
        "y": round(top, 2),
        "width": round(right - left, 2),
        "height": round(bottom - top, 2),
        "radius": round(1.5 * unit, 2),
        "font": round(4.2 * unit, 2),
        "label_x": round((right if turned and is_box else left) + beside if peak is None else peak, 2),
        "label_y": round(above if is_box else mark.y + 1.4 * unit, 2),
        "anchor": "middle" if peak is not None else "end" if turned else "start",
    }


@functools.cache
def environment() -> "Environment":
    """Return the template environment; everything is escaped except the output of the functions above.

    Raises:
        MissingExtra: jinja2 is not installed.
    """
    try:
        import jinja2
    except ImportError as error:
        raise MissingExtra(
            "a report needs jinja2, which is not installed; run: pip install 'mindsight[report]'"
        ) from error
    found = jinja2.Environment(
        loader=jinja2.PackageLoader("mindsight.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    # Chinese stays readable in JSON.
    found.policies["json.dumps_kwargs"] = {"sort_keys": True, "ensure_ascii": False}
    found.filters.update(
        both=both,
        name=name,
        number=words.number,
        attribute=words.attribute,
        clean=words.clean,
        unit=unit,
        method=method,
        cited=cited,
        field=name_of_field,
        worded=worded,
    )
    found.globals.update(label=label, LABELS=LABELS, mark_place=mark_place)
    return found


def _fill(template: str, page: Page, language: Language, title: Text, **values: Any) -> str:
    from markupsafe import Markup

    style = (resources.files("mindsight.report") / "templates" / "style.css").read_text("utf-8")
    filled = environment().get_template(template)
    return filled.render(page=page, language=language, title=title, style=Markup(style), **values)  # noqa: S704


def _targets(blocks: Iterable[Block]) -> frozenset[str]:
    return frozenset(block.id for block in blocks)
