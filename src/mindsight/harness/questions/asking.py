"""Ask a model questions without an environment: each once, and replies are returned as they arrive.

Each message is built just before it is sent and dropped right after, so that memory does not grow with the number of clips.
"""

import queue
import tempfile
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

from mindsight.errors import InputError, MissingExtra
from mindsight.harness.processes.background import Background
from mindsight.harness.questions.question import Asking, Met, Question, Replied
from mindsight.harness.runs.accounts import Account


def meet(asking: Asking, question: Question) -> Met:
    """Ask a model one question before a run, to check that it can be used; its answer does not matter.

    Raises:
        SubjectError: The model cannot be used, or not with the question's media; the message says why.
        MissingExtra: Inspect is not installed.
    """
    _require(asking.extra)
    from mindsight.harness.questions.interview import first_question

    running = Background(first_question(asking, question))
    try:
        return running.result()
    finally:
        running.stop()


def ask_all(asking: Asking, questions: Sequence[Question]) -> Generator[Replied, None, None]:
    """Yield the reply to every question as it arrives. Closing the generator aborts pending questions, which have no reply.

    Raises:
        SubjectError: The model cannot be used, or too many questions in a row failed.
        BudgetSpent: The budget is spent; all questions begun have been yielded.
        InputError: Two questions have one id.
        MissingExtra: Inspect is not installed.
    """
    if len({question.id for question in questions}) < len(questions):
        raise InputError("two items have the same id; each must have one of its own")
    if not questions:
        return
    _require(asking.extra)
    from mindsight.harness.questions.interview import interview

    account = Account(asking.budget, asking.give_up_after)
    ended: queue.SimpleQueue[Replied | None] = queue.SimpleQueue()
    with ExitStack() as stack:
        logs = asking.logs or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mindsight-log-")))
        running = Background(interview(asking, questions, account, ended.put, logs), then=lambda: ended.put(None))
        stack.callback(running.stop)
        while not account.failed and (reply := ended.get()) is not None:
            yield reply
        # After a failure pending questions are not awaited: they may be waiting for a dead server.
        running.stop()
        while not ended.empty():
            if (reply := ended.get()) is not None:
                yield reply
        running.result()
    if account.verdict is not None:
        raise account.verdict


def _require(extra: str) -> None:
    for module in ("inspect_ai", "openai"):
        if find_spec(module) is None:
            raise MissingExtra(
                "{module} is not installed; run: pip install 'mindsight[{extra}]'", module=module, extra=extra
            )
