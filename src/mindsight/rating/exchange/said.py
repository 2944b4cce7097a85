"""What people answered to the questions of a catalogue, as one table for each of them: ``id, answer``."""

import csv
from collections.abc import Iterable
from pathlib import Path

from mindsight.rating.events import Rating
from mindsight.rating.exchange.paper import file_name

COLUMNS = ("id", "answer")


def write_said(folder: Path, ratings: Iterable[Rating]) -> list[Path]:
    """Write the answers that count, one file for each rater, and return the files; those of an earlier call are written anew."""
    answers: dict[str, dict[str, str]] = {}
    for one in ratings:
        if one.said is not None:
            answers.setdefault(one.rater, {})[one.item] = one.said
    folder.mkdir(exist_ok=True)
    files = []
    for name, own in sorted(answers.items()):
        files.append(folder / f"{file_name(name)}.csv")
        with files[-1].open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows(sorted(own.items()))
    return files
