// One item: look, give points, save. Nothing is preset.
import {Sending} from "/static/sending.js";
import {VIEW_KEYS, VIEW_STEPS, Viewer} from "/static/viewer.js";

const root = document.getElementById("item");
const said = root.dataset;
const points = document.getElementById("points");
const scale = document.getElementById("scale");
const hint = document.getElementById("hint");
const save = document.getElementById("save");
const viewer = new Viewer(root);
const sending = new Sending(root, viewer, hint);
const changes = [];
const SETTLED_MS = 400;
let value = null;
let settling = null;

function show() {
  scale.classList.toggle("unset", value === null);
  if (value !== null) scale.value = value;
  scale.setAttribute("aria-valuetext", value === null ? said.sayUnset : String(value));
  if (document.activeElement !== points || String(value ?? "") !== String(Number(points.value))) points.value = value ?? "";
  const near = value === null ? null : [...document.querySelectorAll("[data-points]")]
    .reduce((best, one) => Math.abs(one.dataset.points - value) < Math.abs(best.dataset.points - value) ? one : best);
  for (const one of document.querySelectorAll("[data-points]")) one.classList.toggle("near", one === near);
  save.setAttribute("aria-disabled", String(lacking() !== ""));
}

function give(next) {
  if (next === value) return;
  value = next;
  hint.textContent = "";
  clearTimeout(settling);
  // A number is typed digit by digit, and a slider passes many values on its way.
  settling = setTimeout(settle, SETTLED_MS);
  show();
}

function settle() {
  clearTimeout(settling);
  if (value !== null && changes.at(-1)?.value !== value && changes.length < 200) changes.push({value, after_s: sending.seconds()});
}

function lacking() {
  return sending.lacking() || (value === null ? said.sayValue : "");
}

function send(given) {
  settle();
  // The last change is the answer itself.
  sending.send({value: given}, changes.filter((one, place) => place < changes.length - 1 || one.value !== given));
}

function finish() {
  const reason = lacking();
  if (reason) { hint.textContent = reason; points.focus(); return; }
  send(value);
}

let undone = 0;
function undo() {
  settle();
  // What was undone stays in the list of changes; the next step back is behind it.
  const earlier = changes.slice(0, Math.max(0, changes.length - 1 - 2 * undone));
  undone = earlier.length ? undone + 1 : 0;
  give(earlier.at(-1)?.value ?? null);
  settle();
}

points.addEventListener("input", () => {
  const digits = points.value.replace(/[^0-9]/g, "");
  if (digits !== points.value) points.value = digits;
  if (digits === "") { value = null; show(); return; }
  if (Number(digits) <= 100) give(Number(digits));
  else { points.value = value ?? ""; hint.textContent = said.sayValue; }
});
scale.addEventListener("input", () => give(Number(scale.value)));
scale.addEventListener("pointerdown", () => setTimeout(() => give(Number(scale.value))));
scale.addEventListener("keydown", event => {
  // Nothing is preset: an arrow would begin in the middle and draw ratings there.
  const steps = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown"];
  if (value === null && steps.includes(event.key)) { event.preventDefault(); hint.textContent = said.sayValue; }
});
for (const one of document.querySelectorAll("[data-points]")) {
  one.addEventListener("click", () => give(Number(one.dataset.points)));
}
save.addEventListener("click", finish);
document.getElementById("undo").addEventListener("click", undo);
document.getElementById("cannot").addEventListener("click", () => {
  const reason = value === null && lacking() === said.sayValue ? "" : lacking();
  if (reason) hint.textContent = reason; else send(null);
});

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.shiftKey && VIEW_STEPS[pressed]) viewer.move(...VIEW_STEPS[pressed]);
  else if (pressed in VIEW_KEYS) viewer.act(VIEW_KEYS[pressed]);
  else if ("abcde".includes(pressed) && pressed.length === 1) document.querySelectorAll("[data-points]")["abcde".indexOf(pressed)].click();
  else if (pressed === "u") undo();
  else if (/^[0-9]$/.test(pressed) && document.activeElement !== points) { points.value = ""; points.focus(); return; }
  else if (pressed === "Enter" && (document.activeElement === points || document.activeElement === document.body || document.activeElement === scale)) finish();
  else if (document.activeElement === points && value !== null && (pressed === "ArrowUp" || pressed === "ArrowDown")) {
    give(Math.max(0, Math.min(100, value + (pressed === "ArrowUp" ? 1 : -1))));
    points.value = value;
  } else return;
  event.preventDefault();
});
// A phone would open its keyboard over the pictures.
if (matchMedia("(pointer: fine)").matches) points.focus({preventScroll: true});
setInterval(show, 250);
show();
