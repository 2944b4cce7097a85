"""Independent random streams by name, so that adding a random choice in one place changes no other."""

import hashlib

from numpy.random import PCG64, Generator


def stream(seed: int, *names: str | int) -> Generator:
    """Return the generator for a seed and a path of names; equal paths give equal streams on every machine."""
    return Generator(PCG64(subseed(seed, *names)))


def subseed(seed: int, *names: str | int) -> int:
    """Return a 63-bit seed derived from a seed and a path of names."""
    path = "\x1f".join([str(seed), *map(str, names)]).encode()
    return int.from_bytes(hashlib.sha256(path).digest()[:8], "big") >> 1
