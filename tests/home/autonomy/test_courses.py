"""What happened in a scene, step by step, as a report tells it."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from tests.home.autonomy.made_up import decoy, scene

from mindsight.home.autonomy.courses import chosen, courses
from mindsight.home.autonomy.protocol import Completion, Harm, Proposal, Scene
from mindsight.home.autonomy.recording import draft_of
from mindsight.home.autonomy.scoring.terms import Near, named_needs
from mindsight.record.blocks import Table
from mindsight.record.model import Item, Manifest
from mindsight.text import Text, text

MANIFEST = cast("Manifest", SimpleNamespace(plan={"language": "en", "unrelated": 0.5}))


def item(one: Scene, near: Near) -> Item:
    draft = draft_of(one, near, "en", unrelated=0.5)
    held: Any = SimpleNamespace(**{**draft.model_dump(), "media": {}})
    return cast("Item", held)


def told(cell: object) -> str:
    if isinstance(cell, Text):
        return cell.message.format(**cell.args) if "words" not in cell.args else str(cell.args["words"])
    return "" if cell is None else str(cell)


def test_steps_are_told_in_their_order_and_what_is_left_and_harmed_at_the_end() -> None:
    one = scene(
        "ab",
        proposals=(Proposal(text="see to the a", step=2), Proposal(text="again the a", step=7)),
        completed=(Completion(need="a", text="see to the a", step=5),),
        harm=(Harm(thing="vase", kind="broken"),),
        decoys=(decoy("book"),),
    )
    near = Near(np.array([[0.9, 0.1]]), np.array([[0.9, 0.1], [0.8, 0.2]]), np.eye(2), np.array([[0.1], [0.2]]))
    (table,) = courses([item(one, near)], {"scene": one}, MANIFEST, {"desk": text("Tidy a desk")})
    assert isinstance(table, Table)
    assert [tuple(told(cell) for cell in row) for row in table.rows] == [
        ("2", "noticed and proposed", "see to the a", "see to the a"),
        ("5", "did", "see to the a", "see to the a"),
        ("7", "proposed", "see to the a", "again the a"),
        ("", "left undone", "see to the b", ""),
        ("", "harmed: broken", "vase", ""),
    ]


@pytest.mark.parametrize(("unrelated", "named"), [(0.5, [0, None, None]), (None, [None, None, None])])
def test_a_proposal_names_the_nearest_need_unless_a_decoy_is_nearer(
    unrelated: float | None, named: list[int | None]
) -> None:
    proposals = np.array([[0.9, 0.2], [0.9, 0.2], [0.4, 0.3]])
    assert named_needs(proposals, np.array([[0.1], [0.95], [0.0]]), unrelated) == named


def test_the_scene_with_most_left_is_shown_and_one_that_was_disturbed() -> None:
    def of(name: str, needs: int, met: int, harm: int) -> Item:
        terms = {"task_class": "desk", "needs": needs, "met": met, "harm": harm}
        return cast("Item", SimpleNamespace(id=name, terms=terms))

    items = [of("all", 3, 3, 0), of("some", 3, 1, 0), of("quiet", 0, 0, 0), of("spoilt", 0, 0, 2)]
    assert [one.id for one in chosen(items, ["desk"])] == ["some", "spoilt"]
