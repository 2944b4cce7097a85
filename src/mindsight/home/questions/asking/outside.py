"""Programs, Python functions and services answer questions: a question is a file of JSON, an answer is a text.

The file holds ``question`` (the words with options and the form of the answer, as a model gets them), ``form``, ``options`` by letter,
``unit``, ``language``, whether ``evidence`` is wanted, ``schema`` (the JSON Schema of an answer) and ``pictures`` in order: paths of JPEG
files for a program or function, base64 for a service; or ``scene``, the scene in words. Nothing else: neither class nor truth.
"""

import base64
import json
import queue
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mindsight.errors import ProductError
from mindsight.home.questions.asking.files import SUFFIX, Pictures
from mindsight.home.questions.asking.messages import question_words, schema_of
from mindsight.home.questions.asking.recording import INFRASTRUCTURE
from mindsight.home.questions.asking.said import Said
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.question import Question
from mindsight.home.questions.scoring.reading import letter_of
from mindsight.subjects.product import Job, Product
from mindsight.subjects.products import open_product
from mindsight.subjects.spec import SubjectSpec

SCHEMES = ("python", "command", "http")
_MOST_BYTES = 1 << 20


def check_outside(spec: SubjectSpec) -> None:
    """Check that a subject can be opened.

    Raises:
        InputError: It is spelled wrongly.
        SubjectError: It cannot be found, loaded or reached.
    """
    open_product(spec, answer="answer").close()


def ask_outside(
    spec: SubjectSpec, plan: QuestionPlan, questions: Iterable[Question], pictures: Pictures, *, workers: int
) -> Iterator[tuple[Question, Said]]:
    """Yield questions with their answers, in order; ``workers`` are asked at the same time.

    Raises:
        SubjectError: The subject cannot be opened, or no longer answers.
    """
    products = [open_product(spec, answer="answer") for _ in range(max(1, workers))]
    free: queue.SimpleQueue[Product] = queue.SimpleQueue()
    for product in products:
        free.put(product)

    def ask(question: Question) -> Said:
        product = free.get()
        try:
            return _said(product, question, plan, pictures, sent=spec.scheme == "http")
        finally:
            free.put(product)

    with ThreadPoolExecutor(len(products)) as threads:
        try:
            waiting: deque[tuple[Question, Future[Said]]] = deque()
            for question in questions:
                waiting.append((question, threads.submit(ask, question)))
                if len(waiting) >= 2 * len(products):
                    first, answer = waiting.popleft()
                    yield first, answer.result()
            for first, answer in waiting:
                yield first, answer.result()
        finally:
            threads.shutdown(cancel_futures=True)
            for product in products:
                product.close()


def page_of(question: Question, plan: QuestionPlan, pictures: list[Any]) -> dict[str, Any]:
    """Return what a subject gets."""
    zh = plan.language == "zh"
    page: dict[str, Any] = {
        "question": question_words(question, plan),
        "form": question.form,
        "options": {letter_of(place): one.zh if zh else one.en for place, one in enumerate(question.options)},
        "unit": question.unit,
        "language": plan.language,
        "evidence": plan.evidence and not plan.as_text,
        "schema": schema_of(question, plan),
    }
    return {**page, "scene": question.scene_text[plan.language]} if plan.as_text else {**page, "pictures": pictures}


def _said(product: Product, question: Question, plan: QuestionPlan, pictures: Pictures, *, sent: bool) -> Said:
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        asked, workspace = Path(folder) / "asked", Path(folder) / "answered"
        asked.mkdir()
        workspace.mkdir()
        shown: list[Any] = []
        for number, data in enumerate([] if plan.as_text else pictures.of(question), 1):
            if sent:
                shown.append(base64.b64encode(data).decode())
            else:
                (asked / f"{number}{SUFFIX}").write_bytes(data)
                shown.append(str(asked / f"{number}{SUFFIX}"))
        file = asked / "question.json"
        file.write_text(json.dumps(page_of(question, plan, shown), ensure_ascii=False), "utf-8")
        try:
            answer = product.process(Job(question.sha256[:16], file, workspace, 0, 0, "answer"))
            with answer.open("rb") as read:
                words = read.read(_MOST_BYTES).decode("utf-8", "replace")
        except ProductError as error:
            ending = INFRASTRUCTURE if error.outcome == "unreachable" else "model_error"
            return Said("", ending=ending, error=error.text, took_s=time.monotonic() - begun)
    return Said(words, took_s=time.monotonic() - begun)
