"""Estimate what a model's run over questions will take: from what is to be sent, and from what finished questions took."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mindsight.answers.conventions import Points
from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.runs.estimates import ANSWER_S, picture_tokens
from mindsight.home.plan import Means, usage_of
from mindsight.home.questions.asking.messages import question_words, system_prompt
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.question import Question
from mindsight.home.questions.scenes.shot import SIZE_PX
from mindsight.record.model import Item

_FORM_TOKENS, _ANSWER_TOKENS = 150, 40
_LETTERS_PER_TOKEN = {"zh": 1.2, "en": 4.0}


class QuestionsEstimate(NamedTuple):
    """Requests, tokens, money (None without prices) and time of the questions still to be asked.

    ``learnt_from`` counts the finished questions that it follows from; 0 if it follows from what is usual.
    """

    requests: int
    sent: int
    received: int
    cost: float | None
    seconds: float
    learnt_from: int


def estimate_questions(
    plan: QuestionPlan, questions: Iterable[Question], finished: Sequence[Item], *, means: Means
) -> QuestionsEstimate:
    """Return what the questions that are not finished will take."""
    done = {item.id for item in finished}
    asked, words_tokens = 0, 0
    for one in questions:
        if one.id not in done:
            asked += 1
            words_tokens += _tokens(one, plan)
    took = [(usage, item.time_s) for item in finished if (usage := usage_of(item)).total]
    if took:
        whole, share = sum((usage for usage, _ in took), Usage()), asked / len(took)
        sent, received = round(whole.input * share), round(whole.output * share)
        answer_s = sum(seconds for _, seconds in took) / len(took)
    else:
        sent, received = words_tokens, _ANSWER_TOKENS * asked
        answer_s = ANSWER_S
    cost = None if means.prices is None else means.prices.of(sent, received)
    seconds = answer_s * asked / max(1, min(means.connections, asked))
    return QuestionsEstimate(asked, sent, received, cost, seconds, len(took))


def _tokens(question: Question, plan: QuestionPlan) -> int:
    words = system_prompt(plan, Points(plan.model_profile, SIZE_PX)) + question_words(question, plan)
    words += question.scene_text[plan.language] if plan.as_text else ""
    pictures = 0 if plan.as_text else len(question.pictures)
    return round(_FORM_TOKENS + len(words) / _LETTERS_PER_TOKEN[plan.language] + pictures * picture_tokens(*SIZE_PX))
