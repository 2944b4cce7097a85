"""Functions for ``python:`` subjects in tests; each receives a sample without its truth."""

import json
import os
import time
from pathlib import Path
from typing import Any

Seen = dict[str, Any]


def middle(sample: Seen) -> dict[str, Any]:
    """Answer the middle, as an object."""
    kinds = sample["targets"] or ["object"]
    return {
        "explicit_command": "",
        "point_list": [{"type": kind, "description": "", "point": [500, 500], "timestamp": 100} for kind in kinds],
    }


def in_words(sample: Seen) -> str:
    """Answer the middle, as text in a code fence."""
    return f"Here you are:\n```json\n{json.dumps(middle(sample))}\n```"


def logs(sample: Seen) -> str:
    """Log the sample as received."""
    with Path(os.environ["SEEN"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(sample) + "\n")
    return ""


def slowly(sample: Seen) -> dict[str, Any]:
    """Log which sample was asked about, after a short delay."""
    with Path("journal.txt").open("a", encoding="utf-8") as file:
        file.write(sample["id"] + "\n")
    time.sleep(0.05)
    return middle(sample)


def faulty(sample: Seen) -> Any:
    """Fail in another way for each template."""
    match sample["template"]:
        case 1:
            raise ValueError("no such <b>thing</b>\x1b[31m")
        case 2:
            os._exit(3)
        case 3:
            return 17
        case 4:
            return None
        case 5:
            return {
                "explicit_command": "\ud800",
                "point_list": [{"point": [float("nan"), 10**400], "timestamp": "1e999"}],
            }
        case _:
            return middle(sample)


def leaks(sample: Seen) -> Any:
    """Fail with a key in the message."""
    raise RuntimeError(f"401 for Authorization: Bearer {os.environ['OPENAI_API_KEY']} at https://me:hunter22@host/")


def sleeps(sample: Seen) -> dict[str, Any]:
    """Answer the first sample, and never another."""
    if sample["template"] != 1:
        Path(os.environ["SEEN"]).write_text("asleep", "utf-8")
        time.sleep(600)
    return middle(sample)


class Counting:
    """An object that is made once and called."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, sample: Seen) -> str:
        self.asked += 1
        return json.dumps({"explicit_command": f"call {self.asked}", "point_list": middle(sample)["point_list"]})


not_callable = 3
