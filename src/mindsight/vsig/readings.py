"""The readings and departures of a vsig run: how the README is understood where it is silent, and where a profile departs from that."""

from mindsight.record.blocks import Note
from mindsight.text import Text, text
from mindsight.vsig.profile import Profile, load_profile

_CLAUSES = {
    "intent": "task.1",
    "intent_right": "task.1",
    "far_edge": "task.2",
    "geometry": "task.2",
    "space_unit": "task.2",
    "space_within": "task.2",
    "unmasked_object": "task.2",
    "windows": "task.3",
    "tolerance_ms": "task.3",
    "whole_ms": "task.3",
    "gesture_alone": "note.1",
    "strict_answers": "note.2",
}
"""The clause of each field; all others belong to the results."""


def departures(profile: Profile) -> tuple[Note, ...]:
    """Return a departure for every field of a profile that differs from the default."""
    default = load_profile().model_dump()
    return tuple(
        Note(
            id=f"departure-{field}",
            title=text("Departure"),
            role="departure",
            clause=_CLAUSES.get(field, "results"),
            body=text(
                "profile field {field} is {found}; the default reading has {expected}",
                field=field,
                found=str(value),
                expected=str(default.get(field, False)),
            ),
        )
        for field, value in profile.model_dump().items()
        if field != "name" and value != default.get(field, False)
    )


def readings() -> tuple[Note, ...]:
    """Return how mindsight reads the document where it is silent or unclear, under the default profile."""
    return tuple(
        Note(id=f"reading-{number}", title=text("Reading"), role="reading", clause=clause, body=body)
        for number, (clause, body) in enumerate(_SAID, start=1)
    )


_SAID: tuple[tuple[str, Text], ...] = (
    (
        "task.1",
        text(
            "Intent is the mean over targets: each description is compared with the target's name slot by "
            "slot, so that a wrong side, colour or object is wrong however similar the words. The whole "
            "command is scored beside it."
        ),
    ),
    (
        "task.2",
        text(
            "An object is hit where the pixel of the predicted point, floor(x·width) and floor(y·height), is on in its mask on "
            "the last frame; a coordinate of exactly 1 belongs to the last pixel, one outside of 0 … 1 hits nothing."
        ),
    ),
    (
        "task.2",
        text(
            "The document states no distance for a space. It is hit below 50 of the 1000 units of each axis from the mean of its "
            "annotated points, as the benchmark's own code had it; the curve over other distances stands beside it."
        ),
    ),
    ("task.2", text("An object without a mask is scored like a space and marked.")),
    (
        "task.3",
        text(
            "A time is right inside the span of all the words that mention its target, ends included. Where the words cannot be "
            "parted without guessing, the sample's times are listed and not scored. An interval counts by its middle."
        ),
    ),
    ("note.1", text("Where asr_result is null, and in template 1, times are not counted; they are never 0.")),
    (
        "note.2",
        text(
            "Predictions belong to targets by their position: one that is missing is a miss, those beyond are counted."
        ),
    ),
    (
        "results",
        text(
            "Space and time are pooled over all targets; means over samples stand beside them. The overall score is the mean of "
            "the dimensions that were scored, and a dimension with a score of 0 was scored."
        ),
    ),
    (
        "results",
        text(
            "An answer that cannot be read, a refusal and an error of the model are wrong in every target. The score without "
            "them, as in the document's table, stands beside it. Infrastructure errors count for nothing and are listed."
        ),
    ),
)
