"""Help in both languages, its speed, and errors of the parser."""

import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator

import pytest
import typer

from mindsight.cli.app import tree
from record import trial


def commands() -> Iterator[list[str]]:
    """Yield the words of every command and group of commands."""
    waiting: list[tuple[list[str], object]] = [([], typer.main.get_command(tree()))]
    while waiting:
        words, found = waiting.pop()
        yield words
        waiting += [([*words, name], inner) for name, inner in getattr(found, "commands", {}).items()]


COMMANDS = sorted(commands())


def test_the_commands_are_there() -> None:
    assert {"verify", "rescore", "report", "compare", "clauses", "doctor", "demo", "album"} <= {
        words[0] for words in COMMANDS if words
    }
    assert ["album", "kit", "enhancement"] in COMMANDS


@pytest.mark.parametrize(
    ("words", "language"),
    [
        # The catalogue is tested elsewhere: one group and one command suffice to show that help uses it.
        pytest.param(words, language, id=" ".join([*words, language]), marks=[] if quick else [pytest.mark.slow])
        for words in COMMANDS
        for language, quick in (("en", True), ("zh", words in ([], ["album", "run"])))
    ],
)
def test_every_command_explains_itself(words: list[str], language: str) -> None:
    done = trial.mindsight(*words, "--help", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("用法：" if language == "zh" else "Usage: ") + " ".join(["mindsight", *words]) in done.stdout
    assert "--help" in done.stdout


@pytest.mark.parametrize("words", [words for words in COMMANDS if words in ([], ["album"], ["album", "kit"])])
def test_a_group_without_a_command_shows_its_help_and_is_a_usage_error(words: list[str]) -> None:
    done = trial.mindsight(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage: mindsight" in done.stderr


@pytest.mark.parametrize("variable", ["MINDSIGHT_LANG", "LC_ALL", "LANG"])
def test_the_environment_chooses_the_language_and_the_option_wins(variable: str) -> None:
    chinese = trial.environment(**{variable: "zh_CN.UTF-8" if variable != "MINDSIGHT_LANG" else "zh"})
    assert "用法：" in trial.mindsight("--help", env=chinese).stdout
    assert "Usage: " in trial.mindsight("--lang", "en", "--help", env=chinese).stdout


def test_the_language_may_be_given_anywhere() -> None:
    said = [
        trial.mindsight(*words).stderr
        for words in (["--lang", "zh", "verify"], ["verify", "--lang", "zh"], ["verify", "--lang=zh"])
    ]
    assert said[0].startswith("错误")
    assert len(set(said)) == 1


def test_a_terminal_that_knows_no_chinese_is_no_reason_to_fail() -> None:
    done = trial.mindsight("--help", "--lang", "zh", env=trial.environment(PYTHONIOENCODING="ascii"))
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 2)


BARE = "import typer.main, typer.testing; from pydantic import create_model; create_model('Model', number=(int, 0))"
"""A parser and a checked value, without our code."""


def seconds_of(*words: str) -> float:
    """Return the processor time of a Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.skipif("coverage" in sys.modules or "COVERAGE_RUN" in os.environ, reason="coverage slows every import")
def test_help_is_quick() -> None:
    """Machines differ and are shared, so compare with importing the two libraries that every command needs."""
    asked, bare = ("-m", "mindsight", "--help"), ("-c", BARE)
    for words in (asked, bare):
        seconds_of(*words)  # compiles all modules not compiled yet
    pairs = [(seconds_of(*asked), seconds_of(*bare)) for _ in range(3)]
    assert statistics.median(one / other for one, other in pairs) <= 2.0, pairs
