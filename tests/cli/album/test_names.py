"""Names and output of a product are untrusted text: recorded unchanged, escaped on a terminal."""

import os
from pathlib import Path

import numpy as np
import pytest

from mindsight import checker
from record import trial

HOSTILE = "\x1b[2J\x1b]0;owned\x07\u202egnp\u2066\x9b31m\x7f\r\n\b"
DANGEROUS = [*"\x1b\x07\u202e\u2066\x9b\x7f\r\b"]
"""Escape, bell, right-to-left override, isolate, control sequence introducer, delete, return, backspace."""


def assert_harmless(*printed: str) -> None:
    for text in printed:
        assert [character for character in DANGEROUS if character in text] == []
        assert [line for line in text.splitlines() if line.startswith("owned")] == []


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--json"], ["--lang", "zh"]])
def test_what_a_product_prints_is_tamed(kit: Path, tmp_path: Path, more: list[str]) -> None:
    program = tmp_path / "product.sh"
    program.write_text(f"cat <<'EOF' >&2\nbroken {HOSTILE} picture\nEOF\nexit 3\n", newline="")
    subject = f"command:sh {program} {{input}} {{output}}"
    done = trial.mindsight("album", "run", kit, "--subject", subject, "--out", tmp_path / "run", "--keep-output", *more)
    assert done.returncode == 1
    assert_harmless(done.stdout, done.stderr, (tmp_path / "run" / "report.html").read_text())
    assert "broken" in (tmp_path / "run" / "items.jsonl").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_what_a_product_calls_its_outputs_is_tamed(kit: Path, tmp_path: Path, more: list[str]) -> None:
    outputs = trial.make_outputs(kit, tmp_path / "outputs")
    suffix = "." + HOSTILE.replace("/", "")
    (outputs / "0001.png").rename(outputs / f"0001{suffix}")
    (outputs / f"0002{suffix}").write_bytes(b"a second output")
    (outputs / f"stranger{suffix}").write_bytes(b"no input's output")
    (outputs / "0003.png").rename(outputs / os.fsdecode(b"0003.\xff\xfe"))
    (outputs / os.fsdecode(b"caf\xe9.png")).write_bytes(b"a stranger, too")
    run = tmp_path / "run"
    done = trial.mindsight("album", "score", kit, outputs, "--out", run, "--name", "P" + HOSTILE, *more)
    assert done.returncode == 1
    assert_harmless(done.stdout, done.stderr, (run / "report.html").read_text())
    assert len(done.stderr.splitlines()) == 4  # two unmatched files, two failures
    by_id = {item["id"]: item for item in trial.read_lines(run)}
    assert [by_id[name]["outcome"] for name in sorted(by_id)] == ["scored", "duplicate", "scored", "exact", "missing"]
    assert checker.check(str(run))[0] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [HOSTILE, "-rf \"'`$(touch owned)`\n五月 {x}{0}%s\\"])
def test_photographs_and_folders_of_any_name(tmp_path: Path, name: str) -> None:
    names = ["a\nb", "a\rb", "\"'`$(touch owned)", HOSTILE, "-rf", "五月 照片", "a\\b", "%s{x}{0}", "a,b"]
    folder = tmp_path / name
    for number, group in enumerate((name, *names)):
        photo = trial.make_photos(folder / "photos" / group, 0, names=[f"{names[number - 1]}.png"])
        png = next(photo.iterdir())
        png.write_bytes(trial.encode_png(np.full((24, 32, 3), 20 * number + 7, np.uint8)))
    made = ("album", "kit", "enhancement", folder / "photos", "--out", folder / "kit", "--trial", "--cluster", "folder")
    kit = trial.mindsight(*made)
    assert kit.returncode == 0, kit.stderr
    arguments = ("album", "run", folder / "kit", "--subject", "command:cp {input} {output}", "--out", folder / "run")
    run = trial.mindsight(*arguments)
    assert run.returncode == 0, run.stderr
    verified = trial.mindsight("verify", folder / "run")
    assert verified.returncode == 0, verified.stdout
    assert len(verified.stdout.splitlines()) == 2
    assert len(kit.stdout.splitlines()) == 2
    assert_harmless(kit.stdout, kit.stderr, run.stdout, run.stderr, verified.stdout)
    assert not (tmp_path / "owned").exists()


def test_a_photograph_whose_name_is_not_utf8_is_named_or_taken(tmp_path: Path) -> None:
    photos = trial.make_photos(tmp_path / "photos", 2)
    (photos / "photo-1.png").rename(photos / os.fsdecode(b"caf\xe9.png"))
    done = trial.mindsight("album", "kit", "enhancement", photos, "--out", tmp_path / "kit", "--trial")
    assert "Traceback" not in done.stderr
    assert done.returncode == 0 or "caf\\udce9.png" in done.stderr


@pytest.mark.slow
def test_an_error_that_names_a_hostile_file_is_one_harmless_line(tmp_path: Path) -> None:
    for command in (["verify"], ["rescore"], ["report"], ["album", "score"]):
        done = trial.mindsight(*command, tmp_path / HOSTILE, *(["x"] if command[-1] == "score" else []))
        assert done.returncode == 2
        assert_harmless(done.stdout, done.stderr)
        assert len((done.stdout + done.stderr).splitlines()) == 1


def test_a_verified_record_from_elsewhere_cannot_drive_the_terminal(sealed: Path, tmp_path: Path) -> None:
    import shutil

    run = Path(shutil.copytree(sealed, tmp_path / "run"))
    items = trial.read_lines(run)
    items[0]["id"] = HOSTILE
    items[1]["media"] = {"output": HOSTILE + "/../../x"}
    trial.rechain(run, items)
    (run / HOSTILE.replace("/", "")).write_bytes(b"more")
    done = trial.mindsight("verify", run)
    assert done.returncode == 1
    assert_harmless(done.stdout, done.stderr)
