"""The product that ``SCHEME:REST`` names: a program, a Python function, a service, a folder, a built-in baseline."""

from pathlib import Path

from mindsight.errors import InputError
from mindsight.subjects.command_product import CommandProduct
from mindsight.subjects.folder_product import FolderProduct
from mindsight.subjects.product import DEFAULT_TIMEOUT_S, AnswerKind, Pairing, Product
from mindsight.subjects.spec import SubjectSpec

PRODUCT_SCHEMES = ("baseline", "command", "folder", "http", "python")
"""How a subject that processes pictures can be reached."""


def check_product(spec: SubjectSpec) -> None:
    """Refuse a subject that takes no pictures: others play household tasks.

    Raises:
        InputError: It does not.
    """
    if spec.scheme not in PRODUCT_SCHEMES:
        raise InputError(
            "{scheme}: subjects process no pictures; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(PRODUCT_SCHEMES),
        )


def open_product(
    spec: SubjectSpec,
    *,
    timeout_s: float = DEFAULT_TIMEOUT_S,
    answer: AnswerKind = "picture",
    key_env: str | None = None,
    pairing: Pairing | None = None,
) -> Product:
    """Return the product that a subject names, ready to be asked for pictures or for labels.

    Args:
        spec: The subject.
        timeout_s: Seconds that it may take for one answer.
        answer: What it is asked for.
        key_env: The environment variable that holds a service's key.
        pairing: How the files of a folder are paired with numbers; by stem unless said otherwise.

    Raises:
        InputError: The subject is not written as it should be.
        SubjectError: The product cannot be reached.
    """
    check_product(spec)
    if spec.scheme == "command":
        return CommandProduct(spec.rest, timeout_s, answer)
    if spec.scheme == "folder":
        return FolderProduct(Path(spec.rest), pairing or Pairing())
    if spec.scheme == "python":
        from mindsight.subjects.python_product import PythonProduct

        return PythonProduct(spec.rest, timeout_s)
    if spec.scheme == "http":
        from mindsight.subjects.http_product import HttpProduct

        return HttpProduct(spec.rest, timeout_s, answer, key_env)
    from mindsight.subjects.baselines import Baseline

    return Baseline(spec.rest)
