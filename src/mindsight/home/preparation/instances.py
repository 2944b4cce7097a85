"""One task as data: the scene, the instruction, the goal and the budget. Immutable, hashed, stored with the run."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mindsight.engine.scenes.plans import ScenePlan
from mindsight.home.irrelevance import Reason
from mindsight.record.canonical import digest

RULE_VERSION = 1
"""Raised with any change that can alter a score: outcomes, goals, scenes, physics, wording of feedback, rendering."""


class Instance(BaseModel):
    """A task on which a subject is run.

    ``reason`` is empty for a valid task (有效家庭任务) and says why an irrelevant one (无关家庭任务) is irrelevant: a thing
    is ``absent``, the demand is ``impossible`` for that thing, the way is ``blocked`` or the room too small, it is no
    household task (``not_home``), two things fit its words equally (``ambiguous``), what its words rely on is shown nowhere
    (``missing_information``), the room refutes what they presuppose (``false_premise``), or it would do harm that the room
    shows (``hazardous``). ``details`` holds what the task's own oracle and graded score need; ``oracle_steps`` is 0
    until the task is proved.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    task: str
    task_version: int
    rule: int = RULE_VERSION
    seed: int
    reason: Reason | Literal[""]
    difficulty: dict[str, str | int]
    instruction: dict[Literal["zh", "en"], str]
    scene: ScenePlan
    goal: list[Any]
    needed: tuple[str, ...]
    details: dict[str, Any] = {}
    oracle_steps: int = 0

    @property
    def valid(self) -> bool:
        """Whether this is a valid household task."""
        return not self.reason

    def scene_kind(self, fixture: str) -> str:
        """Return the kind of a fixture of the scene."""
        return next(one.kind for one in self.scene.fixtures if one.name == fixture)

    @property
    def budget(self) -> int:
        """Steps the subject may take: twice the oracle's and ten more."""
        return 2 * self.oracle_steps + 10

    @property
    def sha256(self) -> str:
        """Hash of everything that defines the task."""
        return digest(self.model_dump(mode="json"))
