"""Controls without a server: what each takes away, whose speech replaces whose, and how far scores move."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.cli.vsig.controls import keys_in, make_controls
from mindsight.errors import InputError
from mindsight.harness.questions.question import Medium, Words
from mindsight.pipeline import finish, run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.record.titles import titles_of
from mindsight.vsig.choices import Choices
from mindsight.vsig.comparison import compare
from mindsight.vsig.controls.changes import changes_of, lines_of
from mindsight.vsig.controls.conditions import CONTROLS, ECOG, FULL, HAND, conditions_of, speakers, unmoved, usual
from mindsight.vsig.controls.totals import rescore
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media import clips, tracks
from mindsight.vsig.media.conditions import GIVEN, Condition, condition_of
from mindsight.vsig.models.asking import Asker
from vsig.asked import plan_of
from vsig.grounded import grounded
from vsig.grounding import ECOG as ECOG_PROFILE
from vsig.grounding import VSIG, changed, item_of, many, right, sample_of
from vsig.running import Prepared

# What is taken away


def given_of(base: Any, *keys: str) -> dict[str, Condition]:
    return {setup.key: setup.condition for setup in conditions_of(Condition(given=base), keys)}


@pytest.mark.parametrize(
    ("base", "keys"),
    [
        ("frames-words", ("text", "frames", "shuffled-sound", "no-last-frame", "no-timestamps", "no-word-times")),
        ("frames-transcript", ("text", "frames", "shuffled-sound", "no-last-frame", "no-timestamps")),
        ("frames-audio", ("sound", "frames", "shuffled-sound", "no-last-frame", "no-timestamps")),
        ("video", ("sound", "frames", "shuffled-sound", "no-last-frame", "no-timestamps")),
        ("frames", ("no-last-frame", "no-timestamps")),
        ("text", ("shuffled-sound",)),
    ],
)
def test_the_usual_controls_take_something_away(base: Any, keys: tuple[str, ...]) -> None:
    condition = Condition(given=base)
    assert usual(condition) == keys
    found = given_of(base)
    assert tuple(found) == (FULL, *keys)
    assert found[FULL].identity() == condition.identity()
    # Each differs from the full condition, and no two are the same.
    assert len({json.dumps(one.identity(), sort_keys=True) for one in found.values()}) == len(found)


def test_each_control_changes_one_thing() -> None:
    full = Condition(given="frames-words", fps=2.0)
    # Under one of them a built-in subject answers, and nothing is sent.
    found = given_of("frames-words", *(key for key in CONTROLS if key != HAND))
    changes = {
        key: {name for name in Condition.model_fields if getattr(one, name) != getattr(full, name)}
        for key, one in found.items()
    }
    assert changes == {
        FULL: set(),
        "text": {"given"},
        "sound": {"given"},
        "frames": {"given"},
        "shuffled-sound": {"speech_of"},
        "no-last-frame": {"last"},
        "no-timestamps": {"timestamps"},
        "no-word-times": {"given"},
        "no_frame_timestamps": {"timestamps"},
        "no_word_asr_timing": {"given"},
        "native_video": {"given"},
    }
    # Timed words keep their times if only the pictures are removed.
    assert found["text"].given == "text-words"
    assert found["text"].words_timed
    assert not found["text"].shown


@pytest.mark.parametrize("given", [*GIVEN, "text-words", "audio"])
@pytest.mark.parametrize("more", [{}, {"last": False}, {"speech_of": "another"}])
def test_an_identity_restores_the_whole_condition(given: Any, more: dict[str, Any]) -> None:
    condition = Condition(given=given, fps=2.0, **more)
    assert condition_of(condition.identity()) == condition
    # The identity of runs without controls has not changed.
    assert more or set(condition.identity()) == {"input", "timestamps", "frames", "picture"}


@pytest.mark.parametrize(
    ("base", "keys", "words"),
    [
        ("frames-words", ["frames", "frames"], "each once"),
        ("frames-words", ["nothing"], 'no control "nothing"; there are text, sound'),
        ("frames-transcript", ["no-word-times"], "takes nothing away where --input is frames-transcript"),
        ("text", ["text"], "takes nothing away"),
        ("frames", ["shuffled-sound"], "takes nothing away"),
        ("frames", ["frames"], "takes nothing away"),
    ],
)
def test_controls_that_cannot_be_had_are_refused(base: Any, keys: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        conditions_of(Condition(given=base), keys)


def test_one_frame_alone_is_the_last_and_cannot_be_missing() -> None:
    with pytest.raises(InputError, match="no-last-frame takes nothing away"):
        conditions_of(Condition(given="frames", frames=1), ["no-last-frame"])


def test_the_successors_ablations_go_by_their_own_names() -> None:
    assert keys_in("ecog") == list(ECOG) == ["no_frame_timestamps", "no_word_asr_timing", "native_video"]
    assert keys_in(" text, ,frames") == ["text", "frames"]
    found = given_of("frames-words", *ECOG)
    assert found["no_frame_timestamps"].timestamps is False
    assert found["no_word_asr_timing"].given == "frames-transcript"
    assert found["native_video"].given == "video"


# Whose speech replaces whose


@given(st.integers(0, 40), st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_no_sample_gets_the_speech_of_its_own_clip(count: int, seed: int) -> None:
    samples = [sample for sample, *_ in many(count)]
    found = speakers(samples, seed)
    by_id = {sample.id: sample for sample in samples}
    for name, other in found.items():
        assert by_id[name].recording != other.recording
        assert by_id[name].language == other.language
    spoken = {sample.id for sample in samples if sample.speech is not None or sample.template != 1}
    assert set(found) <= spoken
    assert unmoved(samples, found) == len(spoken) - len(found)
    assert found == speakers(reversed(samples), seed)


def test_a_sample_with_other_words_is_preferred_as_speaker() -> None:
    def saying(name: str, words: str) -> Sample:
        sample = sample_of(4, name)
        assert sample.speech is not None
        return sample.model_copy(update={"speech": sample.speech.model_copy(update={"text": words})})

    samples = [saying(f"{n}", "左边" if n < 5 else "右边") for n in range(6)]
    found = speakers(samples, 7)
    assert {found[f"{n}"].id for n in range(5)} == {"5"}
    assert found["5"].id != "5"


def test_the_template_stays_and_each_speaks_once_where_all_say_the_same() -> None:
    samples = [sample_of(template, f"{template}-{n}") for template in (2, 4) for n in range(5)]
    found = speakers(samples, 7)
    assert {name.split("-")[0] for name, other in found.items() if other.template == 2} == {"2"}
    assert len({other.id for other in found.values()}) == len(found) == 10
    assert found != speakers(samples, 8)


def test_a_clip_alone_keeps_its_own_speech_and_that_is_reported(tmp_path: Path) -> None:
    alone = [sample_of(4, "only")]
    assert speakers(alone, 7) == {}
    assert unmoved(alone, {}) == 1


# What is sent


class Sent:
    """The question about a sample under a condition."""

    def __init__(
        self,
        ready: Prepared,
        sample: Sample,
        base: Any,
        key: str,
        *,
        within: bool = False,
        speaker: Sample | None = None,
    ) -> None:
        setup = next(setup for setup in conditions_of(Condition(given=base, frames=3), (key,) if key != FULL else ())
                   if setup.key == key)  # fmt: skip
        partners = {**speakers(ready.samples.values(), 7), **({sample.id: speaker} if speaker else {})}
        plan = plan_of(base, frames=3)
        from dataclasses import replace

        asker = Asker(
            replace(plan, input=setup.input, keep_last=False, language="en"),
            ready.root,
            within=within,
            speakers=partners if setup.condition.speech_of == "another" else None,
        )
        parts = list(asker.question(sample).parts())
        self.other = partners[sample.id]
        self.words = "\n".join(part.text for part in parts if isinstance(part, Words))
        self.media = [part for part in parts if isinstance(part, Medium)]
        self.sent = asker._made[sample.id].sent

    @property
    def kinds(self) -> list[str]:
        return [part.kind for part in self.media]


@pytest.fixture(scope="module")
def sample(ready: Prepared) -> Sample:
    return ready.of(4, "en")


def last_jpeg(ready: Prepared, sample: Sample) -> bytes:
    return clips.jpeg(clips.last_frame(ready.root / sample.folder / sample.video).image)


def test_text_alone_sends_the_words_with_their_times_and_no_picture(ready: Prepared, sample: Sample) -> None:
    sent = Sent(ready, sample, "frames-words", "text")
    assert sample.speech is not None
    assert sent.media == []
    assert sample.speech.text in sent.words
    assert f"{sample.speech.words[0].begin_ms:.0f} ms" in sent.words


def test_frames_alone_hold_nothing_of_what_is_said(ready: Prepared, sample: Sample) -> None:
    sent = Sent(ready, sample, "frames-words", "frames")
    assert sample.speech is not None
    assert sent.kinds == ["image"] * 3
    assert not any(
        word.text in sent.words.split("The last frame")[1] for word in sample.speech.words if len(word.text) > 4
    )
    assert "The user says" not in sent.words


def test_sound_alone_is_heard_and_nothing_is_shown(ready: Prepared, sample: Sample) -> None:
    sent = Sent(ready, sample, "frames-audio", "sound")
    assert sent.kinds == ["audio"]
    assert sent.media[0].data == clips.sound(ready.root / sample.folder / sample.video)
    assert "Nothing is shown" in sent.words


def test_without_the_last_frame_its_picture_is_not_sent_and_that_is_said(ready: Prepared, sample: Sample) -> None:
    whole, without = (Sent(ready, sample, "frames-words", key) for key in (FULL, "no-last-frame"))
    last = last_jpeg(ready, sample)
    assert [part.data == last for part in whole.media] == [False, False, True]
    assert [part.data == last for part in without.media] == [False, False]
    assert "is not shown" in without.words
    assert "is not shown" not in whole.words
    assert (whole.sent["frames"], without.sent["frames"]) == (3, 2)
    assert without.sent["frames_ms"][-1] < sample.last_ms - 100


def test_without_times_none_is_stated(ready: Prepared, sample: Sample) -> None:
    whole, without = (Sent(ready, sample, "frames-transcript", key) for key in (FULL, "no-timestamps"))
    assert f"{sample.last_ms:.0f} ms" in whole.words
    assert " ms" not in without.words
    assert whole.kinds == without.kinds


def test_without_the_words_times_the_words_stay(ready: Prepared, sample: Sample) -> None:
    whole, without = (Sent(ready, sample, "frames-words", key) for key in (FULL, "no-word-times"))
    assert sample.speech is not None
    assert "When each word begins" in whole.words
    assert "When each word begins" not in without.words
    assert sample.speech.text in without.words


def test_another_samples_words_are_sent_with_their_times(ready: Prepared, sample: Sample) -> None:
    sent = Sent(ready, sample, "frames-words", "shuffled-sound")
    assert sent.other.speech is not None
    assert sent.other.speech.text in sent.words
    assert sent.sent["speech_of"] == sent.other.id
    assert sent.media[-1].data == last_jpeg(ready, sample)


def test_another_samples_sound_is_sent_with_the_own_pictures(ready: Prepared, sample: Sample) -> None:
    sent = Sent(ready, sample, "frames-audio", "shuffled-sound", speaker=ready.of(6, "en"))
    assert sent.kinds == ["image"] * 3 + ["audio"]
    assert sent.media[-1].data == clips.sound(ready.root / sent.other.folder / sent.other.video)
    assert sent.media[-1].data != clips.sound(ready.root / sample.folder / sample.video)
    assert sent.media[2].data == last_jpeg(ready, sample)


def test_another_samples_sound_is_put_into_the_clip_if_sound_is_sent_there(
    ready: Prepared, sample: Sample, tmp_path: Path
) -> None:
    """The sound in the sent clip is the other's: its tones, at their times."""
    sent = Sent(ready, sample, "video", "shuffled-sound", within=True, speaker=ready.of(6, "en"))
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(next(part.data for part in sent.media if part.kind == "video"))
    heard, own, others = (
        loudness(clips.sound(path))
        for path in (clip, ready.root / sample.folder / sample.video, ready.root / sent.other.folder / sent.other.video)
    )
    count = min(map(len, (heard, own, others)))
    near = [float(np.corrcoef(heard[:count], one[:count])[0, 1]) for one in (own, others)]
    assert near[1] > 0.95
    assert near[0] < 0.9
    assert tracks.sound_s(clip.read_bytes()) == pytest.approx(sample.length_ms / 1000, abs=0.1)
    pictures = list(clips.pictures(clip))
    assert len(pictures) == len(list(clips.pictures(ready.root / sample.folder / sample.video)))


def loudness(wav: bytes | None) -> Any:
    """Return the loudness of a WAV file in each hundredth of a second, by tone, so that different words differ."""
    assert wav is not None
    wave = np.frombuffer(wav[44:], np.int16).astype(np.float64)
    pieces = wave[: len(wave) // 160 * 160].reshape(-1, 160)
    return np.abs(np.fft.rfft(pieces, axis=1))[:, 2:12].ravel()


# How far scores move


def pair(made: Any, keys: tuple[str, str], profile: Any = VSIG) -> dict[str, list[Item]]:
    """Return the items of two answers to each sample, as those of two conditions."""
    apart: dict[str, list[Item]] = {key: [] for key in keys}
    for sample, *answers in made:
        for key, answer in zip(keys, answers, strict=True):
            item = item_of(sample, answer, profile)
            apart[key].append(item.model_copy(update={"id": f"{sample.id}@{key}"}))
    return apart


def test_changes_of_a_page_of_arithmetic() -> None:
    """Two of four objects are missed under the control, one of them in a sample of one target: 4/4 → 2/4."""
    first, second, third = sample_of(1, "a"), sample_of(1, "b"), sample_of(5, "c")
    lost = {"point": (0.99, 0.01)}
    made = [
        (first, right(first), changed(right(first), 0, **lost)),
        (second, right(second), right(second)),
        (third, right(third), changed(right(third), 2, **lost)),
    ]
    apart = pair(made, ("full", "text"))
    lines = lines_of(apart["full"], apart["text"], VSIG)["vsig.spatial"]
    # 5 targets, 3 samples: value + (part - value · whole) · 3 / 5.
    assert lines.first == pytest.approx([1.0, 1.0, 1.0])
    assert lines.then == pytest.approx([0.6 - 0.36, 0.6 + 0.24, 0.6 + (2 - 1.8) * 0.6])
    spatial = next(one for one in changes_of(apart, VSIG) if one.name == "vsig.spatial")
    assert (spatial.first, spatial.then, spatial.value) == pytest.approx((1.0, 0.6, -0.4))


def test_changes_are_those_of_a_comparison_of_two_runs(tmp_path: Path) -> None:
    """Comparing two conditions like two subjects gives the same differences and p."""
    one, other = many(40, seed=3), many(40, seed=4)
    made = [(a[0], a[1], b[1]) for a, b in zip(one, other, strict=True)]
    apart = pair(made, ("full", "text"))
    runs = [
        grounded(
            [(s, answers[place], "scored") for s, *answers in made],
            tmp_path / f"{place}",
            report=False,
            name=f"{place}",
        )
        for place in (0, 1)
    ]
    expected = {one.measure: one for one in compare(runs, seed=7).differences}
    for change in changes_of(apart, VSIG):
        assert change.value == pytest.approx(expected[change.name].value, abs=1e-12)


def test_a_sample_that_could_not_be_tested_once_is_left_out_of_both(tmp_path: Path) -> None:
    samples = [sample_of(2, f"{n}") for n in range(4)]
    apart = pair([(s, right(s), right(s)) for s in samples], ("full", "text"))
    failed = item_of(samples[0], None, VSIG, "infrastructure_error").model_copy(update={"id": "0@text"})
    apart["text"][0] = failed
    lines = lines_of(apart["full"], apart["text"], VSIG)
    assert {len(one.first) for one in lines.values()} == {3}


@pytest.mark.parametrize("profile", [VSIG, ECOG_PROFILE])
def test_the_order_of_the_items_changes_nothing(profile: Any) -> None:
    made = [(a[0], a[1], b[1]) for a, b in zip(many(20, seed=1), many(20, seed=2), strict=True)]
    apart = pair(made, ("full", "text"), profile)
    turned = {key: items[::-1] for key, items in apart.items()}
    assert changes_of(apart, profile) == changes_of(turned, profile)


# A record


@pytest.fixture
def choices(ready: Prepared) -> Choices:
    return Choices(data=ready.root, spec="baseline:random", given="frames-words", keep_last=False)


@pytest.fixture(scope="module")
def done(ready: Prepared, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = tmp_path_factory.mktemp("controls") / "run"
    choices = Choices(data=ready.root, spec="baseline:random", given="frames-words", keep_last=False)
    run = run_test(make_controls(choices, ["text", "frames"], ready.file, folder), folder)
    run.publish({"report.html": b"<!doctype html>"}, seal=True)
    return run


def test_one_record_holds_every_sample_once_for_each_condition(done: RunFolder, ready: Prepared) -> None:
    items = list(done.items)
    assert {item.id for item in items} == {
        f"{name}@{key}" for name in ready.samples for key in ("full", "text", "frames")
    }
    assert done.manifest.kind == "controls"
    assert done.manifest.data.instances == len(items) == 72
    assert [finding.say() for finding in checker.check(str(done.path))[0]] == []
    names = {measure.name for measure in done.results.measures}
    assert {"vsig.overall@full", "vsig.change.spatial@text", "vsig.left.temporal@frames", "vsig.readable@text"} <= names


def test_rescoring_gives_the_same_bytes(done: RunFolder) -> None:
    assert rescore(done)[1] == done.results


def test_a_built_in_subject_is_not_said_to_need_nothing(done: RunFolder) -> None:
    ids = {block.id for block in done.results.blocks}
    assert "information-baseline" in ids
    assert not any(name.startswith("warning-needs") for name in ids)


def test_every_measure_has_a_name_in_words_and_no_two_the_same(done: RunFolder) -> None:
    titles = titles_of(done.results)
    assert titles.keys() == {measure.name for measure in done.results.measures}
    assert len({tuple(map(str, title)) for title in titles.values()}) == len(titles)


@pytest.mark.parametrize(
    ("name", "field"),
    [("vsig.spatial@text", "value"), ("vsig.overall@frames", "value"), ("vsig.intent@text", "n")],
)
def test_the_checker_finds_a_number_that_was_changed(done: RunFolder, tmp_path: Path, name: str, field: str) -> None:
    import shutil

    folder = tmp_path / "changed"
    shutil.copytree(done.path, folder)
    page = json.loads((folder / "results.json").read_bytes())
    measure = next(one for one in page["measures"] if one["name"] == name)
    measure[field] = (measure[field] or 0) + 0.25
    (folder / "results.json").write_text(json.dumps(page), "utf-8")
    said = " ".join(finding.say() for finding in checker.check(str(folder))[0])
    assert f"{name}.{field}" in said


def test_a_run_that_was_interrupted_ends_with_the_same_bytes(done: RunFolder, ready: Prepared, tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    def stop(count: int, _all: int) -> None:
        if count == 31:
            raise StopError

    folder = tmp_path / "run"
    choices = Choices(data=ready.root, spec="baseline:random", given="frames-words", keep_last=False)
    with pytest.raises(StopError):
        run_test(make_controls(choices, ["text", "frames"], ready.file, folder), folder, progress=stop)
    assert sum(1 for _ in RunFolder(folder).items) == 31
    run = run_test(make_controls(choices, ["text", "frames"], ready.file, folder, resume=True), folder, resume=True)
    for name in ("results.json", "scores.csv", "samples.json"):
        assert (run.path / name).read_bytes() == (done.path / name).read_bytes()
    before = (folder / "results.json").read_bytes()
    finish(make_controls(choices, ["text", "frames"], ready.file, folder, resume=True), run)
    assert (folder / "results.json").read_bytes() == before


def test_the_successors_scores_move_too(ready_ecog: Prepared, tmp_path: Path) -> None:
    choices = Choices(data=ready_ecog.root, spec="baseline:random", given="frames-words", keep_last=False)
    run = run_test(make_controls(choices, list(ECOG), ready_ecog.file, tmp_path / "run"), tmp_path / "run")
    run.publish({"report.html": b"<!doctype html>"}, seal=True)
    assert [finding.say() for finding in checker.check(str(run.path))[0]] == []
    names = [measure.name for measure in run.results.measures]
    assert "ecog.change.acc_eco@native_video" in names
    assert run.manifest.identity["conditions"] == "full,no_frame_timestamps,no_word_asr_timing,native_video"


# The command


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--subject", "python:a:b"), "controls are for models"),
        (("--subject", "baseline:oracle", "--controls", "magic"), 'no control "magic"'),
        (("--subject", "baseline:oracle", "--input", "video", "--controls", "no-word-times"), "takes nothing away"),
        ((), "name the subject once"),
        (("--subject", "baseline:oracle", "--cluster", "moon"), "moon is not known"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    ready: Prepared, words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = ready.root / ready.of(2).folder
    with pytest.raises(InputError, match=said):
        mindsight(["--lang", "en", "vsig", "controls", "--data", str(folder), *words])
    assert not list(tmp_path.iterdir())


def test_a_built_in_subject_that_reads_files_of_its_own_is_refused(ready: Prepared) -> None:
    with pytest.raises(InputError, match="nothing that controls could take away"):
        mindsight(["--lang", "en", "vsig", "controls", "--data", str(ready.root), "--subject", "baseline:fingertip"])


def test_the_command_runs_from_end_to_end(ready: Prepared, tmp_path: Path, capsys: Any) -> None:
    folder, run = ready.root / ready.of(2).folder, tmp_path / "run"
    command = ["--lang", "en", "vsig", "controls", "--data", str(folder), "--subject", "baseline:oracle"]
    assert mindsight([*command, "--dry-run", "--out", str(run)]) == 0
    out = capsys.readouterr().out
    assert "condition shuffled-sound: the speech of another clip (frames-words)" in out
    assert not run.exists()
    assert mindsight([*command, "--controls", "text", "--out", str(run)]) == 0
    assert "What is left of each score" in capsys.readouterr().out
    assert (run / "report.html").is_file()
    assert mindsight(["verify", str(run)]) == 0
    assert mindsight(["rescore", str(run)]) == 0
