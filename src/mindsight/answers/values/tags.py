"""Find the places that models write in tags of their own, as numbers with what the tag says about them.

Molmo: ``<point x="41" y="55">``, ``<points x1= y1= x2= …>`` and ``<points coords="1 1 410 550">`` (thousandths); Qwen:
``<|box_start|>(1,2),(3,4)<|box_end|>``; InternVL and others: ``<box>[[1,2,3,4]]</box>``; DeepSeek: ``<|det|>[[1,2,3,4]]<|/det|>``;
PaliGemma: ``<loc0762>`` (y before x, 0 to 1023).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_NUMBER = r"[-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30})"
_TAG = re.compile(
    r"<(?P<name>point|points|box|bbox|bounding_box|polygon|poly|quad)>(?P<inside>[^<>]{1,4000})</(?P=name)>"
    r"|<\|(?P<begun>point|box|quad)_start\|>(?P<between>[^<>]{1,1000})<\|(?P=begun)_end\|>"
    r"|<\|(?P<det>det|point|box)\|>(?P<held>[^<>]{1,4000})<\|/(?P=det)\|>"
    r"|<points?\b(?P<attributes>[^<>]{1,4000})>"
    r"|(?P<locations>(?:<loc\d{4}>\s{0,3}){2,4})",
    re.IGNORECASE,
)
_AXIS = re.compile(rf"\b([xy])(\d{{0,3}})\s*=\s*(?:[\"']\s*)?({_NUMBER})(%?)(?=[\"'\s/]|,\s|\Z)", re.IGNORECASE)
_AXES = re.compile(r"\b[xy]\d{0,3}\s*=", re.IGNORECASE)
_COORDS = re.compile(r"\bcoords\s*=\s*[\"']([\d\s.;:,]{1,4000})[\"']", re.IGNORECASE)
_OF_PICTURE = re.compile(r"\s*[\d.]+((?:\s+\d+\s+\d{3,4}\s+\d{3,4})+)\s*")
_THING = re.compile(r"\d+\s+(\d{3,4})\s+(\d{3,4})")


class Shape(NamedTuple):
    """Numbers of one thing in the order written: two are a point, four a box, more the points of an outline.

    ``named`` if the subject stated that x comes before y; ``scale`` is the number at the right and the lower edge if the form says it:
    ``percent``, ``thousand``, ``1023``; "" for the scale that was asked for.
    """

    numbers: tuple[float, ...]
    named: bool = False
    scale: str = ""


class Tag(NamedTuple):
    """What a tag holds: shapes that its form tells, or the text inside it; ``box`` if the tag is one of boxes."""

    shapes: tuple[Shape, ...] = ()
    inside: str = ""
    box: bool = False


def tags_in(said: str) -> list[Tag]:
    """Return the tags of a text that hold a place."""
    return [tag for found in _TAG.finditer(said) for tag in _tag(found)]


def _tag(found: re.Match[str]) -> Iterator[Tag]:
    if attributes := found["attributes"]:
        coords = _COORDS.search(attributes)
        yield Tag(_thousandths(coords[1]) if coords else _axes(attributes))
    elif locations := found["locations"]:
        numbers = [float(digits) for digits in re.findall(r"\d{4}", locations)]
        pairs = [place for pair in zip(numbers[::2], numbers[1::2], strict=False) for place in reversed(pair)]
        yield Tag((Shape(tuple(pairs), True, "1023"),) if len(numbers) in {2, 4} else ())
    else:
        name = (found["name"] or found["begun"] or found["det"]).casefold()
        inside = found["inside"] or found["between"] or found["held"]
        yield Tag(inside=inside, box=name in {"box", "bbox", "bounding_box", "det"})


def _axes(attributes: str) -> tuple[Shape, ...]:
    """Return the points of x= y=, or of x1= y1= x2= y2= in order; none if a half of one is missing or no number."""
    axes: dict[str, dict[str, tuple[float, str]]] = {}
    found = _AXIS.findall(attributes)
    for axis, place, digits, percent in found:
        axes.setdefault(place, {}).setdefault(axis.lower(), (float(digits), percent))
    scales = {percent for *_, percent in found}
    whole = len(scales) == 1 and len(found) == len(_AXES.findall(attributes)) == 2 * len(axes)
    if not whole or any(len(point) < 2 for point in axes.values()):
        return ()
    scale = "percent" if scales == {"%"} else ""
    return tuple(Shape((point["x"][0], point["y"][0]), True, scale) for point in axes.values())


def _thousandths(coords: str) -> tuple[Shape, ...]:
    """Return the points of Molmo-2: of each picture its number, then the number, x and y of each thing."""
    found: list[Shape] = []
    for part in re.split(r"[;\t]", coords):
        picture = _OF_PICTURE.fullmatch(part)
        if picture is None:
            return ()
        found += [Shape((float(x), float(y)), True, "thousand") for x, y in _THING.findall(picture[1])]
    return tuple(found)
