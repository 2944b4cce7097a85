"""Take the thoughts out of a text: only what follows them is the answer."""

import re

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT = re.compile(r"\A.*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)


def without_reasoning(text: str) -> str:
    """Return a text without the reasoning in it."""
    without = _THINKING.sub(" ", text)
    # Some templates open the reasoning in the prompt: only its end tag is in the answer.
    return _THOUGHT.sub(" ", without)
