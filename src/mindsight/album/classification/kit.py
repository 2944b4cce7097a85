"""The kit of a classification test: images byte for byte as they were given, and the actual class of each."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, Self

from pydantic import Field, StrictInt, model_validator

from mindsight.album.classification.labels import folded
from mindsight.album.kits.kit import Kit, KitEntry, KitHeader, KitPart, KitPicture
from mindsight.album.profile import ClassificationProfile
from mindsight.errors import KitError
from mindsight.text import Text, text

MOST_CLASSES = 10_000


class ClassOfKit(KitPart):
    """A class with its number of images and, where given, its Chinese and English names."""

    name: str = Field(pattern=r"^[^\x00-\x1f|;｜；]{1,100}$")
    count: StrictInt = Field(gt=0)
    zh: str | None = Field(default=None, max_length=100)
    en: str | None = Field(default=None, max_length=100)

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the class."""
        return tuple(name for name in (self.name, self.zh, self.en) if name)


class ClassificationEntry(KitEntry):
    """An image and its actual class."""

    input: KitPicture
    actual: str


class ClassificationHeader(KitHeader):
    """Header of a classification kit; ``classes`` are those under test, sorted by name."""

    kind: Literal["classification"] = "classification"
    profile: ClassificationProfile
    classes: tuple[ClassOfKit, ...] = Field(min_length=2, max_length=MOST_CLASSES)

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        if sum(one.count for one in self.classes) != self.count:
            raise ValueError("the classes do not have as many images as the kit")
        if not self.trial and any(one.count < self.profile.least_per_class for one in self.classes):
            raise ValueError("a class has too few images, but the kit is not marked as a trial")
        meant: dict[str, str] = {}
        for one in self.classes:
            for name in one.names:
                if meant.setdefault(folded(name), one.name) != one.name:
                    raise ValueError(f"the name {name} means two classes")
        if len({one.name for one in self.classes}) != len(self.classes):
            raise ValueError("a class stands twice among the classes")
        return self


class ClassificationKit(Kit[ClassificationHeader, ClassificationEntry]):
    """Images under neutral numbers; only ``kit.json`` states the class of an image."""

    headers = ClassificationHeader
    entries = ClassificationEntry
    files = 1

    def items(self) -> Iterator[tuple[ClassificationEntry, str]]:
        """Yield each entry with its hash.

        Raises:
            KitError: As in every kit; or the number of images of a class differs from the header.
        """
        found: Counter[str] = Counter()
        for entry, digest in super().items():
            found[entry.actual] += 1
            yield entry, digest
        for one in self.header.classes:
            if found[one.name] != one.count:
                raise KitError(
                    '{file}: lists {found} images of class "{name}" but announces {expected}; prepare the kit again',
                    file=str(self.file),
                    found=found[one.name],
                    name=one.name,
                    expected=one.count,
                )

    def contradiction(self, entry: ClassificationEntry) -> Text | None:
        """Return what is wrong if the actual class is not one of the kit's."""
        if entry.actual in self._names:
            return None
        return text('"{name}" is not a class of the kit', name=entry.actual)

    @property
    def _names(self) -> frozenset[str]:
        return frozenset(one.name for one in self.header.classes)
