"""A user's choices for a vsig run: those that decide its scores, and the resources it may use."""

from dataclasses import dataclass, field

from mindsight.answers.conventions import DEFAULT, ModelProfile, model_profile
from mindsight.harness.runs.settings import Prices
from mindsight.record.model import Scalar
from mindsight.text import Language
from mindsight.vsig.judge.judge import Judge, JudgeMeans
from mindsight.vsig.models.said import Cluster
from mindsight.vsig.profile import Profile, load_profile


@dataclass(frozen=True)
class Plan:
    """The choices that can change the scores of a vsig run."""

    profile: Profile = field(default_factory=load_profile)
    model_profile: ModelProfile = field(default_factory=lambda: model_profile(DEFAULT))
    input: dict[str, Scalar] = field(default_factory=dict)
    """The input condition, option by option."""
    language: Language = "zh"
    blind_targets: bool = False
    seed: int = 7
    cluster: Cluster = "recording"
    limit: int | None = None
    demonstration: bool = False
    """Whether the clips are those of ``mindsight demo``, whose scores prove nothing about a model."""
    temperature: float = 0.0
    keep_last: bool = True
    keep_media: bool = False
    canaries: bool = True
    """Whether a model is asked canaries before its first sample."""
    judge: Judge | None = None
    human_marks: str | None = None
    """The hash of a table of people's marks; no score depends on it."""


@dataclass(frozen=True)
class Means:
    """Limits of a run on its use of a model; they cannot change a score and are not recorded.

    ``strict_canaries``: no sample is tested unless every canary has passed. ``human_marks`` is a table of people's marks, copied beside
    the record.
    """

    connections: int | None = None
    cost: float | None = None
    prices: Prices | None = None
    strict_canaries: bool = False
    judging: JudgeMeans | None = None
    human_marks: bytes | None = None
