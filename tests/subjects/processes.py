"""Find processes of a product that are still alive."""

import time
from pathlib import Path


def alive(mark: str) -> list[int]:
    """Return the running processes whose command line contains the mark."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            command = (folder / "cmdline").read_bytes()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except (OSError, IndexError):
            # It ended while it was read.
            continue
        if mark.encode() in command and state != "Z":
            found.append(int(folder.name))
    return found


def all_gone(mark: str, within_s: float = 60.0) -> bool:
    end = time.monotonic() + within_s
    while alive(mark):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
