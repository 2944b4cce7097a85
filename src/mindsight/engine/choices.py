"""What can be chosen of how a world is drawn and moved; without the libraries that do it, so that lists of options load at once."""

from typing import Literal

Profile = Literal["fast", "fine", "pbr"]
"""How a picture is drawn: quickly, with shadows and smooth edges, or by tracing light."""
Carry = Literal["settle", "weld"]
"""How things are moved: dropped at their place and left to settle, or carried there by a hand that can collide."""
