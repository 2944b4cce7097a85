"""Questions without an environment: built late and dropped, asked with the right fallback, each with its own ending."""

import gc
import json
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from email.utils import formatdate
from typing import Any

import pytest

from harness.server import Refusal, Script, Server, said

pytest.importorskip("inspect_ai")

from mindsight.errors import InputError, SubjectError
from mindsight.harness.questions.asking import ask_all, meet
from mindsight.harness.questions.question import Asking, Medium, Part, Question, Replied, Words
from mindsight.harness.runs.accounts import BudgetSpent
from mindsight.harness.runs.settings import Budget, ModelSpec, Prices

Serve = Callable[[Script], Server]
FORM = {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"], "additionalProperties": False}


def asking(server: Server, **more: Any) -> Asking:
    known = set(ModelSpec.model_fields)
    spec = {name: more.pop(name) for name in list(more) if name in known}
    model = ModelSpec(**{"name": "scripted", "base_url": server.url, "first_wait_s": 0.01, "retries": 2, **spec})
    return Asking(model, **{"connections": 1, "answer_tokens": 64, **more})


def questions(count: int, parts: Sequence[Part] = (Words("Where?"),), schema: Any = FORM) -> list[Question]:
    return [Question(str(number), lambda: parts, schema=schema) for number in range(count)]


def forms(server: Server) -> list[str]:
    return [body.get("response_format", {}).get("type", "plain") for body in server.requests]


def ended(replies: Sequence[Replied]) -> list[str]:
    return [reply.error for reply in sorted(replies, key=lambda reply: int(reply.id))]


# Fallbacks


def test_a_form_that_was_refused_once_is_not_asked_for_again(serve: Serve) -> None:
    server = serve(lambda body, _number: Refusal(400) if "response_format" in body else said("{}"))
    replies = list(ask_all(asking(server, makers=1), questions(8)))
    asked = forms(server)
    assert {reply.fallback for reply in replies} == {"plain"}
    # Two questions are under way before the first is answered.
    assert asked.count("json_schema") <= 2
    assert asked.count("json_object") <= 2
    assert asked[-6:] == ["plain"] * 6


def test_a_refusal_after_a_form_has_succeeded_is_not_about_the_form(serve: Serve) -> None:
    server = serve(lambda _body, number: Refusal(400, "too long") if number == 1 else said("{}"))
    replies = list(ask_all(asking(server), questions(3)))
    assert forms(server) == ["json_schema"] * 3
    assert sorted(ended(replies)) == ["", "", "model_error"]


def test_a_question_without_a_form_asks_for_none(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("four"))
    (reply,) = ask_all(asking(server), questions(1, schema=None))
    assert (forms(server), reply.text, reply.fallback) == (["plain"], "four", "plain")


def test_the_schema_goes_out_as_it_is(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))
    list(ask_all(asking(server, extra_body={"top_k": 1}), questions(1)))
    (body,) = server.requests
    assert body["top_k"] == 1
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "strict": True, "schema": FORM},
    }


def test_the_first_question_finds_the_form_and_the_server(serve: Serve) -> None:
    server = serve(lambda body, _number: Refusal(422) if "json_schema" in str(body) else said("{}"))
    met = meet(asking(server), questions(1)[0])
    assert (met.fallback, met.server, met.usage.input) == ("json_object", server.url, 100)
    list(ask_all(asking(server, fallback=met.fallback), questions(2)))
    assert forms(server) == ["json_schema", "json_object", "json_object", "json_object"]


@pytest.mark.filterwarnings("ignore:The .initial. parameter:DeprecationWarning")
def test_a_model_of_inspects_own_providers_is_asked_too() -> None:
    from inspect_ai.model import ModelAPI, ModelOutput, modelapi

    class Own(ModelAPI):
        async def generate(self, input: Any, tools: Any, tool_choice: Any, config: Any) -> Any:  # noqa: A002, ARG002
            given.append(config.response_schema)
            return ModelOutput.from_content("own", "four")

    given: list[Any] = []
    modelapi(name="trial-own")(lambda: Own)
    (reply,) = ask_all(Asking(ModelSpec(name="trial-own/model")), questions(1))
    assert (reply.reason, reply.text, reply.fallback) == (None, "four", "json_schema")
    assert given[0].json_schema.model_dump(exclude_none=True) == FORM


# Endings


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Refusal(415, "unsupported media"), "model_error"),
        (
            Refusal(400, "<400> InternalError.Algo.DataInspectionFailed: Input data may contain inappropriate"),
            "refused",
        ),
        (Refusal(400, "maximum context length is 8192 tokens"), "model_error"),
        (Refusal(418), "infrastructure_error"),
        (said("", stop="content_filter"), "refused"),
    ],
)
def test_whose_fault_it_was(reply: Any, error: str, serve: Serve) -> None:
    server = serve(lambda _body, _number: reply)
    (got,) = ask_all(asking(server), questions(1, schema=None))
    assert (got.error, got.unreachable) == (error, error == "infrastructure_error")
    assert len(server.requests) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "late", [lambda: "1", lambda: formatdate(time.time() + 2, usegmt=True)], ids=["seconds", "date"]
)
def test_a_busy_server_says_how_long_to_wait(late: Callable[[], str], serve: Serve) -> None:
    times: list[float] = []

    def script(_body: dict[str, Any], number: int) -> Any:
        times.append(time.monotonic())
        return said("{}") if number else Refusal(429, headers={"retry-after": late()})

    (reply,) = ask_all(asking(serve(script)), questions(1))
    assert reply.error == ""
    # A date has whole seconds: one set two seconds ahead is at least one second away.
    assert times[1] - times[0] >= 0.95


def test_a_question_that_cannot_be_built_is_reported_and_does_not_end_the_run(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))

    def missing() -> Sequence[Part]:
        raise InputError("{file}: the clip is not there", file="a.mp4")

    asked = [Question(str(number), missing, schema=FORM) for number in range(20)]
    replies = list(ask_all(asking(server), [*asked, *[Question("20", lambda: [Words("?")])]]))
    assert ended(replies) == ["infrastructure_error"] * 20 + [""]
    assert {str(reply.reason) for reply in replies if reply.error} == {"a.mp4: the clip is not there"}
    assert not any(reply.unreachable for reply in replies)
    assert len(server.requests) == 1


def test_a_fault_of_our_own_ends_the_run(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))

    def wrong() -> Sequence[Part]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(ask_all(asking(server), [Question("0", wrong)]))


def test_a_server_that_is_gone_ends_the_run(serve: Serve) -> None:
    server = serve(lambda _body, _number: None)
    with pytest.raises(SubjectError, match="5 items in a row could not be tested"):
        list(ask_all(asking(server, retries=0, connections=4), questions(30)))
    assert len(server.requests) < 20


def test_a_spent_budget_lets_nothing_more_begin(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))
    budget = Budget(cost=0.2, prices=Prices(input=1000, output=1000))
    replies: list[Replied] = []
    with pytest.raises(BudgetSpent, match="--max-cost"):
        replies.extend(ask_all(asking(server, budget=budget, makers=1), questions(10)))
    assert 2 <= len(server.requests) <= 4


def test_two_questions_with_one_id_are_refused(serve: Serve) -> None:
    with pytest.raises(InputError, match="the same id"):
        list(ask_all(asking(serve(lambda _body, _number: said(""))), questions(1) * 2))


def test_closing_early_ends_what_is_at_work(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))
    replies = ask_all(asking(server), questions(50))
    next(replies)
    replies.close()
    asked = len(server.requests)
    assert asked < 50
    assert not [thread for thread in threading.enumerate() if "asyncio" in thread.name and thread.daemon is False]
    time.sleep(0.2)
    assert len(server.requests) <= asked + 1


# Media and memory


class Forgetful(list[Any]):
    """What a server receives and does not keep."""

    def append(self, _received: Any) -> None:
        """Keep nothing."""


def test_a_message_holds_each_medium_once(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))
    medium = Medium("image", "image/jpeg", b"\xff\xd8\xff" + b"a-picture-of-a-cup" * 50)
    (reply,) = ask_all(asking(server), questions(1, [Words("Look:"), medium, Words("Where?")]))
    assert reply.sent == {"image": len(medium.data)}
    (body,) = server.requests
    uri = body["messages"][0]["content"][1]["image_url"]["url"]
    assert json.dumps(body).count(uri) == 1


def test_questions_are_taken_a_few_ahead_of_the_replies(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))
    taken: list[str] = []

    def one_by_one() -> Iterator[Question]:
        for one in questions(40):
            taken.append(one.id)
            yield one

    ahead = []
    for number, _ in enumerate(ask_all(asking(server, connections=2, makers=1), one_by_one()), 1):
        ahead.append(len(taken) - number)
        time.sleep(0.01)
    assert len(ahead) == 40
    # Three under way and one that waits for room; replies that were not fetched yet are on top at first.
    assert ahead[-1] == 0
    assert len(server.requests) == 40


def test_a_list_that_breaks_off_ends_the_run_with_its_own_error(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))

    def broken() -> Iterator[Question]:
        yield from questions(3)
        raise InputError("{file}: was damaged", file="questions.json")

    with pytest.raises(InputError, match=r"questions\.json: was damaged"):
        list(ask_all(asking(server), broken()))


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_questions(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))
    server.requests, server.headers = Forgetful(), Forgetful()

    def peak(count: int) -> int:
        def parts() -> Sequence[Part]:
            return [Medium("image", "image/jpeg", bytes(500_000)), Words("?")]

        tracemalloc.start()
        for _ in ask_all(asking(server, connections=2), [Question(str(n), parts, schema=FORM) for n in range(count)]):
            pass
        try:
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(3)
    few, many = peak(10), peak(80)
    # Seventy more questions of a megabyte each, without memory for ten of them.
    assert many - few < 10 * 500_000


@pytest.mark.slow
def test_memory_is_the_same_at_the_beginning_and_at_the_end_of_few_questions_and_of_many(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("{}"))
    server.requests, server.headers = Forgetful(), Forgetful()

    def held(count: int) -> int:
        asked = (Question(str(n), lambda: [Words("Where is the red cup? " * 30)], schema=FORM) for n in range(count))
        found = []
        tracemalloc.start()
        try:
            for number, _ in enumerate(ask_all(asking(server, connections=4), asked)):
                if number in {10, count - 10}:
                    gc.collect()
                    found.append(tracemalloc.get_traced_memory()[0])
        finally:
            tracemalloc.stop()
        return max(found)

    held(30)
    few, many = held(60), held(460)
    # As samples of an Inspect task each took 14 KiB from the beginning.
    assert many - few < 400 * 1024
