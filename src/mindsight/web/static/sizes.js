// How large the pictures of a question are: as wide as the page allows, or larger inside a frame that scrolls.
const LARGEST = 4;
export const SIZE_KEYS = {z: "fit", "+": "larger", "=": "larger", "-": "smaller"};

export class Sizes {
  constructor(root) {
    this.root = root;
    this.pictures = [...root.querySelectorAll(".shown img")];
    this.times = 1;
    this.largest = 0;
    for (const button of root.querySelectorAll("[data-do]")) button.addEventListener("click", () => this.act(button.dataset.do));
    for (const picture of this.pictures) picture.addEventListener("load", () => this.note());
    addEventListener("resize", () => this.note());
    this.note();
  }

  get loaded() {
    return this.pictures.every(one => one.complete && one.naturalWidth > 0);
  }

  act(what) {
    const centres = this.pictures.map(one => one.closest(".scrolled")).map(one => [
      (one.scrollLeft + one.clientWidth / 2) / one.scrollWidth, (one.scrollTop + one.clientHeight / 2) / one.scrollHeight,
    ]);
    this.times = what === "fit" ? 1 : Math.max(1, Math.min(LARGEST, this.times * (what === "larger" ? 1.5 : 1 / 1.5)));
    for (const [place, picture] of this.pictures.entries()) {
      const frame = picture.closest(".scrolled");
      // The frame keeps the height it had, or the page would jump.
      frame.style.maxHeight = this.times > 1 ? `${frame.clientWidth * picture.naturalHeight / picture.naturalWidth}px` : "";
      picture.parentElement.style.width = `${this.times * 100}%`;
      frame.scrollLeft = centres[place][0] * frame.scrollWidth - frame.clientWidth / 2;
      frame.scrollTop = centres[place][1] * frame.scrollHeight - frame.clientHeight / 2;
    }
    this.note();
  }

  // Device pixels of the screen per pixel of the file, in the largest picture.
  get zoom() {
    return Math.max(...this.pictures.map(one => one.clientWidth * devicePixelRatio / (one.naturalWidth || Infinity)));
  }

  note() {
    this.largest = Math.max(this.largest, this.zoom);
    this.root.querySelector(".zoom").value = `${Math.round(this.zoom * 100)} %`;
    this.root.querySelector('[data-do="fit"]').setAttribute("aria-pressed", String(this.times === 1));
  }

  facts() {
    return {
      zoom: Math.round(this.largest * 1000) / 1000, pixel_ratio: devicePixelRatio,
      screen: [screen.width, screen.height], window: [innerWidth, innerHeight],
    };
  }
}
