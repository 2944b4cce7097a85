"""Other accepted forms of an action, as tables, and their conversion to the requested form.

A model that knows what to do may express it differently: ``grab`` for ``pick``, ``{"point": [420, 615]}`` for x and y. Form is not ability:
an unambiguous action is read, and the repair is named. An answer that could mean two actions or two points is not read. An action in the
requested form is never changed.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

NAMES = ("action", "name", "tool", "verb", "function")
"""Keys that name the action; any other value than a known action is an unknown action."""
MORE_NAMES = ("type", "action_type", "action_name", "command", "operation", "动作", "操作")
"""Keys that name the action if their value is a known one."""
ARGUMENTS = ("arguments", "args", "parameters", "params", "input", "kwargs", "action_input", "参数")
"""Keys of an object, or of an object as text, that contains the arguments."""
LISTS = ("tool_calls", "actions", "calls")
"""Keys of a list of actions."""

ACTIONS: Mapping[str, tuple[str, ...]] = {
    "pick": ("grab", "take", "pick up", "grasp", "get", "lift", "拿起", "拿", "拿取", "抓取", "抓起", "捡起", "取", "拾取"),
    "place": (
        "put", "drop", "put down", "release", "set down", "put in", "put on", "place in", "place on", "insert", "deposit",
        "放下", "放", "放到", "放置", "放入", "放进", "放在",
    ),
    "press": ("push", "tap", "click", "press button", "push button", "按下", "按", "按压", "点击", "按按钮"),
    "open": ("open door", "open drawer", "打开", "开", "拉开", "开启"),
    "close": ("shut", "close door", "close drawer", "关上", "关闭", "关", "合上"),
    "rotate": ("twist", "spin", "转动", "旋转"),
    "wipe": ("wipe away", "wipe off", "clean", "scrub", "擦掉", "擦", "擦除", "擦拭"),
    "look": (
        "look at", "look around", "observe", "go to", "walk", "walk to", "navigate", "navigate to", "move to",
        "看", "查看", "观察", "走到", "前往", "移动到",
    ),
    "wait": ("pause", "sleep", "等待", "等", "等一下"),
    "say": ("answer", "speak", "tell", "report", "reply", "respond", "说", "说话", "回答", "报告", "回复"),
    "finish": (
        "done", "complete", "completed", "finished", "stop", "end", "terminate", "submit", "task complete", "task done",
        "完成", "已完成", "任务完成", "结束", "停止",
    ),
    "decline": (
        "refuse", "cannot", "can't", "impossible", "reject", "unable", "not possible", "infeasible", "give up",
        "拒绝", "不做", "无法完成", "无法", "做不到", "不可能", "不能", "放弃",
    ),
}  # fmt: skip
"""Near synonyms of actions. ``turn`` and ``move`` are excluded, because each could mean two actions."""

POINT = (
    "point", "pos", "position", "coordinate", "coordinates", "coord", "coords", "xy", "location", "place", "target",
    "at", "points", "坐标", "位置", "点",
)  # fmt: skip
"""Keys of a point given as one value."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "x": ("x coordinate", "pos x", "point x", "coord x", "横坐标"),
    "y": ("y coordinate", "pos y", "point y", "coord y", "纵坐标"),
    "text": (
        "reason", "message", "content", "answer", "words", "speech", "response", "reply", "explanation", "why",
        "文字", "文本", "内容", "原因", "理由", "回答",
    ),
    "to": ("place", "destination", "viewpoint", "location", "target", "position", "地点", "位置", "目的地"),
    "degrees": ("angle", "degree", "deg", "rotation", "角度", "度数"),
    "axis": ("rotation axis", "轴"),
    "seconds": ("second", "duration", "time", "secs", "秒", "秒数", "时间"),
    "turn": ("yaw", "pan"),
    "tilt": ("pitch",),
    "zoom": ("zoom factor",),
}  # fmt: skip
"""Other keys of arguments, by argument. If a key belongs to two, its value decides."""
UNITS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("degrees", "turn", "tilt"), ("degrees", "degree", "deg", "°", "度")),
    "seconds": ("seconds", "second", "secs", "sec", "s", "秒"),
}
"""Units that may follow a number in a text."""
TWISTING = ("direction", "unit", "units", "方向", "单位")
"""Keys other than arguments that may change the meaning of a number: an action with one of them is not read."""
FREE_TEXT = frozenset({"decline"})
"""Actions whose text has no physical effect: if it is given twice, the first counts."""
ACROSS = 1000.0
"""Range of a picture's coordinates, to which percentages refer if a tool states no other."""

_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)")
_PAIR = re.compile(
    r"\s*[\[(（【]?\s*(?:x\s*[=:：]\s*)?([^\s,，;；]+?)\s*[,，;；\s]\s*(?:y\s*[=:：]\s*)?([^\s,，;；]+?)\s*[\])）】]?\s*"
)
_NAMES_X = re.compile(r"x\s*[=:：]")
_CALL = re.compile(r"\s*([^\W\d][\w ]{0,40}?)\s*[(（](.{0,5000})[)）]\s*[;；.。]?\s*", re.DOTALL)
_NAMED = re.compile(r"\s*(\w+)\s*[=:：]\s*(.*)", re.DOTALL)
_QUOTED = re.compile(r"""(["'“‘])(.*)(["'”’])""", re.DOTALL)


class Tool(Protocol):
    """An action offered to the subject."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """JSON Schemas of its arguments, by name."""


class Form(NamedTuple):
    """An action in the requested form; ``ambiguous`` if its arguments could mean two things."""

    name: str
    arguments: dict[str, Any]
    repairs: tuple[str, ...] = ()
    ambiguous: bool = False


class _Ambiguous(ValueError):  # noqa: N818  (reads as what it is)
    """Two readings are possible."""


def plain(word: str) -> str:
    """Return a name or key normalised: without case, spaces, underscores and hyphens."""
    return re.sub(r"[\s_’'-]+", "", word).casefold()


_ACTIONS = {plain(other): name for name, others in ACTIONS.items() for other in others}


def action_named(word: object, tools: Mapping[str, Tool]) -> str:
    """Return the offered action of a word, directly or by a near synonym; "" if none."""
    if not isinstance(word, str):
        return ""
    said = word.strip()
    if said in tools:
        return said
    if (other := plain(said)) in tools:
        return other
    return found if (found := _ACTIONS.get(other, "")) in tools else ""


def call_in(text: object, tools: Mapping[str, Tool]) -> tuple[str, dict[str, Any]] | None:
    """Return action and arguments of a call such as ``pick(420, 615)``; None if the text is not a call of a known action."""
    if not isinstance(text, str) or not (call := _CALL.fullmatch(text)):
        return None
    name, inside = action_named(call[1], tools), call[2].strip()
    if not name:
        return None
    names = list(tools[name].parameters)
    if not inside or not names:
        return name, {}
    if names == ["text"]:
        named = _NAMED.fullmatch(inside)
        own = named is not None and "text" in _KEYS.get(plain(named[1]), ())
        return name, {"text": _unquoted(named[2] if named and own else inside)}
    if {"x", "y"} == set(names) and (point := point_in(inside, tools[name].parameters)):
        return name, dict(zip(("x", "y"), point, strict=True))
    return _listed(name, names, re.split(r"[,，]", inside))


def call_alone(text: str, tools: Mapping[str, Tool]) -> tuple[str, dict[str, Any]] | None:
    """Return the call that makes up a whole answer; one by a near synonym needs a point, as plain words may have brackets too."""
    call = call_in(text, tools)
    own = call is not None and text.strip().startswith(f"{call[0]}(")
    return call if call and (own or {"x", "y"} <= call[1].keys()) else None


def _listed(name: str, names: list[str], parts: list[str]) -> tuple[str, dict[str, Any]] | None:
    """Return an action with named arguments, or with arguments in the order of the prompt."""
    arguments: dict[str, Any] = {}
    for number, part in enumerate(parts):
        named = _NAMED.fullmatch(part)
        if named is None and number >= len(names):
            return None
        key, value = (named[1], named[2]) if named else (names[number], part)
        if key in arguments:
            return None
        number_said = number_in(value)
        arguments[key] = _unquoted(value) if number_said is None else number_said
    return name, arguments


def settled(name: str, given: Mapping[str, Any], tool: Tool) -> Form:
    """Return an action with its arguments in the requested form."""
    schemas = tool.parameters
    if all(key in schemas and _fits(value, schemas[key]) for key, value in given.items()):
        return Form(name, dict(given))
    repairs: dict[str, None] = {}
    try:
        return Form(name, _arguments(name, given, schemas, repairs), tuple(repairs))
    except _Ambiguous:
        return Form(name, dict(given), ambiguous=True)


def _arguments(
    name: str, given: Mapping[str, Any], schemas: Mapping[str, Any], repairs: dict[str, None]
) -> dict[str, Any]:
    found: dict[str, Any] = {key: value for key, value in given.items() if key in schemas and value is not None}
    points = []
    for key, value in given.items():
        if key in schemas or value is None:
            continue
        word = plain(key)
        if {"x", "y"} <= schemas.keys() and word in _POINT and (point := point_in(value, schemas)):
            points.append(point)
            continue
        target = next((one for one in _KEYS.get(word, ()) if one in schemas and _may_be(value, one, schemas[one])), "")
        if target:
            if target not in found:
                found[target] = value
                repairs["other_key"] = None
            elif found[target] != value and name not in FREE_TEXT:
                raise _Ambiguous
            continue
        if word in TWISTING:
            raise _Ambiguous
        repairs["extra_key"] = None
    for key in found.keys() - {"x", "y"}:
        if (
            _is_number(schemas[key])
            and isinstance(found[key], str)
            and (number := number_in(found[key], key)) is not None
        ):
            found[key] = number
            repairs["number_as_text"] = None
    return _with_point(found, points, schemas, repairs)


def _with_point(
    found: dict[str, Any], points: list[tuple[float, float]], schemas: Mapping[str, Any], repairs: dict[str, None]
) -> dict[str, Any]:
    """Return arguments with the one point they name as x and y; invalid points are left for the environment to refuse."""
    given = [found[axis] for axis in ("x", "y") if axis in found]
    if len(given) == 2 and (own := point_in(dict(zip("xy", given, strict=True)), schemas)):
        if list(own) != given:
            repairs["number_as_text"] = None
        points = [own, *points]
    elif len(given) == 1 and "x" in found and (own := point_in(found["x"], schemas)):
        points = [own, *points]
        repairs["point_form"] = None
    elif given and points:
        raise _Ambiguous
    if len(set(points)) > 1:
        raise _Ambiguous
    if points:
        if len(given) < 2:
            repairs["point_form"] = None
        elif len(points) > 1:
            repairs["extra_key"] = None
        found["x"], found["y"] = points[0]
    return found


def point_in(value: Any, schemas: Mapping[str, Any] = MappingProxyType({})) -> tuple[float, float] | None:
    """Return the point (x, y) in a value: two numbers in a list, an object or a text; None if there is none or more than one.

    Two numbers without names are in the order of the axes in a tool's ``schemas``; a percentage is one of the range that they state.
    """
    axes = tuple(name for name in schemas if name in {"x", "y"}) or ("x", "y")
    if isinstance(value, str):
        if _NAMES_X.search(value):
            axes = ("x", "y")
        pair = _PAIR.fullmatch(value)
        value = list(pair.groups()) if pair else None
    elif isinstance(value, dict):
        keys = {plain(str(key)): inner for key, inner in value.items()}
        value = [keys["x"], keys["y"]] if keys.keys() == {"x", "y"} else None
        axes = ("x", "y")
    elif isinstance(value, list) and len(value) == 1 and isinstance(value[0], list | dict):
        return point_in(value[0], schemas)
    if not isinstance(value, list) or len(value) != 2:
        return None
    # A percentage beside a plain number: the number's unit is unknown.
    if len({isinstance(one, str) and one.strip().endswith(("%", "％")) for one in value}) > 1:
        return None
    said = {
        axis: _coordinate(one, schemas.get(axis, {}).get("maximum", ACROSS))
        for axis, one in zip(axes, value, strict=True)
    }
    x, y = said["x"], said["y"]
    return None if x is None or y is None else (x, y)


def number_in(said: str, key: str = "") -> float | None:
    """Return the number in a text, with or without a unit of its argument; None if it is not a number."""
    word = said.strip()
    unit = next((one for one in UNITS.get(key, ()) if word.endswith(one)), "")
    word = word.removesuffix(unit).strip()
    if not _NUMBER.fullmatch(word) or len(word) > 30:
        return None
    number = float(word)
    return int(number) if number.is_integer() else number


def _coordinate(value: Any, across: float = ACROSS) -> float | None:
    if isinstance(value, str):
        percent = value.strip().endswith(("%", "％"))
        number = number_in(value.strip().rstrip("%％"))
        return number if number is None or not percent else number * across / 100
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _is_number(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "number"


def _fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Return whether a value needs no repair; a value of an unrelated type is left for the environment to refuse."""
    return value is None or not (_is_number(schema) and isinstance(value, str | list))


def _may_be(value: Any, key: str, schema: Mapping[str, Any]) -> bool:
    if not _is_number(schema):
        return isinstance(value, str)
    if isinstance(value, str):
        return (_coordinate(value) if key in {"x", "y"} else number_in(value, key)) is not None
    return isinstance(value, int | float) and not isinstance(value, bool)


def _unquoted(said: str) -> str:
    quoted = _QUOTED.fullmatch(said.strip())
    return quoted[2] if quoted else said.strip()


def _by_key() -> dict[str, tuple[str, ...]]:
    """Return normalised key → arguments that it may mean."""
    found: dict[str, tuple[str, ...]] = {}
    for name, others in KEYS.items():
        for other in (name, *others):
            found[plain(other)] = (*found.get(plain(other), ()), name)
    return found


_POINT = frozenset(map(plain, POINT))
_KEYS = _by_key()
