"""The process of a product's Python function: reads jobs from stdin, answers on stdout, one line each.

It ends when stdin closes. It has one thread only, because the function may fork.

A function for labels may write them to its output file, or return them: a string becomes the text of that file, a list of strings or
objects becomes JSON. A written file takes precedence. So may a function for answers: a string, or an object.
"""

import importlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any


def main(target: str) -> int:
    """Load ``module:function`` and serve until stdin closes."""
    # The function's output must not mix with the answers: stdout goes to stderr, answers to a private copy.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    jobs = _jobs()
    module, _, name = target.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        function: Callable[[str, str], Any] = found
        if not callable(function):
            raise TypeError(f"{target} is not callable")
    except Exception as error:  # noqa: BLE001  (anything a user's module raises is an answer)
        _answer(answers, {"error": _describe(error)})
        return 1
    _answer(answers, {"ready": True})
    for line in jobs:
        job = json.loads(line)
        try:
            returned = function(job["input"], job["output"])
            if job["answer"] == "labels":
                _keep_labels(returned, Path(job["output"]))
            elif job["answer"] == "answer":
                _keep_answer(returned, Path(job["output"]))
        except Exception as error:  # noqa: BLE001  (anything a user's function raises is an answer)
            _answer(answers, {"error": _describe(error)})
        else:
            _answer(answers, {"done": True})
    return 0


def _jobs() -> IO[bytes]:
    """Return the stream of jobs; the function itself gets an empty stdin."""
    source = os.fdopen(os.dup(0), "rb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return source


def _answer(answers: IO[str], value: dict[str, Any]) -> None:
    answers.write(json.dumps(value) + "\n")
    answers.flush()


def _keep_labels(returned: Any, output: Path) -> None:
    """Write a function's return value, unless it wrote its answer itself."""
    if returned is None or any(output.parent.glob(f"{output.stem}.*")):
        return
    if isinstance(returned, str):
        output.write_text(returned, "utf-8")
    elif isinstance(returned, list) and all(isinstance(label, (str, dict)) for label in returned):
        words = json.dumps(returned, ensure_ascii=False, allow_nan=False, default=_plain)
        output.with_suffix(".json").write_text(words, "utf-8")
    else:
        raise TypeError(f"labels must be a str, a list of str or a list of dict, not {type(returned).__name__}")


def _keep_answer(returned: Any, output: Path) -> None:
    """Write an answer that a function returned, unless it wrote one itself."""
    if returned is None or any(output.parent.glob(f"{output.stem}.*")):
        return
    if not isinstance(returned, (str, dict)):
        raise TypeError(f"an answer must be a str or a dict, not {type(returned).__name__}")
    words = returned if isinstance(returned, str) else json.dumps(returned, ensure_ascii=False, default=_plain)
    output.write_text(words, "utf-8")


def _plain(value: Any) -> Any:
    """Convert a scalar of an array library, as confidences often are, to a Python number."""
    if not callable(getattr(value, "item", None)):
        raise TypeError(f"{type(value).__name__} is not JSON serializable")
    return value.item()


def _describe(error: Exception) -> str:
    words = " ".join(f"{type(error).__name__}: {error}".split())
    # Longer than what is shown: a secret must be whole where it is looked for.
    return "".join(c for c in words if c.isprintable())[:4000]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
