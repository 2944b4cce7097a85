"""Replace secrets in texts by ``***``."""

import re

from mindsight.redacting.named import NAMED
from mindsight.redacting.tokens import BLOCKS, TOKENS
from mindsight.redacting.variables import hidden_values
from mindsight.text import Text

_COLOURS = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""What a terminal is told beside the words: it would part a token, or a name from its value."""


def redact(text: str) -> str:
    """Return the user's words with anything like a key, token or password replaced by ``***``.

    Of the environment only values of variables whose names speak of secrets are hidden: the name of a model may stand in both.
    """
    return _by_rules(hidden_values(named_only=True).sub("***", text))


def redact_foreign(text: str) -> str:
    """Return words of a program, server or library with secrets, and values of the environment, replaced by ``***``.

    >>> redact_foreign("401: Incorrect API key provided: abc-123")
    '401: Incorrect API key provided: ***'
    """
    return _by_rules(hidden_values(named_only=False).sub("***", without_colours(text)))


def without_colours(text: str) -> str:
    """Return a program's words without what tells a terminal how to show them."""
    return _COLOURS.sub("", text)


def redacted_text(sentence: Text) -> Text:
    """Return a sentence in whose values secrets are replaced by ``***``."""
    return sentence.model_copy(update={"args": {name: _redacted(value) for name, value in sentence.args.items()}})


def _redacted(value: str | float | Text) -> str | float | Text:
    if isinstance(value, Text):
        return redacted_text(value)
    return redact(value) if isinstance(value, str) else value


def _by_rules(text: str) -> str:
    # Keys of several lines first, before a part of one is taken for a value; tokens last, so that no rest of a value stays behind one.
    text = BLOCKS.sub("***", text)
    for pattern in NAMED:
        text = pattern.sub(r"\1***", text)
    return TOKENS.sub("***", text)
