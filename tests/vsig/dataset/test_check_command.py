"""``mindsight vsig check``: every finding with file, sample and field, in both languages and as JSON, and its exit status."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from mindsight.cli.shared import console
from mindsight.cli.vsig import check
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.dataset.preparation import prepare, write_samples
from mindsight.vsig.media.clips import probe
from record import trial
from vsig.making import Made
from vsig.sheets import KnownClip

SCENE = "办公环境"


@pytest.fixture(scope="module")
def spoilt(made: list[Made], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Templates 1 and 4 with real clips: one clip truncated, one object swapped, one without a mask, one sample marked invalid."""
    root = tmp_path_factory.mktemp("spoilt") / "data"
    for template in (1, 4):
        folder = next(one.folder for one in made if (one.template, one.language) == (template, "zh"))
        shutil.copytree(folder, root / SCENE / folder.name)
    clip = root / SCENE / "指令1" / "VID1000.mp4"
    clip.write_bytes(clip.read_bytes()[:5000])
    for folder, number, change in ((1, 1, {"is_invalid": True}), (4, 0, {}), (4, 1, {})):
        file = root / SCENE / f"指令{folder}" / "annotations.json"
        samples = json.loads(file.read_text("utf-8"))
        samples[number] |= change
        if folder == 4 and number == 0:
            samples[0]["object_space"][0]["points"] = [[x, y] for y, x in samples[0]["object_space"][0]["points"]]
        elif folder == 4:
            samples[1]["object_space"][1]["mask"] = None
        file.write_text(json.dumps(samples, ensure_ascii=False), "utf-8")
    return root


def checked(root: Path, *options: str) -> str:
    """Return the command's output for data that are partly unusable."""
    done = trial.mindsight("vsig", "check", root, *options)
    assert (done.returncode, done.stderr) == (1, "")
    return done.stdout


def test_every_finding_is_listed_with_file_sample_and_field(spoilt: Path) -> None:
    lines = checked(spoilt).splitlines()
    assert lines[0].startswith(f"refused: {SCENE}/指令1/annotations.json › 1766800001000 › video_name: ")
    assert "VID1000.mp4: cannot be used as a video" in lines[0]
    assert str(spoilt) not in lines[0]
    assert lines[1] == (
        f"refused: {SCENE}/指令4/annotations.json › 1766800004000 › object_space[0].points: the points lie in the box only "
        "if they are [x, y]; they must be [y, x] in 0–1000"
    )
    assert lines[2] == (
        f"warning: {SCENE}/指令4/annotations.json › 1766800004002 › object_space[1].mask: the object has no mask: it is "
        "scored like a space, by distance"
    )
    assert lines[-1] == (
        "samples that can be used: 1; samples or files that cannot: 2; marked is_invalid: 1; warnings: 1"
    )
    (row,) = [line.split() for line in lines if line.startswith("指令4")]
    assert row == ["指令4", "vsig", "1", "2", "2", "0", "0"]


def test_the_findings_as_json(spoilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.check(spoilt, as_json=True) == 1
    page: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert page["summary"] == {"usable": 1, "refused": 2, "skipped": ["1766800001002"], "warnings": 1}
    assert [(one["severity"], one["sample"], one["field"]) for one in page["findings"]] == [
        ("refused", "1766800001000", "video_name"),
        ("refused", "1766800004000", "object_space[0].points"),
        ("warning", "1766800004002", "object_space[1].mask"),
    ]
    (sample,) = page["samples"]
    assert (sample["layout"], sample["template"], sample["level"], sample["size"]) == ("vsig", 4, 3, [320, 180])
    assert [target["kind"] for target in sample["targets"]] == ["object", "space"]
    assert sample["speech_status"] == "ok"


def test_it_speaks_chinese_too(spoilt: Path) -> None:
    said = checked(spoilt, "--lang", "zh")
    assert f"拒绝：{SCENE}/指令4/annotations.json › 1766800004000 › object_space[0].points：只有把点当作 [x, y]" in said
    assert said.splitlines()[-1] == "可用的样本：1；被拒绝的样本或文件：2；标记为 is_invalid：1；警告：1"
    words = re.findall(r"[a-z]{4,}", re.sub(r"\S*[/_.]\S*", "", said))
    assert set(words) <= {"vsig"}


def test_nothing_usable_is_exit_2(spoilt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "data"
    shutil.copytree(spoilt / SCENE / "指令1", root / "指令1")
    assert check.check(root, as_json=False) == 2
    assert (
        capsys.readouterr()
        .out.splitlines()[-1]
        .startswith("samples that can be used: 0; samples or files that cannot: 1;")
    )


def test_a_missing_data_set_is_one_sentence(tmp_path: Path) -> None:
    done = trial.mindsight("vsig", "check", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "give the folder of a data set" in line


def test_names_cannot_control_a_terminal(made: list[Made], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "data" / "\x1b[31mred" / "指令1"
    shutil.copytree(made[0].folder, folder)
    samples = json.loads((folder / "annotations.json").read_text("utf-8"))
    samples[0]["video_name"] = "\x1b]0;title\x07.mp4"
    (folder / "annotations.json").write_text(json.dumps(samples), "utf-8")
    check.check(tmp_path / "data", as_json=False)
    check.check(tmp_path / "data", as_json=True)
    said = capsys.readouterr()
    assert said.out.count("refused") >= 2
    assert not {"\x1b", "\x07"} & set(said.out + said.err)


def test_a_progress_bar_is_shown_on_a_terminal(
    made_root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "is_screen", lambda _: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("mindsight.vsig.media.clips.probe", KnownClip())
    check.check(made_root, as_json=True)
    assert "24/24" in capsys.readouterr().err


# --- data without faults ---


@pytest.mark.parametrize("layout", ["made", "made_ecog"])
def test_data_without_faults_has_no_findings(request: pytest.FixtureRequest, layout: str) -> None:
    """24 samples over all templates, in two languages, with clips that are decoded."""
    made: list[Made] = request.getfixturevalue(layout)
    found = prepare(made[0].folder.parents[1], facts=probe)
    assert (found.findings, found.skipped) == ((), ())
    assert len(found.samples) == len(made) == 24
    by_id = {sample.id: sample for sample in found.samples}
    for one in made:
        sample = by_id[one.id]
        assert (sample.layout, sample.template, sample.language) == (one.layout, one.template, one.language)
        assert (sample.scene, sample.size, sample.has_sound) == (one.scene, one.size, True)
        assert sample.last_ms == pytest.approx(one.last_ms, abs=1)
        assert [(target.kind, len(target.points)) for target in sample.targets] == [(t.kind, 3) for t in one.targets]
        assert [target.name for target in sample.targets] == [t.name for t in one.targets]
        if one.layout == "ecog":
            assert [target.choice for target in sample.targets] == [t.choice for t in one.targets]
            assert [target.stroke for target in sample.targets] == [
                (round(t.stroke[0]), round(t.stroke[1])) for t in one.targets
            ]
    assert len({sample.fingerprint for sample in found.samples}) == 24
    # Two clips of one recording would have one hash.
    assert len({sample.recording for sample in found.samples}) == 24


def test_equal_data_gives_equal_files(made_root: Path, tmp_path: Path) -> None:
    """In any folder: the file's hash identifies the data when runs are compared."""
    copied = shutil.copytree(made_root, tmp_path / "copy")
    pages = []
    for number, root in enumerate((made_root, copied)):
        write_samples(tmp_path / f"{number}.json", prepare(root, facts=KnownClip()))
        pages.append((tmp_path / f"{number}.json").read_bytes())
    assert pages[0] == pages[1]
    assert list(SampleList(tmp_path / "0.json")) == sorted(
        prepare(made_root, facts=KnownClip()).samples, key=lambda one: one.id
    )


def test_the_real_clip_has_no_findings(real_data: Path) -> None:
    """A recording of the benchmark's authors, 1920×1080, HEVC of 10 bits in HLG; word times as FunASR gave them."""
    root = real_data / "vsig_real"
    if not root.is_dir():
        pytest.skip("no real clip; MINDSIGHT_TEST_DATA names the folder that holds vsig_real")
    found = prepare(root, facts=probe)
    (sample,) = found.samples
    assert found.findings == ()
    assert (sample.template, sample.size, sample.language, sample.has_sound) == (4, (1920, 1080), "zh", True)
    assert (sample.speech.text if sample.speech else "").startswith("把这个放到它的右侧")
    assert [target.kind for target in sample.targets] == ["object", "space"]
    assert sample.targets[1].name == "装有浅棕色液体的白色纸杯的右侧"
