"""5.3: run the product on a prepared input and record its answer; each kind judges the answer itself."""

import functools
import os
import tempfile
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from mindsight.album.kits.kit import Kit, KitEntry
from mindsight.album.kits.memory import give_back_freed_memory, keep_freed_memory
from mindsight.album.plan import AlbumPlan
from mindsight.album.products.pairing import read_pairing
from mindsight.errors import MindsightError, ProductError
from mindsight.names import composed
from mindsight.reasons import system_reason
from mindsight.record import canonical
from mindsight.record.folder import put_media
from mindsight.record.log import naming
from mindsight.record.model import Draft, Scalar
from mindsight.subjects.folder_product import FolderProduct
from mindsight.subjects.product import AnswerKind, Job, Pairing, Product
from mindsight.subjects.products import open_product
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text

_LARGEST_FILE = 2 << 30
_NOWHERE = Path()  # a folder of results reads no input and needs no workspace

E = TypeVar("E", bound=KitEntry)


@dataclass(frozen=True)
class Answer:
    """A product's answer to one input: the file's bytes, its name, and the time in seconds."""

    data: bytes
    name: str
    time_s: float

    @functools.cached_property
    def sha256(self) -> str:
        """The hash of the bytes."""
        return canonical.sha256(self.data)

    @property
    def facts(self) -> dict[str, Scalar]:
        """The facts about the answer that the record keeps."""
        return {"file": self.name, "bytes": len(self.data), "sha256": self.sha256}


@dataclass(frozen=True)
class Outcome:
    """The result of judging one answer; ``terms`` are the sufficient statistics of every measure, also if it failed."""

    word: str
    terms: dict[str, Any]
    error: Text | None = None
    answer: dict[str, Scalar] = field(default_factory=dict)
    parsed: dict[str, Any] = field(default_factory=dict)
    notes: tuple[Text, ...] = ()
    media: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Worker(ABC, Generic[E]):
    """Runs the product on one instance and judges the answer; plain values only, so that it can be pickled.

    A kind of test defines the kind of answer (``answer``), its expected size (``size``), its judgement (``judge``) and the terms of a
    missing answer (``nothing``).
    """

    answer: ClassVar[AnswerKind] = "picture"
    """Labels are returned as a text file, or as JSON if its name ends in ``.json``."""

    kit: Path
    media: Path
    spec: SubjectSpec
    options: AlbumPlan

    @abstractmethod
    def open(self) -> Kit[Any, E]:
        """Open the kit."""

    def product(self) -> Any:
        """Open the product."""
        return open_subject(self.spec, self.options, self.answer)

    def ask(self, product: Any, kit: Kit[Any, E], entry: E) -> Answer:
        """Return the product's answer to an input.

        Raises:
            ProductError: It has no answer.
        """
        return collect(product, kit, entry, self.size(entry), self.answer)

    @abstractmethod
    def size(self, entry: E) -> tuple[int, int]:
        """Return width and height in pixels of the expected output; zeros if it is not a picture."""

    @abstractmethod
    def judge(self, kit: Kit[Any, E], entry: E, answer: Answer) -> Outcome:
        """Judge an answer.

        Raises:
            ProductError: The answer cannot be scored; the message says why.
            KitError: The kit itself was changed or is damaged, so nothing can be scored.
        """

    @abstractmethod
    def nothing(self, entry: E) -> dict[str, Any]:
        """Return the terms of an instance without an answer."""

    def __call__(self, instance: tuple[E, str]) -> Draft:
        """Process one input and return its record.

        A fault of the product is recorded with the item: status ``failed``, the reason, 0 points.

        Raises:
            KitError: The kit itself was changed or is damaged.
            SubjectError: The product can no longer be reached.
        """
        entry, _ = instance
        kit, product = _tools(self)
        started = time.perf_counter()
        try:
            answer = self.ask(product, kit, entry)
            taken, outcome = answer.time_s, self.judge(kit, entry, answer)
        except ProductError as error:
            taken = time.perf_counter() - started
            outcome = Outcome(error.outcome, self.nothing(entry), error.text)
        return self._draft(instance, outcome, taken)

    def lost(self, instance: tuple[E, str], error: MindsightError) -> Draft:
        """Return the record of an input whose process died at every try: failed, as if the product itself had crashed."""
        return self._draft(instance, Outcome("crashed", self.nothing(instance[0]), error.text), 0.0)

    def keep(self, answer: Answer) -> dict[str, str]:
        """Store an answer's file if outputs are kept, and return its reference for the record."""
        if not self.options.keep_outputs:
            return {}
        return {"output": put_media(self.media, answer.data, _suffix(answer.name), digest=answer.sha256)}

    def _draft(self, instance: tuple[E, str], outcome: Outcome, taken: float) -> Draft:
        entry, digest = instance
        return Draft(
            id=entry.id,
            instance=digest,
            cluster=entry.cluster,
            status="failed" if outcome.error else "scored",
            outcome=outcome.word,
            answer=outcome.answer,
            parsed=outcome.parsed,
            terms=outcome.terms,
            notes=outcome.notes,
            error=outcome.error,
            media=outcome.media,
            time_s=round(taken, 4),
        )


@functools.lru_cache(maxsize=2)
def _tools(worker: Worker[Any]) -> tuple[Kit[Any, Any], Any]:
    """Open kit and product once in each process."""
    kit, product = worker.open(), worker.product()
    keep_freed_memory()  # from now on: what a long table needed while it was read is given back
    return kit, product


def forget_product() -> None:
    """Let go of kit and product that this process has open, and of the memory that they took."""
    _tools.cache_clear()
    give_back_freed_memory()


def open_subject(spec: SubjectSpec, options: AlbumPlan, answer: AnswerKind) -> Product:
    """Return the product under test, opened.

    Raises:
        InputError: The subject or the table of its files is invalid.
        SubjectError: The product cannot be reached.
    """
    return open_product(
        spec,
        timeout_s=options.timeout_s,
        answer=answer,
        key_env=options.key_env,
        pairing=pairing_of(options),
    )


def pairing_of(options: AlbumPlan) -> Pairing:
    """Return how exported files are paired with numbers.

    Raises:
        InputError: The table of files is invalid.
    """
    return Pairing(
        composed(options.conventions.suffix), None if options.pairing is None else read_pairing(options.pairing)
    )


def collect(
    product: Product, kit: Kit[Any, E], entry: E, size: tuple[int, int], wanted: AnswerKind = "picture"
) -> Answer:
    """Return the product's answer to an input.

    Raises:
        ProductError: It has no answer.
    """
    if isinstance(product, FolderProduct):
        return _read(product.process(Job(entry.id, _NOWHERE, _NOWHERE, *size, wanted)), 0.0)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        # The product gets a copy, so that it cannot change the kit.
        source = Path(folder) / "input" / Path(entry.input.path).name
        workspace = Path(folder) / "output"
        source.parent.mkdir()
        workspace.mkdir()
        data = kit.read(entry.input)
        with naming(source):
            source.write_bytes(data)
        started = time.perf_counter()
        output = product.process(Job(entry.id, source, workspace, *size, wanted))
        taken = time.perf_counter() - started
        if output.is_symlink():
            raise ProductError("the output is a link, not a picture", outcome="unreadable")
        return _read(output, taken)


def _read(output: Path, taken: float) -> Answer:
    try:
        if output.stat().st_size > _LARGEST_FILE:
            raise ProductError("the output is larger than {limit} GiB", outcome="unreadable", limit=_LARGEST_FILE >> 30)
        return Answer(output.read_bytes(), os.fsencode(output.name).decode("utf-8", "replace"), taken)
    except OSError as error:
        raise ProductError(
            "the output cannot be read ({reason})", outcome="unreadable", reason=system_reason(error)
        ) from error


def _suffix(name: str) -> str:
    """Return a safe file extension for a stored output."""
    suffix = Path(name).suffix.lower()
    return suffix if suffix[1:].isalnum() and suffix.isascii() and len(suffix) <= 6 else ".bin"
