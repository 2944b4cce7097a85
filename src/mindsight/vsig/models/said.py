"""What a subject said of a sample, whoever it was, and how that becomes an item of the record."""

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from mindsight.errors import InputError
from mindsight.harness.episodes.outcomes import Usage
from mindsight.record.folder import put_media
from mindsight.record.model import Draft, Item
from mindsight.text import Text, storable, text
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.models.answers.predictions import Answer
from mindsight.vsig.models.answers.reading import Frame, Problem, Reading, read_answer
from mindsight.vsig.models.model_profiles import ModelProfile
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring.terms import score

Cluster = Literal["recording", "session", "scene"]
CLUSTERS: tuple[Cluster, ...] = ("recording", "session", "scene")
INFRASTRUCTURE: Literal["infrastructure_error"] = "infrastructure_error"
LAST = "last"
_LONGEST, _QUALITY = 1280, 85
_WHY: dict[Problem, Text] = {
    "empty": text("the answer is empty"),
    "cut": text("the answer was cut off at the limit of tokens"),
    "no_answer": text("there is no answer in the form that was asked for"),
    "unreadable": text("the answer is damaged, or nothing in it is known"),
}


@dataclass(frozen=True)
class Said:
    """What came back of one sample.

    ``ending`` is set where reading the words would not tell how it ended: the model cannot take the task, or it could not
    be asked. ``said`` and ``sent`` are what is recorded of the answer and of the question. ``size`` is that of the picture
    that pixels count in, ``last`` the last frame as it is to be kept, if it is at hand.
    """

    text: str = ""
    stop: str = "stop"
    ending: Literal["", "model_error", "infrastructure_error"] = ""
    error: Text | None = None
    said: dict[str, Any] = field(default_factory=dict)
    sent: dict[str, Any] = field(default_factory=dict)
    size: tuple[int, int] | None = None
    last: bytes | None = None
    media: dict[str, str] = field(default_factory=dict)
    took_s: float = 0.0


@dataclass(frozen=True)
class Recorder:
    """Reads, scores and writes down what was said; may travel to another process.

    ``root`` is the data's folder, ``media`` where the last frame is kept (None keeps none).
    """

    root: Path
    media: Path | None
    profile: Profile
    model_profile: ModelProfile
    cluster: Cluster = "recording"

    def __call__(self, pair: tuple[Sample, Said]) -> Draft:
        """Return the item that a sample and what was said of it make."""
        sample, said = pair
        reading = self._read(sample, said)
        failed = said.ending == INFRASTRUCTURE
        status = said.ending or reading.status
        why = _WHY.get(reading.problem) if reading.status == "parse_error" and not said.ending else None
        return Draft(
            id=sample.id,
            instance=sample.fingerprint,
            cluster=cluster_of(sample, self.cluster),
            status="failed" if failed else "scored",
            outcome=status,
            answer={"text": said.text, "said": plain(said.said), "sent": plain(said.sent)},
            parsed=reading.answer.model_dump(mode="json") if status == "scored" else {},
            terms=score(sample, reading.answer if status == "scored" else None, status, self.profile),
            notes=tuple(note for note in (why, None if failed else said.error) if note is not None),
            error=(said.error or text("the sample could not be tested")) if failed else None,
            media={**self._kept(sample, said), **said.media},
            time_s=round(said.took_s, 3),
        )

    def _read(self, sample: Sample, said: Said) -> Reading:
        if said.ending:
            return Reading(said.ending, Answer())
        frame = Frame(
            size=said.size or sample.size,
            length_ms=sample.length_ms,
            choices=(*sample.object_choices, *sample.space_choices),
            # The other benchmarks' own rules knew of no other unit than the one that they asked for.
            infer_unit=not self.profile.name.startswith(("vsig-as-published", "ecog")),
        )
        return read_answer(said.text, frame, self.model_profile, stop=said.stop)

    def _kept(self, sample: Sample, said: Said) -> dict[str, str]:
        """Store the last frame by its hash, once however often it is asked about."""
        if self.media is None:
            return {}
        picture = said.last if said.last is not None else last_picture(self.root, sample)
        return {LAST: put_media(self.media, picture, ".jpg")}


def last_picture(root: Path, sample: Sample) -> bytes:
    """Return the last frame of a sample's clip as it is kept.

    Raises:
        InputError: The clip is not what it was when the data was prepared.
    """
    from mindsight.vsig.media.cache import MediaCache

    return MediaCache().last(clip_of(root, sample), sample.sha256, longest=_LONGEST, quality=_QUALITY).jpeg


def clip_of(root: Path, sample: Sample) -> Path:
    """Return the file of a sample's clip.

    Raises:
        InputError: It is not there, or was changed since the data was prepared.
    """
    from mindsight.vsig.media.clips import sha256

    path = root / sample.folder / sample.video
    if not path.is_file():
        raise InputError("{file}: the clip is not there; name the folder of the data with --data", file=str(path))
    if sha256(path) != sample.sha256:
        raise InputError("{file}: was changed since the run began; start a new run", file=str(path))
    return path


def cluster_of(sample: Sample, by: Cluster) -> str:
    """Return what a sample shares with those that it is not independent of: its recording, folder or scene."""
    return {"recording": sample.recording, "session": sample.folder, "scene": sample.scene}[by]


def plain(value: Any) -> Any:
    """Return a value as a record can hold it."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {storable(str(name)): plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def usage_of(item: Item) -> Usage:
    """Return the tokens that a recorded sample took, as far as the server said."""
    said = item.answer.get("said")
    return Usage.model_validate((said.get("tokens") if isinstance(said, dict) else None) or {})
