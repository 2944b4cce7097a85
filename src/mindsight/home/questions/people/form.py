"""A folder for a person: a page with questions and pictures that works without network, and a table for the answers.

The truth is not in it; it stays in ``key.json``, which lies beside the folder and is not to be passed on.
"""

import base64
import csv
import io
from collections.abc import Sequence
from html import escape
from pathlib import Path

from mindsight.engine.seeds import stream
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.messages import question_words
from mindsight.home.questions.data_file import write_questions
from mindsight.home.questions.people.pages import choices_of
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.question import Question
from mindsight.text import Language, say, text

FORM, TABLE, KEY = "questions.html", "answers.csv", "key.json"
COLUMNS = ("id", "answer")
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff; }
fieldset { border: 0; border-top: 1px solid #ccd2d9; margin: 2rem 0 0; padding: 1rem 0; }
legend { font-weight: 600; } img { max-width: 100%; cursor: crosshair; display: block; margin: .5rem 0; }
label { display: block; padding: .2rem 0; } input[type=text] { font: inherit; padding: .3rem; width: 20rem; max-width: 100%; }
button { font: inherit; padding: .5rem 1rem; position: sticky; bottom: 1rem; } .done { color: #116329; }
"""
_SCRIPT = """
const answers = {};
function note(id, value) { answers[id] = value; document.getElementById('done').textContent = Object.keys(answers).length; }
document.addEventListener('change', e => { if (e.target.name) note(e.target.name, e.target.value); });
document.addEventListener('click', e => {
  const picture = e.target.closest('img[data-point]');
  if (!picture) return;
  const box = picture.getBoundingClientRect();
  const x = Math.round((e.clientX - box.left) / box.width * 1000), y = Math.round((e.clientY - box.top) / box.height * 1000);
  const field = document.querySelector(`input[type=text][name="${picture.dataset.point}"]`);
  field.value = `[${x}, ${y}]`; note(picture.dataset.point, field.value);
});
document.getElementById('save').addEventListener('click', () => {
  const quoted = value => '"' + String(value).replaceAll('"', '""') + '"';
  const rows = ['id,answer', ...Object.entries(answers).map(([id, value]) => id + ',' + quoted(value))];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([rows.join('\\n') + '\\n'], {type: 'text/csv'}));
  link.download = 'answers.csv'; link.click();
});
"""


def write_form(
    folder: Path, questions: Sequence[Question], pictures: Pictures, *, language: Language, seed: int
) -> None:
    """Write the folder for a person, and the key beside it; questions are in random order."""
    folder.mkdir(parents=True)
    order = [questions[int(place)] for place in stream(seed, "people").permutation(len(questions))]
    (folder / FORM).write_text(_page(order, pictures, language), "utf-8")
    rows = io.StringIO(newline="")
    writer = csv.writer(rows, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((one.id, "") for one in order)
    (folder / TABLE).write_text(rows.getvalue(), "utf-8")
    write_questions(folder.with_name(f"{folder.name}-{KEY}"), questions)


def _page(questions: Sequence[Question], pictures: Pictures, language: Language) -> str:
    body = "\n".join(_question(number, one, pictures, language) for number, one in enumerate(questions, 1))
    title = say(text("What do you see?"), language)
    intro = say(
        text(
            "Answer each question from its pictures alone. If a question has no answer (the thing is absent, two fit equally, it "
            "cannot be seen, the words presuppose what is not so), choose the last option. Then save the answers and send the file back."
        ),
        language,
    )
    save, done = say(text("Save the answers"), language), say(text("answered:"), language)
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><h1>{escape(title)}</h1><p>{escape(intro)}</p>{body}"
        f'<p><button id="save" type="button">{escape(save)}</button> {escape(done)} <span id="done">0</span> / {len(questions)}</p>'
        f"<script>{_SCRIPT}</script></body></html>"
    )


def _question(number: int, question: Question, pictures: Pictures, language: Language) -> str:
    name = escape(question.id)
    point = f' data-point="{name}"' if question.form == "point" else ""
    shown = "".join(
        f'<img alt="" src="data:image/jpeg;base64,{base64.b64encode(data).decode()}"{point}>'
        for data in pictures.of(question)
    )
    cannot = _choice(name, "cannot", say(text("“cannot be answered”"), language))
    if question.form in {"choice", "yes_no"}:
        fields = "".join(_choice(name, one.value, one.words[language]) for one in choices_of(question)) + cannot
        words = question.words[language]
    else:
        fields = f'<label><input type="text" name="{name}" autocomplete="off"></label>{cannot}'
        words = question_words(question, QuestionPlan(tasks=(question.kind,), language=language))
    lines = escape(words).replace("\n", "<br>")
    return f"<fieldset><legend>{number}. {lines}</legend>{shown}{fields}</fieldset>"


def _choice(name: str, value: str, words: str) -> str:
    return f'<label><input type="radio" name="{name}" value="{escape(value)}"> {escape(words)}</label>'
