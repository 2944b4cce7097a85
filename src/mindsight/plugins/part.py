"""What a plug-in adds: parts, each of a kind and with a name, and the origin by which a record names them."""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Self

from mindsight.errors import InputError
from mindsight.text import Text, text

BAD_NAME = text("is no name for it; use 2 to 40 small letters, digits and underscores, a letter first")


@dataclass(frozen=True)
class Origin:
    """Where a part comes from: an installed distribution and its version, or a file (without version), and the hash of the code."""

    distribution: str
    version: str
    sha256: str

    def __str__(self) -> str:
        return " ".join((self.distribution, *([self.version] if self.version else []), f"sha256-{self.sha256}"))


class Part(ABC):
    """Something that a plug-in adds to a table: a household task, questions, a baseline, an embedding, an exporter, report blocks.

    ``kind`` is the table's name and the first half of the entry point's, as in ``task.odd_one_out``.
    """

    kind: ClassVar[str]

    @property
    @abstractmethod
    def key(self) -> str:
        """The name under which users choose it."""

    def taken_from(self, origin: Origin) -> Self:  # noqa: ARG002
        """Return the part as it is used, with its origin where that matters."""
        return self


def is_name(name: object) -> bool:
    """Return whether something can be the name of a part."""
    return isinstance(name, str) and re.fullmatch("[a-z][a-z0-9_]{1,39}", name) is not None


def refuse_unless(holds: bool, name: object, expected: Text) -> None:  # noqa: FBT001
    """Refuse a part that is not as it must be.

    Raises:
        InputError: It is not.
    """
    if not holds:
        raise InputError("{name}: {expected}", name=str(name)[:80], expected=expected)


def refuse_hiding(key: str, built_in: Collection[str]) -> None:
    """Refuse the name of something built in: a plug-in must never be mistaken for it.

    Raises:
        InputError: There is such a name.
    """
    if key in built_in:
        raise InputError("{name}: is the name of something built in; give the plug-in's another name", name=key)
