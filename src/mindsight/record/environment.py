"""Software versions and machine, read once at the start of a run."""

import os
import platform
from datetime import UTC, datetime
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from mindsight.record.model import Scalar


def software(*distributions: str) -> dict[str, str]:
    """Return the versions of Python, mindsight, the operating system and the named distributions that are installed."""
    versions = {"python": platform.python_version(), "system": _system()}
    for name in ("mindsight", *distributions):
        try:
            versions[name] = _version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


@lru_cache
def _version(name: str) -> str:
    """Return an installed version; reading it takes a millisecond, and it stays the same as long as the program runs."""
    return metadata.version(name)


def hardware() -> dict[str, Scalar]:
    """Return processor, cores and memory of this machine; nothing that identifies its owner."""
    return {
        "processor": _processor(),
        "machine": platform.machine(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory_gib": _memory_gib(),
    }


def now() -> str:
    """Return the time in UTC, to the second, in ISO 8601."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return f"{platform.system()} {platform.release()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def _memory_gib() -> float | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (ValueError, OSError):
        return None
