"""Every option has one environment variable, named after the option."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
import typer

from mindsight.cli import app
from mindsight.cli.parser.variables import name_variables, options
from record import trial

ROOT = Path(__file__).resolve().parents[3]


def tree() -> Any:
    command = typer.main.get_command(app.tree())
    name_variables(command)
    return command


def derived() -> dict[str, str]:
    """Return each variable with its command line, derived independently."""
    found = {}
    waiting: list[tuple[list[str], Any]] = [([], tree())]
    while waiting:
        words, command = waiting.pop()
        for parameter in command.params:
            for spelling in parameter.opts:
                if spelling.startswith("--") and spelling not in {"--help", "--version"}:
                    name = "-".join(["mindsight", *words, spelling[2:]]).replace("-", "_").upper()
                    found[name] = " ".join([*words, spelling])
        waiting += [([*words, name], inner) for name, inner in getattr(command, "commands", {}).items()]
    return found


VARIABLES = derived()


def test_no_option_is_without_its_variable() -> None:
    named = {option.envvar: " ".join([*words, max(option.opts, key=len)]) for words, option in options(tree())}
    assert named == VARIABLES
    assert {"MINDSIGHT_ALBUM_RUN_OUT", "MINDSIGHT_ALBUM_SCORE_PRODUCT_VERSION", "MINDSIGHT_COMPARE_OUT"} <= named.keys()
    assert VARIABLES["MINDSIGHT_ALBUM_KIT_ENHANCEMENT_MAX_MEGAPIXELS"] == "album kit enhancement --max-megapixels"


@pytest.mark.parametrize("words", [("album", "run"), ("vsig", "check"), ("verify",)], ids=" ".join)
def test_help_says_how_variables_are_called(words: tuple[str, ...]) -> None:
    said = " ".join(trial.mindsight(*words, "--help").stdout.split())
    (named,) = re.findall(r"MINDSIGHT_\w+", said)
    assert f"{named} stands for {VARIABLES[named].removeprefix(' '.join(words)).strip()}" in said


@pytest.mark.slow
def test_a_variable_sets_its_option(kit: Path, tmp_path: Path) -> None:
    more = {
        "MINDSIGHT_ALBUM_RUN_SUBJECT": "baseline:identity",
        "MINDSIGHT_ALBUM_RUN_OUT": str(tmp_path / "here"),
        "MINDSIGHT_ALBUM_RUN_PRODUCT_VERSION": "3",
        "MINDSIGHT_ALBUM_RUN_NO_MEDIA": "1",
        "MINDSIGHT_ALBUM_RUN_MAX_MEGAPIXELS": "7",
        "MINDSIGHT_ALBUM_RUN_WHERE": str(tmp_path / "nowhere"),
    }
    done = trial.mindsight("album", "run", kit, env=trial.environment(**more))
    assert done.returncode == 0, done.stderr
    manifest = trial.read_page(tmp_path / "here", "manifest.json")
    assert manifest["subject"]["version"] == "3"
    assert (manifest["plan"]["keep_outputs"], manifest["plan"]["megapixels"]) == (False, 7)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.slow
def test_the_variables_of_the_whole_program(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('[clauses]\nsuite = "nonsense"\n')
    planned = trial.mindsight("clauses", env=trial.environment(MINDSIGHT_PLAN=str(plan)))
    assert (planned.returncode, "nonsense" in planned.stderr) == (2, True)
    traced = trial.mindsight("rescore", "nowhere", env=trial.environment(MINDSIGHT_DEBUG="1"))
    assert "Traceback" in traced.stderr
    assert "Traceback" not in trial.mindsight("rescore", "x", env=trial.environment(MINDSIGHT_DEBUG="0")).stderr


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_documentation_lists_every_variable_beside_its_option(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT)
    page = importlib.import_module("docs.commands").page(language)
    found = {}
    for section in re.split(r"^##+ ", page, flags=re.MULTILINE):
        words = re.match(r"[^\n]* \{ #", section)
        command = words[0].removesuffix(" { #").split() if words else []
        for spelled, variable in re.findall(r"^\| <code>(-[^<]*)</code> \| `(\w+)` \| \S", section, re.MULTILINE):
            option = max(re.findall(r"--[\w-]+", spelled), key=len)
            found[variable] = " ".join([*command, option])
    assert found == VARIABLES
