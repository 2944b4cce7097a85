"""What the task classes are called in reports; loads nothing of the engine."""

from mindsight.text import Text, text

TITLES: dict[str, Text] = {
    "suitcase": text("Pack a suitcase"),
    "desk": text("Tidy a desk"),
    "jigsaw": text("Do a jigsaw puzzle"),
    "blocks": text("Build with blocks"),
    "sort_count": text("Sort and count things"),
    "clean_room": text("Clean a room"),
    "buttons": text("Understand button functions"),
    "gift": text("Choose a gift"),
}
"""What the eight task classes of annex A are called in a report."""


def title_of(key: str) -> Text:
    """Return a class's title, or its key where it has none."""
    return TITLES.get(key) or text("{name}", name=key)
