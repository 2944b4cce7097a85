"""Run programs so that none outlives mindsight: a small process, the supervisor, starts them and ends all they started.

mindsight has one end of a socket, the supervisor the other. Any end of mindsight, also by ``kill -9``, closes the socket;
the supervisor then ends the program with all its descendants, and itself. On Linux the supervisor is the *subreaper* of what it starts: an
orphaned process, also one in a new session, becomes the supervisor's child and so is found. Elsewhere the supervisor ends the program's
process group.

This file is both mindsight's side and the supervisor's program. It uses only the standard library and runs alone, so that a supervisor
starts fast and stays small; it has a single thread, so that code between fork and exec is safe.
"""

import contextlib
import errno
import functools
import os
import select
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

_PATIENCE_S = 10.0
_NUMBER = 4
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


class Supervisor:
    """Runs one program at a time and ends all its processes; restarts its own process if that died."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = environment
        self._open()

    def run(
        self, arguments: Sequence[str], folder: Path, log: int, timeout_s: float, *, said: int | None = None
    ) -> int | None:
        """Run a program to its end; its output goes to the file ``log``, or stdout to ``said`` if given.

        Returns:
            Its exit status, or None if it did not end in time and was stopped.

        Raises:
            OSError: It cannot be started.
        """
        nothing = os.open(os.devnull, os.O_RDONLY)
        try:
            self.start(arguments, folder, (nothing, log if said is None else said, log))
            code = self.wait(timeout_s)
        except BaseException:
            self.stop()
            raise
        finally:
            os.close(nothing)
        if code is None:
            self.stop()
            # Restarted now, so that the next picture need not wait for it.
            self._open()
        return code

    def start(self, arguments: Sequence[str], folder: Path, streams: Sequence[int]) -> int:
        """Start a program on (stdin, stdout) or (stdin, stdout, stderr) and return its process id.

        Raises:
            OSError: It cannot be started.
        """
        if self._process.poll() is not None:
            self.stop()
            self._open()
        words = [os.fsencode(folder), *map(os.fsencode, arguments)]
        if any(b"\0" in word for word in words):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        message = b"\0".join(words)
        self._socket.settimeout(None)
        socket.send_fds(self._socket, [_packed(len(message))], streams)
        self._socket.sendall(message)
        answer = _number(self._socket)
        if answer is None:
            answer = -errno.ECHILD
        if answer < 0:
            raise OSError(-answer, os.strerror(-answer))
        return answer

    def wait(self, timeout_s: float) -> int | None:
        """Return the program's exit status, or None if it did not end in time."""
        self._socket.settimeout(timeout_s)
        try:
            code = _number(self._socket)
        except TimeoutError:
            return None
        # If the supervisor was killed, so was the program.
        return -signal.SIGKILL if code is None else code

    def stop(self) -> None:
        """End the program and everything it started; the next program gets a new supervisor."""
        self._ending()

    def _open(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", __file__],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env=self._environment,
                start_new_session=True,
            )
        # Stop it too if the caller forgets to.
        self._ending = weakref.finalize(self, _end, self._socket, self._process)


def _end(line: socket.socket, process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_WR)
        line.settimeout(2 * _PATIENCE_S)
        # The supervisor's own end closes when everything else has ended.
        while line.recv(_NUMBER):
            pass
    line.close()
    process.kill()
    process.wait()


def _packed(number: int) -> bytes:
    return number.to_bytes(_NUMBER, "little", signed=True)


def _number(line: socket.socket) -> int | None:
    """Receive a number; None if the other side is gone."""
    try:
        received = _received(line, _NUMBER)
    except ConnectionError:
        return None
    return int.from_bytes(received, "little", signed=True) if len(received) == _NUMBER else None


def _received(line: socket.socket, count: int) -> bytes:
    """Receive this many bytes, or fewer if the other side is gone."""
    parts = bytearray()
    while part := line.recv(count - len(parts)) if len(parts) < count else b"":
        parts += part
    return bytes(parts)


# The supervisor's own process


def main() -> None:
    """Start the requested programs, one at a time, until the socket closes."""
    _prctl()(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # It must end only with mindsight. Unlike SIG_IGN, an empty handler is not inherited by programs.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda _number, _frame: None)
    bell, button = os.pipe()
    os.set_blocking(button, False)
    signal.set_wakeup_fd(button, warn_on_full_buffer=False)
    with contextlib.suppress(ConnectionError), socket.socket(fileno=0) as line:
        while _serve(line, bell):
            pass


def _serve(line: socket.socket, bell: int) -> bool:
    """Run one program; return whether another may follow."""
    head, streams, _, _ = socket.recv_fds(line, _NUMBER, 3)
    length = int.from_bytes(head, "little")
    message = _received(line, length)
    if not head or len(message) < length:
        # mindsight ended, perhaps in the middle of a message.
        return False
    folder, *arguments = message.split(b"\0")
    try:
        program = _start(folder, arguments, streams)
    except OSError as error:
        return _say(line, -(error.errno or errno.EINVAL))
    finally:
        for stream in streams:
            os.close(stream)
    code = _watch(program.pid, line, bell) if _say(line, program.pid) else None
    _clear(program.pid)
    program.returncode = code
    return code is not None and _say(line, code)


def _start(folder: bytes, arguments: list[bytes], streams: list[int]) -> "subprocess.Popen[bytes]":
    supervisor, prctl = os.getpid(), _prctl()

    def end_with_the_supervisor() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != supervisor:
            os._exit(1)

    stdin, stdout, *stderr = streams
    return subprocess.Popen(
        arguments,
        cwd=folder,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr[0] if stderr else None,
        start_new_session=True,
        preexec_fn=end_with_the_supervisor,  # noqa: PLW1509  (there is one thread only)
    )


def _watch(program: int, line: socket.socket, bell: int) -> int | None:
    """Return the program's exit status, or None if mindsight stopped it or is gone."""
    while True:
        ready, _, _ = select.select([line.fileno(), bell], [], [])
        if line.fileno() in ready:
            return None
        os.read(bell, 512)
        for pid, status in _ended():
            if pid == program:
                return os.waitstatus_to_exitcode(status)


def _clear(program: int) -> None:
    """End the remaining processes of a program; usually there are none."""
    end = time.monotonic() + _PATIENCE_S
    _kill_group(program)
    while _any_left() and time.monotonic() < end:
        # Children of killed processes become the supervisor's and are ended next.
        if sum(map(_kill, _children())) == 0:
            return
        time.sleep(0.001)


def _ended() -> Iterator[tuple[int, int]]:
    """Reap children that have ended, yielding (pid, status)."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found


def _any_left() -> bool:
    """Reap children that have ended; return whether any are left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _children() -> list[int]:
    """Return the supervisor's children, including adopted ones; none if there is no /proc."""
    found = []
    parent = str(os.getpid()).encode()
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208  (a Path for each would weigh more)
            with contextlib.suppress(OSError, IndexError):
                stat = Path("/proc", name, "stat").read_bytes()
                # pid (name) state parent …: the name may contain anything, also brackets and blanks.
                if stat.rpartition(b")")[2].split()[1] == parent:
                    found.append(int(name))
    return found


def _kill(child: int) -> bool:
    """Kill a child and return whether that was allowed; its pid stays valid until the supervisor reaps it."""
    try:
        # Check that it is a child: /proc may belong to another namespace.
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        os.kill(child, signal.SIGKILL)
    except OSError:
        return False
    return True


def _kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _say(line: socket.socket, number: int) -> bool:
    """Send a number; return whether the other side is still there."""
    try:
        line.sendall(_packed(number))
    except OSError:
        return False
    return True


@functools.cache
def _prctl() -> Callable[[int, int, int, int, int], object]:
    """Return Linux's ``prctl``; on other systems, a function that does nothing."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        if sys.platform == "linux":
            prctl = ctypes.CDLL(None).prctl
            prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
            return cast("Callable[[int, int, int, int, int], object]", prctl)
    return lambda *_arguments: None


if __name__ == "__main__":
    main()
