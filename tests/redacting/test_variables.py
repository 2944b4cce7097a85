"""Values of the environment, whatever their variables are called; and what stays readable."""

from pathlib import Path

import pytest

from mindsight.redacting import redact, redact_foreign


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start from an environment of which no value is in the texts of these tests."""
    monkeypatch.setattr("os.environ", {"PATH": "/usr/bin"})


@pytest.mark.parametrize("name", ["DBK", "X", "LAUNCH_CODE", "lower"])
@pytest.mark.parametrize(
    "value",
    [
        "correct-horse-battery",
        "tr0ub4dor&3",
        "two words",
        "abc/def+ghi=",
        "Ünïcödé-word",
        'say "it" twice',
        "allLettersHere",
    ],
)
def test_a_value_is_hidden_in_foreign_words_whatever_its_name(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert redact_foreign(f"cannot log in with {value}.") == "cannot log in with ***."
    assert value not in redact_foreign(f"{name}={value}\nEND=1")
    assert redact(f"show {value}") == f"show {value}"


def test_a_value_is_hidden_with_other_spaces_and_quoted_for_an_address_or_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHRASE", 'two "long" words')
    for spelled in ('two  "long"\twords', "two%20%22long%22%20words", r"two \"long\" words"):
        assert redact_foreign(f"got {spelled} here") == "got *** here"


def test_each_line_of_a_value_is_hidden_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE", '{\n "id": "robot-77-x",\n "q": "zzzz-yyyy-1"\n}')
    assert redact_foreign('"q": "zzzz-yyyy-1" }') == "*** }"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LANG", "en_US.UTF-8"), ("LOCALE", "zh_CN.UTF-8"), ("STAGE", "production"), ("SEED", "20261128"), ("TERM", "xterm-256color"),
        ("BASE", "http://127.0.0.1:8000/v1"), ("OPENAI_BASE_URL", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
        ("MODEL", "Qwen/Qwen2.5-VL-7B-Instruct"), ("VL_MODEL", "Qwen/Qwen2.5-VL-7B-Instruct"), ("SHORT", "abc-123"), ("USER", "somebody1"),
        ("CACHE", str(Path(__file__).parent)), ("SEARCHED", f"{Path(__file__).parent}:/nowhere/bin"), ("GREETING_AUTH", "https://auth.example/"),
        ("MINDSIGHT_ALBUM_RUN_SUBJECT", "command:enhance {input} {output}"),
    ],
)  # fmt: skip
def test_what_is_plainly_public_stays_readable(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    said = f"error near {value} here"
    assert redact_foreign(said) == said


def test_a_word_is_left_where_it_is_a_part_of_a_path_or_of_a_longer_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROJECT", "holiday-photos")
    said = "/data/holiday-photos/1.png, holiday-photos/2.png and myholiday-photos2"
    assert redact_foreign(said) == said
    assert redact_foreign("of holiday-photos, 3") == "of ***, 3"


def test_what_the_user_wrote_loses_only_values_of_variables_that_speak_of_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SHARE", "quiet-village")
    monkeypatch.setenv("VAULT_PASS", "loud-city-9")
    assert redact("command:tool quiet-village loud-city-9 {input}") == "command:tool quiet-village *** {input}"


def test_a_value_that_changes_later_is_hidden_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert redact_foreign("see late-value-1") == "see late-value-1"
    monkeypatch.setenv("LATER", "late-value-1")
    assert redact_foreign("see late-value-1") == "see ***"
