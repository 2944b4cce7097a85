"""The types of clauses and documents, and the index built from a document's rows."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

DocumentName = Literal["home", "album", "vsig"]
Status = Literal["built", "planned", "by_people", "informative"]

_LETTER = re.compile(r"-([a-z])$")
_ZH = {
    "classification": "图像分类型",
    "enhancement": "图像增强型",
    "segmentation": "图像分割型",
    "table": "表",
    "task": "任务",
    "note": "注",
    "annotation": "示例",
    "structure": "项目结构",
    "results": "部分结果",
    "tasks": "测试任务",
    "check": "测试检查",
}


@dataclass(frozen=True, slots=True)
class Document:
    """One of the documents that mindsight tests by; ``number`` and ``date`` are empty if its text has none."""

    name: DocumentName
    number: str
    zh: str
    en: str
    edition: str
    edition_zh: str
    date: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One requirement of a document, and the function that implements it.

    Attributes:
        document: The document's short name.
        number: The clause in the index's notation, such as "6.3.2" or "5.3-enhancement-a".
        zh: Its title in the document, or a short faithful one if it has none.
        en: The same in English.
        function: Dotted path of the one function that implements it.
        status: ``built`` has a function; ``planned`` has none yet; ``by_people`` is done by people; ``informative`` requires nothing, but
            may have a function.
        formulas: The numbers of the clause's formulas in the document.
    """

    document: DocumentName
    number: str
    zh: str
    en: str
    function: str | None = None
    status: Status = "planned"
    formulas: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The clause among all documents: "album 6.3.2"."""
        return f"{self.document} {self.number}"

    @property
    def cite(self) -> str:
        """The number as cited in a sentence: "4.3 a)" for "4.3-a", "table 3" for "table.3"."""
        return cite(self.number)


def cite(number: str) -> str:
    """Return a clause's number as cited in an English sentence."""
    lettered = _LETTER.sub(r" \1)", number)
    return re.sub(r"^([a-z]+)\.", r"\1 ", lettered).replace("-", " ")


def cite_zh(number: str) -> str:
    """Return a clause's number as cited in a Chinese sentence: "5.3 图像增强型 a)", "表 3"."""
    return re.sub(r"[a-z]{2,}", lambda word: _ZH.get(word.group(), word.group()), cite(number))


def index(rows: tuple[Clause, ...], functions: Mapping[str, str]) -> tuple[Clause, ...]:
    """Return the rows with their functions filled in; a row with a function becomes built, unless it is informative.

    Raises:
        ValueError: A function is given for an unknown number.
    """
    if stray := sorted(functions.keys() - {row.number for row in rows}):
        raise ValueError(f"functions are given for {', '.join(stray)}, but there is no such clause")
    return tuple(_filled(row, functions.get(row.number)) for row in rows)


def _filled(row: Clause, function: str | None) -> Clause:
    if function is None:
        return row
    return replace(row, function=function, status="informative" if row.status == "informative" else "built")
