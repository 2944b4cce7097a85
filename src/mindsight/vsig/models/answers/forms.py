"""The JSON forms of answers: the object that was asked for, variants of it, and its parts alone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mindsight.answers import loose_json
from mindsight.answers.values.basics import Read, by_key, first_of, words
from mindsight.answers.values.boxes import read_box
from mindsight.answers.values.choices import Option, read_option
from mindsight.answers.values.points import ReadPoint, read_point
from mindsight.answers.values.shapes import BOX_KEYS, POINT_KEYS, has_place
from mindsight.answers.values.times import ReadTime, read_time
from mindsight.vsig.dataset.samples import Kind

COMMANDS = ("explicit_command", "command", "explicitCommand", "instruction")
LISTS = ("point_list", "points", "pointList", "targets", "predictions", "answers", "items")
OPTIONS = ("selected_options", "selectedOptions", "options", "choices", "selected")
_WRAPPERS = ("answer", "result", "response", "output", "data", "json", "arguments", "parameters")
_TIMES = ("timestamp", "time", "timestamp_ms", "time_ms", "timestamp_s", "time_s", "timestamps", "peak_time")
_NAMES = ("description", "name", "label", "object", "target", "text")
_KINDS = ("type", "kind", "category")
_CHOICES = ("choice", "option", "selected_option", "selected_options")
_KNOWN: dict[str, Kind] = {
    **dict.fromkeys(("object", "target_object", "target object", "obj", "物体", "目标物体", "目标"), "object"),
    **dict.fromkeys(("space", "spatial_affordance", "spatial affordance", "free_space", "free space", "region", "area",
                     "placement", "空间", "空间可供性", "位置", "放置位置"), "space"),
}  # fmt: skip


class Item(NamedTuple):
    """The values of one target's entry."""

    kind: Kind | None = None
    description: str = ""
    point: ReadPoint | None = None
    time: ReadTime | None = None
    option: Any = None
    repairs: tuple[str, ...] = ()
    unusable: tuple[tuple[str, str], ...] = ()

    def choice(self, options: Sequence[Option]) -> Read:
        """Return the option in the entry itself."""
        return Read() if self.option is None else read_option(self.option, options)


class Form(NamedTuple):
    """An answer as written, with entries not read yet; ``bare`` if only the entries were written."""

    command: str = ""
    items: tuple[Any, ...] = ()
    options: tuple[Any, ...] = ()
    repairs: tuple[str, ...] = ()
    unusable: tuple[str, ...] = ()
    bare: bool = False

    @property
    def usable(self) -> bool:
        """Whether an entry has a usable place or time."""
        read = [_item(item) for item in self.items]
        return any(item.point is not None or item.time is not None for item in read)

    def item(self, number: int) -> Item:
        """Return the values of an entry; an empty item for a missing one."""
        return _item(self.items[number]) if number < len(self.items) else Item()


def form_of(value: Any, *, depth: int = 0) -> Form | None:
    """Return a JSON value as a form; None if nothing in it is known."""
    if isinstance(value, list):
        return _form_of_list(value)
    if not isinstance(value, dict):
        return None
    if any(name in value for name in (*COMMANDS, *LISTS[:1], *OPTIONS[:1])) or _has_list(value):
        return _form_of_object(value)
    if _is_item(value):
        return Form(items=(value,), repairs=("bare_list",), bare=True)
    inner = next((value[name] for name in _WRAPPERS if isinstance(value.get(name), (dict, list, str))), None)
    if inner is None and len(value) == 1:
        inner = next(iter(value.values()))
    if inner is None or depth > 1:
        return None
    form = form_of(_unquoted(inner), depth=depth + 1)
    return None if form is None else form._replace(repairs=(*form.repairs, "nested"), bare=False)


def _form_of_object(value: dict[str, Any]) -> Form:
    command = first_of(value, COMMANDS)
    options = first_of(value, OPTIONS)
    name = next((name for name in LISTS if value.get(name) is not None), "")
    listed, repairs, unusable = _entries(value.get(name))
    if not name and _is_item(value):
        listed, repairs = (value,), ("entry_without_list",)
    if name not in {"", LISTS[0]}:
        repairs = (*repairs, "other_name")
    if not name and not listed:
        unusable = (*unusable, "point_list: missing")
    if command is not None and not isinstance(command, str):
        unusable = (*unusable, f"explicit_command: {type(command).__name__}")
    return Form(words(command), listed, _options(options), repairs, unusable)


def _form_of_list(value: list[Any]) -> Form | None:
    answers = [one for one in value if isinstance(one, dict) and (LISTS[0] in one or COMMANDS[0] in one)]
    if any(answer != answers[0] for answer in answers):
        return Form(unusable=("point_list: several answers",))
    if answers:
        form = _form_of_object(answers[0])
        more = ("several_answers",) if len(answers) > 1 else ()
        return form._replace(repairs=(*form.repairs, "answer_in_list", *more))
    if len(value) == 2 and all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in value):
        return Form(items=({"point": value},), repairs=("bare_list",), bare=True)
    if any((isinstance(one, dict) and _is_item(one)) or _is_pair(one) for one in value):
        return Form(items=tuple(value), repairs=("bare_list",), bare=True)
    return None


def _entries(value: Any) -> tuple[tuple[Any, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the entries of a list, the repairs, and the problem if it was not a list."""
    value, repairs = _unquoted(value), ("nested",) if isinstance(value, str) else ()
    if value is None:
        return (), (), ()
    if isinstance(value, list):
        if len(value) == 2 and all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in value):
            return ({"point": value},), ("list_of_one",), ()
        return tuple(value), repairs, ()
    if isinstance(value, dict):
        if _is_item(value):
            return (value,), (*repairs, "list_of_one"), ()
        return tuple(value.values()), (*repairs, "list_as_object"), ()
    return (), (), ("point_list: no list",)


def _options(value: Any) -> tuple[Any, ...]:
    if isinstance(value, str):
        return tuple(part for part in value.strip("[]() ").replace("，", ",").split(",") if part.strip())
    if isinstance(value, dict):
        return tuple(value.values())
    return tuple(value) if isinstance(value, list) else ()


def _item(value: Any) -> Item:
    if isinstance(value, list):
        read = read_point(value)
        return Item(point=read.value, repairs=("entry_is_point", *read.repairs), unusable=(("point", read.problem),))
    if not isinstance(value, dict):
        return Item(unusable=(("entry", "" if value is None else type(value).__name__),))
    point, time = _point(value), _time(value)
    return Item(
        kind=_KNOWN.get(words(first_of(value, _KINDS)).casefold()),
        description=words(next((value[name] for name in _NAMES if isinstance(value.get(name), str)), "")),
        point=point.value,
        time=time.value,
        option=first_of(value, _CHOICES),
        repairs=(*point.repairs, *time.repairs),
        unusable=(("point", point.problem), ("time", time.problem)),
    )


def _point(value: dict[str, Any]) -> Read:
    keyed = by_key(value)
    name = next((name for name in (*POINT_KEYS, *BOX_KEYS) if keyed.get(name) is not None), "")
    if not name:
        return read_point(value) if has_place(value) else Read()
    written = keyed[name]
    if isinstance(written, ReadPoint):
        return Read(written)
    # Two corners under a key of boxes are one box; under a key of points they are two points.
    box = read_box(written) if name in BOX_KEYS else Read()
    read = read_point(written) if box.value is None else Read(box.value.centre, (*box.repairs, "box"))
    return read if name == POINT_KEYS[0] else read._replace(repairs=(*read.repairs, "other_name"))


def _time(value: dict[str, Any]) -> Read:
    name = next((name for name in _TIMES if value.get(name) is not None), "")
    if not name:
        begin = next((name for name in ("start_time", "begin_time", "start_ms", "begin_ms") if name in value), "")
        read = (
            read_time([value[begin], value.get(begin.replace("start", "end").replace("begin", "end"))])
            if begin
            else Read()
        )
        unit = "ms" if begin.endswith("_ms") else ""
    else:
        read, unit = read_time(value[name]), {"s": "s", "ms": "ms"}.get(name.rpartition("_")[2], "")
    if name == _TIMES[0] or not isinstance(read.value, ReadTime):
        return read
    return read._replace(value=read.value._replace(unit=read.value.unit or unit), repairs=(*read.repairs, "other_name"))


def _is_item(value: dict[str, Any]) -> bool:
    keyed = by_key(value)
    return (
        any(name in keyed for name in (*POINT_KEYS, *BOX_KEYS))
        or any(name in value for name in _TIMES)
        or has_place(value)
    )


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) in {2, 4} and all(isinstance(one, (int, float)) for one in value)


def _has_list(value: dict[str, Any]) -> bool:
    """Return whether an object holds a list of entries under an unknown name."""
    found = next((value[name] for name in LISTS if isinstance(value.get(name), list)), None)
    return found is not None and any(isinstance(one, dict) for one in found)


def _unquoted(value: Any) -> Any:
    """Return the parsed value of a text that holds JSON, or the value itself."""
    if not isinstance(value, str):
        return value
    found = loose_json.objects('{"list":' + value + "}") if value.lstrip()[:1] == "[" else loose_json.objects(value)
    if len(found) != 1:
        return value
    return found[0][0].get("list", found[0][0])
