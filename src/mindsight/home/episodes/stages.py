"""Keep the scene of a task for further episodes of the same task.

Building takes longer than many an episode. Between runs everything goes back to where it was at first, bit for bit.
"""

from mindsight.home.episodes.episode import Setting, Stage
from mindsight.home.preparation.instances import Instance


class Stages:
    """Keeps the last stage for a task that is put again; to be used in one thread."""

    def __init__(self) -> None:
        self._kept: Stage | None = None

    def lend(self, instance: Instance, setting: Setting) -> Stage:
        """Return the stage of a task as it is at first."""
        if self._kept is not None and self._kept.fits(instance, setting):
            self._kept.world.reset()
            return self._kept
        self.clear()
        self._kept = Stage(instance, setting)
        return self._kept

    def clear(self) -> None:
        """Free what is kept."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None
