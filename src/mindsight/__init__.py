"""Measure how well a machine sees and understands, by three published test documents.

The suites are packages of their own (``mindsight.album``); importing this one loads nothing heavy.
"""

from importlib.metadata import version as _version

from mindsight.errors import MindsightError
from mindsight.text import Text, say

__all__ = ["MindsightError", "Text", "__version__", "say"]

__version__ = _version("mindsight")
