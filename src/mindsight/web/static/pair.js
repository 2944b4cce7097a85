// Two pictures: look, choose the better one or neither, save. Nothing is preset.
import {Sending} from "/static/sending.js";
import {VIEW_KEYS, VIEW_STEPS, Viewer} from "/static/viewer.js";

const root = document.getElementById("item");
const said = root.dataset;
const hint = document.getElementById("hint");
const save = document.getElementById("save");
const buttons = [...document.querySelectorAll("[data-choice]")];
const sending = new Sending(root, new Viewer(root), hint);
const VALUES = {left: 1, same: 0, right: -1};
const changes = [];
let choice = null;

function show() {
  for (const one of buttons) one.setAttribute("aria-pressed", String(one.dataset.choice === choice));
  save.setAttribute("aria-disabled", String(lacking() !== ""));
}

function choose(next) {
  if (next === choice) return;
  // What was chosen before stays in the list of changes, and an undone choice too.
  if (choice !== null && changes.length < 200) changes.push({value: VALUES[choice], after_s: sending.seconds()});
  choice = next;
  hint.textContent = "";
  show();
}

function lacking() {
  return sending.lacking() || (choice === null ? said.sayValue : "");
}

function finish() {
  const reason = lacking();
  if (reason) hint.textContent = reason; else sending.send({choice}, changes);
}

for (const one of buttons) one.addEventListener("click", () => choose(one.dataset.choice));
save.addEventListener("click", finish);
document.getElementById("undo").addEventListener("click", () => choose(null));
document.getElementById("cannot").addEventListener("click", () => {
  const reason = sending.lacking();
  if (reason) hint.textContent = reason; else sending.send({choice: "none"}, changes);
});

const CHOICES = {ArrowLeft: "left", ArrowDown: "same", ArrowRight: "right"};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.shiftKey && VIEW_STEPS[pressed]) sending.viewer.move(...VIEW_STEPS[pressed]);
  else if (pressed in VIEW_KEYS) sending.viewer.act(VIEW_KEYS[pressed]);
  else if (pressed in CHOICES) choose(CHOICES[pressed]);
  else if (pressed === "u") choose(null);
  else if (pressed === "Enter" && (document.activeElement === document.body || buttons.includes(document.activeElement))) finish();
  else return;
  event.preventDefault();
});
setInterval(show, 250);
show();
