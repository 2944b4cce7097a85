"""Help in panels, and an example for every command."""

import shlex
from typing import Any

import pytest
import typer

from mindsight.cli.app import tree
from mindsight.cli.parser.examples import EXAMPLES
from mindsight.cli.parser.panels import FEW, PANELS, long_name, panels
from record import trial


def leaves() -> dict[str, Any]:
    """Return every command by its words."""
    found = {}
    waiting: list[tuple[str, Any]] = [("", typer.main.get_command(tree()))]
    while waiting:
        words, command = waiting.pop()
        inner = getattr(command, "commands", None)
        if inner is None:
            found[words] = command
        else:
            waiting += [(f"{words} {name}".strip(), below) for name, below in inner.items()]
    return found


LEAVES = leaves()


def test_every_command_has_an_example_and_no_other() -> None:
    assert EXAMPLES.keys() == LEAVES.keys()


@pytest.mark.parametrize("words", sorted(LEAVES))
def test_the_example_of_a_command_is_understood(words: str) -> None:
    program, *rest = shlex.split(EXAMPLES[words])
    assert program == "mindsight"
    assert rest[: len(words.split())] == words.split()
    LEAVES[words].make_context("shown", rest[len(words.split()) :])


def test_no_panel_names_an_option_that_is_unknown_or_in_another_panel() -> None:
    named = [name for names in PANELS.values() for name in names]
    there = {long_name(each).lstrip("-") for command in LEAVES.values() for each in command.params}
    assert len(named) == len(set(named))
    assert set(named) - there == {"help"}


@pytest.mark.parametrize("words", sorted(LEAVES))
def test_every_option_is_in_one_panel(words: str) -> None:
    command = LEAVES[words]
    context = typer.Context(command)
    options = [each.name for each in command.get_params(context) if each.param_type_name == "option"]
    shown = [each.name for _, found in panels(command, context) for each in found]
    assert sorted(shown) == sorted(options)
    assert len(list(panels(command, context))) == (1 if len(options) <= FEW else len(PANELS))


@pytest.mark.parametrize(
    ("language", "titles"),
    [
        ("en", ["What is tested:", "How:", "Output:", "Limits:", "Example:"]),
        ("zh", ["测什么:", "怎样测:", "输出:", "限度:", "示例:"]),
    ],
)
def test_help_shows_the_panels_in_their_order(language: str, titles: list[str]) -> None:
    said = trial.mindsight("album", "run", "--help", "--lang", language).stdout
    places = [said.index(f"\n{title}") for title in titles]
    assert places == sorted(places)
    assert "[env var" not in said
