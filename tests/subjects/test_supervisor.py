"""Whether the caller, the supervisor or the program ends: no process of a product is left behind."""

import errno
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindsight.subjects import supervisor
from mindsight.subjects.product import Job
from mindsight.subjects.supervisor import Supervisor
from record import trial
from subjects.conftest import NewJob
from subjects.processes import alive, all_gone

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the process group is ended")

# Four processes: the program, a child, one in a new session, and one whose parent ended at once (a daemon).
FAMILY = """
import os, subprocess, sys, time
mark = sys.argv[-1]
subprocess.Popen(["sleep", mark])
subprocess.Popen(["sleep", mark], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", mark])
    os._exit(0)
"""
WAITS = FAMILY + "time.sleep(600)\n"
MEMBERS = 4


@pytest.fixture
def mark() -> Iterator[str]:
    mark = f"600.{uuid.uuid4().int % 10**12}"
    yield mark
    for pid in alive(mark):
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def log() -> Iterator[int]:
    with tempfile.TemporaryFile() as file:
        yield file.fileno()


@pytest.fixture
def process_supervisor() -> Iterator[Supervisor]:
    process_supervisor = Supervisor()
    yield process_supervisor
    process_supervisor.stop()


def python(source: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", source, *arguments]


def printed(process_supervisor: Supervisor, source: str, folder: Path) -> str:
    """Run a piece of Python successfully and return its output."""
    with tempfile.TemporaryFile() as log:
        assert process_supervisor.run(python(source), folder, log.fileno(), 30) == 0
        log.seek(0)
        return log.read().decode()


# Time and end of a program


@pytest.mark.slow
def test_a_program_that_does_not_end_in_time_takes_all_its_descendants_along(
    process_supervisor: Supervisor, mark: str, log: int, tmp_path: Path
) -> None:
    wait = Waiting(lambda: process_supervisor.run(python(WAITS, mark), tmp_path, log, 5))
    trial.wait_for(lambda: len(alive(mark)) == MEMBERS)
    assert wait.result() is None
    assert alive(mark) == []
    assert process_supervisor.run(["true"], tmp_path, log, 30) == 0


def test_a_program_that_ends_well_leaves_no_daemon_behind(
    process_supervisor: Supervisor, mark: str, log: int, tmp_path: Path
) -> None:
    assert process_supervisor.run(python(FAMILY, mark), tmp_path, log, 30) == 0
    assert alive(mark) == []


def test_a_program_that_keeps_forking_is_ended(
    process_supervisor: Supervisor, mark: str, log: int, tmp_path: Path
) -> None:
    # Each is in a new session, starts the next and ends: killing the processes seen once is not enough.
    relay = "import os, time\nwhile True:\n time.sleep(0.001)\n if os.fork(): os._exit(0)\n os.setsid()"
    assert (
        process_supervisor.run(python(f"import os\nif os.fork(): os._exit(0)\n{relay}", mark), tmp_path, log, 30) == 0
    )
    assert alive(mark) == []


def test_orphans_that_end_while_the_program_runs_are_no_burden(process_supervisor: Supervisor, tmp_path: Path) -> None:
    source = (
        "import os, time\n"
        "for _ in range(20):\n"
        "    if os.fork() == 0:\n"
        "        os._exit(os.fork() and 0)\n"
        "    os.wait()\n"
        "time.sleep(0.3)\n"
        "print(len(open(f'/proc/{os.getppid()}/task/{os.getppid()}/children').read().split()))"
    )
    assert printed(process_supervisor, source, tmp_path) == "1\n"


def test_an_interrupt_ends_the_program(mark: str, tmp_path: Path) -> None:
    def interrupt() -> None:
        trial.wait_for(lambda: len(alive(mark)) == MEMBERS)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with tempfile.TemporaryFile() as log, pytest.raises(KeyboardInterrupt):
        Supervisor().run(python(WAITS, mark), tmp_path, log.fileno(), 60)
    assert alive(mark) == []


# kill -9

ASKER = """
    import sys
    from pathlib import Path
    from mindsight.subjects.product import Job
    from mindsight.subjects.products import open_product
    from mindsight.subjects.spec import parse_subject
    product = open_product(parse_subject(sys.argv[1]))
    product.process(Job("1", *map(Path, sys.argv[2:4]), 16, 12))
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["command", "python"])
def test_nothing_of_a_product_outlives_a_caller_that_is_killed(
    kind: str, tools: Path, mark: str, new_job: NewJob
) -> None:
    script = tools / "family.py"
    script.write_text(WAITS.replace("sys.argv[-1]", repr(mark)))
    command = [sys.executable, str(script), mark]
    (tools / "endless.py").write_text(f"import subprocess\ndef enhance(*_): subprocess.run({command!r})\n")
    subject = {"command": f"command:{shlex.join(command)} {{input}} {{output}}", "python": "python:endless:enhance"}
    asker = start_asker(subject[kind], new_job(), tools)
    trial.wait_for(lambda: len([pid for pid in alive(mark) if pid != asker.pid]) == MEMBERS)
    (process,) = (pid for pid in alive(supervisor.__file__) if parent_of(pid) == asker.pid)
    asker.kill()
    asker.wait()
    trial.wait_for(lambda: not Path(f"/proc/{process}").exists())
    assert alive(mark) == []


def start_asker(subject: str, job: Job, folder: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", textwrap.dedent(ASKER), subject, str(job.input), str(job.workspace)]
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_nothing_of_a_product_outlives_mindsight_killed(workers: str, mark: str, tmp_path: Path) -> None:
    kit = trial.make_kit(tmp_path / "kit")
    program = f"{shlex.quote(sys.executable)} -c {shlex.quote(WAITS)}"
    process = trial.start(
        *("album", "run", kit, "--subject", f"command:{program} {{input}} {{output}} {mark}"),
        *("--out", tmp_path / "run", "--workers", workers),
    )
    trial.wait_for(lambda: len(alive(mark)) >= MEMBERS * int(workers) + 1)
    process.kill()
    process.wait()
    assert all_gone(mark)


def test_a_killed_supervisor_takes_the_program_along_and_the_next_program_gets_a_new_one(
    process_supervisor: Supervisor, mark: str, log: int, tmp_path: Path
) -> None:
    with Path(os.devnull).open("rb") as nothing:
        process_supervisor.start(["sleep", mark], tmp_path, (nothing.fileno(), log, log))
    process_supervisor._process.kill()
    assert process_supervisor.wait(60) == -signal.SIGKILL
    assert all_gone(mark)
    assert process_supervisor.run(["true"], tmp_path, log, 30) == 0


def test_a_signal_to_everything_named_mindsight_does_not_end_the_supervisor(
    process_supervisor: Supervisor, log: int, tmp_path: Path
) -> None:
    assert process_supervisor.run(["true"], tmp_path, log, 30) == 0
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        process_supervisor._process.send_signal(number)
        assert process_supervisor.run(["true"], tmp_path, log, 30) == 0


@pytest.mark.parametrize("said", [0, 1, 30, 99], ids=["nothing", "a byte", "a part", "all but a byte"])
def test_a_caller_that_ends_in_the_middle_of_a_sentence_starts_nothing(said: int, tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", supervisor.__file__], stdin=theirs.fileno(), stderr=subprocess.PIPE
        )
        theirs.close()
        words = f"{tmp_path}\0touch\0".encode() + b"x" * 100
        message = words[:99] + b"x"
        socket.send_fds(ours, [len(message).to_bytes(4, "little")], [log.fileno()] * 3)
        ours.sendall(message[:said])
        ours.close()
        assert process.communicate(timeout=30) == (None, b"")
    assert process.returncode == 0
    assert list(tmp_path.iterdir()) == []


# What a program finds


def test_a_program_finds_the_signals_as_the_caller_has_them(process_supervisor: Supervisor, tmp_path: Path) -> None:
    source = "print([l.split()[1] for l in open('/proc/self/status') if l.startswith('SigIgn')])"

    def started_by_the_caller() -> str:
        """Return the state of a program started directly by the caller: ignored signals differ between machines."""
        return subprocess.run(
            [sys.executable, "-c", source], restore_signals=True, capture_output=True, text=True, check=True
        ).stdout

    plain = started_by_the_caller()
    assert printed(process_supervisor, source, tmp_path) == plain
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        nohup = Supervisor()
        ignoring = started_by_the_caller()
    finally:
        signal.signal(signal.SIGHUP, before)
    assert printed(nohup, source, tmp_path) == ignoring != plain
    nohup.stop()


def test_a_program_finds_no_more_open_files_than_its_three(process_supervisor: Supervisor, tmp_path: Path) -> None:
    assert (
        printed(process_supervisor, "import os; print(sorted(os.listdir('/proc/self/fd')))", tmp_path)
        == "['0', '1', '2', '3']\n"
    )


@pytest.mark.parametrize("argument", ["", "two words", "照片", os.fsdecode(b"caf\xe9"), "x" * 100_000, "a\nb"])
def test_arguments_arrive_as_they_are(argument: str, process_supervisor: Supervisor, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    write = "import os, sys; open(sys.argv[1], 'wb').write(os.fsencode(sys.argv[2]))"
    with tempfile.TemporaryFile() as log:
        assert process_supervisor.run(python(write, str(kept), argument), tmp_path, log.fileno(), 30) == 0
    assert kept.read_bytes() == os.fsencode(argument)


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (["/nowhere/at/all"], errno.ENOENT),
        (["/"], errno.EACCES),
        (["true", "x" * 200_000], errno.E2BIG),
        (["true", "a\0b"], errno.EINVAL),
    ],
    ids=["missing", "folder", "long", "zero"],
)
def test_what_cannot_be_started(
    arguments: list[str], number: int, process_supervisor: Supervisor, log: int, tmp_path: Path
) -> None:
    with pytest.raises(OSError, match=r"\[Errno") as refused:
        process_supervisor.run(arguments, tmp_path, log, 30)
    assert refused.value.errno == number
    assert process_supervisor.run(["true"], tmp_path, log, 30) == 0


@pytest.mark.parametrize(("source", "code"), [("exit(0)", 0), ("exit(255)", 255), ("import os; os.abort()", -6)])
def test_the_status_of_a_program(
    source: str, code: int, process_supervisor: Supervisor, log: int, tmp_path: Path
) -> None:
    assert process_supervisor.run(python(source), tmp_path, log, 30) == code


class Waiting:
    """The return value of a function, awaited in another thread."""

    def __init__(self, function: Callable[[], int | None]) -> None:
        self._found: list[int | None] = []
        self._thread = threading.Thread(target=lambda: self._found.append(function()))
        self._thread.start()

    def result(self) -> int | None:
        self._thread.join(30)
        return self._found[0]
