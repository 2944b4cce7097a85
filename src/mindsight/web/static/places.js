// A point or a box on a picture: by clicks, or a box by dragging; the last click counts, or the last two.
const DRAGGED_PX = 8;

export class Places {
  constructor(over, form, changed) {
    this.over = over;
    this.wanted = form === "box" ? 2 : 1;
    this.changed = changed;
    this.corners = [];
    this.begun = null;
    over.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      this.begun = event;
      if (this.wanted === 2) over.setPointerCapture(event.pointerId);
    });
    over.addEventListener("pointermove", event => {
      if (this.dragging(event)) this.set([this.at(this.begun), this.at(event)]);
    });
    over.addEventListener("pointerup", event => {
      if (this.begun === null) return;
      if (!this.dragging(event)) this.set([...(this.corners.length < this.wanted ? this.corners : []), this.at(event)]);
      this.begun = null;
    });
    over.addEventListener("pointercancel", () => { this.begun = null; });
  }

  dragging(event) {
    if (this.begun === null || this.wanted === 1) return false;
    return Math.hypot(event.clientX - this.begun.clientX, event.clientY - this.begun.clientY) >= DRAGGED_PX;
  }

  at(event) {
    const box = this.over.querySelector("img").getBoundingClientRect();
    const place = (at, begin, length) => Math.max(0, Math.min(1000, Math.round((at - begin) / length * 1000)));
    return [place(event.clientX, box.left, box.width), place(event.clientY, box.top, box.height)];
  }

  set(corners) {
    this.corners = corners;
    this.draw();
    const [xs, ys] = [0, 1].map(axis => corners.map(one => one[axis]));
    if (corners.length < this.wanted) this.changed([]);
    else this.changed(this.wanted === 1 ? [xs[0], ys[0]] : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  }

  clear() {
    this.corners = [];
    this.draw();
  }

  draw() {
    for (const old of this.over.querySelectorAll(".mark, .frame")) old.remove();
    for (const [x, y] of this.corners) this.add("mark", {left: x, top: y});
    if (this.corners.length < 2) return;
    const [[ax, ay], [bx, by]] = this.corners;
    this.add("frame", {left: Math.min(ax, bx), top: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by)});
  }

  add(kind, thousandths) {
    const mark = document.createElement("span");
    mark.className = kind;
    for (const [side, value] of Object.entries(thousandths)) mark.style[side] = `${value / 10}%`;
    this.over.append(mark);
  }
}
