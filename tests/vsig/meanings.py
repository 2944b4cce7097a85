"""The meaning of annotations, read independently of mindsight: with JSON, Pillow, and the documents' words.

A change that keeps the meaning may pass silently; any other must be reported or change what is tested.
"""

import base64
import io
import json
import math
import re
from typing import Any

import numpy as np
from PIL import Image

Json = Any
_ENTRY = ("name", "type", "points", "mask")
_WORD = ("text", "begin_time", "end_time", "punctuation")
_ANSWER = ("choice", "stroke_begin_time", "stroke_end_time", "points", "mask")


def meaning(sample: Json, truth: Json, template: int, scene: str) -> Json:
    """Return the meaning of a sample in the folder of a template and scene: equal meanings give equal scores."""
    if not isinstance(sample, dict):
        return exact(sample)
    found = {key: exact(sample.get(key)) for key in ("id", "video_name")}
    found["id"] = str(sample["id"]) if type(sample.get("id")) is int else found["id"]
    said = sample.get("scene", "")
    found["scene"] = exact((said.strip() or scene) if isinstance(said, str) else said)
    found["is_invalid"] = exact(sample.get("is_invalid", False))
    found["template"] = _template(sample.get("task_template", ""), template)
    found["speech"] = _speech(sample.get("asr_result"))
    entries = sample.get("object_space")
    ecog = truth is not None
    found["entries"] = _each(entries, lambda entry: _entry(entry, _ENTRY))
    if ecog:
        answers = truth.get("answer") if isinstance(truth, dict) else truth
        lent = _points_of_targets(entries, template)
        found["answers"] = _each(answers, lambda answer: _entry(answer, _ANSWER))
        if isinstance(answers, list) and len(answers) == len(lent):
            for place, answer in enumerate(answers):
                # Objects have a mask, and their points are only in the annotations.
                if isinstance(answer, dict) and answer.get("points", []) == []:
                    found["answers"][place]["points"] = lent[place]
        for choices in ("object_choices", "space_choices"):
            found[choices] = exact(truth.get(choices)) if isinstance(truth, dict) else None
    return found


def _points_of_targets(entries: Json, template: int) -> list[Json]:
    """Return the annotated points of each target; empty unless all are annotated."""
    skipped = {4: (1,), 5: (1,), 6: (1, 4)}.get(template, ())
    if not (isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)):
        return []
    return [exact(entry.get("points")) for place, entry in enumerate(entries) if place not in skipped]


def exact(value: Json) -> Json:
    """Return a value that compares like JSON: true is not 1, but 1 is 1.0."""
    if isinstance(value, bool):
        return f"bool:{value}"
    if isinstance(value, int | float):
        return f"number:{float(value)!r}" if abs(value) < 1e300 else f"number:{value!r}"
    if isinstance(value, str):
        return f"string:{value}"
    if isinstance(value, dict):
        return {key: exact(inner) for key, inner in value.items()}
    return [exact(inner) for inner in value] if isinstance(value, list) else value


def pixels(encoded: Json) -> Json:
    """Return the pixels of a mask, or the string itself if it holds none."""
    if not isinstance(encoded, str):
        return exact(encoded)
    try:
        data = base64.b64decode(
            re.sub(r"\s", "", encoded.partition(",")[2] if encoded.startswith("data:") else encoded)
        )
        with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
            on = np.asarray(picture.convert("L")) > 128
    except Exception:  # noqa: BLE001  (whatever ails it: then it is no mask)
        return f"string:{encoded}"
    return on.shape, np.packbits(on).tobytes()


def _template(said: Json, folder: int) -> Json:
    digits = re.search(r"\d+", said) if isinstance(said, str) else None
    same = said == "" or (digits is not None and int(digits[0]) == folder)
    return folder if same else exact(said)


def _speech(heard: Json) -> Json:
    if not isinstance(heard, dict):
        return exact(heard)
    words = _each(heard.get("words"), lambda word: _word(word) if isinstance(word, dict) else exact(word))
    text = heard.get("text", "")
    if isinstance(text, str) and not text.strip() and isinstance(words, list):
        text = "".join(
            f"{w.get('text', '')}{w.get('punctuation') or ''}" for w in heard["words"] if isinstance(w, dict)
        )
    return {"text": exact(text.strip() if isinstance(text, str) else text), "words": words}


def _word(word: dict[str, Json]) -> Json:
    found = {key: exact(word.get(key)) for key in _WORD}
    # Punctuation within the word or after it is written the same.
    written = f"{word.get('text')}{word.get('punctuation') or ''}"
    return {**found, "text": written, "punctuation": exact(word.get("punctuation") or "")} if written else found


def _each(values: Json, read: Any) -> Json:
    return [read(value) for value in values] if isinstance(values, list) else exact(values)


def _entry(entry: Json, keys: tuple[str, ...]) -> Json:
    if not isinstance(entry, dict):
        return exact(entry)
    found = {key: exact(entry.get(key)) for key in keys}
    if isinstance(entry.get("name"), str):
        found["name"] = entry["name"].strip()
    points = entry.get("points")
    single = isinstance(points, list) and bool(points) and all(isinstance(one, int | float) for one in points)
    found["points"] = exact([points] if single else points)
    mask = entry.get("mask")
    if isinstance(mask, dict):
        found["mask"] = {"pixels": pixels(mask.get("mask_base64")), "bbox": _box(mask)}
        for key in ("score", "point_on_mask"):
            # They are not used, but must have the right type.
            value = mask.get(key)
            fine = value is None or (isinstance(value, bool) if key == "point_on_mask" else _is_number(value))
            found["mask"][key] = None if fine else exact(value)
    return found


def _box(mask: dict[str, Json]) -> Json:
    """Return the box; "near" if it equals that of the pixels within the accepted tolerance."""
    box, held = mask.get("bbox"), pixels(mask.get("mask_base64"))
    numbers = isinstance(box, list) and len(box) == 4 and all(_is_number(value) for value in box)
    if not isinstance(held, tuple) or not (numbers or box is None):
        return exact(box)
    on = np.unpackbits(np.frombuffer(held[1], np.uint8), count=held[0][0] * held[0][1]).reshape(held[0])
    if not on.any():
        return exact(box)
    if box is None:  # it only repeats the pixels
        return "near"
    rows, columns = np.flatnonzero(on.any(1)), np.flatnonzero(on.any(0))
    own = (int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1]))
    return "near" if max(abs(a - b) for a, b in zip(own, box, strict=True)) <= 3 else exact(box)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf


def loads(page: bytes) -> Json:
    """Parse JSON; ValueError if it is invalid.

    A name that occurs twice is invalid: readers disagree on it.
    """

    def once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a name stands twice")
        return dict(pairs)

    return json.loads(page.decode("utf-8-sig"), object_pairs_hook=once)
