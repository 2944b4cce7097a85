"""What the recipes test on: crops of bundled photographs, agents and answers, written into the folder of a making."""

import csv
import hashlib
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

_SCENES = ("astronaut.png", "coffee.png", "motorcycle_left.png", "rocket.jpg")
_CLASSES = ("chelsea.png", "brick.png", "hubble_deep_field.jpg")
_SCENE, _SIDE, _PER_SCENE, _PER_CLASS = (128, 96), 48, 2, 4
_AGENT = '''"""An agent that presses and picks in turn, then claims success."""


class Taker:
    def start(self, instruction, observation):
        self.turn = 0

    def act(self, observation):
        self.turn += 1
        if self.turn > 4:
            return {"action": "finish"}
        return {"action": ("press", "pick")[self.turn % 2], "x": 100 * self.turn, "y": 240}


def darker(input_path, output_path):
    from PIL import Image

    with Image.open(input_path) as picture:
        picture.point(lambda value: value * 9 // 10).save(output_path)
'''


def photographs(folder: Path) -> None:
    """Write scenes (two of each photograph), images of three classes, and cut-outs with their masks."""
    for name in _SCENES:
        for number, pixels in enumerate(_crops(name, _SCENE, _PER_SCENE)):
            _save(folder / "scenes" / Path(name).stem / f"{number}.png", pixels)
    for name in _CLASSES:
        for number, pixels in enumerate(_crops(name, (_SIDE, _SIDE), _PER_CLASS)):
            _save(folder / "classes" / Path(name).stem / f"{number}.png", pixels)
    place = 0
    for name in _SCENES:
        for pixels in _crops(name, _SCENE, _PER_SCENE):
            mask = _mask(place)
            _save(folder / "masks" / f"{place}.png", mask)
            _save(folder / "cutouts" / f"{place}.png", np.where(mask[:, :, None] > 0, 255 - pixels // 3, pixels))
            place += 1


def agent(folder: Path) -> None:
    """Write the module of an agent and of an album's function."""
    (folder / "golden_subjects.py").write_text(_AGENT, "utf-8")


def labels(folder: Path) -> None:
    """Write what an operator brings back of the classification kit: right, several, unknown and no labels."""
    rows = [("0001", "chelsea"), ("0002", "Bricks|chelsea"), ("0003", "dog"), ("0004", "")]
    rows += [(f"{number:04}", ("brick", "chelsea", "hubble_deep_field")[number % 3]) for number in range(5, 13)]
    _table(folder / "labels.csv", ("number", "predicted"), rows)
    _table(folder / "class-map.csv", ("product", "test"), [("Bricks", "brick")])


def outputs(folder: Path) -> None:
    """Write what an operator brings back of the enhancement kit: its own inputs, one too large, one missing, one broken."""
    inputs = sorted((folder.parent / "kit-enhancement" / "inputs").iterdir())
    folder.mkdir(parents=True)
    for number, file in enumerate(inputs[:-1]):
        with Image.open(file) as picture:
            wanted = picture.resize((picture.width * 2, picture.height)) if number == 1 else picture
            wanted.save(folder / f"{file.stem}_better.png")
    (folder / f"{inputs[2].stem}_better.png").write_bytes(b"no picture")


def accuracies(folder: Path) -> None:
    """Write a table of accuracies of two models."""
    _table(folder / "accuracies.csv", ("model", "a", "b", "c"), [("one", 0.5, 0.25, 1), ("two", 0.75, 0.5, 0.5)])


def answers(folder: Path) -> None:
    """Write answers to the clips in the forms in which models write them: whole, fenced, in other units, broken, none."""
    lines = [json.loads(line) for line in (folder.parent / "vsig-oracle" / "items.jsonl").read_bytes().splitlines()]
    told = {item["id"]: item["answer"]["text"] for item in sorted(lines, key=lambda item: item["id"])}
    changed = [_changed(place, words) for place, words in enumerate(told.values())]
    page = [{"id": name, "answer": words} for name, words in zip(told, changed, strict=True)]
    rows = [(name, 1, rater, ("right", "partly", "wrong")[(place + len(rater)) % 3])
            for place, name in enumerate(told) for rater in ("ann", "bo")]  # fmt: skip
    _table(folder / "marks.csv", ("sample", "target", "rater", "mark"), rows)
    (folder / "answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in page), "utf-8")


def fixed_seal(folder: Path) -> None:
    """Put a seed that is always the same into the seal of a run, and the commitment that follows from it."""
    folder = folder.with_name(f"{folder.name}-seal")
    public, secret = (json.loads((folder / name).read_bytes()) for name in ("commitment.json", "secret.json"))
    seed, salt = "5eed" * 16, "5a17" * 16
    opening = {"format": "mindsight.home-opening", "version": 1, "plan": public["plan"], "versions": public["versions"],
               "seed": seed, "salt": salt}  # fmt: skip
    line = json.dumps(opening, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    commitment = hashlib.sha256(line.encode()).hexdigest()
    for name, page in (("commitment.json", public), ("secret.json", {**secret, "seed": seed, "salt": salt})):
        (folder / name).write_text(json.dumps({**page, "commitment": commitment}), "utf-8")


def _changed(place: int, words: str) -> Any:
    page = json.loads(words)
    if place == 1:
        return f"Here you are:\n```json\n{words}\n```"
    if place == 2:
        for entry in page["point_list"]:
            entry["point"] = [value / 1000 for value in entry["point"]]
        return json.dumps(page, ensure_ascii=False)
    if place == 3:
        page["point_list"] = page["point_list"][:1]
        page["point_list"][0]["description"] = "紫色的大象"
        return json.dumps(page, ensure_ascii=False)
    return {4: words[: len(words) // 2], 5: "I'm sorry, but I can't help with that."}.get(place, words)


def _crops(name: str, size: tuple[int, int], count: int) -> list[Any]:
    """Return crops along the diagonal of a photograph."""
    spec = find_spec("skimage")
    assert spec is not None
    assert spec.origin is not None
    with Image.open(Path(spec.origin).parent / "data" / name) as picture:
        pixels = np.asarray(picture.convert("RGB"))
    (width, height), (rows, columns) = size, pixels.shape[:2]
    corners = [((rows - height) * n // count, (columns - width) * n // count) for n in range(count)]
    return [pixels[top : top + height, left : left + width] for top, left in corners]


def _mask(place: int) -> Any:
    width, height = _SCENE
    rows, columns = np.mgrid[:height, :width]
    inside = ((columns - 50 - 4 * place) / 30) ** 2 + ((rows - 48) / (20 + 2 * place)) ** 2 < 1
    return np.where(inside, 255, 0).astype(np.uint8)


def _save(file: Path, pixels: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.asarray(pixels, np.uint8)).save(file)


def _table(file: Path, names: tuple[str, ...], rows: list[Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8", newline="") as opened:
        csv.writer(opened, lineterminator="\n").writerows([names, *rows])
