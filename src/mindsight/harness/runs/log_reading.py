"""Read what ``inspect eval`` logged of our episodes: for each sample every turn of the subject, and how it was judged then."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from mindsight.errors import InputError
from mindsight.harness.episodes.outcomes import Outcome
from mindsight.harness.questions.log_reading import damaged


class LoggedEpisode(NamedTuple):
    """A sample: what the subject was asked to do, its outcome without a result, why it was aborted, and how it was judged.

    ``outcome`` is None if the episode was broken off before it ended.
    """

    id: str
    instruction: str
    outcome: Outcome | None
    error: str
    judged: str


def read_episodes(path: Path) -> Iterator[LoggedEpisode]:
    """Yield the samples of a log, one by one.

    Raises:
        InputError: The log is damaged, or was made by a version that kept no turns.
    """
    from inspect_ai.log import read_eval_log_samples

    samples = read_eval_log_samples(str(path), all_samples_required=False, resolve_attachments="full")
    while True:
        try:
            sample = next(samples, None)
        except Exception as error:
            raise damaged(path) from error
        if sample is None:
            return
        yield _episode(path, sample)


def _episode(path: Path, sample: Any) -> LoggedEpisode:
    page = sample.metadata.get("outcome")
    if isinstance(page, dict) and "turns" not in page:
        raise InputError(
            "{file}: keeps no turns of its episodes; it was made by an earlier version of mindsight and cannot be imported",
            file=str(path),
        )
    try:
        outcome = None if page is None else Outcome.model_validate({**page, "id": str(sample.id)})
    except (ValidationError, TypeError) as error:
        raise damaged(path) from error
    score = (sample.scores or {}).get("outcome")
    return LoggedEpisode(
        id=str(sample.id),
        instruction=sample.input if isinstance(sample.input, str) else "",
        outcome=outcome,
        error="" if sample.error is None else str(sample.error.message)[:2000],
        judged=str(score.answer or "") if score is not None else "",
    )
