// The selection: the active cell, the selected block, and how keys and pointers move them.
import { boxOf, holds } from "../spreadsheet/a1.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Selection {
  constructor(grid, presses) {
    Object.assign(this, { grid, presses });
    this.active = { row: 0, column: 0 };
    this.far = this.active;
    this.places = new Map(); // the selection on each tab
    this.moved = []; // called when the active cell or the block has changed
    grid.after.push(() => this.mark());
    grid.table.addEventListener("pointerdown", (event) => this.#press(event));
    grid.table.addEventListener("pointermove", (event) => this.#drag(event));
    addEventListener("pointerup", () => (this.dragging = false));
  }

  get tab() {
    return this.grid.tab;
  }

  // The selected block, extended to include merged cells completely.
  get box() {
    let box = boxOf(this.active, this.far);
    for (let grown = true; grown; ) {
      grown = false;
      for (const each of this.tab.merges) {
        const meets =
          each.top < box.bottom && box.top < each.bottom && each.left < box.right && box.left < each.right;
        const inside =
          each.top >= box.top && each.bottom <= box.bottom && each.left >= box.left && each.right <= box.right;
        if (!meets || inside) continue;
        box = {
          top: Math.min(box.top, each.top),
          left: Math.min(box.left, each.left),
          bottom: Math.max(box.bottom, each.bottom),
          right: Math.max(box.right, each.right),
        };
        grown = true;
      }
    }
    return box;
  }

  get cell() {
    return this.grid.spreadsheet.cell(this.tab, this.active.row, this.active.column);
  }

  enterTab(tabId) {
    if (this.grid.tabId !== undefined) this.places.set(this.grid.tabId, [this.active, this.far]);
    const start = { row: 0, column: 0 };
    [this.active, this.far] = this.places.get(tabId) ?? [start, start];
  }

  // Make a cell the active one; *extend* moves only the far end of the block.
  go(row, column, { extend = false, focus = true, reveal = true } = {}) {
    const { tab } = this;
    const place = tab.corner(clamp(row, tab.rows), clamp(column, tab.columns));
    if (extend) this.far = place;
    else this.active = this.far = place;
    if (reveal) this.grid.reveal(place.row, place.column);
    this.mark();
    if (focus) this.focus();
    for (const callback of this.moved) callback();
  }

  select(start, end) {
    this.go(start.row, start.column);
    this.far = { row: clamp(end.row, this.tab.rows), column: clamp(end.column, this.tab.columns) };
    this.mark();
    for (const callback of this.moved) callback();
  }

  focus() {
    const td = this.grid.td(this.active.row, this.active.column);
    (td ?? this.grid.view).focus({ preventScroll: true });
  }

  // Move by one cell, skipping hidden lines and the rest of a merged cell.
  step(down, across, extend = false) {
    const { tab } = this;
    const from = extend ? this.far : this.active;
    const span = tab.span(from.row, from.column);
    let row = down > 0 && span ? span.bottom : from.row + down;
    let column = across > 0 && span ? span.right : from.column + across;
    while (tab.hiddenRows.has(row)) row += down || 1;
    while (tab.hiddenColumns.has(column)) column += across || 1;
    if (row < 0 || column < 0 || row >= tab.rows || column >= tab.columns) return;
    this.go(row, column, { extend });
  }

  // Move to the end of the filled cells, or across a gap to the next filled cell.
  #jump(down, across, extend) {
    const { tab } = this;
    const spreadsheet = this.grid.spreadsheet;
    const full = (row, column) => Boolean(spreadsheet.cell(tab, row, column).formattedValue);
    const inside = (row, column) => row >= 0 && column >= 0 && row < tab.rows && column < tab.columns;
    let { row, column } = extend ? this.far : this.active;
    const wasFull = full(row, column) && inside(row + down, column + across) && full(row + down, column + across);
    while (inside(row + down, column + across)) {
      if (wasFull && !full(row + down, column + across)) break;
      row += down;
      column += across;
      if (!wasFull && full(row, column)) break;
    }
    this.go(row, column, { extend });
  }

  // Returns whether the key moves the selection. Escape lets the next Tab leave the sheet.
  key(event) {
    const { tab } = this;
    const far = event.ctrlKey || event.metaKey;
    const extend = event.shiftKey;
    const from = extend ? this.far : this.active;
    const leaves = event.key === "Tab" && this.leaving;
    this.leaving = event.key === "Escape" || (this.leaving && event.key === "Shift");
    const page = Math.max(1, Math.floor(this.grid.view.clientHeight / 30) - 2);
    if (leaves || event.altKey || (far && event.key.startsWith("Page"))) return false;
    if (event.key in STEPS) {
      if (far) this.#jump(...STEPS[event.key], extend);
      else this.step(...STEPS[event.key], extend);
    } else if (event.key === "Home") this.go(far ? 0 : from.row, 0, { extend });
    else if (event.key === "End") this.go(far ? this.#last().row : from.row, this.#last().column, { extend });
    else if (event.key === "PageDown") this.go(from.row + page, from.column, { extend });
    else if (event.key === "PageUp") this.go(from.row - page, from.column, { extend });
    else if (event.key === "Tab") this.step(0, extend ? -1 : 1);
    else if (far && event.key.toLowerCase() === "a") this.select({ row: 0, column: 0 }, this.#end());
    else return false;
    event.preventDefault();
    return true;
  }

  #end() {
    return { row: this.tab.rows - 1, column: this.tab.columns - 1 };
  }

  #last() {
    const { tab } = this;
    return { row: Math.max(0, tab.filledRows - 1), column: Math.max(0, tab.usedColumns() - 1) };
  }

  #press(event) {
    const target = event.target.closest("th, td");
    if (!target || event.button > 0) return;
    if (target.dataset.row !== undefined) {
      const row = Number(target.dataset.row);
      this.select({ row, column: 0 }, { row, column: this.tab.columns - 1 });
    } else if (target.dataset.column !== undefined) {
      const column = Number(target.dataset.column);
      this.select({ row: 0, column }, { row: this.tab.rows - 1, column });
    } else if (target.classList.contains("corner")) {
      this.select({ row: 0, column: 0 }, this.#end());
    } else if (target.at) {
      this.again = target.at.row === this.active.row && target.at.column === this.active.column;
      this.go(target.at.row, target.at.column, { extend: event.shiftKey, reveal: false });
      this.dragging = event.pointerType === "mouse";
    }
    if (event.pointerType === "mouse" && !event.target.closest("a")) event.preventDefault();
  }

  #drag(event) {
    if (this.presses.rests(event)) return; // the sheet has moved, not the pointer
    const target = this.dragging && event.target.closest("td");
    if (!target?.at || (target.at.row === this.far.row && target.at.column === this.far.column)) return;
    this.go(target.at.row, target.at.column, { extend: true, focus: false, reveal: false });
  }

  // Mark the selected cells, and make only the active one reachable by Tab.
  mark() {
    if (!this.tab) return;
    const { box } = this;
    const active = this.grid.td(this.active.row, this.active.column);
    for (const td of this.grid.drawn()) {
      const inside = holds(box, td.at.row, td.at.column);
      if (td.ariaSelected !== String(inside)) td.ariaSelected = String(inside);
      td.classList.toggle("active", td === active);
      if (td.tabIndex !== (td === active ? 0 : -1)) td.tabIndex = td === active ? 0 : -1;
    }
    for (const name of this.grid.table.querySelectorAll("th")) {
      const { row, column } = name.dataset;
      const highlighted =
        (row !== undefined && row >= box.top && row < box.bottom) ||
        (column !== undefined && column >= box.left && column < box.right);
      name.classList.toggle("highlighted", highlighted);
    }
  }
}

function clamp(value, size) {
  return Math.max(0, Math.min(size - 1, value));
}
