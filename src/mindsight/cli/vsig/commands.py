"""``mindsight vsig``: what a pointing hand and speech mean (VSIG, EcoG-Bench); the commands in the order of ``--help``."""

from mindsight.cli.parser.panels import Commands
from mindsight.cli.vsig import agreement, check, controls, judge_check, run, score, show, synth
from mindsight.text import mark

vsig = Commands()
vsig.add("check", check.check, mark("Check a data set and list everything that is wrong with it."))
vsig.add("run", run.run, mark("Test a subject on a data set: what, where and when."))
vsig.add(
    "score", score.score, mark("Score stored answers: a run, result files of VSIG-bench or EcoG-Bench, or a list.")
)
vsig.add(
    "controls", controls.controls, mark("Test how much the scores depend on the pictures, the speech and the times.")
)
vsig.add("show", show.show_sample, mark("Draw one sample of a run: the last frame, a timeline, truth and answer."))
vsig.add(
    "agreement",
    agreement.agreement,
    mark("Measure how well slots, a judge and people agree on the descriptions of a run."),
)
vsig.add(
    "judge-check",
    judge_check.judge_check,
    mark(
        "Test a judge with a suite of attacks: count the texts that change its marks by arguing, giving orders or posing "
        "as something else."
    ),
)
vsig.add("synth", synth.synth, mark("Generate clips with known truth: a furnished room, a pointing hand, speech."))
