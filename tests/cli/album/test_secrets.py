"""A key on the command line reaches the product and nothing else."""

from pathlib import Path

import pytest

from record import trial

KEY = "xK9qZ7wV3tR5mN1p"


def traces(run: Path, *printed: str) -> list[str]:
    """Return the places where the key can be read: files of a run by name or content, and printed output."""
    found = [
        str(file)
        for file in run.rglob("*")
        if KEY in file.name or (file.is_file() and KEY.encode() in file.read_bytes())
    ]
    return found + [text for text in printed if KEY in text]


WORDS = f"""
    --api-key {KEY} one --api-key={KEY} two --api_key={KEY} three --token {KEY} four --password={KEY} five SECRET={KEY} six
    --url https://user:{KEY}@example.org/v1 seven --key sk-{KEY} eight sk-{KEY} nine '{{"token": "{KEY}"}}' ten
    'Authorization: Bearer {KEY}' eleven 'Authorization: Basic {KEY}' twelve --bearer {KEY} thirteen X-Api-Key:{KEY}
"""


@pytest.mark.parametrize("code", [pytest.param(0, marks=pytest.mark.slow), 1])
def test_a_key_in_the_subject_is_nowhere_to_be_read(kit: Path, tmp_path: Path, code: int) -> None:
    program = tmp_path / "product.sh"
    program.write_text(f'cp "$1" "$2"\necho "called with: $@" >&2\nexit {code}\n')
    subject = f"command:sh {program} {{input}} {{output}} {' '.join(WORDS.split())}"
    run = tmp_path / "run"
    done = trial.mindsight("album", "run", kit, "--subject", subject, "--out", run)
    assert done.returncode == code
    assert traces(run, done.stdout, done.stderr) == []
    assert "***" in (run / "manifest.json").read_text()
    resumed = trial.mindsight("album", "run", kit, "--subject", subject, "--resume", run, "--debug", "--json")
    assert resumed.returncode == code
    assert traces(run, resumed.stdout, resumed.stderr) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "subject",
    [
        f"comand:curl --api-key={KEY}",
        f"command:curl --api-key={KEY}",
        f"command:curl '--api-key={KEY} {{input}} {{output}}",
        f"command:no-such-program --token {KEY} {{input}} {{output}}",
    ],
)
def test_a_key_in_a_mistyped_subject_is_not_repeated(kit: Path, tmp_path: Path, subject: str) -> None:
    done = trial.mindsight("album", "run", kit, "--subject", subject, "--out", tmp_path / "run")
    assert done.returncode in (2, 3)
    assert traces(tmp_path, done.stdout, done.stderr) == []
