"""Join the shards of a run that machines made without knowing of each other into the record of the whole run.

``joining`` is the order of the work: ``shards`` (that each is as it was sealed, and all were made by one plan), ``order`` (of the
items in that plan), ``lines`` (of a shard, each read once), and at last the numbers, computed as at the end of any run.
What a line says is not looked at: it is copied, and ``mindsight verify`` of the whole run finds in it all that it finds in a shard.
"""

from mindsight.merging.joining import Progress, merge

__all__ = ["Progress", "merge"]
