"""Answers, sent by the page's script; what was answered with 200 is on the disk."""

from fastapi import APIRouter

from mindsight.errors import InputError
from mindsight.web.pages.failures import Refused
from mindsight.web.pages.guests import CurrentStore, ScriptSender
from mindsight.web.store.answers import Given, OtherPictureError, save_answer

router = APIRouter()


@router.post("/answers")
def answer(store: CurrentStore, guest: ScriptSender, given: Given) -> dict[str, bool]:
    """Save an answer; ``new`` is false if it was saved before."""
    try:
        return {"new": save_answer(store, guest, given)}
    except OtherPictureError as error:
        # The page is loaded anew, with the pictures that are the rater's.
        raise Refused(409, error.text, back=True) from error
    except InputError as error:
        raise Refused(409, error.text) from error
