"""Options from a plan file: below flags and environment variables, every name checked."""

from pathlib import Path

import pytest
import typer

from mindsight.cli.app import tree
from mindsight.cli.parser.plan import read_plan
from mindsight.errors import InputError

COMMAND = typer.main.get_command(tree())


def written(folder: Path, content: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(content, encoding="utf-8")
    return path


def test_options_become_parameters_of_their_command(tmp_path: Path) -> None:
    plan = read_plan(written(tmp_path, '[album.run]\nout = "here"\nworkers = 2\nproduct-version = "3"\n'), COMMAND)
    assert plan == {"album": {"run": {"out": "here", "workers": 2, "product_version": "3"}}}


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("[album.run]\nwrokers = 2\n", "album.run.wrokers"),
        ("[albun.run]\nworkers = 2\n", "albun"),
        ("[album.run.workers]\nx = 2\n", "album.run.workers"),
        ("workers = 2\n", "workers"),
        ("[album\n", "TOML"),
    ],
)
def test_a_wrong_plan_is_named(tmp_path: Path, content: str, named: str) -> None:
    with pytest.raises(InputError, match=named):
        read_plan(written(tmp_path, content), COMMAND)


def test_a_missing_plan_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml"):
        read_plan(tmp_path / "none.toml", COMMAND)


def test_flags_win_over_the_environment_and_that_over_the_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from mindsight.cli import run

    plan = written(tmp_path, '[clauses]\nsuite = "home"\n[album.run]\nsubject = "plan:x"\n')
    kit = str(tmp_path)

    def subject_used(*flags: str) -> str:
        with pytest.raises(InputError) as caught:
            run(["album", "run", kit, "--plan", str(plan), *flags])
        return str(caught.value)

    assert "plan:x" in subject_used()
    monkeypatch.setenv("MINDSIGHT_ALBUM_RUN_SUBJECT", "environment:x")
    assert "environment:x" in subject_used()
    assert "flag:x" in subject_used("--subject", "flag:x")
    capsys.readouterr()
