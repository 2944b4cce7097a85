"""Render saved records as pages; depends on records and blocks, not on any suite.

Open ``html`` first: it fills the templates. ``view`` prepares a run for the template, ``blocks`` the data that each kind of block needs for
drawing, ``terms`` an item's terms as rows. ``figures`` draws curves, ``media`` embeds pictures, ``labels`` lists the fixed texts, ``words``
makes untrusted text safe.
"""

from mindsight.report.html import render_html, render_page, write_report

__all__ = ["render_html", "render_page", "write_report"]
