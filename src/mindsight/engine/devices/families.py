"""Six families of control panels as data: what appliances can be set to, and by which buttons."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from mindsight.engine.devices.panels import Effect, Value, Variable


@dataclass(frozen=True)
class Key:
    """A button: its name, its label in both scripts, its pictogram and its effect."""

    name: str
    zh: str
    en: str
    icon: str
    effect: Effect


@dataclass(frozen=True)
class Family:
    """A family of panels: all variables, all buttons, the number on the display, and the conditions for starting.

    ``needs`` maps variables to values with which the appliance cannot be started. ``known`` are the variables of the
    family with all its buttons, so that those a panel lacks still have names.
    """

    variables: tuple[Variable, ...]
    keys: tuple[Key, ...]
    shown: str
    needs: Mapping[str, Value] | None = None
    known: tuple[Variable, ...] = ()

    def with_keys(self, names: Collection[str]) -> "Family":
        """Return the family with only some of its buttons and the variables that these can set."""
        keys = tuple(key for key in self.keys if key.name in names)
        variables = tuple(kept for variable in self.variables if (kept := _reachable(variable, keys)) is not None)
        known = {variable.key for variable in variables}
        needs = {key: value for key, value in (self.needs or {}).items() if key in known}
        return Family(variables, keys, self.shown if self.shown in known else "", needs, self.known or self.variables)


def _reachable(variable: Variable, keys: tuple[Key, ...]) -> Variable | None:
    effects = [key.effect for key in keys if key.effect.variable == variable.key]
    if not effects:
        return None
    if not variable.values or any(effect.verb == "cycle" for effect in effects):
        return variable
    reached = {str(variable.start), *(effect.value for effect in effects)}
    captions = zip(variable.values, variable.zh.split("|"), variable.en.split("|"), variable.said, strict=True)
    kept = [caption for caption in captions if caption[0] in reached]
    values, zh, en, said = zip(*kept, strict=True)
    return replace(variable, values=values, zh="|".join(zh), en="|".join(en), said=said)


POWER = Key("power", "电源", "POWER", "power", Effect("toggle", "power"))
START = Key("start", "启动", "START", "play", Effect("start"))
STOP = Key("stop", "取消", "STOP", "stop", Effect("stop"))
LOCK = Key("lock", "童锁", "LOCK", "lock", Effect("lock"))
_ON = Variable("power", "电源", "POWER", start=False, title=("电源", "power"))


def _choice(
    key: str, title: tuple[str, str], captions: Mapping[str, tuple[str, ...]], *, start: str, clears: bool = True
) -> Variable:
    """Return a choice; each value has two captions and, where sentences use another word, its English word."""
    zh, en = ("|".join(caption[place] for caption in captions.values()) for place in (0, 1))
    said = tuple(caption[-1].lower() for caption in captions.values())
    return Variable(key, zh, en, start=start, values=tuple(captions), clears=clears, title=title, said=said)


def _switch(key: str, zh: str, title: str) -> Variable:
    return Variable(key, zh, key.upper(), start=False, clears=True, title=(zh, title))


def _number(
    key: str, title: tuple[str, str], unit: tuple[str, str], low: float, high: float, step: float, *, start: float
) -> Variable:
    return Variable(key, *unit, start=start, low=low, high=high, step=step, clears=True, title=title)


def _more(variable: str, zh: str, en: str) -> tuple[Key, Key]:
    plus = Key(f"{variable}_more", f"{zh}＋", f"{en}+", "plus", Effect("add", variable, amount=1))
    minus = Key(f"{variable}_less", f"{zh}－", f"{en}-", "minus", Effect("add", variable, amount=-1))
    return plus, minus


_MICROWAVE = Family(
    (
        _choice(
            "mode",
            ("模式", "mode"),
            {"heat": ("微波", "HEAT"), "grill": ("烧烤", "GRILL"), "defrost": ("解冻", "DEFROST")},
            start="heat",
        ),
        _choice(
            "level",
            ("火力", "power level"),
            {"low": ("低火", "LOW"), "medium": ("中火", "MEDIUM"), "high": ("高火", "HIGH")},
            start="high",
        ),
        _number("minutes", ("时间", "time"), ("分钟", "MIN"), 0.0, 30.0, 1.0, start=0.0),
    ),
    (
        Key("heat", "微波", "HEAT", "waves", Effect("set", "mode", "heat")),
        Key("grill", "烧烤", "GRILL", "flame", Effect("set", "mode", "grill")),
        Key("defrost", "解冻", "DEFROST", "snow", Effect("set", "mode", "defrost")),
        Key("level", "火力", "LEVEL", "bars", Effect("cycle", "level")),
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
        _choice(
            "program",
            ("程序", "program"),
            {
                "cotton": ("棉织", "COTTON"),
                "mixed": ("混合", "MIXED"),
                "quick": ("快洗", "QUICK"),
                "eco": ("节能", "ECO"),
            },
            start="cotton",
        ),
        _choice(
            "spin",
            ("脱水", "spin"),
            {"slow": ("弱甩", "SLOW"), "mid": ("中甩", "MEDIUM"), "fast": ("强甩", "FAST")},
            start="mid",
        ),
        _number("degrees", ("水温", "water temperature"), ("度", "°C"), 20.0, 90.0, 10.0, start=40.0),
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
)
_AIR = Family(
    (
        _ON,
        _choice(
            "mode",
            ("模式", "mode"),
            {
                "cool": ("制冷", "COOL", "cooling"),
                "heat": ("制热", "HEAT", "heating"),
                "dry": ("除湿", "DRY", "drying"),
                "fan": ("送风", "FAN"),
            },
            start="cool",
            clears=False,
        ),
        _choice(
            "fan", ("风速", "fan speed"), {"low": ("弱风", "LOW"), "high": ("强风", "HIGH")}, start="low", clears=False
        ),
        _switch("swing", "摆风", "swing"),
        _number("degrees", ("温度", "temperature"), ("度", "°C"), 16.0, 30.0, 1.0, start=24.0),
    ),
    (
        POWER,
        Key("mode", "模式", "MODE", "arrows", Effect("cycle", "mode")),
        Key("fan", "风速", "SPEED", "fan", Effect("cycle", "fan")),
        Key("swing", "摆风", "SWING", "swing", Effect("toggle", "swing")),
        *_more("degrees", "温度", "TEMP"),
        LOCK,
    ),
    "degrees",
)
_RICE = Family(
    (
        _choice(
            "dish",
            ("功能", "program"),
            {
                "rice": ("米饭", "RICE"),
                "congee": ("煮粥", "CONGEE"),
                "soup": ("煲汤", "SOUP"),
                "steam": ("蒸煮", "STEAM"),
            },
            start="rice",
        ),
        _choice("taste", ("口感", "texture"), {"soft": ("偏软", "SOFT"), "firm": ("偏硬", "FIRM")}, start="soft"),
        _switch("warm", "保温", "keep-warm"),
        _number("hours", ("预约", "timer"), ("小时", "HOURS"), 0.0, 12.0, 1.0, start=0.0),
    ),
    (
        Key("dish", "功能", "DISH", "bowl", Effect("cycle", "dish")),
        Key("taste", "口感", "TEXTURE", "spoon", Effect("cycle", "taste")),
        Key("warm", "保温", "WARM", "thermometer", Effect("toggle", "warm")),
        *_more("hours", "预约", "TIMER"),
        START,
        STOP,
        LOCK,
    ),
    "hours",
)
_HOB = Family(
    (
        _ON,
        _choice(
            "mode",
            ("模式", "mode"),
            {"fry": ("炒菜", "FRY"), "soup": ("煲汤", "SOUP"), "hotpot": ("火锅", "HOTPOT")},
            start="fry",
            clears=False,
        ),
        _number("level", ("火力", "heat level"), ("档", "LEVEL"), 0.0, 9.0, 1.0, start=0.0),
    ),
    (
        POWER,
        Key("fry", "炒菜", "FRY", "pan", Effect("set", "mode", "fry")),
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
        _switch("ceiling", "吊灯", "ceiling lamp"),
        _switch("wall", "壁灯", "wall lamp"),
        _switch("desk", "台灯", "desk lamp"),
        _choice(
            "scene",
            ("情景", "scene"),
            {
                "day": ("日常", "DAY"),
                "read": ("阅读", "READ", "reading"),
                "sleep": ("睡眠", "SLEEP"),
                "party": ("聚会", "PARTY"),
            },
            start="day",
        ),
        _number("brightness", ("亮度", "brightness"), ("亮度", "BRIGHT"), 1.0, 9.0, 1.0, start=5.0),
    ),
    (
        Key("ceiling", "吊灯", "CEILING", "pendant", Effect("toggle", "ceiling")),
        Key("wall", "壁灯", "WALL", "sconce", Effect("toggle", "wall")),
        Key("desk", "台灯", "DESK", "desk_lamp", Effect("toggle", "desk")),
        Key("scene", "情景", "SCENE", "house", Effect("cycle", "scene")),
        *_more("brightness", "亮度", "BRIGHT"),
        LOCK,
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
"""Families by the kind of fixture that has such a panel."""
