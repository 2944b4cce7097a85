"""A foreign product as a process that answers each line with a line of JSON."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from foreign.places import offline

PRODUCTS = Path(__file__).parent / "products"


class Product:
    """A running product. It reaches no network where the system allows that."""

    def __init__(self, command: Sequence[str], *, log: Path) -> None:
        self._log = log
        with log.open("wb") as errors:
            self._process = subprocess.Popen(
                [*offline(), *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def ask(self, line: str) -> Any:
        """Return the answer to a line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        said = self._process.stdout.readline()
        if not said:
            raise RuntimeError(f"the product ended: {self._log.read_text('utf-8', 'replace')[-2000:]}")
        return json.loads(said)

    def close(self) -> None:
        """Let the process end."""
        self._process.communicate(timeout=60)


@contextmanager
def running(command: Sequence[str], folder: Path) -> Iterator[Product]:
    """Run a product; what it prints beside its answers goes to a file in a folder."""
    product = Product(command, log=folder / "product.log")
    try:
        yield product
    finally:
        product.close()


def tell(*figures: object) -> None:
    """Print what was measured, for the page on foreign subjects; ``pytest -s`` shows it."""
    sys.stdout.write(" ".join(map(str, figures)) + "\n")
