"""The names that a file with classes of questions needs, from one place; they stay where they are if the code behind them moves."""

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import colour_options, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.plugged import Questions

__all__ = [
    "Answer", "Asked", "Cannot", "Found", "Meant", "Object", "Proposal", "QuestionClass", "Questions", "Scene", "colour_options",
    "meaning", "shuffled", "things",
]  # fmt: skip
