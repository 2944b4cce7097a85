"""What a run will take, before it is begun: requests, tokens, money, time."""

from math import ceil

from pydantic import BaseModel, ConfigDict

from mindsight.harness.settings import Effort, Found, Limits, Prices

ANSWER_S = 3.0
_WORDS_TOKENS, _ANSWER_TOKENS, _SYSTEM_TOKENS, _TOOLS_TOKENS = 40, 60, 500, 900


class Estimate(BaseModel):
    """A run in numbers; ``cost`` is None without prices, ``measured`` says whether the model was asked."""

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
    items: int,
    turns: float,
    *,
    limits: Limits,
    effort: Effort,
    found: Found | None = None,
    prices: Prices | None = None,
    size: tuple[int, int] = (640, 480),
) -> Estimate:
    """Return what so many episodes of so many turns will take.

    Args:
        items: Episodes to be played.
        turns: Turns of an episode, on the average; its budget for an upper bound.
        limits: How many pictures are sent along.
        effort: How much happens at once.
        found: What the probe found; without it the numbers are those of common models.
        prices: Money for tokens.
        size: Width and height of the pictures.
    """
    each = found.picture_tokens if found and found.picture_tokens else picture_tokens(*size)
    tools = _TOOLS_TOKENS if found is None or found.tools else 0
    whole = max(1, round(turns))
    input_each = sum(
        _SYSTEM_TOKENS + tools + min(turn, limits.pictures) * each + turn * (_WORDS_TOKENS + _ANSWER_TOKENS)
        for turn in range(1, whole + 1)
    )
    requests = items * whole
    answer_s = found.answer_s if found and found.answer_s else ANSWER_S
    sent, received = items * input_each, requests * _ANSWER_TOKENS
    return Estimate(
        items=items,
        requests=requests,
        input_tokens=sent,
        output_tokens=received,
        picture_tokens=each,
        cost=None if prices is None else prices.of(sent, received),
        seconds=requests * answer_s / min(effort.workers, effort.connections),
        measured=found is not None,
    )
