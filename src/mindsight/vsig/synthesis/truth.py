"""The truth of a synthetic clip, in the benchmark's own format, in EcoG-Bench's, and in full.

Points of annotations are ``[y, x]`` in 0–1000 of the last frame, boxes ``[x1, y1, x2, y2]`` in its pixels, times whole ms.
"""

import base64
import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import distance_transform_edt

from mindsight.engine.seeds import stream
from mindsight.text import Language
from mindsight.vsig.language.templates import joined
from mindsight.vsig.synthesis.clip import Filmed, Order, Scene, order_page
from mindsight.vsig.synthesis.head import picture_points
from mindsight.vsig.synthesis.setting import SPACE_M, Space
from mindsight.vsig.synthesis.speech.timing import Window
from mindsight.vsig.synthesis.speech.wording import SIDES, Side
from mindsight.vsig.synthesis.things import Placed

Array = NDArray[np.float64]
Bits = NDArray[np.bool_]

VERSION = 1
REST_M_S = 0.05
"""A fingertip that moves more slowly rests."""
_POINTS, _APART = 3, 0.45
_OPTIONS = 10
_SIDE_NAMES: dict[Language, dict[Side, str]] = {
    "zh": {"left": "左边", "right": "右边", "front": "前面", "back": "后面"},
    "en": {"left": "left", "right": "right", "front": "front", "back": "back"},
}
_AREAS: dict[Language, tuple[str, str, str]] = {
    "zh": ("桌子左边的空闲区域", "桌子中间的空闲区域", "桌子右边的空闲区域"),
    "en": ("free area on the left of the table", "free area in the middle of the table", "free area on the right of the table"),
}  # fmt: skip


class Truth:
    """The truth of a filmed scene."""

    def __init__(self, scene: Scene, filmed: Filmed, video: str) -> None:
        self.scene, self.filmed, self.video = scene, filmed, video
        self.language = scene.order.language
        self._rng = stream(scene.order.seed, *scene.order.names, "truth")
        self._view = scene.staging.view(scene.last_s)
        with scene.staging.camera(scene.order.size, "fast") as camera:
            scene.staging.pose(scene.last_s)
            self._owners = scene.staging.owners(camera.geoms())
        self._entries = self._annotated()

    def annotation(self, name: str, folder: str) -> dict[str, Any]:
        """Return the sample for ``annotations.json``."""
        return {
            "id": name,
            "folder": folder,
            "video_name": self.video,
            "task_template": folder,
            "scene": self.scene.table.zh if self.language == "zh" else self.scene.table.en,
            "is_invalid": False,
            "asr_result": self._recognised(),
            "object_space": self._entries,
        }

    def choices(self) -> dict[str, Any]:
        """Return the options and the right ones for ``eval_gt.json``."""
        layout, rng = self.scene.layout, self._rng
        things = [one for one in layout.things if one.item.named]
        names = [one.item.name(self.language) for one in things]
        objects = [names[int(place)] for place in rng.permutation(len(names))]
        right = [self._space_title(space, number) for number, space in enumerate(layout.spaces)]
        spaces = _mixed(right, self._other_spaces(things, right), rng)
        return {
            "object_choices": [f"{chr(ord('A') + place)}. {name}" for place, name in enumerate(objects)],
            "space_choices": [f"{chr(ord('a') + place)}. {name}" for place, name in enumerate(spaces)],
            "answer": self._answers(objects, spaces),
        }

    def page(self) -> dict[str, Any]:
        """Return the full truth of the clip."""
        scene, (width, height) = self.scene, self.scene.order.size
        said = scene.said.utterance
        return {
            "version": VERSION,
            "video": self.video,
            "order": order_page(scene.order),
            "room": scene.table.room.room,
            "frames": scene.frames,
            "voice": None if said is None else said.voice,
            "words": [] if said is None else [_word(word.text, word.begin_ms, word.end_ms) for word in said.words],
            "clauses": [] if said is None else [list(window) for window in said.windows],
            "strokes": [self._stroke(number) for number in range(len(scene.layout.aims))],
            "things": [self._thing(place, one) for place, one in enumerate(scene.layout.things)],
            "spaces": [
                {"name": self._space_title(space, number), "side": space.side, "at_m": _rounded(space.at)}
                for number, space in enumerate(scene.layout.spaces)
            ],
            "camera": {"fovy_deg": self._view.fovy_deg, "size": [width, height], "frames": self._cameras()},
            "fingertip": [None if one is None else _pixel(one.tip_seen, width, height) for one in self.filmed.fingers],
            "knuckle": [
                None if one is None else _pixel(one.knuckle_seen, width, height) for one in self.filmed.fingers
            ],
            "at_rest": self._at_rest(),
            "rests": [self._rest(number) for number in range(len(scene.layout.aims))],
            "readings": [asdict(reading) for reading in scene.readings],
            "refused": dict(sorted(scene.refused.items())),
        }

    def _annotated(self) -> list[dict[str, Any]]:
        """Return the entries of ``object_space`` in the order of the template."""
        spaces = list(enumerate(self.scene.layout.spaces))
        entries: list[dict[str, Any]] = []
        for one in self.scene.layout.pointed:
            if one is not None:
                entries.append(self._object(one))
            waiting = spaces and (spaces[0][1].beside is one)
            if waiting:
                number, space = spaces.pop(0)
                entries.append(
                    {"name": self._space_name(space, number), "type": "space", "points": self._space_points(space)}
                )
        return entries

    def _object(self, one: Placed) -> dict[str, Any]:
        mask = self.mask(one)
        return {
            "name": one.item.name(self.language),
            "type": "object",
            "points": self._points(mask),
            "mask": _mask_page(mask),
        }

    def mask(self, one: Placed) -> Bits:
        """Return the pixels of a thing on the last frame."""
        return np.asarray(self._owners == self.scene.staging.names.index(one.item.key))

    def _points(self, mask: Bits) -> list[list[int]]:
        """Return points well inside of a mask, apart from each other, and on it after rounding."""
        depth = distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1]
        height, width = mask.shape
        rows, columns = np.nonzero(depth >= 0.5 * depth.max())
        order = self._rng.permutation(len(rows))
        found: list[list[int]] = []
        for place in order:
            point = [round((rows[place] + 0.5) / height * 1000), round((columns[place] + 0.5) / width * 1000)]
            row, column = min(height - 1, int(point[0] * height / 1000)), min(width - 1, int(point[1] * width / 1000))
            if mask[row, column] and point not in found:
                found.append([int(point[0]), int(point[1])])
            if len(found) == _POINTS:
                break
        return found

    def _space_points(self, space: Space) -> list[list[int]]:
        begin = float(self._rng.uniform(0, 2 * np.pi))
        turns = begin + 2 * np.pi * np.arange(_POINTS) / _POINTS
        around = space.at + _APART * SPACE_M * np.stack([np.cos(turns), np.sin(turns), np.zeros(_POINTS)], axis=1)
        return [[round(1000 * y), round(1000 * x)] for x, y in self._seen(around)]

    def _seen(self, points: Array) -> list[list[float]]:
        in_room = np.array([self.scene.table.point(point) for point in points])
        seen: list[list[float]] = picture_points(self._view, in_room, self.scene.staging.aspect)[:, :2].tolist()
        return seen

    def _space_name(self, space: Space, number: int) -> str:
        """Return the annotated name of a free area: its side as spoken, or its position on the table as seen."""
        if space.side is not None:
            return self.scene.said.wording.side_names[number]
        x = self._seen(space.at[None])[0][0]
        return _AREAS[self.language][0 if x < 0.36 else 2 if x > 0.64 else 1]

    def _space_title(self, space: Space, number: int) -> str:
        name = self._space_name(space, number)
        return name if space.beside is None else joined(space.beside.item.name(self.language), name)

    def _other_spaces(self, things: Sequence[Placed], right: Sequence[str]) -> list[str]:
        own = {(space.beside.item.key, space.side) for space in self.scene.layout.spaces if space.beside is not None}
        others = [
            joined(one.item.name(self.language), _SIDE_NAMES[self.language][side])
            for one in things
            for side in SIDES
            if (one.item.key, side) not in own
        ]
        areas = [name for name in _AREAS[self.language] if name not in right]
        return [*areas, *(others[int(place)] for place in self._rng.permutation(len(others)))]

    def _answers(self, objects: Sequence[str], spaces: Sequence[str]) -> list[dict[str, Any]]:
        answers, number = [], 0
        strokes = iter(self.scene.said.timing.strokes)
        targets = [entry for place, entry in enumerate(self._entries) if not self._is_reference(place)]
        for entry in targets:
            begin, end = _whole_ms(next(strokes))
            if entry["type"] == "object":
                choice = chr(ord("A") + objects.index(entry["name"]))
            else:
                choice = chr(ord("a") + spaces.index(self._space_title(self.scene.layout.spaces[number], number)))
                number += 1
            mask = {"mask": entry["mask"]} if entry["type"] == "object" else {}
            answers.append(
                {
                    "choice": choice,
                    "stroke_begin_time": begin,
                    "stroke_end_time": end,
                    "points": entry["points"],
                    **mask,
                }
            )
        return answers

    def _is_reference(self, place: int) -> bool:
        """Return whether an entry is a reference object: an object right before a space, after another object."""
        entries, beside = self._entries, bool(self.scene.said.wording.sides)
        follows = place + 1 < len(entries) and entries[place + 1]["type"] == "space"
        return beside and entries[place]["type"] == "object" and follows

    def _recognised(self) -> dict[str, Any] | None:
        said = self.scene.said.utterance
        if said is None:
            return None
        between = "" if self.language == "zh" else " "
        whole = between.join(f"{word.text}{word.after}" for word in said.words)
        words = [
            {
                **_word(word.text, word.begin_ms, word.end_ms),
                "punctuation": word.after,
                "fixed": False,
                "speaker_id": None,
            }
            for word in said.words
        ]
        sentence = {"begin_time": words[0]["begin_time"], "end_time": words[-1]["end_time"], "text": whole}
        return {"text": whole, "sentences": [sentence], "words": words}

    def _stroke(self, number: int) -> dict[str, Any]:
        one = self.scene.layout.pointed[number]
        begin, end = _whole_ms(self.scene.said.timing.strokes[number])
        said = self.scene.said.utterance
        lead = None if said is None else said.windows[number][0] - begin
        return {"begin_ms": begin, "end_ms": end, "lead_ms": lead, "thing": None if one is None else one.item.key}

    def _thing(self, place: int, one: Placed) -> dict[str, Any]:
        rows, columns = np.nonzero(self._owners == place)
        box = [int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())] if len(rows) else None
        middle = [round(float(columns.mean()), 1), round(float(rows.mean()), 1)] if len(rows) else None
        return {
            "key": one.item.key,
            "kind": one.item.kind,
            "colour": one.item.colour,
            "named": one.item.named,
            "name": one.item.name(self.language),
            "at_m": [one.at[0], one.at[1]],
            "yaw_deg": one.yaw,
            "bbox": box,
            "middle": middle,
            "pixels": len(rows),
        }

    def _rest(self, number: int) -> dict[str, Any] | None:
        """Return the thing nearest to the fingertip halfway through a stroke; None if the tip is out of the picture."""
        begin, end = self.scene.said.timing.strokes[number]
        finger = self.filmed.fingers[round((begin + end) / 2 * self.scene.order.fps)]
        key = self.scene.readings[number].nearest
        if finger is None or not key:
            return None
        one = next(one for one in self.scene.layout.things if one.item.key == key)
        meant, mask = self.scene.layout.pointed[number], self.mask(one)
        return {
            "time_ms": round(500 * (begin + end)),
            "tip": _pixel(finger.tip_seen, *self.scene.order.size),
            "thing": key,
            "name": one.item.name(self.language),
            "is_meant": meant is not None and meant.item.key == key,
            "mask": _mask_page(mask) if mask.any() else None,
        }

    def _cameras(self) -> list[list[float]]:
        """Return the camera's position (m) and direction (yaw and pitch, degrees) in each frame."""
        views = [self.scene.staging.view(number / self.scene.order.fps) for number in range(self.scene.frames)]
        return [_rounded((*view.eye, view.yaw_deg, view.pitch_deg)) for view in views]

    def _at_rest(self) -> list[bool]:
        """Return for each frame whether the fingertip is in sight and rests."""
        tips = [None if one is None else one.tip for one in self.filmed.fingers]
        rests = []
        for number, tip in enumerate(tips):
            before = tips[number - 1] if number else None
            moves = (
                tip is None or before is None or float(np.linalg.norm(tip - before)) * self.scene.order.fps > REST_M_S
            )
            finger = self.filmed.fingers[number]
            seen = finger is not None and all(0 <= part < 1 for part in finger.tip_seen)
            rests.append(seen and not moves)
        return rests


def clip_name(order: Order, number: int) -> str:
    """Return the file name of a clip."""
    return f"clip{number:04d}_{order.language}_{order.template}.mp4"


def _mask_page(mask: Bits) -> dict[str, Any]:
    rows, columns = np.nonzero(mask)
    held = io.BytesIO()
    Image.fromarray(np.where(mask, 255, 0).astype(np.uint8)).save(held, "PNG", optimize=True)
    box = [int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())]
    return {"mask_base64": base64.b64encode(held.getvalue()).decode(), "bbox": box, "score": 1.0, "point_on_mask": True}


def _mixed(right: Sequence[str], others: Sequence[str], rng: Generator) -> list[str]:
    chosen = list(dict.fromkeys([*right, *others]))[:_OPTIONS]
    return [chosen[int(place)] for place in rng.permutation(len(chosen))]


def _whole_ms(window: Window) -> tuple[int, int]:
    return round(window[0] * 1000), round(window[1] * 1000)


def _word(words: str, begin: int, end: int) -> dict[str, Any]:
    return {"text": words, "begin_time": begin, "end_time": end}


def _pixel(point: tuple[float, float], width: int, height: int) -> list[float]:
    return [round(point[0] * width, 1), round(point[1] * height, 1)]


def _rounded(numbers: Any) -> list[float]:
    return [round(float(number), 5) for number in numbers]
