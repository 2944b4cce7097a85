"""Which pictures a report shows of questions: a row of scenes, or for clips a row of moments for each scene."""

import pytest
from tests.home.questions.made_up import question

from mindsight.home.questions.question import Question
from mindsight.home.questions.reporting.shown import strips
from mindsight.record.blocks import Strip
from mindsight.record.model import Item
from mindsight.text import say, text


def _four(pictures: int) -> tuple[list[Item], dict[str, Question]]:
    """Return four questions of one wording with so many pictures each, and their items."""
    items, asked = [], {}
    for place in range(1, 5):
        names = tuple(f"{place}{number:063x}" for number in range(pictures))
        one = question(id=f"object.colour-0001-{place}", pictures=names)
        asked[one.id] = one
        items.append(
            Item(
                id=one.id, instance="0" * 64, cluster=one.group, status="scored", outcome="TP", previous="0" * 64,
                parsed={"status": "answer", "value": "blue"}, terms={"task": one.kind, "valid": True},
                media=dict(sorted((f"picture-{number}", f"{name}.jpg") for number, name in enumerate(names, 1))),
            )
        )  # fmt: skip
    return items, asked


def _shown(pictures: int) -> list[Strip]:
    return list(strips({"object.colour": text("colour")}, *_four(pictures)))


def test_scenes_of_one_picture_stand_in_one_row() -> None:
    (row,) = _shown(1)
    assert [picture.media[0] for picture in row.pictures] == ["1", "2", "3", "4"]
    assert "right is blue" in say(row.pictures[0].caption, "en")


@pytest.mark.parametrize(
    ("pictures", "numbers"), [(2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 3, 4]), (8, [1, 3, 6, 8]), (15, [1, 6, 10, 15])]
)
def test_scenes_of_several_pictures_have_a_row_each_from_the_first_to_the_last(
    pictures: int, numbers: list[int]
) -> None:
    rows = _shown(pictures)
    assert len(rows) == 4
    for place, row in enumerate(rows, 1):
        assert [picture.media for picture in row.pictures] == [f"{place}{number - 1:063x}.jpg" for number in numbers]
        captions = [say(picture.caption, "en") for picture in row.pictures]
        assert captions == [f"picture {number} of {pictures}" for number in numbers]
        assert row.below is not None
        assert say(row.below, "en").startswith(f"object.colour-0001-{place}: right is blue")
    assert [row.above is not None for row in rows] == [True, False, False, False]
    assert len({row.id for row in rows}) == 4
