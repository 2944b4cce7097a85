"""Visual-Speech Intent Grounding, and its successor EcoG-Bench: first-person video, a pointing hand and speech.

Open ``suite`` first: it takes a run from prepared samples to its report. ``plan`` holds the user's choices, ``profile`` and ``readings``
how the document is read; ``recording`` turns an answer into an item of the record and ``totals`` the record into measures; ``estimate``
states the cost of a run, ``comparison`` compares runs. The folders in reading order, each building on those before it: ``dataset``
(samples), ``language`` (understanding speech and descriptions), ``media`` (frames and sound), ``models`` (subjects and their answers),
``scoring`` (formulas), ``audits`` (diagnoses of a score), ``judge`` (marks by a language model), ``canaries`` (does the model receive
what is sent), ``reporting``, and ``controls`` (ablations of the input). ``synthesis`` makes clips with known truth.
"""

from typing import TYPE_CHECKING

from mindsight.faces import lazily

if TYPE_CHECKING:
    from mindsight.vsig.choices import Choices, JudgeChoices
    from mindsight.vsig.running.run import run

__all__ = ["Choices", "JudgeChoices", "run"]
__getattr__ = lazily(
    __name__,
    {"run": "mindsight.vsig.running.run", **dict.fromkeys(("Choices", "JudgeChoices"), "mindsight.vsig.choices")},
)
