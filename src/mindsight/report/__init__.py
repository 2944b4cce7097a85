"""From a saved record to pages that people read; knows no suite, only records and blocks."""

from mindsight.report.html import render_html, render_page, write_report

__all__ = ["render_html", "render_page", "write_report"]
