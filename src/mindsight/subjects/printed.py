"""What a record keeps of a program's output: its last line, or more if the user asks for it; never a secret that we know of."""

import os

from mindsight.redacting import redact_foreign
from mindsight.subjects.product import MOST_QUOTED, words_in

MOST_KEPT = 2000
"""Most characters of a program's output that are kept on request."""
_WINDOW = 1 << 14
_KEEP = "MINDSIGHT_KEEP_OUTPUT"


def keep_output(wanted: bool) -> None:  # noqa: FBT001  (nothing else is said)
    """Set for this process and those that it starts whether more than the last line is kept."""
    os.environ[_KEEP] = str(int(wanted))


def kept_of(descriptor: int) -> str:
    """Return the end of a program's output, on one line and without control characters; "" without output."""
    size = os.lseek(descriptor, 0, os.SEEK_END)
    printed = os.pread(descriptor, _WINDOW, max(0, size - _WINDOW)).decode("utf-8", "replace")
    if size > _WINDOW:
        # The cut may have separated a secret from the word that identifies it.
        printed = printed.partition("\n")[2] or " ".join(printed.split()[2:])
    # Before lines are chosen: a key may have several.
    lines = [" ".join(words) for line in redact_foreign(printed).splitlines() if (words := words_in(line))]
    if os.environ.get(_KEEP) == "1":
        return " ".join(lines)[-MOST_KEPT:]
    return lines[-1][-MOST_QUOTED:] if lines else ""
