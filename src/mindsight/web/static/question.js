// One question: look, answer in its form, save. Nothing is preset.
import {Sending} from "/static/sending.js";

const root = document.getElementById("item");
const said = root.dataset;
const hint = document.getElementById("hint");
const save = document.getElementById("save");
const cannot = document.getElementById("cannot");
const typed = document.getElementById("typed");
const buttons = [...root.querySelectorAll("[data-value]")];
const pictures = [...root.querySelectorAll(".shown img")];
const clicked = root.querySelector(".clicked .marked");
const CORNERS = {point: 1, box: 2}[said.form] ?? 0;
let chosen = [];
let corners = [];
let refused = false;

const looked = {
  get loaded() { return pictures.every(one => one.complete && one.naturalWidth > 0); },
  largest: 1,
  facts: () => ({
    zoom: pictures.length ? Math.round(pictures[0].clientWidth * devicePixelRatio / pictures[0].naturalWidth * 1000) / 1000 : 1,
    pixel_ratio: devicePixelRatio, screen: [screen.width, screen.height], window: [innerWidth, innerHeight],
  }),
};
const sending = new Sending(root, looked, hint);

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
  corners = [];
  refused = false;
  if (typed) typed.value = "";
  draw();
  show();
}

function lacking() {
  return sending.lacking() || (answer() === "" ? said.sayValue : "");
}

function finish() {
  const reason = lacking();
  if (reason) hint.textContent = reason; else sending.send({said: answer()}, []);
}

// Marks where somebody has clicked; the last click counts, or the last two.
function draw() {
  for (const old of clicked?.querySelectorAll(".mark") ?? []) old.remove();
  for (const [x, y] of corners) {
    const mark = document.createElement("span");
    mark.className = "mark";
    mark.style.left = `${x / 10}%`;
    mark.style.top = `${y / 10}%`;
    clicked.append(mark);
  }
}

clicked?.addEventListener("click", event => {
  const box = clicked.querySelector("img").getBoundingClientRect();
  const place = (at, begin, length) => Math.max(0, Math.min(1000, Math.round((at - begin) / length * 1000)));
  refused = false;
  corners = [...(corners.length < CORNERS ? corners : []), [place(event.clientX, box.left, box.width), place(event.clientY, box.top, box.height)]];
  const [xs, ys] = [0, 1].map(axis => corners.map(one => one[axis]));
  if (corners.length < CORNERS) typed.value = "";
  else typed.value = CORNERS === 1 ? `[${xs[0]}, ${ys[0]}]` : `[${Math.min(...xs)}, ${Math.min(...ys)}, ${Math.max(...xs)}, ${Math.max(...ys)}]`;
  draw();
  show();
});
for (const one of buttons) one.addEventListener("click", () => choose(one.dataset.value));
typed?.addEventListener("input", () => { refused = false; corners = []; draw(); show(); });
cannot.addEventListener("click", () => { clear(); refused = true; show(); });
document.getElementById("undo").addEventListener("click", clear);
save.addEventListener("click", finish);

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const writing = document.activeElement === typed && !typed.readOnly;
  const focused = document.activeElement;
  if (event.key === "Enter" && (writing || focused === document.body || focused === typed || buttons.includes(focused))) finish();
  else if (writing) return;
  else if (event.key.toLowerCase() === "u") clear();
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
