"""The pages on autonomous tasks: their figures are those that the program gives, and the schema takes the example."""

import importlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mindsight.errors import MissingExtra
from mindsight.home.autonomy.embedders.choosing import open_embedder
from mindsight.home.autonomy.protocol import Protocol
from mindsight.text import LANGUAGES, Language

DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture(scope="module")
def simulation() -> Any:
    return importlib.import_module("docs.simulations.embeddings")


@pytest.mark.parametrize("name", ["lexical", "wordllama"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_are_what_the_embeddings_give(name: str, language: Language, simulation: Any) -> None:
    try:
        embedder = simulation.Remembering(open_embedder(name))
    except MissingExtra:
        pytest.skip(f"needs mindsight[{name}]")
    page = (DOCS / "autonomy" / f"embeddings{'.zh' if language == 'zh' else ''}.md").read_text("utf-8")
    for spoken in LANGUAGES:
        found = simulation.measured(embedder, spoken)
        for key, figures in found.sets.items():
            cells = " | ".join(f"{value:.2f}" for value in figures)
            assert f"| {getattr(simulation.SETS[key], language)} | {cells} |" in page
        assert f"{found.opposites:.2f}" in page


def test_all_needs_of_the_rooms_are_in_the_table(simulation: Any) -> None:
    from mindsight.home.autonomy import rooms

    embedder = simulation.Remembering(open_embedder("lexical"))
    found = {language: simulation.in_rooms(embedder, language) for language in LANGUAGES}
    texts = [one["en"] for scenes in simulation.rooms_needs() for own in scenes for one in own]
    assert sorted(texts) == sorted(words["en"] for room in rooms.load().values() for words in room.types.values())
    for language in LANGUAGES:
        page = (DOCS / "autonomy" / f"embeddings{'.zh' if language == 'zh' else ''}.md").read_text("utf-8")
        for name in found["zh"]:
            cells = " | ".join(f"{found[spoken][name]:.2f}" for spoken in LANGUAGES)
            assert f"| {getattr(simulation.SETS[name], language)} | {cells} | " in page
    assert all(one["repeated"] > 1 > one["padded"] for one in found.values())


def test_what_the_page_concludes(simulation: Any) -> None:
    """Repeating beats doing all, opposites beat paraphrases, padding costs: under the built-in embedding."""
    for language in LANGUAGES:
        found = simulation.measured(simulation.Remembering(open_embedder("lexical")), language)
        assert found.sets["repeated"].relative > 1
        assert found.opposites > found.paraphrases
        assert 0.15 <= 1 - found.sets["padded"].relative <= 0.45
        assert found.sets["translated"].relative < 0.01
        assert found.sets["perfect"].best == pytest.approx(1)


def test_the_example_is_valid_under_the_schema_and_the_schema_refuses_others() -> None:
    schema = json.loads((DOCS / "schemas" / "home-protocol.schema.json").read_text("utf-8"))
    example = json.loads((DOCS / "examples" / "protocol.json").read_text("utf-8"))
    jsonschema.validate(example, schema)
    assert Protocol.model_validate(example).classes == ("desk", "kitchen")
    for change in ({"language": "fr"}, {"scenes": []}, {"mood": "good"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**example, **change}, schema)


def test_the_simulation_knows_the_true_values() -> None:
    """Means over many scenes agree with those that were set: four needs, each met with the class's chance."""
    simulation = importlib.import_module("docs.simulations.autonomy")
    import numpy as np

    rng = np.random.default_rng(3)
    steady = simulation.SYSTEMS[2]._replace(spread=0.0)
    drawn = simulation.scenes(steady, 0, 4000, rng)
    assert np.mean([one.coverage for one in drawn]) == pytest.approx(steady.met[0], abs=0.005)
    assert np.mean([one.harm for one in drawn]) == pytest.approx(steady.harm, abs=0.01)
    limits = {
        name: estimate(drawn + simulation.scenes(steady, 3, 50, rng))
        for name, (_, estimate) in simulation.ESTIMATES.items()
    }
    assert all(one is not None and one.low < one.high for one in limits.values())
