"""What a subject did, in words; needs no engine, so that reports can say it too."""

from collections.abc import Mapping
from typing import Any

from mindsight.text import Text, text

VERBS: dict[str, Text] = {
    "look": text("look"),
    "pick": text("pick up"),
    "place": text("put down"),
    "open": text("open"),
    "close": text("close"),
    "press": text("press"),
    "rotate": text("turn"),
    "wipe": text("wipe"),
    "wait": text("wait"),
    "say": text("say"),
    "finish": text("say that it is done"),
    "decline": text("decline"),
}
"""What a subject can do, in words."""


def deed(action: Mapping[str, Any] | None) -> Text:
    """Return an action as it was given in words: its verb and what was said, not where nor by how much."""
    given = action or {}
    verb, said = VERBS.get(str(given.get("verb")), text("no action")), given.get("text")
    return text("{verb} “{said}”", verb=verb, said=said) if isinstance(said, str) and said else verb
