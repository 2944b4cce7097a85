"""Which classes of questions words choose: dimensions, abilities, beginnings of keys, and keys."""

import difflib
import re

from mindsight.errors import InputError
from mindsight.execution.listening import Listener
from mindsight.home.classes import CLASSES, DIMENSIONS
from mindsight.home.questions import classes
from mindsight.home.questions.classes import QuestionClass
from mindsight.text import text


def are_questions(keys: tuple[str, ...]) -> bool:
    """Return whether questions are chosen: no household task, and something that names questions.

    Raises:
        InputError: Both are chosen; they are tested in runs of their own.
    """
    asked = [key for key in keys if key.partition(".")[0] in DIMENSIONS and key not in CLASSES]
    done = [key for key in keys if key in CLASSES]
    if asked and done:
        raise InputError(
            "--tasks: {asked} are questions and {done} are household tasks; test them in a run each, and compute T over all of "
            "them with: mindsight home score RUN RUN",
            asked=", ".join(asked),
            done=", ".join(done),
        )  # fmt: skip
    return bool(asked)


def questions_chosen(
    keys: tuple[str, ...], *, contested: bool = False, confirmed: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Return the classes of questions that dimensions, keys, beginnings of keys and abilities name, in the order of the pool.

    ``contested``: include classes about custom, culture and safety, which people have not yet confirmed. Those that they have
    ``confirmed``, and one that is named in full, are included anyway.

    Raises:
        InputError: A word names no class.
    """
    pool = classes.load()
    chosen = set()
    for word in keys:
        found = [key for key in pool if key == word or key.startswith((f"{word}.", f"{word}_"))]
        if not (found := found or [key for key, one in pool.items() if _is_ability(word, one)]):
            close = difflib.get_close_matches(word, pool, n=1)
            raise InputError(
                '--tasks: "{name}" names no class of questions; did you mean {guess}? See mindsight home tasks',
                name=word,
                guess=close[0] if close else "object",
            )
        chosen |= {key for key in found if contested or not pool[key].contested or key in {word, *confirmed}}
    if not chosen:
        raise InputError(
            "--tasks: the classes named must first be confirmed by people; --include-unvalidated asks them anyway"
        )
    return tuple(key for key in pool if key in chosen)


def _is_ability(word: str, one: QuestionClass) -> bool:
    """Return whether a word such as ``state.change`` begins the name of the class's ability, in either language."""
    dimension, _, beginning = word.partition(".")
    wanted = _plain(beginning)
    return bool(wanted) and dimension == one.dimension and any(_plain(name).startswith(wanted) for name in one.ability)


def _plain(words: str) -> str:
    """Return words as they may stand in an option: no spaces, no commas, small letters."""
    return re.sub(r"[\W_]+", "-", words.casefold()).strip("-")


def tell_left_out(named: tuple[str, ...], chosen: tuple[str, ...], listener: Listener) -> None:
    """Say which of the classes that words name are not chosen, as people have not confirmed them."""
    left = [key for key in questions_chosen(named, contested=True) if key not in chosen]
    if left:
        listener.tell(
            text(
                "left out until people have confirmed them: {names}; --include-unvalidated asks them too",
                names=", ".join(left),
            )
        )
