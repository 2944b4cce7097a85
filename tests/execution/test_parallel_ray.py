import os
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from mindsight.errors import InputError, ItemError, PictureError
from mindsight.execution.parallel import map_items

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'mindsight[cluster]'")

from ray.cluster_utils import Cluster  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    # Ray leaves files and sockets to its exit handlers, and announces changes of its own by FutureWarning.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray"),
]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Iterator[Cluster]:
    environment = pytest.MonkeyPatch()
    environment.setenv("RAY_USAGE_STATS_ENABLED", "0")
    environment.delenv("RAY_ADDRESS", raising=False)
    environment.setenv("PYTHONPATH", str(Path(__file__).parents[1]))  # for the nodes: they import this file's functions
    memory = {"object_store_memory": 100 * 2**20, "include_dashboard": False}
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, **memory})
    ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
    yield nodes
    ray.shutdown()
    nodes.shutdown()
    environment.undo()


def square_and_say_where(folder: Path, number: int) -> int:
    (folder / ray.get_runtime_context().get_node_id()).touch()
    time.sleep(0.002)
    return number * number


def fail_at(bad: int, number: int) -> int:
    if number == bad:
        raise ValueError("no such picture")
    return number


def refuse(number: int) -> int:
    raise PictureError("picture {number} is torn", number=number)


def leave(number: int) -> int:
    if number == 3:
        os._exit(7)
    return number


@pytest.mark.timeout(240)
def test_a_machine_that_is_lost_mid_run_loses_no_result(cluster, tmp_path):
    doomed = cluster.add_node(num_cpus=1, object_store_memory=100 * 2**20)
    results = map_items(partial(square_and_say_where, tmp_path), range(3000), engine="ray", batch=10)
    first = list(islice(results, 1000))
    assert len(list(tmp_path.iterdir())) == 2, "both machines should have been at work"
    cluster.remove_node(doomed, allow_graceful=False)
    assert first + list(results) == [number * number for number in range(3000)]


def test_an_error_names_the_item_and_keeps_what_came_before(cluster):
    results = map_items(partial(fail_at, 7), range(9), engine="ray", batch=4, name="IMG_{}".format)
    assert list(islice(results, 7)) == list(range(7))
    with pytest.raises(ItemError, match=r"^IMG_7 failed: ValueError: no such picture$") as caught:
        next(results)
    assert isinstance(caught.value.__cause__, ValueError)
    with pytest.raises(PictureError, match=r"^picture 4 is torn$"):
        list(map_items(refuse, [4], engine="ray"))


def test_a_worker_that_dies_again_and_again_names_its_items(cluster):
    with pytest.raises(ItemError, match=r"^the cluster gave up on the items from 2 to 3: \w*Crashed"):
        list(map_items(leave, range(4), engine="ray", batch=2, workers=1))


def test_an_item_that_no_process_survives_is_given_to_who_knows_what_to_do(cluster):
    said = []
    found = map_items(
        leave, range(5), engine="ray", workers=2, lost=lambda item, error: said.append(str(error)) or -item
    )
    assert list(found) == [0, 1, 2, -3, 4]
    assert said == [said[0]]
    assert said[0].startswith("the cluster gave up on the items from 3 to 3: ")


def test_an_unimportable_function_runs_too(cluster):
    assert list(map_items(lambda number: -number, range(3), engine="ray")) == [0, -1, -2]


def test_what_cannot_be_sent_is_said_plainly(cluster, tmp_path):
    with (tmp_path / "open").open("w") as file, pytest.raises(InputError, match="function cannot be sent to a worker"):
        list(map_items(partial(print, file=file), [1], engine="ray"))


def test_closing_early_cancels_what_waits(cluster):
    results = map_items(time.sleep, [0] + [60] * 20, engine="ray", batch=1)
    next(results)
    results.close()
    start = time.monotonic()
    assert list(map_items(abs, [-1], engine="ray")) == [1]
    assert time.monotonic() - start < 30
