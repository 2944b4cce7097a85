// One item: look, give points, save. Nothing is preset; each answer has a key of its own, so that sending twice saves once.
import {Viewer} from "/static/viewer.js";

const root = document.getElementById("item");
const said = root.dataset;
const points = document.getElementById("points");
const scale = document.getElementById("scale");
const hint = document.getElementById("hint");
const save = document.getElementById("save");
const viewer = new Viewer(root);
const begun = performance.now();
const key = crypto.getRandomValues(new Uint8Array(18)).reduce((text, byte) => text + byte.toString(16).padStart(2, "0"), "");
const changes = [];
const SETTLED_MS = 400;
let value = null;
let settling = null;
let saving = false;

function seconds() {
  return Math.round(performance.now() - begun) / 1000;
}

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
  if (value !== null && changes.at(-1)?.value !== value && changes.length < 200) changes.push({value, after_s: seconds()});
}

function lacking() {
  if (!viewer.loaded) return said.sayPicture;
  if (said.full && viewer.largest < 0.99) return said.sayReal;
  if (seconds() < Number(said.least)) return said.sayLook;
  return value === null ? said.sayValue : "";
}

async function send(given) {
  if (saving) return;
  saving = true;
  settle();
  hint.textContent = said.saySaving;
  // The last change is the answer itself.
  const earlier = changes.filter((one, place) => place < changes.length - 1 || one.value !== given);
  const body = {place: Number(said.place), key, value: given, changes: earlier, time_s: seconds(), viewing: viewer.facts()};
  try {
    const answer = await fetch("/answers", {
      method: "POST",
      headers: {"Content-Type": "application/json", "X-CSRF-Token": said.csrf},
      body: JSON.stringify(body),
    });
    if (answer.ok) { location.replace("/"); return; }
    if (answer.status === 401) { location.reload(); return; }
    const reason = await answer.json().catch(() => ({}));
    hint.textContent = reason.reason ?? said.sayLost;
  } catch {
    hint.textContent = said.sayLost;
  }
  saving = false;
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

const KEYS = {z: "toggle", "+": "larger", "=": "larger", "-": "smaller", f: "flicker", x: "swap", g: "ground", k: "edge"};
const STEP = {ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60]};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.shiftKey && STEP[pressed]) viewer.move(...STEP[pressed]);
  else if (pressed in KEYS) viewer.act(KEYS[pressed]);
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
