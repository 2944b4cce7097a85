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
vsig.add("controls", controls.controls, mark("Test how much of the scores needs the pictures, the speech, the times."))
vsig.add("show", show.show_sample, mark("Draw one sample of a run: the last frame, a timeline, truth and answer."))
vsig.add(
    "agreement", agreement.agreement, mark("Say how far slots, a judge and people agree on the descriptions of a run.")
)
vsig.add(
    "judge-check",
    judge_check.judge_check,
    mark("Try a suite of attacks on a judge: how many texts that argue, order or pose as something move its marks."),
)
vsig.add("synth", synth.synth, mark("Make clips with known truth: a furnished room, a pointing hand, speech."))
