// The rows of a grid and their cells: each is made once, and painted again when what it shows has changed.
import { address } from "../spreadsheet/a1.js";
import { labelOf, paint } from "./cell.js";
import { edge, fillOf, theme } from "./cell_format.js";

export const ROW = 21;
export const EDGE = 24; // the width of the row numbers on a narrow screen
const LEAST_TEXT = 7.2; // the size in points of texts above and below a board that a phone shows smaller
const FOLDED = 0.5; // the least share of a narrow screen in which a long text is folded
export const narrow = matchMedia("(max-width: 640px)");

export class Lines {
  constructor(grid) {
    this.grid = grid;
    this.drawn = new Map(); // by row
  }

  // The line of a row as it is now. Cells whose text has changed are added to *found*.
  line(tab, at, found) {
    let line = this.drawn.get(at);
    if (!line) {
      line = row(at + 2);
      const name = document.createElement("th");
      name.role = "rowheader";
      name.textContent = at + 1;
      name.dataset.row = at;
      line.append(name);
      let left = 0;
      for (const column of this.grid.columns) {
        const span = tab.span(at, column);
        if (!span || (span.top === at && span.left === column)) line.append(this.#blank(tab, at, column, span, left));
        left += tab.width(column);
      }
      this.drawn.set(at, line);
    }
    line.style.height = `${tab.heights.get(at) ?? ROW}px`;
    for (const td of line.cells) if (td.at) this.#paint(tab, td, found);
    return line;
  }

  #blank(tab, at, column, span, left) {
    const td = document.createElement("td");
    td.role = "gridcell";
    td.at = { row: at, column };
    td.dataset.address = address(at, column);
    td.ariaColIndex = String(column + 2);
    td.tabIndex = -1;
    if (span) {
      td.rowSpan = span.bottom - span.top;
      td.colSpan = range(span.left, span.right).filter((each) => !tab.hiddenColumns.has(each)).length || 1;
    }
    if (column < tab.frozenColumns) stick(td, left);
    return td;
  }

  #paint(tab, td, found) {
    const { row, column } = td.at;
    const cell = this.grid.spreadsheet.cell(tab, row, column);
    const content = {
      cell,
      waiting: this.grid.spreadsheet.waiting(tab, row, column),
      locked: this.grid.spreadsheet.locked(tab, row, column),
      ...this.#room(tab, td, cell),
      band: tab.band(row, column),
      names: tab.namesOf(row, column),
      edges: this.#edges(tab, row, column, cell),
      theme: theme(),
      narrowed: tab.fitted?.has(column) ?? false,
    };
    const mark = JSON.stringify(content);
    if (td.mark === mark) return;
    const before = td.mark === undefined ? null : td.shownText;
    td.mark = mark;
    paint(td, content);
    td.shownText = content.waiting?.text ?? cell.formattedValue ?? "";
    td.ariaLabel = labelOf(td.at, content);
    if (before !== null && before !== td.shownText) found.push({ row, column, text: td.shownText, td });
  }

  // The width available to a text, including empty cells beside it, as in Google Sheets; 0 if it stays in its cell. A
  // narrow screen folds a long text at its edge, except where it has little room or is out of sight: such a text is cut.
  #room(tab, td, cell) {
    const own = tab.width(td.at.column);
    const room = this.#spill(tab, td, cell, own);
    if (room <= own) return { room: 0, folded: false };
    const sight = (this.grid.view.clientWidth - this.grid.widths(tab, 0, td.at.column)) / this.grid.zoom - EDGE;
    const folded = narrow.matches && sight < room && sight >= (FOLDED * this.grid.view.clientWidth) / this.grid.zoom;
    return { room: folded ? Math.max(own, sight) : room, folded };
  }

  #spill(tab, td, cell, own) {
    const { row, column } = td.at;
    const text = cell.formattedValue;
    if (!text || td.colSpan > 1 || (tab.fitted?.has(column) && row >= tab.frozenRows) || cell.dataValidation || typeof cell.userEnteredValue?.numberValue === "number") return 0;
    const format = cell.effectiveFormat ?? {};
    if (format.wrapStrategy !== undefined && format.wrapStrategy !== "OVERFLOW_CELL") return 0;
    if (!["LEFT", undefined].includes(format.horizontalAlignment)) return 0;
    const least = this.grid.zoom < 1 && tab.marks.has("page.places") ? LEAST_TEXT / this.grid.zoom : 0;
    const needed = text.length * Math.max(format.textFormat?.fontSize ?? 10, least) + 8;
    let room = own;
    for (let at = column + 1; at < this.grid.drawnColumns && room < needed; at++) {
      if (this.grid.spreadsheet.cell(tab, row, at).formattedValue || tab.span(row, at)) break;
      room += tab.width(at);
    }
    return room;
  }

  // The borders of a cell. Each edge is drawn once, below and to the right of a cell, whichever side sets it.
  #edges(tab, row, column, cell) {
    const span = tab.span(row, column);
    const [bottom, right] = span ? [span.bottom - 1, span.right - 1] : [row, column];
    const near = (at, beside) => this.grid.spreadsheet.cell(tab, at, beside).effectiveFormat?.borders;
    const own = cell.effectiveFormat?.borders;
    const last = span ? near(bottom, right) : own;
    return {
      bottom: edge(last?.bottom) ?? edge(near(bottom + 1, column)?.top),
      right: edge(last?.right) ?? edge(near(row, right + 1)?.left),
      top: row === 0 ? edge(own?.top) : null,
      left: column === 0 ? edge(own?.left) : null,
      filled: Boolean(fillOf(cell, tab.band(row, column))),
    };
  }
}

export function range(from, to) {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

// Keep a cell in sight at *left* pixels while the others scroll.
export function stick(cell, left) {
  cell.classList.add("stuck");
  cell.style.left = `calc(var(--edge) + ${left}px - var(--hidden, 0px))`;
}

// An empty line, for the row with this number.
export function row(number) {
  const line = document.createElement("tr");
  line.role = "row";
  line.ariaRowIndex = String(number);
  return line;
}
