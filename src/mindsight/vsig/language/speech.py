"""Cut the words of a clip into one time span per target.

Speech is cut at its verbs, without a language model: in 把这个放到它的右边 the object ends at the verb and the space begins there. If
the rule is not sure, the status says so and nothing is guessed: ``ambiguous`` and ``no_match`` are for a person to check, and are not
scored automatically.
"""

from itertools import pairwise
from typing import Literal

from mindsight.vsig.dataset.samples import Data, Span, Speech
from mindsight.vsig.language import chinese, english
from mindsight.vsig.language.letters import Letter, Utterance, is_timed, utterance
from mindsight.vsig.language.phrases import Cut, Range
from mindsight.vsig.language.vocabulary import chinese_speech

SpeechStatus = Literal["ok", "ambiguous", "no_match", "none"]

TARGETS = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 4}


class Clause(Data):
    """The words that mention one target; times in ms, both ends included.

    ``core`` is the time of the demonstrative alone (这个, 它, here), or of the words after the verb if there is none. ``interpolated``: an
    end is inside a word, whose time was divided evenly over its letters.
    """

    begin_ms: float
    end_ms: float
    text: str
    core: Span
    interpolated: bool = False


class Spans(Data):
    """One clause for each target, in their order.

    ``ok``: they can be scored. ``ambiguous``: there are some, but the speaker corrected or repeated something, or the times contradict
    each other. ``no_match``: the words do not fit the template. ``none``: nothing is said, or the speech is unknown.
    """

    status: SpeechStatus
    spans: tuple[Clause, ...] = ()


def spans_of(template: int, speech: Speech | None) -> Spans:
    """Return the time span in which each target of a template is mentioned (note 1; the last column of the table).

    Template 2: the demonstrative (这个) alone. 3 and 4: 把这个 | 放到它的右边. 5 adds the whole second clause
    (然后把它拿起来); 6 cuts that one as well (然后把它 | 放在它的左边). Template 1 has no speech.

    Args:
        template: 1 to 6.
        speech: The speech; None, or one without words, is unknown: no temporal score, never 0.
    """
    if template not in TARGETS or template == 1 or speech is None or not speech.words:
        return Spans(status="none")
    said = utterance(speech.words, chinese_speech().characters)
    rule = chinese if said.is_chinese else english
    finding = rule.cut(template, said.text, said.breaks)
    if finding.cuts is None or not all(is_timed(word) for word in speech.words):
        return Spans(status="no_match")
    clauses = tuple(_clause(said, cut) for cut in finding.cuts)
    sure = not finding.doubtful and _in_order(clauses)
    return Spans(status="ok" if sure else "ambiguous", spans=clauses)


def _clause(said: Utterance, cut: Cut) -> Clause:
    letters = _letters(said, cut.span)
    core = _letters(said, cut.core)
    return Clause(
        begin_ms=letters[0].begin_ms,
        end_ms=letters[-1].end_ms,
        text="".join(letter.written for letter in letters),
        core=(core[0].begin_ms, core[-1].end_ms),
        interpolated=not (letters[0].first and letters[-1].last),
    )


def _letters(said: Utterance, letters: Range) -> tuple[Letter, ...]:
    """Return the letters of a range without spaces at its ends."""
    begin, end = letters
    while end - begin > 1 and said.letters[begin].look == " ":
        begin += 1
    while end - begin > 1 and said.letters[end - 1].look == " ":
        end -= 1
    return said.letters[begin:end]


def _in_order(clauses: tuple[Clause, ...]) -> bool:
    ordered = all(one.begin_ms <= one.end_ms and one.core[0] <= one.core[1] for one in clauses)
    # Words may overlap by recognition's rounding; words that run backwards are a contradiction.
    return ordered and all(a.begin_ms <= b.begin_ms and a.end_ms <= b.end_ms for a, b in pairwise(clauses))
