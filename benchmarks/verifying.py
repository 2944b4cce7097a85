"""What it costs to check a run of many items, held against computing its numbers again, each by the command that users type.

``rescore`` reads every item, writes the numbers and the report, and checks first that nothing else was changed; ``verify`` reads
every item too, compares all that it writes anew and writes nothing.
"""

import resource
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.memory import MAKERS, peak_mib, score_many
from benchmarks.rows import Row

FEW, ITEMS, ROUNDS, TARGET = 1_000, 20_000, 3, 1.5
_ALLOWED_MIB = 30


def measure() -> Iterator[Row]:
    """Yield the ratio of both times, the difference of both peaks of memory, and how much more many items take than few."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        for count in (FEW, ITEMS):
            score_many(Path(folder) / str(count), count, MAKERS["enhancement"])
        run, small = (str(Path(folder) / str(count) / "run") for count in (ITEMS, FEW))
        least = _used("verify", small)[1]
        pairs = [(_used("rescore", run), _used("verify", run)) for _ in range(ROUNDS)]
    ratio = statistics.median(verify / rescore for (rescore, _), (verify, _) in pairs)
    seconds, peak = (statistics.median(verify[place] for _, verify in pairs) for place in (0, 1))
    limit = f"every item is read three times: by the checker, for the numbers, for the report; {seconds:.1f} CPU s"
    yield Row(f"verify / rescore, {ITEMS:,} items", ratio, "×", f"≤ {TARGET:g}", ratio <= TARGET, limit)
    more = statistics.median(verify - rescore for (_, rescore), (_, verify) in pairs)
    limit = f"peak {peak:.0f} MiB"
    name = f"verify: peak memory less that of rescore, {ITEMS:,} items"
    yield Row(name, more, "MiB", f"≤ {_ALLOWED_MIB}", more <= _ALLOWED_MIB, limit)
    name, growth = f"memory of verify: {ITEMS:,} items less {FEW:,}", peak - least
    limit = "of an item its place, its scores and its cluster are kept: about a kilobyte"
    yield Row(name, growth, "MiB", f"≤ {_ALLOWED_MIB}", growth <= _ALLOWED_MIB, limit)


def _used(command: str, run: str) -> tuple[float, float]:
    """Return the processor time of a command in seconds and its peak memory in MiB."""
    before = _children_s()
    peak = peak_mib(command, run)
    return _children_s() - before, peak


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
