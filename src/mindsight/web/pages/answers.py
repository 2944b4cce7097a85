"""Answers, sent by the page's script; what was answered with 200 is on the disk."""

from fastapi import APIRouter

from mindsight.errors import InputError
from mindsight.web.database.tables import Rater
from mindsight.web.pages.failures import Refused
from mindsight.web.pages.guests import CurrentStore, ScriptSender
from mindsight.web.store.answers import Given, save_answer

router = APIRouter()


@router.post("/answers")
def answer(store: CurrentStore, guest: ScriptSender, given: Given) -> dict[str, bool]:
    """Save an answer; ``new`` is false if it was saved before."""
    try:
        return {"new": save_answer(store, guest, given)}
    except InputError as error:
        with store.read() as session:
            language = session.get_one(Rater, guest.rater).language
        raise Refused(409, error.text, language) from error
