"""Input conditions in an identity, written and read back."""

import pytest

from mindsight.errors import InputError
from mindsight.vsig.media.conditions import GIVEN, Condition, condition_of


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("more", [{}, {"fps": 5.0, "timestamps": False}, {"frames": 15, "size": 1280, "quality": 95}])
def test_an_identity_says_everything_of_a_condition(given: str, more: dict[str, object]) -> None:
    condition = Condition.model_validate({"given": given, **more})
    back = condition_of(condition.identity())
    assert back.identity() == condition.identity()
    assert (back.given, back.timestamps, back.frames, back.size, back.quality) == (
        condition.given, condition.timestamps, condition.frames, condition.size, condition.quality,
    )  # fmt: skip
    assert back.sampling == condition.sampling


def test_what_each_input_holds() -> None:
    held = {
        given: (c.shows_video, c.shows_frames, c.shows_last, c.heard, c.read, c.words_timed)
        for given in GIVEN
        for c in [Condition(given=given)]
    }
    assert held == {
        # video, frames, the last frame, sound, what is said as text, each word's time
        "video": (True, False, True, True, False, False),
        "frames-audio": (False, True, True, True, False, False),
        "frames-transcript": (False, True, True, False, True, False),
        "frames-words": (False, True, True, False, True, True),
        "frames": (False, True, True, False, False, False),
        "text": (False, False, False, False, True, False),
    }


def test_two_frames_per_second_and_the_transcript_are_usual() -> None:
    assert condition_of({}) == condition_of(Condition().identity())
    assert Condition().identity() == {
        "input": "frames-transcript", "timestamps": True, "frames": "2/s", "picture": "640/85",
    }  # fmt: skip
    assert Condition(frames=15).sampling == {"count": 15}


@pytest.mark.parametrize(
    "options",
    [
        {"input": "films"},
        {"frames": "many"},
        {"frames": "0/s"},
        {"frames": "nan/s"},
        {"picture": "640"},
        {"picture": "0/85"},
    ],
)
def test_what_cannot_be_sent_is_one_sentence(options: dict[str, str]) -> None:
    with pytest.raises(InputError, match="cannot be sent; use one of video, frames-audio"):
        condition_of(options)
