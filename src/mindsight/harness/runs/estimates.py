"""Estimate requests, tokens, money and time of a run before it begins."""

from collections.abc import Sequence
from math import ceil

from pydantic import BaseModel, ConfigDict

from mindsight.harness.runs.settings import Effort, Found, Limits, Prices

ANSWER_S = 3.0
_WORDS_TOKENS, _ANSWER_TOKENS, _SYSTEM_TOKENS, _TOOLS_TOKENS = 40, 60, 500, 900


class Estimate(BaseModel):
    """An estimate; ``cost`` is None without prices, ``measured`` states whether the model was probed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    items: int
    requests: int
    input_tokens: int
    output_tokens: int
    picture_tokens: int
    cost: float | None
    seconds: float
    measured: bool


def picture_tokens(width: int, height: int) -> int:
    """Return the tokens of a picture by OpenAI's published rule: fitted into 2048², shorter side 768, tiles of 512."""
    scale = min(1.0, 2048 / max(width, height))
    scale = min(scale, 768 / (min(width, height) or 1)) if min(width, height) * scale > 768 else scale
    return 85 + 170 * ceil(width * scale / 512) * ceil(height * scale / 512)


def estimate(
    turns: Sequence[int],
    *,
    limits: Limits,
    effort: Effort,
    found: Found | None = None,
    prices: Prices | None = None,
    size: tuple[int, int] = (640, 480),
) -> Estimate:
    """Return the estimate for episodes with these numbers of turns.

    Args:
        turns: Turns of every episode; their budgets for an upper bound.
        limits: Give the number of pictures per request.
        effort: Concurrency.
        found: Findings of the probe; without it typical values of models are used.
        prices: Prices of tokens.
        size: Width and height of the pictures.
    """
    each = found.picture_tokens if found and found.picture_tokens else picture_tokens(*size)
    fixed = _SYSTEM_TOKENS + (_TOOLS_TOKENS if found is None or found.tools else 0)
    requests = sum(turns)
    sent = sum(_input(whole, fixed, each, limits.pictures) for whole in turns)
    received = requests * max(_ANSWER_TOKENS, found.answer_tokens if found else 0)
    answer_s = found.answer_s if found and found.answer_s else ANSWER_S
    return Estimate(
        items=len(turns),
        requests=requests,
        input_tokens=sent,
        output_tokens=received,
        picture_tokens=each,
        cost=None if prices is None else prices.of(sent, received),
        seconds=requests * answer_s / max(1, min(effort.workers, effort.connections, len(turns))),
        measured=bool(found and found.answer_s),
    )


def _input(turns: int, fixed: int, picture: int, most_pictures: int) -> int:
    """Return the input tokens of an episode: every turn sends all text so far, and the last pictures."""
    return sum(
        fixed + min(turn, most_pictures) * picture + turn * (_WORDS_TOKENS + _ANSWER_TOKENS)
        for turn in range(1, turns + 1)
    )
