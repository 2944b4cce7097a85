"""Curves as SVG, drawn by matplotlib without text, so that one drawing serves both languages.

Titles, axis names and the legend are page text around the drawing, which contains numbers only. So it does not depend on installed fonts,
and hostile labels cannot enter it.
"""

import io
import math
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mindsight.errors import MissingExtra
from mindsight.record.blocks import Curve, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours, in an order in which neighbours differ for colour-blind readers and in grey print too.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5B6675")

_INK, _RULE = "#5b6675", "#e3e7ec"
_SIZE_IN = (4.3, 2.6)
_SETTINGS = {
    "svg.fonttype": "none",
    "svg.image_inline": True,
    "path.simplify": True,
    "font.family": ["DejaVu Sans"],
    "font.size": 9.5,
    "axes.unicode_minus": True,
    "axes.formatter.use_mathtext": False,
    "axes.formatter.useoffset": False,
    "axes.formatter.limits": (-4, 6),
    "text.parse_math": False,
    "text.usetex": False,
    "axes.edgecolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
}
_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
_ID = re.compile(r'\bid="([^"]*)"')
_USE = re.compile(r'(url\(#|href="#)([^")]+)')
_PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
_SIZE = re.compile(r'(<svg[^>]*?) width="[^"]*"', re.DOTALL)
_HEIGHT = re.compile(r'(<svg[^>]*?) height="[^"]*"', re.DOTALL)


def colour(index: int) -> str:
    """Return a colour by number."""
    return PALETTE[index % len(PALETTE)]


def colours(series: Sequence[Series]) -> list[str]:
    """Return the colour of each series; bars, which cover the largest area, get the first of the palette."""
    order = sorted(range(len(series)), key=lambda place: series[place].style != "bars")
    given = {place: colour(rank) for rank, place in enumerate(order)}
    return [given[place] for place in range(len(series))]


def curve_svg(curve: Curve, *, prefix: str) -> str:
    """Return the drawing of a curve; equal curves give equal bytes, and all ids begin with the prefix.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra(
            "a report needs matplotlib, which is not installed; run: pip install 'mindsight[report]'"
        ) from error
    settings = {**_SETTINGS, "svg.hashsalt": prefix}
    with mpl.rc_context(settings):  # type: ignore[arg-type]
        figure = Figure(figsize=_SIZE_IN, layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        _draw(axes, curve.series)
        _dress(axes, curve.series)
        page = io.StringIO()
        figure.savefig(page, format="svg", transparent=True, metadata=_NO_METADATA)
    return _inline(page.getvalue(), prefix)


def _draw(axes: "Axes", series: Sequence[Series]) -> None:
    # Bars first: lines and steps stay visible in front of them.
    for one, ink in sorted(zip(series, colours(series), strict=True), key=lambda pair: pair[0].style != "bars"):
        points = list(_finite(one))
        if not points:
            continue
        x, y = [list(values) for values in zip(*points, strict=True)]
        if one.style == "bars":
            axes.bar(x, y, width=_bar_width(x), color=ink, alpha=0.82, linewidth=0)
        elif one.style == "steps":
            # Add a step as wide as its neighbour at both ends, as in the outline of a histogram.
            half = _bar_width(x) / 1.8
            outline = ([x[0] - half, *x, x[-1] + half], [y[0], *y, y[-1]])
            axes.step(*outline, where="mid", color=ink, linewidth=1.6)
        elif one.style == "points":
            axes.plot(x, y, linestyle="none", marker="o", markersize=4, color=ink, alpha=0.8)
        else:
            axes.plot(x, y, color=ink, linewidth=1.8, marker="o" if len(x) < 2 else "")


def _dress(axes: "Axes", series: Sequence[Series]) -> None:
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(visible=True, axis="y", color=_RULE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, pad=5)
    axes.margins(x=0.02)
    if not any(y for one in series for _, y in _finite(one)):
        # Only zeros: an axis reaching below them would suggest negative shares.
        axes.set_ylim(0.0, 1.0)
    if any(one.style in {"bars", "steps"} for one in series):
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
        if all(value.is_integer() for one in series for value in one.y):
            from matplotlib.ticker import MaxNLocator

            axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True, min_n_ticks=1))


def _finite(series: Series) -> Iterator[tuple[float, float]]:
    return (
        (x, y) for x, y in zip(series.x, series.y, strict=False) if abs(x) < 1e300 and abs(y) < 1e300
    )  # NaN compares false


def _bar_width(x: Sequence[float]) -> float:
    gaps = [b - a for a, b in zip(sorted(set(x)), sorted(set(x))[1:], strict=False)]
    return 0.9 * min(gaps) if gaps else max(1.0, 0.1 * math.fabs(x[0]))


def _inline(svg: str, prefix: str) -> str:
    """Return the SVG for embedding: without prologue and fixed size, with unique ids."""
    used = {found.group(2) for found in _USE.finditer(svg)}
    svg = _PROLOGUE.sub("", svg, count=1)
    svg = _ID.sub(lambda found: f'id="{prefix}-{found.group(1)}"' if found.group(1) in used else "", svg)
    svg = _USE.sub(lambda found: f"{found.group(1)}{prefix}-{found.group(2)}", svg)
    svg = _SIZE.sub(r"\1", _HEIGHT.sub(r"\1", svg, count=1), count=1)
    return svg.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1).strip()
