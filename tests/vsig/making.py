"""Data sets of both layouts with encoded clips: shapes on a table, a hand that rests on them, tones instead of words.

The truth in the annotations is repeated in ``Made``, and can be recovered from the clips: a shape's mask by its colour, a word's onset
by its tone, a stroke by the resting hand.
"""

import base64
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from mindsight.text import Language
from vsig.clips import write_clip
from vsig.speaking import BESIDE, SIDES, Said, said, sentence, span_of, tones

Layout = Literal["vsig", "ecog"]
TABLE, HAND = (150, 130, 110), (240, 200, 170)
OBJECTS: tuple[tuple[str, str, tuple[int, int, int]], ...] = (
    ("红色圆形积木", "red round block", (220, 30, 30)),
    ("蓝色方形盒子", "blue square box", (30, 60, 220)),
    ("绿色圆形杯子", "green round cup", (20, 160, 50)),
    ("黄色方形便签", "yellow square note", (240, 220, 40)),
)
_PLACES = ((0.16, 0.24), (0.34, 0.62), (0.86, 0.26), (0.72, 0.66))
"""Positions of the objects, in the order of a template's entries."""
_OFFSETS = {"left": (-0.17, 0.0), "right": (0.17, 0.0), "front": (0.0, 0.25), "back": (0.0, -0.27)}
_SIDES = (("right", "back"), ("left", "front"), ("front", "left"), ("back", "right"))
_FREE = (0.55, 0.5)
_SCENES: dict[Language, str] = {"zh": "办公环境", "en": "office"}


@dataclass(frozen=True)
class Drawn:
    """A drawn object: its name, its colour, and its pixels on the last frame."""

    name: str
    colour: tuple[int, int, int]
    centre: tuple[float, float]
    pixels: NDArray[np.bool_]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The first and last column and row that are on, as ``(x1, y1, x2, y2)``."""
        rows, columns = np.flatnonzero(self.pixels.any(1)), np.flatnonzero(self.pixels.any(0))
        return int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])


@dataclass(frozen=True)
class Meant:
    """A target: what an answer has to state. ``centre`` is ``(x, y)`` in [0, 1]; ``span`` None if nothing is said."""

    kind: Literal["object", "space"]
    name: str
    centre: tuple[float, float]
    drawn: Drawn | None
    span: tuple[float, float] | None
    stroke: tuple[float, float]
    choice: str


@dataclass(frozen=True)
class Made:
    """The truth of a generated sample."""

    id: str
    layout: Layout
    template: int
    language: Language
    scene: str
    folder: Path
    video: Path
    size: tuple[int, int]
    frames: int
    last_ms: float
    objects: tuple[Drawn, ...]
    targets: tuple[Meant, ...]
    words: tuple[Said, ...]
    command: str
    annotation: dict[str, Any]


def make_data(
    root: Path,
    *,
    layout: Layout = "vsig",
    templates: Sequence[int] = (1, 2, 3, 4, 5, 6),
    each: int = 1,
    languages: Sequence[Language] = ("zh",),
    size: tuple[int, int] = (320, 180),
    fps: int = 30,
    seconds: float = 4.0,
    sound: bool = True,
) -> list[Made]:
    """Write ``<root>/<scene>/指令N`` (``InstN`` in English), ``each`` clips per template and language, no two of them equal."""
    made: list[Made] = []
    for template in templates:
        for language in languages:
            folder = root / _SCENES[language] / f"{'指令' if language == 'zh' else 'Inst'}{template}"
            own = [
                _sample(folder, layout, template, language, number, size, fps, seconds, sound=sound)
                for number in range(each)
            ]
            _write(folder, layout, own)
            made.extend(own)
    return made


def masked(pixels: NDArray[np.bool_]) -> str:
    """Return a full-frame mask for the annotations: a grey PNG in base64."""
    held = io.BytesIO()
    Image.fromarray(np.where(pixels, 255, 0).astype(np.uint8)).save(held, "PNG")
    return base64.b64encode(held.getvalue()).decode()


def found_in(picture: NDArray[np.uint8], drawn: Drawn) -> NDArray[np.bool_]:
    """Find an object on a decoded frame by its colour alone."""
    return np.asarray(np.abs(picture.astype(np.int16) - np.array(drawn.colour)).max(2) < 48)


def _sample(
    folder: Path,
    layout: Layout,
    template: int,
    language: Language,
    number: int,
    size: tuple[int, int],
    fps: int,
    seconds: float,
    *,
    sound: bool,
) -> Made:
    variant = 2 * number + (language == "en")
    rng = np.random.default_rng((template, variant))
    sides = _SIDES[variant % len(_SIDES)]
    words = said(template, language, sides) if sound else ()
    objects = _objects(language, variant, rng, size)
    annotated, targets = _meant(template, language, objects, sides, words)
    id_ = f"{1_766_800_000_000 + template * 1000 + variant}"
    video = folder / f"VID{template}{number:03d}.mp4"
    count = round(seconds * fps)
    heard = tones(words, seconds * 1000) if sound else None
    write_clip(video, _pictures(objects, targets, rng, size, fps, count), fps=fps, sound=heard)
    annotation = {
        "id": id_,
        "folder": f"C:\\Users\\lenovo\\Desktop\\{_SCENES[language]}\\{folder.name}",
        "video_name": video.name,
        "task_template": folder.name,
        "scene": _SCENES[language],
        "is_invalid": False,
        "asr_result": _recognised(words, language) if words else None,
        "object_space": annotated,
    }
    return Made(
        id=id_,
        layout=layout,
        template=template,
        language=language,
        scene=_SCENES[language],
        folder=folder,
        video=video,
        size=size,
        frames=count,
        last_ms=(count - 1) * 1000 / fps,
        objects=objects,
        targets=targets,
        words=words,
        command=_command(template, language, objects, targets, sides),
        annotation=annotation,
    )


def _objects(language: Language, number: int, rng: np.random.Generator, size: tuple[int, int]) -> tuple[Drawn, ...]:
    """Place four objects on the table; their order changes with the number."""
    width, height = size
    drawn = []
    for place in range(len(_PLACES)):
        zh, en, colour = OBJECTS[(place + number) % len(OBJECTS)]
        x, y = (float(at + rng.uniform(-0.015, 0.015)) for at in _PLACES[place])
        radius = 0.075 * height
        sheet = Image.new("1", size)
        box = (x * width - radius, y * height - radius, x * width + radius, y * height + radius)
        pencil = ImageDraw.Draw(sheet)
        (pencil.ellipse if "圆" in zh else pencil.rectangle)(box, fill=1)
        drawn.append(Drawn(zh if language == "zh" else en, colour, (x, y), np.array(sheet)))
    return tuple(drawn)


def _meant(
    template: int,
    language: Language,
    objects: tuple[Drawn, ...],
    sides: tuple[str, str],
    words: tuple[Said, ...],
) -> tuple[list[dict[str, Any]], tuple[Meant, ...]]:
    """Return the annotated entries and the resulting targets."""
    annotated: list[dict[str, Any]] = []
    targets: list[Meant] = []

    def meant(kind: Literal["object", "space"], name: str, centre: tuple[float, float], drawn: Drawn | None) -> None:
        place = len(targets)
        span = span_of(words, place)
        begin = 300.0 + 800 * place if span is None else max(0.0, span[0] - 120)
        stroke = (begin, begin + 500) if span is None else (begin, span[1] - 20)
        choice = chr((ord("A") if kind == "object" else ord("a")) + (objects.index(drawn) if drawn else place))
        targets.append(Meant(kind, name, centre, drawn, span, stroke, choice))

    def space(name: str, spoken: str, centre: tuple[float, float]) -> None:
        annotated.append({"name": spoken, "type": "space", "points": _points(centre, 0.015)})
        meant("space", name, centre, None)

    for pair in range({1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2}[template]):
        thing, beside = objects[2 * pair], objects[2 * pair + 1]
        annotated.append(_annotated(thing))
        meant("object", thing.name, thing.centre, thing)
        if template == 3:
            name = "桌子中间的空闲区域" if language == "zh" else "free area in the middle of the table"
            space(name, name, _FREE)
        elif template in {4, 6} or (template == 5 and not pair):
            annotated.append(_annotated(beside))
            side = SIDES[language][sides[pair]]
            dx, dy = _OFFSETS[sides[pair]]
            centre = (beside.centre[0] + dx, beside.centre[1] + dy)
            space(f"{beside.name}的{side}" if language == "zh" else f"the {side} of the {beside.name}", side, centre)
    return annotated, tuple(targets)


def _annotated(drawn: Drawn) -> dict[str, Any]:
    mask = {"mask_base64": masked(drawn.pixels), "bbox": list(drawn.box), "score": 0.9, "point_on_mask": True}
    return {"name": drawn.name, "type": "object", "points": _points(drawn.centre, 0.01), "mask": mask}


def _points(centre: tuple[float, float], apart: float) -> list[list[int]]:
    """Return three annotated points around a place: [y, x] in 0–1000."""
    x, y = centre
    around = ((0.0, 0.0), (-apart, apart), (apart, -apart))
    return [[round(1000 * (y + dy)), round(1000 * (x + dx))] for dx, dy in around]


def _pictures(
    objects: tuple[Drawn, ...],
    targets: tuple[Meant, ...],
    rng: np.random.Generator,
    size: tuple[int, int],
    fps: int,
    count: int,
) -> Iterator[NDArray[np.uint8]]:
    """Yield the frames: the hand moves from target to target, rests during each stroke, and leaves before the end."""
    width, height = size
    table = np.empty((height, width, 3), np.int16)
    table[:] = np.array(TABLE) + rng.integers(-14, 15, 3)
    table += rng.integers(-5, 6, (height, width, 1), np.int16)
    for drawn in objects:
        table[drawn.pixels] = drawn.colour
    still = np.clip(table, 0, 255).astype(np.uint8)
    away = (0.95, 1.3)
    moments = [0.0, *(ms for target in targets for ms in target.stroke), targets[-1].stroke[1] + 250]
    places = [away, *(target.centre for target in targets for _ in target.stroke), away]
    for number in range(count):
        now = number * 1000 / fps
        x, y = (float(np.interp(now, moments, [place[axis] for place in places])) for axis in (0, 1))
        # The tip ends just below the target, so that the object stays visible.
        tip = (x * width, y * height + 0.1 * height)
        image = Image.fromarray(still.copy())
        if tip[1] < height:
            finger = 0.03 * width
            ImageDraw.Draw(image).polygon(
                [
                    tip,
                    (tip[0] + finger, tip[1] + 2 * finger),
                    (width, height * 1.6),
                    (tip[0] - finger, tip[1] + 2 * finger),
                ],
                fill=HAND,
            )
        yield np.asarray(image)


def _recognised(words: tuple[Said, ...], language: Language) -> dict[str, Any]:
    spoken = sentence(words, language) + ("。" if language == "zh" else ".")
    return {
        "text": spoken,
        "sentences": [{"text": spoken, "begin_time": words[0].begin_ms, "end_time": words[-1].end_ms}],
        "words": [
            {
                "text": word.text,
                "begin_time": word.begin_ms,
                "end_time": word.end_ms,
                "punctuation": ("。" if language == "zh" else ".") if word is words[-1] else "",
                "fixed": False,
                "speaker_id": None,
            }
            for word in words
        ],
    }


def _command(
    template: int,
    language: Language,
    objects: tuple[Drawn, ...],
    targets: tuple[Meant, ...],
    sides: tuple[str, str],
) -> str:
    """Return the user's command in unambiguous words."""
    names = [target.name for target in targets]
    if language == "zh":
        pattern = {
            1: "{0}",
            2: "把{0}拿起来",
            3: "把{0}放到{1}",
            4: "把{0}放到{1}",
            5: "把{0}放到{1}，然后把{2}拿起来",
            6: "把{0}放到{1}，然后再把{2}放到{3}",
        }[template]
        return pattern.format(*names)
    at = [f"{BESIDE[side]} the {objects[2 * pair + 1].name}" for pair, side in enumerate(sides)]
    pattern = {
        1: "the {0}",
        2: "pick up the {0}",
        3: "put the {0} on the {1}",
        4: "put the {0} {at[0]}",
        5: "put the {0} {at[0]}, then pick up the {2}",
        6: "put the {0} {at[0]}, then put the {2} {at[1]}",
    }[template]
    return pattern.format(*names, at=at)


def _write(folder: Path, layout: Layout, samples: list[Made]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    annotations = [sample.annotation for sample in samples]
    (folder / "annotations.json").write_text(json.dumps(annotations, ensure_ascii=False, indent=1), "utf-8")
    if layout == "ecog":
        answers = {sample.video.name: _choices(sample) for sample in samples}
        (folder / "eval_gt.json").write_text(json.dumps(answers, ensure_ascii=False, indent=1), "utf-8")


def _choices(sample: Made) -> dict[str, Any]:
    """Return the options of a clip and the right ones in EcoG-Bench's form; strokes are whole ms."""
    spaces = {target.choice: target.name for target in sample.targets if target.kind == "space"}
    wrong = "桌子的角落" if sample.language == "zh" else "corner of the table "
    letters = [chr(ord("a") + place) for place in range(len(sample.targets) + 2)]
    return {
        "object_choices": [f"{chr(ord('A') + place)}. {one.name}" for place, one in enumerate(sample.objects)],
        "space_choices": [f"{letter}. {spaces.get(letter, wrong + letter)}" for letter in letters],
        "answer": [
            {
                "choice": target.choice,
                "stroke_begin_time": round(target.stroke[0]),
                "stroke_end_time": round(target.stroke[1]),
                "points": _points(target.centre, 0.01 if target.drawn else 0.015),
                **({"mask": _annotated(target.drawn)["mask"]} if target.drawn else {}),
            }
            for target in sample.targets
        ],
    }
