"""Markdown that the generated parts of the documentation have in common."""

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a bar in a cell is no border."""
    lines = (heads, ("---",) * len(heads), *rows)
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"


def plain(sentence: str) -> str:
    """Return a sentence in which nothing is taken for a tag."""
    return sentence.replace("<", "&lt;").replace(">", "&gt;").replace("*", "\\*")


def code(words: str) -> str:
    """Return words as code that may hold a bar, also in a table."""
    escaped = (
        words.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "&#124;")
        .replace("*", "&#42;")
        .replace("_", "&#95;")
    )
    return f"<code>{escaped}</code>"
