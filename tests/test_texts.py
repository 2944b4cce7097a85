"""Every sentence gets all values in its template."""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "mindsight"
FILES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_template_names_a_value_that_its_call_does_not_give(file: Path) -> None:
    lacking = []
    for call in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(call, ast.Call) or not call.args or not isinstance(call.args[0], ast.Constant):
            continue
        template, given = call.args[0].value, {each.arg for each in call.keywords}
        if isinstance(template, str) and given and None not in given:
            lacking += [(call.lineno, name) for name in re.findall(r"\{(\w+)\}", template) if name not in given]
    assert lacking == []
