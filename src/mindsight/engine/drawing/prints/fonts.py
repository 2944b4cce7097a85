"""The typeface on things and screens: Noto Sans CJK. The hash of its file is part of a result's identity."""

import hashlib
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

from mindsight.errors import MissingExtra

FOLDERS = (
    Path("/usr/share/fonts/opentype/noto"),
    Path("/usr/share/fonts/noto-cjk"),
    Path("/usr/share/fonts/google-noto-cjk"),
    Path("/usr/local/share/fonts"),
)
"""Where Linux distributions install the typeface; the first folder that has it is used."""

_FILES = {False: "NotoSansCJK-Regular.ttc", True: "NotoSansCJK-Bold.ttc"}
_SIMPLIFIED = 2
"""The face for Simplified Chinese in the collection."""


@lru_cache(maxsize=8)  # a cached size costs 2 MB, opening it again less than a millisecond
def font(size: int, *, bold: bool = True) -> ImageFont.FreeTypeFont:
    """Return the typeface at a size in pixels.

    Raises:
        MissingExtra: The typeface is not installed.
    """
    return ImageFont.truetype(str(font_file(bold=bold)), size, index=_SIMPLIFIED, layout_engine=ImageFont.Layout.BASIC)


def font_file(*, bold: bool = True) -> Path:
    """Return the file of the typeface.

    Raises:
        MissingExtra: The typeface is not installed.
    """
    for folder in FOLDERS:
        if (folder / _FILES[bold]).is_file():
            return folder / _FILES[bold]
    raise MissingExtra(
        "the typeface {name} is missing, which the things in a scene are lettered with; apt-get install fonts-noto-cjk",
        name=_FILES[bold],
    )


@lru_cache(maxsize=2)
def font_hash(*, bold: bool = True) -> str:
    """Return the SHA-256 of the typeface's file; it is part of the identity of a result.

    Raises:
        MissingExtra: The typeface is not installed.
    """
    return hashlib.sha256(font_file(bold=bold).read_bytes()).hexdigest()
