"""When each target is spoken of: the words of a clip, cut into one span for each target."""

from typing import Literal

from mindsight.vsig.samples import Data, Span, Speech

SpeechStatus = Literal["ok", "ambiguous", "no_match", "none"]


class Clause(Data):
    """The words that mention one target. ``core`` is the time of the demonstrative (这个, here) alone, both ends included."""

    begin_ms: float
    end_ms: float
    text: str
    core: Span
    interpolated: bool = False


class Spans(Data):
    """One clause for each target, in their order, or a status that says why there is none."""

    status: SpeechStatus
    spans: tuple[Clause, ...] = ()


def spans_of(template: int, speech: Speech | None) -> Spans:
    """Return the span of each target of a template."""
    return Spans(status="none")
