"""Read what ``inspect eval`` logged of our questions: the options, and for each sample the words that were sent and the answer."""

import base64
import math
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.decoding import decoder_errors
from mindsight.errors import InputError
from mindsight.harness.episodes.outcomes import Usage
from mindsight.record.canonical import sha256

_MOST_TIMES = 1000
_ALWAYS = 1 << 30
"""Bytes that a log may unpack to; beyond that, ``_MOST_TIMES`` its own size."""


class LogHeader(NamedTuple):
    """What holds for the whole log; ``options`` are those given with ``-T``."""

    task: str
    options: dict[str, Any]
    model: str
    temperature: float | None
    epochs: int
    created: str
    packages: dict[str, str]
    metadata: dict[str, Any]


class LoggedAnswer(NamedTuple):
    """A sample: system prompt and words as they were sent, the answer verbatim, and how it was judged then.

    ``pictures`` are those that were sent, by SHA-256; None if the log was made without them.
    """

    id: str
    system: str
    words: str
    pictures: tuple[str, ...] | None
    answer: str
    error: str
    seconds: float
    usage: Usage
    judged: str


def read_header(path: Path) -> LogHeader:
    """Return what a log says of the whole run.

    Raises:
        InputError: It is no log of Inspect, or unpacks to far more than its size.
    """
    from inspect_ai.log import read_eval_log

    _refuse_bombs(path)
    try:
        log = read_eval_log(str(path), header_only=True)
    except Exception as error:
        raise damaged(path) from error
    found = log.eval
    configured = found.model_generate_config.temperature
    temperature = log.plan.config.temperature if configured is None else configured
    return LogHeader(
        task=found.task,
        options=dict(found.task_args_passed or found.task_args),
        model=found.model,
        temperature=temperature,
        epochs=found.config.epochs or 1,
        created=found.created,
        packages=dict(found.packages),
        metadata=dict(found.metadata or {}),
    )


def read_answers(path: Path) -> Iterator[LoggedAnswer]:
    """Yield the samples of a log, one by one.

    Raises:
        InputError: The log is damaged.
    """
    from inspect_ai.log import read_eval_log_samples

    try:
        for sample in read_eval_log_samples(str(path), all_samples_required=False, resolve_attachments="full"):
            yield _answer(sample)
    except Exception as error:
        raise damaged(path) from error


def _answer(sample: Any) -> LoggedAnswer:
    from mindsight.harness.episodes.conversation import answer_of, usage_of

    said = [one for one in sample.messages if one.role == "user"]
    system = [one.text for one in sample.messages if one.role == "system"]
    content = said[-1].content if said else ""
    words = (
        content
        if isinstance(content, str)
        else next((part.text for part in reversed(content) if part.type == "text"), "")
    )
    score = (sample.scores or {}).get("outcome")
    seconds = sample.total_time or 0.0
    return LoggedAnswer(
        id=str(sample.id),
        system=system[0] if system else "",
        words=words,
        pictures=_pictures(content),
        answer=str(answer_of(sample.output)[1]["text"]),
        error="" if sample.error is None else str(sample.error.message)[:2000],
        seconds=seconds if math.isfinite(seconds) else 0.0,
        usage=usage_of(sample.output),
        judged=str(score.answer or "") if score is not None else "",
    )


def _pictures(content: Any) -> tuple[str, ...] | None:
    """Return the pictures of a message by SHA-256; None if one of them is not in the log, or all are one video.

    The bytes of a video are those of the encoder that made it, so they say nothing about its pictures elsewhere.
    """
    if not isinstance(content, str) and any(part.type == "video" for part in content):
        return None
    shown = [] if isinstance(content, str) else [part.image for part in content if part.type == "image"]
    if not all(one.startswith("data:") and ";base64," in one[:100] for one in shown):
        return None
    return tuple(sha256(base64.b64decode(one.partition(",")[2])) for one in shown)


def _refuse_bombs(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            whole = sum(one.file_size for one in archive.infolist())
    except decoder_errors(OSError) as error:
        raise damaged(path) from error
    if whole > max(_ALWAYS, _MOST_TIMES * path.stat().st_size):
        raise InputError("{file}: unpacks to far more than its own size; it was refused", file=str(path))


def damaged(path: Path) -> InputError:
    """Return the error that a file is no log, or is damaged."""
    return InputError("{file}: is no log of Inspect AI (.eval), or is damaged", file=str(path))
