"""Fields are filled by name only; a text without a translation stays English."""

import os
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from mindsight.errors import ItemError, MindsightError, ProductError, SubjectError
from mindsight.text import Text, catalogue, mark, say, spelled, storable, text, translate

SECRET = "not to be read"  # noqa: S105


@pytest.mark.parametrize(
    "message",
    [
        "{x.__class__}",
        "{x.__class__.__mro__[1].__subclasses__}",
        "{x[0]}",
        "{x!r}",
        "{x:>1000000000}",
        "{0}",
        "{}",
        "{{x}}}{",
        "{x",
        "%(x)s",
        "${x.y}",
        "{x.__init__.__globals__[SECRET]}",
    ],
)
def test_a_message_from_elsewhere_reaches_nothing_but_its_own_arguments(message: str) -> None:
    said = say(Text(message=message, args={"x": "v"}), "en")
    assert said == message.replace("{x}", "v")
    assert len(said) < 100


@given(st.text(), st.text())
def test_what_fills_a_field_is_not_filled_again(first: str, second: str) -> None:
    said = say(text("{a}|{b}", a="{b}" + storable(first), b=second), "en")
    assert said == "{b}" + storable(first) + "|" + storable(second)


def test_a_field_without_a_value_stays_as_it_is() -> None:
    assert str(text("{a} and {b}", a=1)) == "1 and {b}"


def test_numbers_are_written_shortly() -> None:
    assert str(text("{a} {b} {c}", a=1 / 3, b=10**20, c=120.0)) == "0.333333 100000000000000000000 120"


def test_a_text_in_a_text_is_said_in_the_same_language() -> None:
    inner = text("Name of the product")
    outer = text("error: {reason}", reason=text("{number}. {step}", number=1, step=inner))
    assert say(outer, "en") == "error: 1. Name of the product"
    assert say(outer, "zh").endswith(say(text("{number}. {step}", number=1, step=inner), "zh"))


def test_words_that_exist_in_both_languages_are_said_in_the_readers() -> None:
    spoken = spelled("杯子在架子上", "the cup is on the shelf")
    assert (say(spoken, "zh"), say(spoken, "en")) == ("杯子在架子上", "the cup is on the shelf")
    assert Text.model_validate_json(spoken.model_dump_json()) == spoken


def test_an_unknown_wording_and_an_unknown_language_stay_english() -> None:
    assert say(text("a wording that no catalogue has {n}", n=1), "zh") == "a wording that no catalogue has 1"
    assert say("nor this", "zh") == "nor this"
    assert say(text("Version"), "fr") == "Version"  # type: ignore[arg-type]
    assert say(text("Version"), "en") == "Version"
    assert translate("", "zh") == ""


def test_the_chinese_catalogue_is_there() -> None:
    assert catalogue("zh").info()["language"].startswith("zh")
    assert catalogue("zh") is catalogue("zh")
    assert mark("anything") == "anything"


def test_a_text_is_data() -> None:
    sentence = text("{a} {b}", a="x", b=text("inner {n}", n=2))
    assert Text.model_validate_json(sentence.model_dump_json()) == sentence
    with pytest.raises(ValidationError):
        Text.model_validate({"message": "m", "args": {}, "more": 1})
    with pytest.raises(ValidationError):
        Text.model_validate({"message": "m", "args": {"a": [1]}})
    with pytest.raises(ValidationError):
        Text.model_validate({"message": "m", "args": "a"})
    with pytest.raises(ValidationError):
        sentence.message = "other"  # type: ignore[misc]


def test_names_of_any_bytes_can_be_said_and_stored() -> None:
    name = os.fsdecode(b"caf\xe9")
    sentence = text("{file}: no", file=name)
    assert str(sentence) == "caf\\udce9: no"
    assert Text.model_validate_json(sentence.model_dump_json()) == sentence
    assert str(MindsightError("{file}: no", file=name)) == "caf\\udce9: no"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MindsightError("a {b}", b=1), 2),
        (ItemError("{item}", item=text("x")), 2),
        (SubjectError("gone"), 3),
        (ProductError("late {s}", outcome="timeout", s=1.5), 2),
    ],
)
def test_errors_travel_between_processes(error: MindsightError, code: int) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert (str(back), back.text, back.exit_code) == (str(error), error.text, code)
    assert getattr(back, "outcome", None) == getattr(error, "outcome", None)
