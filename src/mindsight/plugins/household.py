"""The names that a file with a household task needs, from one place; they stay where they are if the code behind them moves."""

from mindsight.engine import catalogue
from mindsight.engine.fixtures.sorting import BOX_M, TABLE_M
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes.floor_plan import body_rect
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import NoPlaceError, footprint, free_spots, survey
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.irrelevance import NARROW, Reason
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.packing import best_fit
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected, Task
from mindsight.home.tasks.plugged import HouseholdTask
from mindsight.home.tasks.sort_count.layout import Piece, spread
from mindsight.home.tasks.wording import Sentence, draw_demand, listed, not_home, pick

__all__ = [
    "BOX_M", "KINDS", "NARROW", "TABLE_M", "Action", "FixturePlan", "HouseholdTask", "Instance", "Needs", "NoPlaceError",
    "Perception", "Piece", "Reason", "Rejected", "ScenePlan", "Sentence", "Task", "ThingPlan", "best_fit", "body_rect", "catalogue",
    "draw_demand", "footprint", "free_spots", "furnish", "listed", "not_home", "pick", "spread", "stream", "subseed", "survey",
]  # fmt: skip
