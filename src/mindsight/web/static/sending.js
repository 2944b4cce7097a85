// Sends one answer. It has a key of its own, so that sending twice saves once; what was not saved stays on the page.
import {Shown} from "/static/shown.js";

const READ_MS = 2500;
// A page that a browser brings back from its memory may be of an earlier visit.
addEventListener("pageshow", event => { if (event.persisted) location.reload(); });

export class Sending {
  constructor(root, viewer, hint) {
    this.said = root.dataset;
    this.viewer = viewer;
    this.hint = hint;
    this.shown = new Shown(root);
    this.begun = performance.now();
    this.key = crypto.getRandomValues(new Uint8Array(18)).reduce((text, byte) => text + byte.toString(16).padStart(2, "0"), "");
    this.busy = false;
  }

  seconds() {
    return Math.round(performance.now() - this.begun) / 1000;
  }

  // Why nothing can be answered yet, whatever the answer is; empty: nothing stands in the way.
  lacking() {
    if (!this.viewer.loaded) return this.said.sayPicture;
    if (this.said.full && this.viewer.largest < 0.99) return this.said.sayReal;
    return this.seconds() < Number(this.said.least) ? this.said.sayLook : "";
  }

  async send(answer, changes) {
    if (this.busy) return;
    this.busy = true;
    this.hint.textContent = this.said.saySaving;
    const body = {
      place: Number(this.said.place), key: this.key, ...answer, changes, time_s: this.seconds(), viewing: this.viewer.facts(),
      seen: this.shown.hashes,
    };
    try {
      const reply = await fetch("/answers", {
        method: "POST",
        headers: {
          "Content-Type": "application/json", "X-CSRF-Token": this.said.csrf,
          "X-Page-Language": document.documentElement.lang.slice(0, 2),
        },
        body: JSON.stringify(body),
      });
      if (reply.ok) { location.replace("/"); return; }
      if (reply.status === 401) { location.reload(); return; }
      const reason = await reply.json().catch(() => ({}));
      this.hint.textContent = reason.reason ?? this.said.sayLost;
      // What was shown is not, or no longer, the rater's: after a moment to read why, the right page follows.
      if (reply.status === 409 && reason.again) { setTimeout(() => location.replace("/"), READ_MS); return; }
    } catch {
      this.hint.textContent = this.said.sayLost;
    }
    this.busy = false;
  }
}
