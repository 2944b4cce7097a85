"""Checks a run folder with the standard library alone, so that a record can be trusted without the program that wrote it.

In reading order: ``basics``, ``findings``, ``files`` (seal), ``kinds``, ``items`` (chain, data list), ``statistics``; then the formulas of
``album``, ``home`` and ``vsig``; ``numbers``, ``checking``, ``command``. ``pack`` makes them one file in each run, behind the readers in
``record.reading``: nothing else of mindsight is used here, and only ``record.checker`` uses what is here.
"""

from mindsight.checker.checking import check, notes
from mindsight.checker.command import closing, language_of, main
from mindsight.checker.findings import Finding

__all__ = ["Finding", "check", "closing", "language_of", "main", "notes"]
