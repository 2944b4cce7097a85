"""Profiles: every choice that the README leaves open has a name, changes a score, and is reported if it is not the default."""

from pathlib import Path
from typing import Any

import pytest

from mindsight.errors import InputError
from mindsight.vsig.profile import AS_PUBLISHED, DEFAULT, ECOG, ECOG_EXACT, Profile, load_profile
from mindsight.vsig.readings import departures, readings


def test_the_default_reading_is_that_of_the_digest() -> None:
    found = load_profile()
    assert (found.name, found.space_unit, found.space_within, found.far_edge) == (DEFAULT, "units", 50.0, "inside")
    assert (found.failures, found.intent, found.overall) == ("wrong", "targets", "scored")
    assert (found.windows, found.tolerance_ms, found.gesture_alone) == ("words", 0.0, "not_counted")
    assert departures(found) == ()


def test_the_published_reading_drops_failures_and_a_temporal_score_of_0() -> None:
    found = load_profile(AS_PUBLISHED)
    assert (found.failures, found.intent, found.overall) == ("left_out", "command", "above_zero")
    notes = {note.id for note in departures(found)}
    assert {"departure-failures", "departure-intent", "departure-overall", "departure-far_edge"} == notes


def test_the_successors_rule_is_100_pixels_whole_ones_and_strokes() -> None:
    found = load_profile(ECOG)
    assert (found.family, found.space_unit, found.space_within) == ("ecog", "pixels", 100.0)
    assert (found.geometry, found.far_edge, found.windows, found.whole_ms) == (
        "whole_pixels",
        "outside",
        "strokes",
        True,
    )
    assert found.gesture_alone == "counted"
    assert found.failures == "wrong"


def test_the_exact_rule_is_the_successors_with_its_own_reading_of_answers() -> None:
    found = load_profile(ECOG_EXACT)
    assert found.model_copy(update={"name": ECOG, "strict_answers": False}) == load_profile(ECOG)
    assert "departure-strict_answers" in {note.id for note in departures(found)}
    assert "strict_answers" not in load_profile(ECOG).model_dump(), "earlier profiles keep their hash"


def test_each_field_moves_the_hash() -> None:
    default = load_profile()
    others: dict[str, Any] = {
        "name": "x", "family": "ecog", "failures": "left_out", "intent": "command", "intent_right": 0.5,
        "far_edge": "outside", "geometry": "whole_pixels", "space_unit": "pixels", "space_within": 49.0,
        "unmasked_object": "left_out", "windows": "strokes", "tolerance_ms": 1.0, "whole_ms": True,
        "gesture_alone": "counted", "overall": "above_zero", "strict_answers": True,
    }  # fmt: skip
    assert others.keys() == Profile.model_fields.keys()
    hashes = {default.model_copy(update={name: value}).sha256 for name, value in others.items()}
    assert len(hashes | {default.sha256}) == len(others) + 1


def test_a_file_needs_a_name_and_the_fields_that_differ(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('name = "ours/1"\nspace_within = 30\n')
    found = load_profile(str(path))
    assert found == load_profile().model_copy(update={"name": "ours/1", "space_within": 30.0})
    assert [note.id for note in departures(found)] == ["departure-space_within"]
    assert departures(found)[0].clause == "task.2"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("space_within = 30", "name"),
        ('name = "a"\nspace_within = -1', "space_within"),
        ('name = "a"\nspace_within = nan', "space_within"),
        ('name = "a"\nwindows = "guess"', "windows"),
        ('name = "a"\nspace = 1', "space"),
        ("name = ", "is not valid TOML"),
        ('name = "vsig/1"\nspace_within = 30', "is the name of a built-in profile"),
        (b"\xff\xfe", "is not valid TOML"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_by_field(tmp_path: Path, content: str | bytes, said: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match=said):
        load_profile(str(path))


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r'did you mean "ecog/1"'):
        load_profile("ecg/1")


def test_the_readings_name_clauses_of_the_document() -> None:
    clauses = {note.clause for note in readings()}
    assert {"task.1", "task.2", "task.3", "note.1", "note.2", "results"} == clauses
