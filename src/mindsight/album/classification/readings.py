"""The scores under other admissible readings of 6.2.1, computed from a record's terms alone."""

import math
from collections.abc import Iterator
from typing import get_args

from mindsight.album.classification.formulas import macro_f1_points
from mindsight.album.classification.scoring import Kinds, Marking, Plan, reading_of
from mindsight.album.profile import ClassificationProfile
from mindsight.album.reporting.sensitivity import Reading

_FIELDS = ("classes", "unlisted", "zero_division", "macro", "several_labels")


def readings_of(kinds: Kinds, plan: Plan) -> Iterator[Reading]:
    """Yield every other reading with its Macro-F1 score.

    Args:
        kinds: The images of a run, counted.
        plan: The run's plan: its profile, its classes and how its answers are read.
    """
    own = ClassificationProfile.model_validate(plan["profile"])
    tested = [name for name, _ in plan["classes"]]
    for field in _FIELDS:
        for value in get_args(ClassificationProfile.model_fields[field].annotation):
            if value == getattr(own, field):
                continue
            profile = own.model_copy(update={field: value})
            marking = Marking(kinds, tested, profile, plan["answers"])
            points = macro_f1_points(marking.counts, reading_of(profile))
            yield Reading(field, value, [None if math.isnan(points) else points])
