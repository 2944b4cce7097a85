"""Make the message to a model from a sample, and the recorded answer from its reply.

A message is made just before it is sent, and what it really holds is recorded: bytes, frames and seconds of sound that were sent, not
those that were planned.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from mindsight.harness.questions.question import Medium, Part, Question, Replied, Words
from mindsight.record.folder import put_media
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media import tracks
from mindsight.vsig.media.cache import MediaCache
from mindsight.vsig.media.conditions import Condition, condition_of
from mindsight.vsig.media.decoding import fitted
from mindsight.vsig.models.prompts import Wording, has_options, schema
from mindsight.vsig.models.said import Said
from mindsight.vsig.plan import Plan

_KEPT_SIZE, _KEPT_QUALITY = 1280, 85
_MIMES = {".mp4": "video/mp4", ".mov": "video/quicktime"}
_SUFFIXES = {"image/jpeg": ".jpg", "audio/wav": ".wav", **{mime: suffix for suffix, mime in _MIMES.items()}}


@dataclass
class _Made:
    """The contents of a message; ``last`` is the last frame for the record."""

    sent: dict[str, Any]
    size: tuple[int, int]
    last: bytes | None = None
    media: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Seen:
    parts: list[Part]
    frames: tuple[float, ...] = ()
    last: bytes | None = None


class Asker:
    """Makes questions from samples.

    ``within``: sound is sent inside the clip, if one is sent, and not beside it. ``kept`` is the folder for everything that is sent;
    None keeps nothing. ``cache`` makes or finds the media of clips. ``wording`` replaces the run's prompt. ``speakers`` maps a sample's
    id to the sample whose speech replaces its own; a control.
    """

    def __init__(
        self,
        plan: Plan,
        root: Path,
        *,
        within: bool,
        kept: Path | None = None,
        cache: MediaCache | None = None,
        wording: Wording | None = None,
        speakers: Mapping[str, Sample] | None = None,
    ) -> None:
        self.condition: Condition = condition_of(plan.input)
        self._plan = plan
        self._root = root
        self._cache = cache or MediaCache()
        self._within = within
        self._kept = kept
        self._speakers = speakers or {}
        self._wording = wording or Wording(plan.language, self.condition, plan.model_profile)
        self._made: dict[str, _Made] = {}

    def questions(self, samples: Iterable[Sample]) -> list[Question]:
        """Return the questions; their contents are made when they are sent."""
        return [self.question(sample) for sample in samples]

    def question(self, sample: Sample) -> Question:
        """Return the question about a sample."""
        return Question(
            id=sample.id,
            parts=partial(self._parts, sample),
            system=self._wording.system(sample, self._size(sample)),
            schema=schema(self._plan.model_profile, options=has_options(sample)),
        )

    def said(self, sample: Sample, reply: Replied) -> Said:
        """Return a reply for the record, and free the contents of its question."""
        made = self._made.pop(sample.id, None) or _Made({}, self._size(sample))
        tokens = reply.usage.model_dump(mode="json") if reply.usage.total else None
        return Said(
            text=reply.text,
            stop="content_filter" if reply.error == "refused" else reply.stop or "stop",
            ending=reply.error if reply.error in {"model_error", "infrastructure_error"} else "",
            error=reply.reason,
            said={**reply.said, **({"tokens": tokens} if tokens else {})},
            sent={**made.sent, "bytes": reply.sent or made.sent.get("bytes", {}), "form": reply.fallback},
            size=made.size,
            last=made.last,
            media=made.media,
            took_s=reply.time_s,
        )

    def _parts(self, sample: Sample) -> list[Part]:
        size = self._size(sample)
        seen = self._shown(sample)
        parts = [
            Words(self._wording.before(sample, len(seen.frames), size)),
            *seen.parts,
            Words(self._wording.question(self._spoken(sample), blind=self._plan.blind_targets)),
        ]
        texts = [self._wording.system(sample, size), *(part.text for part in parts if isinstance(part, Words))]
        facts = _facts(texts, parts, seen, size)
        if self.condition.shows_video:
            facts["clip"] = _clip_facts(parts, original=self.condition.original)
        if sample.id in self._speakers:
            facts["speech_of"] = self._speakers[sample.id].id
        self._made[sample.id] = _Made(facts, size, seen.last, self._keep(parts))
        return parts

    def _shown(self, sample: Sample) -> _Seen:
        condition, wording = self.condition, self._wording
        if not condition.shown:
            return _Seen(self._sound(sample) if condition.heard else [])
        of = (self._root / sample.folder / sample.video, sample.sha256)
        sampling: dict[str, Any] = condition.sampling if condition.shows_frames else {"count": 1}
        stills = self._cache.frames(*of, longest=condition.size, quality=condition.quality, **sampling)
        *others, last = stills
        parts: list[Part] = self._clip(sample, *of) if condition.shows_video else []
        for still in others:
            time = wording.frame(still.ms)
            parts += [Words(time)] if time else []
            parts.append(Medium("image", "image/jpeg", still.jpeg))
        parts.append(Words(wording.last(last.ms)))
        if condition.last:
            parts.append(Medium("image", "image/jpeg", last.jpeg))
        if condition.heard and not self._sound_in_clip:
            parts += self._sound(sample)
        kept = self._cache.last(*of, longest=_KEPT_SIZE, quality=_KEPT_QUALITY).jpeg if self._plan.keep_last else None
        shown = stills if condition.last else others
        return _Seen(parts, tuple(still.ms for still in shown), kept)

    @property
    def _sound_in_clip(self) -> bool:
        return self._within and self.condition.shows_video

    def _clip(self, sample: Sample, path: Path, sha256: str) -> list[Part]:
        if self.condition.original:
            own = Medium("video", _MIMES[path.suffix.lower()], path.read_bytes())
            return [Words(self._wording.sound(has_sound=sample.has_sound, within=True)), own] if self._within else [own]
        clip = self._cache.clip(path, sha256, longest=self.condition.size)
        if not self._within:
            return [Medium("video", "video/mp4", tracks.without_sound(clip))]
        speaker = self._spoken(sample)
        words = self._wording.sound(has_sound=speaker.has_sound, within=True)
        if sample.id in self._speakers:
            clip = tracks.with_sound(tracks.without_sound(clip), self._wav(sample))
        return [Words(words), Medium("video", "video/mp4", clip)]

    def _sound(self, sample: Sample) -> list[Part]:
        words = Words(self._wording.sound(has_sound=self._spoken(sample).has_sound, within=False))
        heard = self._wav(sample)
        return [words] if heard is None else [words, Medium("audio", "audio/wav", heard)]

    def _wav(self, sample: Sample) -> bytes | None:
        """Return the sound for a sample's pictures: its own, or that of its replacement speaker."""
        speaker = self._speakers.get(sample.id, sample)
        path = self._root / speaker.folder / speaker.video
        return self._cache.sound(path, speaker.sha256) if speaker.has_sound else None

    def _spoken(self, sample: Sample) -> Sample:
        """Return a sample with its own speech, or that of its replacement speaker."""
        speaker = self._speakers.get(sample.id, sample)
        return sample.model_copy(update={"speech": speaker.speech, "has_sound": speaker.has_sound})

    def _size(self, sample: Sample) -> tuple[int, int]:
        """Return the size in which the last frame is sent."""
        return fitted(*sample.size, self.condition.size)

    def _keep(self, parts: list[Part]) -> dict[str, str]:
        if self._kept is None:
            return {}
        held = [part for part in parts if isinstance(part, Medium)]
        return {
            f"sent-{number:02d}": put_media(self._kept, part.data, _SUFFIXES[part.mime])
            for number, part in enumerate(held, 1)
        }


def _clip_facts(parts: list[Part], *, original: bool) -> dict[str, Any]:
    """Return how the clip of a message was sent: its own file or one encoded anew, its codec and size, and where the sound is."""
    media = [part for part in parts if isinstance(part, Medium)]
    clip = tracks.facts_of(next(part.data for part in media if part.kind == "video"))
    places = (("inside", clip.heard), ("beside", any(part.kind == "audio" for part in media)))
    sound = [place for place, there in places if there]
    return {"original": original, "codec": clip.codec, "size": list(clip.size), "sound": sound}


def _facts(texts: list[str], parts: list[Part], seen: _Seen, size: tuple[int, int]) -> dict[str, Any]:
    """Return the contents of a message for the record; texts by their hash."""
    counted: dict[str, int] = {}
    heard = 0.0
    for part in parts:
        if isinstance(part, Words):
            continue
        counted[part.kind] = counted.get(part.kind, 0) + len(part.data)
        # A clip that is sent as it is has its sound within, and may have it beside too.
        heard = max(heard, tracks.sound_s(part.data)) if part.kind != "image" else heard
    return {
        "frames": len(seen.frames),
        "frames_ms": [round(ms, 1) for ms in seen.frames],
        "size": list(size),
        "sound_s": round(heard, 3),
        "bytes": counted,
        "words": hashlib.sha256("\n".join(texts).encode()).hexdigest(),
    }
