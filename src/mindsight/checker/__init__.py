"""Checks a run folder with the standard library alone, so that a record can be trusted without the program that wrote it.

In reading order: ``basics`` and ``findings`` (what can be wrong, in two languages), ``files`` (seal), ``items`` (chain, data list),
``statistics``, ``kinds``; then a folder for each document with its formulas: ``album``, ``home``, ``vsig``; ``numbers`` compares,
``checking`` is the order of it all, ``command`` the command line. ``pack`` makes of them the one file that lies in every run folder.
"""

from mindsight.checker.checking import check, notes
from mindsight.checker.command import closing, language_of, main
from mindsight.checker.findings import Finding

__all__ = ["Finding", "check", "closing", "language_of", "main", "notes"]
