"""``mindsight rate``: ratings by people (album clauses 6.3.1 and 6.4.1); the commands in the order of ``--help``."""

from mindsight.cli.parser.panels import Commands
from mindsight.cli.rate import close, invite, new, paper, reopen, score, serve, simulate, status, tables
from mindsight.text import mark

rate = Commands()

rate.add("new", new.new, mark("Make a rating campaign of runs on one kit."))
rate.add("invite", invite.invite, mark("Make personal links for raters, replace or revoke them."))
rate.add("serve", serve.serve, mark("Serve the pages of a campaign to browsers."))
rate.add("paper", paper.paper, mark("Write forms to be printed, for raters without a browser."))
rate.add("simulate", simulate.simulate, mark("Let simulated raters answer a campaign made for them."))
rate.add("status", status.status, mark("Show how far the raters of a campaign are."))
rate.add("close", close.close, mark("Close a campaign; writes its ratings.jsonl and a rated run of each run."))
rate.add("reopen", reopen.reopen, mark("Open a closed campaign again, as long as it has no scores."))
rate.add("import", tables.import_ratings, mark("Add ratings of a table, of Label Studio, or typed from paper forms."))
rate.add("export", tables.export_ratings, mark("Write the ratings of a run as a table: item, rater, value, time."))
rate.add("score", score.score_ratings, mark("Score the outputs of a run by their ratings; writes a rated run."))
