// The pictures of one item: zoom and pan in step, real pixels, in turn, and the ground behind a cut-out.
const LARGEST = 16;
const TURN_MS = 700;
const GROUNDS = ["checker", "black", "white"];
export const VIEW_KEYS = {z: "toggle", "+": "larger", "=": "larger", "-": "smaller", f: "flicker", x: "swap", g: "ground", k: "edge"};
export const VIEW_STEPS = {ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60]};

export class Viewer {
  constructor(root) {
    this.root = root;
    this.width = Number(root.dataset.width);
    this.height = Number(root.dataset.height);
    this.panes = [...root.querySelectorAll(".pane")];
    this.scale = 1;
    this.x = this.width / 2;
    this.y = this.height / 2;
    this.largest = 0;
    this.turns = 0;
    this.edges = 0;
    this.ground = 0;
    this.turning = null;
    this.whole = true;
    this.pointers = new Map();
    for (const pane of this.panes) this.listen(pane.querySelector(".stage"));
    for (const picture of root.querySelectorAll(".stage img")) picture.addEventListener("load", () => this.draw());
    for (const button of root.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.act(button.dataset.do));
    }
    this.paint();
    new ResizeObserver(() => (this.whole ? this.fit() : this.draw())).observe(root.querySelector(".panes"));
    this.fit();
  }

  get loaded() {
    return this.panes.every(pane => {
      const picture = pane.querySelector("img");
      return picture.complete && picture.naturalWidth > 0;
    });
  }

  get stage() {
    return this.panes.find(pane => !pane.hidden).querySelector(".stage");
  }

  // Device pixels of the screen per pixel of the file.
  get zoom() {
    return this.scale * devicePixelRatio;
  }

  act(what) {
    if (what === "fit") this.fit();
    if (what === "real") this.set(1 / devicePixelRatio);
    if (what === "larger") this.set(this.scale * 1.5);
    if (what === "smaller") this.set(this.scale / 1.5);
    if (what === "toggle") this.whole ? this.set(1 / devicePixelRatio) : this.fit();
    if (what === "side") this.inTurn(false);
    if (what === "flicker") this.inTurn(this.turning === null);
    if (what === "swap") { this.hold(); this.swap(); }
    if (what === "edge") this.edge();
    if (what === "ground") { this.ground = (this.ground + 1) % GROUNDS.length; this.paint(); }
  }

  fit() {
    const box = this.stage.getBoundingClientRect();
    this.x = this.width / 2;
    this.y = this.height / 2;
    this.scale = Math.min(box.width / this.width, box.height / this.height);
    this.whole = true;
    this.draw();
  }

  set(scale) {
    const least = Math.min(this.fitting(), 1 / devicePixelRatio);
    this.scale = Math.max(least, Math.min(LARGEST, scale));
    this.whole = false;
    this.draw();
  }

  fitting() {
    const box = this.stage.getBoundingClientRect();
    return Math.min(box.width / this.width, box.height / this.height);
  }

  edge() {
    if (this.root.dataset.focusX === undefined) return;
    this.x = Number(this.root.dataset.focusX);
    this.y = Number(this.root.dataset.focusY);
    this.edges += 1;
    this.set(Math.max(4 / devicePixelRatio, this.fitting()));
  }

  move(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.whole = false;
    this.draw();
  }

  draw() {
    this.x = Math.max(0, Math.min(this.width, this.x));
    this.y = Math.max(0, Math.min(this.height, this.y));
    for (const pane of this.panes) {
      const stage = pane.querySelector(".stage");
      const picture = stage.querySelector("img");
      if (picture.naturalWidth && stage.clientWidth) {
        // A picture of another size (an input made smaller) covers the same place.
        const own = this.scale * this.width / picture.naturalWidth;
        const left = snapped(stage.clientWidth / 2 - this.x * this.scale);
        const top = snapped(stage.clientHeight / 2 - this.y * this.scale);
        picture.style.transform = `translate(${left}px, ${top}px) scale(${own})`;
      }
      stage.classList.toggle("sharp", this.zoom >= 0.999);
      stage.classList.toggle("moved", !this.whole);
    }
    this.largest = Math.max(this.largest, this.zoom);
    this.root.querySelector(".zoom").value = `${Math.round(this.zoom * 100)} %`;
    this.press("fit", this.whole);
    this.press("real", Math.abs(this.zoom - 1) < 0.005);
  }

  press(name, pressed) {
    this.root.querySelector(`[data-do="${name}"]`)?.setAttribute("aria-pressed", String(pressed));
  }

  paint() {
    for (const stage of this.root.querySelectorAll("[data-cut]")) stage.className = `${stage.className.replace(/checker|black|white/g, "").trim()} ${GROUNDS[this.ground]}`;
  }

  inTurn(on) {
    this.hold();
    this.root.querySelector(".panes").classList.toggle("one", on);
    this.root.querySelector('[data-do="swap"]').hidden = !on;
    this.press("flicker", on);
    this.press("side", !on);
    const [first, last] = this.pair();
    for (const pane of this.panes) pane.hidden = on && pane !== first;
    if (on) {
      this.other = last;
      this.turning = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : setInterval(() => this.swap(), TURN_MS);
    } else {
      this.turning = null;
    }
    this.whole ? this.fit() : this.draw();
  }

  pair() {
    const by = role => this.panes.find(pane => pane.dataset.role === role);
    if (by("left")) return [by("left"), by("right")];
    return by("reference") ? [by("reference"), by("output")] : [by("mask"), by("output") ?? by("cutout")];
  }

  hold() {
    if (this.turning) clearInterval(this.turning);
    if (this.turning !== null) this.turning = 0;
  }

  swap() {
    if (this.turning === null) return;
    const [first, last] = this.pair();
    first.hidden = !first.hidden;
    last.hidden = !first.hidden;
    this.turns += 1;
    this.draw();
  }

  listen(stage) {
    stage.addEventListener("pointerdown", event => {
      stage.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, event);
    });
    const end = event => this.pointers.delete(event.pointerId);
    stage.addEventListener("pointerup", end);
    stage.addEventListener("pointercancel", end);
    stage.addEventListener("pointermove", event => {
      const before = this.pointers.get(event.pointerId);
      if (!before) return;
      const others = [...this.pointers.values()].filter(one => one.pointerId !== event.pointerId);
      if (others.length) {
        const gap = one => Math.hypot(one.clientX - others[0].clientX, one.clientY - others[0].clientY);
        this.set(this.scale * gap(event) / Math.max(1, gap(before)));
      } else if (event.pointerType === "mouse" || !this.whole) {
        this.move(event.clientX - before.clientX, event.clientY - before.clientY);
      }
      this.pointers.set(event.pointerId, event);
    });
    stage.addEventListener("wheel", event => {
      if (!event.ctrlKey && this.whole) return;
      event.preventDefault();
      this.set(this.scale * Math.exp(-event.deltaY / 400));
    }, {passive: false});
    stage.addEventListener("dblclick", () => this.act("toggle"));
  }

  facts() {
    return {
      zoom: Math.round(this.largest * 1000) / 1000,
      pixel_ratio: devicePixelRatio,
      screen: [screen.width, screen.height],
      window: [innerWidth, innerHeight],
      details: {turns: this.turns, edges: this.edges},
    };
  }
}

// On whole device pixels, or a picture at 100 % would be blurred by the browser.
function snapped(place) {
  return Math.round(place * devicePixelRatio) / devicePixelRatio;
}
