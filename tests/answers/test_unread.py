"""Answers that could not be read: one count and one sentence for turns, replies and clips; shares by hand."""

from typing import Any

import pytest

from mindsight.answers.unread import CAUSES, PARTS, answers_in, unread_in, unread_measures, unread_note
from mindsight.record.blocks import Note
from mindsight.record.model import Item, Signature
from mindsight.text import say

SIGNATURE = Signature(identity={}, environment={})
EVIL = 'yellow\n<script>"x"</script>\x1b[31m' + "x" * 500


def reply(text: str = "", status: str = "scored", outcome: str = "NR", **said: Any) -> Item:
    """Return a question whose reply could not be read; ``problem`` is what a newer reader names."""
    parsed = {"status": "unreadable", **({"problem": said.pop("problem")} if "problem" in said else {})}
    answer = {"text": text, "said": said, "sent": {}}
    return Item.model_construct(id="a", answer=answer, parsed=parsed, status=status, outcome=outcome)


def read(text: str) -> Item:
    """Return a question whose reply was read."""
    return Item.model_construct(
        id="a", answer={"text": text, "said": {}}, parsed={"status": "answer"}, status="scored", outcome="TP"
    )


def clip(outcome: str, text: str = "?", status: str = "scored", **said: Any) -> Item:
    """Return a clip that ended so."""
    return Item.model_construct(id="a", answer={"text": text, "said": said}, parsed={}, status=status, outcome=outcome)


def turns(*problems: str) -> Item:
    """Return an episode with a turn for each problem; empty: it was read."""
    steps = [{"code": "waited" if not one else "unreadable"} for one in problems]
    told = [{"problem": one, "repairs": [], "answer": {"text": "-"}} for one in problems]
    return Item.model_construct(
        id="a", answer={"turns": told, "steps": steps}, status="scored", outcome="TN", parsed={}
    )


@pytest.mark.parametrize(
    ("item", "cause"),
    [
        (reply("yellow"), "unreadable"),
        (reply("yellow", problem="no_answer"), "no_answer"),
        (reply("yellow", problem="several"), "several"),
        (reply("yellow", problem="a name of tomorrow"), "unreadable"),
        (reply(""), "empty"),
        (reply("  <think>a mug, I see</think>\n"), "empty"),
        (reply("", reasoning_content="a mug"), "empty"),
        (reply('{"answer', stop="max_tokens"), "cut"),
        (reply("", stop="max_tokens"), "cut"),
        (reply("", stop="content_filter"), "refused"),
        (reply("", refusal="I cannot look at people."), "refused"),
        (reply("I'm sorry, I can't help with that.", problem="refused"), "refused"),
        (read("yellow"), ""),
        (clip("scored"), ""),
        (clip("refused"), "refused"),
        (clip("parse_error", "no json"), "unreadable"),
        (clip("parse_error", ""), "empty"),
        (clip("parse_error", "{", stop="max_tokens"), "cut"),
        (clip("model_error", ""), "error"),
    ],
)
def test_a_reply_has_one_cause_whoever_read_it(item: Item, cause: str) -> None:
    assert [found for found, _ in answers_in(item)] == [cause]
    assert cause in {"", *CAUSES}


def test_what_could_not_be_tested_has_no_reply_and_a_built_in_subject_says_nothing() -> None:
    failed = clip("infrastructure_error", "", status="failed")
    silent = Item.model_construct(id="a", answer={"steps": []}, status="scored", outcome="TN", parsed={})
    assert unread_in([failed, silent]).answers == 0
    assert list(unread_measures(unread_in([failed, silent]), SIGNATURE, suite="home", clause="6.3-b")) == []


@pytest.mark.parametrize(
    ("items", "suite"),
    [
        ([*[read("x")] * 4, reply("", stop="max_tokens"), *[reply("")] * 2, *[reply("", refusal="no")] * 2, reply("?")], "home"),
        ([*[clip("scored")] * 4, clip("parse_error", "{", stop="max_tokens"), *[clip("parse_error", "")] * 2,
          *[clip("refused")] * 2, clip("parse_error")], "vsig"),
        ([turns("", "", "cut", "empty", "refused"), turns("", "", "empty", "refused", "no_call")], "home"),
    ],
)  # fmt: skip
def test_the_four_shares_are_the_same_in_every_suite(items: list[Item], suite: str) -> None:
    """Ten answers: six not read, of which one was cut off, two empty, two refusals. By hand."""
    found = {one.name: one for one in unread_measures(unread_in(items), SIGNATURE, suite=suite, clause="1")}
    shares = {"unread": 0.6, "unread.cut": 0.1, "unread.empty": 0.2, "unread.refused": 0.2}
    assert {name: one.value for name, one in found.items()} == {f"{suite}.{name}": one for name, one in shares.items()}
    assert {(one.n, one.better, one.interval) for one in found.values()} == {(10, "lower", None)}
    (note,) = unread_note(unread_in(items), clause="1")
    told = say(note.body, "en")
    assert "60.0 % of the answers (6 of 10) could not be read" in told
    assert "10.0 % were cut off, 20.0 % were empty and 20.0 % were refusals" in told


@pytest.mark.parametrize(("unread", "role"), [(0, None), (1, "information"), (4, "information"), (5, "warning")])
def test_from_five_percent_on_it_is_a_warning(unread: int, role: str | None) -> None:
    notes = list(unread_note(unread_in([*[reply("x")] * unread, *[read("x")] * (100 - unread)]), clause="6.3-b"))
    assert [note.role for note in notes] == ([] if role is None else [role])


def test_one_example_is_given_verbatim_but_harmless() -> None:
    items = [reply(""), *[reply(EVIL)] * 2]
    (note,) = unread_note(unread_in(items), clause="6.3-b")
    assert isinstance(note, Note)
    told = say(note.body, "en")
    assert "Most often nothing in the answer could be read (2)." in told
    assert "verbatim: “yellow <script>" in told
    assert "\\u001b[31m" in told
    assert told.isprintable()
    assert len(told) < 600


def test_every_part_has_words() -> None:
    assert set(PARTS) <= CAUSES.keys()
