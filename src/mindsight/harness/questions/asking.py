"""Ask a model questions without an environment: each once, and its reply is returned as it ends.

What is sent is made just before it is sent and dropped right after, so that a run over many clips needs no more memory than
one over few.
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
    """Put one question to a model: before a run, and once only. What it answers does not matter.

    Raises:
        SubjectError: The model cannot be used, or not with what the question holds; says why in one sentence.
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
    """Yield the reply to every question, each as it ends. Closing the generator ends what is at work; it has no reply.

    Raises:
        SubjectError: The model cannot be used, or too many questions in a row could not be put to it.
        BudgetSpent: The budget is spent; whatever was begun has been yielded.
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
        # Where the run has failed, what is still at work is not waited for: it might wait for a dead server itself.
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
