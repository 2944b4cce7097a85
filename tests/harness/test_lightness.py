"""Importing the harness must not load heavy libraries, so that commands start at once."""

import json
import subprocess
import sys

import pytest

HEAVY = {"inspect_ai", "openai", "numpy", "PIL", "anyio", "httpx", "mujoco", "aiohttp"}
LIGHT = [
    "runs.run",
    "agents.outside",
    "runs.plans",
    "episodes.dialogue",
    "runs.settings",
    "episodes.outcomes",
    "runs.estimates",
    "processes.worker",
    "processes.workers",
    "processes.slots",
    "questions.asking",
]


@pytest.mark.slow
@pytest.mark.parametrize("module", LIGHT)
def test_a_suite_can_import_it_for_nothing(module: str) -> None:
    source = f"import mindsight.harness.{module}, sys, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True, timeout=60)
    assert not {name.partition(".")[0] for name in json.loads(done.stdout)} & HEAVY
