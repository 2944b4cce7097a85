"""Run a model over items: outcomes are returned as episodes end, so that each can be written to disk before the next.

Inspect runs its event loop in a thread of its own; outcomes reach the caller through a queue. Inspect's log is additional evidence beside
our record and may be deleted.
"""

import queue
import tempfile
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

from mindsight.errors import InputError, MissingExtra
from mindsight.harness.episodes.dialogue import Item
from mindsight.harness.episodes.outcomes import Outcome
from mindsight.harness.processes.background import Background
from mindsight.harness.runs.accounts import Account
from mindsight.harness.runs.plans import Plan
from mindsight.harness.runs.settings import Found, ModelSpec, ToolUse


def run_model(plan: Plan, items: Sequence[Item]) -> Generator[Outcome, None, None]:
    """Yield the outcome of every item as it ends. Closing the generator aborts running episodes, which have no outcome.

    Raises:
        SubjectError: The model cannot be used, or too many items in a row could not be tested.
        BudgetSpent: The budget is spent; all episodes begun have been yielded.
        InputError: Two items have one id.
        MissingExtra: Inspect is not installed.
    """
    if len({item.id for item in items}) < len(items):
        raise InputError("two items have the same id; each must have one of its own")
    if not items:
        return
    _require()
    from mindsight.harness.runs.task import evaluate

    account = Account(plan.budget, plan.effort.give_up_after)
    ended: queue.SimpleQueue[Outcome | None] = queue.SimpleQueue()
    with ExitStack() as stack:
        logs = plan.logs or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mindsight-log-")))
        running = Background(evaluate(plan, items, account, ended.put, logs), then=lambda: ended.put(None))
        stack.callback(running.stop)
        while (outcome := ended.get()) is not None:
            yield outcome
        running.result()
    if account.verdict is not None:
        raise account.verdict


def find_out(spec: ModelSpec, *, tools: ToolUse = "auto", picture: bytes = b"") -> Found:
    """Probe the model once before a run with a trivial question, and return the findings.

    Raises:
        SubjectError: The model cannot be used; the message says why.
        MissingExtra: Inspect is not installed.
    """
    _require()
    from mindsight.harness.models.inspect_model import probe

    asking = Background(probe(spec, tools=tools, picture=picture or blank_picture()))
    try:
        return asking.result()
    finally:
        asking.stop()


def blank_picture(width: int = 640, height: int = 480) -> bytes:
    """Return a grey JPEG, which takes as many tokens as any picture of its size."""
    import io

    from PIL import Image

    file = io.BytesIO()
    Image.new("RGB", (width, height), (128, 128, 128)).save(file, "JPEG")
    return file.getvalue()


def _require() -> None:
    for module in ("inspect_ai", "openai"):
        if find_spec(module) is None:
            raise MissingExtra("{module} is not installed; run: pip install 'mindsight[home]'", module=module)
