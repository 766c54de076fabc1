// The rows of a list as cards, with what is a part of a whole as a bar.
import { fillOf } from "../grid/cell_format.js";
import { element, fact } from "../widgets/elements.js";

const MOST = 60; // rows of a list that are shown
const SHARE = /^(\d+)\s*\/\s*(\d+)/; // a value of a whole, such as health
const WHITE = "255,255,255";

// The cards of a tab. A row of bold, filled cells has the headings of the rows below it, up to an empty row; a text alone
// in its row stands above their cards.
export function cardsOf(tab) {
  const first = headingsOf(tab);
  let headings = first;
  const found = [];
  const rows = tab.filledRows;
  for (let row = tab.frozenRows; row < Math.min(rows, tab.frozenRows + MOST); row++) {
    const texts = textsOf(tab, row);
    if (texts.length > 1 && texts.every(({ cell }) => isHeading(cell))) headings = new Map(texts.map(({ column, text }) => [column, text]));
    else if (!texts.length) headings = first;
    else if (texts.length === 1) found.push(element(isBold(texts[0].cell) ? "h3" : "p", "alone", texts[0].text));
    else found.push(card(headings, texts));
  }
  const more = rows - tab.frozenRows - MOST;
  if (more > 0) found.push(element("p", "nothing", `${more} more ${more === 1 ? "row stands" : "rows stand"} on the sheet.`));
  return found;
}

// The headings of a list by column: a title alone is none.
function headingsOf(tab) {
  const texts = tab.frozenRows ? textsOf(tab, tab.frozenRows - 1) : [];
  return new Map(texts.length > 1 ? texts.map(({ column, text }) => [column, text]) : []);
}

function textsOf(tab, row) {
  const found = [];
  for (let column = 0; column < tab.usedColumns(); column++) {
    const cell = tab.cell(row, column);
    if (cell.formattedValue && !tab.hiddenColumns.has(column)) found.push({ column, cell, text: cell.formattedValue });
  }
  return found;
}

function isBold(cell) {
  return Boolean(cell.effectiveFormat?.textFormat?.bold);
}

function isHeading(cell) {
  const fill = fillOf(cell);
  return isBold(cell) && fill !== null && fill.join() !== WHITE;
}

function card(headings, [{ text: name }, ...texts]) {
  const made = element("article", "", element("strong", "", name));
  for (const { column, text } of texts) {
    const heading = headings.get(column) ?? "";
    const share = SHARE.exec(text);
    made.append(heading === text ? "" : fact(heading, text));
    if (!share || !Number(share[2])) continue;
    const bar = element("meter", "");
    Object.assign(bar, { max: Number(share[2]), value: Number(share[1]), low: Number(share[2]) / 3, ariaLabel: `${name}: ${heading}` });
    made.append(bar);
  }
  return made;
}
