"""Real servers with tiny models of random weights: their libraries, their models, their processes."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "tiny"
LIBRARIES = [
    "torch==2.13.0", "torchvision==0.28.0", "transformers[serving]==5.23.0", "accelerate", "av", "pillow", "soundfile", "soxr",
]  # fmt: skip
KEPT = Path(os.environ.get("MINDSIGHT_TEST_SERVER", Path.home() / ".cache" / "mindsight-tests" / "tiny-server"))
_READY = ".ready-2"


def server_python() -> Path:
    """Return the Python of the servers' environment, made on first use and kept; skip the test if that fails."""
    found = KEPT / "bin" / "python"
    if not (KEPT / _READY).exists():
        subprocess.run([sys.executable, "-m", "venv", KEPT], check=True)
        done = subprocess.run(
            [found, "-m", "pip", "install", "--quiet", *LIBRARIES],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            pytest.skip(f"the server's libraries cannot be installed here: {done.stderr.strip()[-300:]}")
        (KEPT / _READY).touch()
    return found


@contextmanager
def tiny_server(maker: str, folder: Path, **more: str) -> Iterator[str]:
    """Make a model in a folder, serve it, and yield the server's address; the model's name is the folder's path."""
    python = server_python()
    offline = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder.parent / "home"), "CUDA_VISIBLE_DEVICES": ""}
    subprocess.run([python, HERE / maker, folder], check=True, env=offline, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder.parent / "server.log"
    with log.open("wb") as file:
        command = [python, HERE / "serve.py", "serve", folder, "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen([str(word) for word in command], env={**offline, **more}, stdout=file, stderr=file)
    try:
        _await(f"http://127.0.0.1:{port}/health", server, log)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.kill()
        server.wait()


def _await(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310  (our own server)
                return
        except OSError:
            time.sleep(0.5)
    raise RuntimeError(log.read_text("utf-8", "replace")[-3000:])
