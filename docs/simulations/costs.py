"""What ten million pictures, a hundred thousand household episodes or a million questions to a model cost: core-hours, gigabytes, money.

``python -m docs.simulations.costs`` prints the table of ``docs/scale/many-items``. What an item takes was measured (``MEASURED`` says by
which command); the prices are examples: ``--core-hour``, ``--gigabyte-month``, ``--tokens-in`` and ``--tokens-out`` give others.
"""

import argparse
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

HEAD_S = 0.00011
"""Processor seconds in which the head reads an item of a list, records it and makes its row of the table: ``benchmarks.many``, 10⁶."""


@dataclass(frozen=True)
class Work:
    """A number of items, and what one takes: seconds of a core, kilobytes of data, record and pictures, tokens in and out."""

    name: str
    items: int
    core_s: float
    data_kb: float
    record_kb: float
    pictures_kb: float
    tokens: tuple[int, int] = (0, 0)

    def core_hours(self) -> float:
        """Return the hours of one core, those of the head among them."""
        return self.items * (self.core_s + HEAD_S) / 3600

    def gigabytes(self, *, pictures: bool) -> float:
        """Return what data and record take on disks, with every picture or with those of few items."""
        return self.items * (self.data_kb + self.record_kb + (self.pictures_kb if pictures else 0.0)) / 1e6

    def workers_at_most(self) -> int:
        """Return how many workers one head can serve."""
        return int(self.core_s / HEAD_S)


MEASURED = (
    # album score of JPEG outputs of 1920 × 1080: benchmarks.engines; the kit holds input (PNG) and reference (JPEG) of each.
    Work("10,000,000 pictures of 1080p, enhancement", 10_000_000, 0.040, 5_054, 1.7, 331),
    # home tasks run --tasks buttons: drawn, proved and run, eleven frames kept; benchmarks.engines.
    Work("100,000 household episodes", 100_000, 3.6, 10, 7.7, 560),
    # home ask --tasks object.colour: drawn and asked, the picture kept; tokens as one picture of 640 × 480 and a short answer take.
    Work("1,000,000 questions to a model", 1_000_000, 1.1, 5.3, 0.7, 83, (1_000, 100)),
)
"""By the commands named, on a shared machine with two cores that was busy."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--core-hour", type=float, default=0.04, help="price of an hour of a core")
    parser.add_argument("--gigabyte-month", type=float, default=0.023, help="price of a gigabyte for a month")
    parser.add_argument("--tokens-in", type=float, default=1.0, help="price of a million tokens read")
    parser.add_argument("--tokens-out", type=float, default=4.0, help="price of a million tokens written")
    price = parser.parse_args()
    table = Table("work", "core-hours", "GB, few pictures", "GB, all", "cores", "disks, a month", "model", "workers")
    for work in MEASURED:
        hours, few, every = work.core_hours(), work.gigabytes(pictures=False), work.gigabytes(pictures=True)
        model = work.items / 1e6 * (work.tokens[0] * price.tokens_in + work.tokens[1] * price.tokens_out)
        table.add_row(
            work.name,
            f"{hours:,.0f}",
            f"{few:,.1f}",
            f"{every:,.1f}",
            f"{hours * price.core_hour:,.0f}",
            f"{every * price.gigabyte_month:,.0f}",
            f"{model:,.0f}",
            f"{work.workers_at_most():,}",
        )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
