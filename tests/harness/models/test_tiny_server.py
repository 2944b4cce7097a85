"""A real multimodal server: ``transformers serve`` with a tiny Qwen2-VL of random weights.

Its answers are garbage, so this checks transport, decoding and robustness: the number of prompt tokens shows whether a picture or a clip
was processed. Its libraries are installed into a separate environment, which is kept.
"""

import io
from collections.abc import Iterator
from typing import Any

import pytest

from harness.talking import dialogue, items, plan, spec
from harness.tinies import tiny_server
from mindsight.harness.episodes.outcomes import Outcome
from mindsight.harness.runs.run import blank_picture, find_out, run_model
from mindsight.harness.runs.settings import Effort, Limits, ModelSpec

pytest.importorskip("inspect_ai")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModelSpec]:
    """The server, as a model to be tested."""
    folder = tmp_path_factory.mktemp("tiny") / "mindsight" / "model"
    with tiny_server("make_model.py", folder) as url:
        clip_length = {"chat_template_kwargs": {"num_frames": 8}}
        yield spec(url, name=str(folder), dialect="vllm", extra_body=clip_length)


def clip() -> bytes:
    """Return a second of film."""
    av = pytest.importorskip("av")
    import numpy as np

    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as film:
        stream = film.add_stream("mpeg4", rate=16)
        stream.width, stream.height, stream.pix_fmt = 112, 112, "yuv420p"
        for number in range(16):
            frame = av.VideoFrame.from_ndarray(np.full((112, 112, 3), 16 * number, np.uint8), format="rgb24")
            film.mux(stream.encode(frame))
        film.mux(stream.encode())
    return file.getvalue()


def episode_of(tiny: ModelSpec, **opening: Any) -> Outcome:
    (outcome,) = run_model(
        plan(
            tiny.base_url,
            spec=tiny,
            environment="harness.toy:Painted",
            tools="off",
            dialogue=dialogue(),
            limits=Limits(answer_tokens=16, unusable=3),
            effort=Effort(workers=1),
        ),
        items(1, **opening),
    )
    return outcome


def test_the_probe_finds_no_tools_and_weighs_a_picture(tiny: ModelSpec) -> None:
    small, large = (find_out(tiny, picture=blank_picture(size, size)) for size in (112, 280))
    assert (small.tools, large.tools) == (False, False)
    # 28 × 28 pixels make a token: 16 and 100, and two marks around them.
    assert (small.picture_tokens, large.picture_tokens) == (16 + 2, 100 + 2)


def test_an_episode_ends_in_silence_and_is_the_same_again(tiny: ModelSpec) -> None:
    first, second = episode_of(tiny), episode_of(tiny)
    assert (first.ending, first.error, len(first.turns)) == ("silence", "parse_error", 3)
    assert [turn.answer for turn in first.turns] == [turn.answer for turn in second.turns]
    assert [turn.usage.input for turn in first.turns] == [turn.usage.input for turn in second.turns]
    assert all(turn.usage.output > 0 and turn.time_s > 0 for turn in first.turns)
    # Each turn adds a picture of 10 × 8 patches.
    assert first.turns[1].usage.input - first.turns[0].usage.input > 80


def test_a_clip_is_looked_at(tiny: ModelSpec) -> None:
    without, with_it = episode_of(tiny).turns[0], episode_of(tiny, clip=clip()).turns[0]
    # Eight frames, two at a time, of 4 × 4 patches each.
    assert with_it.usage.input - without.usage.input == pytest.approx(4 * 16, abs=8)


def test_a_model_that_is_not_served_is_one_sentence(tiny: ModelSpec) -> None:
    from mindsight.errors import SubjectError

    with pytest.raises(SubjectError, match="answers 4"):
        find_out(tiny.model_copy(update={"name": "another/model"}))
