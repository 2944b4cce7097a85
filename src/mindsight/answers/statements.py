"""Find where a text states its answer ("the answer is …"), and whether the words after an answer take it back."""

import re
from typing import NamedTuple

from mindsight.answers.values.basics import MOST_TEXT

_STATED = re.compile(
    r"\\f?boxed\s*(?=\{)"
    r"|(?:(?P<final>(?:final|correct(?:ed)?|right|best|最终|正确)[ 的]?(?:answer|choice|option|count|order|decision|答案|选项|顺序)"
    r"|\bfinal|最终|correction|更正)"
    r"|(?:the|my) answer|\banswer|\btotal|答案|回答)"
    r"[*_]*\s*(?:应该|应当)?(?:is|would be|should be|是|为|选|:|：|=)[*_]*(?:\s*[:：])?",
    re.IGNORECASE,
)
_BOXED = re.compile(r"\{((?:[^{}]|\{[^{}]*\}){1,200})\}")
_OF_ANSWER = re.compile(r"answer|答案|回答|boxed|correction|更正", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[.!?;。！？；\n]|\b(?:but|however)\b|但|不过|然而", re.IGNORECASE)
_HEDGED = re.compile(
    r"\bif\b(?! (?:we|you|I|one) (?:look|zoom|examine))"
    r"|\b(?:unless|unlikely|doubt\w*|thought|might|could|may|maybe|perhaps|initial\w*|at first)\b"
    r"|(?:n't|\bnot) (?:think|believe|mean|sure|certain|say)|\b(?:or|whether|not)\s*$"
    r"|如果|若是|假如|也许|起初|一开始|最初|原以为|以为|未必|不一定|并非|不(?:认为|觉得|确定)|(?:或|或者|还是|不|非)\s*$",
    re.IGNORECASE,
)
"""Before "the answer is": it is not said that it is."""
_BEGIN = r"(?:^|[.!?。！？\n])[\s*_>-]{0,20}"
_CORRECTED = re.compile(
    rf"{_BEGIN}(?:(?:no|oh|sorry)(?:\s*[,.:!—…]|,? wait\b)|(?:wait|hmm+|actually|oops"
    r"|on (?:second thoughts?|reflection|closer|a closer)|correct(?:ion|ed)|let me (?:revise|correct|re\w+|double|check)"
    r"|re-?(?:count|check)\w*)\b|不对|更正|等等|等一下|重新)",
    re.IGNORECASE,
)
_DOUBTED = re.compile(rf"{_BEGIN}(?:(?:however|but|alternatively)\b|但|不过|或者)", re.IGNORECASE)


class Statement(NamedTuple):
    """What follows "the answer is" on its line, and the lines after it; ``final`` if it is called the final or the correct one."""

    said: str
    rest: str
    final: bool

    @property
    def is_taken_back(self) -> bool:
        """Whether the lines after it correct or doubt it."""
        return is_taken_back(self.rest) or _DOUBTED.search(self.rest) is not None


def is_taken_back(rest: str) -> bool:
    """Return whether the words after an answer begin to correct it.

    Examples:
        >>> is_taken_back("Wait, that is wrong."), is_taken_back("I am sure, because it is blue.")
        (True, False)
    """
    return _CORRECTED.search(rest[-MOST_TEXT:]) is not None


def stated_in(text: str, *, loose: bool = False) -> Statement | None:
    """Return the last statement of an answer in a text; one after "if" or "I doubt that" is none.

    Args:
        text: The text.
        loose: Whether any words may be a value: then only what is called an answer is one, because a sign may say "TOTAL: 45".

    Examples:
        >>> stated_in("It is not red. The answer is **B**.").said
        'B**.'
    """
    text = text[-MOST_TEXT:]
    leads = [lead for lead in _STATED.finditer(text) if not loose or _OF_ANSWER.search(lead[0])]
    if not leads or _HEDGED.search(_CLAUSE_END.split(text[: leads[-1].start()])[-1]):
        return None
    lead = leads[-1]
    if (boxed := _BOXED.match(text, lead.end())) is not None:
        return Statement(boxed[1], text[boxed.end() :].strip(" \t$.)\\]"), final=True)
    line, _, rest = text[lead.end() :].lstrip(" \t*_\n").partition("\n")
    return Statement(line.strip(" *_"), rest, bool(lead["final"]))
