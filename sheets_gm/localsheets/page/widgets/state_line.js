// The state in the header: whether the page is up to date, and whether what was typed is saved. Screen readers hear of it
// only when something fails, when that ends, and when a save has taken long.
import { announce } from "./messages.js";

const LONG = 1500; // milliseconds after which a save is announced
const SHOWN = 4000; // milliseconds for which “Saved” is shown

export class StateLine {
  constructor(box) {
    Object.assign(this, { box, up: false, began: false, closed: false, saving: "", waiting: 0, loud: false, look: null });
    this.changed = []; // called when anything of it may have changed
  }

  // Whether the server does not answer: after the page was live once, or while edits wait for it.
  get offline() {
    return (this.began && !this.up) || this.saving === "waiting";
  }

  // The stream of events has opened or ended.
  connected(up) {
    const lost = this.up && !up;
    this.up = up;
    this.began ||= up;
    this.loud ||= lost;
    this.#draw();
  }

  // The spreadsheet can no longer be opened, or can be again.
  close(closed) {
    this.closed = closed;
    this.loud ||= closed;
    this.#draw();
  }

  // Whether a program reads what is typed, by *look* (`lookText`).
  read(look) {
    if (look?.text === this.look?.text) return;
    this.loud ||= Boolean(look?.ended || this.look?.ended);
    this.look = look;
    this.#draw();
  }

  // How saving stands: "saving", "saved", "refused" or "waiting", and how many edits wait for the server.
  save(saving, waiting) {
    clearTimeout(this.later);
    if (saving === "saving" && this.saving !== "saving") this.since = performance.now();
    const slow = saving === "saved" && this.saving === "saving" && performance.now() - this.since > LONG;
    this.loud ||= slow || saving === "waiting" || (saving === "saved" && this.saving === "waiting");
    Object.assign(this, { saving, waiting });
    if (saving === "saved") this.later = setTimeout(() => this.#rest(), SHOWN);
    this.#draw();
  }

  #rest() {
    this.saving = "";
    this.#draw();
  }

  #draw() {
    for (const callback of this.changed) callback();
    const text = this.#text();
    const well = this.up && !this.closed && !this.look?.ended && !["waiting", "refused"].includes(this.saving);
    this.box.className = well ? `live ${this.saving}` : this.began || this.closed || this.waiting ? "away" : "";
    this.box.title = this.look?.text ?? "";
    if (this.box.textContent === text) return;
    this.box.textContent = text;
    if (!this.loud) return;
    announce(text);
    this.loud = !well; // also heard: that all is well again
  }

  #text() {
    const edits = this.waiting === 1 ? "1 edit" : `${this.waiting} edits`;
    if (this.closed) return "Closed";
    if (!this.up) return this.waiting ? `Offline: ${edits} waiting` : this.began ? "Reconnecting…" : "Loading …";
    const live = this.look?.ended ? this.look.text : "Live";
    return { saving: "Saving…", waiting: `Not saved yet: ${edits}`, saved: "Saved", refused: "Not saved" }[this.saving] ?? live;
  }
}
