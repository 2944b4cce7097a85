"""Control panels: effects of buttons, agreement of lights and state, reachability of every state, and print."""

from collections.abc import Mapping

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight.engine import fixtures
from mindsight.engine.devices.device import DeviceState
from mindsight.engine.devices.families import FAMILIES, Family
from mindsight.engine.devices.panels import ALARM, DARK, DIGIT, OFF, SEGMENTS, Panel, Value, path
from mindsight.engine.drawing.prints import lettering
from mindsight.engine.drawing.prints.icons import ICONS
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import READABLE_PX, sightings
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.geometry.register import Register
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.scene import _specification, build
from mindsight.engine.seeds import stream
from mindsight.home.tasks.buttons import ROOMS

fixtures.load()
KINDS = tuple(FAMILIES)
MOST_GEOMS = 80


def panel_of(family: Family, *, locked: bool = False) -> Panel:
    """Return the panel of a family without its geometry."""
    effects = {key.name: key.effect for key in family.keys}
    powered = any(variable.key == "power" for variable in family.variables)
    return Panel(family.variables, effects, needs=family.needs, powered=powered, locked=locked)


def pressed(panel: Panel, *keys: str, state: DeviceState | None = None) -> DeviceState:
    after = panel.start() if state is None else state
    for key in keys:
        after = panel.press(after, key)
    return after


def other_values(family: Family) -> list[tuple[str, Value]]:
    found: list[tuple[str, Value]] = []
    for variable in family.variables:
        if variable.is_number:
            found += [(variable.key, variable.low), (variable.key, variable.high)]
        else:
            found += [(variable.key, value) for value in variable.values or (True,)]
    return found


def built(kind: str, **options: object) -> tuple[Register, Workshop]:
    workshop = Workshop(_specification(f"stage-{kind}"))
    FIXTURES[kind].build(workshop.body(kind), stream(1, "fixture", kind), options)
    return workshop.register, workshop


def any_presses(kind: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from([key.name for key in FAMILIES[kind].keys]), max_size=40)


kinds_and_presses = st.sampled_from(KINDS).flatmap(lambda kind: st.tuples(st.just(kind), any_presses(kind)))


@given(kinds_and_presses)
@settings(max_examples=60, deadline=None)
def test_a_locked_panel_changes_only_by_its_lock(drawn: tuple[str, list[str]]) -> None:
    kind, presses = drawn
    panel = panel_of(FAMILIES[kind], locked=True)
    start = panel.start()
    assert pressed(panel, *(key for key in presses if key != "lock")) == start
    assert pressed(panel, "lock") == {**start, "lock": False}


@given(kinds_and_presses)
@settings(max_examples=60, deadline=None)
def test_off_and_on_again_is_the_start(drawn: tuple[str, list[str]]) -> None:
    kind, presses = drawn
    panel = panel_of(FAMILIES[kind])
    if "power" not in panel.effects:
        return
    state = {**pressed(panel, *presses), "lock": False}
    off = {**state, "power": True}
    assert panel.press(off, "power") == panel.start()
    assert pressed(panel, "power", "power", state=off) == {**panel.start(), "power": True}


@given(kinds_and_presses)
@settings(max_examples=60, deadline=None)
def test_every_state_is_within_its_limits(drawn: tuple[str, list[str]]) -> None:
    kind, presses = drawn
    panel = panel_of(FAMILIES[kind])
    state = pressed(panel, *presses)
    for variable in panel.variables:
        value = state[variable.key]
        assert type(value) is type(variable.start)
        if variable.values:
            assert value in variable.values
        elif variable.is_number:
            assert variable.low <= float(value) <= variable.high
    if state["running"]:
        assert state["power"]
        assert all(state[key] != value for key, value in (panel.needs or {}).items())


@given(kinds_and_presses)
@settings(max_examples=60, deadline=None)
def test_a_press_leaves_the_state_before_it_alone(drawn: tuple[str, list[str]]) -> None:
    kind, presses = drawn
    panel = panel_of(FAMILIES[kind])
    before = panel.start()
    copy = dict(before)
    pressed(panel, *presses)
    assert before == copy


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("locked", [False, True])
def test_everything_can_be_reached(kind: str, locked: bool) -> None:
    panel = panel_of(FAMILIES[kind], locked=locked)
    for wanted in other_values(FAMILIES[kind]):
        way = path(panel, panel.start(), [wanted])
        assert way is not None, wanted
        assert pressed(panel, *way)[wanted[0]] == wanted[1]
        assert way == [] or pressed(panel, *way[:-1])[wanted[0]] != wanted[1]


def test_there_is_no_way_without_the_button() -> None:
    family = FAMILIES["microwave"]
    panel = panel_of(family.with_keys([key.name for key in family.keys if key.name != "lock"]), locked=True)
    assert path(panel, panel.start(), [("mode", "grill")]) is None


def test_start_begins_and_pauses_and_has_conditions() -> None:
    panel = panel_of(FAMILIES["microwave"])
    assert pressed(panel, "start")["running"] is False
    ready = pressed(panel, "grill", "minutes_more")
    assert pressed(panel, "start", state=ready)["running"] is True
    assert pressed(panel, "start", "start", state=ready) == ready


def test_settings_are_fixed_while_running() -> None:
    panel = panel_of(FAMILIES["rice_cooker"])
    running = pressed(panel, "dish", "start")
    for key in ("dish", "taste", "warm", "hours_more", "hours_less"):
        assert pressed(panel, key, state=running) == running
    assert pressed(panel, "stop", state=running) == panel.start()


def test_stop_clears_what_was_set_and_ends() -> None:
    panel = panel_of(FAMILIES["washing_machine"])
    assert pressed(panel, "power", "program", "spin", "start", "stop") == pressed(panel, "power")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if any(key.name == "power" for key in FAMILIES[kind].keys)])
def test_a_dark_panel_reacts_only_to_power_and_lock(kind: str) -> None:
    panel = panel_of(FAMILIES[kind])
    dark = panel.start()
    for key in panel.effects:
        assert (panel.press(dark, key) != dark) is (key in {"power", "lock"})
    locked = panel.press(dark, "lock")
    assert pressed(panel, "power", state=locked) == locked
    assert pressed(panel, "lock", "power", state=locked)["power"] is True


def test_a_running_appliance_can_be_locked() -> None:
    panel = panel_of(FAMILIES["induction_hob"])
    running = pressed(panel, "power", "level_more", "start", "lock")
    assert (running["running"], running["lock"]) == (True, True)
    assert pressed(panel, "start", "power", state=running) == running


@pytest.mark.parametrize("kind", KINDS)
def test_lights_agree_with_facts(kind: str) -> None:
    register, workshop = built(kind)
    device = register.devices[kind]
    assert isinstance(device, Panel)
    geoms = {geom.name for geom in workshop.spec.geoms}
    rng = np.random.default_rng(0)
    state = device.start()
    for _ in range(60):
        state = device.press(state, sorted(device.effects)[int(rng.integers(len(device.effects)))])
        lights = device.lights(state)
        assert set(lights) <= geoms
        _check_lamps(device, state, lights)
        _check_digits(device, state, lights)


def _check_lamps(device: Panel, state: DeviceState, lights: Mapping[str, object]) -> None:
    said = device.readout(state)
    for lamp in device.lamps:
        lit = state[lamp.variable] == lamp.value and (bool(state["power"]) or lamp.variable == "lock")
        assert (lights[lamp.geom] != OFF) is lit
        assert said.get(lamp.geom) == ((lamp.variable, lamp.value) if lit else None)
        if lamp.variable == "lock" and lit:
            assert lights[lamp.geom] == ALARM
    lamps = {(lamp.variable, lamp.value) for lamp in device.lamps}
    for variable in device.variables:
        if not variable.is_number:
            assert {(variable.key, value) for value in variable.values or (True,)} <= lamps


def _check_digits(device: Panel, state: DeviceState, lights: Mapping[str, object]) -> None:
    letters = ""
    for segments in device.digits:
        on = {segment for segment, geom in segments.items() if lights[geom] == DIGIT}
        letters += next(letter for letter, lit in SEGMENTS.items() if set(lit) == on)
    if not state["power"]:
        assert not letters.strip()
        assert (device.shown, DARK) in device.readout(state).values()
    else:
        assert int(letters) == state[device.shown]
        assert (device.shown, state[device.shown]) in device.readout(state).values()


@pytest.mark.parametrize("kind", KINDS)
def test_a_state_has_words_in_both_languages(kind: str) -> None:
    panel = panel_of(FAMILIES[kind])
    for key, value in [*other_values(FAMILIES[kind]), ("running", True), ("lock", False), ("power", True)]:
        (zh, en), (value_zh, value_en) = panel.words(key, value)
        assert not zh.isascii()
        assert en.isascii()
        assert "_" not in en + value_en
        assert value_zh
        assert value_en == value_en.lower()
    assert panel.words("nothing", None)[1] == ("没有", "not there")


@pytest.mark.parametrize("kind", KINDS)
def test_buttons_differ_and_are_visible(kind: str) -> None:
    keys = FAMILIES[kind].keys
    assert {key.icon for key in keys} <= set(ICONS)
    for names in ([key.name for key in keys], [key.zh for key in keys], [key.en for key in keys]):
        assert len(set(names)) == len(keys)
    assert len({key.icon for key in keys}) == len(keys)
    assert any(key.effect.verb == "lock" for key in keys)
    assert 7 <= len(keys) <= 10


@pytest.mark.parametrize("kind", KINDS)
def test_fewer_buttons_fewer_lamps(kind: str) -> None:
    family = FAMILIES[kind]
    for key in family.keys:
        fewer = family.with_keys([one.name for one in family.keys if one is not key])
        assert len(fewer.keys) == len(family.keys) - 1
        if key.effect.verb in {"cycle", "toggle"}:
            assert key.effect.variable not in {variable.key for variable in fewer.variables}
        if key.effect.verb == "set":
            variable = next(one for one in fewer.variables if one.key == key.effect.variable)
            assert (key.effect.value in variable.values) is (key.effect.value == variable.start)


@pytest.mark.parametrize("kind", KINDS)
def test_the_labels_of_buttons_are_only_in_the_picture(kind: str) -> None:
    register, _ = built(kind)
    buttons = [part for part in register.parts.values() if part.role == "button"]
    assert len(buttons) == len(FAMILIES[kind].keys)
    assert {(part.zh, part.en) for part in buttons} == {("按键", "button")}
    for labels in ("icons", "none"):
        unlabelled, _ = built(kind, labels=labels)
        printed = " ".join(one.words for one in unlabelled.texts.values())
        captions = [caption for caption in printed.replace(",", "").split() if caption in {"START", "STOP", "MODE"}]
        assert captions == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_button_goes_in_and_comes_back(kind: str) -> None:
    register, workshop = built(kind)
    model = workshop.spec.compile()
    data = mujoco.MjData(model)
    assert model.ngeom <= MOST_GEOMS
    mujoco.mj_step(model, data, 50)
    for part in register.parts.values():
        if part.role == "button":
            joint = model.joint(part.name)
            assert abs(data.qpos[joint.qposadr[0]]) < 0.2 * part.opened
            data.qfrc_applied[joint.dofadr[0]] = 6.0
    mujoco.mj_step(model, data, 40)
    places = {part.name: data.qpos[model.joint(part.name).qposadr[0]] for part in register.parts.values()}
    for part in register.parts.values():
        if part.role == "button":
            assert places[part.name] > 0.6 * part.opened


def test_letters_have_their_stated_height() -> None:
    """Both scripts can be read from the same distance: the ratio of their heights is that of the least pixels."""
    assert READABLE_PX["en"] / READABLE_PX["zh"] <= lettering.EN_M / lettering.ZH_M
    for family in FAMILIES.values():
        for key in family.keys:
            drawn = np.asarray(lettering.cap("words", (key.zh, key.en), key.icon, (0.060, 0.036)).convert("L"))
            rows = np.flatnonzero((drawn < 120).any(axis=1))
            lines = np.split(rows, np.flatnonzero(np.diff(rows) > 5) + 1)
            assert len(lines) == 2, key.name
            zh, en = (len(line) / lettering.PX_PER_M for line in lines)
            assert zh > 0.85 * lettering.ZH_M, key.name
            assert en > 0.94 * lettering.EN_M, key.name


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_panel_can_be_read_from_where_one_can_stand(kind: str) -> None:
    """The Chinese is at least 20 pixels high in a reachable view of the room, and so the Latin at least 14."""
    plan = furnish(ROOMS[kind][0], 3, wanted=(kind,))
    world = World(build(plan))
    (device,) = (name for name in world.scene.register.devices if name.startswith(kind))
    register = world.scene.register
    printed = {words.words for words in register.texts.values()}
    buttons = {part.name for part in register.parts.values() if part.owner == device and part.role == "button"}
    read: set[str] = set()
    seen: set[str] = set()
    camera = Camera(world, width=640, height=480)
    try:
        middle = world.data.body(f"{device}/panel").xpos
        by_distance = sorted(plan.viewpoints, key=lambda one: float(np.linalg.norm(np.subtract(one.eye, middle))))
        for viewpoint in by_distance[:2]:
            for name in ("panel", min(buttons).partition("/")[2]):
                world.look(View.at(viewpoint).facing_position(world.data.body(f"{device}/{name}").xpos).zoomed(4.0))
                for sighting in sightings(world, camera.geoms()):
                    read.update(sighting.text)
                    seen.update({sighting.name} if sighting.side_px >= 24 else ())
    finally:
        camera.close()
    assert buttons <= seen
    assert printed <= read
