"""Help in both languages, its speed, and errors of the parser."""

import os
import re
import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pytest
import typer
from rich.cells import cell_len

from mindsight.cli.app import tree
from mindsight.text import translate
from record import trial

TREE: Any = typer.main.get_command(tree())


def commands() -> Iterator[list[str]]:
    """Yield the words of every command and group of commands."""
    waiting: list[tuple[list[str], object]] = [([], TREE)]
    while waiting:
        words, found = waiting.pop()
        yield words
        waiting += [([*words, name], inner) for name, inner in getattr(found, "commands", {}).items()]


def found_by(words: list[str]) -> Any:
    """Return the command or group of these words."""
    found = TREE
    for word in words:
        found = found.commands[word]
    return found


COMMANDS = sorted(commands())
CUT = re.compile(r"[^\]}\s…](\.\.\.|…)$")
"""The end of a line that was cut off; a usage ends in ``[ARGS]...`` or ``{runs}...``, and a list may in ``R01, R02, …``."""


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
    done = trial.mindsight(*words, "--help", "--lang", language, env=trial.environment(COLUMNS="80"))
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if cell_len(line) > 80 or CUT.search(line)] == []
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


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("words", [words for words in COMMANDS if hasattr(found_by(words), "commands")], ids=" ".join)
def test_the_help_of_a_group_says_everything_within_the_terminal(words: list[str], language: str) -> None:
    done = trial.mindsight(*words, "--help", "--lang", language, env=trial.environment(COLUMNS="80"))
    lines = done.stdout.splitlines()
    assert [line for line in lines if cell_len(line) > 80 or CUT.search(line)] == []
    said = "".join(done.stdout.split())
    for name, command in found_by(words).commands.items():
        assert "".join(f"{name}{translate(command.help, language)}".split()) in said


def test_the_commands_stand_in_the_order_of_the_work() -> None:
    """Typer itself has groups after commands, so that the suites came last and a kit after its run."""
    said = trial.mindsight("--help").stdout
    names = ["demo", "doctor", "album", "home", "vsig", "rate", "review", "report", "compare", "verify", "sign"]
    places = [said.index(f"\n  {name} ") for name in names]
    assert places == sorted(places)
    steps = [said.index(f"\n{step}:\n") for step in ("Begin", "Test", "Read and compare", "Check, join and sign")]
    assert steps == sorted(steps)
    assert next(iter(found_by(["album"]).commands)) == "kit"


@pytest.mark.parametrize("words", [["--version"], ["--debug", "--version"], ["--version", "album"]], ids=" ".join)
def test_the_version_is_that_of_the_package(words: list[str]) -> None:
    done = trial.mindsight(*words)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"mindsight {version('mindsight')}\n", "")


def test_no_variable_asks_for_the_version_in_place_of_a_command() -> None:
    done = trial.mindsight("clauses", "album", env=trial.environment(MINDSIGHT_VERSION="1"))
    assert "6.3.2" in done.stdout
