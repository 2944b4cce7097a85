"""Home 6.2: review the quality of a data set before it is used, for the data of every suite.

Open ``findings`` first: what a review says, as data. ``catalogue`` describes a data set without naming its suite, and ``readers`` make one
from what lies on the disk. ``facts`` is what is known of one file once it was read to its end, and ``examining`` finds it out.
``declarations`` holds what people answer for. ``checks`` judges, one file per letter of the clause, from these alone. ``reviewing`` runs
the whole and writes the record; ``page`` shows it; ``cleaning`` writes a copy without metadata; ``running`` is what the
command line and programs call, ``mindsight.review.run``. No suite is imported here.
"""

from typing import TYPE_CHECKING

from mindsight.faces import lazily

if TYPE_CHECKING:
    from mindsight.review.running import Reviewed, run

__all__ = ["Reviewed", "run"]
__getattr__ = lazily(__name__, dict.fromkeys(__all__, "mindsight.review.running"))
