"""From a saved record to pages that people read; knows no suite, only records and blocks.

Open ``html`` first: it fills the templates. ``view`` is a run as a template wants it, ``blocks`` what each kind of block needs
beyond its own data, ``terms`` an item's terms as rows. ``figures`` draws curves, ``media`` embeds pictures, ``labels`` holds the
fixed words, ``words`` makes untrusted text harmless.
"""

from mindsight.report.html import render_html, render_page, write_report

__all__ = ["render_html", "render_page", "write_report"]
