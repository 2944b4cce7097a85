"""Keep the built scene of a task for further episodes of the same task.

Building it takes longer than many episodes. Between episodes everything is restored to its first state, bit for bit.
"""

from mindsight.home.episodes.episode import Stage
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting


class Stages:
    """Keeps the last stage, for the next episode of the same task; to be used in one thread."""

    def __init__(self) -> None:
        self._kept: Stage | None = None

    def lend(self, instance: Instance, setting: Setting) -> Stage:
        """Return the stage of a task in its first state."""
        if self._kept is not None and self._kept.fits(instance, setting):
            self._kept.world.reset()
            return self._kept
        self.clear()
        self._kept = Stage(instance, setting)
        return self._kept

    def clear(self) -> None:
        """Close the stage that is kept."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None
