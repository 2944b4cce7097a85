"""Prompts: correct for each profile, the same in both languages, hashed, and silent about the truth."""

import re
from typing import Any, get_args

import pytest

from mindsight.answers.conventions import ModelProfile, Order, Scale, Unit, built_in, model_profile
from mindsight.text import Language
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media.conditions import GIVEN, Condition
from mindsight.vsig.models import prompts
from mindsight.vsig.models.answers.reading import Frame, read_answer
from mindsight.vsig.models.prompts import Wording
from vsig.grounding import sample_of

LANGUAGES: tuple[Language, ...] = ("zh", "en")
SENT = (640, 360)
# A changed hash means changed results: raise VERSION with it.
HASHES = {
    "zh": "b26d3a9a08d381e468d2c37c1815d202b56d1687e178214ed48e597ba40c7226",
    "en": "4a179d5cef6897b02477ff660a5f664d0239160b49376ddd3adf84ed75b284a1",
}


def with_options(sample: Sample) -> Sample:
    return sample.model_copy(
        update={"object_choices": ("A. 红色杯子", "B. 蓝色盒子"), "space_choices": ("a. 纸巾盒的右边", "b. 桌角")}
    )


def wording(language: Language = "en", profile: str | ModelProfile = "default", **condition: Any) -> Wording:
    known = model_profile(profile) if isinstance(profile, str) else profile
    return Wording(language, Condition(**condition), known)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_those_of_their_version(language: Language) -> None:
    assert prompts.prompt_hash(language) == HASHES[language]
    assert prompts.identity(language) == {"prompt": prompts.VERSION, "prompt_hash": f"sha256-{HASHES[language]}"}


def test_both_languages_have_the_same_pieces_with_the_same_places() -> None:
    zh, en = (prompts.sections(language) for language in LANGUAGES)
    assert list(zh) == list(en)
    for name in zh:
        assert sorted(re.findall(r"\{([a-z]+)\}", zh[name])) == sorted(re.findall(r"\{([a-z]+)\}", en[name])), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", get_args(Order))
@pytest.mark.parametrize("scale", get_args(Scale))
@pytest.mark.parametrize("time", get_args(Unit))
def test_every_convention_has_its_words_and_no_placeholder_stays(
    language: Language, order: Order, scale: Scale, time: Unit
) -> None:
    words = wording(language, ModelProfile(name="own", order=order, scale=scale, time=time))
    for sample in (sample_of(6), with_options(sample_of(4))):
        said = words.system(sample, SENT) + words.question(sample, blind=False)
        assert not re.search(r"(?<!\")\{[a-z]+\}", said)
        assert ("[x, y]" in said, "[y, x]" in said) == (order == "xy", order == "yx")
        assert ("640" in said, "360" in said) == (scale == "pixels", scale == "pixels")
        assert ("MM:SS.mmm" in said) == (time == "clock")
        assert ('"choice"' in said) == bool(sample.object_choices)


def test_the_order_is_asked_for_as_in_the_profile() -> None:
    texts = {name: wording("en", name).system(sample_of(2), SENT) for name in built_in()}
    assert "written [y, x], the vertical first" in texts["gemini"]
    assert "from 0 to 1000" in texts["gemini"]
    assert '"MM:SS.mmm"' in texts["gemini"]
    assert "written [x, y]" in texts["qwen3"]
    assert "in seconds from the beginning" in texts["qwen3"]
    # 640 × 360, each side the nearest multiple of 28, as the model's own processor has it.
    assert "in pixels; the last frame is 644 wide and 364 high" in texts["qwen2.5"]
    assert "in percent from 0 to 100" in texts["molmo"]
    assert "milliseconds" in texts["default"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", [1, 2, 3, 4, 5, 6])
def test_no_question_holds_a_name_a_place_or_a_time_of_the_truth(language: Language, template: int) -> None:
    sample = sample_of(template)
    other = sample.model_copy(
        update={
            "id": "other",
            "targets": tuple(
                target.model_copy(
                    update={"name": "ZZZ", "side": "YYY", "points": ((0.9, 0.9),), "stroke": None, "mask": None}
                )
                for target in sample.targets
            ),
        }
    )
    for given in GIVEN:
        words = wording(language, given=given)
        said, same = (
            (words.system(one, SENT), words.before(one, 9, SENT), words.question(one, blind=False))
            for one in (sample, other)
        )
        assert said == same


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_and_kinds_of_targets_are_stated_unless_they_are_blind(language: Language) -> None:
    texts = wording(language).question(sample_of(6), blind=False)
    blind = wording(language).question(sample_of(6), blind=True)
    kinds = re.findall("target_object|spatial_affordance", texts)
    assert kinds == ["target_object", "spatial_affordance"] * 2
    assert "4" in texts
    assert not re.findall("target_object|spatial_affordance|[0-9]", blind)


def test_speech_is_sent_as_the_condition_has_it() -> None:
    sample = sample_of(3)
    assert sample.speech is not None
    heard = {given: wording("en", given=given).question(sample, blind=True) for given in GIVEN}
    texts = {given: sample.speech.text in words for given, words in heard.items()}
    assert texts == {
        "video": False, "frames-audio": False, "frames-transcript": True, "frames-words": True, "frames": False, "text": True,
    }  # fmt: skip
    word = sample.speech.words[0]
    assert f"{word.begin_ms:.0f} ms – {word.end_ms:.0f} ms: {word.text}" in heard["frames-words"]
    assert " ms – " not in heard["frames-transcript"] + heard["text"]
    assert "says nothing" in wording("en").question(sample_of(1, spoken=False), blind=True)
    assert "not recorded" in wording("en").question(sample_of(2, spoken=False), blind=True)


def test_times_are_stated_in_the_unit_that_is_asked_for_unless_without_timestamps() -> None:
    assert [wording("en", name).frame(1500.0) for name in ("default", "qwen3", "gemini")] == [
        "1500 ms:", "1.500 s:", "00:01.500:",
    ]  # fmt: skip
    mute = wording("en", timestamps=False)
    sample = sample_of(2)
    assert mute.frame(1500.0) == ""
    assert mute.last(1500.0) == "The last frame. Every point is a place on this frame:"
    assert not re.search("[0-9] ?(ms|s)", mute.before(sample, 9, SENT))
    assert wording("en").last(1500.0).startswith("The last frame, 1500 ms.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_transcript_cannot_fill_a_place(language: Language) -> None:
    sample = sample_of(2)
    assert sample.speech is not None
    sample = sample.model_copy(
        update={"speech": sample.speech.model_copy(update={"text": "{kinds} {count} {text} \\1"})}
    )
    assert "{kinds} {count} {text} \\1" in wording(language).question(sample, blind=False)


@pytest.mark.parametrize("profile", sorted(built_in()))
@pytest.mark.parametrize("options", [False, True])
def test_an_answer_of_the_form_that_is_asked_for_is_read_without_a_repair(profile: str, options: bool) -> None:
    import json

    from jsonschema import Draft202012Validator

    known = model_profile(profile)
    form = prompts.schema(known, options=options)
    Draft202012Validator.check_schema(form)
    at = known.said((0.25, 0.5), SENT)
    time: Any = {"ms": 1500, "s": 1.5, "clock": "00:01.500"}[known.time]
    entry = {"type": "spatial_affordance", "description": "here", "point": list(at), "timestamp": time}
    answer = {"explicit_command": "put it here", "point_list": [{**entry, **({"choice": "a"} if options else {})}]}
    Draft202012Validator(form).validate(answer)
    frame = Frame(size=SENT, length_ms=4000.0, choices=("A. cup", "a. corner") if options else ())
    reading = read_answer(json.dumps(answer), frame, known)
    assert (reading.status, reading.answer.repairs, reading.answer.unusable) == ("scored", (), ())
    (said,) = reading.answer.predictions
    assert (said.kind, said.description) == ("space", "here")
    assert said.time_ms == pytest.approx(1500.0)
    assert said.point == pytest.approx((0.25, 0.5))
    assert said.choice == ("a" if options else None)
