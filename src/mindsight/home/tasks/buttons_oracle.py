"""How somebody with good eyes works an unfamiliar panel: read what can be read, try the rest, watch the lights."""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeGuard

from mindsight.engine.actions import Action
from mindsight.engine.families import FAMILIES
from mindsight.engine.panels import Effect, Value
from mindsight.engine.sight import Sighting
from mindsight.home.eyes import Eyes
from mindsight.home.instances import Instance

Steps = Generator[Action, None, None]
State = dict[str, Value]
RECOGNISED_PX = 24.0
"""A pictogram is recognised from this size on."""


def solve(instance: Instance, eyes: Eyes) -> Steps:
    """Set the panel as asked and finish, or decline when the panel cannot do it or the demand is none for it."""
    if instance.reason in {"impossible", "not_home"}:
        # What is asked is understood from the words alone.
        yield Action(verb="decline", text="that cannot be done here")
        return
    device = str(instance.details["device"])
    wanted: State = dict(instance.details["wanted"])
    worker = _Worker(eyes, device, str(instance.scene_kind(device)), wanted)
    if not (yield from worker.approach()):
        yield Action(verb="decline", text="there is no such appliance")
    elif (yield from worker.work()):
        yield Action(verb="finish")
    else:
        yield Action(verb="decline", text="this appliance cannot do that")


@dataclass
class _Worker:
    """One person at one panel: what it knows of the buttons, and what it has tried in which condition."""

    eyes: Eyes
    device: str
    kind: str
    wanted: State
    known: dict[str, Effect] = field(default_factory=dict)
    tried: set[tuple[str, bool, bool]] = field(default_factory=set)

    def approach(self) -> Generator[Action, None, bool]:
        """Walk up to the appliance and come close enough to read the panel."""
        if (yield from self.eyes.go_nearest(self.device)) is None:
            return False
        yield from self._face_panel()
        if not self._buttons():
            return False
        # Close enough to read, first the buttons, then the lamps and the display above them.
        yield Action(verb="look", point=self._middle(self._buttons(), lift=0.0), zoom=2.0)
        yield Action(verb="look", point=(500.0, 60.0))
        self._read()
        yield Action(verb="look", to=self.eyes.viewpoint)
        yield from self._face_panel()
        return True

    def _face_panel(self) -> Steps:
        """Bring the whole panel into view, as large as it fits."""
        if self.device not in self.eyes.present:
            return
        yield Action(
            verb="look", point=self._middle(self._buttons() or [self.eyes.present[self.device]], lift=0.6), zoom=1.3
        )
        shown = self._buttons()
        if shown:
            width = max(one.box[2] for one in shown) - min(one.box[0] for one in shown)
            height = max(one.box[3] for one in shown) - min(one.box[1] for one in shown)
            fit = min(700.0 / width, 380.0 / height)
            yield Action(verb="look", point=self._middle(shown, lift=0.6), zoom=min(10.0, max(0.2, fit)))

    def work(self) -> Generator[Action, None, bool]:
        """Press until everything wanted shows; False, and all as it was, when the panel cannot do it."""
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
            yield Action(verb="press", point=self.eyes.present[button].point)
            self._learn(button, state, self._state())
        return False

    def _lacks(self) -> bool:
        """Return whether the panel shows no lamp or no display for something that is wanted."""
        captions = self.eyes.texts.get(self.device, set())
        said = dict(self.eyes.present[self.device].says)
        variables = {variable.key: variable for variable in FAMILIES[self.kind].variables}
        for key, value in self.wanted.items():
            if key == "running":
                continue
            variable = variables[key]
            if _is_number(value):
                if key not in said:
                    return True
            elif captions:
                place = variable.values.index(str(value)) if variable.values else 0
                caption = f"{variable.zh.split('|')[place]} {variable.en.split('|')[place]}"
                if caption not in captions:
                    return True
        return False

    def _restore(self) -> Steps:
        """Switch off what was switched on, or clear what was set."""
        state = self._state()
        reset = self._knowing(Effect("toggle", "power")) if state["power"] and self._has_power() else None
        reset = reset or self._knowing(Effect("stop"))
        if reset is not None and not state["lock"]:
            yield Action(verb="press", point=self.eyes.present[reset].point)

    @staticmethod
    def _middle(shown: list[Sighting], *, lift: float) -> tuple[float, float]:
        """Return the middle of some sightings, lifted by a share of their height: lamps are above the buttons."""
        left, top = min(one.box[0] for one in shown), min(one.box[1] for one in shown)
        right, bottom = max(one.box[2] for one in shown), max(one.box[3] for one in shown)
        return (left + right) / 2, max(0.0, (top + bottom) / 2 - lift * (bottom - top))

    def _buttons(self) -> list[Sighting]:
        present = self.eyes.present.values()
        return [one for one in present if one.owner == self.device and one.kind == "button"]

    def _read(self) -> None:
        """Know what the labelled buttons do, from the words or pictograms seen so far."""
        family = {key.name: key for key in FAMILIES[self.kind].keys}
        labels = str(self.eyes.episode.instance.details["labels"])
        for name, size in self.eyes.largest_px.items():
            key = family.get(name.rpartition("/")[2]) if name.startswith(f"{self.device}/") else None
            if key is None or labels == "none":
                continue
            words = f"{key.zh} {key.en}" in self.eyes.texts[name]
            if words if labels == "words" else size >= RECOGNISED_PX:
                self.known[name] = key.effect

    def _state(self) -> State:
        """Return what the lights say; a mode whose lamp is dark is not known to be off, only not to be on."""
        said: State = dict(self.eyes.present[self.device].says) if self.device in self.eyes.present else {}
        dark: State = {"running": False, "lock": False, "power": False}
        return {**dark, **{key: False for key, value in self.wanted.items() if value is True}, **said}

    def _next(self, state: State) -> str | None:
        if state["lock"]:
            return self._knowing(Effect("lock")) or self._untried(state)
        if self._has_power() and not state["power"]:
            return self._knowing(Effect("toggle", "power")) or self._untried(state)
        for key, value in self.wanted.items():
            if key != "running" and state.get(key) != value:
                if state["running"]:
                    return self._knowing(Effect("start")) or self._untried(state)
                return self._towards(key, value, state) or self._untried(state)
        return self._knowing(Effect("start")) or self._untried(state)

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

    def _knowing(self, wanted: Effect) -> str | None:
        return next((button for button, effect in self.known.items() if effect == wanted), None)

    def _has_power(self) -> bool:
        return any(variable.key == "power" for variable in FAMILIES[self.kind].variables)

    def _untried(self, state: State) -> str | None:
        """Return a button that has not been tried while the panel was as open and as lit as now."""
        condition = (bool(state["lock"]), bool(state["power"]))
        for one in sorted(self._buttons(), key=lambda sighting: (sighting.point[1], sighting.point[0])):
            if one.name not in self.known and (one.name, *condition) not in self.tried:
                self.tried.add((one.name, *condition))
                return one.name
        return None

    def _learn(self, button: str, before: State, after: State) -> None:
        """Conclude from what changed what the button does."""
        if button in self.known:
            return
        for key in ("lock", "power", "running"):
            if before[key] != after[key]:
                verbs = {"lock": Effect("lock"), "power": Effect("toggle", "power"), "running": Effect("start")}
                self.known[button] = verbs[key]
                return
        for key, value in after.items():
            old = before.get(key)
            if old == value or old is None:
                continue
            if _is_number(value) and _is_number(old):
                self.known[button] = Effect("add", key, amount=1 if float(value) > float(old) else -1)
            elif isinstance(value, bool):
                self.known[button] = Effect("toggle", key)
            else:
                self.known[button] = self._choice(key, str(value))
            return

    def _choice(self, key: str, value: str) -> Effect:
        """Return whether a button that changed a mode steps through all of them or stands for one."""
        sets = any(one.effect.verb == "set" and one.effect.variable == key for one in FAMILIES[self.kind].keys)
        return Effect("set", key, value) if sets else Effect("cycle", key)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
