"""Classes about a table laid for guests: whose things are whose, who sits where."""

from mindsight.home.questions.classes.object.table import belongs, neighbour, owner, theirs

__all__ = ["belongs", "neighbour", "owner", "theirs"]
