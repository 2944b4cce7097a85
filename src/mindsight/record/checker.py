"""The one door to the checker: its verdicts for whoever asks, and its file for each run; nothing else of mindsight imports it.

The program may ask what the checker finds; what it does itself it does without it, so that an error in one of the two is seen by the
other. What both read long files with lies in ``reading``.
"""

from mindsight.checker import Finding, check, closing, notes
from mindsight.checker.files import seal_findings
from mindsight.checker.pack import pack

__all__ = ["Finding", "check", "closing", "notes", "pack", "seal_findings"]
