import itertools
import multiprocessing
import os
import signal
import struct
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.errors import InputError, ItemError, MindsightError, MissingExtra, PictureError
from mindsight.execution.parallel import Engine, map_items, parse_shard, shard, short_name, usable_cpus

ENGINES: tuple[Engine, ...] = ("serial", "local")
both = pytest.mark.parametrize("engine", ENGINES)


def square(number: int) -> int:
    return number * number


def slow_if_even(number: int) -> int:
    time.sleep(0.02 * (number % 2 == 0))
    return number


def fail_at(bad: int, number: int) -> int:
    if number == bad:
        raise ValueError("no such picture")
    return number


def refuse(number: int) -> int:
    raise PictureError("picture {number} is torn", number=number)


class AwkwardError(Exception):
    """Cannot be rebuilt from its arguments, like many errors of foreign libraries."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{reason} ({code})")


def fail_awkwardly(number: int) -> int:
    raise AwkwardError(number, "odd")


def nested_function(number: int) -> object:
    return (lambda: number) if number == 3 else number


def die(how: str, number: int) -> bytes:
    if number == 5 and how == "exit":
        os._exit(7)
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return bytes(200_000)


def sleep_and_say(folder: Path, number: int) -> int:
    (folder / str(os.getpid())).touch()
    time.sleep(0 if number == 0 else 60)
    return number


def counted(seen: list[int]) -> Iterator[int]:
    for number in itertools.count():
        seen.append(number)
        yield number


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition, seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not (done := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return done


def pids_in(folder: Path) -> list[int]:
    return [int(path.name) for path in folder.iterdir()]


# ---- results ----


@both
@pytest.mark.parametrize(
    "batch", [pytest.param(1, marks=pytest.mark.slow), 4, pytest.param(32, marks=pytest.mark.slow)]
)
def test_results_come_in_the_order_of_the_items(engine, batch):
    assert list(map_items(slow_if_even, range(21), engine=engine, workers=2, batch=batch)) == list(range(21))


@both
def test_any_iterable_will_do(engine):
    assert list(map_items(square, [], engine=engine, workers=1)) == []
    assert list(map_items(square, (n for n in (3, 1)), engine=engine, workers=1)) == [9, 1]


@both
@pytest.mark.parametrize("batch", [pytest.param(1, marks=pytest.mark.slow), 5])
def test_an_endless_iterable_is_read_a_bounded_way_ahead(engine, batch):
    seen: list[int] = []
    results = map_items(square, counted(seen), engine=engine, workers=2, batch=batch)
    for taken, result in enumerate(itertools.islice(results, 60), start=1):
        assert result == (taken - 1) ** 2
        assert len(seen) <= taken + (0 if engine == "serial" else 3 * 2 * batch)
    results.close()


def test_nothing_starts_before_the_first_result_is_asked_for():
    seen: list[int] = []
    map_items(square, counted(seen), engine="local", workers=1).close()
    assert seen == []


def test_a_short_list_gives_every_worker_a_share(tmp_path):
    list(map_items(partial(note_pid, tmp_path), range(8), engine="local", workers=2))
    assert len(pids_in(tmp_path)) == 2


def note_pid(folder: Path, number: int) -> None:
    (folder / str(os.getpid())).touch()
    wait_until(lambda: len(pids_in(folder)) == 2)


def test_usable_cpus():
    assert 1 <= usable_cpus() <= (os.cpu_count() or 1)


# ---- errors ----


@both
def test_an_error_names_the_item_and_keeps_what_came_before(engine):
    results = map_items(partial(fail_at, 7), range(9), engine=engine, workers=2, batch=4, name="IMG_{}".format)
    assert list(itertools.islice(results, 7)) == list(range(7))
    with pytest.raises(ItemError, match=r"^IMG_7 failed: ValueError: no such picture$") as caught:
        next(results)
    assert isinstance(caught.value.__cause__, ValueError)


def test_the_cause_names_the_place_in_the_worker():
    with pytest.raises(ItemError) as caught:
        list(map_items(partial(fail_at, 0), [0], engine="local", workers=1))
    assert "in fail_at" in "".join(caught.value.__cause__.__notes__)


@both
def test_our_own_errors_pass_through(engine):
    with pytest.raises(PictureError, match=r"^picture 4 is torn$"):
        list(map_items(refuse, [4], engine=engine, workers=1))


@both
def test_an_error_that_cannot_travel_still_names_the_item(engine):
    with pytest.raises(ItemError, match=r"^2 failed: .*odd \(2\)"):
        list(map_items(fail_awkwardly, [2], engine=engine, workers=1))


def test_the_default_name_is_short():
    assert short_name("IMG_1.jpg") == "'IMG_1.jpg'"
    for item in ("x" * 500, list(range(10_000)), {"a" * 90: "b" * 90}, object(), 10**500):
        assert len(short_name(item)) <= 80


@pytest.mark.parametrize(("how", "cause"), [("exit", "exit code 7"), ("kill", "signal 9")])
def test_a_worker_that_dies_names_its_item(how, cause):
    results = map_items(partial(die, how), range(12), engine="local", workers=2, batch=2, name="IMG_{}".format)
    assert [len(result) for result in itertools.islice(results, 4)] == [200_000] * 4
    with pytest.raises(ItemError, match=rf"^IMG_5 ended its worker process \({cause}\); "):
        next(results)


def killed_while_answering(number: int) -> int:
    def send_half(pipe: Connection, answer: bytes) -> None:
        os.write(pipe.fileno(), struct.pack("!i", 1_000_000) + answer)
        os.kill(os.getpid(), signal.SIGKILL)

    if number == 0:
        Connection._send_bytes = send_half
    return number


@pytest.mark.timeout(60)
def test_a_worker_killed_while_it_answers_is_no_hang():
    with pytest.raises(ItemError, match=r"^0 ended its worker process"):
        list(map_items(killed_while_answering, range(6), engine="local", workers=2, batch=1))


# ---- replaced processes ----


def die_at_first(folder: Path, times: int, number: int) -> int:
    """Kill the own process at item 5, this many times in total, counted by the bytes of a file."""
    deaths = folder / "deaths"
    if number == 5 and (not deaths.exists() or deaths.stat().st_size < times):
        with deaths.open("ab") as file:
            file.write(b"x")
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def note_death(number: int, error: MindsightError) -> str:
    return f"{number} is lost: {error}"


@pytest.mark.parametrize("batch", [pytest.param(1, marks=pytest.mark.slow), 4])
def test_items_are_tried_again_where_a_worker_died(tmp_path, batch):
    function = partial(die_at_first, tmp_path, 2)
    assert list(map_items(function, range(12), engine="local", workers=2, batch=batch, tries=3)) == list(range(12))
    assert (tmp_path / "deaths").stat().st_size == 2


def test_tries_are_bounded(tmp_path):
    results = map_items(partial(die_at_first, tmp_path, 9), range(12), engine="local", workers=2, batch=1, tries=3)
    assert list(itertools.islice(results, 5)) == list(range(5))
    with pytest.raises(ItemError, match=r"^5 ended its worker process \(signal 9\); "):
        next(results)
    assert (tmp_path / "deaths").stat().st_size == 3


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_an_item_that_no_process_survives_becomes_what_it_is_said_to(tmp_path, workers):
    function = partial(die_at_first, tmp_path, 9)
    results = list(map_items(function, range(12), engine="local", workers=workers, tries=2, lost=note_death))
    said = "5 is lost: 5 ended its worker process (signal 9); the item may be broken or memory too short"
    assert results == [*range(5), said, *range(6, 12)]
    assert (tmp_path / "deaths").stat().st_size == 2


@pytest.mark.slow
def test_killed_workers_cost_nothing(tmp_path):
    """At work, between two items and while they start."""
    results = map_items(partial(note_pid_slowly, tmp_path), range(40), engine="local", workers=2, batch=1, tries=40)
    found = []
    for number in results:
        found.append(number)
        if number % 8 == 0:
            for child in multiprocessing.active_children():
                child.kill()
    assert found == list(range(40))
    assert len(pids_in(tmp_path)) >= 4


def note_pid_slowly(folder: Path, number: int) -> int:
    (folder / str(os.getpid())).touch()
    time.sleep(0.02)
    return number


class Unloadable:
    """Ends the process that unpacks it."""

    def __call__(self, number: int) -> int:
        return number

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (7,)


def test_workers_that_cannot_start_end_the_call():
    with pytest.raises(InputError, match=r"a worker could not start \(exit code 7\)"):
        list(map_items(Unloadable(), range(4), engine="local", workers=2, tries=2, lost=note_death))


@pytest.mark.slow
def test_closing_early_starts_nothing_again(tmp_path):
    results = map_items(partial(die_unless_first, tmp_path), range(9), engine="local", workers=2, batch=1, tries=10_000)
    assert next(results) == 0
    assert wait_until(lambda: len(pids_in(tmp_path)) >= 2)
    start = time.monotonic()
    results.close()
    assert time.monotonic() - start < 5
    assert not multiprocessing.active_children()


def die_unless_first(folder: Path, number: int) -> int:
    if number:
        (folder / str(os.getpid())).touch()
        os._exit(7)
    return number


# ---- what cannot travel ----


def test_what_cannot_be_sent_is_said_plainly():
    with pytest.raises(InputError, match=r"the function cannot be sent to a worker; define it at the top"):
        list(map_items(lambda number: number, [1], engine="local", workers=1))
    with pytest.raises(ItemError, match=r"^the odd one cannot be sent to a worker: "):
        list(map_items(square, [1, lambda: 2], engine="local", workers=1, batch=2, name=lambda _: "the odd one"))
    results = map_items(nested_function, range(5), engine="local", workers=1, batch=5, name="IMG_{}".format)
    assert list(itertools.islice(results, 3)) == [0, 1, 2]
    with pytest.raises(ItemError, match=r"^IMG_3 failed: .*nested_function"):
        next(results)


def test_a_script_without_a_main_guard_is_reported(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from mindsight.execution.parallel import map_items\nlist(map_items(abs, [1], engine='local', workers=1))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert 'a script needs `if __name__ == "__main__":`' in done.stderr


def test_arguments_are_checked_at_once():
    with pytest.raises(InputError, match='no engine "dask"; choose serial, local or ray'):
        map_items(square, [], engine="dask")
    with pytest.raises(InputError, match="got -1, 32 and 1"):
        map_items(square, [], workers=-1)
    with pytest.raises(InputError, match="got 0, 0 and 1"):
        map_items(square, [], batch=0)
    with pytest.raises(InputError, match="got 0, 32 and 0"):
        map_items(square, [], tries=0)


def test_a_missing_ray_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'mindsight\[cluster\]'"):
        list(map_items(square, [1], engine="ray"))


# ---- no process stays behind ----


def test_closing_early_ends_the_workers_at_once(tmp_path):
    results = map_items(partial(sleep_and_say, tmp_path), itertools.count(), engine="local", workers=2, batch=1)
    assert next(results) == 0
    assert wait_until(lambda: len(pids_in(tmp_path)) == 2)
    start = time.monotonic()
    results.close()
    assert time.monotonic() - start < 5
    assert not [pid for pid in pids_in(tmp_path) if alive(pid)]


SCRIPT = """
    import itertools
    from functools import partial
    from pathlib import Path
    from {module} import sleep_and_say
    from mindsight.execution.parallel import map_items

    if __name__ == "__main__":
        function = partial(sleep_and_say, Path({folder!r}))
        results = map_items(function, itertools.count(), engine="local", workers=2, batch=1)
        {use}
"""
USES = {"waiting": "list(results)", "between": "next(results); __import__('time').sleep(60)"}


@pytest.mark.slow
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("use", USES)
def test_workers_die_with_their_parent(tmp_path, use, sent):
    pids = tmp_path / "pids"
    pids.mkdir()
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(SCRIPT).format(module=__name__, folder=str(pids), use=USES[use]))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    parent = subprocess.Popen([sys.executable, script], env=environment, stderr=subprocess.DEVNULL)
    try:
        assert wait_until(lambda: len(pids_in(pids)) == 2)
        parent.send_signal(sent)
        parent.wait(timeout=10)
        assert wait_until(lambda: not [pid for pid in pids_in(pids) if alive(pid)], seconds=10)
    finally:
        parent.kill()
        parent.wait()


# ---- shards ----


@given(st.lists(st.integers()), st.integers(1, 12))
def test_shards_hold_every_item_once(items, count):
    shards = [list(shard(iter(items), index, count)) for index in range(1, count + 1)]
    dealt = [item for turn in itertools.zip_longest(*shards, fillvalue=None) for item in turn]
    assert dealt[: len(items)] == items
    assert sum(map(len, shards)) == len(items)
    assert max(map(len, shards)) - min(map(len, shards)) <= 1


def test_a_shard_of_an_endless_iterable():
    assert list(itertools.islice(shard(itertools.count(), *parse_shard("2/5")), 3)) == [1, 6, 11]


@pytest.mark.parametrize("wrong", ["", "2", "0/5", "6/5", "1/0", "-1/5", "a/b", "1/2/3", "1 / 2"])
def test_a_wrong_shard_is_refused(wrong):
    with pytest.raises(InputError, match="shard"):
        parse_shard(wrong)


def test_a_shard_outside_its_count_is_refused_at_once():
    with pytest.raises(InputError, match=r"no shard 0 of 3; shards are counted from 1"):
        shard([], 0, 3)


def test_without_an_engine_the_number_of_workers_decides() -> None:
    assert set(map_items(process_of, range(4))) == {os.getpid()}
    assert set(map_items(process_of, range(4), workers=1)) == {os.getpid()}
    assert os.getpid() not in set(map_items(process_of, range(4), workers=2))


def process_of(number: int) -> int:
    return os.getpid()
