"""Facts in words: what a subject gets that is asked without pictures, to tell thinking from seeing."""

from collections.abc import Mapping
from itertools import repeat
from typing import Any, Literal

from mindsight.engine.catalogue.motion import read_glass
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.wording.doings import ACTIONS, BETWEEN, DEEDS, GESTURES, GROUPS, ROLES, SIDES, going
from mindsight.home.questions.facts.wording.feelings import EXPRESSIONS, HAPPENS, POSTURES
from mindsight.home.questions.question import Words

_STATES = {
    "clean": "干净", "stained": "脏", "open": "打开", "closed": "合上", "empty": "空", "cut": "切开", "burning": "点燃", "eaten": "吃剩",
    "full": "满", "half_full": "半满", "uncut": "没切开", "unlit": "没点燃", "on": "开着", "off": "关着", "whole": "完好", "broken": "破碎",
    "new": "崭新", "worn": "旧损", "locked": "挂着锁", "unlocked": "没有锁",
    "rain": "湿，站在水里", "snow": "有积雪", "dry": "干燥", "fish": "剩鱼骨", "egg": "剩蛋壳", "chicken": "剩鸡骨",
    "upright": "筷子竖插在饭里", "across": "筷子横放",
}  # fmt: skip

_SAID = {
    "rain": "wet, in a puddle", "snow": "covered with snow", "fish": "fish bones left", "egg": "egg shells left",
    "chicken": "chicken bones left",
    "upright": "chopsticks stuck upright in the rice", "across": "chopsticks laid across",
}  # fmt: skip

_MATERIALS = {
    "cake": "蛋糕", "card": "卡纸", "cardboard": "纸板", "ceramic": "陶瓷", "cheese": "奶酪", "china": "陶瓷", "clay": "陶土",
    "cloth": "布", "earthenware": "陶器", "fabric": "布", "fruit": "水果", "glass": "玻璃", "leather": "皮革",
    "metal and glass": "金属和玻璃", "metal": "金属", "paper": "纸", "pastry": "糕点", "plant": "植物", "plastic": "塑料",
    "plush": "毛绒", "rubber": "橡胶", "steel": "钢", "tin": "马口铁", "vegetable": "蔬菜", "wax": "蜡", "wicker": "藤", "wood": "木头",
    "wool": "羊毛",
}  # fmt: skip


def told(scene: Scene, language: Literal["zh", "en"]) -> str:
    """Return a scene in words: every object that its pictures show, with its looks and size, where it is, and what is legible on it."""
    parts = []
    for number, facts in enumerate(scene.pictures, 1):
        heading = f"第{number}张图：" if language == "zh" else f"Picture {number}:"
        lines = [_line(facts, one, language) for one in facts.objects if one.pixels and one.category != "part"]
        parts.append("\n".join([heading, *lines, *map(_doing, facts.more.get("people", ()), repeat(language))]))
    return "\n".join(parts)


def _doing(one: Mapping[str, Any], language: Literal["zh", "en"]) -> str:
    """Return what somebody does in all pictures, or shows with a face that is seen, in order."""
    place = 0 if language == "zh" else 1
    keys = [*one["did"], *filter(None, [one.get("part")])]
    words = [_done(key)[place] for key in keys] if one.get("seen", True) else []
    colour = COLOURS[one["top"]]
    if language == "zh":
        return f"- 穿{colour.zh}上衣的人依次：{'、'.join(words) or '看不出'}"
    return f"- the person with the {colour.en} top, in turn: {', '.join(words) or 'cannot be seen'}"


def _done(key: str) -> Words:
    """Return what is done or shown in words."""
    known = {
        **BETWEEN,
        **ROLES,
        **GROUPS,
        **SIDES,
        **DEEDS,
        **GESTURES,
        **EXPRESSIONS,
        **HAPPENS,
        **POSTURES,
        **ACTIONS,
    }
    return known[key] if key in known else going(key)


def _line(facts: Facts, one: Object, language: Literal["zh", "en"]) -> str:
    right, up, away = facts.seen_from(one.at)
    colour = COLOURS.get(one.colour)
    on = next((other for other in facts.objects if other.name == one.on), None)
    around = next((other for other in facts.objects if other.name == one.inside), None)
    if language == "zh":
        what = f"- {colour.zh if colour else ''}{one.zh}"
        where = f"在观察者右侧{right:.2f}米、前方{away:.2f}米、高{up:.2f}米处" if right >= 0 else (
            f"在观察者左侧{-right:.2f}米、前方{away:.2f}米、高{up:.2f}米处"
        )  # fmt: skip
        rest = [f"材料：{_MATERIALS.get(one.material, one.material)}"] if one.material else []
        rest += [f"长宽高：{_size(one)}厘米"] if any(one.size) else []
        rest += [f"状态：{_state(one, language)}"] if one.state else []
        rest += [f"字样：{'、'.join(one.read)}"] if one.read else []
        rest += [f"在{on.zh}上"] if on else []
        rest += [f"在{around.zh}里"] if around else []
        return "，".join([what, where, *rest])
    what = f"- {colour.en + ' ' if colour else ''}{one.en}"
    where = f"{abs(right):.2f} m to the viewer's {'right' if right >= 0 else 'left'}, {away:.2f} m ahead, {up:.2f} m up"
    rest = [f"material: {one.material}"] if one.material else []
    rest += [f"length, width, height: {_size(one)} cm"] if any(one.size) else []
    rest += [f"state: {_state(one, language)}"] if one.state else []
    rest += [f"text: {', '.join(one.read)}"] if one.read else []
    rest += [f"on the {on.en}"] if on else []
    rest += [f"in the {around.en}"] if around else []
    return ", ".join([what, where, *rest])


def _size(one: Object) -> str:
    return " × ".join(f"{100 * side:.0f}" for side in (*sorted(one.size[:2], reverse=True), one.size[2]))


def _state(one: Object, language: Literal["zh", "en"]) -> str:
    """Return a state in words; that of a glass of beans is its size and level."""
    if one.kind == "bean_glass":
        wide, high, filled = read_glass(one.state)
        if language == "zh":
            return f"内径{100 * wide:.0f}厘米，内高{100 * high:.0f}厘米，豆子装到{100 * filled:.0f}%高"
        return f"{100 * wide:.0f} cm wide and {100 * high:.0f} cm high inside, filled to {100 * filled:.0f} % of its height"
    return _STATES.get(one.state, one.state) if language == "zh" else _SAID.get(one.state, one.state)
