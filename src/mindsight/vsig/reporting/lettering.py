"""Text on pictures: a typeface with Chinese, line breaking, and escaping of foreign text."""

from functools import lru_cache
from typing import TYPE_CHECKING

from mindsight.errors import MissingExtra

if TYPE_CHECKING:
    from PIL import ImageFont

_FACES: dict[bool, tuple[tuple[str, int], ...]] = {
    False: (
        ("NotoSansCJK-Regular.ttc", 2),
        ("NotoSansCJKsc-Regular.otf", 0),
        ("SourceHanSansSC-Regular.otf", 0),
        ("PingFang.ttc", 0),
        ("Hiragino Sans GB.ttc", 0),
        ("msyh.ttc", 0),
        ("wqy-microhei.ttc", 0),
    ),
    True: (
        ("NotoSansCJK-Bold.ttc", 2),
        ("NotoSansCJKsc-Bold.otf", 0),
        ("SourceHanSansSC-Bold.otf", 0),
        ("PingFang.ttc", 0),
        ("Hiragino Sans GB.ttc", 1),
        ("msyhbd.ttc", 0),
        ("wqy-microhei.ttc", 0),
    ),
}
"""Typeface files by name, in any folder of the system, and the index of the Simplified Chinese face."""

_LONGEST_WORD = 30


@lru_cache(maxsize=16)
def typeface(size: int, *, bold: bool = False) -> "ImageFont.FreeTypeFont":
    """Return a typeface at a size in pixels.

    Raises:
        MissingExtra: No typeface with Chinese is installed.
    """
    from PIL import ImageFont

    for name, index in _FACES[bold]:
        try:
            return ImageFont.truetype(name, size, index=index, layout_engine=ImageFont.Layout.BASIC)
        except OSError:
            continue
    raise MissingExtra("no typeface with Chinese is installed, which pictures need; apt-get install fonts-noto-cjk")


def harmless(value: str, *, lines: bool = False) -> str:
    """Return foreign text with invisible and control characters escaped; line ends stay if allowed."""
    return "".join(sign if sign.isprintable() or (lines and sign == "\n") else f"\\x{ord(sign):02x}" for sign in value)


def width_of(value: str, face: "ImageFont.FreeTypeFont") -> float:
    """Return the width of a line."""
    return float(face.getlength(value))


def clipped(value: str, face: "ImageFont.FreeTypeFont", width: float) -> str:
    """Return a line cut to a width, with an ellipsis if it was cut."""
    value = value[: int(width)]  # no letter is narrower than a pixel, so longer text needs no measuring
    if width_of(value, face) <= width:
        return value
    fitting = _fitting(value, face, width - width_of("…", face))
    return value[:fitting] + "…"


def wrapped(value: str, face: "ImageFont.FreeTypeFont", width: float, most: int) -> list[str]:
    """Return a text in at most ``most`` lines of a width, broken between words if there are any."""
    lines: list[str] = []
    for paragraph in value.split("\n"):
        rest = paragraph
        while len(lines) <= most:
            taken = _fitting(rest[: int(width)], face, width)
            if taken < len(rest):
                taken = max(1, _whole_words(rest, taken))
            lines.append(rest[:taken].rstrip())
            rest = rest[taken:].lstrip()
            if not rest:
                break
        if len(lines) > most:
            break
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], clipped(lines[most - 1] + "…" * 3, face, width).rstrip("…") + "…"]


def _whole_words(value: str, taken: int) -> int:
    """Return where to break a line: before a word of Latin letters, between characters of other scripts."""
    before, after = value[taken - 1 : taken], value[taken : taken + 1]
    if not (before.isascii() and before.isalnum() and after.isascii() and after.isalnum()):
        return taken
    space = value.rfind(" ", max(0, taken - _LONGEST_WORD), taken)
    return taken if space < 0 else space + 1


def _fitting(value: str, face: "ImageFont.FreeTypeFont", width: float) -> int:
    low, high = 0, len(value)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if width_of(value[:middle], face) <= width else (low, middle - 1)
    return low
