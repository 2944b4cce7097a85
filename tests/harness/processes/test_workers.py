"""Environments in separate processes: limits, deaths, restoration, and leftovers."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from harness.talking import TOY
from mindsight.errors import SubjectError
from mindsight.harness.processes import frames
from mindsight.harness.processes.slots import InfrastructureError, Slot
from mindsight.harness.processes.workers import Worker, WorkerFault, WorkerLost

STEP = {"action": "step"}


@pytest.fixture
def slot() -> Any:
    found = Slot(TOY, call_limit_s=20)
    yield found
    found.close()


def test_a_frame_carries_data_there_and_back() -> None:
    value = {"picture": b"\xff\x00", "n": [1, 2.5, None, "门口", "\ud800"], "nan": float("inf")}
    body = frames.packed(value)
    assert int.from_bytes(body[:4], "little") == len(body) - 4
    assert frames.unpacked(body[4:]) == value


def test_a_frame_takes_numbers_of_numpy() -> None:
    import numpy as np

    assert frames.unpacked(frames.packed({"x": np.float32(0.5), "p": np.arange(3)})[4:]) == {"x": 0.5, "p": [0, 1, 2]}


def test_a_frame_takes_no_objects() -> None:
    with pytest.raises(TypeError):
        frames.packed(object())


def test_an_episode_is_run(slot: Slot) -> None:
    assert slot.open({"start": 1})["left"] == 10
    assert slot.act(STEP)["words"] == "done"
    assert slot.act({"action": "finish"})["done"] is True
    result = slot.end("silence")
    assert (result["success"], result["how"], result["wishes"]) == (True, "finish", [STEP, {"action": "finish"}])
    assert result["pid"] == slot.pid


def test_one_process_serves_many_episodes_and_is_then_replaced() -> None:
    slot = Slot(TOY, renewed_after=3)
    pids = []
    for _ in range(7):
        slot.open({})
        pids.append(slot.pid)
    slot.close()
    assert [len(set(pids[at : at + 3])) for at in (0, 3)] == [1, 1]
    assert len(set(pids)) == 3


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_killed_process_is_replaced_and_the_episode_goes_on(slot: Slot, count: int) -> None:
    slot.open({"start": 4})
    for _ in range(count):
        slot.act(STEP)
    before = slot.pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    assert slot.act(STEP)["left"] == 9 - count
    assert slot.pid != before
    assert slot.restarts == 1
    assert len(slot.end("time")["wishes"]) == count + 1


def test_a_process_that_dies_by_itself_is_replaced(slot: Slot, tmp_path: Path) -> None:
    slot.open({"trouble": f"die-once:{tmp_path / 'died'}"})
    slot.act(STEP)
    assert slot.act(STEP)["left"] == 8
    assert slot.restarts == 1


def test_a_process_that_always_dies_is_given_up(slot: Slot) -> None:
    slot.open({"trouble": "die"})
    slot.act(STEP)
    with pytest.raises(InfrastructureError, match=r"too often.*status 3"):
        slot.act(STEP)


def test_an_episode_that_cannot_be_brought_back_is_not_tested(slot: Slot) -> None:
    slot.open({"trouble": "shifty"})
    slot.act(STEP)
    os.kill(slot.pid or 0, signal.SIGKILL)
    with pytest.raises(InfrastructureError, match="picture 0 differs"):
        slot.act(STEP)


def test_after_trouble_the_slot_can_be_used_again(slot: Slot) -> None:
    slot.open({"trouble": "raise"})
    slot.act(STEP)
    with pytest.raises(InfrastructureError, match="a bug in the environment"):
        slot.act(STEP)
    assert slot.open({"start": 2})["left"] == 10
    assert slot.restarts == 0


@pytest.mark.slow
def test_a_call_that_hangs_is_cut_short() -> None:
    slot = Slot(TOY, call_limit_s=1.0)
    slot.open({"trouble": "hang"})
    slot.act(STEP)
    begun = time.monotonic()
    with pytest.raises(InfrastructureError, match="did not answer within 1 s"):
        slot.act(STEP)
    assert time.monotonic() - begun < 30
    slot.close()


def test_an_environment_that_cannot_be_made_is_the_users_to_mend() -> None:
    with pytest.raises(SubjectError, match="cannot be made"):
        Worker("harness.toy:broken")
    with pytest.raises(SubjectError, match="No module named"):
        Worker("no_such_module:Toy")


def test_a_worker_that_was_stopped_says_so() -> None:
    worker = Worker(TOY)
    worker.stop()
    with pytest.raises(WorkerLost, match="stopped"):
        worker.call("open")


def test_a_method_that_does_not_exist_is_a_fault() -> None:
    worker = Worker(TOY)
    with pytest.raises(WorkerFault, match="no_such"):
        worker.call("no_such")
    worker.stop()


def test_workers_have_one_thread_each_and_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-a-test")
    worker = Worker("harness.toy:Variables")
    variables = worker.call("show")
    worker.stop()
    assert "OPENAI_API_KEY" not in variables
    assert (variables["OMP_NUM_THREADS"], variables["LP_NUM_THREADS"]) == ("1", "0")
    agent = Worker("harness.toy:Variables", secrets=True)
    assert agent.call("show")["OPENAI_API_KEY"] == "sk-secret-of-a-test"
    agent.stop()


def test_memory_stays_flat_over_200_episodes() -> None:
    slot = Slot(TOY, renewed_after=10_000)

    def episode() -> None:
        slot.open({"start": 2})
        for _ in range(3):
            slot.act(STEP)
        slot.end("silence")

    for _ in range(20):
        episode()
    here, there = psutil.Process(), psutil.Process(slot.pid)
    before = here.memory_info().rss, there.memory_info().rss
    descriptors = here.num_fds()
    for _ in range(200):
        episode()
    grown = [now - then for now, then in zip((here.memory_info().rss, there.memory_info().rss), before, strict=True)]
    slot.close()
    assert max(grown) < 8 << 20
    assert here.num_fds() <= descriptors


PARENT = """
import sys, time
from mindsight.harness.processes.slots import Slot
slot = Slot("harness.toy:Toy")
slot.open({"trouble": "hang"})
slot.act({"action": "step"})
print(slot.pid, flush=True)
if sys.argv[1] == "busy":
    slot.act({"action": "step"})
time.sleep(60)
"""


@pytest.mark.parametrize("state", ["idle", "busy"])
def test_nothing_stays_behind_a_killed_parent(state: str) -> None:
    parent = subprocess.Popen([sys.executable, "-c", textwrap.dedent(PARENT), state], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    time.sleep(0.2)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    _, alive = psutil.wait_procs([child], timeout=15)
    assert not alive
