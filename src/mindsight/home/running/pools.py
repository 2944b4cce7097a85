"""Questions of a pool that somebody brings along, with generated ones beside them if such are named."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.errors import InputError
from mindsight.execution.listening import Listener
from mindsight.execution.making import Making
from mindsight.home.imported.pool import Pool
from mindsight.home.imported.runs.data_file import pool_of, write_chosen
from mindsight.home.imported.runs.generated import beside
from mindsight.home.imported.runs.pictures import PoolPictures
from mindsight.home.imported.runs.suite import ImportedTest
from mindsight.home.plan import Means, Use
from mindsight.home.questions import classes
from mindsight.home.questions.asking.models import find_model
from mindsight.home.questions.asking.outside import check_outside
from mindsight.home.questions.data_file import first_question
from mindsight.home.questions.plan import QuestionPlan, Sources, whole_quartets
from mindsight.home.questions.suite import DATA_FILE
from mindsight.home.running.checking import check_unknown, means_of
from mindsight.home.running.knowing import subject_of
from mindsight.home.running.questions import check_trials, greet, newly_drawn, probed, take_over
from mindsight.home.running.selection import questions_chosen, tell_left_out
from mindsight.pipeline import Test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Scalar
from mindsight.resting import rest_on_review, review_of
from mindsight.subjects.spec import SubjectSpec

BASELINES = ("random", "blind", "first", "decline")
"""The oracle sees generated scenes only."""
_NOT_IMPORTED = ("as_text", "as_clip", "evidence")


class PoolQuestions(NamedTuple):
    """The questions of a run, taken from a pool and drawn, before the subject has seen any of them."""

    spec: SubjectSpec
    plan: QuestionPlan
    data: Path
    means: Means
    pool: Pool
    folder: Path

    def test(self, use: Use, making: Making, listener: Listener) -> Test[Any]:
        """Return the test; a model is asked the first question, so consent comes first."""
        review_of(self.data, making.resting, self.spec, self.folder, making.resume, listener)
        subject = subject_of(self.spec, use, self._details(use, making, listener))
        test = ImportedTest(self.plan, self.data, self.pool.media, self.spec, subject, self.means)
        rest_on_review(test, making.resting, self.spec, self.folder, making.resume, listener)
        return test

    def _details(self, use: Use, making: Making, listener: Listener) -> dict[str, Scalar]:
        if making.resume is not None:
            return RunFolder.open(making.resume).manifest.subject.details
        if self.spec.scheme != "model":
            return {}
        # The first question is one of the pool.
        details = find_model(self.spec, self.plan, first_question(self.data), PoolPictures(self.pool.media))
        forms = [one.form for one in self.pool.header.classes if one.key in self.plan.tasks]
        forms += [classes.load()[key].form for key in beside(self.pool.header, self.plan.tasks)]
        return details | probed(self.spec, self.plan, use, forms, details["form"], listener)


@contextmanager
def taken(
    spec: SubjectSpec,
    sources: Sources,
    plan: QuestionPlan,
    use: Use,
    making: Making,
    *,
    dry_run: bool,
    listener: Listener,
) -> Iterator[PoolQuestions]:
    """Give the questions of what was chosen for as long as their files are needed.

    Raises:
        InputError: An option cannot be used; raised before anything is asked.
        SubjectError: A model cannot be reached; raised then too.
    """
    _refuse(spec, sources, plan)
    work = making.work(dry_run=dry_run)
    making.check_folder()
    means = means_of(use, spec, dry_run=dry_run)
    folder = sources.pool
    assert folder is not None  # noqa: S101  (whoever has no pool does not come here)
    pool = Pool(folder)
    plan, generated = _completed(plan, sources, pool, listener)
    if generated and spec.scheme == "model" and making.resume is None and not dry_run:
        greet(spec, plan, listener)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        if making.resume is None:
            own = pool.drawn(plan.tasks, plan.trials or None, plan.seed)
            write_chosen(data, pool.header, chain(own, newly_drawn(plan, generated, work, listener)))
        else:
            take_over(making.resume, data)
            if pool_of(data) != pool.header:
                raise InputError("--pool: {folder} was begun with another pool", folder=str(making.resume))
        yield PoolQuestions(spec, plan, data, means, pool, folder)


def _refuse(spec: SubjectSpec, sources: Sources, plan: QuestionPlan) -> None:
    if spec.scheme == "baseline" and spec.rest not in BASELINES:
        raise InputError(
            "baseline:{name} does not answer imported questions; there are {known}",
            name=spec.rest,
            known=", ".join(BASELINES),
        )
    wrong = [name for name in _NOT_IMPORTED if getattr(plan, name)] + (["people"] if sources.people else [])
    for name in wrong:
        raise InputError("--{option}: is for generated questions, not for imported ones", option=name.replace("_", "-"))
    if spec.scheme not in {"baseline", "model"}:
        check_outside(spec)


def _completed(
    plan: QuestionPlan, sources: Sources, pool: Pool, listener: Listener
) -> tuple[QuestionPlan, tuple[str, ...]]:
    """Return the plan with classes in place of words, and those of them that are generated."""
    words = plan.tasks if "tasks" in plan.model_fields_set else ()
    own, generated = _keys(words, [one.key for one in pool.header.classes], sources, listener)
    keys = own + generated
    check_unknown(plan.unknown, keys)
    stated = plan.model_fields_set
    if generated or "trials" in stated:
        check_trials(plan)
    several = whole_quartets(plan.trials) if generated else plan.trials
    language = plan.language if "language" in stated else pool.header.language
    trials = several if generated or "trials" in stated else 0
    return plan.model_copy(update={"tasks": keys, "trials": trials, "language": language}), generated


def _keys(
    words: Sequence[str], known: Sequence[str], sources: Sources, listener: Listener
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the classes of the pool and the generated ones that dimensions, beginnings of keys and keys name.

    A word names classes of the pool, or, if it has none of that name, generated ones. All classes of the pool are tested if none is named.
    """
    own = {word: [key for key in known if _names(word, key)] for word in words}
    others = tuple(word for word, found in own.items() if not found)
    for word in others:
        if not any(_names(word, key) for key in classes.load()):
            raise InputError(
                '--tasks: "{name}" names neither a class of the pool nor generated questions; the pool has {known}',
                name=word,
                known=", ".join(known)[:600],
            )
    if sources.unvalidated and not others:
        raise InputError("--{option}: is for generated questions, not for imported ones", option="include-unvalidated")
    generated: tuple[str, ...] = ()
    if others:
        generated = questions_chosen(others, contested=sources.unvalidated)
        tell_left_out(others, generated, listener)
    named = {key for found in own.values() for key in found}
    return tuple(key for key in known if key in named or not named), generated


def _names(word: str, key: str) -> bool:
    """Return whether a word is a key, or the beginning of one up to a mark."""
    return key == word or key.startswith((f"{word}.", f"{word}_"))
