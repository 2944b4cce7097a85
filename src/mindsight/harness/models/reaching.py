"""Say in one sentence why a model cannot be used, and what to do."""

import difflib
import os
from typing import Any

from inspect_ai.model import Model

from mindsight.errors import MindsightError, SubjectError
from mindsight.harness.models.faults import fault_of, is_late, root, status_of, words_of
from mindsight.harness.runs.settings import ModelSpec
from mindsight.harness.servers.addresses import proxy_of
from mindsight.harness.servers.habits import is_no_place
from mindsight.harness.servers.refusals import is_about_model
from mindsight.redacting import redact
from mindsight.text import text

_MOST_MODELS = 20


def server_of(spec: ModelSpec, model: Model) -> str:
    """Return the address of a model's server, without user, password and other possible secrets."""
    scheme, mark, rest = str(model.api.base_url or spec.name.partition("/")[0]).rpartition("://")
    shown = rest.rpartition("@")[2].partition("?")[0].partition("#")[0]
    return redact(f"{scheme}{mark}{shown}")


async def unreachable(spec: ModelSpec, model: Model, error: BaseException) -> SubjectError:
    """Return the error that says why a model gave no answer."""
    cause, status = root(error), status_of(error)
    facts: dict[str, Any] = {"model": spec.name, "server": server_of(spec, model), "words": words_of(cause)}
    if isinstance(cause, MindsightError):
        return SubjectError("{model}: {server}: {reason}", reason=cause.text, **facts)
    if status is None:
        return _no_connection(spec, cause, facts)
    if status in {401, 403} and not os.environ.get("OPENAI_API_KEY"):
        return SubjectError(
            "{model}: {server} does not accept the key ({words}); none is set: put it into {key}",
            key="OPENAI_API_KEY",
            **facts,
        )
    if status in {401, 403}:
        return SubjectError("{model}: {server} does not accept the key ({words})", **facts)
    served = await _served(model) if status in {400, 404, 422} and is_about_model(facts["words"]) else []
    if served and getattr(model.api, "model_name", spec.name) not in served:
        return SubjectError(
            "{model}: {server} does not serve a model of this name ({words}); it serves {served}",
            served=_nearest_first(spec.name, served),
            **facts,
        )
    return _answered(cause, status, facts)


def _answered(cause: BaseException, status: int, facts: dict[str, Any]) -> SubjectError:
    fault = fault_of(cause)
    if fault == "redirected":
        return SubjectError(
            "{model}: {server} redirects to another server; if it is right, set {words} as address", **facts
        )
    if fault == "web_page" or (hasattr(cause, "body") and is_no_place(cause)):  # type: ignore[arg-type]
        return SubjectError(
            "{model}: {server} answers {status} ({words}); give the address of its models as far as the version, such as "
            "http://127.0.0.1:8000/v1",
            status=text("with a web page") if fault == "web_page" else 200 if fault else status,
            **facts,
        )
    if fault == "error_body":
        return SubjectError("{model}: {server} answers with an error in place of a completion ({words})", **facts)
    if fault:
        return SubjectError("{model}: {server} answers with something else than a completion ({words})", **facts)
    return SubjectError("{model}: {server} answers {status} ({words})", status=status, **facts)


def _no_connection(spec: ModelSpec, cause: BaseException, facts: dict[str, Any]) -> SubjectError:
    if is_late(cause):
        return SubjectError(
            "{model}: {server} cannot be reached (no answer within {limit} s)", limit=spec.timeout_s, **facts
        )
    if proxy := proxy_of(facts["server"]):
        return SubjectError(
            "{model}: {server} cannot be reached through the proxy {proxy} ({words}); to go around it, add the server to NO_PROXY",
            proxy=redact(proxy),
            **facts,
        )
    return SubjectError("{model}: {server} cannot be reached ({words})", **facts)


async def _served(model: Model) -> list[str]:
    """Return the names of the models that a server says it serves; an empty list if it does not say."""
    try:
        page = await model.api.client.with_options(timeout=10).models.list()  # type: ignore[attr-defined]
        return [str(served.id) for served in page.data]
    except Exception:  # noqa: BLE001  (the list only helps to describe another error)
        return []


def _nearest_first(name: str, served: list[str]) -> str:
    close = difflib.get_close_matches(name, served, n=3, cutoff=0.3)
    names = [*close, *(other for other in served if other not in close)]
    return ", ".join(names[:_MOST_MODELS]) + (", …" if len(names) > _MOST_MODELS else "")
