"""What a user may choose about a run in which a subject is left alone."""

from dataclasses import dataclass, field

from mindsight.home.autonomy.scoring.index import ALPHA
from mindsight.home.episodes.episode import Setting
from mindsight.home.episodes.interface import Interface
from mindsight.home.episodes.stances import ALONE

SCENES, EMPTY = 50, 0.2
"""Rooms per class, and the share of them that is in order, if nothing else is chosen."""


@dataclass(frozen=True)
class AlonePlan:
    """Everything that can change the scores of a run of autonomous tasks.

    ``empty`` is the share of rooms without any need; ``embedder`` names the embedding of formula (2), ``alpha`` the weight of relevance in
    formula (4).
    """

    tasks: tuple[str, ...]
    scenes: int = SCENES
    empty: float = EMPTY
    seed: int = 7
    alpha: float = ALPHA
    embedder: str = "lexical"
    interface: Interface = "points"
    keep_pictures: bool = True
    setting: Setting = field(default_factory=lambda: Setting(stance=ALONE))
    temperature: float = 0.0
    sealed: str = ""
    """The commitment if the rooms come from a secret seed."""
    anchors: str = ""
    """Name and hash of the set of public anchor rooms, if the run uses them."""
