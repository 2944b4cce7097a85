"""Every sentence about a goal exists in both languages, contains no internal name, and uses one word for one thing."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from engine.props import fixed, plan, thing, world_of
from mindsight.engine import fixtures
from mindsight.engine.devices.families import FAMILIES, Family
from mindsight.engine.devices.panels import Panel, Value, Variable
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.geometry.register import Register
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics import goals
from mindsight.engine.physics.predicates import Judge, Verdict
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.scene import _specification
from mindsight.engine.seeds import stream

fixtures.load()
CHINESE_WITH_LETTERS = ("T恤",)
"""Only the Chinese word for a T-shirt has a Latin letter, and no sentence quotes printed text."""
MADE_UP = {"dial"}
"""Fixtures of the tests themselves."""
RUNNING: tuple[tuple[str, Value], ...] = (("running", True), ("running", False), ("lock", True), ("lock", False))


def check(zh: str, en: str) -> None:
    """Fail if a text is missing, in the other language, or looks like an internal name."""
    for word in CHINESE_WITH_LETTERS:
        zh = zh.replace(word, "衣")
    assert re.search("[\u4e00-\u9fff]|^[0-9]+$", zh), zh
    assert not re.search("[A-Za-z_<>=]", zh), zh
    assert re.fullmatch("[ -~°]+", en), en
    assert not re.search("[_<>=]", en), en


def values_of(variable: Variable) -> list[Value]:
    if variable.is_number:
        return [variable.low, variable.high]
    return list(variable.values) or [True, False]


def settings_of(family: Family) -> list[tuple[str, Value]]:
    return [(variable.key, value) for variable in family.variables for value in values_of(variable)]


def panels_of(family: Family) -> list[Panel]:
    """Return the panel with all its buttons, and for each button one without it."""
    sets = [[key.name for key in family.keys if key is not gone] for gone in (None, *family.keys)]
    fewer = [family.with_keys(names) for names in sets]
    return [
        Panel(one.variables, {key.name: key.effect for key in one.keys}, needs=one.needs, known=one.known)
        for one in fewer
    ]


def on_state(panel: Panel, kind: str, key: str, value: Value) -> Verdict:
    """Return the verdict of a goal on a panel in its initial state."""
    name = SimpleNamespace(name=kind, zh=FIXTURES[kind].zh, en=FIXTURES[kind].en)
    register = SimpleNamespace(devices={kind: panel}, parts={})
    scene = SimpleNamespace(register=register, things={kind: name}, plan=SimpleNamespace(viewpoints=()))
    world: Any = SimpleNamespace(scene=scene, devices={kind: panel.start()}, situation=lambda: b"now")
    return Judge(["state", kind, key, value]).judge(world)


@pytest.mark.parametrize("kind", FAMILIES)
def test_every_setting_of_every_panel_has_one_word_in_each_language(kind: str) -> None:
    for key, value in [*settings_of(FAMILIES[kind]), *RUNNING]:
        found = {panel.words(key, value) for panel in panels_of(FAMILIES[kind])}
        assert len(found) == 1, (key, value)
        for zh, en in found.pop():
            check(zh, en)
    for variable in FAMILIES[kind].variables:
        words = [panels_of(FAMILIES[kind])[0].words(variable.key, value)[1] for value in values_of(variable)]
        for place in (0, 1):
            assert len({word[place] for word in words}) == len(words), variable.key


@pytest.mark.parametrize("kind", FAMILIES)
def test_a_goal_for_a_setting_that_a_panel_lacks_has_words_too(kind: str) -> None:
    for panel in panels_of(FAMILIES[kind]):
        for key, value in [*settings_of(FAMILIES[kind]), *RUNNING]:
            verdict = on_state(panel, kind, key, value)
            check(verdict.zh, verdict.en)


def test_a_panel_that_lacks_a_button_uses_the_words_of_the_instruction() -> None:
    register, _ = built("rice_cooker", keys=["dish", "start", "lock"])
    panel = register.devices["rice_cooker"]
    assert isinstance(panel, Panel)
    verdict = on_state(panel, "rice_cooker", "taste", "firm")
    assert not verdict.holds
    assert verdict.zh == "电饭煲的口感：没有（要求偏硬）"
    assert verdict.en == "texture of the rice cooker: not there (wanted firm)"


def test_a_goal_for_what_no_panel_has_shows_no_internal_name() -> None:
    panel = panels_of(FAMILIES["microwave"])[0]
    for key, value in (("mode", "no_such"), ("no_such", "no_such"), ("no_such", 3.0), ("mode", 3.0)):
        verdict = on_state(panel, "microwave", key, value)
        check(verdict.zh, verdict.en)


def built(kind: str, **options: object) -> tuple[Register, Workshop]:
    workshop = Workshop(_specification(f"words-{kind}"))
    FIXTURES[kind].build(workshop.body(kind), stream(1, "fixture", kind), options)
    return workshop.register, workshop


@pytest.mark.parametrize("kind", sorted(set(FIXTURES) - MADE_UP))
def test_every_fixture_part_and_device_has_words(kind: str) -> None:
    register, _ = built(kind)
    check(FIXTURES[kind].zh, FIXTURES[kind].en)
    for part in register.parts.values():
        check(part.zh, part.en)
    for device in register.devices.values():
        for key, value in device.facts(device.start()).items():
            for zh, en in (*device.words(key, value), *device.words(key, None)):
                check(zh, en)


def test_every_kind_and_colour_has_one_word_of_its_own() -> None:
    for named in (KINDS, FIXTURES, COLOURS):
        for one in named.values():  # type: ignore[attr-defined]
            check(one.zh, one.en)
        for place in ("zh", "en"):
            assert len({getattr(one, place) for one in named.values()}) == len(named)  # type: ignore[attr-defined]


def leaves() -> list[tuple[Any, ...]]:
    one, other, case = "mug.1", "book.1", "suitcase"
    return [
        ("inside", one, "suitcase/inside"), ("inside", "T", "suitcase/inside"), ("on", one, "desk"), ("on", one, other),
        ("stable", [one, other]), ("lid_closes", f"{case}/lid"), ("part_is", "desk/drawer", "open"),
        ("part_is", "desk/drawer", "closed"), ("state", "floor_lamp", "on", True), ("state", "floor_lamp", "on", False),
        ("clean", "dust_patch.1"), ("undisturbed", one), ("undisturbed", one, 0.001, 0.001),
        ("offset", one, other, [0.0, 0.0, 0.0]), ("offset", one, other, [0.0, 0.0, 0.0], 900.0),
        ("aligned", one, "z", [0, 0, 1]), ("aligned", one, "z", [0, 0, -1]), ("apart", one, [other]),
        ("apart", one, [other], 400.0), ("said", {"红色|红|red": 3}), ("said", {"红色|red": 3, "蓝色|blue": 1}),
        ("fits", one, other, [0.0, 0.0]),
    ]  # fmt: skip


def test_every_predicate_gives_its_reason_in_both_languages() -> None:
    world = world_of(
        plan(
            fixed("desk", (0.0, 1.3)), fixed("suitcase", (0.0, 0.0)), fixed("floor_lamp", (1.6, 1.6)),
            things=(
                thing("mug", "desk/top"), thing("book", "desk/top", (0.3, 0.0)),
                thing("t_shirt", "floor", (-0.9, -0.9), name="T"), thing("dust_patch", "floor", (0.9, -0.9)),
            ),
        )
    )  # fmt: skip
    world.said.append("红色 4 个，红色 5 个")
    single = [list(leaf) for leaf in leaves()]
    first, second = single[0], single[2]
    together = [["all", *single], ["any", first, second], ["not", first], ["after", first, second], ["all"]]
    together += [["count", first, second, relation, 1] for relation in goals.RELATIONS]
    assert {tree[0] for tree in [*single, *together]} == {*goals._FIELDS, *goals._COMBINED}
    assert set(goals.RELATION_WORDS) == set(goals.RELATIONS)
    for tree in [*single, *together]:
        verdict = Judge(tree).judge(world)
        check(verdict.zh, verdict.en)
