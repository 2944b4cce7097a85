"""What is shown of one item, before it is stored."""

from typing import NamedTuple

from mindsight.album.kits.pictures import Pixels


class Shown(NamedTuple):
    """Pictures by their role (RGB, RGBA or grey), and the place that is worth enlarging."""

    pictures: dict[str, Pixels]
    focus: tuple[int, int] | None
