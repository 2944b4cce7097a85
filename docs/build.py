"""Write the generated parts of the documentation: ``python -m docs.build``, then ``mkdocs build``.

Clause tables, commands, model profiles, fields of files, Python names and the gallery go to ``docs/generated``, which git ignores; the JSON
Schemas go to ``docs/schemas``, which it keeps.
"""

from pathlib import Path

from docs import answers, api, commands, formats, gallery, profiles
from docs.markdown import table
from scripts import schemas

from mindsight.clauses import DOCUMENTS, Clause, Document, clauses_of
from mindsight.text import LANGUAGES

GENERATED = Path(__file__).resolve().parent / "generated"

_STATES = {
    "built": {"en": "built", "zh": "已实现"},
    "planned": {"en": "not built yet", "zh": "尚未实现"},
    "by_people": {"en": "done by people", "zh": "由人完成"},
    "informative": {"en": "informative", "zh": "资料性"},
}
_HEADS = {"en": ("Clause", "Title", "State", "Function"), "zh": ("条款", "标题", "状态", "函数")}
_FORMULAS = {"en": "formulas {numbers}", "zh": "式 {numbers}"}
_COUNTS = {
    "en": "{all} entries: {built} built, {planned} not built yet, {by_people} done by people, {informative} informative.",
    "zh": "共 {all} 条：已实现 {built} 条，尚未实现 {planned} 条，由人完成 {by_people} 条，资料性 {informative} 条。",
}


def main() -> None:
    GENERATED.mkdir(exist_ok=True)
    for document in DOCUMENTS.values():
        for language in ("en", "zh"):
            written = clause_table(document, language)
            (GENERATED / f"clauses-{document.name}.{language}.md").write_text(written, encoding="utf-8")
    for spoken in LANGUAGES:
        (GENERATED / f"commands.{spoken}.md").write_text(commands.page(spoken), encoding="utf-8")
        (GENERATED / f"profiles.{spoken}.md").write_text(profiles.page(spoken), encoding="utf-8")
        (GENERATED / f"fields.{spoken}.md").write_text(formats.page(spoken), encoding="utf-8")
        for name, part in answers.pages(spoken):
            (GENERATED / f"answers-{name}.{spoken}.md").write_text(part, encoding="utf-8")
    (GENERATED / "python-api.md").write_text(api.page(), encoding="utf-8")
    for name in schemas.SCHEMAS:
        schemas.path(name).write_text(schemas.page(name), encoding="utf-8")
    gallery.build(GENERATED / "gallery.html")


def clause_table(document: Document, language: str) -> str:
    """Return a document's name, counts and table of clauses in Markdown."""
    entries = clauses_of(document.name)
    named = document.zh if language == "zh" else f"{document.en} ({document.zh})"
    edition = document.edition_zh if language == "zh" else document.edition
    counts = {state: sum(entry.status == state for entry in entries) for state in _STATES}
    return "\n".join(
        [
            f"**{f'{document.number} {named}'.strip()}** · {edition}",
            "",
            _COUNTS[language].format(all=len(entries), **counts),
            "",
            table(_HEADS[language], (_row(entry, language) for entry in entries)),
        ]
    )


def _row(entry: Clause, language: str) -> tuple[str, ...]:
    titles = [entry.zh, entry.en] if language == "zh" else [entry.en, entry.zh]
    if entry.formulas:
        numbers = ", ".join(f"({number})" for number in entry.formulas)
        titles.append(_FORMULAS[language].format(numbers=numbers))
    function = f"`{entry.function.removeprefix('mindsight.')}`" if entry.function else ""
    return (f"`{entry.number}`", "<br>".join(titles), _STATES[entry.status][language], function)


if __name__ == "__main__":
    main()
