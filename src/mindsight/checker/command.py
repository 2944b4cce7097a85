"""The command line: what was found, what that proves and what not.

Exit status: 0 everything agrees, 1 something is wrong (each finding names the file, and the byte and the line where that can be
told: the first change lies there or behind), 2 the folder is no run folder, the command is not understood or the findings cannot
be written.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import Mapping

from mindsight.checker.checking import check, notes
from mindsight.checker.findings import Finding


def closing(findings: list[Finding]) -> list[Finding]:
    """Return the last lines: what has been proved, what not, and which command does; nothing where no run was found."""
    if findings and findings[0].key == "no_run":
        return []
    return [Finding(key) for key in (() if findings else ("proved",))] + [Finding("unproved"), Finding("further")]


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, looked up in the order of Python's and GNU's gettext."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        # LANGUAGE may list several, the dearest first.
        for wanted in filter(None, environment.get(name, "").split(":")):
            if name != "LANGUAGE" or wanted[:2] in ("zh", "en"):
                return "zh" if wanted.startswith("zh") else "en"
    return "en"


def main(arguments: list[str]) -> int:
    """Check the folder on the command line, or the one this file lies in, and print what was found."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that knows no Chinese still gets an answer
    parser = argparse.ArgumentParser(prog="check_run.py", description="Check a run folder. 检查测试记录文件夹。")
    parser.add_argument("folder", nargs="?", default=os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--lang", choices=("en", "zh"), default=language_of(os.environ))
    options = parser.parse_args(arguments)
    findings, counts = check(options.folder)
    said = findings or [Finding("good", **counts), *notes(options.folder)]
    try:
        for finding in [*said, *closing(findings)]:
            print(finding.say(options.lang), flush=True)
    except OSError as error:
        # What could not be written must not be tried again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if not isinstance(error, BrokenPipeError):
            print(Finding("unwritten", file=error.strerror).say(options.lang), file=sys.stderr)
            return 2
    if findings and findings[0].key == "no_run":
        return 2
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
