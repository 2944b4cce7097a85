"""Put a subject's actions into words, without the engine, so that reports can do it too."""

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
    "propose": text("propose"),
    "finish": text("say that it is done"),
    "decline": text("decline"),
}
"""The verbs of actions, in words."""


def deed(action: Mapping[str, Any] | None) -> Text:
    """Return an action in words: its verb and what was said, without point or amounts."""
    given = action or {}
    verb, said = VERBS.get(str(given.get("verb")), text("no action")), given.get("text")
    return text("{verb} “{said}”", verb=verb, said=said) if isinstance(said, str) and said else verb
