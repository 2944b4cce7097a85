"""What ablations do to seeing: a filter between the picture and what a subject remembers of it.

Each question has its own draw, made from the instance and the question alone; whether it harms is that draw against the
strength. So a thing mistaken at one strength is mistaken at every greater one.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.seeds import stream
from mindsight.home.oracle.ablations import DIALS, Ablation
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
"""For what colours of the palette who lacks the green cones takes each: those that come at least a third nearer, to within
27 units of CIE L*a*b*, by the matrix ``DEUTAN``."""
DEUTAN = np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]])
"""Linear RGB as seen without green cones (Machado, Oliveira and Fernandes 2009, deuteranomaly of severity 1)."""
_MONITOR = 2.2

Array = NDArray[np.float64]


class Lens:
    """What some ablations make of what there is to be seen in an instance; without ablations everything stays as it is."""

    def __init__(self, ablations: Sequence[Ablation] = (), seed: int = 0, instance: Instance | None = None) -> None:
        self._seed = seed
        self._strengths = {one.dial: one.strength for one in ablations}
        # Where a task stands in a plan must not matter, only which task it is.
        self._about = (instance.task, instance.seed, instance.reason) if instance is not None else ()
        self._illusions: dict[str, Sighting] = {}

    def strength(self, dial: str) -> float:
        """Return the strength of a dial."""
        return self._strengths.get(dial, DIALS[dial].unharmed)

    def draws(self, dial: str, *what: str | int) -> np.random.Generator:
        """Return the chance that a dial has with something, the same at every strength."""
        return stream(self._seed, "lesion", dial, *self._about, *what)

    def hit(self, dial: str, *what: str | int) -> bool:
        """Return whether a dial whose strength is a share or chance harms something."""
        strength = self.strength(dial)
        return strength > 0 and float(self.draws(dial, *what).random()) < strength

    def seen(self, one: Sighting) -> Sighting:
        """Return a sighting as it is taken in."""
        if not self._strengths:
            return one
        if one.name in self._illusions:
            one = self._imagined(one)
        return self._unread(self._miscoloured(one))

    def colour(self, name: str, colour: str) -> str:
        """Return the colour that a thing is taken to have."""
        others = MISTAKEN.get(colour, ())
        if not others or not self.hit("colour_blind", name):
            return colour
        return others[int(self.draws("colour_blind", name, "as").integers(len(others)))]

    def picture(self, colours: Array) -> Array:
        """Return the colours of a picture, 0–255, as they are seen."""
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
        """For how many pictures a sighting is remembered."""
        views = self.strength("forgets")
        return views if views < DIALS["forgets"].unharmed else float("inf")

    def nearness(self, name: str) -> float:
        """Return how many times as far away as it is something is taken to be, > 0."""
        spread = self.strength("no_depth")
        return float(np.exp(spread * self.draws("no_depth", name).normal())) if spread else 1.0

    def mirrors(self, what: str) -> bool:
        """Return whether left and right of an arrangement are taken for each other."""
        return self.hit("mirrored", what)

    def imagines(self, what: str) -> bool:
        """Return whether something that is not there is seen."""
        return self.hit("hallucinates", what)

    def mistake(self, hosts: Sequence[Sighting], wanted: Sighting) -> Sighting | None:
        """See something that is absent in one of the things that are there; None if it is not imagined.

        ``wanted`` says how it would look. From now on that thing is seen so.
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
        # A photograph of blocks is described by words, yet it is seen, not read.
        if not (one.text or one.says) or one.kind == "model_photo" or self.reads(one.name):
            return one
        return replace(one, text=(), says=())
