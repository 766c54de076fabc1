// Draws one tab as a table. Only rows near the visible part are drawn, and only changed cells are updated.
import { columnName, holds } from "../spreadsheet/a1.js";
import { onTheme } from "./cell_format.js";
import { fitted } from "./fitted.js";
import { EDGE, Lines, narrow, range, ROW, row, stick } from "./lines.js";

const BEYOND = 12; // rows drawn above and below the screen
const SPARE = 3; // columns drawn after the last filled one
const REST = 12; // pixels of a last column that nobody misses
const FROZEN = 0.45; // the share of the screen that frozen columns may take

export class Grid {
  constructor(view, table, spreadsheet, onError) {
    Object.assign(this, { view, table, spreadsheet, onError });
    this.head = table.createTHead();
    this.body = table.createTBody();
    this.rows = new Lines(this);
    this.lines = this.rows.drawn;
    this.drawnColumns = 0;
    this.zoom = 1;
    this.scrolls = new Map();
    this.after = []; // called after cells were drawn
    this.changed = []; // called with the visible cells whose text has changed
    view.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(view);
    onTheme(() => this.draw());
  }

  get tab() {
    return this.spreadsheet.tab(this.tabId);
  }

  // Whether another view of the spreadsheet covers the grid, so that nothing in it has a place.
  get hidden() {
    return this.view.offsetParent === null;
  }

  // Show another tab at its last scroll position.
  async show(tabId) {
    if (this.tabId !== undefined) this.scrolls.set(this.tabId, [this.view.scrollLeft, this.view.scrollTop]);
    this.tabId = tabId;
    this.forget();
    this.drawnColumns = 0;
    await this.refresh();
    const [left, top] = this.scrolls.get(tabId) ?? [0, 0];
    if (this.view.scrollLeft === left && this.view.scrollTop === top) return;
    [this.view.scrollLeft, this.view.scrollTop] = [left, top];
    this.draw();
  }

  forget() {
    this.lines.clear();
    this.shape = "";
  }

  // Load the visible rows unless they are up to date, and draw them.
  async refresh() {
    if (!this.tab) return;
    await this.load();
    this.draw();
  }

  // Load the visible rows unless they are up to date.
  async load() {
    const { tab } = this;
    if (tab) await Promise.all([[0, Math.max(tab.frozenRows, 1)], this.#window(tab)].map(([top, bottom]) => this.spreadsheet.load(tab, top, bottom)));
  }

  draw() {
    const { tab, view } = this;
    if (!tab?.isLoaded(0)) return;
    tab.fitted = narrow.matches ? fitted(tab, this.view.offsetWidth) : null;
    const [first, last] = this.#window(tab);
    this.#columns(tab);
    this.#shape(tab);
    this.table.style.setProperty("--hidden", `${this.#hidden(tab) / this.zoom}px`);
    const found = [];
    const frozen = range(0, tab.frozenRows).filter((row) => !tab.hiddenRows.has(row));
    const shown = range(first, last).filter((row) => !tab.hiddenRows.has(row));
    const keep = new Set([...frozen, ...shown]);
    for (const row of this.lines.keys()) if (!keep.has(row)) this.lines.delete(row);
    const lines = new Map([...keep].map((row) => [row, this.rows.line(tab, row, found)]));
    place(this.head, [this.names, ...frozen.map((row) => lines.get(row))]);
    place(this.body, [
      this.#space(this.above, tab, tab.frozenRows, first),
      ...shown.map((row) => lines.get(row)),
      this.#space(this.below, tab, last, tab.rows),
    ]);
    for (const row of shown) this.#measure(tab, row, lines.get(row));
    view.parentElement.classList.toggle("goes-on", this.goesOn);
    for (const callback of this.after) callback();
    if (found.length) for (const callback of this.changed) callback(found);
    const [from, to] = this.#window(tab);
    this.spreadsheet.load(tab, from, to).then((read) => read && this.draw(), this.onError);
  }

  // -- what is drawn -----------------------------------------------------------------------------------------------------

  #window(tab) {
    const top = this.view.scrollTop;
    const bottom = top + this.view.clientHeight;
    let [at, first, last] = [0, null, tab.frozenRows];
    for (let row = tab.frozenRows; row < tab.rows; row++) {
      if (first === null && at + this.#height(tab, row) >= top) first = row;
      if (at <= bottom) last = row + 1;
      else break;
      at += this.#height(tab, row);
    }
    first = Math.max(tab.frozenRows, (first ?? tab.frozenRows) - BEYOND);
    last = Math.min(tab.rows, last + BEYOND);
    for (const box of tab.merges) if (box.top < first && box.bottom > first) first = Math.max(tab.frozenRows, box.top);
    return [first, last];
  }

  #height(tab, row) {
    if (tab.hiddenRows.has(row)) return 0;
    return this.zoom * (tab.measured?.get(row) ?? tab.heights.get(row) ?? ROW);
  }

  #width(tab, column) {
    return tab.hiddenColumns.has(column) ? 0 : this.zoom * tab.width(column);
  }

  widths(tab, from, to) {
    return range(from, to).reduce((sum, column) => sum + this.#width(tab, column), 0);
  }

  // How far frozen columns scroll out before they stick, so that the others have room; the last of them stay.
  #hidden(tab) {
    return Math.max(0, this.widths(tab, 0, tab.frozenColumns) - FROZEN * this.view.clientWidth);
  }

  // The width of the columns that hold anything, with the row numbers of a narrow screen, in unzoomed pixels.
  get usedWidth() {
    return this.widthOf(this.tab?.usedColumns() ?? 0);
  }

  // Whether a column that holds anything lies right of the visible part.
  get goesOn() {
    const { tab, view } = this;
    return Boolean(tab?.isLoaded(0)) && this.usedWidth * this.zoom > view.scrollLeft + view.clientWidth + REST;
  }

  // The same of the first *columns*.
  widthOf(columns) {
    const { tab } = this;
    const shown = range(0, columns).filter((column) => !tab.hiddenColumns.has(column));
    return shown.reduce((sum, column) => sum + tab.width(column), EDGE);
  }

  // The width of the narrowest place of a board, in unzoomed pixels.
  widthOfPlace(board) {
    const { tab } = this;
    const wide = ([row, column]) => {
      const span = tab.span(row, column);
      return range(column, span?.right ?? column + 1).reduce((sum, at) => sum + tab.width(at), 0);
    };
    return Math.min(...[...board.places.values()].map(wide));
  }

  // Change the zoom.
  resize(zoom) {
    if (zoom === this.zoom) return;
    this.zoom = zoom;
    this.table.style.zoom = zoom;
    this.table.style.setProperty("--zoom", zoom);
    this.forget();
    this.draw();
  }

  #measure(tab, row, line) {
    tab.measured ??= new Map();
    tab.measured.set(row, line.getBoundingClientRect().height / this.zoom);
  }

  // Columns are drawn as far as they are used or visible.
  #columns(tab) {
    const wanted = [tab.usedColumns() + SPARE, this.drawnColumns, (this.reached ?? 0) + SPARE];
    let width = 0;
    let fitting = 0;
    const room = this.view.clientWidth + this.view.scrollLeft;
    while (fitting < tab.columns && width < room) width += this.#width(tab, fitting++);
    this.drawnColumns = Math.min(tab.columns, Math.max(...wanted, fitting));
  }

  // The table's frame: widths, column names and spacers. It is rebuilt when it no longer fits.
  #shape(tab) {
    const columns = range(0, this.drawnColumns).filter((column) => !tab.hiddenColumns.has(column));
    const widths = columns.map((column) => tab.width(column));
    const shape = JSON.stringify([tab.id, columns, widths, tab.openable, tab.merges, tab.frozenRows, tab.frozenColumns, tab.bare]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.columns = columns;
    this.lines.clear();
    this.table.querySelector("colgroup")?.remove();
    const group = document.createElement("colgroup");
    group.append(...["", ...widths].map((width) => column(width)));
    this.table.prepend(group);
    this.table.style.width = `calc(var(--edge) + ${widths.reduce((sum, width) => sum + width, 0)}px)`;
    this.table.classList.toggle("bare", tab.bare);
    this.table.classList.toggle("mixed", tab.protections.length > 0 && !tab.fullyProtected);
    this.table.ariaLabel = tab.title;
    this.table.ariaColCount = String(tab.columns + 1);
    this.table.ariaRowCount = String(tab.rows + 1);
    this.names = this.#names(tab);
    [this.above, this.below] = [spacer(), spacer()];
  }

  #names(tab) {
    const line = row(1);
    let left = 0;
    const corner = document.createElement("th");
    corner.className = "corner";
    corner.role = "columnheader";
    corner.ariaLabel = "Select all";
    line.append(corner);
    for (const at of this.columns) {
      const name = document.createElement("th");
      name.role = "columnheader";
      name.textContent = columnName(at);
      name.dataset.column = at;
      if (at < tab.frozenColumns) stick(name, left);
      left += tab.width(at);
      const fold = tab.openable.find(({ start, end, open }) => (open ? start === at : this.#before(start) === at || (start === 0 && end === at)));
      if (fold) name.append(this.#sign(tab, fold));
      line.append(name);
    }
    return line;
  }

  // The last column before *column* that is shown.
  #before(column) {
    return this.columns.findLast((at) => at < column);
  }

  // The sign that opens a group of columns, or folds it again.
  #sign(tab, { start, end, open }) {
    const sign = document.createElement("button");
    const headings = range(start, end).map((at) => tab.heading(at) || columnName(at));
    sign.type = "button";
    sign.className = "fold";
    sign.textContent = open ? "−" : "+";
    sign.ariaLabel = sign.title = `${open ? "Fold" : "Show"} ${headings.join(", ")}`;
    sign.ariaExpanded = String(open);
    for (const kind of ["pointerdown", "keydown"]) sign.addEventListener(kind, (event) => event.stopPropagation()); // it is no cell
    sign.addEventListener("click", () => {
      tab.toggleFold(start);
      this.draw();
      this.names.querySelector(`button.fold[aria-label$="${CSS.escape(headings.join(", "))}"]`)?.focus();
    });
    return sign;
  }

  #space(line, tab, from, to) {
    let height = 0;
    for (let at = from; at < to; at++) height += this.#height(tab, at);
    line.hidden = height === 0;
    line.firstChild.style.height = `${height / this.zoom}px`;
    return line;
  }

  // -- positions --------------------------------------------------------------------------------------------------

  // The element of a cell, or undefined if it is not drawn.
  td(row, column) {
    const { tab } = this;
    if (!tab) return undefined;
    const corner = tab.corner(row, column);
    const line = this.lines.get(corner.row);
    return line && [...line.cells].find((td) => td.at?.column === corner.column);
  }

  // The position of a cell's corner on the sheet, in screen pixels.
  cornerOf(row, column) {
    const { tab } = this;
    const corner = this.names.cells[0].getBoundingClientRect();
    const tall = (at) => this.lines.get(at)?.getBoundingClientRect().height ?? this.#height(tab, at);
    const above = range(0, row).reduce((sum, at) => sum + tall(at), 0);
    return { x: corner.width + this.widths(tab, 0, column), y: corner.height + above };
  }

  *drawn() {
    for (const line of this.lines.values()) for (const td of line.cells) if (td.at) yield td;
  }

  within(box) {
    return [...this.drawn()].filter((td) => holds(box, td.at.row, td.at.column));
  }

  // Scroll until a cell is visible, and draw it.
  reveal(row, column) {
    const { tab, view } = this;
    this.reached = Math.max(column, 0);
    if (column >= this.drawnColumns) this.draw();
    if (row >= tab.frozenRows) {
      let top = 0;
      for (let at = tab.frozenRows; at < row; at++) top += this.#height(tab, at);
      const height = this.#height(tab, row);
      const room = view.clientHeight - this.head.getBoundingClientRect().height;
      if (top < view.scrollTop) view.scrollTop = top;
      else if (top + height > view.scrollTop + room) view.scrollTop = top + height - room;
    }
    if (column >= tab.frozenColumns) {
      const frozen = this.widths(tab, 0, tab.frozenColumns) - this.#hidden(tab);
      const edge = this.names.firstChild.getBoundingClientRect().width;
      const left = this.widths(tab, 0, column);
      const width = this.#width(tab, column);
      if (left - frozen < view.scrollLeft) view.scrollLeft = left - frozen;
      else if (left + width + edge > view.scrollLeft + view.clientWidth) {
        view.scrollLeft = Math.min(left - frozen, left + width + edge - view.clientWidth);
      }
    }
    this.draw();
  }
}

function column(width) {
  const made = document.createElement("col");
  made.style.width = width === "" ? "var(--edge)" : `${width}px`;
  return made;
}

function spacer() {
  const line = document.createElement("tr");
  line.className = "space";
  line.ariaHidden = "true";
  line.append(document.createElement("td"));
  return line;
}

// Make *wanted* the children of *parent*, without moving those that are in place.
function place(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}
