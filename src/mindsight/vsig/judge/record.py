"""``judgements.jsonl``: a judge's reply to each answer, one line each, chained like the items and kept beside them.

Judging comes after answering. A run that was killed continues with what is not judged; rescoring needs no judge.
"""

from collections.abc import Iterator, Sequence

from mindsight.harness.episodes.outcomes import Usage
from mindsight.record.folder import RunFolder
from mindsight.record.log import ItemLog, read_items
from mindsight.record.model import Item
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.judge.asking import judged
from mindsight.vsig.judge.judge import Judge, JudgeMeans
from mindsight.vsig.judge.matters import matters_of
from mindsight.vsig.models.usage import usage_of

JUDGEMENTS = "judgements.jsonl"


def judge_run(run: RunFolder, judge: Judge, samples: Sequence[Sample], means: JudgeMeans | None) -> None:
    """Let a judge mark the answers of a run that are not marked yet, and record each judgement as it ends.

    Raises:
        SubjectError: The judge cannot be asked; finished judgements are kept.
        BudgetSpent: The limit on costs is reached; finished judgements are kept.
    """
    by_id = {sample.id: sample for sample in samples}
    with ItemLog(run.path / JUDGEMENTS) as log:
        before = list(judgements_of(run))
        missing = [matter for matter in matters_of(by_id, run.items) if matter.id not in log.finished]
        used = sum(map(usage_of, before), Usage())
        begun = any(one.status == "scored" and one.answer for one in before)
        for draft in judged(judge, missing, means or JudgeMeans(), used, begun=begun):
            log.append(draft)


def judgements_of(run: RunFolder) -> Iterator[Item]:
    """Yield the judgements of a run in the order in which they ended; nothing for a run without a judge."""
    path = run.path / JUDGEMENTS
    if path.exists():
        yield from read_items(path)
