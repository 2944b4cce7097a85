"""Apply ablations to seeing: a filter between the picture and what the oracle remembers of it.

Each question, such as "is this colour mistaken?", has its own random draw, made from the instance and the question alone,
and the answer compares it with the strength. So a thing mistaken at one strength is mistaken at every greater one.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.seeds import stream
from mindsight.home.oracle.ablations import ABLATIONS, Ablation
from mindsight.home.preparation.instances import Instance

MISTAKEN: dict[str, tuple[str, ...]] = {
    "red": ("orange", "green", "brown"),
    "orange": ("red", "yellow"),
    "yellow": ("orange",),
    "green": ("red", "pink", "brown", "grey"),
    "blue": ("purple",),
    "purple": ("blue",),
    "pink": ("green", "white", "grey"),
    "brown": ("red", "green"),
    "white": ("pink",),
    "grey": ("green", "pink"),
    "black": (),
}
"""Colours of the palette with which each is confused without green cones: those that the matrix ``DEUTAN`` brings nearer
by at least a third, to within 27 units of CIE L*a*b*."""
DEUTAN = np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]])
"""Linear RGB as seen without green cones (Machado, Oliveira and Fernandes 2009, deuteranomaly of severity 1)."""
_MONITOR = 2.2

Array = NDArray[np.float64]


class Lens:
    """What is seen in an instance under some ablations; without ablations everything stays as it is."""

    def __init__(self, ablations: Sequence[Ablation] = (), seed: int = 0, instance: Instance | None = None) -> None:
        self._seed = seed
        self._strengths = {one.kind: one.strength for one in ablations}
        # The draws depend on which task it is, not on its place in a plan.
        self._about = (instance.task, instance.seed, instance.reason) if instance is not None else ()
        self._illusions: dict[str, Sighting] = {}

    def strength(self, kind: str) -> float:
        """Return the strength of a kind of ablation."""
        return self._strengths.get(kind, ABLATIONS[kind].unharmed)

    def draws(self, kind: str, *what: str | int) -> np.random.Generator:
        """Return the generator of an ablation's draws about something, the same at every strength."""
        return stream(self._seed, "lesion", kind, *self._about, *what)

    def hit(self, kind: str, *what: str | int) -> bool:
        """Return whether an ablation whose strength is a share or probability affects something."""
        strength = self.strength(kind)
        return strength > 0 and float(self.draws(kind, *what).random()) < strength

    def seen(self, one: Sighting) -> Sighting:
        """Return a sighting as it is perceived."""
        if not self._strengths:
            return one
        if one.name in self._illusions:
            one = self._imagined(one)
        return self._unread(self._miscoloured(one))

    def colour(self, name: str, colour: str) -> str:
        """Return the colour that a thing is perceived to have."""
        others = MISTAKEN.get(colour, ())
        if not others or not self.hit("colour_blind", name):
            return colour
        return others[int(self.draws("colour_blind", name, "as").integers(len(others)))]

    def picture(self, colours: Array) -> Array:
        """Return the colours of a picture, 0–255, as they are perceived."""
        share = self.strength("colour_blind")
        if not share:
            return colours
        linear = (colours / 255.0) ** _MONITOR
        blended = (1 - share) * linear + share * np.clip(linear @ DEUTAN.T, 0.0, 1.0)
        return np.asarray(255.0 * blended ** (1 / _MONITOR))

    def reads(self, name: str) -> bool:
        """Return whether the words on something can be read."""
        return not self.hit("cannot_read", name)

    @property
    def keeps(self) -> float:
        """Number of pictures for which a sighting is remembered."""
        views = self.strength("forgets")
        return views if views < ABLATIONS["forgets"].unharmed else float("inf")

    def nearness(self, name: str) -> float:
        """Return the ratio of perceived to true distance of something, > 0."""
        spread = self.strength("no_depth")
        return float(np.exp(spread * self.draws("no_depth", name).normal())) if spread else 1.0

    def mirrors(self, what: str) -> bool:
        """Return whether left and right of an arrangement are mistaken for each other."""
        return self.hit("mirrored", what)

    def imagines(self, what: str) -> bool:
        """Return whether something that is not there is seen."""
        return self.hit("hallucinates", what)

    def mistake(self, hosts: Sequence[Sighting], wanted: Sighting) -> Sighting | None:
        """Return one of the things that are there, mistaken for something absent; None if nothing is imagined.

        ``wanted`` says what the absent thing would look like. From now on the chosen thing is always seen so.
        """
        free = sorted((one for one in hosts if one.name not in self._illusions), key=lambda one: one.name)
        if not free or not self.imagines(wanted.name):
            return None
        host = free[int(self.draws("hallucinates", wanted.name, "in").integers(len(free)))]
        self._illusions[host.name] = wanted
        return self._imagined(host)

    def _imagined(self, one: Sighting) -> Sighting:
        wanted = self._illusions[one.name]
        return replace(one, kind=wanted.kind, look=wanted.look, text=wanted.text)

    def _miscoloured(self, one: Sighting) -> Sighting:
        if one.look is None or not self.strength("colour_blind"):
            return one
        return replace(one, look=replace(one.look, colour=self.colour(one.name, one.look.colour)))

    def _unread(self, one: Sighting) -> Sighting:
        # A photograph of blocks is described by words, but it is seen, not read.
        if not (one.text or one.says) or one.kind == "model_photo" or self.reads(one.name):
            return one
        return replace(one, text=(), says=())
