"""How the tasks of one class ended, and the limits of the share that ended rightly."""

from __future__ import annotations

import math

from mindsight.checker.statistics import Z, mean, t_quantile, wilson


class Tally:
    """The tasks of one class: whether each was valid, its outcome and, where tasks share sessions, its round."""

    def __init__(self, ends: list[tuple[bool, str]], rounds: list[str] | None = None) -> None:
        self.ends, self.rounds = ends, rounds
        self.all = float(len(ends))
        self.valid = sum(valid for valid, _ in ends)
        self.irrelevant = len(ends) - self.valid
        self.count = {word: sum(word == outcome for _, outcome in ends) for word in ("TP", "TN", "FP", "FN")}
        self.right = self.count["TP"] + self.count["TN"]
        self.accuracy = self.right / len(ends) if ends else 0.0
        self.whole = self.valid > 0 and self.irrelevant > 0
        """Whether there are tasks of either kind; else nothing is estimable."""
        self.strata: list[tuple[float, float]] = [(self.count["TP"], self.valid), (self.count["TN"], self.irrelevant)]
        """Tasks that ended rightly and tasks: of each kind where both kinds have two, else of the class."""
        if min(self.valid, self.irrelevant) < 2:
            self.strata = [(self.right, len(ends))]

    def fewer(self, scale: float) -> Tally:
        """Return tasks that depend on each other as so many fewer that do not."""
        one = Tally(self.ends)
        one.all /= scale
        one.strata = [(right / scale, tasks / scale) for right, tasks in self.strata]
        return one

    def effect(self) -> float | None:
        """Return by how much the variance of an accuracy is larger over rounds than over independent tasks, at least 1.

        None below two rounds; the mean size of a round where all tasks of a kind ended alike.
        """
        names, marks = self.rounds or [], [float(outcome in ("TP", "TN")) for _, outcome in self.ends]
        count = len(set(names))
        if count < 2:
            return None
        kinds = [valid for valid, _ in self.ends] if len(self.strata) == 2 else [True] * len(self.ends)
        sums, alone = dict.fromkeys(names, 0.0), []
        for kind in set(kinds):
            own = [(mark, name) for mark, name, other in zip(marks, names, kinds) if other is kind]
            share = mean([mark for mark, _ in own])
            alone.append(len(own) ** 2 * share * (1 - share) / (len(own) - 1))
            for mark, name in own:
                sums[name] += mark - share
        if not math.fsum(alone):
            return len(self.ends) / count
        return max(1.0, count / (count - 1) * math.fsum(total * total for total in sums.values()) / math.fsum(alone))

    def limits(self) -> tuple[float, float] | None:
        """Return Wilson's limits of the accuracy, with fewer tasks where they depend on each other."""
        scale: float | None = 1.0
        if self.rounds is not None:
            effect = self.effect()
            scale = None if effect is None else effect * wider([self])
        return None if scale is None else wilson(self.right / scale, self.all / scale)


def wider(classes: list[Tally]) -> float:
    """Return by what t² is larger than z², for the rounds of all classes less one each."""
    return (t_quantile(0.975, sum(len(set(one.rounds or [])) - 1 for one in classes)) / Z) ** 2
