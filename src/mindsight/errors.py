"""The tree of all errors that mindsight raises on purpose.

    MindsightError                exit 2
    ├── InputError                a file, folder, table or option the user gave cannot be used
    │   ├── PictureError          one picture: which file, what was found, what to do
    │   ├── KitError              a kit, or the outputs collected for it
    │   └── RecordError           a run folder that is invalid
    ├── IdentityError             scores that must not be compared
    ├── StorageError              a bucket or another place in storage cannot be read or written
    ├── MissingExtra              an optional part of mindsight is not installed
    ├── ItemError                 a function failed on one item of many; names the item
    ├── ProductError              the product failed on one item; becomes that item's record, the run goes on
    └── SubjectError              exit 3: the subject under test cannot be reached at all

A message names the file or item, what was found, what was expected and what to do. It is a Text: the command line prints it in the user's
language, a record stores it language-independent.
"""

from typing import ClassVar

from mindsight.text import Text


class MindsightError(Exception):
    """An error that the user can understand and fix; printed as one sentence, without a traceback.

    Example:
        >>> import mindsight
        >>> try:
        ...     mindsight.open("nowhere")
        ... except mindsight.MindsightError as error:
        ...     print(error)
        nowhere: is not a run folder (it has no manifest.json)
    """

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, **args: str | float | Text) -> None:
        super().__init__(message)
        self.text = Text(message=message, args=args)

    def __str__(self) -> str:
        return str(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        # Errors are pickled between processes; the default would lose the arguments.
        return _rebuild, (type(self), self.text)


class InputError(MindsightError):
    """A file, folder, table or option that the user gave cannot be used."""


class PictureError(InputError):
    """One picture cannot be used."""


class KitError(InputError):
    """A kit, or the outputs collected for it, cannot be used."""


class RecordError(InputError):
    """A run folder is invalid."""


class IdentityError(MindsightError):
    """Two scores do not measure the same thing and must not be compared."""


class StorageError(MindsightError):
    """What lies in storage cannot be read or written."""


class MissingExtra(MindsightError):  # noqa: N818  (reads as what it is)
    """An optional part of mindsight is not installed."""


class ItemError(MindsightError):
    """A function failed on one item of many."""


class ProductError(MindsightError):
    """The product under test failed on one item; ``outcome`` is stored in the item's record."""

    def __init__(self, message: str, *, outcome: str = "crashed", **args: str | float | Text) -> None:
        super().__init__(message, **args)
        self.outcome = outcome

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.text, self.outcome)


class SubjectError(MindsightError):
    """The subject under test cannot be reached at all."""

    exit_code: ClassVar[int] = 3


def _rebuild(kind: type[MindsightError], sentence: Text, outcome: str | None = None) -> MindsightError:
    extra: dict[str, str] = {} if outcome is None else {"outcome": outcome}
    return kind(sentence.message, **sentence.args, **extra)
