"""Messages of faults: what could not be reached, and whether it was the model's server."""

import httpx
import openai
import pytest
import requests

from mindsight.harness.models.faults import blame
from mindsight.text import say

TABLE = "https://tables.example/encodings/o200k_base.tiktoken"


def test_a_table_from_the_internet_is_not_the_models_server() -> None:
    error = requests.exceptions.ConnectionError("no name", request=requests.Request("GET", TABLE).prepare())
    kind, sentence = blame(error)
    assert kind == "infrastructure_error"
    assert say(sentence, "en").startswith(
        "o200k_base.tiktoken could not be fetched from tables.example, which is not the"
    )


@pytest.mark.parametrize("url", ["http://me:secret@127.0.0.1:9/v1/chat", "http://127.0.0.1:9/v1/chat"])
def test_the_models_server_is_named_without_secrets(url: str) -> None:
    kind, sentence = blame(openai.APIConnectionError(request=httpx.Request("POST", url)))
    assert kind == "infrastructure_error"
    assert say(sentence, "en") == "there was no connection to the model's server 127.0.0.1:9 (Connection error.)"


def test_an_error_that_names_no_host_is_reported_too() -> None:
    assert "no connection to the model's server (refused)" in say(blame(ConnectionRefusedError("refused"))[1], "en")
