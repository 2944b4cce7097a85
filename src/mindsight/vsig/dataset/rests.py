"""Where the finger rested at each stroke, and what lay nearest to its tip, as ``truth.json`` states.

No score needs it, so a fault does not refuse the sample: it is a warning, and the sample's rests are left out.
"""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mindsight.errors import InputError
from mindsight.reasons import reason_of
from mindsight.text import text
from mindsight.vsig.dataset.annotations import AnnotatedMask, Milliseconds, Name, Pixels
from mindsight.vsig.dataset.checks import Findings
from mindsight.vsig.dataset.samples import Mask, Rest
from mindsight.vsig.dataset.strict_json import oddities
from mindsight.vsig.dataset.targets.mask_reading import read_mask

RESTS = "rests"


class MadeRest(BaseModel):
    """One entry of ``rests`` in the file; ``tip`` is [x, y] in pixels of that moment's frame."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", allow_inf_nan=False)

    time_ms: Milliseconds
    tip: Annotated[list[Pixels], Field(min_length=2, max_length=2)]
    name: Name
    is_meant: bool
    mask: AnnotatedMask | None = None


class _Page(BaseModel):
    rests: Annotated[list[MadeRest | None], Field(max_length=100)]


def rests_of(made: Any, video: str, count: int, frame: tuple[int, int], findings: Findings) -> tuple[Rest | None, ...]:
    """Return for each target of a clip where the finger rested; empty if that is unknown or unusable.

    ``frame`` is the last frame's (width, height).
    """
    page = made.get(video) if isinstance(made, dict) else None
    if not isinstance(page, dict) or RESTS not in page:
        return ()
    field = f"{video}.{RESTS}"
    held = {RESTS: page[RESTS]}
    for place, message in oddities(held):
        findings.warn(f"{video}.{place}", message)
        return ()
    try:
        own = _Page.model_validate(held).rests
        rests = tuple(None if one is None else _rest(one, frame) for one in own)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
        findings.warn(field, reason_of(fault["msg"], text("pydantic")))
        return ()
    except InputError as error:
        findings.warn(field, error.text)
        return ()
    if len(rests) != count:
        findings.warn(field, text("holds {found} entries for {count} targets", found=len(rests), count=count))
        return ()
    return rests if any(rests) else ()


def _rest(one: MadeRest, frame: tuple[int, int]) -> Rest:
    x, y = one.tip
    tip = (x / frame[0], y / frame[1])
    return Rest(time_ms=one.time_ms, tip=tip, name=one.name, is_meant=one.is_meant, mask=_mask(one.mask, frame))


def _mask(annotated: AnnotatedMask | None, frame: tuple[int, int]) -> Mask | None:
    if annotated is None or not annotated.mask_base64:
        return None
    return read_mask(annotated.mask_base64, annotated.bbox, frame)[0]
