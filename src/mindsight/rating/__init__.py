"""Ratings by people: campaigns, their events, and what follows from them (album clauses 6.3.1 and 6.4.1).

Open ``events`` first: one answer of one rater, and ``ratings.jsonl``, the chained file that holds them. ``opinion`` holds the
statistics, pure functions of a table of raters and items; ``scoring`` makes such a table of a campaign's events, and ``report``
measures and blocks of it. ``rated_run`` writes the record that names the run whose outputs were rated; ``exchange`` reads and writes
tables of other programs. ``campaigns`` plans who is asked what; ``comparison`` compares rated runs; ``simulated`` invents
opinions. A program calls ``mindsight.rating.new`` and ``score``.
"""

from typing import TYPE_CHECKING

from mindsight.faces import lazily

if TYPE_CHECKING:
    from mindsight.rating.campaigns.preparation import new
    from mindsight.rating.rated_run import score

__all__ = ["new", "score"]
__getattr__ = lazily(__name__, {"new": "mindsight.rating.campaigns.preparation", "score": "mindsight.rating.rated_run"})
