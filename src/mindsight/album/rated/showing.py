"""What is shown of one item, before it is stored."""

from typing import Literal, NamedTuple

from mindsight.album.kits.pictures import Pixels

Truth = Literal["reference", "anchor", "gold"]
"""What can stand in an output's place: what is wanted, what was given, and what is plainly bad."""


class Shown(NamedTuple):
    """Pictures by their role (RGB, RGBA or grey), and the place that is worth enlarging."""

    pictures: dict[str, Pixels]
    focus: tuple[int, int] | None
