"""Two languages without a plugin: ``name.md`` is English, ``name.zh.md`` the same page in Chinese.

The navigation lists both; a reader sees the half of his language, its words around the page, and a switch that leads to
the same page in the other language.
"""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

_NAMES = {"en": "English", "zh": "中文"}
_SUBTITLES = {
    "en": "Measures how well a machine sees, by three published test documents",
    "zh": "按三份公开的测试文件衡量机器的视觉能力",
}
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_BROKEN = re.compile(r"(?<=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])\n[ ]*(?=[\u4e00-\u9fff])")
_FOREIGN = re.compile(r"https://unpkg\.com/[^\"\\]*")


def language_of(source: str) -> str:
    """Return the language of a page by its file's name."""
    return "zh" if source.endswith(".zh.md") else "en"


def twin_of(source: str) -> str:
    """Return the file of the same page in the other language."""
    return source.replace(".zh.md", ".md") if language_of(source) == "zh" else source.replace(".md", ".zh.md")


def on_nav(nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:  # noqa: ARG001  (the hook's signature)
    """Cut the chain of previous and next pages where the languages meet."""
    for page in nav.pages:
        for side in ("previous_page", "next_page"):
            other = getattr(page, side)
            if other is not None and language_of(other.file.src_uri) != language_of(page.file.src_uri):
                setattr(page, side, None)
    return nav


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Join the lines of a Chinese paragraph: a browser would show each line break as a space."""
    if language_of(page.file.src_uri) != "zh":
        return markdown
    parts = _FENCED.split(markdown)
    return "".join(part if part.startswith("```") else _BROKEN.sub("", part) for part in parts)


def on_post_build(*, config: MkDocsConfig) -> None:
    """Take the addresses out of the theme's scripts from which very old browsers would fetch more."""
    for script in Path(config.site_dir, "assets", "javascripts").glob("bundle.*"):
        script.write_text(_FOREIGN.sub("data:text/javascript,", script.read_text("utf-8")), encoding="utf-8")


def on_page_context(context: dict[str, Any], *, page: Page, config: MkDocsConfig, nav: Navigation) -> dict[str, Any]:
    """Show a page in its language."""
    language = language_of(page.file.src_uri)
    pages = [each for each in nav.pages if language_of(each.file.src_uri) == language]
    half = Navigation(_children(nav, pages), pages)
    half.homepage = pages[0]
    context["nav"] = half
    config.theme["language"] = language
    config.site_description = _SUBTITLES[language]
    twins = {language_of(page.file.src_uri): page, **_twin(nav, page)}
    config.extra["alternate"] = [
        {"name": name, "lang": code, "link": twins[code].url} for code, name in _NAMES.items() if code in twins
    ]
    config.extra["homepage"] = pages[0].url
    return context


def _children(nav: Navigation, pages: list[Page]) -> list[Any]:
    for item in nav.items:
        if isinstance(item, Section) and pages[0] in item.children:
            return list(item.children)
    return list(pages)


def _twin(nav: Navigation, page: Page) -> dict[str, Page]:
    wanted = twin_of(page.file.src_uri)
    return {language_of(wanted): each for each in nav.pages if each.file.src_uri == wanted}
