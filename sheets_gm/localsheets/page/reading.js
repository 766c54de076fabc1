// What the page reads of a spreadsheet. Its tabs have come with the page; the first rows are asked for at once.
import { call, spreadsheet } from "./api.js";

export const BLOCK = 200; // rows that are read at once
const CELLS =
  "sheets(data(rowData.values(formattedValue,note,hyperlink,dataValidation,userEnteredValue," +
  "userEnteredFormat(backgroundColor,backgroundColorStyle),effectiveFormat(backgroundColorStyle,borders," +
  "horizontalAlignment,verticalAlignment,wrapStrategy,numberFormat,textFormat(foregroundColorStyle,bold,italic," +
  "strikethrough,underline,fontSize,fontFamily))),rowMetadata,columnMetadata))";

export function documentOf(location) {
  return decodeURIComponent(location.pathname.split("/").pop());
}

// The tab that an address names, or NaN.
export function tabOf(location) {
  return Number(new URLSearchParams(location.hash.slice(1)).get("gid") ?? NaN);
}

// The tab that is shown: the one that is asked for, or the first.
export function chosen(sheets, tabId) {
  const shown = sheets.map((sheet) => sheet.properties).filter((each) => !each.hidden);
  return shown.find((each) => each.sheetId === tabId) ?? shown[0];
}

// The reader of one spreadsheet. *tabs* is what it would read first, where that is known already.
export class Reader {
  constructor(id, tabId, fields, tabs) {
    Object.assign(this, { id, fields });
    this.begun = new Map();
    if (!tabs) return;
    this.#begin("tabs", Promise.resolve(tabs));
    const { sheetId, gridProperties } = chosen(tabs.sheets, tabId);
    this.#begin(`${sheetId},0`, this.#rows(sheetId, 0, Math.min(BLOCK, gridProperties.rowCount)));
  }

  // The spreadsheet's title, and its tabs without their cells.
  tabs() {
    return this.#take("tabs") ?? this.#tabs();
  }

  // GridData of rows *from* up *to* of a tab.
  rows(tabId, from, to) {
    return this.#take(`${tabId},${from}`) ?? this.#rows(tabId, from, to);
  }

  #begin(name, answer) {
    answer.catch(() => {}); // it may fail before anybody waits for it
    this.begun.set(name, answer);
  }

  // What was begun answers once: whoever asks again wants it as it is then.
  #take(name) {
    const begun = this.begun.get(name);
    this.begun.delete(name);
    return begun;
  }

  #tabs() {
    return call("GET", `${spreadsheet(this.id)}?fields=${encodeURIComponent(this.fields)}`);
  }

  async #rows(tabId, from, to) {
    const gridRange = { sheetId: tabId, startRowIndex: from, endRowIndex: to };
    const path = `${spreadsheet(this.id)}:getByDataFilter?fields=${encodeURIComponent(CELLS)}`;
    const answer = await call("POST", path, { dataFilters: [{ gridRange }], includeGridData: true });
    return answer.sheets?.[0]?.data?.[0] ?? {};
  }
}

const known = document.querySelector('meta[name="spreadsheet"]');
export const reader = new Reader(documentOf(location), tabOf(location), known.dataset.fields, JSON.parse(known.content));
