"""家庭环境通用人工智能测试规范 视觉心智能力: tests of agents in home environments. Importing this package loads nothing.

Rooms, things, devices and physics are in ``mindsight.engine``; what is asked about them is here.

In reading order: ``classes`` (the eight task classes of annex A), ``tasks`` (what is asked, a room for each class), ``preparation``
(tasks drawn, proved and written down), ``oracle`` (how a task is solved by looking), ``episodes`` (a subject on a task), ``scoring``
(outcomes, f, T: clauses 4.2 and 6.4.1), ``declining`` (reasons given, sorted), ``reporting``. ``adapters`` connect models and other
frameworks, ``sealing`` keeps tasks secret until a test is over, ``studies`` examine how reliable T is. ``autonomy`` leaves a
subject alone in a room (clauses 4.3 and 6.4.2: S). ``running`` takes what somebody chose to a finished run: ``run``, ``ask``, ``alone``,
``robustness`` and ``validate``, as the command line and programs call them. ``suite`` wires them into a test of the ``pipeline``;
``plan`` holds the user's choices, ``totals`` computes the numbers from a record, ``estimate`` predicts time and cost of a run,
``results_file`` reads a table of results made elsewhere.
"""

from typing import TYPE_CHECKING

from mindsight.faces import lazily

if TYPE_CHECKING:
    from mindsight.home.autonomy.runs.plan import AlonePlan, Embedding
    from mindsight.home.plan import Ablations, Conditions, Origin, Plan, Use, ValidityPlan
    from mindsight.home.questions.plan import QuestionPlan, Sources
    from mindsight.home.running.ablating import validate
    from mindsight.home.running.alone import alone
    from mindsight.home.running.asking import ask
    from mindsight.home.running.conditions import robustness
    from mindsight.home.running.tasks import run

__all__ = [
    "Ablations",
    "AlonePlan",
    "Conditions",
    "Embedding",
    "Origin",
    "Plan",
    "QuestionPlan",
    "Sources",
    "Use",
    "ValidityPlan",
    "alone",
    "ask",
    "robustness",
    "run",
    "validate",
]
__getattr__ = lazily(
    __name__,
    {
        "run": "mindsight.home.running.tasks",
        "ask": "mindsight.home.running.asking",
        "alone": "mindsight.home.running.alone",
        "robustness": "mindsight.home.running.conditions",
        "validate": "mindsight.home.running.ablating",
        **dict.fromkeys(("Ablations", "Conditions", "Origin", "Plan", "Use", "ValidityPlan"), "mindsight.home.plan"),
        **dict.fromkeys(("AlonePlan", "Embedding"), "mindsight.home.autonomy.runs.plan"),
        **dict.fromkeys(("QuestionPlan", "Sources"), "mindsight.home.questions.plan"),
    },
)
