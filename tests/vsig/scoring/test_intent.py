"""Intent scores on labelled pairs, each kind of error, and arbitrary text."""

import json
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mindsight.vsig.dataset.samples import Reference, Target
from mindsight.vsig.language.reader.comparing import reasons
from mindsight.vsig.language.reader.topics import read
from mindsight.vsig.language.reader.words import THINGS
from mindsight.vsig.scoring.intent import SLOTS, IntentScore, score_command, score_description

RIGHT = ("paraphrase", "english", "extra words")
RIGHT_FROM = 0.75
"""Lowest score at which a target counts as right in the default profile."""
# Pairs scored correctly when first tried, before any rule was changed for them: of the first held-out ones 168 of 174, of hostile ones
# 99 of 111, of later ones 141 of 148, of commands 45 of 48, of subtle errors 71 of 76, of the last ones 55 of 60. Then rules were
# corrected for what they showed.
FIRST_TRIED = {
    "held_out": (168, 174),
    "held_out_later": (141, 148),
    "hostile": (99, 111),
    "commands_later": (45, 48),
    "sneaky": (71, 76),
    "last": (55, 60),
}


def pairs(*parts: str) -> list[dict[str, Any]]:
    lines = (Path(__file__).parents[1] / "data" / "intent_pairs.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [pair for pair in found if not parts or pair["part"] in parts]


def target(given: dict[str, str]) -> Target:
    reference = Reference(name=given["reference"], points=()) if "reference" in given else None
    return Target.model_validate(
        {
            "kind": given["kind"],
            "name": given["name"],
            "points": (),
            "side": given.get("side", ""),
            "reference": reference,
        }
    )


def score(pair: dict[str, Any]) -> IntentScore:
    targets = [target(one) for one in pair["targets"]]
    if "template" in pair:
        return score_command(pair["said"], pair["template"], targets)
    (only,) = targets
    reference = "" if only.reference is None else only.reference.name
    return score_description(pair["said"], only.name, kind=only.kind, side=only.side, reference=reference)


def shown(pair: dict[str, Any]) -> str:
    return f"{pair['kind']}: {[one['name'] for one in pair['targets']]} {pair['said']!r} {score(pair)}"


def test_every_error_scores_below_every_paraphrase() -> None:
    every = pairs()
    assert len(every) >= 900
    right = min((pair for pair in every if pair["kind"] in RIGHT), key=lambda pair: score(pair).score)
    wrong = max((pair for pair in every if pair["kind"] not in (*RIGHT, "vague")), key=lambda pair: score(pair).score)
    assert score(wrong).score < score(right).score, f"{shown(wrong)}\n{shown(right)}"


def test_an_answer_without_a_thing_scores_0() -> None:
    kinds = ("refusal", "hedge", "negation", "injection")
    assert not [shown(pair) for pair in pairs() if pair["kind"] in kinds and score(pair).score > 0]


def test_every_pair_falls_on_its_side() -> None:
    assert not [shown(pair) for pair in pairs() if (score(pair).score >= RIGHT_FROM) != (pair["kind"] in RIGHT)]


@pytest.mark.parametrize("part", FIRST_TRIED)
def test_pairs_that_no_rule_was_made_for(part: str, record_property: Callable[[str, object], None]) -> None:
    held_out = pairs(part)
    right = [pair for pair in held_out if (score(pair).score >= RIGHT_FROM) == (pair["kind"] in RIGHT)]
    record_property(f"{part} pairs on their side", f"{len(right)} of {len(held_out)}")
    assert len(held_out) >= FIRST_TRIED[part][1]
    assert len(right) >= FIRST_TRIED[part][0]


def test_slots_say_what_was_wrong() -> None:
    found = score_description("红色杯子的右边", "红色杯子的左边", kind="space", side="左边", reference="红色杯子")
    assert (found.score, found.why) == (0, "another side")
    assert found.slots == {"action": None, "object": None, "attribute": 1.0, "relation": 0.0, "reference": 1.0}
    found = score_description("blue cup", "红色杯子")
    assert (found.score, found.slots["object"], found.slots["attribute"], found.why) == (0, 1, 0, "another colour")
    found = score_command(
        "pick up the apple", 4, [target({"kind": "object", "name": "苹果"}), *_beside("香蕉", "右边")]
    )
    assert (found.score, found.slots["action"], found.why) == (0, 0, "another action")


def _beside(name: str, side: str) -> list[Target]:
    return [target({"kind": "space", "name": f"{name}的{side}", "side": side, "reference": name})]


def test_half_a_command_is_worth_half() -> None:
    targets = [*_put("apple", "banana"), *_put("cup", "bowl")]
    assert score_command("put the apple left of the banana, then put the cup left of the bowl", 6, targets).score == 1
    assert score_command("put the apple left of the banana", 6, targets).score == 0.5
    more = "put the apple left of the banana, then put the cup left of the bowl, then pick up the fork"
    assert score_command(more, 6, targets).score == 0


def _put(name: str, beside: str) -> list[Target]:
    space = {"kind": "space", "name": f"the left of the {beside}", "side": "left", "reference": beside}
    return [target({"kind": "object", "name": name}), target(space)]


def test_every_reason_is_one_that_the_report_can_say() -> None:
    known = {value for name, value in vars(reasons).items() if name.isupper()}
    found = {score(pair).why for pair in pairs()} - {""}
    assert found <= known
    assert len(found) >= 15
    assert all(score(pair).why for pair in pairs() if score(pair).score < RIGHT_FROM)


def test_a_general_word_alone_is_not_right() -> None:
    assert score_description("物体", "红色杯子").score == 0
    assert 0 < score_description("红色物体", "红色杯子").score < RIGHT_FROM
    assert score_description("cup", "red mug").score < RIGHT_FROM <= score_description("red cup", "red mug").score


def test_one_special_kind_is_not_another() -> None:
    """A general word matches a special one, but two special ones do not match."""
    for one, other in (
        ("AA battery", "AAA battery"),
        ("十字螺丝刀", "一字螺丝刀"),
        ("网线", "充电线"),
        ("钢笔", "荧光笔"),
    ):
        assert score_description(one, other).score == score_description(other, one).score == 0, one
    for general, special in (
        ("电池", "AA battery"),
        ("screwdriver", "十字螺丝刀"),
        ("线", "charging cable"),
        ("笔", "荧光笔"),
    ):
        assert score_description(general, special).score >= RIGHT_FROM, special
    assert score_description("shoebox", "shoe box").score == 1
    assert score_description("toolbox", "toolshoe").score == 0


def test_lists_of_things_are_not_answers() -> None:
    for said in ("cup mug glass bottle", "杯子盒子瓶子", "红色蓝色绿色瓶子", "left right front back bottle"):
        assert score_description(said, "红色瓶子").score < RIGHT_FROM, said
    assert score_description("red glass wine bottle", "red bottle").score >= RIGHT_FROM


def test_unknown_words_are_compared_as_they_are_written() -> None:
    assert score_description("the frobnicators", "frobnicator").score == 1
    assert score_description("绿色的转接模块", "绿色转接模块").score == 1
    assert score_description("frobnicator", "转接模块").score == 0
    assert score_description("绿色的转接模块", "绿色解调模块").score < RIGHT_FROM


WORDS = (
    *(
        "红色",
        "蓝色",
        "杯子",
        "盒子",
        "的",
        "左边",
        "右边",
        "和",
        "或",
        "不",
        "带有",
        "透明",
        "把",
        "放到",
        "拿起来",
        "然后",
        "，",
    ),
    *(
        "red",
        "cup",
        "box",
        "the",
        "left",
        "of",
        "right",
        "with",
        "and",
        "or",
        "not",
        "'s",
        "to",
        "in front of",
        "on",
        "put",
    ),
    *("pick up", "then", ".", "frob", "转接", "A", "2", "中间", "桌子"),
)
TEXTS = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=12).map("".join),
    st.text(max_size=60),
)


@given(TEXTS, TEXTS, st.sampled_from(["object", "space"]), st.sampled_from(["", "左边", "left", "xyz"]), TEXTS)
def test_any_text_has_a_score(said: str, name: str, kind: Any, side: str, reference: str) -> None:
    found = score_description(said, name, kind=kind, side=side, reference=reference)
    assert 0 <= found.score <= 1
    assert tuple(found.slots) == SLOTS
    assert all(value is None or 0 <= value <= 1 for value in found.slots.values())
    assert found == score_description(said, name, kind=kind, side=side, reference=reference)


@example("", 1, ["红中0中"])
@given(TEXTS, st.integers(1, 6), st.lists(TEXTS, max_size=4))
def test_any_command_has_a_score(said: str, template: int, names: list[str]) -> None:
    targets = [target({"kind": "space" if place % 2 else "object", "name": name}) for place, name in enumerate(names)]
    found = score_command(said, template, targets)
    assert 0 <= found.score <= 1
    assert all(value is None or 0 <= value <= 1 for value in found.slots.values())


NAMES = sorted({one["name"] for pair in pairs() for one in pair["targets"] if one["kind"] == "object"})
WRITTEN = (
    ("upper case", str.upper),
    ("wide", lambda text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)),
    ("ends", lambda text: f"  “{text}”。…\n"),
    ("traditional", lambda text: text.translate(str.maketrans("红蓝绿长圆银笔盖壳", "紅藍綠長圓銀筆蓋殼"))),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_means_itself_however_it_is_written(name: str) -> None:
    assert score_description(name, name).score == 1
    for how, change in WRITTEN:
        assert score_description(change(name), name).score == 1, how
        assert score_description(name, change(name)).score == 1, how


@pytest.mark.parametrize(
    "text",
    [
        "." * 1_000_000,
        "a" * 100_000,
        "红色杯子" * 25_000,
        "的" * 100_000,
        "cup, " * 20_000,
        "左" * 1_400,
        "有" * 1_400,
        "\ud800" * 1_400,
    ],
)
def test_endless_text_is_not_a_description(text: str) -> None:
    for kind in ("object", "space"):
        assert score_description(text, "红色杯子", kind=kind).score == 0
        assert score_description("红色杯子", text, kind=kind).score == 0
    assert score_command(text, 2, [target({"kind": "object", "name": "红色杯子"})]).score == 0


@pytest.mark.parametrize("text", ["with a lid " * 130, "和杯子" * 450, "有盖" * 700])
def test_endlessly_joined_things_are_not_right(text: str) -> None:
    assert score_description(text, "红色杯子").score < RIGHT_FROM
    assert score_description("红色杯子", text).score <= 1


def test_long_texts_are_not_kept() -> None:
    before = read.cache_info().currsize
    score_description("杯子" * 50_000, "红色杯子")
    assert read.cache_info().currsize == before


def test_dots_without_end_do_no_harm() -> None:
    """A model that loops after its answer has still answered."""
    assert score_description("红色杯子" + "." * 1_000_000, "红色杯子").score == 1


def entries(file: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("mindsight.vsig.language").joinpath("data", file).read_text("utf-8"))


def spoken(entry: dict[str, Any]) -> tuple[list[str], list[str]]:
    return entry.get("zh", "").split(), [word.strip() for word in entry.get("en", "").split(",") if word.strip()]


def test_every_noun_means_the_same_in_both_languages() -> None:
    """A red thing matches a red one and no blue one, whichever words name it."""
    for name, entry in (pair for file in THINGS for pair in entries(file)["things"].items()):
        chinese, english = spoken(entry)
        assert chinese, name
        assert english, name
        for zh, en in {*((zh, english[0]) for zh in chinese), *((chinese[0], en) for en in english)}:
            if {"red", "wine", "红酒"} & {*en.split(), zh}:
                continue
            right, wrong = score_description(f"red {en}", f"红色{zh}"), score_description(f"blue {en}", f"红色{zh}")
            assert entry.get("broad") or right.score >= RIGHT_FROM, (zh, en, right)
            assert wrong.score == 0, (zh, en, wrong)


def test_every_quality_means_the_same_in_both_languages() -> None:
    for family, values in entries("qualities.toml").items():
        for value in values["values"].values():
            chinese, english = spoken(value)
            for zh, en in {*((zh, english[0]) for zh in chinese), *((chinese[0], en) for en in english)}:
                said = f"a chair {en}" if en.startswith("with") else f"{en} chair"
                assert score_description(said, f"{zh}椅子").score == 1, (family, zh, en)


def test_no_colour_and_no_side_passes_for_another() -> None:
    colours, sides = entries("qualities.toml")["colour"]["values"], entries("grammar.toml")["sides"]
    for one, own in colours.items():
        for other, foreign in colours.items():
            near = other in own.get("near", ()) or one in foreign.get("near", ())
            (chinese, _), (_, english) = spoken(own), spoken(foreign)
            for zh, en in {*((zh, english[0]) for zh in chinese[:2]), *((chinese[0], en) for en in english[:3])}:
                found = score_description(f"{en} chair", f"{zh}椅子").score
                assert (found == 1) == (one == other or near), (zh, en, found)
                assert found in (0, 1)
    for one, own in sides.items():
        for other, foreign in sides.items():
            for zh in spoken(own)[0]:
                same = [
                    score_description(f"苹果{said}", f"苹果的{zh}", kind="space").score for said in spoken(foreign)[0]
                ]
                assert all((score == 1) == (one == other) for score in same), (zh, other)
