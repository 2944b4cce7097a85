"""Ways to change a JSON document or the files of a data set, drawn by hypothesis."""

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st

from vsig.sheets import LENGTH_MS

Json = Any
V = TypeVar("V")
Step = str | int
Draw = Callable[[st.SearchStrategy[Any]], Any]

ODD = (
    None, True, False, 0, -1, 1, 2, 0.5, 500, 1000, 1001, 1e308, -1e308, 10**400, float("nan"), float("inf"), LENGTH_MS,
    "", " ", "0", "500", "NaN", "true", "null", "x" * 3000, "../../../etc/passwd", "/etc/passwd", "C:\\data\\clip.mp4",
    "a\nb", "\u202e", "\x00", "\x1b[31m", "杯子", "指令3", "指令9", "Inst2", "object", "space", "iVBORw0KGgo…", "A", "a", "Z",
    "1766800002000", [], {}, [[]], [None], [[500, 500]], [500, 400], [[500, 400, 300]], ["a"], {"mask_base64": None},
)  # fmt: skip
_NUDGES = (-1000, -100, -10, -1, 0.5, 1, 10, 100, 1000)
_LETTERS = ("", "A", "右", " ", "。")


class Place(NamedTuple):
    """The place of a value: its container and its key."""

    holder: Json
    key: Step
    way: tuple[Step, ...]

    @property
    def value(self) -> Json:
        return self.holder[self.key]


def places(value: Json, way: tuple[Step, ...] = ()) -> Iterator[Place]:
    """Yield the place of each value, containers included."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield Place(value, key, (*way, key))
        yield from places(one, (*way, key))


def pick(values: Sequence[V], draw: Draw) -> V:
    """Draw one of several values without showing them, since they may be too long."""
    return values[draw(st.integers(0, len(values) - 1))]


def mutate(page: Json, draw: Draw) -> Json:
    """Change one thing somewhere in a JSON document."""
    found = list(places(page))
    if not found:
        return copy.deepcopy(pick(ODD, draw))
    place = pick(found, draw)
    way = pick(_WAYS, draw)
    if not way(place, found, draw):
        place.holder[place.key] = copy.deepcopy(pick(ODD, draw))
    return page


def _odd(_place: Place, _found: list[Place], _draw: Draw) -> bool:
    return False


def _delete(place: Place, _found: list[Place], _draw: Draw) -> bool:
    del place.holder[place.key]
    return True


def _repeat(place: Place, _found: list[Place], draw: Draw) -> bool:
    if not isinstance(place.holder, list):
        return False
    place.holder.insert(draw(st.integers(0, len(place.holder))), copy.deepcopy(place.value))
    return True


def _rename(place: Place, _found: list[Place], draw: Draw) -> bool:
    if not isinstance(place.holder, dict):
        return False
    name = draw(st.sampled_from((f"{place.key}x", str(place.key).upper(), "stranger")))
    place.holder[name] = place.holder.pop(place.key)
    return True


def _reverse(place: Place, _found: list[Place], _draw: Draw) -> bool:
    if isinstance(place.value, list):
        place.value.reverse()
    return isinstance(place.value, list)


def _swap(place: Place, found: list[Place], draw: Draw) -> bool:
    other = pick([one for one in found if one.key == place.key], draw)
    short, long = sorted((place.way, other.way), key=len)
    if long[: len(short)] == short:  # a value cannot be moved into itself
        return False
    place.holder[place.key], other.holder[other.key] = other.value, place.value
    return True


def _nudge(place: Place, _found: list[Place], draw: Draw) -> bool:
    value = place.value
    if isinstance(value, int | float) and not isinstance(value, bool):
        place.holder[place.key] = value + draw(st.sampled_from(_NUDGES))
        return True
    if isinstance(value, str) and value:
        at = draw(st.integers(0, len(value) - 1))
        place.holder[place.key] = value[:at] + draw(st.sampled_from(_LETTERS)) + value[at + 1 :]
        return True
    return False


def _retype(place: Place, _found: list[Place], _draw: Draw) -> bool:
    if isinstance(place.value, dict | list):
        return False
    place.holder[place.key] = [place.value] if isinstance(place.value, str) else str(place.value)
    return True


_WAYS = (_odd, _odd, _delete, _repeat, _nudge, _nudge, _retype, _rename, _reverse, _swap)


def as_bytes(page: Json, draw: Draw) -> bytes:
    """Return a document as bytes; sometimes a byte is lost, doubled or changed, or the end is cut off."""
    data = json.dumps(page, ensure_ascii=draw(st.booleans())).encode("utf-8", "backslashreplace")
    how = draw(st.sampled_from(("as it is",) * 6 + ("cut", "flip", "drop", "double")))
    if how == "as it is":
        return data
    at = draw(st.integers(0, len(data) - 1))
    changed = {
        "cut": b"",
        "flip": bytes([data[at] ^ (1 << draw(st.integers(0, 7)))]) + data[at + 1 :],
        "drop": data[at + 1 :],
        "double": data[at : at + 1] * 2 + data[at + 1 :],
    }
    return data[:at] + changed[how]
