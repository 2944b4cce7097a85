"""What it costs to score 10,000 stored answers, held against reading the same JSON and decoding the same masks.

The data has full-frame masks at 1080p in its annotations, as real data has. The plain way loads every JSON file, unpacks
the base64 and decodes each mask with OpenCV, and does nothing with it. Ours reads and checks the annotations, crops the
masks, reads the answers, cuts the speech into spans, scores what, where and when, and computes every measure. Clips are
read by neither: what is known of them is given.
"""

import base64
import gc
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from benchmarks.rows import Row

ANSWERS, ROUNDS, TARGET = 10_000, 5, 1.2
_PER_ROUND = 240
"""Samples in each round: the ratio does not depend on how many there are, and a mask at 1080p takes its time."""
_FEW, _ALLOWED_MIB = 1_000, 50
_SIZE = (1920, 1080)
_NAMES = ("红色杯子", "蓝色盒子", "绿色瓶子", "黄色便签")
_SPOKEN = {
    1: (),
    2: ("把", "这个", "拿起来"),
    3: ("把这个", "放到", "这里"),
    4: ("把这个", "放到", "它的右边"),
    5: ("把这个", "放到", "它的右边", "然后", "把它", "拿起来"),
    6: ("把这个", "放到", "它的右边", "然后再", "把这个", "放到", "它的后面"),
}


class Facts(NamedTuple):
    """What is known of every clip."""

    size: tuple[int, int] = _SIZE
    last_ms: float = 5000.0
    length_ms: float = 5033.0
    has_sound: bool = True
    sha256: str = "0" * 64


def measure() -> Iterator[Row]:
    """Yield the ratio, and how much more memory ten times the answers take."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        root = Path(folder)
        answers = write(root / "data", root / "answers.jsonl", _PER_ROUND)
        ours: list[float] = []
        theirs: list[float] = []
        for number in range(ROUNDS + 1):
            for way, taken in ((scored, ours), (read_and_decoded, theirs)):
                seconds = _timed(way, root / "data", answers)
                if number:
                    taken.append(seconds)
        ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
        each = statistics.median(ours) / _PER_ROUND
        limit = (
            f"{_PER_ROUND} answers a round; {ANSWERS:,} take {each * ANSWERS:.0f} CPU s, checks of the data included"
        )
        name = "vsig: scoring stored answers / reading the JSON and decoding the masks"
        yield Row(name, ratio, "×", f"≤ {TARGET:g}", ratio <= TARGET, limit)
    yield _memory()


def _memory() -> Row:
    """Compute the numbers and blocks of ten times the items in a process of their own each."""
    few, many = (_peak_mib(count) for count in (_FEW, ANSWERS))
    return Row(
        f"vsig: memory of computing a run of {ANSWERS:,} items less one of {_FEW:,}",
        many - few,
        "MiB",
        f"≤ {_ALLOWED_MIB}",
        many - few <= _ALLOWED_MIB,
        f"peaks {few:.0f} and {many:.0f} MiB, libraries included",
    )


def _peak_mib(count: int) -> float:
    """Return the peak memory of computing the numbers of a record with so many items."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        run = _record(Path(folder), count)
        command = [sys.executable, "-c", _PEAK, str(run)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024


# Not the peak that getrusage tells: it starts from the memory of the process that was forked, this one.
_PEAK = """
import sys
from pathlib import Path
from mindsight.record.folder import RunFolder
from mindsight.vsig.totals import metrics_page, rescore
run = RunFolder(Path(sys.argv[1]))
rescore(run)
metrics_page(run)
(line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:")]
print(line.split()[1])
"""


def _record(root: Path, count: int) -> Path:
    """Write a record with so many items: those of a few dozen samples under many names, without pictures."""
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Draft, Subject
    from mindsight.subjects.spec import SubjectSpec
    from mindsight.vsig.dataset.preparation import prepare, write_samples
    from mindsight.vsig.plan import Plan
    from mindsight.vsig.profile import load_profile
    from mindsight.vsig.suite import VsigTest

    answers = write(root / "data", root / "answers.jsonl", 60, (320, 180))
    prepared = prepare(root / "data", facts=lambda _: Facts(size=(320, 180)))
    write_samples(root / "samples.json", prepared)
    spec = SubjectSpec("baseline", "silent")
    test = VsigTest(Plan(), root, root / "samples.json", spec, Subject(spec=str(spec), name="benchmark"))
    run = RunFolder.create(root / "run", test.manifest, data=test.data)
    items = _items(prepared.samples, answers, load_profile())
    with run.locked(), run.log() as log:
        for number in range(count):
            item = items[number % len(items)]
            fields = item.model_dump(exclude={"previous", "id", "cluster"})
            log.append(Draft(id=f"{number:06d}", cluster=f"r{number // 3}", **fields))
    return run.path


def scored(data: Path, answers: Path) -> float:
    """Score stored answers as ``mindsight vsig score`` does, without a record of them; return the overall score."""
    from mindsight.record.model import Signature
    from mindsight.vsig.dataset.preparation import prepare
    from mindsight.vsig.profile import load_profile
    from mindsight.vsig.scoring.measures import pooled_measures
    from mindsight.vsig.scoring.shares import Shares

    prepared = prepare(data, facts=lambda _: Facts())
    profile = load_profile()
    items = _items(prepared.samples, answers, profile)
    clusters = np.array([item.cluster for item in items])
    found = pooled_measures(Shares(profile, items), clusters, profile, Signature(identity={}, environment={}))
    return next(one.value or 0.0 for one in found if one.name == "vsig.overall")


def read_and_decoded(data: Path, answers: Path) -> float:
    """Read the same files and decode the same masks; return the share of pixels that are on."""
    for line in answers.read_text("utf-8").splitlines():
        json.loads(json.loads(line)["answer"])
    on = pixels = 0
    for file in sorted(data.rglob("annotations.json")):
        for sample in json.loads(file.read_bytes()):
            for entry in sample["object_space"]:
                if entry.get("mask"):
                    packed = np.frombuffer(base64.b64decode(entry["mask"]["mask_base64"]), np.uint8)
                    mask = np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE))
                    on, pixels = on + int(mask[0, 0] > 128), pixels + 1
    return on / pixels


def _items(samples: Any, answers: Path, profile: Any) -> list[Any]:
    from mindsight.answers.conventions import DEFAULT, model_profile
    from mindsight.record.model import Item
    from mindsight.vsig.models.replays import read_replay
    from mindsight.vsig.models.said import Said
    from mindsight.vsig.recording import Recorder

    recorder = Recorder(Path(), None, profile, model_profile(DEFAULT))
    stored = {one.id: one for one in read_replay(answers).answers}
    drafts = (recorder((sample, Said(text=stored[sample.id].text))) for sample in samples)
    return [Item(**dict(draft), previous="") for draft in drafts]


def _timed(way: Callable[[Path, Path], float], data: Path, answers: Path) -> float:
    gc.collect()
    started = time.process_time()
    way(data, answers)
    return time.process_time() - started


def write(data: Path, answers: Path, count: int, size: tuple[int, int] = _SIZE) -> Path:
    """Write a data set of all templates in turn, and an answer to each sample."""
    rng = np.random.default_rng(5)
    folders: dict[int, list[dict[str, Any]]] = {template: [] for template in _SPOKEN}
    with answers.open("w", encoding="utf-8") as file:
        for number in range(count):
            template = number % 6 + 1
            sample, said = sample_of(number, template, rng, size)
            folders[template].append(sample)
            file.write(json.dumps({"id": sample["id"], "answer": json.dumps(said, ensure_ascii=False)}) + "\n")
    for template, samples in folders.items():
        folder = data / "scene" / f"指令{template}"
        folder.mkdir(parents=True)
        (folder / "annotations.json").write_text(json.dumps(samples, ensure_ascii=False), "utf-8")
        for sample in samples:
            (folder / sample["video_name"]).touch()
    return answers


def sample_of(
    number: int, template: int, rng: np.random.Generator, size: tuple[int, int]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a sample of a template as annotations hold it, and a right answer to it."""
    entries: list[dict[str, Any]] = []
    said: list[dict[str, Any]] = []
    for pair in range(1 if template < 5 else 2):
        thing, beside = _NAMES[2 * pair : 2 * pair + 2]
        entries.append(_object(thing, rng, size))
        said.append(_said("object", thing, entries[-1], 500 + 1200 * pair))
        if template > 3 and not (template == 5 and pair):
            entries.append(_object(beside, rng, size))
        if template > 2 and not (template == 5 and pair):
            side = "右边" if pair == 0 else "后面"
            entries.append({"name": side, "type": "space", "points": entries[-1]["points"]})
            said.append(_said("space", f"{beside}的{side}", entries[-1], 1000 + 1200 * pair))
    words = [
        {"text": word, "begin_time": 300 * n, "end_time": 300 * n + 300, "punctuation": ""}
        for n, word in enumerate(_SPOKEN[template], 1)
    ]
    spoken = "".join(_SPOKEN[template])
    sample = {
        "id": f"{number:06d}",
        "folder": "C:\\data",
        "video_name": f"VID{number:06d}.mp4",
        "task_template": f"指令{template}",
        "scene": "scene",
        "is_invalid": False,
        "asr_result": {"text": spoken, "sentences": [], "words": words} if words else None,
        "object_space": entries,
    }
    command = "，".join(one["description"] for one in said)
    return sample, {"explicit_command": command, "point_list": said}


def _said(kind: str, description: str, entry: dict[str, Any], time_ms: int) -> dict[str, Any]:
    y, x = entry["points"][0]
    return {"type": kind, "description": description, "point": [x, y], "timestamp": time_ms}


def _object(name: str, rng: np.random.Generator, size: tuple[int, int]) -> dict[str, Any]:
    """Return an object with a full-frame mask, an ellipse as SAM's are: about 0.5 % of the frame."""
    width, height = size
    middle = int(rng.integers(width // 5, 4 * width // 5)), int(rng.integers(height // 5, 4 * height // 5))
    axes = max(2, width // 40), max(2, height // 25)
    mask = np.zeros((height, width), np.uint8)
    cv2.ellipse(mask, middle, axes, float(rng.uniform(0, 180)), 0, 360, 255, cv2.FILLED)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    packed = base64.b64encode(cv2.imencode(".png", mask)[1].tobytes()).decode()
    box = [int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])]
    point = [round(1000 * (middle[1] + 0.5) / height), round(1000 * (middle[0] + 0.5) / width)]
    shown = {"mask_base64": packed, "bbox": box, "score": 0.9, "point_on_mask": True}
    return {"name": name, "type": "object", "points": [point], "mask": shown}
