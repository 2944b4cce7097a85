"""What appliances can be set to and by which buttons: six families of control panels, as data."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from mindsight.engine.consoles import Key
from mindsight.engine.panels import Effect, Value, Variable


@dataclass(frozen=True)
class Family:
    """A kind of panel: everything it can be set to, every button, the number its display shows, what starting needs.

    ``needs`` forbids values: what has them cannot be started.
    """

    variables: tuple[Variable, ...]
    keys: tuple[Key, ...]
    shown: str
    needs: Mapping[str, Value] | None = None

    def with_keys(self, names: Collection[str]) -> "Family":
        """Return the family with some of its buttons, and only with what these can set."""
        keys = tuple(key for key in self.keys if key.name in names)
        variables = tuple(kept for variable in self.variables if (kept := _reachable(variable, keys)) is not None)
        known = {variable.key for variable in variables}
        needs = {key: value for key, value in (self.needs or {}).items() if key in known}
        return Family(variables, keys, self.shown if self.shown in known else "", needs)


def _reachable(variable: Variable, keys: tuple[Key, ...]) -> Variable | None:
    effects = [key.effect for key in keys if key.effect.variable == variable.key]
    if not effects:
        return None
    if not variable.values or any(effect.verb == "cycle" for effect in effects):
        return variable
    reached = {str(variable.start), *(effect.value for effect in effects)}
    captions = zip(variable.values, variable.zh.split("|"), variable.en.split("|"), strict=True)
    kept = [caption for caption in captions if caption[0] in reached]
    values, zh, en = zip(*kept, strict=True)
    return replace(variable, values=values, zh="|".join(zh), en="|".join(en))


POWER = Key("power", "电源", "POWER", "power", Effect("toggle", "power"))
START = Key("start", "启动", "START", "play", Effect("start"))
STOP = Key("stop", "取消", "STOP", "stop", Effect("stop"))
LOCK = Key("lock", "童锁", "LOCK", "lock", Effect("lock"))
_ON = Variable("power", "电源", "PWR", start=False)


def _number(key: str, zh: str, en: str, low: float, high: float, step: float, *, start: float) -> Variable:
    return Variable(key, zh, en, start=start, low=low, high=high, step=step, clears=True)


def _more(variable: str, zh: str, en: str) -> tuple[Key, Key]:
    plus = Key(f"{variable}_more", f"{zh}＋", f"{en}+", "plus", Effect("add", variable, amount=1))
    minus = Key(f"{variable}_less", f"{zh}－", f"{en}-", "minus", Effect("add", variable, amount=-1))
    return plus, minus


_MICROWAVE = Family(
    (
        Variable(
            "mode", "微波|烧烤|解冻", "HEAT|GRILL|DEFR", start="heat", values=("heat", "grill", "defrost"), clears=True
        ),
        Variable(
            "level", "低火|中火|高火", "LOW|MED|HIGH", start="high", values=("low", "medium", "high"), clears=True
        ),
        _number("minutes", "分钟", "MIN", 0, 30, 1, start=0),
    ),
    (
        Key("heat", "微波", "HEAT", "bowl", Effect("set", "mode", "heat")),
        Key("grill", "烧烤", "GRILL", "flame", Effect("set", "mode", "grill")),
        Key("defrost", "解冻", "DEFROST", "snow", Effect("set", "mode", "defrost")),
        Key("level", "火力", "POWER", "sun", Effect("cycle", "level")),
        *_more("minutes", "时间", "TIME"),
        START,
        STOP,
        LOCK,
    ),
    "minutes",
    {"minutes": 0.0},
)
_WASHER = Family(
    (
        _ON,
        Variable("program", "棉织|羊毛|快洗|漂洗", "COTT|WOOL|QUIK|RINS", start="cotton",
                 values=("cotton", "wool", "quick", "rinse"), clears=True),
        Variable("spin", "弱甩|中甩|强甩", "SLOW|MID|FAST", start="mid", values=("slow", "mid", "fast"), clears=True),
        _number("degrees", "度", "DEG", 20, 90, 10, start=40),
    ),
    (
        POWER,
        Key("program", "程序", "PROGRAM", "shirt", Effect("cycle", "program")),
        Key("spin", "脱水", "SPIN", "spiral", Effect("cycle", "spin")),
        *_more("degrees", "水温", "TEMP"),
        START,
        STOP,
        LOCK,
    ),
    "degrees",
)  # fmt: skip
_AIR = Family(
    (
        _ON,
        Variable(
            "mode", "制冷|制热|除湿|送风", "COOL|HEAT|DRY|FAN", start="cool", values=("cool", "heat", "dry", "fan")
        ),
        Variable("fan", "弱风|强风", "LOW|HIGH", start="low", values=("low", "high")),
        Variable("swing", "摆风", "SWNG", start=False),
        _number("degrees", "度", "DEG", 16, 30, 1, start=24),
    ),
    (
        POWER,
        Key("mode", "模式", "MODE", "snow", Effect("cycle", "mode")),
        Key("fan", "风速", "FAN", "fan", Effect("cycle", "fan")),
        Key("swing", "摆风", "SWING", "swing", Effect("toggle", "swing")),
        *_more("degrees", "温度", "TEMP"),
        LOCK,
    ),
    "degrees",
)
_RICE = Family(
    (
        Variable("dish", "米饭|煮粥|煲汤|蒸", "RICE|CONG|SOUP|STEA", start="rice",
                 values=("rice", "congee", "soup", "steam"), clears=True),
        Variable("taste", "软|硬", "SOFT|FIRM", start="soft", values=("soft", "firm"), clears=True),
        Variable("warm", "保温", "WARM", start=False, clears=True),
        _number("hours", "小时", "HRS", 0, 12, 1, start=0),
    ),
    (
        Key("dish", "功能", "DISH", "bowl", Effect("cycle", "dish")),
        Key("taste", "口感", "TASTE", "star", Effect("cycle", "taste")),
        Key("warm", "保温", "WARM", "flame", Effect("toggle", "warm")),
        *_more("hours", "预约", "TIMER"),
        START,
        STOP,
        LOCK,
    ),
    "hours",
)  # fmt: skip
_HOB = Family(
    (
        _ON,
        Variable("mode", "炒菜|煲汤|火锅", "FRY|SOUP|POT", start="fry", values=("fry", "soup", "hotpot")),
        _number("level", "档", "LVL", 0, 9, 1, start=0),
    ),
    (
        POWER,
        Key("fry", "炒菜", "FRY", "flame", Effect("set", "mode", "fry")),
        Key("soup", "煲汤", "SOUP", "bowl", Effect("set", "mode", "soup")),
        Key("hotpot", "火锅", "HOTPOT", "pot", Effect("set", "mode", "hotpot")),
        *_more("level", "火力", "HEAT"),
        START,
        LOCK,
    ),
    "level",
    {"level": 0.0},
)
_LIGHTS = Family(
    (
        Variable("ceiling", "吊灯", "CEIL", start=False),
        Variable("wall", "壁灯", "WALL", start=False),
        Variable("desk", "台灯", "DESK", start=False),
        Variable(
            "scene", "日常|阅读|睡眠|聚会", "DAY|READ|SLEP|PRTY", start="day", values=("day", "read", "sleep", "party")
        ),
        _number("brightness", "亮度", "BRI", 1, 9, 1, start=5),
    ),
    (
        Key("ceiling", "吊灯", "CEILING", "sun", Effect("toggle", "ceiling")),
        Key("wall", "壁灯", "WALL", "star", Effect("toggle", "wall")),
        Key("desk", "台灯", "DESK", "book", Effect("toggle", "desk")),
        Key("scene", "情景", "SCENE", "moon", Effect("cycle", "scene")),
        *_more("brightness", "亮度", "LIGHT"),
    ),
    "brightness",
)

FAMILIES: dict[str, Family] = {
    "microwave": _MICROWAVE,
    "washing_machine": _WASHER,
    "air_conditioner": _AIR,
    "rice_cooker": _RICE,
    "induction_hob": _HOB,
    "lamp_panel": _LIGHTS,
}
"""Families by the kind of fixture that carries such a panel."""
