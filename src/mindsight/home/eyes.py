"""The memory of a subject with good eyes: what it has seen, in which picture, and how to look for the rest.

The oracle acts only on things, and reads only text, in pictures it was sent. It may remember; it may not know.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from mindsight.engine.actions import Action
from mindsight.engine.sight import Sighting
from mindsight.home.episodes import Episode

Search = Generator[Action, None, Sighting | None]


@dataclass
class Eyes:
    """What has been seen so far; look at every picture once, as it arrives.

    ``present`` holds what the last picture shows, ``known`` the latest sighting of everything ever seen and
    ``where`` the viewpoint from which it was seen largest, ``texts`` what was read on it and ``largest_px`` the shorter
    side it had in the best picture.
    """

    episode: Episode
    present: dict[str, Sighting] = field(default_factory=dict)
    known: dict[str, Sighting] = field(default_factory=dict)
    where: dict[str, tuple[str, int]] = field(default_factory=dict)
    texts: dict[str, set[str]] = field(default_factory=dict)
    largest_px: dict[str, float] = field(default_factory=dict)

    def look(self) -> None:
        """Take in the last picture."""
        self.present = {sighting.name: sighting for sighting in self.episode.sights()}
        place = self.episode.world.view.viewpoint
        for name, sighting in self.present.items():
            self.known[name] = sighting
            if sighting.pixels > self.where.get(name, ("", 0))[1]:
                self.where[name] = (place, sighting.pixels)
            self.texts.setdefault(name, set()).update(sighting.text)
            self.largest_px[name] = max(sighting.side_px, self.largest_px.get(name, 0.0))

    @property
    def viewpoint(self) -> str:
        """Where the subject stands."""
        return self.episode.world.view.viewpoint

    @property
    def words(self) -> str:
        """What the subject was told last."""
        return self.episode.last.words

    @property
    def code(self) -> str:
        """How its last action went."""
        return self.episode.last_code

    def places(self) -> tuple[str, ...]:
        """Return the names of all viewpoints."""
        return tuple(viewpoint.name for viewpoint in self.episode.instance.scene.viewpoints)

    def survey(self) -> Generator[Action, None, None]:
        """Walk to every viewpoint once and look around a little."""
        for place in self.places():
            yield Action(verb="look", to=place)

    def go_nearest(self, name: str) -> Search:
        """Look from everywhere, then go where something was seen largest; None if it was seen nowhere."""
        yield from self.survey()
        if name not in self.where:
            return None
        yield Action(verb="look", to=self.where[name][0])
        return self.present.get(name)

    def find(self, name: str) -> Search:
        """Bring something into view: where it was seen best, then wherever one can stand; None if it is nowhere."""
        return (yield from self.find_any(lambda sighting: sighting.name == name, preferred=name))

    def find_any(self, wanted: Callable[[Sighting], bool], *, preferred: str = "") -> Search:
        """Bring something that fits into view, the largest first; None if nothing fits anywhere."""
        best = self._visible(wanted)
        if best is not None:
            return best
        places = list(self.places())
        if preferred in self.where:
            places.insert(0, self.where[preferred][0])
        for place in places:
            yield Action(verb="look", to=place)
            best = self._visible(wanted)
            if best is not None:
                return best
        return None

    def _visible(self, wanted: Callable[[Sighting], bool]) -> Sighting | None:
        fitting = [sighting for sighting in self.present.values() if wanted(sighting)]
        return max(fitting, key=lambda sighting: sighting.pixels, default=None)
