"""``mindsight home``: agents in home environments; the commands in the order of ``--help``."""

from mindsight.cli.home import anchors, replay, reveal, robustness, run, score, seal, show, tasks, validate
from mindsight.cli.home.questions import agreement, importing
from mindsight.cli.home.studies import bias, power
from mindsight.cli.parser.panels import Commands
from mindsight.text import mark

home = Commands()
household = Commands(default="list")
home.add_group("tasks", household, mark("List the task classes that can be tested, or run a subject over them."))
household.add("list", tasks.list_tasks, mark("List the task classes that can be tested."))
household.add("run", run.run_tasks, mark("Test a subject on generated household tasks and compute T (clause 6.4.1)."))
home.add("ask", run.ask, mark("Ask a subject questions about what is seen, generated ones or your own, and compute T."))
home.add(
    "alone",
    run.leave_alone,
    mark("Leave a subject alone in rooms in which something needs doing and compute S (clause 6.4.2)."),
)
home.add("show", show.show_task, mark("Draw one task: its instruction and the first picture a subject would see."))
home.add("replay", replay.replay_task, mark("Replay a task of a run and record it as an MP4 video."))
home.add(
    "score",
    score.score_file,
    mark(
        "Compute T (clause 4.2) from a table of accuracies or counts, or S (clause 4.3) from a protocol of autonomous tasks."
    ),
)
home.add("anchors", anchors.anchors, mark("List the public anchor tasks, which link sessions."))
home.add("seal", seal.seal, mark("Draw a secret seed for a test and print the commitment to it."))
home.add("reveal", reveal.reveal, mark("Publish the seed of a sealed test with a run that is over."))
home.add(
    "robustness",
    robustness.robustness,
    mark("Run the same household tasks under several conditions and show how much T changes."),
)
home.add(
    "validate",
    validate.validate,
    mark("Ablate one ability of the oracle at a time and show which task classes are affected; needs no model."),
)
home.add("power", power.power, mark("Show how many tasks per class it takes to distinguish two subjects."))
home.add(
    "bias",
    bias.bias,
    mark("Audit what the wording of tasks or questions gives away to a reader that sees nothing."),
)
home.add(
    "agreement",
    agreement.agreement,
    mark("Let people answer questions about what is seen, and show how often they agree with the truth."),
)
home.add(
    "import",
    importing.import_pool,
    mark("Make questions for home ask from a data set of your own: pictures or clips with questions and answers."),
)
home.add("run", run.run_home, mark("Former name of tasks run, ask and alone; it goes on working."))
