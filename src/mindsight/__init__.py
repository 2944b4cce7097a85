"""Measure how well a machine sees and understands, by three published test documents.

A folder for each document: ``album``, ``home``, ``vsig``; ``clauses`` lists the function behind every clause. What they share:
``pipeline`` (the steps of a test), ``execution`` (of its items), ``merging`` (of its shards), ``subjects`` and ``harness`` (what is
tested, and models and agents), ``statistics``, ``record`` (files of a run), ``checker``, ``verification`` and ``signing`` (whether one
can believe them), ``report``. ``plans`` says what an option is, ``making`` how a run is made, ``runs`` what a program gets of it.
``engine`` builds the rooms and things of household tasks; ``cli`` is the command line. Importing this package loads nothing heavy.
"""

from importlib.metadata import version as _version
from typing import TYPE_CHECKING

from mindsight.errors import MindsightError
from mindsight.faces import lazily
from mindsight.text import Text, say

if TYPE_CHECKING:
    from mindsight import album, home, vsig
    from mindsight.runs import Run, compare, open  # noqa: A004  (mindsight.open, as gzip.open)

__all__ = ["MindsightError", "Run", "Text", "__version__", "album", "compare", "home", "open", "say", "vsig"]

__version__ = _version("mindsight")
__getattr__ = lazily(__name__, dict.fromkeys(("Run", "compare", "open"), "mindsight.runs"), ("album", "home", "vsig"))
