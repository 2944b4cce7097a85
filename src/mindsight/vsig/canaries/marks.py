"""Warnings about failed canaries, repeated wherever a score of the run is shown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mindsight.record.model import Manifest, Measure, Scalar
from mindsight.text import Text, text
from mindsight.vsig.canaries.questions import Name
from mindsight.vsig.canaries.verdicts import Verdict

STATE = "state"
SIGHT: tuple[Name, ...] = ("order", "flash", "disc", "last")


class Mark(NamedTuple):
    """A failure: its name in records and its text; ``hint`` is a possible cause."""

    channel: str
    body: Text
    hint: Text | None = None


def marks_of(verdicts: Sequence[Verdict]) -> list[Mark]:
    """Return the failures; if nothing was seen or heard at all, that alone instead of every single failure."""
    by_name = {verdict.name: verdict for verdict in verdicts}
    failed = [verdict.name for verdict in verdicts if verdict.status == "failed"]
    hears = by_name["beep"].status != "not_applicable"
    found = []
    if "digit" in failed or "swap" in failed:
        found.append(_mark("audio" if hears else "transcript", by_name, "digit", "swap"))
    else:
        found += [_mark(channel, by_name, name) for name, channel in _TIMES.items() if name in failed]
    shown = [name for name in SIGHT if by_name[name].status != "not_applicable"]
    if shown and all(name in failed for name in shown):
        return [*found, _mark("pictures", by_name)]
    return found + [_mark(channel, by_name, name) for name, channel in _SEEN.items() if name in failed]


def condition_of_marks(canaries: Mapping[str, Any]) -> dict[str, Scalar]:
    """Return the canaries' outcome for the signature of every score; empty for a record without canaries."""
    state = canaries.get(STATE)
    if not isinstance(state, str):
        return {}
    channels = [str(mark["channel"]) for mark in canaries.get("marks", ())]
    return {"canaries": f"{state}: {', '.join(channels)}" if channels else state}


def sentences_of(manifest: Manifest) -> list[Text]:
    """Return the failed canaries of a run as sentences."""
    return [Text.model_validate(mark["text"]) for mark in manifest.canaries.get("marks", ())]


def marked(measures: Iterable[Measure], manifest: Manifest) -> tuple[Measure, ...]:
    """Return the measures with the failed canaries of their run on each: none of them shows what the model can do."""
    marks = tuple(sentences_of(manifest))
    return tuple(one.model_copy(update={"marks": marks}) if marks else one for one in measures)


def under(title: Text, manifest: Manifest) -> Text:
    """Return the title of a table of scores with the failed canaries behind it; the title alone if there are none."""
    found = sentences_of(manifest)
    return text("{title} — {marks}", title=title, marks=joined(found)) if found else title


def joined(sentences: Sequence[Text]) -> Text:
    """Return sentences, one or more, as one."""
    found = sentences[0]
    for other in sentences[1:]:
        found = text("{one}; {other}", one=found, other=other)
    return found


def page(marks: Iterable[Mark]) -> list[dict[str, Any]]:
    """Return marks as JSON for the manifest."""
    return [
        {
            "channel": mark.channel,
            "text": (
                mark.body if mark.hint is None else text("{mark} ({hint})", mark=mark.body, hint=mark.hint)
            ).model_dump(mode="json"),
        }
        for mark in marks
    ]


_TIMES: dict[Name, str] = {"beep": "sound_times", "word": "word_times"}
_SEEN: dict[Name, str] = {"order": "frame_order", "flash": "frame_times", "disc": "coordinates", "last": "last_frame"}
_BODIES: dict[str, Text] = {
    "audio": text("audio: not heard"),
    "transcript": text("transcript: not read"),
    "sound_times": text("times in the sound: answered wrongly"),
    "word_times": text("times of words: not read"),
    "pictures": text("pictures: not seen"),
    "frame_order": text("order of frames: answered wrongly"),
    "frame_times": text("times of frames: answered wrongly"),
    "coordinates": text("coordinates: not as asked"),
    "last_frame": text("last frame: not seen"),
}


def _mark(channel: str, verdicts: Mapping[Name, Verdict], *names: Name) -> Mark:
    hints = [verdict.hint for name in names if (verdict := verdicts[name]).status == "failed" and verdict.hint]
    return Mark(channel, _BODIES[channel], hints[0] if hints else None)
