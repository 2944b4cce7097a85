"""Baselines, questions, embeddings, exporters and report blocks of an installed distribution stand beside the built-in ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from golden.recipes import RECIPES
from mindsight.cli import run
from mindsight.errors import InputError
from mindsight.home.autonomy.embedders.choosing import open_embedder
from mindsight.home.episodes.baselines import known_baseline
from mindsight.home.plugged import classes_named
from mindsight.home.questions import classes
from mindsight.home.questions.classes import QuestionClass
from mindsight.home.questions.plugged import Questions, as_recorded
from mindsight.plugins import registry

from .conftest import Install

RECORD = Path(__file__).parents[1] / "golden" / "records" / "home-refuse"

THINGS = """
import numpy as np
from mindsight.engine.physics.actions import Action
from mindsight.export.plugged import Exporter, ReportBlocks
from mindsight.home.autonomy.embedders.choosing import Embedding
from mindsight.home.autonomy.embedders.embedder import Identity, Reading
from mindsight.home.episodes.baselines import Baseline
from mindsight.record.blocks import Note
from mindsight.text import spelled

class Decliner:
    def start(self, instruction, observation): pass
    def act(self, observation): return Action(verb="decline", text="no")

class Lengths:
    identity = Identity("anything", "7", "", "characters")
    def embed(self, texts): return np.array([[len(one), 1.0] for one in texts])
    def reading(self, texts): return Reading(0.0)

def write(contents, folder):
    file = folder / "count.txt"
    file.write_text(str(contents.count))
    return [file]

def blocks(contents):
    body = spelled(f"共{contents.count}项", f"{contents.count} items in all")
    yield Note(id="their-note", title=spelled("附注", "Remark"), role="information", body=body)

def fail(*_): raise KeyError("theirs")

DECLINER = Baseline("decliner", lambda episode, seed: Decliner())
LENGTHS = Embedding("lengths", Lengths)
BROKEN = Embedding("broken", fail)
COUNT = Exporter("count", write)
FAILING = Exporter("failing", fail)
REMARK = ReportBlocks("remark", blocks)
"""
POINTS = {
    "baseline.decliner": "DECLINER", "embedder.lengths": "LENGTHS", "embedder.broken": "BROKEN", "exporter.count": "COUNT",
    "exporter.failing": "FAILING", "blocks.remark": "REMARK",
}  # fmt: skip


def test_the_record_that_these_tests_read_is_there() -> None:
    assert "home-refuse" in RECIPES


def test_a_baseline_is_run_and_its_record_says_whose_it_is(install: Install) -> None:
    install(THINGS, POINTS)
    arguments = ["--tasks", "buttons", "--trials", "2", "--no-media", "--out", "run"]
    assert run(["home", "tasks", "run", "--subject", "baseline:decliner", *arguments]) == 0
    manifest = json.loads(Path("run/manifest.json").read_text("utf-8"))
    assert manifest["subject"]["details"]["plugin"].startswith("their-things 1.2 sha256-")
    assert "plugins" not in manifest["identity"], (
        "the test itself is the built-in one, so subjects can be compared in it"
    )
    outcomes = [json.loads(line)["outcome"] for line in Path("run/items.jsonl").read_text("utf-8").splitlines()]
    assert sorted(outcomes) == ["FN", "TN"]
    registry.forget()
    assert run(["verify", "run"]) == 0


def test_a_baseline_that_nobody_has_is_refused(install: Install) -> None:
    install(THINGS, POINTS)
    with pytest.raises(InputError, match="there is no baseline nobody; there are oracle"):
        known_baseline("nobody")
    with pytest.raises(InputError, match="there is no baseline"):
        known_baseline("../../escape.py")


def test_an_embedding_says_whose_it_is_in_its_identity(install: Install) -> None:
    install(THINGS, POINTS)
    embedder = open_embedder("lengths")
    assert embedder.embed(["ab", "c"]).tolist() == [[2.0, 1.0], [1.0, 1.0]]
    assert (embedder.identity.name, embedder.identity.version) == ("lengths", "their-things 1.2 7")
    assert len(embedder.identity.sha256) == 64
    with pytest.raises(InputError, match="broken: cannot be loaded as a plug-in: KeyError: 'theirs'"):
        open_embedder("broken")
    with pytest.raises(InputError, match='--embedder: "nobody" is not known'):
        open_embedder("nobody")


def test_an_exporter_writes_a_run_in_its_format(install: Install) -> None:
    install(THINGS, POINTS)
    assert run(["export", str(RECORD), "--to", "count", "--out", "out"]) == 0
    assert int(Path("out/count.txt").read_text()) == len((RECORD / "items.jsonl").read_text("utf-8").splitlines())
    with pytest.raises(InputError, match="failing: cannot be loaded as a plug-in: KeyError: 'theirs'"):
        run(["export", str(RECORD), "--to", "failing", "--out", "out"])
    with pytest.raises(InputError, match="--to"):
        run(["export", str(RECORD), "--to", "nobody", "--out", "out"])


def test_report_blocks_stand_on_a_page_of_their_own_with_whose_they_are(install: Install) -> None:
    install(THINGS, POINTS)
    assert run(["report", str(RECORD), "--add", "remark", "--out", "page.html"]) == 0
    page = Path("page.html").read_text("utf-8")
    assert "items in all" in page
    assert "By a plug-in, not part of the record: their-things 1.2 sha256-" in page
    with pytest.raises(InputError, match="a report within a run is part of its record"):
        run(["report", str(RECORD), "--add", "remark"])
    with pytest.raises(InputError, match="no plug-in has report blocks of the name nobody"):
        run(["report", str(RECORD), "--add", "nobody", "--out", "other.html"])


QUESTIONS = """
from dataclasses import replace
from mindsight.home.questions.classes.object.attributes.colour import COLOUR
from mindsight.plugins.questions import Questions

TINT = replace(COLOUR, key="object.their_tint", title=("物体的色调", "tint of a thing"))
FAMILY = Questions("tints", (TINT,))
"""


@pytest.mark.slow
def test_questions_are_asked_and_their_record_outlives_them(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install(QUESTIONS, {"questions.tints": "FAMILY"})
    arguments = ["--subject", "baseline:oracle", "--trials", "4", "--no-media", "--out", "run"]
    assert run(["home", "ask", "--tasks", "tints", *arguments]) == 0
    manifest = json.loads(Path("run/manifest.json").read_text("utf-8"))
    (plugin,) = manifest["plan"]["plugins"]
    assert (plugin["name"], plugin["distribution"], plugin["version"]) == ("object.their_tint", "their-things", "1.2")
    assert manifest["identity"]["plugins"] == f"object.their_tint=their-things 1.2 sha256-{plugin['sha256']}"
    registry.forget()
    assert "object.their_tint" not in classes.load()
    capsys.readouterr()
    assert run(["verify", "run"]) == 0
    assert "manifest.json, scores.csv, results.json, report.html" in capsys.readouterr().out


def _changed(**fields: Any) -> Questions:
    colour = classes.load()["object.colour"]
    return Questions("tints", (QuestionClass(**{**vars(colour), "key": "object.their_tint", **fields}),))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"key": "object.colour"}, "is the name of something built in"),
        ({"key": "smell.sweet"}, "is no key; write dimension.name"),
        ({"title": ("tint", "tint")}, "not all its words are given in both languages"),
        ({"wordings": (("甲", "a"),) * 3}, "has fewer than four wordings"),
    ],
)
def test_questions_that_could_not_be_asked_are_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        _changed(**fields)


def test_a_class_of_questions_that_is_not_here_is_named() -> None:
    assert classes_named("object") == ("object",)
    with pytest.raises(InputError, match=r"object\.gone: there is no such class of questions here"):
        classes.load()["object.gone"]
    with as_recorded({}):
        assert "object.colour" in classes.load()
