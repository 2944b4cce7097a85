"""Write the generated parts of the documentation: ``python -m docs.build``, then ``mkdocs build``.

Clause tables, the options and the gallery go to ``docs/generated``, which git ignores; the JSON Schemas go to ``docs/schemas``, which
it keeps.
"""

from pathlib import Path

import typer
from docs import gallery
from scripts import schemas

from mindsight.clauses import DOCUMENTS, Clause, Document, clauses_of
from mindsight.cli.app import app
from mindsight.cli.variables import options, variable
from mindsight.text import LANGUAGES, Language, translate

GENERATED = Path(__file__).resolve().parent / "generated"

_STATES = {
    "built": {"en": "built", "zh": "已实现"},
    "planned": {"en": "not built yet", "zh": "尚未实现"},
    "by_people": {"en": "done by people", "zh": "由人完成"},
    "informative": {"en": "informative", "zh": "资料性"},
}
_HEADS = {"en": ("Clause", "Title", "State", "Function"), "zh": ("条款", "标题", "状态", "函数")}
_OPTION_HEADS = {"en": ("Option", "Variable", "Meaning"), "zh": ("选项", "环境变量", "含义")}
_FORMULAS = {"en": "formulas {numbers}", "zh": "式 {numbers}"}
_COUNTS = {
    "en": "{all} entries: {built} built, {planned} not built yet, {by_people} done by people, {informative} informative.",
    "zh": "共 {all} 条：已实现 {built} 条，尚未实现 {planned} 条，由人完成 {by_people} 条，资料性 {informative} 条。",
}


def main() -> None:
    GENERATED.mkdir(exist_ok=True)
    for document in DOCUMENTS.values():
        for language in ("en", "zh"):
            table = clause_table(document, language)
            (GENERATED / f"clauses-{document.name}.{language}.md").write_text(table, encoding="utf-8")
    for spoken in LANGUAGES:
        (GENERATED / f"options.{spoken}.md").write_text(option_table(spoken), encoding="utf-8")
    for name in schemas.SCHEMAS:
        schemas.path(name).write_text(schemas.page(name), encoding="utf-8")
    gallery.build(GENERATED / "gallery.html")


def clause_table(document: Document, language: str) -> str:
    """Return a document's name, counts and table of clauses in Markdown."""
    entries = clauses_of(document.name)
    named = document.zh if language == "zh" else f"{document.en} ({document.zh})"
    edition = document.edition_zh if language == "zh" else document.edition
    counts = {state: sum(entry.status == state for entry in entries) for state in _STATES}
    rows = [_HEADS[language], ("---",) * len(_HEADS[language]), *(_row(entry, language) for entry in entries)]
    return "\n".join(
        [
            f"**{f'{document.number} {named}'.strip()}** · {edition}",
            "",
            _COUNTS[language].format(all=len(entries), **counts),
            "",
            *("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows),
            "",
        ]
    )


def option_table(language: Language) -> str:
    """Return every option with its environment variable and its help, in Markdown."""
    found = sorted(options(typer.main.get_command(app)), key=lambda pair: (pair[0], pair[1].opts))
    rows = [_OPTION_HEADS[language], ("---",) * 3]
    for words, option in found:
        line = " ".join((*words, max(option.opts, key=len)))
        rows.append((f"`{line}`", f"`{variable(words, option)}`", translate(option.help or "", language)))
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows) + "\n"


def _row(entry: Clause, language: str) -> tuple[str, ...]:
    titles = [entry.zh, entry.en] if language == "zh" else [entry.en, entry.zh]
    if entry.formulas:
        numbers = ", ".join(f"({number})" for number in entry.formulas)
        titles.append(_FORMULAS[language].format(numbers=numbers))
    function = f"`{entry.function.removeprefix('mindsight.')}`" if entry.function else ""
    return (f"`{entry.number}`", "<br>".join(titles), _STATES[entry.status][language], function)


if __name__ == "__main__":
    main()
