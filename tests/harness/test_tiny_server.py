"""A real multimodal server: ``transformers serve`` with a tiny Qwen2-VL of random weights.

Its answers are garbage, so this checks transport, decoding and robustness: the tokens of a prompt say whether a picture or
a clip has been looked at. Its libraries are installed into an environment of their own, which is kept for the next time.
"""

import io
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.talking import dialogue, items, plan, spec
from mindsight.harness.outcomes import Outcome
from mindsight.harness.run import blank_picture, find_out, run_model
from mindsight.harness.settings import Effort, Limits, ModelSpec

pytest.importorskip("inspect_ai")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

HERE = Path(__file__).parent / "tiny"
LIBRARIES = ["torch==2.13.0", "torchvision==0.28.0", "transformers[serving]==5.23.0", "accelerate", "av", "pillow"]
KEPT = Path(os.environ.get("MINDSIGHT_TEST_SERVER", Path.home() / ".cache" / "mindsight-tests" / "tiny-server"))


@pytest.fixture(scope="module")
def python() -> Path:
    """The Python of the server's environment, made on first use."""
    found = KEPT / "bin" / "python"
    if not (KEPT / ".ready").exists():
        subprocess.run([sys.executable, "-m", "venv", KEPT], check=True)
        done = subprocess.run(
            [found, "-m", "pip", "install", "--quiet", *LIBRARIES],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            pytest.skip(f"the server's libraries cannot be installed here: {done.stderr.strip()[-300:]}")
        (KEPT / ".ready").touch()
    return found


@pytest.fixture(scope="module")
def tiny(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModelSpec]:
    """The server, as a model to be tested."""
    folder = tmp_path_factory.mktemp("tiny") / "mindsight" / "model"
    offline = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder.parent / "home"), "CUDA_VISIBLE_DEVICES": ""}
    subprocess.run([python, HERE / "make_model.py", folder], check=True, env=offline, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder.parent / "server.log"
    with log.open("wb") as file:
        command = [python, HERE / "serve.py", "serve", folder, "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen([str(word) for word in command], env=offline, stdout=file, stderr=file)
    try:
        _await(f"http://127.0.0.1:{port}/health", server, log)
        clip_length = {"chat_template_kwargs": {"num_frames": 8}}
        yield spec(f"http://127.0.0.1:{port}/v1", name=str(folder), dialect="vllm", extra_body=clip_length)
    finally:
        server.kill()
        server.wait()


def _await(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310  (our own server)
                return
        except OSError:
            time.sleep(0.5)
    raise RuntimeError(log.read_text("utf-8", "replace")[-3000:])


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


def played(tiny: ModelSpec, **opening: Any) -> Outcome:
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
    first, second = played(tiny), played(tiny)
    assert (first.ending, first.error, len(first.turns)) == ("silence", "parse_error", 3)
    assert [turn.answer for turn in first.turns] == [turn.answer for turn in second.turns]
    assert [turn.usage.input for turn in first.turns] == [turn.usage.input for turn in second.turns]
    assert all(turn.usage.output > 0 and turn.time_s > 0 for turn in first.turns)
    # Each turn adds a picture of 10 × 8 patches.
    assert first.turns[1].usage.input - first.turns[0].usage.input > 80


def test_a_clip_is_looked_at(tiny: ModelSpec) -> None:
    without, with_it = played(tiny).turns[0], played(tiny, clip=clip()).turns[0]
    # Eight frames, two at a time, of 4 × 4 patches each.
    assert with_it.usage.input - without.usage.input == pytest.approx(4 * 16, abs=8)


def test_a_model_that_is_not_served_is_one_sentence(tiny: ModelSpec) -> None:
    from mindsight.errors import SubjectError

    with pytest.raises(SubjectError, match="answers 4"):
        find_out(tiny.model_copy(update={"name": "another/model"}))
