"""Errors of the parser are one sentence in one language."""

import re

import pytest

from record import trial

ENGLISH = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")
RUN = ["album", "run", "kit", "--subject", "baseline:identity"]

MISTYPED = [
    (["nonsense"], "No such command 'nonsense'; see --help"),
    (["clausse"], "No such command 'clausse'. Did you mean clauses?"),
    (["--nonsense"], "there is no option --nonsense; see --help"),
    ([*RUN, "--worker", "2"], "there is no option --worker; did you mean --workers? See --help"),
    ([*RUN, "--workers"], "--workers needs a value; see --help"),
    ([*RUN, "--no-media=3"], "--no-media takes no value; see --help"),
    (["verify"], "run is missing; see --help"),
    (["verify", "a", "b"], "Got unexpected extra argument(s) (b); see --help"),
    (
        [*RUN, "--workers", "many"],
        "--workers: the value is not usable (Input should be a valid integer, unable to parse string as an integer); see --help",
    ),
    (
        [*RUN, "--workers", "0"],
        "--workers: the value is not usable (Input should be greater than or equal to 1); see --help",
    ),
    (
        [*RUN, "--timeout", "soon"],
        "--timeout: the value is not usable (Input should be a valid number, unable to parse string as a number); see --help",
    ),
]


@pytest.mark.parametrize(("arguments", "sentence"), MISTYPED, ids=lambda value: " ".join(value)[:50])
def test_a_complaint_in_english_and_in_chinese(arguments: list[str], sentence: str) -> None:
    english = trial.mindsight(*arguments)
    assert (english.returncode, english.stderr) == (2, f"error: {sentence}\n")
    chinese = trial.mindsight("--lang", "zh", *arguments)
    assert chinese.returncode == 2
    assert chinese.stderr.startswith("错误：")
    assert ENGLISH.search(chinese.stderr) is None
