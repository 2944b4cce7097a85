"""The models of ``annotations.json`` and ``eval_gt.json``, as the benchmarks publish them.

Points are ``[y, x]`` in 0–1000 of the last frame, boxes ``[x1, y1, x2, y2]`` in its pixels, times in ms. Unlisted fields are
allowed and not used. A string that looks like a number is refused.
"""

from collections import Counter
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, RootModel, ValidationError, model_validator
from pydantic.json_schema import SkipJsonSchema

from mindsight.reasons import reason_of
from mindsight.text import text
from mindsight.vsig.dataset.checks import Findings
from mindsight.vsig.dataset.samples import Kind

_MOST_CHARACTERS = 2000
_MOST_POINTS = 1000
_MOST_WORDS = 10_000
_MOST_SHOWN = 3
MOST_RUNS = 20_000_000
_RUNS = ("rle", "segmentation")
"""Names under which masks hold run lengths."""

Per1000 = Annotated[float, Field(ge=0, le=1000)]
Pixels = Annotated[float, Field(ge=-100_000, le=100_000)]
Milliseconds = Annotated[float, Field(ge=0, le=86_400_000)]
WordMilliseconds = Annotated[float, Field(description="ms; words outside of the clip are left out")]
Name = Annotated[str, Field(min_length=1, max_length=_MOST_CHARACTERS)]


def _in_list(value: Any) -> Any:
    """Wrap a single point in a list, as EcoG-Bench does."""
    single = isinstance(value, list) and value and all(isinstance(number, int | float) for number in value)
    return [value] if single else value


def _as_string(value: Any) -> Any:
    """Convert an id that was saved as a number to its digits."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", allow_inf_nan=False)


PointYX = Annotated[list[Per1000], Field(min_length=2, max_length=2, description="[y, x], 0 to 1000")]
_Any = Annotated[list[PointYX], Field(max_length=_MOST_POINTS)]
_Some = Annotated[list[PointYX], Field(min_length=1, max_length=_MOST_POINTS)]
Points = Annotated[_Any, BeforeValidator(_in_list, json_schema_input_type=_Any | PointYX)]
SomePoints = Annotated[_Some, BeforeValidator(_in_list, json_schema_input_type=_Some | PointYX)]
_Word = Annotated[str, Field(min_length=1, max_length=200)]
Id = Annotated[_Word, BeforeValidator(_as_string, json_schema_input_type=_Word | int)]
Box = Annotated[list[Pixels], Field(min_length=4, max_length=4, description="[x1, y1, x2, y2] in pixels")]


class RunLengths(_Part):
    """The pixels of an object on the whole frame as in COCO files: run lengths by columns, in a list or compressed to a string."""

    size: Annotated[list[int], Field(min_length=2, max_length=2, description="[height, width] in pixels")]
    counts: Annotated[str, Field(max_length=MOST_RUNS)] | Annotated[list[int], Field(max_length=MOST_RUNS)]


class AnnotatedMask(_Part):
    """The pixels of an object: a PNG of the whole frame or of the box alone, or run lengths of the whole frame.

    Run lengths may also be the mask itself. ``others`` names what else is held: without a mask, one in a form that is not read.
    """

    mask_base64: str | None = None
    rle: RunLengths | None = None
    bbox: Box | None = None
    score: float | None = None
    point_on_mask: bool | None = None
    others: SkipJsonSchema[tuple[str, ...]] = ()

    @model_validator(mode="before")
    @classmethod
    def _find_runs(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        runs = next((value[name] for name in _RUNS if isinstance(value.get(name), dict)), None)
        if runs is None and "counts" in value:
            runs = {name: value[name] for name in ("size", "counts") if name in value}
        known = {*cls.model_fields, "size", "counts"} - {"rle"}
        others = (name for name, held in value.items() if name not in known and isinstance(held, list | dict | str))
        return {**value, "rle": runs, "others": tuple(map(str, others)) if runs is None else ()}


class Entry(_Part):
    """An object or a space of ``object_space``, in the order of the template."""

    name: Name
    type: Kind
    points: SomePoints
    mask: AnnotatedMask | None = None


class RecognisedWord(_Part):
    """A piece of speech with its time, and the punctuation that follows it."""

    text: str = Field(max_length=_MOST_CHARACTERS)
    begin_time: WordMilliseconds
    end_time: WordMilliseconds
    punctuation: str | None = Field(default="", max_length=_MOST_CHARACTERS)


class Recognised(_Part):
    """The result of speech recognition."""

    text: str = Field(default="", max_length=100_000)
    words: list[RecognisedWord] | None = Field(default=None, max_length=_MOST_WORDS)


class Annotation(_Part):
    """One sample. ``folder`` is a path on the annotator's machine, never opened."""

    id: Id
    video_name: Annotated[str, Field(min_length=1, max_length=255)]
    task_template: str = ""
    scene: Annotated[str, Field(max_length=_MOST_CHARACTERS)] = ""
    folder: str | None = None
    is_invalid: bool = False
    asr_result: Recognised | None = None
    object_space: Annotated[list[Entry], Field(max_length=100)]


class Annotations(RootModel[list[Annotation]]):
    """``annotations.json``: the samples of one folder."""


class Referent(_Part):
    """The right answer for one target: its option, the time of the stroke, and where it is."""

    choice: Annotated[str, Field(pattern="^[A-Z]{1,2}$|^[a-z]{1,2}$")]
    stroke_begin_time: Milliseconds | None = None
    stroke_end_time: Milliseconds | None = None
    points: Points = []
    mask: AnnotatedMask | None = None


Options = Annotated[list[Name], Field(max_length=1000)]


class Truth(_Part):
    """The options of a clip and the right answer. A clip without lists of its own has those of the file."""

    object_choices: Options | None = None
    space_choices: Options | None = None
    answer: Annotated[list[Referent], Field(max_length=100)]


class Truths(RootModel[dict[str, Truth | Options]]):
    """``eval_gt.json`` of EcoG-Bench: the right answers by the name of the clip; lists of options may hold for all clips."""


def parse(model: type[_Part], value: Any, findings: Findings, *, place: str = "") -> Any:
    """Return the value as a model; None if it is invalid, with a finding for every fault.

    ``place`` is the prefix of the names of fields in findings.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        shown: Counter[object] = Counter()
        for fault in error.errors(include_url=False, include_context=False, include_input=False):
            # A hundred bad points are reported as one fault.
            kind = (fault["type"], tuple(part for part in fault["loc"] if isinstance(part, str)))
            shown[kind] += 1
            if shown[kind] <= _MOST_SHOWN:
                field = place + _field(fault["loc"])
                findings.refuse(field.lstrip("."), reason_of(fault["msg"], text("pydantic")))
        return None


def _field(loc: tuple[int | str, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc)
