"""Nobody believes a changed record: each command that takes a finished run, with each file of it changed and not sealed again."""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from mindsight.errors import RecordError
from mindsight.record.canonical import page
from mindsight.review.scored import opened
from mindsight.vsig.models.replays import read_replay
from record import trial

GOLDEN = Path(__file__).parents[2] / "golden" / "records"
COMMANDS = {
    "gate, the new run": "gate policy.toml other run",
    "gate, the base": "gate policy.toml run other",
    "compare": "compare other run",
    "compare as JSON": "compare run other --json",
    "items": "items run",
    "export": "export run --to junit --out out",
    "album report": "album report run --out page.html",
    "report elsewhere": "report run --out page.html",
    "rate import": "rate import answers.csv run --out more.jsonl",
    "rate export": "rate export ratings.jsonl run --out answers-out.csv",
    "rate score": "rate score ratings.jsonl run --out rated",
    "rate new": "rate new run --kit kit --out campaign",
    "album record": "album record classification-colours --out table.csv",
    "home score": "home score home-model",
    "home replay": "home replay home-model buttons-0001",
    "vsig agreement": "vsig agreement vsig-few-judged --json",
    "vsig show": "vsig show vsig-few-judged synth-57a6299c2e0dd953",
}
SEALED = ("SHA256SUMS", "items.jsonl", "manifest.json", "results.json", "scores.csv")
WITH_MEDIA = ("export", "album report", "report elsewhere", "rate new", "vsig show")
FEW = {
    "items": ("SHA256SUMS", "manifest.json", "scores.csv"),
    "rate import": ("SHA256SUMS", "items.jsonl", "manifest.json"),
    "rate export": ("SHA256SUMS", "manifest.json"),
    "rate new": ("SHA256SUMS", "items.jsonl", "manifest.json"),
    "album record": ("SHA256SUMS", "items.jsonl", "manifest.json"),
}
"""Commands that read few files of a run; what they do not read may be as it likes."""
READ = {name: FEW.get(name, SEALED) + ("media",) * (name in WITH_MEDIA) for name in COMMANDS}
SHOWING = ("home replay", "report elsewhere", "vsig show")
"""Commands that show what there is of a run that is not complete, and say that it is not."""
_SLOW = {"home replay": "draws a film", "gate, the base": "as the new run", "compare as JSON": "as compare"}


def each(names: Iterable[str]) -> list[Any]:
    """Return commands as parameters; those that draw, or repeat the path of another, are slow."""
    return [pytest.param(name, marks=pytest.mark.slow) if name in _SLOW else name for name in names]


@pytest.fixture(scope="module")
def materials(kit: Path, sealed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two runs of a kit, ratings, a policy and records of the other suites. Not to be changed."""
    folder = tmp_path_factory.mktemp("door")
    for name in ("run", "other"):
        shutil.copytree(sealed, folder / name)
    shutil.copytree(kit, folder / "kit")
    for name in ("classification-colours", "home-model", "vsig-few-judged"):
        shutil.copytree(GOLDEN / name, folder / name)
    (folder / "policy.toml").write_text('[[measures]]\nname = "album.psnr"\nmost_drop = 0.15\n', "utf-8")
    rows = [f"000{number},r{rater},{number * 10 + rater}" for rater in (1, 2, 3) for number in (1, 2, 3, 4)]
    (folder / "answers.csv").write_text("\n".join(["item,rater,value", *rows]) + "\n", "utf-8")
    done = trial.mindsight("rate", "import", folder / "answers.csv", folder / "run", "--out", folder / "ratings.jsonl")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def place(materials: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = Path(shutil.copytree(materials, tmp_path / "place"))
    monkeypatch.chdir(folder)
    return folder


def given_to(command: str) -> str:
    """Return the folder of the run that a command is given and that is changed here."""
    names = ("run", "classification-colours", "home-model", "vsig-few-judged")
    return next(word for word in COMMANDS[command].split() if word in names)


def change(run: Path, name: str) -> None:
    """Change a file so that it can be read as before, or remove the seal."""
    if name == "SHA256SUMS":
        return (run / name).unlink()
    for file in [*(run / "media").iterdir()] if name == "media" else [run / name]:
        data = file.read_bytes()
        # The last number, or the last byte of a picture.
        at = len(data) - 1 if name == "media" else [*re.finditer(rb"(?<=[:,. ])[0-9]", data)][-1].start()
        file.write_bytes(data[:at] + (b"3" if data[at : at + 1] == b"7" else b"7") + data[at + 1 :])
    return None


def make_unfinished(run: Path) -> None:
    (run / "SHA256SUMS").unlink()
    (run / "manifest.json").write_bytes(page({**trial.read_page(run, "manifest.json"), "state": "running"}))


def refused(command: str, *, lang: str = "en") -> str:
    """Return the one sentence by which a command refuses; it must say nothing else."""
    done = trial.mindsight("--lang", lang, *COMMANDS[command].split())
    assert (done.returncode, done.stdout) == (2, ""), done.stdout + done.stderr
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.parametrize(("command", "name"), [(command, name) for command, names in READ.items() for name in names])
def test_a_changed_run_is_refused_in_one_sentence(place: Path, command: str, name: str) -> None:
    change(place / given_to(command), name)
    said = refused(command)
    assert given_to(command) in said
    assert name in said


@pytest.mark.parametrize("name", SEALED)
@pytest.mark.parametrize("command", ["report", "rescore"])
def test_what_writes_numbers_anew_refuses_a_changed_run_or_gives_it_back_as_it_was(
    place: Path, command: str, name: str
) -> None:
    before = trial.contents(place / "run")
    change(place / "run", name)
    changed = trial.contents(place / "run")
    done = trial.mindsight("--lang", "en", command, "run")
    assert trial.contents(place / "run") == (changed if done.returncode else before)
    assert (done.returncode, len(done.stderr.splitlines())) in {(0, 0), (2, 1)}


@pytest.mark.parametrize("name", ["items.jsonl", "manifest.json", "SHA256SUMS"])
def test_stored_answers_of_a_changed_run_are_not_scored_again(place: Path, name: str) -> None:
    assert len(read_replay(place / "vsig-few-judged").answers)
    change(place / "vsig-few-judged", name)
    with pytest.raises(RecordError, match=name):
        read_replay(place / "vsig-few-judged" / "items.jsonl")


@pytest.mark.parametrize("name", ["items.jsonl", "scores.csv", "SHA256SUMS"])
def test_a_review_of_two_versions_does_not_believe_scores_of_a_changed_run(place: Path, name: str) -> None:
    assert opened(place / "other", place / "run").now.path == place / "run"
    change(place / "run", name)
    with pytest.raises(RecordError, match=name):
        opened(place / "other", place / "run")


@pytest.mark.parametrize("command", each(COMMANDS))
def test_a_run_as_it_was_sealed_is_taken(place: Path, command: str) -> None:
    done = trial.mindsight("--lang", "en", *COMMANDS[command].split())
    assert done.returncode in {0, 1}, done.stderr
    assert "error" not in done.stderr


@pytest.mark.parametrize("command", each(name for name in COMMANDS if name not in SHOWING))
def test_an_unfinished_run_is_refused(place: Path, command: str) -> None:
    make_unfinished(place / given_to(command))
    assert refused(command).endswith("the run is not complete; finish it with --resume")


@pytest.mark.parametrize("command", each(SHOWING))
def test_what_is_shown_of_an_unfinished_run_is_said_to_be_so(place: Path, command: str) -> None:
    make_unfinished(place / given_to(command))
    done = trial.mindsight("--lang", "en", *COMMANDS[command].split())
    assert done.returncode in {0, 1}, done.stderr
    assert "the run is not complete; this is what it has so far" in done.stderr


def test_two_copied_files_do_not_turn_the_gate(place: Path) -> None:
    better = trial.make_outputs(place / "kit", place / "better")
    spec = f"folder:{better}"
    (better / "0001.png").unlink()
    done = trial.mindsight("album", "run", "kit", "--subject", spec, "--out", "worse", "--json")
    assert done.returncode in {0, 1}, done.stderr
    for name in ("scores.csv", "results.json"):
        shutil.copyfile(place / "run" / name, place / "worse" / name)
    done = trial.mindsight("--lang", "en", "gate", "policy.toml", "run", "worse")
    assert (done.returncode, done.stdout) == (2, "")
    assert "worse/results.json: was changed since it was sealed" in done.stderr


def test_the_refusal_comes_in_the_users_language(place: Path) -> None:
    change(place / "run", "results.json")
    assert re.search("[\u4e00-\u9fff]{6}", refused("compare", lang="zh"))
