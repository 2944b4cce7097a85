"""The parsed form of a description: things, their qualities, and places beside other things."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from mindsight.vsig.language.reader.counting import RANKS
from mindsight.vsig.language.reader.words import Noun, Quality, Token, words


@dataclass(frozen=True, slots=True)
class Phrase:
    """A described thing. ``head`` is "" if only qualities are named, and begins with ? if it is unknown.

    ``others`` are further words before it; ``wholes`` what it is on, in, or a part of; ``also`` what
    the word for it means elsewhere (file).
    """

    head: str = ""
    qualities: frozenset[Quality] = frozenset()
    parts: tuple["Phrase", ...] = ()
    others: frozenset[str] = frozenset()
    lacking: frozenset[str] = frozenset()
    wholes: tuple["Phrase", ...] = ()
    also: frozenset[str] = frozenset()

    @property
    def noun(self) -> Noun:
        """The vocabulary's entry for the head."""
        return words().nouns.get(self.head, _UNKNOWN)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is: sides of references. No side means the thing itself, no reference that none was said.

    ``holds``: a thing is said to be there (the mug on the left), so it is not a side of that thing.
    """

    sides: frozenset[str]
    references: tuple[Phrase, ...] = ()
    holds: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """Things and places of a text. ``marks`` are words that deny, leave open, refuse or ask for a score; ``acts``: verbs occur.

    ``denied`` is what the text says that is not meant, beside what is.
    """

    things: tuple[Phrase, ...] = ()
    places: tuple[Place, ...] = ()
    marks: frozenset[str] = frozenset()
    acts: bool = False
    denied: str = ""


_UNKNOWN = Noun()


@dataclass(slots=True)
class _Marker:
    kind: str


_POSITIONS = RANKS | {"side"}
_PRINT = "print"
_CONSUMED = frozenset(("liquid", "drink", "food", "fruit"))

_Item = Token | Phrase | _Marker


@dataclass(slots=True)
class Draft:
    """A reading under construction: what has been said of the current thing, and where that belongs."""

    items: list[_Item] = field(default_factory=list)
    joined: list[Phrase] = field(default_factory=list)
    things: list[Phrase] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    at: int | None = None
    anded: bool = False

    @property
    def has_thing(self) -> bool:
        """Whether a thing has been named since the last one was closed."""
        return any(map(_names, self.items))

    @property
    def is_colour(self) -> bool:
        """Whether all that has been said can be a colour, even if it may be a thing: orange."""
        return all(
            isinstance(item, Token) and item.quality is not None and item.quality.family == "colour"
            for item in self.items
        )

    def taken(self) -> Phrase | None:
        """Return the current thing and begin a new one."""
        phrase = phrase_of(self.items)
        self.items = []
        return phrase

    def _colours(self) -> Phrase | None:
        """Return words that are only the colour of the thing before, even if they may name a thing elsewhere: a pen, orange."""
        if self.anded or self.joined or self.at is not None or not self.things or not self.items:
            return None
        if not self.is_colour:
            return None
        return Phrase(qualities=frozenset(one.quality for one in self.items if isinstance(one, Token) and one.quality))

    def close(self, *, stay: bool = False) -> None:
        """Close the current thing: add it to the things, or as the reference of the open place."""
        phrases, phrase = self.joined, self._colours() or self.taken()
        self.items, self.joined, self.anded = [], [], False
        if phrase is not None and not phrase.head and not phrases and self.at is None and self.things:
            # 杯子，红色的: a later quality belongs to the thing before.
            self.things[-1] = with_qualities(self.things[-1], phrase)
            return
        phrases = [*phrases, phrase] if phrase is not None else phrases
        if self.at is None:
            self.things.extend(phrases)
        else:
            place = self.places[self.at]
            self.places[self.at] = replace(place, references=place.references + tuple(phrases))
        if not stay:
            self.at = None

    def reopen(self) -> None:
        """Make the last thing current again: …，里面有水."""
        if not self.items and self.things and self.at is None:
            self.items = [self.things.pop()]

    def put_place(self, sides: frozenset[str], references: Iterable[Phrase] = (), *, holds: bool = False) -> int:
        """Add a place and return its number."""
        self.places.append(Place(sides, tuple(references), holds))
        return len(self.places) - 1

    def collapse(self) -> None:
        """Combine what has been said into one phrase: all of it, or the part of a thing named before."""
        marked = [place for place, item in enumerate(self.items) if isinstance(item, _Marker)]
        begin = marked[-1] + 1 if marked and any(map(_names, self.items[: marked[-1]])) else 0
        phrase = phrase_of(self.items[begin:])
        self.items[begin:] = [phrase] if phrase is not None else []

    def mark(self, kind: str) -> None:
        """Mark the begin of a part, or of something missing."""
        self.items.append(_Marker(kind))


def with_qualities(phrase: Phrase, more: Phrase) -> Phrase:
    """Return a thing with what is said of it in two places; the first one names it."""
    return Phrase(
        phrase.head,
        phrase.qualities | more.qualities,
        phrase.parts + more.parts,
        phrase.others | more.others,
        phrase.lacking | more.lacking,
        phrase.wholes + more.wholes,
        phrase.also,
    )


def phrase_of(items: Sequence[_Item]) -> Phrase | None:
    """Return the thing that words describe: qualities before the last noun, and parts after a marker."""
    marks = [place for place, item in enumerate(items) if isinstance(item, _Marker)]
    if not marks:
        return _plain(items) if items else None
    whole = _plain(items[: marks[0]]) or Phrase()
    for place, end in zip(marks, (*marks[1:], len(items)), strict=True):
        item, part = items[place], _plain(items[place + 1 : end])
        if part is not None and isinstance(item, _Marker):
            whole = _with_part(whole, part, item.kind)
    return whole if whole != Phrase() else None


def _with_part(whole: Phrase, part: Phrase, kind: str) -> Phrase:
    if kind == "without":
        return replace(whole, lacking=whole.lacking | {part.head})
    if part.noun.part and (ranks := {one for one in part.qualities if one.family in RANKS}):
        # A hammer with a wooden handle near the person: it is the hammer that is near.
        part = replace(part, qualities=part.qualities - ranks)
        whole = replace(whole, qualities=whole.qualities | ranks)
    if part.head or any(one.family == "colour" for one in part.qualities):
        # A pen with yellow: the part is not named.
        return replace(whole, parts=(*whole.parts, part))
    return with_qualities(whole, part)


def _plain(items: Sequence[_Item]) -> Phrase | None:
    head = _head(items)
    found = _Found()
    for place, item in enumerate(items):
        if isinstance(item, Phrase):
            found.add_phrase(item, is_head=place == head)
        elif isinstance(item, Token):
            found.add(item, is_head=place == head, after=head is not None and place > head)
    return found.phrase()


@dataclass(slots=True)
class _Found:
    head: str = ""
    qualities: set[Quality] = field(default_factory=set)
    waiting: set[Quality] = field(default_factory=set)
    parts: list[Phrase] = field(default_factory=list)
    others: set[str] = field(default_factory=set)
    lacking: set[str] = field(default_factory=set)
    wholes: list[Phrase] = field(default_factory=list)
    also: frozenset[str] = frozenset()
    modifiers: list[Phrase] = field(default_factory=list)

    def add(self, token: Token, *, is_head: bool, after: bool) -> None:
        if is_head:
            self.head = token.noun or "?" + _stem(token.word)
            self.also = token.also
        elif token.quality is not None:
            (self.qualities if after else self.waiting).add(token.quality)
        elif token.noun:
            self._modifier(token.noun)
        elif token.kind in ("unknown", "plea"):
            self.others.add(_stem(token.word))

    def _modifier(self, noun: str) -> None:
        known = words().nouns[noun]
        if known.part and not known.space:
            # The rightmost red handle's pliers: it is the pliers that are rightmost.
            own = {one for one in self.waiting if one.family not in _POSITIONS and one.family != "number"}
            self.parts.append(Phrase(noun, frozenset(own)))
            self.waiting -= own
        elif known.form:
            self.waiting |= known.qualities
        elif not (known.broad or known.space):
            self.others.add(noun)

    def add_phrase(self, phrase: Phrase, *, is_head: bool) -> None:
        if is_head or not phrase.head:
            self.head, self.also = phrase.head or self.head, phrase.also or self.also
            self.qualities |= phrase.qualities
            self.parts.extend(phrase.parts)
            self.others |= phrase.others
            self.lacking |= phrase.lacking
            self.wholes.extend(phrase.wholes)
        elif phrase.noun.form and not phrase.parts:
            self.qualities |= phrase.qualities | phrase.noun.qualities
            self.others |= phrase.others
        else:
            if phrase.noun.part:
                position = {one for one in phrase.qualities if one.family in _POSITIONS}
                self.qualities |= position
                phrase = replace(phrase, qualities=phrase.qualities - position)
            self.modifiers.append(phrase)

    def _printed(self) -> str:
        """Return what a print is of, if that is said: 人形打印件, a printed figure."""
        things = [one for one in self.modifiers if not one.noun.part]
        if len(things) + len(self.others) != 1:
            return ""
        if things:
            self.modifiers.remove(things[0])
            self.qualities |= things[0].qualities
            return things[0].head
        (other,) = self.others
        self.others.clear()
        return other if other in words().nouns else f"?{other}"

    def phrase(self) -> Phrase | None:
        if self.head == _PRINT and (named := self._printed()):
            self.head = named
            self.qualities.add(Quality("process", "printed"))
        if self.head in (nouns := words().nouns) and nouns[self.head].space:
            # The space of a shelf is on it.
            scenes = {one for one in self.others if one in nouns and nouns[one].surface}
            self.others -= scenes
            self.wholes.extend(map(Phrase, sorted(scenes)))
        qualities, parts = self.qualities | self.waiting, (*self.parts, *self.modifiers)
        if not (self.head or qualities or parts or self.others or self.lacking):
            return None
        return Phrase(
            self.head,
            frozenset(qualities),
            parts,
            frozenset(self.others),
            frozenset(self.lacking),
            tuple(self.wholes),
            self.also,
        )


def _names(item: _Item) -> bool:
    if isinstance(item, Phrase):
        return bool(item.head) or not all(one.family in RANKS for one in item.qualities)
    return _may_be_noun(item)


def _may_be_noun(item: _Item) -> bool:
    return isinstance(item, Token) and (item.kind in ("noun", "unknown", "plea"))


def _head(items: Sequence[_Item]) -> int | None:
    """Return the position of the word that names the thing: the last noun, unless it can only be a colour there."""
    nouns = [place for place, item in enumerate(items) if _may_be_noun(item)]
    while nouns:
        last = nouns.pop()
        if not (_is_doubtful(items[last]) and any(_is_sure(one, items[last]) for one in items[:last])):
            return last
    return next(
        (place for place in reversed(range(len(items))) if isinstance(one := items[place], Phrase) and one.head), None
    )


def _is_sure(one: _Item, doubtful: _Item) -> bool:
    """Return whether a word before a doubtful one names the thing; a juice glass is not juice made of glass."""
    if isinstance(one, Phrase):
        return bool(one.head)
    if not _may_be_noun(one) or _is_doubtful(one):
        return False
    if not _is_stuff(doubtful):
        return True
    return isinstance(one, Token) and bool(one.noun) and words().nouns[one.noun].more_general not in _CONSUMED


def _is_doubtful(item: _Item) -> bool:
    """Return whether a word after a noun only qualifies it: the cup, orange; quickly."""
    if not isinstance(item, Token):
        return False
    if item.kind == "noun":
        return item.quality is not None and item.quality.family in ("colour", "tone", "shape", "material")
    return item.word.isascii() and (
        item.word.endswith(("ly", "ed", "ing")) or len(item.word) == 1 or item.word.isdigit()
    )


def _is_stuff(item: _Item) -> bool:
    """Return whether a word may be the material of a thing before it: a cup of paper, but not drawing paper."""
    return isinstance(item, Token) and item.quality is not None and item.quality.family == "material"


def _stem(word: str) -> str:
    if not word.isascii() or len(word) <= 3 or word.endswith(("ss", "us", "is")):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")
