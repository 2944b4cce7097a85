"""A library's message is unchanged in English; in Chinese it is translated, or quoted with the library's name."""

import io
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from PIL import Image
from pydantic import BaseModel, Field, ValidationError

from mindsight.album.kits.pictures import decode, encode_png
from mindsight.errors import PictureError
from mindsight.reasons import KNOWN, reason_of, system_reason
from mindsight.text import Text, say

ENGLISH = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")


class Model(BaseModel):
    model_config = {"extra": "forbid"}

    number: int = Field(ge=1, lt=10)
    choice: Literal["one"]
    name: str = Field(pattern="^[a-z]+$", min_length=2)


GOOD = {"number": 1, "choice": "one", "name": "ab"}


def pydantic_says(change: dict[str, object]) -> str:
    with pytest.raises(ValidationError) as caught:
        Model.model_validate({**GOOD, **change})
    return str(caught.value.errors()[0]["msg"])


def complaint(call: Callable[[], object], kind: type[Exception]) -> str:
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value)


def said() -> Iterator[tuple[str, str]]:
    """Yield real messages of libraries."""
    for change in (
        {"number": "many"},
        {"number": 0},
        {"number": 10},
        {"number": 1.5},
        {"choice": "two"},
        {"name": 3},
        {"name": "A1"},
        {"name": "a"},
        {"more": 1},
    ):
        yield "pydantic", pydantic_says(change)
    for source in ("a = ", "a", "a = [1", "a = 'x", "[a\n", "a = 1 2", "a = 1\na = 2", "[a]\n[a]", "= 1"):
        yield "tomllib", complaint(lambda source=source: tomllib.loads(source), tomllib.TOMLDecodeError)
    for raw in (b"", b"{", b'{"a" 1}', b'{"a": 1 "b"}', b"1 2", b'"a', b'"\n"'):
        yield "json", complaint(lambda raw=raw: json.loads(raw), ValueError)
    yield "json", complaint(b"\xff".decode, ValueError)


@pytest.mark.parametrize(("library", "words"), [*said()], ids=lambda value: str(value)[:60])
def test_what_libraries_often_say_has_a_chinese(library: str, words: str) -> None:
    reason = reason_of(words, library)
    assert say(reason, "en") == words.rstrip(".")
    assert ENGLISH.search(say(reason, "zh")) is None
    assert "原文" not in say(reason, "zh")


@pytest.mark.parametrize("number", [2, 13, 17, 20, 21, 28, 30, 40])
def test_what_the_system_often_says_has_a_chinese(number: int) -> None:
    import os

    reason = system_reason(OSError(number, os.strerror(number)))
    assert say(reason, "en") == os.strerror(number)
    assert say(reason, "zh").isascii() is False
    assert ENGLISH.search(say(reason, "zh")) is None


def test_what_is_not_known_is_quoted_as_the_librarys_own_words() -> None:
    reason = reason_of("the flux\n capacitor is empty.", "Pillow")
    assert say(reason, "en") == "Pillow: “the flux capacitor is empty”"
    assert say(reason, "zh") == "Pillow 原文：“the flux capacitor is empty”"
    inner = reason_of("broken PNG file (a chunk of nothing)", "Pillow")
    assert say(inner, "zh") == "PNG 文件损坏（原文：“a chunk of nothing”）"
    assert say(system_reason(OSError("odd")), "zh") == "操作系统 原文：“odd”"
    assert say(reason_of("", "ijson"), "en") == "ijson: “?”"


def test_a_reason_is_cut_and_its_fields_are_data() -> None:
    assert len(say(reason_of("x" * 5000, "Pillow"), "en")) < 200
    assert len(say(reason_of(f"Input should be '{'x' * 5000}'", "pydantic"), "en")) < 200
    reason = reason_of("Cannot declare {name} twice", "tomllib")
    assert say(reason, "en") == "Cannot declare {name} twice"


@pytest.mark.parametrize("template", KNOWN)
def test_every_template_is_found_by_its_own_sentence(template: str) -> None:
    words = re.sub(r"\{(\w+)\}", lambda field: "invalid start byte" if field[1] == "problem" else "7", template)
    assert reason_of(words, "x").message == template


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP"])
def test_a_picture_that_is_cut_off_is_refused_in_one_language(kind: str) -> None:
    import numpy as np

    pixels = np.random.default_rng(1).integers(0, 256, (64, 64, 3)).astype(np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, kind)
    whole = buffer.getvalue()
    for data in (whole[: len(whole) // 2], whole[:-20], encode_png(pixels)[:-4]):
        with pytest.raises(PictureError) as caught:
            decode(data, name="a.bin")
        assert isinstance(caught.value.text, Text)
        chinese = say(caught.value.text, "zh")
        assert ENGLISH.search(re.sub("原文：“[^”]*”", "", chinese)) is None, chinese
