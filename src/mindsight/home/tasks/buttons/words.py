"""Wordings for the settings of an appliance, in both languages; drawn before a task is made irrelevant."""

from collections.abc import Mapping, Sequence

from numpy.random import Generator

from mindsight.engine.devices.panels import Value
from mindsight.home.tasks.wording import Sentence, draw_demand, listed, not_home, pick

Setting = tuple[str, Value]
Phrase = tuple[str, str]

WORDINGS: tuple[Phrase, ...] = (
    ("请把{device}设成：{settings}{then}。", "Please set the {device} as follows: {settings}{then}."),
    ("帮我调一下{device}，我要{settings}{then}。", "Adjust the {device} for me, please: {settings}{then}."),
    ("麻烦调一下{device}：{settings}{then}。", "Please get the {device} ready: {settings}{then}."),
    ("{device}帮我这样设置：{settings}{then}。", "For the {device} I would like {settings}{then}."),
)
STARTED: Phrase = ("，然后启动", "; then start it")
IMPOSSIBLE: tuple[Phrase, ...] = (
    ("请用{device}把这封信寄出去。", "Please post this letter with the {device}."),
    ("请让{device}自己走到阳台上晒太阳。", "Please make the {device} walk to the balcony and sunbathe by itself."),
    ("请把{device}折叠起来放进口袋。", "Please fold the {device} and put it into a pocket."),
    ("请用{device}给手机充话费。", "Please top up the phone's credit with the {device}."),
    ("请让{device}播放昨天的电影。", "Please have the {device} play yesterday's film."),
    ("请把{device}的温度调到五百度。", "Please set the temperature of the {device} to five hundred degrees."),
)
SPOKEN: Mapping[str, Mapping[str, Mapping[str, Phrase] | Phrase]] = {
    "microwave": {
        "mode": {"grill": ("烧烤模式", "the grill mode"), "defrost": ("解冻模式", "the defrost mode")},
        "level": {"low": ("低火", "low power"), "medium": ("中火", "medium power")},
        "minutes": ("{n}分钟", "{n} minute{s}"),
    },
    "washing_machine": {
        "program": {
            "mixed": ("混合程序", "the mixed program"),
            "quick": ("快洗程序", "the quick program"),
            "eco": ("节能程序", "the eco program"),
        },
        "spin": {"slow": ("弱甩", "a slow spin"), "fast": ("强甩", "a fast spin")},
        "degrees": ("水温{n}度", "water at {n} degrees"),
    },
    "air_conditioner": {
        "mode": {"heat": ("制热模式", "the heating mode"), "dry": ("除湿模式", "the drying mode"), "fan": ("送风模式", "the fan mode")},
        "fan": {"high": ("强风", "high fan speed")},
        "swing": ("摆风开启", "swing switched on"),
        "degrees": ("温度{n}度", "a temperature of {n} degrees"),
    },
    "rice_cooker": {
        "dish": {"congee": ("煮粥", "the congee program"), "soup": ("煲汤", "the soup program"), "steam": ("蒸煮", "the steam program")},
        "taste": {"firm": ("口感偏硬", "a firm texture")},
        "warm": ("保温开启", "keep-warm switched on"),
        "hours": ("预约{n}小时", "the timer at {n} hour{s}"),
    },
    "induction_hob": {
        "mode": {"soup": ("煲汤模式", "the soup mode"), "hotpot": ("火锅模式", "the hotpot mode")},
        "level": ("{n}档火力", "heat level {n}"),
    },
    "lamp_panel": {
        "ceiling": ("吊灯打开", "the ceiling lamp on"),
        "wall": ("壁灯打开", "the wall lamp on"),
        "desk": ("台灯打开", "the desk lamp on"),
        "scene": {
            "read": ("阅读情景", "the reading scene"),
            "sleep": ("睡眠情景", "the sleep scene"),
            "party": ("聚会情景", "the party scene"),
        },
        "brightness": ("亮度{n}", "brightness {n}"),
    },
}  # fmt: skip
"""Phrases by family, variable and value, except for initial values; ``n`` is a number."""


def demand(kind: str, device: Phrase, wanted: Sequence[Setting], rng: Generator) -> Sentence:
    """Return the instruction to bring an appliance into a state."""
    running = ("running", True) in wanted
    spoken = [said(kind, key, value) for key, value in wanted if key != "running"]
    filled = [
        {
            "device": device[place],
            "settings": listed([words[place] for words in spoken], "en" if place else "zh"),
            "then": STARTED[place] if running else "",
        }
        for place in (0, 1)
    ]
    return pick(rng, WORDINGS, filled[0], filled[1])


def nonsense(reason: str, device: Phrase, rng: Generator) -> Sentence:
    """Return a demand that the appliance cannot meet (impossible) or that is no household task (not_home)."""
    if reason == "not_home":
        return not_home(rng)
    return draw_demand(rng, IMPOSSIBLE, {"device": device[0]}, {"device": device[1]})


def said(kind: str, key: str, value: Value) -> Phrase:
    """Return a setting in words."""
    found = SPOKEN[kind][key]
    zh, en = found if isinstance(found, tuple) else found[str(value)]
    if isinstance(value, bool | str):
        return zh, en
    number, plural = f"{value:.0f}", "" if value == 1 else "s"
    return zh.format(n=number), en.format(n=number, s=plural)
