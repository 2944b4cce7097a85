"""Wrap sentences to a width that is counted in cells of a terminal: a Chinese character takes two."""

import re
from collections.abc import Iterator

from rich.cells import cell_len, chop_cells

_WIDE = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef"
# Every Chinese character is a word; closing punctuation stays with the word before it.
WORDS = re.compile(rf"\s+|[（《“「]*(?:[{_WIDE}]|[^\s{_WIDE}]+)[，。；：、！？）》”」…]*")


def fold(sentence: str, width: int) -> str:
    """Return the sentence wrapped to this width between words; only longer words are cut."""
    return "\n".join(line for part in sentence.split("\n") for line in _lines(part, width))


def _lines(sentence: str, width: int) -> Iterator[str]:
    line = ""
    for word in WORDS.findall(sentence):
        if line and cell_len(line + word.rstrip()) > width:
            yield line.rstrip()
            line = ""
        *full, rest = chop_cells(word if line else word.lstrip(), width) or [""]
        yield from full
        line += rest
    yield line.rstrip()
