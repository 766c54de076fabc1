// What cells hold after filling them from others: copies, formulas that move along, and numbers that go on.
import { columnName, columnNumber } from "../spreadsheet/a1.js";

const PARTS = /"(?:[^"]|"")*"|'(?:[^']|'')+'!|(?<![A-Za-z0-9_.$])(\$?)([A-Za-z]{1,3})(\$?)([1-9][0-9]{0,6})(?![A-Za-z0-9_.(!])/g;

// A formula as it is when copied to a cell further down and to the right: relative addresses move, those with $ stay.
export function moved(formula, down, across) {
  return formula.replace(PARTS, (part, fixedColumn, column, fixedRow, row) => {
    if (column === undefined) return part; // a text, or the name of a tab
    const at = fixedColumn ? column : columnName(columnNumber(column) + across);
    return `${fixedColumn}${at}${fixedRow}${fixedRow ? row : Number(row) + down}`;
  });
}

// *count* more texts after *texts*: numbers at equal distances go on, everything else is repeated. *shifted(formula, by)* is
// a formula that many cells further on.
export function continued(texts, count, shifted) {
  const numbers = texts.map((text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN));
  const step = numbers[1] - numbers[0];
  const goesOn = texts.length > 1 && numbers.every((number, at) => at === 0 || Math.abs(number - numbers[at - 1] - step) < 1e-9);
  return Array.from({ length: count }, (_, at) => {
    if (goesOn) return String(Number((numbers.at(-1) + step * (at + 1)).toPrecision(12)));
    const from = at % texts.length;
    return texts[from].startsWith("=") ? shifted(texts[from], texts.length + at - from) : texts[from];
  });
}
