"""Invented episodes: consistent records of tasks that ended correctly or wrongly, without running them."""

from dataclasses import dataclass, field
from pathlib import Path

from mindsight.engine.seeds import stream
from mindsight.home.episodes.episode import Result, Step
from mindsight.home.episodes.running import draft_of
from mindsight.home.episodes.sessions import Shares
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.record.model import Draft


def made_up(instance: Instance, *, right: bool) -> Draft:
    """Return a task that ended at once, correctly or wrongly."""
    claims = instance.valid == right
    step = Step(
        picture="0" * 64,
        action={"verb": "finish" if claims else "decline"},
        code="finished" if claims else "declined",
        words="",
        holds=instance.valid and right,
        margin=0.0,
        why={"zh": "", "en": ""},
    )
    outcome, manner = {
        (True, True): ("TP", "done"),
        (True, False): ("FN", "declined"),
        (False, True): ("TN", "declined"),
        (False, False): ("FP", "claimed"),
    }[instance.valid, right]
    result = Result(
        outcome=outcome,
        manner=manner,
        ending="finish" if claims else "decline",
        goal_true=step.holds,
        held_first=1 if step.holds else None,
        disturbed=(),
        score=float(right),
        steps=(step,),
        pictures=(),
        fingerprint="",
    )
    return draft_of(instance, result, {}, took_s=0.01)


@dataclass(frozen=True)
class Guesser:
    """Replaces the runner of a built-in subject and ends every task correctly with probability 0.6."""

    name: str
    setting: Setting
    seed: int
    media: Path | None
    shares: Shares = field(default_factory=dict)

    def __call__(self, instance: Instance) -> Draft:
        """Return how a task ended."""
        return made_up(instance, right=stream(self.seed, "guess", instance.id).random() < 0.6)

    def lost(self, instance: Instance, error: Exception) -> Draft:
        """Never called."""
        raise AssertionError(instance.id) from error


@dataclass(frozen=True)
class Refuser(Guesser):
    """Declines every task at once, whatever the condition."""

    def __call__(self, instance: Instance) -> Draft:
        """Return how a task ended."""
        return made_up(instance, right=not instance.valid)
