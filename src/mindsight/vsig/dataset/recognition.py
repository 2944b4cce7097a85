"""Check that recognised speech is consistent in itself and with the clip.

Words with impossible times, before the clip or after it, are left out, and with them the sample's temporal score: it is not
counted, rather than computed on a span in which nothing was said. Recognisers end words late: the last one may end up to
``LATE_MS`` after the clip, and is cut to the clip's end.
"""

import math
import unicodedata
from collections.abc import Sequence

from mindsight.text import Text, text
from mindsight.vsig.dataset.annotations import Recognised, RecognisedWord
from mindsight.vsig.dataset.checks import Findings
from mindsight.vsig.dataset.samples import Speech, Word
from mindsight.vsig.language.templates import template

_PLACE = "asr_result"
_MOST_SHOWN = 60
LATE_MS = 500.0
"""By how much a recogniser ends a word too late; measured on real clips, as the temporal score's widest tolerance."""


def speech_of(recognised: Recognised | None, number: int, length_ms: float, findings: Findings) -> Speech | None:
    """Return the speech of a clip; None if it is unknown."""
    words = recognised.words or [] if recognised else []
    said = recognised.text.strip() if recognised else ""
    if recognised is None:
        return None
    if not said and not words:
        if template(number).speaks:
            findings.warn(_PLACE, text("nothing was recognised: the time of the targets is not scored"))
        return None
    fault = _fault(words, said, length_ms)
    if fault is not None:
        field, reason = fault
        findings.warn(f"{_PLACE}.{field}", text("{reason}: the words are left out, no time is scored", reason=reason))
        words = []
    elif words and words[-1].end_time > length_ms:
        findings.warn(
            f"{_PLACE}.words[{len(words) - 1}]",
            text(
                "the word ends at {end} ms, the clip at {length} ms: it is cut to the clip's end",
                end=words[-1].end_time,
                length=length_ms,
            ),
        )
    return Speech(
        text=said or "".join(_written(word) for word in words),
        words=tuple(
            Word(text=_written(word), begin_ms=word.begin_time, end_ms=min(word.end_time, length_ms)) for word in words
        ),
    )


def _fault(words: Sequence[RecognisedWord], said: str, length_ms: float) -> tuple[str, Text] | None:
    """Return the fault that makes the words unusable, and where it is."""
    if not words:
        return "words", text("the text has no words with times")
    heard = "".join(_written(word) for word in words)
    if said and _bare(heard) != _bare(said):
        return "words", text(
            "the words are “{heard}”, the text “{said}”", heard=heard[:_MOST_SHOWN], said=said[:_MOST_SHOWN]
        )
    before = -math.inf
    for number, word in enumerate(words):
        reason = _fault_of(word, before, length_ms)
        if reason is not None:
            return f"words[{number}]", reason
        before = word.end_time
    return None


def _fault_of(word: RecognisedWord, before: float, length_ms: float) -> Text | None:
    """Return why a word's time is impossible; ``before`` is the end of the word before it."""
    if word.end_time < word.begin_time:
        return text("the word ends before it begins")
    if word.end_time == 0:
        return text("the word has no time: it begins and ends at 0 ms")
    if word.begin_time < before:
        return text("the word begins before the one before it ends")
    return _outside(word, length_ms)


def _outside(word: RecognisedWord, length_ms: float) -> Text | None:
    if word.begin_time < 0:
        return text("the word begins at {begin} ms, before the clip", begin=word.begin_time)
    if word.begin_time >= length_ms:
        return text(
            "the word begins at {begin} ms, the clip ends at {length} ms", begin=word.begin_time, length=length_ms
        )
    if word.end_time > length_ms + LATE_MS:
        return text("the word ends at {end} ms, the clip at {length} ms", end=word.end_time, length=length_ms)
    return None


def _written(word: RecognisedWord) -> str:
    return f"{word.text}{word.punctuation or ''}"


def _bare(words: str) -> str:
    """Return the text without spaces and punctuation, in one Unicode form."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    return "".join(character for character in plain if unicodedata.category(character)[0] in "LNM")
