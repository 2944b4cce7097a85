"""The published tables of EcoG-Bench: mindsight computes the overall numbers from those of the levels.

Numbers: the README and the supplement of the public repository of "Listening with the Eyes" (arXiv 2603.07966), in percent
with one decimal. The supplement gives 811 clips, 367 in English and 444 in Chinese, and no table of clips per level; 139,
137, 284 and 251 are the only counts that add up to 811 and give every Acc_seq of levels 1 to 4 as whole clips.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from mindsight.record.model import Item
from mindsight.record.scores import tabulate
from mindsight.vsig.controls.changes import changes_of
from mindsight.vsig.reporting.metrics_file import metrics_of
from mindsight.vsig.scoring.measures import columns_of, item_scores
from mindsight.vsig.scoring.shares import Shares
from vsig.grounding import ECOG

CLIPS = (139, 137, 284, 251)
TEMPLATES = ((1,), (2,), (3, 4), (5, 6))
REFERENTS = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 4}
METRICS = ("cls", "s", "t", "eco", "seq")
FIELDS = {"cls": "choice", "s": "where", "t": "when"}

# Levels 1 to 4, each (cls, s, t, eco, seq), then the overall numbers in the same order.
NATIVE: dict[str, tuple[tuple[float, ...], ...]] = {
    "Gemini-3-Pro": (
        (79.9, 40.3, 80.6, 30.2, 30.2),
        (71.5, 41.6, 76.6, 29.2, 29.2),
        (51.9, 29.8, 51.2, 10.6, 1.8),
        (64.5, 30.9, 38.1, 10.2, 0.4),
        (63.9, 33.9, 56.5, 17.0, 10.9),
    ),
    "Gemini-3-Flash": (
        (71.2, 46.8, 27.3, 12.2, 12.2),
        (69.3, 46.0, 27.7, 10.2, 10.2),
        (65.3, 42.1, 12.7, 3.2, 0.7),
        (79.5, 45.7, 17.7, 6.6, 0.0),
        (71.4, 44.6, 19.3, 7.0, 4.1),
    ),
    "Qwen3-Omni-Flash": (
        (59.7, 26.6, 8.6, 2.9, 2.9),
        (66.4, 28.5, 7.3, 0.7, 0.7),
        (40.5, 16.0, 1.6, 0.2, 0.0),
        (37.2, 12.9, 0.5, 0.0, 0.0),
        (47.1, 19.0, 3.4, 0.7, 0.6),
    ),
    "Qwen3-Omni-30B-A3B": (
        (40.3, 12.2, 9.4, 3.6, 3.6),
        (48.9, 7.3, 6.6, 0.7, 0.7),
        (23.9, 3.7, 1.9, 0.0, 0.0),
        (19.1, 3.6, 0.7, 0.0, 0.0),
        (29.5, 5.7, 3.6, 0.7, 0.7),
    ),
}
IMAGES_AND_WORDS: dict[str, tuple[tuple[float, ...], ...]] = {
    "Gemini-3-Pro": (
        (77.0, 69.8, 88.5, 59.0, 59.0),
        (77.4, 73.0, 86.9, 59.9, 59.9),
        (65.5, 51.4, 72.9, 34.5, 11.6),
        (71.2, 47.7, 68.4, 34.2, 4.0),
        (71.2, 57.1, 76.5, 42.9, 25.5),
    ),
    "Gemini-3-Flash": (
        (87.8, 73.4, 94.2, 66.9, 66.9),
        (86.9, 75.2, 91.2, 65.7, 65.7),
        (71.3, 62.1, 77.1, 40.0, 17.6),
        (82.3, 51.7, 75.0, 37.3, 6.8),
        (80.1, 63.0, 81.8, 48.1, 30.8),
    ),
}
ECO_OF_LEVELS = {  # the table of the README: levels 1 to 4, overall
    "Gemini-3-Pro": (30.2, 29.2, 10.6, 10.2, 17.0),
    "Gemini-3-Flash": (12.2, 10.2, 3.2, 6.6, 7.0),
    "Qwen3-Omni-30B-A3B": (3.6, 0.7, 0.0, 0.0, 0.7),
    "Qwen3-Omni-Flash": (2.9, 0.7, 0.2, 0.0, 0.7),
    "Qwen3-VL-30B": (18.0, 19.7, 8.5, 6.6, 11.4),
    "Qwen3-VL-8B": (21.6, 16.1, 4.4, 2.7, 8.8),
    "GPT-5-mini": (5.0, 2.9, 2.8, 3.2, 3.3),
}
ECO_OF_LANGUAGES = {  # Acc_eco in English, in Chinese, overall
    "Gemini-3-Pro": (21.37, 13.33, 17.0),
    "Qwen3-VL-30B": (9.42, 13.08, 11.4),
    "Gemini-3-Flash": (6.58, 7.28, 7.0),
    "Qwen3-Omni-30B-A3B": (0.82, 0.68, 0.7),
}
# Each published number may be off by 0.05; a part of a referent that no clip can have, by 0.05 more.
OFF = 0.15


def items_of(levels: Sequence[float], metric: str, name: str = "") -> list[Item]:
    """Return 811 items in which so many referents of each level are right in what a metric measures."""
    items: list[Item] = []
    for level, (percent, clips, templates) in enumerate(zip(levels, CLIPS, TEMPLATES, strict=False), 1):
        left = percent * clips / 100
        for number in range(clips):
            template = templates[number % len(templates)]
            count = REFERENTS[template]
            rights = [left - place / count >= 0.5 / count for place in range(count)]
            if metric == "seq":  # a complete clip, or nothing of it
                rights = [left >= 0.5] * count
            left -= sum(rights) / count
            terms = {
                "template": template,
                "level": level,
                "counted": True,
                "repairs": 0,
                "targets": [_target(metric, right=right) for right in rights],
            }
            items.append(
                Item(
                    id=f"{level}-{number:03d}{name}",
                    instance="",
                    cluster=f"{level}-{number:03d}",
                    status="scored",
                    outcome="scored",
                    terms=terms,
                    previous="",
                )
            )
    return items


def _target(metric: str, *, right: bool) -> dict[str, Any]:
    named = {FIELDS[metric]} if metric in FIELDS else set(FIELDS.values())
    return {field: right if field in named else True for field in FIELDS.values()}


def cases(tables: dict[str, tuple[tuple[float, ...], ...]]) -> list[Any]:
    return [
        pytest.param([level[place] for level in rows], metric, id=f"{model} {metric}")
        for model, rows in tables.items()
        for place, metric in enumerate(METRICS)
    ]


def test_the_clips_of_the_levels_are_all_clips() -> None:
    assert sum(CLIPS) == 367 + 444 == 811


@pytest.mark.parametrize(("levels", "metric"), [*cases(NATIVE), *cases(IMAGES_AND_WORDS)])
def test_the_overall_number_is_the_mean_over_clips_of_all_levels(levels: list[float], metric: str) -> None:
    *parts, overall = levels
    metrics = metrics_of(Shares(ECOG, items_of(parts, metric)), ECOG)
    assert metrics["count"] == 811
    assert 100 * metrics[f"acc_{metric}"] == pytest.approx(overall, abs=OFF)


@pytest.mark.parametrize("levels", [pytest.param(row, id=name) for name, row in ECO_OF_LEVELS.items()])
def test_the_readmes_table_adds_up(levels: tuple[float, ...]) -> None:
    metrics = metrics_of(Shares(ECOG, items_of(levels[:4], "eco")), ECOG)
    assert 100 * metrics["acc_eco"] == pytest.approx(levels[4], abs=OFF)


@pytest.mark.parametrize(
    ("levels", "overall"),
    [(rows, rows[-1][-1]) for table in (NATIVE, IMAGES_AND_WORDS) for rows in table.values()],
)
def test_whole_clips_give_the_published_decimal_itself(levels: tuple[tuple[float, ...], ...], overall: float) -> None:
    """Acc_seq counts clips, so only the result is rounded."""
    items = items_of([level[-1] for level in levels[:4]], "seq")
    assert round(100 * metrics_of(Shares(ECOG, items), ECOG)["acc_seq"], 1) == overall


def test_each_referent_weighing_the_same_would_give_another_table() -> None:
    """The mean over referents of the first row is 13.5 %, not 17.0 %: what is published is the mean over clips."""
    items = items_of(ECO_OF_LEVELS["Gemini-3-Pro"][:4], "eco")
    referents = [target for item in items for target in item.terms["targets"]]
    assert 100 * sum(target["where"] for target in referents) / len(referents) == pytest.approx(13.5, abs=0.2)


@pytest.mark.parametrize("shares", [pytest.param(row, id=name) for name, row in ECO_OF_LANGUAGES.items()])
def test_both_languages_make_the_whole(shares: tuple[float, ...]) -> None:
    english, chinese, overall = shares
    assert (367 * english + 444 * chinese) / 811 == pytest.approx(overall, abs=0.051)


def test_the_columns_of_the_table_of_scores_have_the_same_means() -> None:
    items = items_of(ECO_OF_LEVELS["Qwen3-VL-30B"][:4], "eco")
    table = tabulate(items, [kind.name for kind in columns_of(ECOG)], lambda one: item_scores(one, ECOG))
    assert 100 * float(table.column("ecog.acc_eco").mean()) == pytest.approx(11.4, abs=OFF)


@pytest.mark.parametrize(
    ("model", "gain"), [("Gemini-3-Pro", 25.9), pytest.param("Gemini-3-Flash", 41.1, marks=pytest.mark.slow)]
)
def test_the_published_gain_of_images_and_words_over_native_video_is_the_change_of_the_control(
    model: str, gain: float
) -> None:
    """Native video is a control by that name: the score falls by what images and words gain."""
    full = [level[3] for level in IMAGES_AND_WORDS[model][:4]]
    native = [level[3] for level in NATIVE[model][:4]]
    apart = {"full": items_of(full, "eco", "@full"), "native_video": items_of(native, "eco", "@native_video")}
    change = next(one for one in changes_of(apart, ECOG) if one.name == "ecog.acc_eco")
    assert 100 * change.value == pytest.approx(-gain, abs=2 * OFF)
