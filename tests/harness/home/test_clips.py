"""``inspect eval mindsight/home-clips``: clips reach a model as videos, and its log becomes a record."""

import base64
import os
import subprocess
import sys
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from harness.server import Server, said
from home.household import cache_of
from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.home.questions import classes
from mindsight.record.folder import RunFolder

pytest.importorskip("inspect_ai")

CHOSEN = ("-T", "tasks=event.possible", "-T", "trials=4", "-T", "seed=3", "-T", "prompt_lang=en")
QUESTIONS = 4
pytestmark = pytest.mark.slow


def evaluated(model: str, folder: Path, **environment: str) -> Any:
    """Run Inspect's command and return its log."""
    from inspect_ai.log import read_eval_log

    command = ["eval", "mindsight/home-clips", *CHOSEN, "--model", model, "--display", "none", "--log-dir", str(folder)]
    done = subprocess.run(
        [sys.executable, "-m", "inspect_ai", *command], env={**os.environ, **environment},
        capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = folder.glob("*.eval")
    return read_eval_log(str(file))


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache_of(tmp_path_factory)))


def test_a_model_gets_videos_and_its_log_becomes_a_record(tmp_path: Path) -> None:
    """A model that says of everything that it cannot be answered is right on the half that has no answer."""
    import av

    server = Server(lambda *_: said('{"cannot": "no"}'))
    with closing(server):
        log = evaluated("mindsight/scripted", tmp_path, OPENAI_BASE_URL=server.url, OPENAI_API_KEY="none")
    assert log.status == "success"
    assert log.eval.task.removeprefix("mindsight/") == "home-clips"
    metrics = {name: one.value for name, one in log.results.scores[0].metrics.items()}
    assert metrics == {"accuracy": 0.5, "T": 0.5, "T_valid": 0, "T_gain": 0, "f.event.possible": 0.5}
    assert len(log.samples) == len(server.requests) == QUESTIONS
    for request in server.requests:
        parts = request["messages"][-1]["content"]
        (video,) = [part["video_url"]["url"] for part in parts if part["type"] == "video_url"]
        assert not [part for part in parts if part["type"] == "image_url"]
        with av.open(BytesIO(base64.b64decode(video.partition(",")[2])), "r") as clip:
            assert len(list(clip.decode(video=0))) > 1
    (file,) = tmp_path.glob("*.eval")
    assert mindsight(["--lang", "en", "import", str(file), "--out", "run"]) == 0
    run = RunFolder.open(Path("run"))
    assert run.manifest.identity["asked"] == "clip"
    outcomes = {str(sample.id): sample.scores["outcome"].answer for sample in log.samples}
    assert {item.id: item.outcome for item in run.items} == outcomes
    assert checker.check("run")[0] == []


def test_without_options_it_asks_what_happens_over_time_as_videos() -> None:
    from mindsight.home.questions.asking.inspect_questions import CLIPS, plan_of_options

    plan = plan_of_options(**CLIPS)
    assert plan.as_clip
    assert {classes.load()[key].dimension for key in plan.tasks} == {"event", "intention", "emotion"}
