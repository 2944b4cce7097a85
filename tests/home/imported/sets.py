"""Small sets of questions as people bring them along, and the way from one to a run."""

import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from mindsight.home.imported.importing import Found, Wanted, import_questions
from mindsight.home.imported.mapping import read_mapping
from mindsight.home.imported.pool import Pool
from mindsight.home.imported.readers.opening import open_source


def picture(number: int, form: str = "PNG", size: tuple[int, int] = (64, 48)) -> bytes:
    """Return a picture of one colour, another for each number."""
    file = io.BytesIO()
    Image.new("RGB", size, ((number * 37) % 256, (number * 91) % 256, (number * 53 + number // 256) % 256)).save(
        file, form
    )
    return file.getvalue()


def write_pictures(folder: Path, count: int) -> None:
    """Write ``0.png``, ``1.png`` and so on."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"{number}.png").write_bytes(picture(number))


def write_lines(file: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as JSON Lines."""
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def own_set(folder: Path, count: int = 12) -> Path:
    """Write a set with a choice and a question with yes or no about each of some pictures; the truth follows from the number."""
    write_pictures(folder, count)
    rows: list[dict[str, Any]] = []
    for number in range(count):
        shown = f"{number}.png"
        rows.append(
            {
                "id": f"c{number}",
                "question": "Which colour is it?",
                "question_zh": "这是什么颜色？",
                "pictures": shown,
                "choices": ["red", "green", "blue"],
                "choices_zh": ["红", "绿", "蓝"],
                "answer": "ABC"[number % 3],
                "kind": "choice",
            }
        )
        rows.append({"question": "Is it dark?", "pictures": [shown], "answer": number % 2 == 0, "kind": "yes_no"})
    write_lines(folder / "questions.jsonl", rows)
    return folder


def pool_of(
    data: Path, where: Path, mapping: str = "own", *, twins: str = "", most: int | None = None
) -> tuple[Pool, Found]:
    """Import a set."""
    read, sha256 = read_mapping(mapping)
    wanted = Wanted(open_source(data, read.files), read, mapping, sha256, twins, 7, most)
    return import_questions(wanted, where, lambda _done, _all: None)
