"""A process with one environment: ``python -m mindsight.harness.processes.worker module:factory``.

Calls come in as frames on stdin, answers go out on stdout. The environment lives in the main thread alone, because graphics contexts are
bound to their thread. Another thread reads: when stdin closes, the process ends at once.
"""

import importlib
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any

from mindsight.harness.processes.frames import Closed, packed, receive, send, write

_MOST_WORDS = 4000


def main(target: str) -> int:
    """Create the environment and serve its methods until stdin closes."""
    questions, answers = _own_streams()
    asked: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions, asked), daemon=True).start()
    try:
        environment = _load(target)()
    except Exception as error:  # noqa: BLE001  (anything that foreign code raises is an answer)
        send(answers, {"fault": _describe(error)})
        return 1
    send(answers, {"value": None})
    while True:
        write(answers, _answer(environment, asked.get()))


def _own_streams() -> tuple[int, int]:
    """Reserve the pipes for frames: the environment's output goes to stderr, and its stdin is empty."""
    questions, answers = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return questions, answers


def _listen(questions: int, asked: "queue.SimpleQueue[dict[str, Any]]") -> None:
    try:
        while True:
            asked.put(receive(questions))
    except (Closed, OSError):
        os._exit(0)


def _load(target: str) -> Callable[[], Any]:
    module, _, name = target.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found  # type: ignore[no-any-return]


def _answer(environment: Any, question: dict[str, Any]) -> bytes:
    try:
        return packed({"value": getattr(environment, question["call"])(**question["arguments"])})
    except Exception as error:  # noqa: BLE001  (anything that foreign code raises is an answer)
        return packed({"fault": _describe(error)})


def _describe(error: Exception) -> str:
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return "".join(c for c in words if c.isprintable())[:_MOST_WORDS]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
