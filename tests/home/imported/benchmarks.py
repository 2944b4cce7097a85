"""Small sets in the form of public benchmarks, by what their cards say: field names, spellings of answers, places of files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import av
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .sets import picture, write_lines, write_pictures

IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])


def write_clip(file: Path, frames: int = 24, shade: int = 0) -> None:
    """Write a clip whose frames get brighter, at 8 frames a second."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(file), "w") as container:
        stream = container.add_stream("mpeg4", rate=8)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for number in range(frames):
            pixels = np.full((48, 64, 3), min(255, number * 10 + shade), np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, "rgb24")))
        container.mux(stream.encode(None))


def image(number: int) -> dict[str, Any]:
    """Return a picture as the Hub stores it in Parquet."""
    return {"bytes": picture(number, "JPEG"), "path": f"{number}.jpg"}


def blink(folder: Path) -> None:
    """Two classes, one and two pictures, an answer that is not public."""
    rows: list[dict[str, Any]] = [
        {"idx": "v1", "question": "How many?", "sub_task": "Counting", "image_1": image(1), "image_2": None,
         "choices": ["0", "1", "2", "3"], "answer": "(C)", "prompt": "How many? (A) 0 …"},
        {"idx": "v2", "question": "Which is next?", "sub_task": "IQ_Test", "image_1": image(2), "image_2": image(3),
         "choices": ["A", "B", "C", "D"], "answer": "(D)", "prompt": ""},
        {"idx": "t1", "question": "How many?", "sub_task": "Counting", "image_1": image(4), "image_2": None,
         "choices": ["0", "1"], "answer": "hidden", "prompt": ""},
    ]  # fmt: skip
    kinds = {"image_1": IMAGE, "image_2": IMAGE, "choices": pa.list_(pa.string())}
    _parquet(folder / "Counting" / "val-00000-of-00001.parquet", rows, kinds)


def vsi_bench(folder: Path) -> None:
    """A count, a distance and a choice, about two scenes."""
    write_clip(folder / "scannet" / "scene0.mp4")
    write_clip(folder / "arkitscenes" / "41.mp4", shade=9)
    common = {"dataset": "scannet", "scene_name": "scene0"}
    write_lines(
        folder / "test.jsonl",
        [
            {"id": 0, **common, "question_type": "object_counting", "question": "How many chairs?", "ground_truth": "4", "options": None},
            {"id": 1, **common, "question_type": "object_abs_distance", "question": "How far?", "ground_truth": "2.0", "options": None},
            {"id": 2, "dataset": "arkitscenes", "scene_name": "41", "question_type": "object_rel_distance", "question": "Which is nearest?",
             "ground_truth": "B", "options": ["A. sofa", "B. stove", "C. table", "D. bed"]},
        ],
    )  # fmt: skip


def erqa(folder: Path) -> None:
    """Choices within the words, pictures as a list."""
    ending = " Please answer directly with only the letter of the correct option and nothing else."
    rows: list[dict[str, Any]] = [
        {"question_id": "ERQA_1", "question": "Is the door open? Choices: A. Yes. B. No. C. It has none." + ending,
         "question_type": "State Estimation", "images": [image(1)], "answer": "B", "visual_indices": [0]},
        {"question_id": "ERQA_2", "question": "Which moved? Choices: A. Left arm. B. Right arm." + ending,
         "question_type": "Something else", "images": [image(2), image(3)], "answer": "A", "visual_indices": [0, 0]},
    ]  # fmt: skip
    _parquet(
        folder / "data" / "test-00000-of-00001.parquet",
        rows,
        {"images": pa.list_(IMAGE), "visual_indices": pa.list_(pa.int64())},
    )


def mmsi_bench(folder: Path) -> None:
    """Pictures as bare bytes, options after a line break."""
    asked = "Where are you?\nOptions: A: North of it, B: South of it, C: East, near the door, D: West"
    rows: list[dict[str, Any]] = [
        {
            "id": 0,
            "images": [picture(1), picture(2)],
            "question_type": "MSR",
            "question": asked,
            "answer": "C",
            "thought": "",
        }
    ]
    _parquet(folder / "MMSI_Bench.parquet", rows, {"images": pa.list_(pa.binary())})


def physbench(folder: Path) -> None:
    """A JSON list; a picture, and a clip with a marker in the words; a row without an answer."""
    write_pictures(folder / "image", 2)
    write_clip(folder / "video" / "fall.mp4")
    shared = {"scene": "t", "split": "val", "ability_type": "identify", "mode": "general"}
    rows: list[dict[str, Any]] = [
        {**shared, "idx": 0, "file_name": ["0.png"], "task_type": "property", "answer": "A",
         "question": "<image>\nWhat is it made of?\nA. wood\nB. steel\nC. glass\nD. wool\n"},
        {**shared, "idx": 1, "file_name": ["fall.mp4", "1.png"], "task_type": "dynamics", "answer": "D",
         "question": "<video>\nDoes it end as in <image>?\nA. yes\nB. no\nC. at first\nD. later"},
        {**shared, "idx": 2, "file_name": ["0.png"], "task_type": "scene", "answer": None, "question": "?\nA. a\nB. b"},
    ]  # fmt: skip
    (folder / "test.json").write_text(json.dumps(rows), "utf-8")


def mvbench(folder: Path) -> None:
    """A list for each task; a clip with bounds, and one that is a folder of frames."""
    write_clip(folder / "video" / "star" / "Charades_v1_480" / "AB.mp4")
    write_pictures(folder / "video" / "tvqa" / "frames_fps3_hq" / "show_1", 30)
    tasks: dict[str, dict[str, Any]] = {
        "action_sequence": {"video": "AB.mp4", "question": "What came first?", "candidates": ["It ran.", "It sat.", "It ate."],
                            "answer": "It sat.", "start": 1.0, "end": 2.0},
        "episodic_reasoning": {"video": "show_1", "question": "Why?", "candidates": ["Rain", "Wind"], "answer": "Wind",
                               "start": 2.0, "end": 4.0},
    }  # fmt: skip
    (folder / "json").mkdir()
    for name, row in tasks.items():
        (folder / "json" / f"{name}.json").write_text(json.dumps([row]), "utf-8")


def coco(folder: Path) -> None:
    """Two pictures: one cup on the first, two cups on the second, no dog on either, and a crowd."""
    write_pictures(folder / "images", 2)
    marks = [(0, 1, [16, 12, 32, 24], 0), (1, 1, [0, 0, 8, 8], 0), (1, 1, [20, 20, 8, 8], 0), (1, 3, [1, 1, 9, 9], 1)]
    page = {
        "info": {},
        "images": [{"id": place, "file_name": f"{place}.png", "width": 64, "height": 48} for place in range(2)],
        "categories": [{"id": 1, "name": "cup"}, {"id": 2, "name": "dog"}, {"id": 3, "name": "person"}],
        "annotations": [
            {"id": number, "image_id": place, "category_id": kind, "bbox": box, "iscrowd": crowd, "area": 1}
            for number, (place, kind, box, crowd) in enumerate(marks)
        ],
    }
    (folder / "instances_val.json").write_text(json.dumps(page), "utf-8")


BENCHMARKS: dict[str, Callable[[Path], None]] = {
    "blink": blink,
    "coco": coco,
    "erqa": erqa,
    "mmsi-bench": mmsi_bench,
    "mvbench": mvbench,
    "physbench": physbench,
    "vsi-bench": vsi_bench,
}


def _parquet(file: Path, rows: list[dict[str, Any]], kinds: dict[str, pa.DataType]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    columns = {name: pa.array([row[name] for row in rows], kinds.get(name)) for name in rows[0]}
    pq.write_table(pa.table(columns), file)
