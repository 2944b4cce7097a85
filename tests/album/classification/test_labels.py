"""Labels as products give them: lines, JSON, several encodings, and invalid input."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.album.classification.labels import (
    LONGEST_LABEL,
    MOST_LABELS,
    Label,
    Vocabulary,
    folded,
    parse_labels,
    read_text,
    tidy,
)
from mindsight.errors import InputError, ProductError

CLASSES = {"hat": ("帽子",), "t-shirt": (), "café": ()}


def names(data: bytes) -> list[str]:
    return [label.name for label in parse_labels(data)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (b"", []),
        (b" \r\n\n", []),
        (b"hat", ["hat"]),
        (b" hat \r\nt-shirt\r\n\r\n", ["hat", "t-shirt"]),
        ("帽子\n".encode(), ["帽子"]),
        ("帽子\n".encode("utf-8-sig"), ["帽子"]),
        ("帽子".encode("gb18030"), ["帽子"]),
        ("帽子".encode("utf-16"), ["帽子"]),
        (b'["hat", "t-shirt"]', ["hat", "t-shirt"]),
        (b'"hat"', ["hat"]),
        (b"[]", []),
        (b'{"label": "hat"}', ["hat"]),
        (b'{"labels": ["hat"]}', ["hat"]),
        (b'[{"name": "hat", "confidence": 0.2}, {"name": "t-shirt", "confidence": 0.7}]', ["t-shirt", "hat"]),
        (b'[{"label": "hat", "uncertainty": 40}, {"label": "t-shirt", "uncertainty": 5}]', ["t-shirt", "hat"]),
        (b'[{"label": "hat", "score": 1}, {"label": "t-shirt", "score": 1}]', ["hat", "t-shirt"]),
        # A list in which one has no score keeps its order.
        (b'[{"label": "hat", "score": 0.1}, "t-shirt"]', ["hat", "t-shirt"]),
        (b'[{"label": "hat", "score": 1, "confidence": 0.1}, {"label": "cap", "confidence": 0.9}]', ["cap", "hat"]),
        (b'[{"label": "hat", "score": null}, {"label": "cap", "score": 9}]', ["hat", "cap"]),
        (b"null", []),
        (b' {"label": null}', []),
        (b'{"labels": null}', []),
        (b'"null"', ["null"]),
        (b"null\nhat", ["null", "hat"]),
        ("h\u200bat\ufeff\n\u200et-shirt\u200f".encode(), ["hat", "t-shirt"]),
        (b"hat\x1b[31m\x00cap", ["hat [31m cap"]),
    ],
)
def test_answers_are_understood(answer: bytes, expected: list[str]) -> None:
    assert names(answer) == expected


@pytest.mark.parametrize(
    "answer",
    [
        b"[",
        b'{"class": "hat"}',
        b"[1, 2]",
        b'[["hat"]]',
        b'{"labels": [null]}',
        b"[" * 100_000,
        b"x" * (1 << 20) + b"x",
        b"\n".join(b"label %d" % number for number in range(MOST_LABELS + 1)),
        b'[{"label": 1e999}]',
        b'[{"label": "hat", "score": "high"}, {"label": "cap", "score": 9}]',
        b'{"labels": [{"label": "cat", "score": "0.9"}, {"label": "dog", "score": 0.95}]}',
        b'[{"label": "hat", "score": true}]',
        b'[{"label": "hat", "score": NaN}]',
        b'[{"label": "hat", "confidence": Infinity}]',
        b'[{"label": "hat", "uncertainty": [1]}]',
        b'[{"label": "hat", "score": 1' + b"0" * 400 + b"}]",
        b'[{"label": "hat", "score": 1}, {"label": "cap", "confidence": 0.99}]',
        b'[{"label": "hat", "score": 1}, {"label": "cap", "uncertainty": 0.1}]',
    ],
)
def test_what_are_no_labels_is_refused_in_one_sentence(answer: bytes) -> None:
    with pytest.raises(ProductError) as refused:
        parse_labels(answer)
    assert refused.value.outcome == "unreadable"
    assert "\n" not in str(refused.value)


@given(st.binary(max_size=200))
def test_any_bytes_are_labels_or_refused(answer: bytes) -> None:
    try:
        found = parse_labels(answer)
    except ProductError:
        return
    assert all(0 < len(label.name) <= LONGEST_LABEL and label.name == tidy(label.name) for label in found)
    json.dumps([label.name for label in found]).encode()


@given(st.text(max_size=50))
def test_folding_is_stable_and_blind_to_case(name: str) -> None:
    assert folded(folded(name)) == folded(name)
    assert folded(f"  {name}\t") == folded(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("HAT", "hat"),
        (" hat ", "hat"),
        ("帽子", "hat"),
        ("cafe\u0301", "café"),
        ("CAFÉ", "café"),
        ("hats", None),
        ("", None),
    ],
)
def test_a_name_means_a_class(name: str, expected: str | None) -> None:
    assert Vocabulary(CLASSES).class_of(name) == expected


def test_the_class_map_is_many_to_one_and_goes_before_the_classes_own_names() -> None:
    vocabulary = Vocabulary(CLASSES, [("Cap", "hat"), ("bowler", "帽子"), ("T-Shirt", "café")])
    found = [vocabulary.class_of(name) for name in ("cap", "BOWLER", "t-shirt")]
    assert found == ["hat", "hat", "café"]


@pytest.mark.parametrize(
    ("class_map", "said"),
    [([("cap", "trousers")], "trousers"), ([("cap", "hat"), ("CAP", "café")], "two classes")],
)
def test_a_class_map_that_leads_nowhere_or_twice_is_refused(class_map: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        Vocabulary(CLASSES, class_map)


def test_a_name_that_means_two_classes_is_refused() -> None:
    with pytest.raises(InputError, match="two classes"):
        Vocabulary({"Hat": (), "hat": ()})
    with pytest.raises(InputError, match="two classes"):
        Vocabulary({"hat": ("cap",), "bowler": ("Cap",)})


def test_labels_keep_their_order_and_count_once() -> None:
    vocabulary = Vocabulary(CLASSES, [("cap", "hat")])
    labels = [Label(name) for name in ("People", "cap", "HAT", "people", "t-shirt")]
    assert vocabulary.understood(labels) == [{"other": "People"}, {"class": "hat"}, {"class": "t-shirt"}]


def test_text_that_is_neither_is_still_shown() -> None:
    assert read_text(b"\xff\xff\xff") != ""
    assert tidy("a\ud800b") == "a\\ud800b"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("c\u200bat", "cat"),
        ("\ufeffcat\u200e", "cat"),
        ("ca\u00adt", "cat"),
        ("\u202bחתול\u202c", "חתול"),
        ("猫\u200b\u2060", "猫"),
        ("cat\u200d", "cat"),
        ("\u200ccat", "cat"),
        ("c\u200dat", "cat"),
        ("猫\u200d狗", "猫狗"),
        ("cafe\u200c\u0301", "café"),
        # Here the joiners are part of the spelling, or of one picture.
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क्\u200dष", "क्\u200dष"),
        ("👩\u200d⚕\ufe0f", "👩\u200d⚕\ufe0f"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        (
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
            "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        ),
        # Visible, or not guessed.
        ("\u0600١", "\u0600١"),
        ("ｃａｔ", "ｃａｔ"),
        ("black  cat", "black  cat"),
    ],
)
def test_only_what_nobody_sees_is_removed(name: str, expected: str) -> None:
    assert tidy(name) == expected


@given(st.text(st.characters(categories=["L", "M", "S", "Cf", "Zs"]), max_size=20))
def test_a_tidy_name_stays_as_it_is(name: str) -> None:
    assert tidy(tidy(name)) == tidy(name)
