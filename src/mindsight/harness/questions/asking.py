"""Ask a model questions without an environment: each once, and replies are returned as they arrive.

Each message is built just before it is sent and dropped right after, so that memory does not grow with the number of clips.
"""

import queue
from collections.abc import Generator, Iterable
from importlib.util import find_spec
from itertools import chain

from mindsight.errors import MissingExtra, SubjectError
from mindsight.harness.processes.background import Background
from mindsight.harness.questions.question import Asking, Medium, Met, Question, Replied, Words
from mindsight.harness.runs.accounts import Account
from mindsight.harness.runs.run import blank_picture

_WORDS = "What colour is the sky? Answer with one word."
_PICTURE = "What colour is this picture? Answer with one word."


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


def check_model(asking: Asking, *, pictures: bool) -> Met:
    """Ask a model a question in words and, if pictures will be sent, one with a small picture, before anything is prepared for it.

    Raises:
        SubjectError: The model cannot be used; the message says why.
        MissingExtra: Inspect is not installed.
    """
    met = meet(asking, Question("words", lambda: [Words(_WORDS)]))
    if not pictures:
        return met
    picture = Medium("image", "image/jpeg", blank_picture(320, 240))
    try:
        return meet(asking, Question("picture", lambda: [Words(_PICTURE), picture]))
    except SubjectError as error:
        raise SubjectError(
            "{reason}; this was a question with a picture: one in words was answered", reason=error.text
        ) from error


def ask_all(asking: Asking, questions: Iterable[Question]) -> Generator[Replied, None, None]:
    """Yield the reply to every question as it arrives. Closing the generator aborts pending questions, which have no reply.

    ``questions`` are taken one by one, in another thread, a few ahead of the replies.

    Raises:
        SubjectError: The model cannot be used, or too many questions in a row failed.
        BudgetSpent: The budget is spent; all questions begun have been yielded.
        InputError: Two questions have one id.
        MissingExtra: Inspect is not installed.
    """
    waiting = iter(questions)
    if (first := next(waiting, None)) is None:
        return
    _require(asking.extra)
    from mindsight.harness.questions.interview import interview

    account = Account(asking.budget, asking.give_up_after)
    ended: queue.SimpleQueue[Replied | None] = queue.SimpleQueue()
    work = interview(asking, chain([first], waiting), account, ended.put)
    running = Background(work, then=lambda: ended.put(None))
    try:
        while not account.failed and (reply := ended.get()) is not None:
            yield reply
        # After a failure pending questions are not awaited: they may be waiting for a dead server.
        running.stop()
        while not ended.empty():
            if (reply := ended.get()) is not None:
                yield reply
        running.result()
    finally:
        running.stop()
    if account.verdict is not None:
        raise account.verdict


def _require(extra: str) -> None:
    for module in ("inspect_ai", "openai"):
        if find_spec(module) is None:
            raise MissingExtra(
                "{module} is not installed; run: pip install 'mindsight[{extra}]'", module=module, extra=extra
            )
