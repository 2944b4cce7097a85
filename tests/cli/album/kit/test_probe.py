"""``--probe`` measures the factor of a service too, with the key that its product file names."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from cli.shared.test_guard import refused
from mindsight.album.kits.pictures import encode_png
from record import trial
from subjects.services import Asked, Reply, Service


def enlarged(asked: Asked, factor: float = 2) -> Reply:
    pixels = cv2.imdecode(np.frombuffer(asked.body, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    size = tuple(round(side * factor) for side in pixels.shape[1::-1])
    return Reply(encode_png(np.asarray(cv2.resize(pixels, size), dtype=np.uint8)))


@pytest.fixture
def service() -> Iterator[Service]:
    served = Service(lambda asked, _number: enlarged(asked))
    yield served
    served.close()


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = trial.make_photos(tmp_path / "photos", 2)
    for file in folder.iterdir():
        small = cv2.imread(str(file))
        assert small is not None
        cv2.imwrite(str(file), cv2.resize(small, None, fx=3, fy=3))
    return folder


def probe(photos: Path, what: str, **more: Any) -> dict[str, Any]:
    kit = photos.parent / "kit"
    done = trial.mindsight("album", "kit", "enhancement", photos, "--trial", "--out", kit, "--probe", what, **more)
    assert done.returncode == 0, done.stderr
    header: dict[str, Any] = json.loads((kit / "kit.json").read_bytes())
    return header


def test_a_service_is_asked_for_two_pictures(service: Service, photos: Path) -> None:
    assert probe(photos, f"http:{service.url}")["scale"] == [2, 1]
    assert [asked.headers["Mindsight-Id"] for asked in service.asked] == ["probe-1", "probe-2"]
    assert len({asked.headers["Mindsight-Width"] for asked in service.asked}) == 2


def test_a_product_file_gives_the_key(service: Service, photos: Path, tmp_path: Path) -> None:
    def script(asked: Asked, _number: int) -> Reply:
        known = asked.headers.get("Authorization") == "Bearer hush"
        return enlarged(asked, 1.5) if known else Reply(b"who are you?", "text/plain", 401)

    service.script = script
    file = tmp_path / "product.toml"
    file.write_text(
        f'[product]\nname = "P"\n[[functions]]\nname = "Sharper"\nkind = "enhancement"\nsubject = "http:{service.url}"\n'
        'key_env = "PROBE_KEY"\n'
    )
    environment = trial.environment(PROBE_KEY="hush")
    assert probe(photos, str(file), env=environment)["scale"] == [3, 2]


@pytest.mark.parametrize(
    ("functions", "sentence"),
    [
        ('[[functions]]\nname = "A"\nkind = "segmentation"\nsubject = "baseline:centre"\n', "has 0 functions"),
        ('[[functions]]\nname = "A"\nkind = "enhancement"\n', "has 1 functions"),
        (
            '[[functions]]\nname = "A"\nkind = "enhancement"\nsubject = "baseline:nlmeans"\n',
            "a baseline resizes to the size",
        ),
    ],
)
def test_a_product_file_without_a_service_to_ask(photos: Path, tmp_path: Path, functions: str, sentence: str) -> None:
    file = tmp_path / "product.toml"
    file.write_text(f'[product]\nname = "P"\n{functions}')
    said = refused("album", "kit", "enhancement", photos, "--trial", "--out", tmp_path / "k", "--probe", str(file))
    assert sentence in said
    assert not (tmp_path / "k").exists()


def test_a_product_file_that_is_not_there_is_named(photos: Path, tmp_path: Path) -> None:
    said = refused("album", "kit", "enhancement", photos, "--trial", "--out", tmp_path / "k", "--probe", "none.toml")
    assert said.startswith("none.toml: ")


def test_a_service_that_fails_leaves_no_kit(service: Service, photos: Path) -> None:
    service.script = lambda _asked, _number: Reply(b"no", "text/plain", 500)
    kit = photos.parent / "kit"
    said = refused(
        "album", "kit", "enhancement", photos, "--trial", "--out", kit, "--probe", f"http:{service.url}", code=2
    )
    assert "the product failed on the probe picture" in said
    assert not kit.exists()
