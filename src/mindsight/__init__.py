"""Measure how well a machine sees and understands, by three published test documents.

A folder for each document: ``album``, ``home``, ``vsig``; ``clauses`` lists the function behind every clause. What they share:
``pipeline`` (the steps of a test), ``execution`` (of its items), ``merging`` (of its shards), ``subjects`` and ``harness`` (what is
tested, and models and agents), ``statistics``, ``record`` (files of a run), ``checker``, ``verification`` and ``signing`` (whether one
can believe them), ``report``. ``engine`` builds the rooms and things of household tasks; ``cli`` is the command line. Importing this
package loads nothing heavy.
"""

from importlib.metadata import version as _version

from mindsight.errors import MindsightError
from mindsight.text import Text, say

__all__ = ["MindsightError", "Text", "__version__", "say"]

__version__ = _version("mindsight")
