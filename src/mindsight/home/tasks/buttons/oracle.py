"""The oracle for an unfamiliar panel: read what can be read, try the other buttons, watch the lights."""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeGuard

from mindsight.engine.devices.families import FAMILIES
from mindsight.engine.devices.panels import Effect, Value
from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.physics.actions import Action
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance

Steps = Generator[Action, None, None]
State = dict[str, Value]
RECOGNISED_PX = 24.0
"""Least size at which a pictogram is recognised."""
TALL = {
    "microwave": 1.95, "washing_machine": 0.80, "air_conditioner": 0.80, "rice_cooker": 0.88, "induction_hob": 0.66,
    "lamp_panel": 0.92,
}  # fmt: skip
"""Height of a panel as a share of the width of its rows of buttons, by kind of appliance."""


def solve(instance: Instance, perception: Perception) -> Steps:
    """Set the panel as asked and finish; decline if the panel cannot do it."""
    if instance.reason in {"impossible", "not_home"}:
        # The words alone show that this cannot be done.
        yield Action(verb="decline", text="that cannot be done here")
        return
    device = str(instance.details["device"])
    wanted: State = dict(instance.details["wanted"])
    worker = Worker(perception, device, str(instance.scene_kind(device)), wanted)
    if not (yield from worker.approach()):
        yield Action(verb="decline", text="there is no such appliance")
    elif (yield from worker.work()):
        yield Action(verb="finish")
    else:
        yield Action(verb="decline", text="this appliance cannot do that")


@dataclass
class Worker:
    """Operates one panel: what is known of its buttons, and which were tried in which state."""

    perception: Perception
    device: str
    kind: str
    wanted: State
    known: dict[str, Effect] = field(default_factory=dict)
    tried: set[tuple[str, bool, bool, bool, bool]] = field(default_factory=set)

    def approach(self) -> Generator[Action, None, bool]:
        """Go to the appliance, bring its panel into view, and come closer if something on it is too small to read."""
        if (yield from self.perception.go_nearest(self.device)) is None:
            return False
        yield from self._face_panel()
        if not self._buttons():
            return False
        if not self._legible():
            # First the buttons, then the lamps and the display above them.
            shown = self._buttons()
            across, _ = _middle(shown)
            yield Action(verb="look", point=(across, min(one.box[1] for one in shown)), zoom=1.7)
            yield Action(verb="look", point=(500.0, 60.0))
            yield Action(verb="look", to=self.perception.viewpoint)
            yield from self._face_panel()
        self._read()
        return bool(self._buttons())

    def _face_panel(self) -> Steps:
        """Bring the whole panel into view, as large as possible."""
        shown = self._buttons() or [one for one in self.perception.present.values() if one.name == self.device]
        if not shown:
            return
        yield Action(verb="look", point=_middle(shown), zoom=1.3)
        shown = self._buttons()
        if shown:
            # The buttons are the lower part of it: above them are the lamps and the display.
            left, _, right, bottom = _around(shown)
            width, height = right - left, (right - left) * 4 / 3 * TALL[self.kind]
            fit = min(820.0 / width, 880.0 / height)
            point = ((left + right) / 2, max(0.0, bottom - height / 2))
            yield Action(verb="look", point=point, zoom=min(10.0, max(0.2, fit)))

    def _legible(self) -> bool:
        """Return whether the captions of the lamps and the words on buttons can be read."""
        labelled = str(self.perception.episode.instance.details["labels"]) == "words"
        read = {name for name, texts in self.perception.texts.items() if texts}
        return self.device in read and (not labelled or all(one.name in read for one in self._buttons()))

    def work(self) -> Generator[Action, None, bool]:
        """Press until everything wanted shows; if the panel cannot do it, restore it and return False."""
        if self._lacks():
            return False
        if (yield from self._press_on()):
            return True
        yield from self._restore()
        return False

    def _press_on(self) -> Generator[Action, None, bool]:
        for _ in range(90):
            state = self._state()
            if all(state.get(key) == value for key, value in self.wanted.items()):
                return True
            button = self._next(state)
            if button is None:
                return False
            if button not in self.perception.present:  # something is passing in front of it
                yield Action(verb="wait", seconds=2.0)
                continue
            yield Action(verb="press", point=self.perception.present[button].point)
            self._learn(button, state, self._state())
        return False

    def _lacks(self) -> bool:
        """Return whether the panel lacks a lamp or display for something that is wanted."""
        captions = {part for text in self.perception.read(self.device) for part in text.split(", ")}
        said = self._said()
        variables = {variable.key: variable for variable in FAMILIES[self.kind].variables}
        for key, value in self.wanted.items():
            if key == "running":
                continue
            if _is_number(value):
                if key not in said:
                    return True
            elif captions and " ".join(variables[key].caption(value)) not in captions:
                return True
        return False

    def _restore(self) -> Steps:
        """Switch off what was switched on, or clear what was set."""
        state = self._state()
        reset = self.knowing(Effect("toggle", "power")) if state["power"] and self._has_power() else None
        reset = reset or self.knowing(Effect("stop"))
        if reset is not None and not state["lock"]:
            yield Action(verb="press", point=self.perception.present[reset].point)

    def _buttons(self) -> list[Sighting]:
        present = self.perception.present.values()
        return [one for one in present if one.owner == self.device and one.kind == "button"]

    def _read(self) -> None:
        """Note what the labelled buttons do, from the words or pictograms seen so far."""
        family = {key.name: key for key in FAMILIES[self.kind].keys}
        labels = str(self.perception.episode.instance.details["labels"])
        for name, size in self.perception.largest_px.items():
            key = family.get(name.rpartition("/")[2]) if name.startswith(f"{self.device}/") else None
            if key is None or labels == "none":
                continue
            words = f"{key.zh} {key.en}" in self.perception.read(name)
            if words if labels == "words" else size >= RECOGNISED_PX:
                self.known[name] = key.effect

    def _state(self) -> State:
        """Return the state that the lights show; a dark lamp means off for running, lock, power and wanted switches."""
        dark: State = {"running": False, "lock": False, "power": False}
        return {**dark, **{key: False for key, value in self.wanted.items() if value is True}, **self._said()}

    def _said(self) -> State:
        """Return what the lit lamps and the display say in the last picture, or are imagined to say."""
        shown = self.perception.present.get(self.device)
        imagined = {
            key: value for key, value in self.wanted.items() if self.perception.lens.imagines(f"{self.device} {key}")
        }
        return {**(dict(shown.says) if shown is not None else {}), **imagined}

    def _next(self, state: State) -> str | None:
        if state["lock"]:
            return self.knowing(Effect("lock")) or self._untried(state)
        if self._has_power() and not state["power"]:
            return self.knowing(Effect("toggle", "power")) or self._untried(state)
        for key, value in self.wanted.items():
            if key != "running" and state.get(key) != value:
                if state["running"]:
                    return self.knowing(Effect("start")) or self._untried(state)
                return self._towards(key, value, state) or self._untried(state)
        return self.knowing(Effect("start")) or self._untried(state)

    def _towards(self, key: str, value: Value, state: State) -> str | None:
        for button, effect in self.known.items():
            if effect.variable != key:
                continue
            if effect.verb in {"cycle", "toggle"} or (effect.verb == "set" and effect.value == value):
                return button
            now = state.get(key)
            if effect.verb == "add" and _is_number(now) and _is_number(value) and (value - now) * effect.amount > 0:
                return button
        return None

    def knowing(self, wanted: Effect) -> str | None:
        """Return a button that is known to have an effect; None if none is."""
        return next((button for button, effect in self.known.items() if effect == wanted), None)

    def _has_power(self) -> bool:
        return any(variable.key == "power" for variable in FAMILIES[self.kind].variables)

    def _untried(self, state: State) -> str | None:
        """Return a button that has not been tried in the panel's present state."""
        ready = all(state.get(key) == value for key, value in self.wanted.items() if key != "running")
        condition = (bool(state["lock"]), bool(state["power"]), bool(state["running"]), ready)
        for one in sorted(self._buttons(), key=lambda sighting: (sighting.point[1], sighting.point[0])):
            if one.name not in self.known and (one.name, *condition) not in self.tried:
                self.tried.add((one.name, *condition))
                return one.name
        return None

    def _learn(self, button: str, before: State, after: State) -> None:
        """Infer from what changed what the button does; one that undoes several settings at once clears them."""
        changed = [key for key, value in after.items() if key in before and before[key] != value]
        settings = [key for key in changed if key not in {"lock", "power", "running"}]
        cleared = "power" not in changed and (
            len(changed) > 1 or any(_jumped(before[key], after[key]) for key in settings)
        )
        # A button that seemed to change a setting and then did nothing in fact clears it.
        mistaken = not changed and self.known.get(button, Effect("stop")).verb in {"add", "cycle"}
        if cleared or mistaken:
            self.known[button] = Effect("stop")
        elif button not in self.known and changed:
            self.known[button] = self._meaning(changed, before, after)

    def _meaning(self, changed: list[str], before: State, after: State) -> Effect:
        for key in ("lock", "power", "running"):
            if key in changed:
                verbs = {"lock": Effect("lock"), "power": Effect("toggle", "power"), "running": Effect("start")}
                return verbs[key]
        key = changed[0]
        value, old = after[key], before[key]
        if _is_number(value) and _is_number(old):
            return Effect("add", key, amount=1 if value > old else -1)
        return Effect("toggle", key) if isinstance(value, bool) else self._choice(key, str(value))

    def _choice(self, key: str, value: str) -> Effect:
        """Return the effect of a button that changed a mode: it steps through all modes or sets one."""
        sets = any(one.effect.verb == "set" and one.effect.variable == key for one in FAMILIES[self.kind].keys)
        return Effect("set", key, value) if sets else Effect("cycle", key)


def _around(shown: list[Sighting]) -> tuple[float, float, float, float]:
    left, top = min(one.box[0] for one in shown), min(one.box[1] for one in shown)
    return left, top, max(one.box[2] for one in shown), max(one.box[3] for one in shown)


def _middle(shown: list[Sighting]) -> tuple[float, float]:
    left, top, right, bottom = _around(shown)
    return (left + right) / 2, (top + bottom) / 2


def _jumped(old: Value, new: Value) -> bool:
    """Return whether a number changed by more than one press does."""
    return _is_number(old) and _is_number(new) and abs(new - old) not in {1.0, 10.0}


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
