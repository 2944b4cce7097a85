"""A place of its own for each foreign product, installed by name and version from its registry.

A place is a folder of the cache: ``MINDSIGHT_FOREIGN`` names the cache, else it lies in the user's cache folder. The name of a place
holds a hash of what is installed in it: a test installs once, the next one finds the product there, another version is another place.
Nothing is installed into mindsight's own environment.
"""

import fcntl
import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from docs_pages import clean_environment

UNREACHABLE = (
    "Connection refused", "Failed to establish a new connection", "Name or service not known", "Network is unreachable",
    "Temporary failure in name resolution", "Read timed out", "Connect timeout", "ConnectTimeoutError",
    "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "ENOTFOUND", "ERR_SOCKET_TIMEOUT", "ETIMEDOUT",
)  # fmt: skip
"""What pip and npm print when they reach no registry."""


def cache() -> Path:
    """Return the folder that holds all places."""
    chosen = os.environ.get("MINDSIGHT_FOREIGN")
    beside = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mindsight" / "foreign"
    return Path(chosen).absolute() if chosen else beside


def python_place(name: str, *requirements: str) -> Path:
    """Return the interpreter of an environment that holds exactly these packages, ``name==version`` each."""

    def install(place: Path) -> None:
        _run([sys.executable, "-m", "venv", str(place)], "venv")
        pip = [str(place / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--retries", "1"]
        # Dependencies are pinned as the product is: whatever a test needs is named in it.
        _run([*pip, "install", "--quiet", "--no-deps", *requirements], "pip")

    return _place(name, requirements, install) / "bin" / "python"


def packages_of(interpreter: Path) -> Path:
    """Return the folder of the packages that a place of Python holds."""
    (folder,) = interpreter.parents[1].glob("lib/python3*/site-packages")
    return folder


def node_place(name: str, *packages: str) -> Path:
    """Return a folder whose ``node_modules`` holds these packages, ``name@version`` each, and what they depend on.

    No script of a package runs: such scripts download, and what is tested comes from the package itself.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("no Node.js: install the system packages nodejs and npm")

    def install(place: Path) -> None:
        place.mkdir()
        (place / "package.json").write_text("{}\n")
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--fetch-retries", "1"]
        _run(["npm", "install", "--silent", "--loglevel", "error", *options, *packages], "npm", place)

    return _place(name, packages, install)


def node_package(name: str, package: str) -> Path:
    """Return the folder of one package, ``name@version``, without what it depends on: a model that other programs can read."""
    if shutil.which("npm") is None:
        pytest.skip("no npm: install the system packages nodejs and npm")

    def install(place: Path) -> None:
        place.mkdir()
        options = ["--silent", "--loglevel", "error", "--ignore-scripts", "--fetch-retries", "1"]
        _run(["npm", "pack", *options, package], "npm", place)
        (packed,) = place.glob("*.tgz")
        with tarfile.open(packed) as archive:
            archive.extractall(place, filter="data")
        packed.unlink()

    return _place(name, (package,), install) / "package"


@functools.cache
def offline() -> tuple[str, ...]:
    """Return what to write before a command so that it reaches no network; nothing where the system does not allow that."""
    words = ("unshare", "--map-root-user", "--net")
    if shutil.which("unshare") is None:
        return ()
    return words if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0 else ()


def _place(name: str, contents: Sequence[str], install: Callable[[Path], None]) -> Path:
    """Return the place, installed by the first who asks; others wait for it."""
    key = hashlib.sha256("\n".join([f"{sys.version_info[:2]}", *contents]).encode()).hexdigest()[:12]
    place = cache() / f"{name}-{key}"
    cache().mkdir(parents=True, exist_ok=True)
    done = place / ".installed"
    with (cache() / f"{name}-{key}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            # What an interrupted installation left behind is of no use.
            shutil.rmtree(place, ignore_errors=True)
            install(place)
            done.write_text("\n".join(contents) + "\n")
    return place


def _run(command: list[str], tool: str, folder: Path | None = None) -> None:
    """Run an installer; skip the test if no registry was reached, and fail for any other reason."""
    done = subprocess.run(
        command, cwd=folder, env=clean_environment(), capture_output=True, text=True, check=False, timeout=900
    )
    if done.returncode == 0:
        return
    said = done.stdout + done.stderr
    if any(sign in said for sign in UNREACHABLE):
        pytest.skip(f"{tool} reaches no registry")
    pytest.fail(f"{tool} could not install a product:\n{said[-2000:]}")
