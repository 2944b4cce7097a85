"""Programs that never outlive mindsight: a small process, the supervisor, starts them and ends whatever they started.

mindsight holds one end of a socket, the supervisor the other. Whatever ends mindsight, ``kill -9`` too, closes the socket;
the supervisor then ends the program with all its descendants, and itself. On Linux the supervisor is the *subreaper* of what it
starts: a process that lost its parent, also one in a session of its own, becomes the supervisor's child and so is found.
Elsewhere the supervisor ends the program's process group.

The same file is mindsight's side and the supervisor's own program. It uses the standard library only and runs alone, so that
a supervisor starts fast and stays small; it has one thread only, so that it may act between fork and exec.
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
    """Runs one program at a time and lets nothing of it stay behind; starts its process again when that is gone."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = environment
        self._open()

    def run(
        self, arguments: Sequence[str], folder: Path, log: int, timeout_s: float, *, said: int | None = None
    ) -> int | None:
        """Run a program to its end; what it prints goes to the file ``log``, or what stdout got to ``said``.

        Returns:
            The status with which it ended, or None if it did not end in time and was stopped.

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
            # Now, so that the next picture need not wait for it.
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
        """Return the status with which the program ended, or None if it did not end in time."""
        self._socket.settimeout(timeout_s)
        try:
            code = _number(self._socket)
        except TimeoutError:
            return None
        # A keeper that was killed took the program with it.
        return -signal.SIGKILL if code is None else code

    def stop(self) -> None:
        """End the program and everything it started; the next program gets a new keeper."""
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
        # Whoever forgets to stop it loses it all the same.
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
    """Receive a number, or None when the other side is gone."""
    try:
        received = _received(line, _NUMBER)
    except ConnectionError:
        return None
    return int.from_bytes(received, "little", signed=True) if len(received) == _NUMBER else None


def _received(line: socket.socket, count: int) -> bytes:
    """Receive so many bytes, or fewer when the other side is gone."""
    parts = bytearray()
    while part := line.recv(count - len(parts)) if len(parts) < count else b"":
        parts += part
    return bytes(parts)


# The supervisor's own process


def main() -> None:
    """Start programs as they are asked for, one at a time, until nobody can ask any more."""
    _prctl()(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # It ends when mindsight ends, and not before. A handler that does nothing, unlike SIG_IGN, is not inherited by programs.
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
    """Run one program; say whether another may come."""
    head, streams, _, _ = socket.recv_fds(line, _NUMBER, 3)
    length = int.from_bytes(head, "little")
    message = _received(line, length)
    if not head or len(message) < length:
        # mindsight ended, perhaps in the middle of a sentence.
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
    """Return the status with which the program ended, or None if mindsight stopped it or is gone."""
    while True:
        ready, _, _ = select.select([line.fileno(), bell], [], [])
        if line.fileno() in ready:
            return None
        os.read(bell, 512)
        for pid, status in _ended():
            if pid == program:
                return os.waitstatus_to_exitcode(status)


def _clear(program: int) -> None:
    """End whatever is left of a program and its descendants; mostly there is nothing."""
    end = time.monotonic() + _PATIENCE_S
    _kill_group(program)
    while _any_left() and time.monotonic() < end:
        # Those whose parent is killed become the supervisor's children and have their turn next.
        if sum(map(_kill, _children())) == 0:
            return
        time.sleep(0.001)


def _ended() -> Iterator[tuple[int, int]]:
    """Take leave of children that have ended."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found


def _any_left() -> bool:
    """Take leave of children that have ended, and say whether there are others."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _children() -> list[int]:
    """Return the supervisor's children, those it adopted too; none where there is no /proc."""
    found = []
    parent = str(os.getpid()).encode()
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208  (a Path for each would weigh more)
            with contextlib.suppress(OSError, IndexError):
                stat = Path("/proc", name, "stat").read_bytes()
                # pid (name) state parent …: the name may hold anything, brackets and blanks too.
                if stat.rpartition(b")")[2].split()[1] == parent:
                    found.append(int(name))
    return found


def _kill(child: int) -> bool:
    """Kill a child and say whether it may be killed; a child keeps its number until the supervisor takes leave of it."""
    try:
        # Is it truly a child? /proc may be that of another namespace.
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        os.kill(child, signal.SIGKILL)
    except OSError:
        return False
    return True


def _kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _say(line: socket.socket, number: int) -> bool:
    """Send a number; say whether somebody is there to read it."""
    try:
        line.sendall(_packed(number))
    except OSError:
        return False
    return True


@functools.cache
def _prctl() -> Callable[[int, int, int, int, int], object]:
    """Return Linux's ``prctl``; elsewhere, something that does nothing."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        if sys.platform == "linux":
            prctl = ctypes.CDLL(None).prctl
            prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
            return cast("Callable[[int, int, int, int, int], object]", prctl)
    return lambda *_arguments: None


if __name__ == "__main__":
    main()
