"""Open the product of ``SCHEME:REST``: a program, a Python function, a service, a folder, a built-in baseline."""

from pathlib import Path

from mindsight.errors import InputError
from mindsight.subjects.command_product import CommandProduct
from mindsight.subjects.folder_product import FolderProduct
from mindsight.subjects.product import DEFAULT_TIMEOUT_S, AnswerKind, Pairing, Product
from mindsight.subjects.spec import SubjectSpec

PRODUCT_SCHEMES = ("baseline", "command", "folder", "http", "python")
"""Schemes of subjects that process pictures."""


def check_product(spec: SubjectSpec) -> None:
    """Refuse a subject that cannot process pictures, such as one for household tasks.

    Raises:
        InputError: It cannot.
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
    """Return the product of a subject, opened.

    Args:
        spec: The subject.
        timeout_s: Time limit for one answer in seconds.
        answer: The kind of answer.
        key_env: Name of the environment variable with a service's key.
        pairing: How the files of a folder are paired with numbers; by stem by default.

    Raises:
        InputError: The subject is invalid.
        SubjectError: The product cannot be reached.
    """
    check_product(spec)
    if spec.scheme == "command":
        return CommandProduct(spec.rest, timeout_s, answer)
    if spec.scheme == "folder":
        return FolderProduct(Path(spec.rest), pairing or Pairing())
    if spec.function is not None:
        from mindsight.subjects.function_product import FunctionProduct

        return FunctionProduct(spec.function)
    if spec.scheme == "python":
        from mindsight.subjects.python_product import PythonProduct

        return PythonProduct(spec.rest, timeout_s)
    if spec.scheme == "http":
        from mindsight.subjects.http_product import HttpProduct

        return HttpProduct(spec.rest, timeout_s, answer, key_env)
    from mindsight.subjects.baselines import Baseline

    return Baseline(spec.rest)
