"""Products that are Python functions: at worst only the function's process is lost."""

import os
import signal
import textwrap
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.subjects.python_product import PythonProduct
from subjects.conftest import NewJob
from subjects.processes import all_gone

# What the function does depends on the input's name, so that one product can fail in many ways.
ENHANCE = """
    import ctypes, os, shutil, signal, subprocess, sys, time

    def enhance(source, target):
        kind = os.path.basename(source).partition("-")[0]
        if kind == "raise":
            raise ValueError("no such\\nfilter, token=hunter2")
        if kind == "quit":
            sys.exit()
        if kind == "exit":
            os._exit(3)
        if kind == "segfault":
            ctypes.string_at(0)
        if kind == "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if kind in ("hang", "stubborn"):
            subprocess.Popen(["sleep", MARK])
            time.sleep(600)
        if kind == "forget":
            return
        if kind == "read":
            input()
        if kind == "print":
            print('{"error": "not an answer"}', flush=True)
            os.system("echo printed by a child")
        shutil.copyfile(source, target)

    class Tool:
        enhance = staticmethod(enhance)

    constant = 7
"""
TIMEOUT_S = 20.0


@pytest.fixture
def mark(tools: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write the module into the current folder and return the mark on the processes it starts."""
    mark = f"600.{uuid.uuid4().int % 10**12}"
    (tools / "enhancer.py").write_text(f"MARK = {mark!r}\n" + textwrap.dedent(ENHANCE))
    monkeypatch.chdir(tools)
    return mark


@pytest.fixture
def product(mark: str) -> Iterator[PythonProduct]:
    product = PythonProduct("enhancer:enhance", TIMEOUT_S)
    yield product
    product.close()


def outcome(product: PythonProduct, new_job: NewJob, kind: str) -> tuple[str, str]:
    """Return the outcome of a picture, and the reason."""
    job = new_job(kind)
    try:
        output = product.process(job)
    except ProductError as error:
        return error.outcome, str(error)
    assert output.read_bytes() == job.input.read_bytes()
    return "good", ""


FAILURES = [
    ("raise", "crashed", "the function raised ValueError: no such filter, token=***"),
    ("quit", "crashed", "the function ended its process with status 0"),
    ("exit", "crashed", "the function ended its process with status 3"),
    ("segfault", "crashed", "the function ended its process with status -11"),
    ("forget", "missing", "the function returned but wrote no output"),
    ("read", "crashed", "the function raised EOFError: EOF when reading a line"),
]


def test_after_each_failure_the_next_picture_works(product: PythonProduct, new_job: NewJob) -> None:
    for kind, word, reason in FAILURES:
        assert outcome(product, new_job, kind) == (word, reason)
        assert outcome(product, new_job, "good") == ("good", "")


def test_what_a_function_prints_is_no_answer(product: PythonProduct, new_job: NewJob) -> None:
    for _ in range(3):
        assert outcome(product, new_job, "print") == ("good", "")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hang", "stubborn"])
def test_a_function_that_hangs_is_killed_with_everything_it_started(kind: str, mark: str, new_job: NewJob) -> None:
    product = PythonProduct("enhancer:enhance", 1.0)
    started = time.monotonic()
    assert outcome(product, new_job, kind) == (
        "timeout",
        "the function did not return within 1 s and was stopped",
    )
    assert time.monotonic() - started < 8
    assert all_gone(mark)
    assert outcome(product, new_job, "good") == ("good", "")
    product.close()


def test_a_process_that_dies_between_two_pictures_costs_one_picture(product: PythonProduct, new_job: NewJob) -> None:
    assert outcome(product, new_job, "good") == ("good", "")
    os.kill(host(product), signal.SIGKILL)
    assert outcome(product, new_job, "good") == ("crashed", "the function ended its process with status -9")
    assert outcome(product, new_job, "good") == ("good", "")


def test_a_function_may_be_inside_a_class(mark: str, new_job: NewJob) -> None:
    product = PythonProduct("enhancer:Tool.enhance", TIMEOUT_S)
    assert outcome(product, new_job, "good") == ("good", "")
    product.close()


def test_closing_ends_the_process_and_may_be_repeated(product: PythonProduct) -> None:
    process = host(product)
    product.close()
    product.close()
    assert not Path(f"/proc/{process}").exists()


def test_a_product_that_is_not_closed_takes_its_process_with_it(mark: str) -> None:
    product = PythonProduct("enhancer:enhance", TIMEOUT_S)
    process = host(product)
    del product
    assert not Path(f"/proc/{process}").exists()


def test_a_product_made_by_a_thread_outlives_the_thread(mark: str, new_job: NewJob) -> None:
    # The kernel ties "die with your parent" to the thread that started a process.
    made: list[PythonProduct] = []
    thread = threading.Thread(target=lambda: made.append(PythonProduct("enhancer:enhance", TIMEOUT_S)))
    thread.start()
    thread.join()
    time.sleep(0.2)
    assert outcome(made[0], new_job, "good") == ("good", "")
    made[0].close()


def test_an_interrupted_picture_is_no_answer_to_the_next(product: PythonProduct, new_job: NewJob) -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        product.process(new_job("hang"))
    assert outcome(product, new_job, "good") == ("good", "")


def test_a_function_has_its_process_to_itself(tools: Path, new_job: NewJob, monkeypatch: pytest.MonkeyPatch) -> None:
    (tools / "counting.py").write_text(
        "import os, threading\ndef enhance(source, target):\n"
        "    open(target, 'w').write(f'{threading.active_count()} {len(os.listdir(\"/proc/self/task\"))}')\n"
    )
    monkeypatch.chdir(tools)
    product = PythonProduct("counting:enhance", TIMEOUT_S)
    assert product.process(new_job()).read_text() == "1 1"
    product.close()


def host(product: PythonProduct) -> int:
    """Return the pid of the function's process."""
    (process,) = children(product._supervisor._process.pid)
    return process


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("no_such_module:enhance", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("enhancer:sharpen", "AttributeError: module 'enhancer' has no attribute 'sharpen'"),
        ("enhancer:constant", "TypeError: enhancer:constant is not callable"),
        ("broken:enhance", "ZeroDivisionError: division by zero"),
        ("leaving:enhance", "the function ended its process with status 5"),
        ("telling:enhance", "RuntimeError: wrong password: ***"),
    ],
)
def test_a_function_that_cannot_be_loaded(target: str, reason: str, mark: str, tools: Path) -> None:
    (tools / "broken.py").write_text("1 / 0")
    (tools / "leaving.py").write_text("import sys; sys.exit(5)")
    (tools / "telling.py").write_text("raise RuntimeError('wrong password: hunter2')")
    with pytest.raises(SubjectError) as refused:
        PythonProduct(target, TIMEOUT_S)
    assert str(refused.value) == f"{target} could not be loaded ({reason})"
    assert refused.value.exit_code == 3


@pytest.mark.parametrize("target", ["enhancer", "enhancer:", ":enhance", ":"])
def test_a_target_that_is_not_written_as_it_should_be(target: str) -> None:
    with pytest.raises(InputError, match=f"write package.module:function, got: {target}"):
        PythonProduct(target, TIMEOUT_S)


# Labels

CLASSIFY = """
    import pathlib

    class Number:  # as a scalar of an array library gives it
        def item(self):
            return 0.25

    def classify(source, target):
        kind = pathlib.Path(source).name.partition("-")[0]
        if kind == "write":
            pathlib.Path(target).write_text("cat", "utf-8")
            return target
        return {
            "text": "猫|cat", "empty": "", "list": ["a|b", "c\\n"], "objects": [{"label": "cat", "confidence": Number()}],
            "none": None, "number": 7, "nested": [["cat"]], "nan": [{"confidence": float("nan")}], "set": [{"a": {1}}],
        }[kind]
"""


@pytest.fixture
def classifier(tools: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PythonProduct]:
    (tools / "classifier.py").write_text(textwrap.dedent(CLASSIFY), "utf-8")
    monkeypatch.chdir(tools)
    product = PythonProduct("classifier:classify", TIMEOUT_S)
    yield product
    product.close()


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("text", "output.txt", "猫|cat"),
        ("empty", "output.txt", ""),
        ("list", "output.json", '["a|b", "c\\n"]'),
        ("objects", "output.json", '[{"label": "cat", "confidence": 0.25}]'),
        ("write", "output.txt", "cat"),
    ],
)
def test_labels_are_returned_or_written(
    kind: str, name: str, words: str, classifier: PythonProduct, new_job: NewJob
) -> None:
    answer = classifier.process(new_job(kind)._replace(answer="labels"))
    assert (answer.name, answer.read_text("utf-8")) == (name, words)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("none", "the function returned but wrote no output"),
        ("number", "the function raised TypeError: labels must be a str, a list of str or a list of dict, not int"),
        ("nested", "the function raised TypeError: labels must be a str, a list of str or a list of dict, not list"),
        ("nan", "the function raised ValueError: Out of range float values are not JSON compliant"),
        ("set", "the function raised TypeError: set is not JSON serializable"),
    ],
)
def test_what_are_no_labels(kind: str, reason: str, classifier: PythonProduct, new_job: NewJob) -> None:
    with pytest.raises(ProductError) as failed:
        classifier.process(new_job(kind)._replace(answer="labels"))
    assert str(failed.value).startswith(reason)
    # The next picture is not affected.
    assert classifier.process(new_job("text")._replace(answer="labels")).is_file()
