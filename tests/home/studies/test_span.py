"""Floor and ceiling: how far the difficulty axes change the success of an oracle with a trembling hand."""

import importlib
from typing import Any

import pytest

from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import load

POOL = load()
span: Any = importlib.import_module("docs.simulations.span")


@pytest.mark.parametrize("key", sorted(POOL))
def test_every_class_has_an_easy_and_a_hard_end_on_its_axes(key: str) -> None:
    easy, hard = span.ENDS[key]
    assert set(easy) == set(hard)
    assert all(easy[axis] != hard[axis] for axis in easy)
    for end in (easy, hard):
        assert all(value in POOL[key].axes[axis] for axis, value in end.items())


@pytest.mark.parametrize(
    ("easy", "hard", "reaches"), [(10, 0, True), (10, 2, True), (9, 0, False), (10, 3, False), (0, 0, False)]
)
def test_a_class_spans_from_above_nine_tenths_to_below_three(easy: int, hard: int, *, reaches: bool) -> None:
    found = span.Span(4.0, easy, hard, 10)
    assert found.reaches is reaches
    assert found.row("jigsaw").startswith("| `jigsaw` | 4 | pieces 4 | pieces 16 |")
    assert found.row("jigsaw").endswith("| ✓ |" if reaches else "| ✗ |")


def test_an_untried_end_has_no_number() -> None:
    found = span.Span(4.0, 5, None, 10)
    assert not found.reaches
    assert "| 0.50 (0.24 … 0.76) | – | ✗ |" in found.row("jigsaw")


@pytest.mark.parametrize(
    ("steadiest_px", "easy", "hard", "found_px"),
    [
        # Largest tremor in px with success at the easy and the hard end; the tremor at which the search ends.
        ((20.0, 2.0), 9, 0, 4.0),
        ((3.0, 0.5), 9, 0, 2.0),
        ((20.0, 10.0), 9, 0, 16.0),
    ],
)
def test_a_tremor_that_separates_the_ends_is_found(
    steadiest_px: tuple[float, float], easy: int, hard: int, found_px: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(_key: str, end: Any, count: int, _cache: Any, _among: int) -> list[Any]:
        return [end["pieces"]] * count

    def successes(instances: list[Any], jitter_px: float, repeats: int, _stages: Any) -> int:
        return len(instances) * repeats * (jitter_px <= steadiest_px[instances[0] == 16])

    monkeypatch.setitem(span.FIRST_PX, "jigsaw", 4.0)
    monkeypatch.setattr(span, "drawn", drawn)
    monkeypatch.setattr(span, "successes", successes)
    found = span.span("jigsaw", 3, 3, None)
    assert (found.jitter_px, found.easy, found.hard, found.plays) == (found_px, easy, hard, 9)


@pytest.mark.parametrize("end", [0, 1])
def test_of_an_easy_end_the_coarsest_are_taken_and_of_a_hard_one_the_finest(
    end: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = POOL["buttons"].draw(4, "")
    ends = {"settings": 1, "labels": "words"}, {"settings": 3, "labels": "none"}
    tried: list[int] = []

    def draw(seed: int, _reason: str) -> Instance:
        tried.append(seed)
        return base.model_copy(update={"seed": seed, "difficulty": ends[seed % 3 == 2]})

    monkeypatch.setattr(span.tasks, "load", lambda: {"buttons": _Pool(draw)})
    monkeypatch.setattr(span, "prove", lambda pool, seed, _reason, **_: pool.draw(seed, ""))
    monkeypatch.setattr(span, "finest_px", lambda instance: (7 * instance.seed) % 29)
    found = span.drawn("buttons", ends[end], 3, None)
    assert all(one.difficulty == ends[end] for one in found)
    everything = [seed for seed in dict.fromkeys(tried) if (seed % 3 == 2) == bool(end)][: 3 * span.AMONG]
    rooms = sorted((7 * seed) % 29 for seed in everything)
    assert [(7 * one.seed) % 29 for one in found] == (rooms[:3] if end else rooms[-3:])
    assert len(set(tried)) <= 10 * span.AMONG


@pytest.mark.slow
def test_the_finest_pointing_depends_on_the_picture() -> None:
    task = POOL["buttons"]
    words = next(one for seed in range(200) if (one := task.draw(seed, "")).difficulty["labels"] == "words")
    # A button is a few centimetres wide and fills much of the picture after zooming in.
    assert 4 < span.finest_px(words.model_copy(update={"oracle_steps": 60})) < 60


class _Pool:
    def __init__(self, draw: Any) -> None:
        self.draw = draw
