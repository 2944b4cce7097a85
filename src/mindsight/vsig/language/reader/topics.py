"""Read a description whose clauses are about one thing: the wrench, the one with a red handle, on the wall, third from the left.

The first clause that names a thing gives the topic. A later clause adds to it: qualities, a place in a row, a part, what it is on; or it
says what is beside it, which says nothing of it; or it goes on to what is on it, which is then the topic. What fits none of these is a
second thing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from mindsight.vsig.language.reader.belonging import is_frame, settled, standing_at
from mindsight.vsig.language.reader.comparing.heads import heads
from mindsight.vsig.language.reader.comparing.things import contradict
from mindsight.vsig.language.reader.counting import RANKS
from mindsight.vsig.language.reader.grammar import read_tokens
from mindsight.vsig.language.reader.lexicon import is_thing
from mindsight.vsig.language.reader.phrasing import phrased
from mindsight.vsig.language.reader.reading import Phrase, Place, Reading, with_qualities
from mindsight.vsig.language.reader.tokens import has_verb, is_chinese, marks_of, tokens_of
from mindsight.vsig.language.reader.words import Quality, Token

_MOST = 12
_BODY = "pen_body"
_ON = frozenset(("top", "inside", "under", "front"))
_LEADS = ("side", "preposition", "weak")


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    """Return the reading of a description."""
    bare, denied = phrased(text)
    tokens = tokens_of(bare)
    chinese = is_chinese(bare)
    joined = any(token.kind in ("and", "or") for token in tokens)
    found = _of_one(tokens, chinese=chinese)
    if found is None:
        found = settled(read_tokens(tokens, chinese=chinese), listed=not joined)
    return replace(found, marks=marks_of(tokens), acts=has_verb(tokens), denied=denied)


@lru_cache(maxsize=4096)
def strange_words(text: str) -> frozenset[str]:
    """Return the words of a description that are in no list."""
    return frozenset(token.word for token in tokens_of(phrased(text).text) if token.kind == "unknown")


def is_strange(reading: Reading) -> bool:
    """Return whether a reading names a thing by a word that is in no list, or no thing at all."""
    things = (*reading.things, *(one for place in reading.places for one in place.references))
    return not things or any(not one.head or one.head.startswith("?") for one in things)


def _of_one(tokens: Sequence[Token], *, chinese: bool) -> Reading | None:
    """Return the reading of clauses about one thing; None if there is a single clause, or they are not about one."""
    clauses = _clauses(tokens)
    if not 1 < len(clauses) <= _MOST or any(token.kind == "or" for token in tokens):
        return None
    if any("and" in (clause[0].kind, clause[-1].kind) for clause in clauses):
        return None
    topic = _Topic()
    for clause in clauses:
        # A pen (orange): the colour.
        described = topic.has_begun and all(token.quality is not None for token in clause)
        words = [token._replace(kind="quality", noun="") for token in clause] if described else clause
        if not topic.add(words, settled(read_tokens(words, chinese=chinese))):
            return None
    return topic.reading()


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "break":
            clauses.append([])
        else:
            clauses[-1].append(token)
    return [clause for clause in clauses if any(token.kind not in ("of", "at", "weak") for token in clause)]


@dataclass(slots=True)
class _Topic:
    """What has been said so far: things (two only as the ends of a place between them), places, and words before the thing."""

    things: list[Phrase] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    before: Phrase = field(default_factory=Phrase)
    area: Phrase | None = None
    at: int | None = None
    """The place whose reference is the topic."""
    after: frozenset[Quality] = frozenset()
    """The rows that follow the name of a scene with which the text begins."""

    @property
    def has_begun(self) -> bool:
        """Whether a thing has been named."""
        return self._thing() is not None

    def add(self, clause: Sequence[Token], said: Reading) -> bool:
        """Add a clause; False if it does not belong to one thing."""
        if clause[0].kind == "with" and (old := self._thing()) is not None and not said.places:
            parts = [part for one in said.things for part in (one, *one.parts) if part.head]
            self._put(replace(old, parts=(*old.parts, *(replace(one, parts=()) for one in parts))))
            return True
        things = [thing for thing in said.things if not thing.noun.space]
        areas = [thing for thing in said.things if thing.noun.space]
        alone = self._thing() is not None
        named = [
            one for one in things if one.head and not (alone and (_says_little(one) or _is_adjective(one, clause)))
        ]
        if len(named) > 1 and (self._thing() or not any(token.kind == "and" for token in clause)):
            return False
        if len(named) > 1:
            self.things = named
        elif named:
            if (told := self._named(clause, named[0])) is not None:
                return told and self._places(said.places, areas)
            return True
        for thing in things if len(named) < 2 else ():
            self._more(replace(thing, head=""))
        return self._places(said.places, areas)

    def _places(self, places: Sequence[Place], areas: Sequence[Phrase]) -> bool:
        for place in places:
            if self._ends() and place.references and all(one.noun.broad for one in place.references):
                self._beside_topic(place.sides)  # The space between the two things.
            elif place.references:
                self.places.append(place)
                if self._thing() is None and len(place.references) == 1 and not place.references[0].noun.surface:
                    self.at = len(self.places) - 1
            elif areas and self._ends():
                self._beside_topic(place.sides)
            elif self._thing() is not None:
                self._more(Phrase(qualities=frozenset(Quality("side", side) for side in place.sides)))
            else:
                self.places.append(place)
        for area in areas:
            sides = frozenset(one.value for one in area.qualities if one.family == "side")
            if sides and self._ends():
                self._beside_topic(sides)
            self.area = area if self.area is None else with_qualities(self.area, area)
        return True

    def _ends(self) -> tuple[Phrase, ...]:
        if self.things:
            return tuple(self.things)
        return self.places[self.at].references if self.at is not None else ()

    def _beside_topic(self, sides: frozenset[str]) -> None:
        self.places.append(Place(sides, self._ends()))
        self.things, self.at = [], len(self.places) - 1

    def _thing(self) -> Phrase | None:
        ends = self._ends()
        return ends[-1] if ends else None

    def _put(self, thing: Phrase) -> None:
        if self.things:
            self.things[-1] = thing
        elif self.at is not None:
            place = self.places[self.at]
            self.places[self.at] = replace(place, references=(*place.references[:-1], thing))
        else:
            self.things.append(thing)

    def _more(self, more: Phrase) -> None:
        thing = self._thing()
        if thing is None:
            self.before = with_qualities(self.before, more)
        else:
            self._put(with_qualities(thing, more))

    def _named(self, clause: Sequence[Token], new: Phrase) -> bool | None:
        """Add a clause that names a thing; False if it is a second one, None if it only says what is beside or how a part is."""
        old = self._thing()
        if old is None:
            self._begin(clause, new)
            return True
        if self._is_framed():
            place, self.at = self.places.pop(self.at or 0), None
            self.things = [standing_at(new, place)]
            return True
        return self._joined(clause, old, new)

    def _is_framed(self) -> bool:
        """Return whether all that has been said is what the thing is on or in."""
        return not self.things and self.at is not None and self.area is None and is_frame(self.places[self.at])

    def _begin(self, clause: Sequence[Token], new: Phrase) -> None:
        if new.noun.surface or new.noun.more_general == "device":
            self.after = _ranks_after(clause, new)
        self._put(with_qualities(new, self.before))
        self.before = Phrase()

    def _joined(self, clause: Sequence[Token], old: Phrase, new: Phrase) -> bool | None:
        led = clause[0].kind in _LEADS
        sides = clause[0].sides if led else frozenset[str]()
        scenes = [one.noun.surface or one.noun.whole or one.noun.more_general == "furniture" for one in (old, new)]
        if led and sides <= _ON and (scenes[0] or new.noun.part or clause[1].kind == "of" or _is_ranked(clause[1])):
            own = frozenset(one for one in new.qualities if one.family != "side" or one.value not in sides)
            self._put(replace(new, qualities=own, wholes=(*new.wholes, old)))
        elif led and not scenes[1]:
            return None  # A wire is plugged in on it; beside it lies a pen.
        elif _is_same(old, new):
            self._put(with_qualities(old, new) if _names_more(old, new) else with_qualities(new, old))
        elif old.noun.form and clause[0].kind in ("noun", "quality", "unknown") and not (new.noun.part or scenes[1]):
            # The blue cylinder (a capacitor): a thing of that shape.
            shape = replace(old, head="", qualities=old.qualities | old.noun.qualities)
            self._put(with_qualities(new, shape))
        elif new.head == _BODY:
            self._put(with_qualities(old, new))  # The bottle, its body with a red label.
        elif new.noun.bound or (new.noun.part and not any(scenes)):
            self._put(replace(old, parts=(*old.parts, new)))
        elif scenes[0] and not scenes[1]:
            self._put(self._in_scene(old, new))
        elif (scenes[1] or clause[0].kind in ("at", "put")) and not scenes[0]:
            ranks = _ranks_after(clause, new)
            new = replace(new, qualities=new.qualities - ranks)
            self._put(replace(old, qualities=old.qualities | ranks, wholes=(*old.wholes, new)))
        elif any(token.kind in ("with", "at") for token in clause[1:]) and not scenes[0]:
            return None  # Its blade faces left; on its panel are some sockets.
        else:
            return False
        return True

    def _in_scene(self, scene: Phrase, thing: Phrase) -> Phrase:
        """Return a thing that is on what was named first: on the wall, second row, the wrench. The row is the wrench's."""
        ranks = self.after & scene.qualities
        own = replace(scene, qualities=scene.qualities - ranks)
        return replace(thing, qualities=thing.qualities | ranks, wholes=(*thing.wholes, own))

    def reading(self) -> Reading | None:
        things = [*self.things, *([self.area] if self.area is not None else [])]
        if len(self.things) > 1:
            return None
        if self.before != Phrase():
            return None
        return settled(Reading(tuple(things), tuple(self.places)))


def _ranks_after(clause: Sequence[Token], scene: Phrase) -> frozenset[Quality]:
    """Return the places in a row that follow the word for a scene, and so are those of what is there: 面板第一行."""
    nouns = [place for place, token in enumerate(clause) if token.noun == scene.head]
    after = {token.quality for token in clause[nouns[-1] :] if token.quality} if nouns else set()
    return frozenset(one for one in after & scene.qualities if one.family in RANKS)


def _is_ranked(token: Token) -> bool:
    return token.quality is not None and token.quality.family in RANKS


def _says_little(thing: Phrase) -> bool:
    """Return whether a word is no name of a thing, as far as is known: upright, mounted."""
    return thing.noun.broad or (thing.head.startswith("?") and not is_thing(thing.head[1:]))


def _is_adjective(thing: Phrase, clause: Sequence[Token]) -> bool:
    """Return whether an English word that leads to a place only says how a thing is there: upright on the table."""
    word = thing.head[1:]
    unknown = thing.head.startswith("?") and word.isascii() and not thing.qualities
    return unknown and len(clause) > 1 and clause[0].word == word and clause[1].kind in _LEADS


def _is_same(old: Phrase, new: Phrase) -> bool:
    score, doubt = heads(old, new)
    return bool(score) and not doubt and not contradict(old, new)


def _names_more(old: Phrase, new: Phrase) -> bool:
    return not (old.noun.broad or old.noun.form) or new.noun.broad
