"""Draw sets of scenes and print their questions; for whoever writes a class: python -m tests.home.questions.look SET FIRST LAST FOLDER."""

import sys
import time
from pathlib import Path

from mindsight.home.questions import classes, scenes
from mindsight.home.questions.facts.answer import Found
from mindsight.home.questions.quartets import quartet


def _say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")


def main(kind: str, first: int, last: int, folder: Path) -> None:
    """Print the questions of some seeds, with the oracle's answers, and write their pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    pool = {key: one for key, one in classes.load().items() if one.scenes == kind}
    given = dict.fromkeys(pool, 0)
    for seed in range(first, last):
        begun = time.process_time()
        try:
            made = scenes.load()[kind].make(seed)
        except scenes.Rejected as error:
            _say(f"seed {seed}: rejected, {error}")
            continue
        _say(f"seed {seed}: {time.process_time() - begun:.1f} CPU s")
        for key, one in pool.items():
            found = quartet(one, made, seed)
            if found is None:
                _say(f"  {key}: no wording")
                continue
            given[key] += 1
            _say(f"  {key}: {found.questions[0].words['zh']} / {found.questions[0].words['en']}")
            if one.form in {"choice", "sequence"}:
                _say(
                    "      ",
                    " | ".join(f"{option.key}={option.zh}/{option.en}" for option in found.questions[0].options),
                )
            for question, scene in zip(found.questions, made, strict=True):
                oracle = one.answer(question.asked, scene.seen)
                said = oracle.target or oracle.value if isinstance(oracle, Found) else oracle
                _say(
                    f"      {question.id}: {question.truth.value or question.truth.reason or question.truth.box or 'region'}; oracle {said}"
                )
                for number, name in enumerate(question.pictures, 1):
                    (folder / f"{question.id}-{number}.jpg").write_bytes(found.pictures[name])
    _say("quartets by class:", given, "of", last - first, "sets")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
