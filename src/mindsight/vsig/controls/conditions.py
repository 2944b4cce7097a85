"""Controls: the same samples with a part of the input taken away, to see what a score needs.

A control changes what is sent of each clip, and nothing else: prompt, targets and scoring stay. ``text`` removes the pictures,
``frames`` the speech, ``no-last-frame`` the frame on which points are given; ``shuffled-sound`` gives each clip the speech of
another clip of the same template and language, so that all is present but nothing matches. One control replaces the subject
instead: ``fingertip``, the built-in subject that follows the hand and hears nothing.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from mindsight.errors import InputError
from mindsight.record.model import Scalar
from mindsight.text import Text, text
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media.conditions import Condition, Given, condition_of

AT = "@"
"""Separates the condition from the sample in an item's id, and from the measure in a measure's name."""
FULL = "full"
Takes = Literal["nothing", "pictures", "speech", "match", "last", "timestamps", "word_times", "interface", "subject"]
"""What a control takes away; ``match``: the match of speech and pictures; ``subject``: another subject answers."""
By = Literal["subject", "baseline:fingertip"]
SUBJECT: By = "subject"
FINGERTIP: By = "baseline:fingertip"


class Setup(BaseModel):
    """A condition of a test under controls: its key, title, what it takes away, and what is sent.

    ``by`` is the subject that answers; for a built-in subject ``input`` is empty, because nothing is sent to it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)
    title: Text
    takes: Takes
    input: dict[str, Scalar]
    # Conditions of earlier records keep their hash.
    by: By = Field(default=SUBJECT, exclude_if=lambda by: by == SUBJECT)

    @property
    def condition(self) -> Condition:
        """The input condition."""
        return condition_of(self.input)

    @property
    def is_asked(self) -> bool:
        """Whether the subject under test answers."""
        return self.by == SUBJECT

    @property
    def sends(self) -> Text:
        """What is sent, as a name."""
        return text(self.condition.given) if self.is_asked else text("nothing is sent")


class Control(NamedTuple):
    """A control: its key, title, what it takes away, and how; the last gives None if there is nothing to take away."""

    key: str
    title: Text
    takes: Takes
    change: Callable[[Condition], Condition | None]


def _given(base: Condition, given: Given) -> Condition | None:
    return None if base.given == given else base.model_copy(update={"given": given})


def _text(base: Condition) -> Condition | None:
    if not base.shown or not _says(base):
        return None
    return _given(base, "text-words" if base.words_timed else "text")


def _frames(base: Condition) -> Condition | None:
    return _given(base, "frames") if base.shown else None


def _sound(base: Condition) -> Condition | None:
    return _given(base, "audio") if base.shown and _says(base) else None


def _shuffled(base: Condition) -> Condition | None:
    return base.model_copy(update={"speech_of": "another"}) if _says(base) else None


def _no_last(base: Condition) -> Condition | None:
    alone = base.shows_frames and base.frames == 1
    return base.model_copy(update={"last": False}) if base.shown and not alone else None


def _no_timestamps(base: Condition) -> Condition | None:
    return base.model_copy(update={"timestamps": False}) if base.timestamps and base.shown else None


def _no_word_times(base: Condition) -> Condition | None:
    return _given(base, "frames-transcript") if base.given == "frames-words" else None


def _says(base: Condition) -> bool:
    return base.read or base.heard


def _video(base: Condition) -> Condition | None:
    return _given(base, "video")


def _same(base: Condition) -> Condition | None:
    return base


_ALL = (
    Control("text", text("text only: what is said, no pictures"), "pictures", _text),
    Control("sound", text("sound only: no pictures"), "pictures", _sound),
    Control("frames", text("frames only: nothing of what is said"), "speech", _frames),
    Control("shuffled-sound", text("the speech of another clip"), "match", _shuffled),
    Control("no-last-frame", text("without the last frame"), "last", _no_last),
    Control("no-timestamps", text("without the frames' times"), "timestamps", _no_timestamps),
    Control("no-word-times", text("without the words' times"), "word_times", _no_word_times),
    Control("fingertip", text("the fingertip alone: what is nearest to it, by a built-in subject"), "subject", _same),
    # The names under which EcoG-Bench publishes its ablations.
    Control("no_frame_timestamps", text("EcoG: no_frame_timestamps"), "timestamps", _no_timestamps),
    Control("no_word_asr_timing", text("EcoG: no_word_asr_timing"), "word_times", _no_word_times),
    Control("native_video", text("EcoG: native video and sound in place of frames and text"), "interface", _video),
)
CONTROLS: Mapping[str, Control] = {control.key: control for control in _ALL}
HAND = "fingertip"
ECOG = ("no_frame_timestamps", "no_word_asr_timing", "native_video")
"""The ablations of EcoG-Bench; the full condition is its ``full_anchors``: timed frames and timed words."""
_ALIASES = {"shuffled-speech": "shuffled-sound"}


def usual(base: Condition, *, tracked: bool = False) -> tuple[str, ...]:
    """Return the default controls: those of mindsight's own that take something away from a condition.

    Speech is separated from the pictures in the form in which it is sent: as text or as sound.
    """
    left_out = {*ECOG, "sound" if base.read else "text", *(() if tracked else (HAND,))}
    return tuple(key for key, one in CONTROLS.items() if key not in left_out and one.change(base) is not None)


def conditions_of(base: Condition, keys: Sequence[str], *, tracked: bool = False) -> tuple[Setup, ...]:
    """Return the conditions of a test, starting with the full one.

    Args:
        base: The full condition.
        keys: The controls to use; the default ones if empty.
        tracked: Whether the data state for every sample where the fingertip is.

    Raises:
        InputError: A control is unknown, named twice, has nothing to take away, or needs what the data do not state.
    """
    chosen = [_ALIASES.get(key, key) for key in (keys or usual(base, tracked=tracked))]
    setups = [Setup(key=FULL, title=text("everything"), takes="nothing", input=base.identity())]
    for key in chosen:
        control = CONTROLS.get(key)
        if control is None:
            raise InputError(
                '--controls: there is no control "{key}"; there are {known}', key=key, known=", ".join(CONTROLS)
            )
        changed = control.change(base)
        if changed is None:
            raise InputError(
                "--controls: {key} takes nothing away where --input is {given}; leave it out or choose another --input",
                key=key,
                given=base.given,
            )
        if key == HAND:
            _check_tracked(tracked=tracked)
            setups.append(Setup(key=key, title=control.title, takes=control.takes, input={}, by=FINGERTIP))
            continue
        setups.append(Setup(key=key, title=control.title, takes=control.takes, input=changed.identity()))
    if len(setups) < 2 or len({setup.key for setup in setups}) < len(setups):
        raise InputError("--controls: name at least one, each once; got: {keys}", keys=", ".join(chosen) or "–")
    # What the subject under test is not asked is done last, wherever it is named.
    return tuple(sorted(setups, key=lambda setup: not setup.is_asked))


def _check_tracked(*, tracked: bool) -> None:
    if not tracked:
        raise InputError(
            "--controls: {key} needs the position of the fingertip in every clip, as in truth.json of mindsight vsig synth; "
            "leave it out",
            key=HAND,
        )


def speakers(samples: Iterable[Sample], seed: int) -> dict[str, Sample]:
    """Return for each sample another one of the same template and language whose speech replaces its own.

    Each group is shuffled by the seed; each sample gets the speech of the next one that says something else, or of the next one
    if all say the same words (their times still differ), never that of its own clip. A group of a single clip borrows from its
    language, whatever the template; if that fails, the sample has no entry.
    """
    spoken = sorted((sample for sample in samples if _speaks(sample)), key=lambda sample: sample.id)
    found = _turned(spoken, seed, lambda sample: (sample.template, sample.language))
    alone = [sample for sample in spoken if sample.id not in found]
    for sample in alone:
        others = [one for one in spoken if one.language == sample.language and one.recording != sample.recording]
        if others:
            found[sample.id] = random.Random(f"{seed} {sample.id}").choice(others)  # noqa: S311  (no secret)
    return found


def _turned(samples: Sequence[Sample], seed: int, key: Callable[[Sample], Any]) -> dict[str, Sample]:
    groups: dict[Any, list[Sample]] = {}
    for sample in samples:
        groups.setdefault(key(sample), []).append(sample)
    found: dict[str, Sample] = {}
    for name, group in sorted(groups.items()):
        random.Random(f"{seed} {name}").shuffle(group)  # noqa: S311  (no secret)
        for place, sample in enumerate(group):
            others = [group[(place + step) % len(group)] for step in range(1, len(group))]
            # Two samples may share a clip, and a clip must not get its own speech.
            others = [one for one in others if one.recording != sample.recording]
            otherwise = (one for one in others if _words(one) != _words(sample))
            other = next(otherwise, others[0] if others else None)
            if other is not None:
                found[sample.id] = other
    return found


def _words(sample: Sample) -> str:
    return "" if sample.speech is None else sample.speech.text


def unmoved(samples: Iterable[Sample], partners: Mapping[str, Sample]) -> int:
    """Return how many samples keep their own speech under ``shuffled-sound`` because no other fits."""
    return sum(_speaks(sample) and sample.id not in partners for sample in samples)


def _speaks(sample: Sample) -> bool:
    """Return whether something is said, by the words, or by the template if there is only sound."""
    return sample.speech is not None or (sample.has_sound and sample.template != 1)
