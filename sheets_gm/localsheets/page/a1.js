// Addresses of cells: rows and columns are counted from 0, and named A1 for people and for the API.

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

// A box holds its first row and column, and the first that it holds no more.
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

// What a person types to go somewhere: B7, B7:C9, Orders!B7. Null if it is no address.
export function parse(text) {
  const found = RANGE.exec(text.trim());
  if (!found) return null;
  const [, quoted, plain, column, row, lastColumn, lastRow] = found;
  const start = { row: Number(row) - 1, column: columnNumber(column) };
  const end = lastColumn ? { row: Number(lastRow) - 1, column: columnNumber(lastColumn) } : start;
  return { title: quoted ? quoted.replaceAll("''", "'") : (plain ?? null), start, end };
}

function columnNumber(name) {
  return [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

// A GridRange of the API as a box; its open ends are at the tab's edge.
export function boxOfRange(range, rows, columns) {
  return {
    top: range.startRowIndex ?? 0,
    left: range.startColumnIndex ?? 0,
    bottom: range.endRowIndex ?? rows,
    right: range.endColumnIndex ?? columns,
  };
}
