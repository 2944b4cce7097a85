"""Parse words into a description: in Chinese qualities precede the thing, in English many follow it."""

from collections.abc import Sequence
from dataclasses import replace

from mindsight.vsig.language.reader.belonging import HOLDING, is_frame, standing_at
from mindsight.vsig.language.reader.counting import RANKS
from mindsight.vsig.language.reader.reading import Draft, Phrase, Reading, phrase_of, with_qualities
from mindsight.vsig.language.reader.words import VERBS, Noun, Quality, Token, words

_CONTENT = ("noun", "quality", "unknown", "plea")
_BORDERS = frozenset(("edge", "corner", "middle"))
_ON = frozenset(("top",))
_NO_NOUN = Noun()
_STOPS = VERBS | {"break", "at", "then", "not", "or", "refusal", "take"}


def read_tokens(tokens: Sequence[Token], *, chinese: bool) -> Reading:
    """Return the reading of tokens."""
    draft = Draft()
    take = _chinese if chinese else _english
    for place in range(len(tokens)):
        take(draft, tokens, place)
    draft.close()
    return Reading(tuple(draft.things), tuple(draft.places))


def _kind(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].kind if 0 <= place < len(tokens) else "break"


def _is_plain_noun(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a thing, not a mere place, is named or described here."""
    if _kind(tokens, place) not in _CONTENT:
        return False
    return not (tokens[place].noun and words().nouns[tokens[place].noun].space)


def _stop(draft: Draft) -> None:
    if draft.has_thing or draft.joined or (draft.things and draft.items):
        draft.close()


def _chinese(draft: Draft, tokens: Sequence[Token], place: int) -> None:
    token = tokens[place]
    kind = token.kind
    if kind in _CONTENT:
        if _is_rank(token) and draft.has_thing and not draft.joined and _leads_to_noun(tokens, place + 1):
            # 面板第一行的按钮: on the panel, the button in the first row.
            draft.put_place(_ON, [phrase] if (phrase := draft.taken()) is not None else [])
        elif _is_rank(token) and draft.has_thing and draft.things and not draft.joined and _is_after_at(tokens, place):
            # 红色按钮，位于面板第一行: the button's row.
            draft.put_place(_ON, [phrase] if (phrase := draft.taken()) is not None else [])
        draft.items.append(token)
    elif kind in ("side", "preposition", "weak"):
        _chinese_side(draft, tokens, place)
    elif kind == "of":
        # Words before 的 describe what follows: a thing before it is a part or owner.
        draft.collapse()
    elif kind in ("with", "without"):
        draft.reopen()
        draft.mark(kind)
    elif kind == "and":
        if not _joins_colours(tokens, place) and draft.has_thing and (phrase := draft.taken()) is not None:
            draft.joined.append(phrase)
    elif kind in _STOPS:
        _stop(draft)


def _chinese_side(draft: Draft, tokens: Sequence[Token], place: int) -> None:
    sides = tokens[place].sides
    before, after = _kind(tokens, place - 1), place + 1
    if draft.joined and sides <= HOLDING and _is_scene_last(draft) and _leads_to_noun(tokens, after):
        draft.items = []  # 桌上的杯子和桌上的碗之间: the second table says nothing.
        return
    if draft.has_thing or draft.joined:
        if draft.places and draft.places[-1].references and not draft.joined and _is_said_of(tokens, place):
            # 杯子左边的瓶子的右边: the first side only identifies the bottle.
            last, phrase = draft.places.pop(), draft.taken()
            if phrase is not None and is_frame(last):
                phrase = standing_at(phrase, last)
        else:
            phrase = draft.taken()
        references = [*draft.joined, *([phrase] if phrase is not None else [])]
        draft.joined = []
        draft.put_place(sides, references)
        return
    held = before == "side" or (before == "of" and _kind(tokens, place - 2) == "side")
    if held and draft.places and draft.places[-1].sides <= HOLDING and _leads_to_noun(tokens, after):
        # 铣床上左边的工件: it is on the machine, and the left one there.
        draft.items.extend(_as_qualities(sides))
        return
    if before in ("side", "of") and draft.places and _kind(tokens, place - (1 if before == "side" else 2)) == "side":
        last = draft.places.pop()
        draft.put_place(last.sides | sides, last.references)
        return
    if _leads_to_noun(tokens, after):
        draft.items.extend(_as_qualities(sides))
    else:
        draft.put_place(sides)


def _joins_colours(tokens: Sequence[Token], place: int) -> bool:
    """Return whether an "and" stands between two colours of one thing: with red and black probes."""
    pair = [tokens[at].quality for at in (place - 1, place + 1) if 0 <= at < len(tokens)]
    return len(pair) == 2 and all(one is not None and one.family == "colour" for one in pair)


def _is_after_at(tokens: Sequence[Token], place: int) -> bool:
    while _kind(tokens, place) in (*_CONTENT, "of"):
        place -= 1
    return _kind(tokens, place) == "at"


def _is_scene_last(draft: Draft) -> bool:
    phrase = phrase_of(draft.items)
    return phrase is not None and phrase.noun.surface


def _is_rank(token: Token) -> bool:
    return token.quality is not None and token.quality.family in RANKS


def _leads_to_noun(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a thing is named next, perhaps after ranks."""
    while place < len(tokens) and _is_rank(tokens[place]):
        place += 1
    return _is_plain_noun(tokens, place + (_kind(tokens, place) == "of"))


def _as_qualities(sides: frozenset[str]) -> list[Token]:
    return [Token("quality", side, quality=Quality("side", side)) for side in sorted(sides)]


def _is_said_of(tokens: Sequence[Token], place: int) -> bool:
    """Return whether the thing before a side has its own place, named just before."""
    begin = place - 1
    while _kind(tokens, begin) in (*_CONTENT, "of"):
        begin -= 1
    had = begin >= 0 and tokens[begin].kind == "side" and begin < place - 1
    return had and _kind(tokens, begin - 1) in (*_CONTENT, "of") and not _is_mere_place(tokens, begin + 1, place)


def _is_mere_place(tokens: Sequence[Token], begin: int, end: int) -> bool:
    nouns = [words().nouns[token.noun] for token in tokens[begin:end] if token.noun]
    return not any(_is_plain_noun(tokens, place) for place in range(begin, end)) or any(one.surface for one in nouns)


def _english(draft: Draft, tokens: Sequence[Token], place: int) -> None:
    token = tokens[place]
    if token.kind in _CONTENT:
        if _is_mere_area(tokens, place):
            return
        if _is_rank(token) and not _leads_to_noun(tokens, place + 1):
            _rank_after(draft, token)
        else:
            draft.items.append(token)
    elif token.kind in ("side", "preposition", "weak"):
        _english_place(draft, tokens, place)
    elif token.kind in ("of", "with", "without"):
        _english_part(draft, tokens, place)
    elif token.kind == "owner":
        draft.collapse()
    elif token.kind == "and":
        _and(draft, tokens, place)
    elif token.kind in _STOPS:
        _stop(draft)


def _is_mere_area(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a word only goes with a side: the lower area of the panel."""
    noun = tokens[place].noun if place < len(tokens) else ""
    return (
        bool(noun)
        and words().nouns[noun].space
        and _kind(tokens, place - 1) == "side"
        and _kind(tokens, place + 1) == "of"
    )


def _rank_after(draft: Draft, rank: Token) -> None:
    """Add a rank that follows a thing: its own, or that of what is there: a button on the panel, first row."""
    if draft.at is not None and draft.has_thing:
        phrase = phrase_of(draft.items)
        noun = words().nouns.get("" if phrase is None else phrase.head, _NO_NOUN)
        scene = noun.surface or noun.space
        if scene and draft.at and draft.places[draft.at - 1].references:
            place = draft.places[draft.at - 1]
            last = with_qualities(place.references[-1], Phrase(qualities=_qualities(rank)))
            draft.places[draft.at - 1] = replace(place, references=(*place.references[:-1], last))
            return
        thing = draft.things[-1] if draft.things else None
        if thing is not None and not thing.noun.space:
            ranked = any(one.family in RANKS for one in thing.qualities)
            if scene or (noun.whole and not ranked):
                draft.close()
    draft.items.append(rank)


def _qualities(token: Token) -> frozenset[Quality]:
    return frozenset(() if token.quality is None else (token.quality,))


def _english_part(draft: Draft, tokens: Sequence[Token], place: int) -> None:
    kind = tokens[place].kind
    if kind != "of":
        draft.reopen()
        draft.mark(kind)
    elif draft.has_thing and _kind(tokens, place + 1) in _CONTENT:
        draft.mark("with")


def _english_place(draft: Draft, tokens: Sequence[Token], place: int) -> None:
    token = tokens[place]
    if token.kind == "side":
        _english_side(draft, tokens, place)
    elif token.kind == "preposition" or not _says_nothing(tokens, place):
        _open(draft, token.sides)


def _says_nothing(tokens: Sequence[Token], place: int) -> bool:
    """Return whether "on", "in", "at" only leads to a stronger word, or to a colour (in red)."""
    after = _kind(tokens, place + 1)
    if after == "quality":
        end = place + 1
        while _kind(tokens, end) in ("quality", "and", "side"):
            end += 1
        return _kind(tokens, end) not in _CONTENT
    if after == "side" and tokens[place].kind == "weak":
        end = place + 1
        while _kind(tokens, end) == "side":
            end += 1
        return not _leads_to_noun(tokens, end) or _kind(tokens, end) == "of"  # on the left, but on the left board
    return after in ("side", "preposition", "weak", "break")


def _open(draft: Draft, sides: frozenset[str]) -> None:
    """Begin a place whose reference follows; two sides in a row are one place."""
    open_already = draft.at is not None and not draft.items and not draft.places[draft.at].references
    if open_already and draft.at is not None:
        sides |= draft.places[draft.at].sides
        draft.places[draft.at] = type(draft.places[draft.at])(sides)
        return
    _stop_or_keep(draft)
    draft.at = draft.put_place(sides)


def _stop_or_keep(draft: Draft) -> None:
    if draft.items or draft.joined:
        draft.close()
    draft.at = None


def _english_side(draft: Draft, tokens: Sequence[Token], place: int) -> None:
    if _kind(tokens, place - 1) == "side":
        return
    end, sides = place, frozenset[str]()
    while _kind(tokens, end) == "side":
        sides |= tokens[end].sides
        end += 1
    before, after = _kind(tokens, place - 1), _kind(tokens, end)
    if tokens[place].word == "right" and after in ("preposition", "weak") and before not in ("of", "weak"):
        return  # right behind it
    if after == "of" or _is_mere_area(tokens, end):
        _open(draft, sides)
    elif _belongs(draft, before, after, sides):
        _of_what_is_named(draft, sides)
    elif after in _CONTENT and (_is_plain_noun(tokens, end) or draft.items):
        draft.items.extend(_as_qualities(sides))
    else:
        _stop_or_keep(draft)
        draft.put_place(sides, holds=before in ("weak", "of"))


def _belongs(draft: Draft, before: str, after: str, sides: frozenset[str]) -> bool:
    """Return whether a side follows the thing that it belongs to."""
    if before == "owner":
        return bool(draft.items) and isinstance(draft.items[0], Phrase)
    return before in _CONTENT and after not in _CONTENT and (draft.at is not None or bool(sides & _BORDERS))


def _of_what_is_named(draft: Draft, sides: frozenset[str]) -> None:
    """Add a side that follows the thing it belongs to: the table edge."""
    phrase = draft.taken()
    if draft.at is not None and not draft.places[draft.at].references:
        draft.places.pop(draft.at)
    draft.at = None
    draft.put_place(sides, [phrase] if phrase is not None else [])


def _and(draft: Draft, tokens: Sequence[Token], place: int) -> None:
    if not draft.has_thing or (draft.is_colour and _kind(tokens, place + 1) == "quality"):
        return  # orange and black
    if (outer := _between_begun(draft)) is not None:
        draft.close()
        draft.at = outer
        return
    draft.anded = True
    between = _is_between(draft) and draft.at is not None and not draft.places[draft.at].references
    parted = not between and any(not isinstance(item, Token | Phrase) for item in draft.items)
    if parted and _kind(tokens, place + 1) in _CONTENT:
        draft.mark("with")
    else:
        end = place + 1
        while _kind(tokens, end) in _CONTENT:
            end += 1
        # "right of the banana and the cup left of the bowl": a thing with its own place is not a second reference.
        has_place = end > place + 1 and _kind(tokens, end) in ("side", "preposition", "weak") and not _is_between(draft)
        draft.close(stay=end > place + 1 and not has_place)


def _between_begun(draft: Draft) -> int | None:
    """Return the place between two things of which one is named, if it is on a surface: between the cup on the table and …."""
    phrase = phrase_of(draft.items)
    if not draft.at or phrase is None or not phrase.noun.surface:
        return None
    for number in reversed(range(draft.at)):
        if "middle" in draft.places[number].sides and len(draft.places[number].references) == 1:
            return number
    return None


def _is_between(draft: Draft) -> bool:
    return draft.at is not None and "middle" in draft.places[draft.at].sides
