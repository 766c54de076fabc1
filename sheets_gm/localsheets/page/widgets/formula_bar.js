// The formula bar: the address of the active cell and its text. It is one line high, so that choosing a cell moves nothing;
// while it has the focus, a longer text opens over the grid.
import { boxName } from "../spreadsheet/a1.js";
import { editable, entered } from "../spreadsheet/spreadsheet.js";
import { showMessage } from "./messages.js";

const MOST_HIGH = 120; // pixels that a long text may take

export class FormulaBar {
  constructor(place, text, selection, { editor, writes, go }) {
    Object.assign(this, { place, text, selection, editor, writes, go });
    place.addEventListener("focus", () => place.select());
    place.addEventListener("keydown", (event) => this.#address(event));
    place.addEventListener("blur", () => this.show());
    text.addEventListener("focus", () => this.#begin());
    text.addEventListener("keydown", (event) => this.#key(event));
    text.addEventListener("input", () => this.#grow());
    text.addEventListener("blur", () => this.#leave());
    selection.typing = (typed) => (typed === null ? this.show() : (text.value = typed));
  }

  // Show the address and text of the active cell.
  show() {
    const { selection, place, text } = this;
    if (!selection.tab) return;
    if (document.activeElement !== place) place.value = boxName(this.#narrow());
    if (document.activeElement === text || this.editor.open) return;
    const { row, column } = selection.active;
    text.value = this.#plain();
    text.readOnly = selection.grid.spreadsheet.locked(selection.tab, row, column);
    text.classList.toggle("locked", text.readOnly);
  }

  // Before typing, a text that would be read as a number or formula gets its apostrophe.
  #begin() {
    this.edited = { tab: this.selection.tab, ...this.selection.active };
    if (!this.text.readOnly && this.text.value === this.#plain()) this.text.value = this.#held();
    this.#grow();
  }

  // The text of the active cell as it is read: without the apostrophe that typing it would need.
  #plain() {
    const held = entered(this.selection.cell);
    return typeof held === "string" && this.#held() === `'${held}` ? held : this.#held();
  }

  // A single merged cell is named by its top left corner.
  #narrow() {
    const { box, active, tab } = this.selection;
    const span = tab.span(active.row, active.column);
    const alone = span && span.bottom === box.bottom && span.right === box.right && span.top === box.top;
    return alone && span.left === box.left ? { ...box, bottom: box.top + 1, right: box.left + 1 } : box;
  }

  #address(event) {
    if (event.key === "Escape") {
      this.selection.focus();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.go(this.place.value)) this.selection.focus();
      else showMessage(this.place, `“${this.place.value}” is not a cell of this spreadsheet. Try B7, B7:C9 or Log!A1.`);
    }
  }

  #key(event) {
    if (event.key === "Escape") {
      this.text.value = this.#held();
      this.selection.focus();
    } else if (event.key === "Enter" && !event.altKey) {
      event.preventDefault();
      this.selection.focus();
    }
  }

  // The text of a cell, by default the active one; that of an edit which is not answered yet.
  #held({ tab, row, column } = { tab: this.selection.tab, ...this.selection.active }) {
    const { spreadsheet } = this.selection.grid;
    const waiting = spreadsheet.waiting(tab, row, column);
    return waiting ? waiting.text : editable(spreadsheet.cell(tab, row, column));
  }

  async #leave() {
    const { selection, text, edited } = this;
    const typed = text.value;
    this.#shrink();
    if (text.readOnly || typed === this.#held(edited)) return this.show();
    const { tab, row, column } = edited; // a click on another cell has moved the selection by now
    const why = await this.editor.objection(tab, selection.grid.spreadsheet.cell(tab, row, column), typed);
    if (why) showMessage(selection.grid.td(row, column), `Not saved: ${why}`);
    else this.writes.enter(tab, row, column, [[typed]]);
    return this.show();
  }

  // Open over the grid, as far as the text needs.
  #grow() {
    const { style, classList } = this.text;
    style.height = "";
    const needed = Math.min(this.text.scrollHeight, MOST_HIGH);
    classList.toggle("open", needed > this.text.clientHeight);
    if (classList.contains("open")) style.height = `${needed}px`;
  }

  #shrink() {
    this.text.classList.remove("open");
    this.text.style.height = "";
    this.text.scrollTop = 0;
  }
}
