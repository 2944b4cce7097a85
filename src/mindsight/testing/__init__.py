"""The contract that everything in a table keeps, built in or of a plug-in, as functions for tests.

``contract`` has what holds for every household task, as functions that say what does not; ``tasks`` tries all of it on one.
"""

from typing import TYPE_CHECKING

from mindsight.faces import lazily

if TYPE_CHECKING:
    from mindsight.testing.tasks import check_task

__all__ = ["check_task"]

__getattr__ = lazily(__name__, {"check_task": "mindsight.testing.tasks"})
