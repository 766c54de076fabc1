// Addresses of cells: rows and columns count from 0; A1 notation is for people and the API.

export function columnName(column) {
  let name = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

export function address(row, column) {
  return `${columnName(column)}${row + 1}`;
}

// A box is half open: it contains *top* and *left*, but not *bottom* and *right*.
export function boxOf(one, two = one) {
  return {
    top: Math.min(one.row, two.row),
    left: Math.min(one.column, two.column),
    bottom: Math.max(one.row, two.row) + 1,
    right: Math.max(one.column, two.column) + 1,
  };
}

export function holds(box, row, column) {
  return row >= box.top && row < box.bottom && column >= box.left && column < box.right;
}

export function boxName(box) {
  const first = address(box.top, box.left);
  const last = address(box.bottom - 1, box.right - 1);
  return first === last ? first : `${first}:${last}`;
}

export function inTab(title, box) {
  return `'${title.replaceAll("'", "''")}'!${boxName(box)}`;
}

const CELL = "\\$?([A-Za-z]{1,3})\\$?([1-9][0-9]{0,6})";
const RANGE = new RegExp(`^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?${CELL}(?::${CELL})?$`);

// Parse a typed address: B7, B7:C9, Orders!B7. Null for anything else.
export function parse(text) {
  const found = RANGE.exec(text.trim());
  if (!found) return null;
  const [, quoted, plain, column, row, lastColumn, lastRow] = found;
  const start = { row: Number(row) - 1, column: columnNumber(column) };
  const end = lastColumn ? { row: Number(lastRow) - 1, column: columnNumber(lastColumn) } : start;
  return { title: quoted ? quoted.replaceAll("''", "'") : (plain ?? null), start, end };
}

export function columnNumber(name) {
  return [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

// A GridRange as a box, with open ends at the edge of the tab.
export function boxOfRange(range, rows, columns) {
  return {
    top: range.startRowIndex ?? 0,
    left: range.startColumnIndex ?? 0,
    bottom: range.endRowIndex ?? rows,
    right: range.endColumnIndex ?? columns,
  };
}
