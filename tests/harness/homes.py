"""Environments that fail on the task named by the variable FRAGILE."""

import os
from typing import Any

from mindsight.home.adapters.environment import HomeEnvironment


class Faulty(HomeEnvironment):
    """Raises an error of the engine in the first turn."""

    def open(self, instance: dict[str, Any], **rest: Any) -> dict[str, Any]:
        self.fragile = instance["id"] == os.environ.get("FRAGILE")
        return super().open(instance, **rest)

    def act(self, wish: Any) -> dict[str, Any]:
        if self.fragile:
            raise ValueError("a bug in the engine")
        return super().act(wish)


class Fragile(Faulty):
    """Dies in the first turn."""

    def act(self, wish: Any) -> dict[str, Any]:
        if self.fragile:
            os._exit(9)
        return super().act(wish)


class Blind(HomeEnvironment):
    """A machine without any library to draw with."""

    def open(self, instance: dict[str, Any], **rest: Any) -> dict[str, Any]:
        from mindsight.engine.drawing import graphics

        graphics._BACKENDS = ()
        graphics.backend.cache_clear()
        return super().open(instance, **rest)
