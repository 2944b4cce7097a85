"""Mend the brackets at the end of an answer: one missing or doubled there leaves no doubt about what was meant.

What comes before decides which brackets have to follow. An answer that breaks off inside an entry is not mended: half an answer is not
an answer.
"""

import re

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TAIL = re.compile(r"[\]}\s]*\Z")
_CLOSES = {"{": "}", "[": "]"}
_GOES_ON = re.compile(r'\s*[,:]|.*["{\[]', re.DOTALL)
_MOST_MISSING, _MOST_DOUBLED = 1, 2
"""Were two missing, the list of entries might not be at its end."""


def mended(text: str) -> str | None:
    """Return the JSON of a text with the brackets at its end put right; None if that is not all that is wrong with them."""
    begin, end = text.find("{"), max(text.rfind("}"), text.rfind("]")) + 1
    if begin < 0 or end <= begin:
        return None
    body = text[begin:end]
    if _GOES_ON.match(text, end):
        return None
    tail = _TAIL.search(body)
    head = body[: tail.start()] if tail else body
    open_ = _left_open(head)
    found = "".join(body[len(head) :].split())
    # The first bracket closes the last entry: without it, the entry may go on.
    if not open_ or not found or found[0] != open_[0]:
        return None
    if found == open_ or not -_MOST_MISSING <= len(found) - len(open_) <= _MOST_DOUBLED:
        return None
    return head + open_


def _left_open(head: str) -> str:
    """Return the brackets that have to follow a text; empty if those in it do not fit."""
    bare = _STRING.sub("", head)
    waiting: list[str] = []
    if '"' in bare:
        return ""
    for letter in bare:
        if letter in _CLOSES:
            waiting.append(_CLOSES[letter])
        elif letter in "]}" and (not waiting or waiting.pop() != letter):
            return ""
    return "".join(reversed(waiting))
