"""理解按钮功能: bring an appliance that nobody has seen before into a stated state, by reading and trying.

Irrelevant variants: the appliance lacks the button for what is asked (absent), its child lock is on and there is no
button that takes it off (blocked), what is asked is beyond it (impossible), or it is no household task.
"""

from collections.abc import Sequence
from typing import Literal

from numpy.random import Generator

from mindsight.engine.families import FAMILIES, Family
from mindsight.engine.furnishing import FIXTURES
from mindsight.engine.layout import furnish
from mindsight.engine.panels import Panel, Value, Variable, path
from mindsight.engine.plans import RoomKind, ScenePlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.instances import Instance, Reason
from mindsight.home.tasks import Rejected, Task, register
from mindsight.home.tasks.buttons_oracle import solve
from mindsight.home.tasks.wording import Sentence, listed, not_home, pick

VERSION = 1
LABELS = ("words", "icons", "none")
SETTINGS = (1, 2, 3)
LOCKED = ("open", "locked")
ROOMS: dict[str, tuple[RoomKind, ...]] = {
    "microwave": ("kitchen",),
    "washing_machine": ("kitchen",),
    "rice_cooker": ("kitchen",),
    "induction_hob": ("kitchen",),
    "air_conditioner": ("living_room", "bedroom", "study"),
    "lamp_panel": ("living_room", "bedroom", "study"),
}
MOST_STEPS = 5
"""A number is at most this many presses away from where it starts."""

WORDINGS = (
    ("请把{device}设成：{settings}。", "Please set the {device} as follows: {settings}."),
    ("帮我调一下{device}，要{settings}。", "Adjust the {device} for me, please: {settings}."),
    ("我想让{device}处于这样的状态：{settings}。", "I want the {device} to be like this: {settings}."),
    ("{device}请调到{settings}。", "The {device} should be at {settings}, please."),
)
IMPOSSIBLE = (
    ("请用{device}把这封信寄出去。", "Please post this letter with the {device}."),
    ("请让{device}自己走到阳台上晒太阳。", "Please make the {device} walk to the balcony and sunbathe by itself."),
    ("请把{device}折叠起来放进口袋。", "Please fold the {device} and put it into a pocket."),
    ("请用{device}给手机充话费。", "Please top up the phone's credit with the {device}."),
    ("请让{device}播放昨天的电影。", "Please have the {device} play yesterday's film."),
    ("请把{device}的温度调到五百度。", "Please set the temperature of the {device} to five hundred degrees."),
)
SPOKEN: dict[str, tuple[str, str]] = {
    "minutes": ("{n}分钟", "{n} minutes"),
    "degrees": ("{n}度", "{n} degrees"),
    "hours": ("预约{n}小时", "a timer of {n} hours"),
    "level": ("{n}档火力", "heat level {n}"),
    "brightness": ("亮度{n}", "brightness {n}"),
    "running": ("已经启动", "started"),
    "power": ("电源打开", "switched on"),
    "cotton": ("棉织程序", "the cotton program"),
    "wool": ("羊毛程序", "the wool program"),
    "quick": ("快洗程序", "the quick program"),
    "rinse": ("漂洗程序", "the rinse program"),
    "slow": ("弱甩", "slow spin"),
    "mid": ("中甩", "medium spin"),
    "fast": ("强甩", "fast spin"),
    "heat": ("{heat}", "{heat}"),
    "grill": ("烧烤", "grill"),
    "defrost": ("解冻", "defrost"),
    "cool": ("制冷", "cooling"),
    "dry": ("除湿", "drying"),
    "fan": ("送风", "fan only"),
    "rice": ("煮米饭", "rice"),
    "congee": ("煮粥", "congee"),
    "soup": ("煲汤", "soup"),
    "steam": ("蒸", "steam"),
    "soft": ("口感软", "soft"),
    "firm": ("口感硬", "firm"),
    "warm": ("保温", "keep warm"),
    "fry": ("炒菜", "fry"),
    "hotpot": ("火锅", "hotpot"),
    "ceiling": ("吊灯亮", "ceiling lamp on"),
    "wall": ("壁灯亮", "wall lamp on"),
    "desk": ("台灯亮", "desk lamp on"),
    "swing": ("摆风开", "swing on"),
    "day": ("日常情景", "the day scene"),
    "read": ("阅读情景", "the reading scene"),
    "sleep": ("睡眠情景", "the sleep scene"),
    "party": ("聚会情景", "the party scene"),
    "high": ("{high}", "{high}"),
    "low": ("{low}", "{low}"),
    "medium": ("中火", "medium power"),
}
_OWN: dict[str, dict[str, tuple[str, str]]] = {
    "microwave": {
        "heat": ("微波加热", "microwave heating"),
        "high": ("高火", "high power"),
        "low": ("低火", "low power"),
    },
    "air_conditioner": {
        "heat": ("制热", "heating"),
        "high": ("强风", "high fan speed"),
        "low": ("弱风", "low fan speed"),
    },
}

Setting = tuple[str, Value]


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the instance of a seed.

    Raises:
        Rejected: No room takes the appliance, or the panel cannot be brought into the wanted state.
    """
    rng = stream(seed, "buttons")
    kind = tuple(FAMILIES)[int(rng.integers(len(FAMILIES)))]
    labels, count = LABELS[int(rng.integers(3))], SETTINGS[int(rng.integers(3))]
    locked = bool(rng.random() < 0.25)
    family = FAMILIES[kind]
    wanted = _wanted(family, count, rng)
    spare = [key.name for key in family.keys if not _serves(family, key.name, wanted) and rng.random() < 0.6]
    keys = [key.name for key in family.keys if _serves(family, key.name, wanted) or key.name in spare]
    locked, keys = _spoiled(family, keys, wanted, reason, locked=locked)
    scene, device = _scene(seed, kind, {"labels": labels, "keys": keys, "locked": locked}, rng)
    _check(family.with_keys(keys), wanted, reason, locked=locked)
    return Instance(
        id=f"buttons-{seed}-{reason or 'valid'}",
        task="buttons",
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={"family": kind, "labels": labels, "settings": len(wanted), "lock": LOCKED[locked]},
        instruction=_instruction(kind, wanted, reason, rng),
        scene=scene,
        goal=["all", *(["state", device, key, value] for key, value in wanted)],
        needed=(device,) if reason else (device, *(f"{device}/{key}" for key in keys)),
        details={"device": device, "wanted": [list(setting) for setting in wanted], "labels": labels},
    )


def _wanted(family: Family, count: int, rng: Generator) -> list[Setting]:
    """Draw what the appliance shall be set to: other than it stands at first, and running if it can run."""
    settable = [variable for variable in family.variables if variable.key != "power"]
    chosen = [settable[int(index)] for index in sorted(rng.permutation(len(settable))[:count])]
    forced = {key for key in (family.needs or {}) if key not in {variable.key for variable in chosen}}
    starts = any(key.effect.verb == "start" for key in family.keys) and bool(rng.random() < 0.5)
    if starts:
        chosen += [variable for variable in settable if variable.key in forced]
    wanted: list[Setting] = [(variable.key, _other(variable, rng)) for variable in chosen]
    return [*wanted, ("running", True)] if starts else wanted


def _other(variable: Variable, rng: Generator) -> Value:
    if variable.values:
        others = [value for value in variable.values if value != variable.start]
        return others[int(rng.integers(len(others)))]
    if isinstance(variable.start, bool):
        return not variable.start
    steps = [step for step in range(-MOST_STEPS, MOST_STEPS + 1) if step]
    values = [float(variable.start) + step * variable.step for step in steps]
    fitting = [value for value in values if variable.low <= value <= variable.high]
    return fitting[int(rng.integers(len(fitting)))]


def _serves(family: Family, key: str, wanted: Sequence[Setting]) -> bool:
    """Return whether a button is needed for a goal, or makes the appliance usable at all."""
    effect = next(one.effect for one in family.keys if one.name == key)
    settings = dict(wanted)
    if effect.verb == "set":
        return settings.get(effect.variable) == effect.value
    if effect.verb == "start":
        return "running" in settings
    return effect.verb == "lock" or effect.variable == "power" or effect.variable in settings


def _spoiled(
    family: Family, keys: list[str], wanted: Sequence[Setting], reason: str, *, locked: bool
) -> tuple[bool, list[str]]:
    """Take away what makes a task possible: the button for one of its settings, or the way to unlock it."""
    if reason == "absent":
        key, value = next(setting for setting in wanted if setting[0] != "running")
        gone = {
            one.name
            for one in family.keys
            if one.effect.variable == key and (one.effect.verb != "set" or one.effect.value == value)
        }
        return False, [name for name in keys if name not in gone]
    lock = {one.name for one in family.keys if one.effect.verb == "lock"}
    if reason == "blocked":
        if not lock:
            raise Rejected("no_lock", "this appliance has no child lock")
        return True, [name for name in keys if name not in lock]
    return locked and bool(lock), keys


def _check(family: Family, wanted: Sequence[Setting], reason: str, *, locked: bool) -> None:
    """Reject panels with too few or too many buttons, and valid goals that cannot be reached."""
    if not 4 <= len(family.keys) <= 10:
        raise Rejected("buttons", f"{len(family.keys)} buttons")
    effects = {key.name: key.effect for key in family.keys}
    powered = any(variable.key == "power" for variable in family.variables)
    panel = Panel(family.variables, effects, needs=family.needs, powered=powered, locked=locked)
    state = panel.start()
    reachable = all(key in state for key, _ in wanted) and path(panel, state, wanted) is not None
    if reachable is bool(reason in {"absent", "blocked"}):
        raise Rejected("reachable" if reachable else "unreachable", str(wanted))


def _scene(seed: int, kind: str, options: dict[str, object], rng: Generator) -> tuple[ScenePlan, str]:
    rooms = ROOMS[kind]
    room = rooms[int(rng.integers(len(rooms)))]
    try:
        plan = furnish(room, subseed(seed, "buttons", "room"), wanted=(kind,))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    device = next(fixture.name for fixture in plan.fixtures if fixture.kind == kind)
    fixtures = tuple(
        fixture.model_copy(update={"options": {**fixture.options, **options}}) if fixture.name == device else fixture
        for fixture in plan.fixtures
    )
    return plan.model_copy(update={"fixtures": fixtures}), device


def _instruction(kind: str, wanted: Sequence[Setting], reason: str, rng: Generator) -> Sentence:
    zh, en = {"device": FIXTURES[kind].zh}, {"device": FIXTURES[kind].en}
    if reason == "not_home":
        return not_home(rng)
    if reason == "impossible":
        return pick(rng, IMPOSSIBLE, zh, en)
    spoken = [_spoken(kind, key, value) for key, value in wanted]
    zh["settings"] = listed([words[0] for words in spoken], "zh")
    en["settings"] = listed([words[1] for words in spoken], "en")
    return pick(rng, WORDINGS, zh, en)


def _spoken(kind: str, key: str, value: Value) -> tuple[str, str]:
    """Return a setting as one would say it."""
    if isinstance(value, bool | float):
        zh, en = SPOKEN[key]
        return zh.format(n=f"{value:.0f}"), en.format(n=f"{value:.0f}")
    return _OWN.get(kind, {}).get(value) or SPOKEN[value]


BUTTONS = register(
    Task(
        key="buttons",
        zh="理解按钮功能",
        en="Understand button functions",
        dimension="commonsense",
        version=VERSION,
        axes={"family": tuple(FAMILIES), "labels": LABELS, "settings": SETTINGS, "lock": LOCKED},
        draw=draw,
        solve=solve,
    )
)
