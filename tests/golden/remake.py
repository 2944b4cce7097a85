"""Make all recipes anew, or compare two makings: ``python -m tests.golden.remake --help``.

Only the command line of the mindsight that is installed is used, so that it works whatever its modules are called.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from .difference import How, differences
from .recipes import RECIPES, RELATED, Recipe
from .scripted import Scripted, passing, serving

REQUESTS = "requests"
"""Folder of hashes of what the scripted server was asked, a file for each recipe."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; 1 if a command failed or two makings differ."""
    chosen = _parser().parse_args(arguments)
    if chosen.against is not None:
        return _compare(chosen.against, chosen.out, chosen.only, but_sentences=chosen.but_sentences)
    begun = time.monotonic()
    failed = make(chosen.out, _chosen(chosen.only), jobs=chosen.jobs)
    print(f"{time.monotonic() - begun:.0f} s, {len(failed)} failed", *failed)  # noqa: T201
    return bool(failed)


def make(out: Path, names: list[str], *, jobs: int = 2) -> list[str]:
    """Make recipes and what they need in a folder; return the names of those that failed.

    What was needed and is there already is not made again, unless it is named.
    """
    out.mkdir(parents=True, exist_ok=True)
    if set(names) == set(RECIPES):
        # Tasks that were proved before would not be drawn again.
        shutil.rmtree(out / ".cache", ignore_errors=True)
    wanted = [name for name in _with_needs(names) if name in names or not (out / name).exists()]
    done: dict[str, Future[bool]] = {}
    with ThreadPoolExecutor(jobs) as pool:
        for name in wanted:
            # Whatever is waited for was handed in before, so something always goes on.
            done[name] = pool.submit(_made, out.resolve(), RECIPES[name], dict(done))
    return [name for name in wanted if not done[name].result()]


def _made(out: Path, recipe: Recipe, before: dict[str, "Future[bool]"]) -> bool:
    """Take the steps of a recipe, after those that it needs; tell what came of it."""
    if not all(before[name].result() for name in recipe.needs if name in before):
        return False
    begun = time.monotonic()
    for more in RELATED:
        shutil.rmtree(out / f"{recipe.name}{more}", ignore_errors=True)
    with serving() as server:
        if recipe.seeing:
            server.better = passing(out / recipe.seeing / "manifest.json")
        try:
            said = _taken(out, recipe, server)
        except Exception as error:  # noqa: BLE001  (the other recipes go on)
            print(f"{recipe.name}: failed: {error}", flush=True)  # noqa: T201
            return False
        asked = sorted(server.asked)
    _write_beside(out, recipe, said, asked)
    print(f"{recipe.name}: made in {time.monotonic() - begun:.0f} s", flush=True)  # noqa: T201
    return True


def _taken(out: Path, recipe: Recipe, server: Scripted) -> str:
    """Take the steps of a recipe; return what the last command printed."""
    said = ""
    for step in recipe.steps:
        if callable(step):
            step(out / recipe.name)
            continue
        ran = _run(out, step.replace("{port}", str(server.port)), server.port)
        if ran.returncode != recipe.code:
            raise RuntimeError(f"mindsight {step}\nended with {ran.returncode}\n{ran.stdout}{ran.stderr}")
        said = ran.stdout
    return said


def _write_beside(out: Path, recipe: Recipe, said: str, asked: list[str]) -> None:
    if recipe.prints:
        (out / recipe.name).mkdir(exist_ok=True)
        (out / recipe.name / "printed.json").write_text(said, "utf-8")
    if recipe.served:
        (out / REQUESTS).mkdir(exist_ok=True)
        (out / REQUESTS / f"{recipe.name}.txt").write_text("\n".join([*asked, ""]), "utf-8")


def _run(out: Path, words: str, port: int) -> "subprocess.CompletedProcess[str]":
    """Run a command in the folder, in an environment that knows nothing of the caller."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    modules = [path for path in (os.environ.get("PYTHONPATH"), str(out / "material")) if path]
    environment = {
        **kept,
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(modules),
        "XDG_CACHE_HOME": str(out / ".cache"),
        "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
        "OPENAI_API_KEY": "none",
    }
    command = [sys.executable, "-m", "mindsight", "--lang", "en", *shlex.split(words)]
    return subprocess.run(
        command, cwd=out, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def _chosen(only: list[str] | None) -> list[str]:
    if unknown := set(only or ()) - RECIPES.keys():
        raise SystemExit(f"no recipe {', '.join(sorted(unknown))}; there are {', '.join(RECIPES)}")
    return only or list(RECIPES)


def _with_needs(names: list[str]) -> list[str]:
    """Return recipes and all that they need, each after what it needs."""
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys([*_with_needs(list(RECIPES[name].needs)), name]))
    return list(found)


def _compare(old: Path, new: Path, only: list[str] | None, *, but_sentences: bool) -> int:
    """Tell of every recipe whether two makings of it are the same."""
    changed = 0
    for name in _chosen(only):
        folders = [*(f"{name}{more}" for more in RELATED), f"{REQUESTS}/{name}.txt"]
        how = How(but_sentences=but_sentences, in_order=not RECIPES[name].served)
        found = [
            line
            for part in folders
            if (old / part).exists() or (new / part).exists()
            for line in differences(old / part, new / part, how)
        ]
        changed += bool(found)
        print(f"{name}: {found[0] if found else 'same'}" + (f" (and {len(found) - 1} more)" if found[1:] else ""))  # noqa: T201
    print(f"{changed} of {len(_chosen(only))} differ" if changed else "all the same")  # noqa: T201
    return bool(changed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.remake", description=__doc__)
    parser.add_argument("out", type=Path, help="folder to make, or the newer making to compare")
    parser.add_argument("--against", type=Path, metavar="OLD", help="compare with this older making; nothing is made")
    parser.add_argument("--only", action="append", metavar="NAME", help="this recipe only; may be given several times")
    parser.add_argument("--but-sentences", action="store_true", help="forgive other wordings of sentences")
    parser.add_argument("--jobs", type=int, default=2, help="recipes that are made at once")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
