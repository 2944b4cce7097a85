"""``mindsight rate``: ratings by people (album clauses 6.3.1 and 6.4.1); the commands in the order of ``--help``."""

from mindsight.cli.parser.panels import Commands
from mindsight.cli.rate import score, tables
from mindsight.text import mark

rate = Commands()

rate.add("import", tables.import_ratings, mark("Add ratings of a table, or of Label Studio, to a ratings.jsonl."))
rate.add("export", tables.export_ratings, mark("Write the ratings of a run as a table: item, rater, value, time."))
rate.add("score", score.score_ratings, mark("Score the outputs of a run by their ratings; writes a rated run."))
