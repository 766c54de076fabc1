// Filling cells from those above or to the left: Ctrl+D, Ctrl+R, and the handle at the corner of the selection.
import { editable } from "../spreadsheet/spreadsheet.js";
import { continued, moved } from "./filling.js";

export class Fill {
  constructor(grid, selection, commands, handle) {
    Object.assign(this, { grid, selection, commands, handle, from: null });
    grid.view.addEventListener("keydown", (event) => this.#key(event));
    grid.after.push(() => this.#place());
    selection.moved.push(() => this.#place());
    handle.addEventListener("pointerdown", (event) => this.#take(event));
    handle.addEventListener("pointermove", (event) => this.#drag(event));
    handle.addEventListener("pointerup", () => this.#drop());
    handle.addEventListener("pointercancel", () => (this.from = null));
  }

  // Fill the selection from its first row; a single row from the row above it.
  down() {
    const { box } = this.selection;
    const alone = box.bottom - box.top === 1;
    if (alone && box.top === 0) return;
    this.#fill(alone ? { ...box, top: box.top - 1 } : box, { ...box, top: alone ? box.top - 1 : box.top, bottom: alone ? box.top : box.top + 1 });
  }

  // Fill the selection from its first column; a single column from the one to its left.
  right() {
    const { box } = this.selection;
    const alone = box.right - box.left === 1;
    if (alone && box.left === 0) return;
    this.#fill(alone ? { ...box, left: box.left - 1 } : box, { ...box, left: alone ? box.left - 1 : box.left, right: alone ? box.left : box.left + 1 });
  }

  #key(event) {
    const letter = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.target.closest(".editor")) return;
    if (letter !== "d" && letter !== "r") return;
    event.preventDefault();
    if (letter === "d") this.down();
    else this.right();
  }

  // Fill the rest of *area* from *source*, which is its upper or left part.
  async #fill(area, source) {
    const { spreadsheet, tab } = this.grid;
    await spreadsheet.load(tab, source.top, source.bottom);
    const text = (row, column) => spreadsheet.waiting(tab, row, column)?.text ?? editable(spreadsheet.cell(tab, row, column));
    const lines = (from, to) => Array.from({ length: to - from }, (_, at) => from + at);
    const rows = lines(source.top, source.bottom);
    const columns = lines(source.left, source.right);
    if (area.bottom > source.bottom) {
      const count = area.bottom - source.bottom;
      const filled = columns.map((column) => continued(rows.map((row) => text(row, column)), count, (formula, by) => moved(formula, by, 0)));
      const turned = lines(0, count).map((down) => filled.map((column) => column[down]));
      await this.commands.write(source.bottom, source.left, turned, "filled");
    } else if (area.right > source.right) {
      const count = area.right - source.right;
      const filled = rows.map((row) => continued(columns.map((column) => text(row, column)), count, (formula, by) => moved(formula, 0, by)));
      await this.commands.write(source.top, source.right, filled, "filled");
    }
  }

  // -- the handle ---------------------------------------------------------------------------------------------------

  #place() {
    const { grid, selection, handle } = this;
    const { tab } = grid;
    const { box } = selection.tab ? selection : {};
    const td = box && grid.td(box.bottom - 1, box.right - 1);
    handle.hidden = !td || grid.spreadsheet.locked(tab, selection.active.row, selection.active.column);
    if (handle.hidden) return;
    const [cell, frame, head] = [td, grid.view, grid.head].map((each) => each.getBoundingClientRect());
    handle.hidden = box.bottom > tab.frozenRows && cell.bottom <= head.bottom;
    handle.style.left = `${cell.right - frame.left + grid.view.scrollLeft - 5}px`;
    handle.style.top = `${cell.bottom - frame.top + grid.view.scrollTop - 5}px`;
  }

  #take(event) {
    event.preventDefault();
    this.from = this.selection.box;
    this.handle.setPointerCapture(event.pointerId);
  }

  // The selection grows with the pointer, down or to the right, whichever is further.
  #drag(event) {
    if (!this.from) return;
    const td = document.elementsFromPoint(event.clientX, event.clientY).find((each) => each.tagName === "TD" && each.at);
    if (!td) return;
    const { top, left, bottom, right } = this.from;
    const [down, across] = [td.at.row - bottom + 1, td.at.column - right + 1];
    const end = down >= across ? { row: Math.max(td.at.row, bottom - 1), column: right - 1 } : { row: bottom - 1, column: Math.max(td.at.column, right - 1) };
    this.selection.select({ row: top, column: left }, end);
  }

  #drop() {
    const { from } = this;
    this.from = null;
    if (from) this.#fill(this.selection.box, from);
  }
}
