"""The picture of a sample: marks are in the right places for any answer; and the command that draws it."""

import io
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mindsight.cli.vsig.show import _show
from mindsight.errors import InputError, MissingExtra
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.text import Language, text
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.media.clips import jpeg
from mindsight.vsig.models.answers.predictions import Answer, Prediction
from mindsight.vsig.reporting import lettering, pencil
from mindsight.vsig.reporting.lettering import clipped, harmless, typeface, width_of, wrapped
from mindsight.vsig.reporting.pictures import INNER, MARGIN, WIDTH, picture_of
from record.trial import mindsight
from vsig.grounding import ECOG, SIZE, VSIG, box_mask, changed, item_of, right, sample_of
from vsig.running import Prepared

HEAD = 100
"""Pixels above the frame if the item has no notes."""
NASTY = "\x1b[31m\u202e\x00\ud83d" + "长" * 3000 + "\n" * 50 + "x" * 9000
GREY = jpeg(np.full((SIZE[1], SIZE[0], 3), 128, np.uint8), 2000, 95)


def drawn(
    sample: Sample, item: Item, last: bytes | None = GREY, language: Language = "en", **more: str
) -> NDArray[np.uint8]:
    data = picture_of(sample, item, VSIG, last, language=language, **more)
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.format == "PNG"
        assert picture.width == WIDTH
        return np.asarray(picture.convert("RGB"))


def at(picture: NDArray[np.uint8], point: tuple[float, float]) -> tuple[int, ...]:
    """Return the colour of the page at a place of the frame, which fills the page's width."""
    x, y = (round(share * side * INNER / SIZE[0]) for share, side in zip(point, SIZE, strict=True))
    return tuple(int(value) for value in picture[MARGIN + HEAD + y, MARGIN + x])


def near(found: tuple[int, ...], colour: tuple[int, int, int]) -> bool:
    return max(abs(one - other) for one, other in zip(found, colour, strict=True)) < 40


@pytest.mark.parametrize("template", [1, 4, 6])
def test_answers_and_truths_are_drawn_where_they_are(template: int) -> None:
    sample = sample_of(template)
    answer = right(sample)
    for place in range(len(sample.targets)):
        answer = changed(answer, place, point=(0.15 + 0.2 * place, 0.9))
    picture = drawn(sample, item_of(sample, answer))
    for one in answer.predictions:
        assert one.point is not None
        assert near(at(picture, one.point), pencil.ANSWER)
    for target in sample.targets:
        if target.mask is not None:
            left, top = target.mask.origin
            edge = (left / SIZE[0], (top + 10) / SIZE[1])
            assert near(at(picture, edge), pencil.TRUTH)
            inside = ((left + 8) / SIZE[0], (top + 4) / SIZE[1])
            red, green, blue = at(picture, inside)
            assert green > red + 5, "what is meant is tinted"
            assert green > blue
        else:
            x, y = np.mean(target.points, axis=0)
            assert near(at(picture, (float(x) + 0.05, float(y))), pencil.TRUTH)
    assert near(at(picture, (0.5, 0.98)), (128, 128, 128)), "the frame itself stays"


def test_an_answer_outside_of_the_frame_is_an_arrow_at_its_edge() -> None:
    sample = sample_of(2)
    picture = drawn(sample, item_of(sample, changed(right(sample), 0, point=(7.0, 0.5))))
    assert near(at(picture, (0.985, 0.5)), pencil.ANSWER)


def test_a_portrait_recording_is_not_stretched() -> None:
    sample = sample_of(2)
    tall = (360, 640)
    target = sample.targets[0].model_copy(
        update={"mask": box_mask((100, 100, 200, 200), tall), "points": ((0.4, 0.2),)}
    )
    sample = sample.model_copy(update={"size": tall, "targets": (target,)})
    last = jpeg(np.full((640, 360, 3), 128, np.uint8), 2000, 95)
    picture = drawn(sample, item_of(sample, right(sample)), last)
    frame = np.abs(picture[MARGIN + HEAD + 500].astype(int) - 128).max(1) < 12
    assert int(frame.sum()) == pytest.approx(1000 * 360 / 640, abs=12)


@pytest.mark.slow
@pytest.mark.parametrize(
    "answer",
    [
        None,
        Answer(),
        Answer(predictions=(Prediction(point=(1e300, -1e300), time_ms=-1e300, description=NASTY),) * 30),
        Answer(
            predictions=(
                Prediction(point=(1e5, float("nan")), time_ms=5e4, interval=(-1e9, 1e9), description="a" * 90_000),
            )
        ),
        Answer(predictions=(Prediction(point=(0.0, 1.0), time_ms=-400.0, interval=(9000.0, -100.0)),) * 6),
    ],
)
def test_whatever_was_answered_can_be_drawn(answer: Answer | None) -> None:
    for template, language in ((1, "zh"), (6, "en")) if answer is None else ((6, "en"),):
        sample = sample_of(template, "x" * 200)
        item = item_of(sample, answer, status="scored" if answer else "infrastructure_error")
        item = item.model_copy(
            update={"answer": {"text": harmless(NASTY, lines=True)}, "error": text("{name}", name="\x1b" + "y" * 5000)}
        )
        picture = drawn(sample, item, None, language, subject="z" * 300)  # type: ignore[arg-type]
        assert picture.shape[0] < 3500


def test_silent_and_unusual_samples_can_be_drawn() -> None:
    sample = sample_of(4, spoken=False)
    drawn(sample, item_of(sample, right(sample)))
    sample = sample_of(6)
    assert sample.speech is not None
    word = sample.speech.words[0]
    words = tuple(
        word.model_copy(update={"text": f"word{n}", "begin_ms": 10.0 * n, "end_ms": 10.0 * n}) for n in range(600)
    )
    crowded = sample.model_copy(update={"speech": sample.speech.model_copy(update={"words": words}), "length_ms": 1.0})
    assert drawn(crowded, item_of(sample, right(sample))).shape[0] < 3500
    strokes = picture_of(sample, item_of(sample, right(sample), ECOG), ECOG, GREY)
    assert strokes != picture_of(sample, item_of(sample, right(sample)), VSIG, GREY)


def test_the_same_sample_gives_the_same_picture_and_languages_differ() -> None:
    sample = sample_of(4)
    item = item_of(sample, right(sample))
    one, two = (picture_of(sample, item, VSIG, GREY, language="zh") for _ in range(2))
    assert one == two
    assert one != picture_of(sample, item, VSIG, GREY, language="en")


def test_lines_fit_and_lose_nothing() -> None:
    rng = random.Random(7)
    face = typeface(22)
    for _ in range(60):
        said = "".join(rng.choice("abc 长句子，W. \n") for _ in range(rng.randrange(200)))
        lines = wrapped(said, face, 150, 10_000)
        assert all(width_of(line, face) <= 150 for line in lines)
        assert "".join("".join(lines).split()) == "".join(said.split())
        short = wrapped(said, face, 150, 2)
        assert len(short) <= 2
        assert len(lines) <= 2 or short[-1].endswith("…")
        assert width_of(clipped(said.replace("\n", ""), face, 90), face) <= 90
    assert wrapped("0.00: something else", face, 152, 3) == ["0.00:", "something else"]
    assert wrapped("", face, 150, 3) == [""]
    assert len(wrapped("W" * 1_000_000, face, 150, 5)) == 5


def test_what_cannot_be_seen_is_escaped() -> None:
    assert harmless("a\x1b[0m\u202e\n长") == "a\\x1b[0m\\x202e\\x0a长"
    assert harmless("a\nb", lines=True) == "a\nb"


def test_tags_stand_apart() -> None:
    taken: list[pencil.Box] = []
    for _ in range(8):
        (x, y), box = pencil.free_place([(300, 300, 300, 300)], 34, taken, (640, 480))
        assert 17 <= x <= 640 - 17
        assert 17 <= y <= 480 - 17
        for other in taken:
            assert box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1]
        taken.append(box)
    (x, y), _ = pencil.free_place([(0, 0, 0, 0)], 34, [], (640, 480))
    assert min(x, y) >= 17, "a tag in the corner stays on the frame"


def test_no_dash_is_longer_than_it_may_be() -> None:
    dashes = list(pencil._dashes([(0, 0), (100, 0), (100, 0), (100, 55)], 10))
    assert all(0 < np.hypot(x2 - x, y2 - y) <= 10.001 for (x, y), (x2, y2) in dashes)
    assert sum(np.hypot(x2 - x, y2 - y) for (x, y), (x2, y2) in dashes) == pytest.approx(80, abs=1)


def test_a_missing_typeface_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "_FACES", {False: (("none-such.ttf", 0),), True: ()})
    lettering.typeface.cache_clear()
    with pytest.raises(MissingExtra, match="apt-get install fonts-noto-cjk"):
        typeface(20)


@pytest.fixture(scope="module")
def kept(ready: Prepared, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A run with its last frames."""
    return ready.run(tmp_path_factory.mktemp("shown") / "run", "baseline:random")


@pytest.mark.slow
def test_the_command_draws_what_a_run_holds(kept: RunFolder, ready: Prepared, tmp_path: Path) -> None:
    name = ready.of(4, "en").id
    before = {file: file.read_bytes() for file in kept.path.rglob("*") if file.is_file()}
    done = mindsight("vsig", "show", kept.path, name, "--out", tmp_path / "shown.png")
    assert done.returncode == 0
    assert f"Picture: {tmp_path / 'shown.png'}" in done.stdout
    assert "what was meant" in done.stdout
    with Image.open(tmp_path / "shown.png") as picture:
        assert picture.width == WIDTH
    assert {file: file.read_bytes() for file in kept.path.rglob("*") if file.is_file()} == before


def test_what_cannot_be_shown_is_one_sentence(kept: RunFolder, ready: Prepared, tmp_path: Path) -> None:
    name = ready.of(4).id
    for sample, out, words in (
        (name[:-1], tmp_path / "a.png", f'has no sample "{name[:-1]}" \\(did you mean "'),
        (name, tmp_path / "a.jpg", "its name ends in .png"),
        (name, kept.path / "a.png", "from which this command reads"),
        (name, tmp_path / "none" / "a.png", "cannot be written"),
    ):
        with pytest.raises(InputError, match=words):
            _show(kept, sample, out, None)
    assert not list(tmp_path.iterdir())
    with pytest.raises(InputError, match="the clip is not there; name the folder of the data"):
        _show(kept, name, tmp_path / "a.png", tmp_path)


def test_a_run_without_pictures_takes_them_from_the_data(
    kept: RunFolder, ready: Prepared, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = ready.of(6).id
    bare = tmp_path / "bare"
    shutil.copytree(kept.path, bare)
    shutil.rmtree(bare / "media")
    _show(RunFolder.open(bare), name, tmp_path / "bare.png", None)
    assert "kept no picture" in capsys.readouterr().err
    _show(RunFolder.open(bare), name, tmp_path / "again.png", ready.root)
    _show(kept, name, tmp_path / "kept.png", None)
    bare_one, again, whole = ((tmp_path / f"{one}.png").read_bytes() for one in ("bare", "again", "kept"))
    assert again == whole != bare_one
