"""The kinds of run of the home suite: tasks, questions, a subject left alone, and studies of the test itself."""

from __future__ import annotations

from functools import partial

from mindsight.kinds.kind import Kind, Lazy
from mindsight.text import text

_home = partial(Kind, suite="home", engine=True)
_tasks = partial(
    _home,
    episodes=True,
    items_again=Lazy("mindsight.home.adapters.rereading:items_again"),
    again_with=("workers",),
    reads_as_now=Lazy("mindsight.home.episodes.repeating:reads_as_now"),
)
_questions = partial(
    _home,
    items_again=Lazy("mindsight.home.questions.rebuilding:items_again"),
    order="far_apart",
    outcomes=Lazy("mindsight.home.questions.totals:outcomes_of"),
)

KINDS = (
    _tasks(
        name="generalisation",
        title=text("Task generalisation in a home"),
        words=text("task generalisation"),
        test=Lazy("mindsight.home.suite:HomeTest"),
        rescore=Lazy("mindsight.home.totals:rescore"),
        manifest_again=Lazy("mindsight.home.rebuilding:manifest_again"),
        compare=Lazy("mindsight.home.reporting.comparison:compare"),
        outcomes=Lazy("mindsight.home.totals:outcomes_of"),
        inspect_task="mindsight/home",
    ),
    _questions(
        name="questions",
        title=text("Task generalisation in a home: questions"),
        test=Lazy("mindsight.home.questions.suite:QuestionsTest"),
        rescore=Lazy("mindsight.home.questions.totals:rescore"),
        manifest_again=Lazy("mindsight.home.questions.rebuilding:manifest_again"),
        compare=Lazy("mindsight.home.questions.reporting.comparison:compare"),
        inspect_task="mindsight/home-questions",
    ),
    _questions(
        name="imported",
        title=text("Questions brought along"),
        test=Lazy("mindsight.home.imported.runs.suite:ImportedTest"),
        rescore=Lazy("mindsight.home.imported.runs.totals:rescore"),
        manifest_again=Lazy("mindsight.home.imported.runs.rebuilding:manifest_again"),
        compare=Lazy("mindsight.home.imported.runs.comparison:compare"),
    ),
    _tasks(
        name="autonomy",
        title=text("Autonomous tasks in a home"),
        test=Lazy("mindsight.home.autonomy.runs.suite:AloneTest"),
        rescore=Lazy("mindsight.home.autonomy.runs.totals:rescore"),
        manifest_again=Lazy("mindsight.home.autonomy.runs.suite:manifest_again"),
        compare=Lazy("mindsight.home.autonomy.comparison:compare"),
        inspect_task="mindsight/home-autonomous",
    ),
    _home(
        name="protocol",
        at_once=True,
        title=text("Autonomous tasks in a home, from a protocol"),
        test=Lazy("mindsight.home.autonomy.suite:ProtocolTest"),
        rescore=Lazy("mindsight.home.autonomy.totals:rescore"),
        manifest_again=Lazy("mindsight.home.autonomy.suite:manifest_again"),
        items_again=text("--deep: somebody wrote down what was done, and nothing can do it again"),
        compare=Lazy("mindsight.home.autonomy.comparison:compare"),
    ),
    _tasks(
        name="robustness",
        title=text("Robustness of task generalisation in a home"),
        words=text("robustness"),
        test=Lazy("mindsight.home.studies.conditions:ConditionsTest"),
        rescore=Lazy("mindsight.home.studies.conditions_totals:rescore"),
        manifest_again=Lazy("mindsight.home.rebuilding:robustness_again"),
        compare=Lazy("mindsight.home.studies.robustness_comparison:compare"),
    ),
    _tasks(
        name="validity",
        title=text("Validity of household tasks, by ablated oracles"),
        words=text("validity"),
        test=Lazy("mindsight.home.studies.validity:ValidityTest"),
        rescore=Lazy("mindsight.home.studies.conditions_totals:rescore"),
        manifest_again=Lazy("mindsight.home.rebuilding:validity_again"),
        order="task_by_task",
    ),
)
