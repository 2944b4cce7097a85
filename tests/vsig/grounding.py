"""Prepared samples and answers without clips, for tests of scores, reports and records."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindsight.record.model import Item
from mindsight.text import Language
from mindsight.vsig.dataset.samples import Mask, Point, Reference, Rest, Sample, Speech, Target, Word
from mindsight.vsig.dataset.targets.masks import mask_from
from mindsight.vsig.models.answers.predictions import Answer, Prediction, Status
from mindsight.vsig.profile import Profile, load_profile
from mindsight.vsig.scoring.terms import Terms, score

SIZE = (640, 360)
ECOG = load_profile("ecog/1")
VSIG = load_profile("vsig/1")
PUBLISHED = load_profile("vsig-as-published/1")

# The words of each template, with the number of the target that they mention (the README's table).
SAID: dict[int, tuple[tuple[str, int | None], ...]] = {
    1: (),
    2: (("把", None), ("这个", 0), ("拿起来", None)),
    3: (("把这个", 0), ("放到", 1), ("这里", 1)),
    4: (("把这个", 0), ("放到", 1), ("它的右边", 1)),
    5: (("把这个", 0), ("放到", 1), ("它的右边", 1), ("然后", 2), ("把它", 2), ("拿起来", 2)),
    6: (
        *(("把这个", 0), ("放到", 1), ("它的前面", 1), ("然后再", 2), ("把这个", 2)),
        *(("放到", 3), ("它的后面", 3)),
    ),
}
KINDS = {1: "o", 2: "o", 3: "os", 4: "os", 5: "oso", 6: "osos"}
NAMES = ("红色杯子", "纸巾盒的右边", "蓝色盒子", "绿色瓶子的后面")
SIDES = ("", "右边", "", "后面")
REFERENCES = ("", "纸巾盒", "", "绿色瓶子")
_BEGIN_MS, _WORD_MS = 500.0, 300.0


def box_mask(box: tuple[int, int, int, int], size: tuple[int, int] = SIZE) -> Mask:
    """Return the mask of a filled box ``(x1, y1, x2, y2)``, one past the last."""
    on = np.zeros((size[1], size[0]), np.bool_)
    on[box[1] : box[3], box[0] : box[2]] = True
    return mask_from(on)


def box_of(place: int) -> tuple[int, int, int, int]:
    """Return the box in pixels of the object at a place."""
    left, top = 40 + 150 * place, 60 + 15 * place
    return left, top, left + 30, top + 20


def centre_of(box: tuple[int, int, int, int]) -> Point:
    """Return the centre of the pixel in the middle of a box."""
    return ((box[0] + box[2]) // 2 + 0.5) / SIZE[0], ((box[1] + box[3]) // 2 + 0.5) / SIZE[1]


def sample_of(template: int, name: str = "1", *, recording: str = "", spoken: bool = True, **more: Any) -> Sample:
    """Return a sample of a template: objects in boxes, spaces to the right of them, words of 300 ms each."""
    kinds: dict[str, Any] = {"o": "object", "s": "space"}
    targets = tuple(target_of(place, kinds[kind]) for place, kind in enumerate(KINDS[template]))
    words, _ = words_of(template)
    speech = Speech(text="".join(word.text for word in words), words=words) if words and spoken else None
    fields: dict[str, Any] = {
        "id": name,
        "layout": "vsig",
        "template": template,
        "scene": "办公环境",
        "language": "zh",
        "recording": recording or name,
        "folder": f"办公环境/指令{template}",
        "video": f"{name}.mp4",
        "sha256": "0" * 64,
        "size": SIZE,
        "last_ms": 5000.0,
        "length_ms": 5033.0,
        "has_sound": True,
        "speech": speech,
        "targets": targets,
        **more,
    }
    return Sample(**fields)


def target_of(place: int, kind: Any) -> Target:
    """Return the target at a place of a sample."""
    box = box_of(place)
    stroke = (600.0 + 700 * place, 1000.0 + 700 * place)
    if kind == "object":
        return Target(
            kind="object",
            name=NAMES[place],
            points=(centre_of(box),),
            mask=box_mask(box),
            stroke=stroke,
            choice="ABCD"[place],
        )
    beside = Reference(name=REFERENCES[place], points=((0.2, 0.9),), mask=box_mask((120, 315, 136, 333)))
    return Target(
        kind="space",
        name=NAMES[place],
        points=(centre_of(box), centre_of((box[0], box[1] - 4, box[2], box[3] - 4))),
        side=SIDES[place],
        reference=beside,
        stroke=stroke,
        choice="abcd"[place],
    )


ASTRAY = (500, 300, 530, 330)
"""Box of a thing that is not a target, but nearest to the fingertip."""


def with_rests(sample: Sample) -> Sample:
    """Return a sample with fingertip data: first at another thing, then at the target, then out of sight."""
    astray = Rest(time_ms=800, tip=(0.8, 0.9), name="键盘", is_meant=False, mask=box_mask(ASTRAY))
    own = Rest(time_ms=1500, tip=(0.4, 0.3), name="纸巾盒", is_meant=True, mask=box_mask((120, 315, 136, 333)))
    rests = (astray, own, None, astray.model_copy(update={"mask": None}))
    return sample.model_copy(update={"rests": rests[: len(sample.targets)]})


def words_of(template: int) -> tuple[tuple[Word, ...], dict[int, tuple[float, float]]]:
    """Return the words of a template, and the span of those that mention each target, as the README's table has it."""
    words: list[Word] = []
    spans: dict[int, tuple[float, float]] = {}
    for number, (piece, target) in enumerate(SAID[template]):
        begin = _BEGIN_MS + number * _WORD_MS
        words.append(Word(text=piece, begin_ms=begin, end_ms=begin + _WORD_MS))
        if target is not None:
            spans[target] = (spans.get(target, (begin, 0.0))[0], begin + _WORD_MS)
    return tuple(words), spans


def right(sample: Sample) -> Answer:
    """Return the answer that is right in everything, with times in the words' spans."""
    _, spans = words_of(sample.template)
    predictions = []
    for place, target in enumerate(sample.targets):
        span = spans.get(place)
        points = target.points
        point = points[0] if target.mask is not None else mean(points)
        predictions.append(
            Prediction(
                kind=target.kind,
                description=target.name,
                point=point,
                time_ms=None if span is None else (span[0] + span[1]) / 2,
                choice=target.choice,
            )
        )
    return Answer(command=command_of(sample), predictions=tuple(predictions))


def command_of(sample: Sample) -> str:
    """Return the whole command in unambiguous words."""
    names = [target.name for target in sample.targets]
    pattern = {
        1: "{0}",
        2: "把{0}拿起来",
        3: "把{0}放到{1}",
        4: "把{0}放到{1}",
        5: "把{0}放到{1}，然后把{2}拿起来",
        6: "把{0}放到{1}，然后再把{2}放到{3}",
    }[sample.template]
    return pattern.format(*names)


def changed(answer: Answer, place: int, **fields: Any) -> Answer:
    """Return an answer with other fields of one prediction."""
    said = list(answer.predictions)
    said[place] = said[place].model_copy(update=fields)
    return answer.model_copy(update={"predictions": tuple(said)})


def mean(points: Sequence[Point]) -> Point:
    """Return the mean of points."""
    x, y = np.mean(np.array(points), axis=0).tolist()
    return x, y


def cells(terms: Terms) -> list[tuple[bool | None, bool | None, bool | None]]:
    """Return for each target whether what, where and when are right."""
    return [(target["what"], target["where"], target["when"]) for target in terms["targets"]]


def item_of(sample: Sample, answer: Answer | None, profile: Profile = VSIG, status: Status = "scored") -> Item:
    """Return the recorded item of an answer."""
    failed = status == "infrastructure_error"
    return Item(
        id=sample.id,
        instance=sample.fingerprint,
        cluster=sample.recording,
        status="failed" if failed else "scored",
        outcome=status,
        parsed=answer.model_dump(mode="json") if answer is not None and status == "scored" else {},
        terms=score(sample, answer if status == "scored" else None, status, profile),
        previous="",
    )


def noisy(sample: Sample, rng: np.random.Generator) -> Answer:
    """Return an answer with random errors: places, times, names, order, omissions."""
    answer = right(sample)
    for place in range(len(answer.predictions)):
        said = answer.predictions[place]
        x, y = said.point or (0.5, 0.5)
        changes: list[dict[str, Any]] = [
            {},
            {"point": (x + float(rng.normal(0, 0.04)), y + float(rng.normal(0, 0.04)))},
            {"time_ms": None if said.time_ms is None else said.time_ms + float(rng.normal(0, 400))},
            {"description": "黄色便签"},
            {"point": None, "choice": "Z"},
            {"time_ms": None, "description": ""},
            {"interval": (400.0, 1100.0), "time_ms": 750.0},
        ]
        answer = changed(answer, place, **changes[int(rng.integers(7))])
    said_all = list(answer.predictions)
    if rng.random() < 0.15:
        said_all.reverse()
    if rng.random() < 0.15:
        said_all.pop()
    if rng.random() < 0.15:
        said_all.append(said_all[0] if said_all else Prediction(point=(0.5, 0.5)))
    repairs = ("closed",) if rng.random() < 0.2 else ()
    return answer.model_copy(update={"predictions": tuple(said_all), "repairs": repairs})


def many(
    count: int, seed: int = 3, languages: Sequence[Language] = ("zh", "en")
) -> list[tuple[Sample, Answer, Status]]:
    """Return samples of all templates, two to a recording, with answers of all kinds."""
    rng = np.random.default_rng(seed)
    endings: list[Status] = ["parse_error", "refused", "model_error", "infrastructure_error"]
    found = []
    for number in range(count):
        template = number % 6 + 1
        sample = sample_of(
            template,
            f"{number:05d}",
            recording=f"r{number // 2:04d}",
            scene=("办公环境", "厨房")[number // 6 % 2],
            language=languages[number // 12 % len(languages)],
            spoken=bool(rng.random() > 0.1),
        )
        status: Status = endings[int(rng.integers(4))] if rng.random() < 0.15 else "scored"
        found.append((sample, noisy(sample, rng), status))
    return found


def pixels_of(mask: Mask) -> NDArray[np.bool_]:
    """Return a mask as pixels of the whole frame, decoded by Pillow alone."""
    import base64
    import io

    from PIL import Image

    crop = np.asarray(Image.open(io.BytesIO(base64.b64decode(mask.png))).convert("L")) > 128
    whole = np.zeros((mask.size[1], mask.size[0]), np.bool_)
    x, y = mask.origin
    whole[y : y + crop.shape[0], x : x + crop.shape[1]] = crop
    return whole
