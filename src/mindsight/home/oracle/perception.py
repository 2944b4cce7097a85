"""What the oracle has seen so far, in which picture, and how it looks for the rest.

The oracle may act only on things, and read only text, that appeared in pictures it was sent. It may remember them, but it
must not use knowledge of the scene that no picture showed.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import Any

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.kinds import Look
from mindsight.engine.physics.actions import Action
from mindsight.home.episodes.episode import Episode
from mindsight.home.oracle.ablated_hands import tremor
from mindsight.home.oracle.ablated_sight import Lens
from mindsight.home.oracle.space import Space

Search = Generator[Action, None, Sighting | None]


@dataclass
class Perception:
    """What has been seen so far; call ``look`` once for every picture, as it arrives.

    ``present`` holds what the last picture shows, ``known`` the latest sighting of everything ever seen and
    ``where`` the viewpoint from which it was seen largest, ``texts`` what was read on it and ``largest_px`` the shorter
    side it had in the best picture. The ``lens`` applies ablations; without any it changes nothing.
    """

    episode: Episode
    lens: Lens = field(default_factory=Lens)
    present: dict[str, Sighting] = field(default_factory=dict)
    known: dict[str, Sighting] = field(default_factory=dict)
    where: dict[str, tuple[str, int]] = field(default_factory=dict)
    texts: dict[str, set[str]] = field(default_factory=dict)
    largest_px: dict[str, float] = field(default_factory=dict)
    pictures: int = 0
    _last_seen: dict[str, int] = field(default_factory=dict)
    _notes: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._notes += [self.known, self.where, self.texts, self.largest_px]

    def look(self) -> None:
        """Take note of what the last picture shows."""
        self.pictures += 1
        self.present = {sighting.name: self.lens.seen(sighting) for sighting in self.episode.sights()}
        place = self.episode.world.view.viewpoint
        for name, sighting in self.present.items():
            self.known[name] = sighting
            if sighting.pixels > self.where.get(name, ("", 0))[1]:
                self.where[name] = (place, sighting.pixels)
            self.texts.setdefault(name, set()).update(sighting.text)
            self.largest_px[name] = max(sighting.side_px, self.largest_px.get(name, 0.0))
            self._last_seen[name] = self.pictures
        self._forget()

    def _forget(self) -> None:
        """Drop all notes about things that have not been seen for too long."""
        gone = [name for name, last in self._last_seen.items() if self.pictures - last >= self.lens.keeps]
        for name in gone:
            del self._last_seen[name]
            for notes in self._notes:
                notes.pop(name, None)

    def note(self, notes: dict[str, Any]) -> dict[str, Any]:
        """Register notes kept by names of things, to be forgotten together with the thing; returns the notes."""
        self._notes.append(notes)
        return notes

    def remember(self, name: str) -> None:
        """Count something as seen now: the feedback stated where it is."""
        self._last_seen[name] = self.pictures

    @property
    def space(self) -> Space:
        """The room as perceived through the lens."""
        return Space(self.episode.world, self.lens, tremor(self.lens, self.episode.setting))

    def read(self, name: str) -> set[str]:
        """Return what was read on something."""
        return self.texts.get(name, set())

    def imagine(
        self,
        kind: str,
        look: Look | None = None,
        text: tuple[str, ...] = (),
        *,
        fits: Callable[[Sighting], bool] = lambda _: True,
    ) -> Sighting | None:
        """Look once more for something absent; None with intact perception, but an ablated oracle may mistake something for it.

        ``look`` and ``text`` are what it would look like, ``fits`` says which things could be mistaken for it.
        """
        if not self.lens.strength("hallucinates"):
            return None
        things = self.episode.world.scene.things
        hosts = [one for one in self.known.values() if one.what == "thing" and things[one.name].movable]
        hosts = [one for one in hosts if one.look is not None and fits(one)]
        if not hosts:
            return None
        wanted = replace(hosts[0], name=f"{kind} {look} {text}", kind=kind, look=look or hosts[0].look, text=text)
        seen = self.lens.mistake(hosts, wanted)
        if seen is not None:
            self.known[seen.name] = seen
            self.texts.setdefault(seen.name, set()).update(text)
            if seen.name in self.present:
                self.present[seen.name] = seen
        return seen

    @property
    def viewpoint(self) -> str:
        """The present viewpoint."""
        return self.episode.world.view.viewpoint

    @property
    def words(self) -> str:
        """The last feedback, in words."""
        return self.episode.last.words

    @property
    def code(self) -> str:
        """Feedback code of the last action."""
        return self.episode.last_code

    def places(self) -> tuple[str, ...]:
        """Return the names of all viewpoints."""
        return tuple(viewpoint.name for viewpoint in self.episode.instance.scene.viewpoints)

    def survey(self) -> Generator[Action, None, None]:
        """Look once from every viewpoint."""
        for place in self.places():
            yield Action(verb="look", to=place)

    def go_nearest(self, name: str) -> Search:
        """Look from everywhere, then go to where something was seen largest; None if it was seen nowhere."""
        yield from self.survey()
        if name not in self.where:
            return None
        yield Action(verb="look", to=self.where[name][0])
        return self.present.get(name)

    def find(self, name: str) -> Search:
        """Bring something into view, trying first the viewpoint where it was seen best, then all; None if it is nowhere."""
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
