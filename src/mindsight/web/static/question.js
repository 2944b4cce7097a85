// One question: look, answer in its form, save. Nothing is preset.
import {Places} from "/static/places.js";
import {Sending} from "/static/sending.js";
import {SIZE_KEYS, Sizes} from "/static/sizes.js";

const root = document.getElementById("item");
const said = root.dataset;
const hint = document.getElementById("hint");
const save = document.getElementById("save");
const cannot = document.getElementById("cannot");
const typed = document.getElementById("typed");
const buttons = [...root.querySelectorAll("[data-value]")];
const clicked = root.querySelector(".clicked .marked");
const sizes = new Sizes(root);
const places = clicked && new Places(clicked, said.form, placed);
let chosen = [];
let refused = false;
const sending = new Sending(root, sizes, hint);

function answer() {
  if (refused) return "cannot";
  return typed ? typed.value.trim() : chosen[0] ?? "";
}

function show() {
  for (const one of buttons) one.setAttribute("aria-pressed", String(chosen.includes(one.dataset.value)));
  cannot.setAttribute("aria-pressed", String(refused));
  save.setAttribute("aria-disabled", String(lacking() !== ""));
}

function choose(value) {
  refused = false;
  if (said.form !== "sequence") chosen = [value];
  else if (!chosen.includes(value)) chosen.push(value);
  if (typed) typed.value = chosen.join(", ");
  hint.textContent = "";
  show();
}

function clear() {
  chosen = [];
  refused = false;
  if (typed) typed.value = "";
  places?.clear();
  show();
}

function lacking() {
  return sending.lacking() || (answer() === "" ? said.sayValue : "");
}

function finish() {
  const reason = lacking();
  if (reason) hint.textContent = reason; else sending.send({said: answer()}, []);
}

// Thousandths of width and height; empty while a second corner is missing.
function placed(values) {
  refused = false;
  typed.value = values.length ? `[${values.join(", ")}]` : "";
  show();
}

for (const one of buttons) one.addEventListener("click", () => choose(one.dataset.value));
typed?.addEventListener("input", () => { refused = false; places?.clear(); show(); });
cannot.addEventListener("click", () => { clear(); refused = true; show(); });
document.getElementById("undo").addEventListener("click", clear);
save.addEventListener("click", finish);

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const writing = document.activeElement === typed && !typed.readOnly;
  const focused = document.activeElement;
  if (event.key === "Enter" && (writing || focused === document.body || focused === typed || buttons.includes(focused) || focused.classList.contains("scrolled"))) finish();
  else if (writing) return;
  else if (event.key.toLowerCase() === "u") clear();
  else if (event.key in SIZE_KEYS) sizes.act(SIZE_KEYS[event.key]);
  else {
    const place = "123456789".indexOf(event.key);
    const found = buttons.find((one, at) => at === place || one.dataset.value.toLowerCase() === event.key.toLowerCase());
    if (!found) return;
    choose(found.dataset.value);
  }
  event.preventDefault();
});
setInterval(show, 250);
show();
