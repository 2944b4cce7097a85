"""Synthetic clips, end to end: accepted by the check, answered by the oracle, and consistent with pixels and sound."""

import base64
import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("mujoco")
pytest.importorskip("av")

from mindsight.answers.conventions import DEFAULT, model_profile
from mindsight.vsig.dataset.preparation import Prepared, prepare
from mindsight.vsig.language.speech import spans_of
from mindsight.vsig.media.clips import probe, sampled, sound
from mindsight.vsig.models.baselines import oracle
from mindsight.vsig.models.fingertip import Fingertip
from mindsight.vsig.synthesis.dataset import Wanted, orders_of, write_dataset
from mindsight.vsig.synthesis.speech import voice
from mindsight.vsig.synthesis.speech.wording import STROKES
from vsig import running

pytestmark = pytest.mark.slow
needs_voice = pytest.mark.skipif(not voice.is_there(), reason="espeak-ng is not installed")
_SIZE, _FPS = (320, 180), 8


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A small data set of all templates, and the cache of its clips."""
    root, cache = tmp_path_factory.mktemp("synth") / "data", tmp_path_factory.mktemp("cache")
    write_dataset(root, Wanted(12, seed=3, size=_SIZE, fps=_FPS, spoken=voice.is_there(), layout="ecog"), cache=cache)
    return root, cache


@pytest.fixture(scope="module")
def prepared(made: tuple[Path, Path]) -> Prepared:
    return prepare(made[0], facts=probe)


@pytest.fixture(scope="module")
def truths(made: tuple[Path, Path]) -> dict[str, dict]:
    return {
        video: page for path in made[0].rglob("truth.json") for video, page in json.loads(path.read_bytes()).items()
    }


def test_the_check_has_no_findings(prepared: Prepared) -> None:
    assert len(prepared.samples) == 12
    assert prepared.findings == ()
    assert {(one.template, one.language) for one in prepared.samples} == {
        (t, lang) for t in range(1, 7) for lang in ("zh", "en")
    }


def test_what_the_words_mean_is_what_was_said_while_it_was_pointed_at(prepared: Prepared, truths) -> None:
    if not voice.is_there():
        pytest.skip("espeak-ng is not installed")
    for sample in prepared.samples:
        page = truths[sample.video]
        spans = spans_of(sample.template, sample.speech)
        if sample.template == 1:
            assert sample.speech is None
            continue
        assert spans.status == "ok"
        for stroke, clause, span in zip(page["strokes"], page["clauses"], spans.spans, strict=True):
            assert clause[0] <= span.begin_ms < span.end_ms <= clause[1]
            assert 59 <= clause[0] - stroke["begin_ms"] <= 201
            assert stroke["begin_ms"] < span.end_ms
            assert stroke["end_ms"] > span.begin_ms


def test_masks_are_what_the_last_frame_shows_and_no_two_of_them_meet(made, truths) -> None:
    for path in made[0].rglob("annotations.json"):
        for annotation in json.loads(path.read_bytes()):
            covered = np.zeros(_SIZE[::-1], int)
            for entry in annotation["object_space"]:
                if entry["type"] == "object":
                    bits = np.array(Image.open(io.BytesIO(base64.b64decode(entry["mask"]["mask_base64"])))) > 128
                    assert bits.shape == _SIZE[::-1]
                    assert bits.sum() > 25
                    covered += bits
            assert covered.max() == 1
            assert len([one for one in truths[annotation["video_name"]]["things"] if one["named"]]) >= 8


def test_the_hand_is_seen_where_the_track_says_and_not_on_the_last_frame(made, prepared: Prepared, truths) -> None:
    for sample in prepared.samples:
        page = truths[sample.video]
        frames = [frame.image.astype(np.int16) for frame in sampled(made[0] / sample.folder / sample.video, fps=_FPS)]
        assert page["fingertip"][-1] is None
        assert len(page["fingertip"]) == page["frames"] == len(page["camera"]["frames"])
        for stroke in page["strokes"]:
            middle = round((stroke["begin_ms"] + stroke["end_ms"]) / 2000 * _FPS)
            # The finger is between tip and knuckle: there the picture differs from the last frame.
            tip, knuckle = np.array(page["fingertip"][middle]), np.array(page["knuckle"][middle])
            on_finger = [tip + (knuckle - tip) * share for share in (0.35, 0.6, 0.85)]
            skin = [frames[middle][min(179, int(y)), min(319, int(x))] for x, y in on_finger]
            assert any(red > blue + 8 for red, _, blue in skin), (sample.video, middle, skin)


def test_samples_say_of_each_target_what_was_nearest_to_the_fingertip(prepared: Prepared, truths) -> None:
    seen = 0
    for sample in prepared.samples:
        page = truths[sample.video]
        assert len(sample.rests) == len(sample.targets) == len(page["strokes"])
        for target, rest, stroke in zip(sample.targets, sample.rests, page["strokes"], strict=True):
            assert rest is not None
            assert stroke["begin_ms"] < rest.time_ms < stroke["end_ms"]
            if rest.is_meant:
                # The thing pointed at is the target itself, or a space's reference.
                beside = target.reference
                assert rest.mask == (target.mask if beside is None else beside.mask)
                seen += 1
    assert seen >= 12


def test_every_stroke_reads_the_same_a_second_time(truths) -> None:
    for page in truths.values():
        assert len(page["readings"]) == STROKES[page["order"]["template"]]
        for stroke, reading in zip(page["strokes"], page["readings"], strict=True):
            assert reading["agrees"]
            assert reading["margin"] >= 1.25
            if stroke["thing"] is not None:
                assert reading["in_picture"] == reading["in_space"] == stroke["thing"]


@needs_voice
def test_words_are_heard_when_they_are_annotated(made, prepared: Prepared, truths) -> None:
    import wave

    for sample in prepared.samples:
        if sample.speech is None:
            continue
        with wave.open(io.BytesIO(sound(made[0] / sample.folder / sample.video))) as opened:
            rate = opened.getframerate()
            heard = np.frombuffer(opened.readframes(opened.getnframes()), "<i2").astype(float)
        loud = np.abs(heard) > 0.02 * np.abs(heard).max()
        for begin, _ in truths[sample.video]["clauses"]:
            # A clause follows a pause of more than half a second.
            quiet = loud[int((begin - 250) / 1000 * rate) : int((begin - 30) / 1000 * rate)]
            spoken = loud[int((begin - 10) / 1000 * rate) : int((begin + 120) / 1000 * rate)]
            assert quiet.mean() < 0.02, sample.video
            assert spoken.any(), sample.video


@pytest.mark.parametrize("profile", ["ecog", "vsig"])
def test_the_oracle_is_right_in_both_readings(made, tmp_path: Path, profile: str) -> None:
    run = running.prepared(made[0], tmp_path / "samples.json").run(tmp_path / "run", "baseline:oracle", profile=profile)
    measures = json.loads((run.path / "results.json").read_bytes())["measures"]
    scored = [one for one in measures if one["status"] == "scored"]
    assert len(scored) >= 4
    assert [
        (one["name"], one["value"])
        for one in scored
        if one["high"] == 1 and one["better"] == "higher" and one["value"] != 1
    ] == []


def test_the_subject_that_follows_the_finger_knows_the_last_thing_alone(made, prepared: Prepared) -> None:
    form = model_profile(DEFAULT)
    for sample in prepared.samples:
        said = json.loads(Fingertip(made[0])(sample, 7, form))["point_list"]
        right = json.loads(oracle(sample, 7, form))["point_list"]
        assert len(said) == len(right)
        if sample.template in (1, 2):
            assert said[0]["description"] == right[0]["description"]


def test_a_clip_that_was_made_before_is_not_made_again_and_is_the_same(made, tmp_path: Path, monkeypatch) -> None:
    root, cache = made
    from mindsight.vsig.synthesis import dataset

    monkeypatch.setattr(dataset, "prepare_scene", None)
    again = write_dataset(
        tmp_path / "again",
        Wanted(12, seed=3, size=_SIZE, fps=_FPS, spoken=voice.is_there(), layout="ecog"),
        cache=cache,
    )
    assert all(one.known for one in again)
    first = {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    second = {
        path.relative_to(tmp_path / "again"): path.read_bytes()
        for path in (tmp_path / "again").rglob("*")
        if path.is_file()
    }
    assert first == second


def test_the_same_order_gives_the_same_bytes_without_what_was_kept(tmp_path: Path) -> None:
    wanted = Wanted(1, templates=(3,), languages=("zh",), seed=5, size=(160, 90), fps=5, spoken=False)
    for name in ("one", "other"):
        write_dataset(tmp_path / name, wanted, cache=tmp_path / f"{name}.cache")
    clips = [next((tmp_path / name).rglob("*.mp4")).read_bytes() for name in ("one", "other")]
    assert clips[0] == clips[1]
    shutil.rmtree(tmp_path)


def test_orders_go_through_all_templates_and_languages() -> None:
    orders = orders_of(Wanted(24, seed=1))
    assert len({(one.template, one.language) for one in orders[:12]}) == 12
    assert len({one.seed for one in orders}) == 24
    assert orders_of(Wanted(30, seed=1))[:24] == orders, "more clips change none of the first"
