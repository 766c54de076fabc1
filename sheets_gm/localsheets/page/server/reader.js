// The requests by which the page reads a spreadsheet. The page includes the tabs; the first rows are requested at once.
import { call, spreadsheetPath } from "./api.js";

export const BLOCK = 200; // rows per request
const CELLS =
  "sheets(data(rowData.values(formattedValue,note,hyperlink,dataValidation,userEnteredValue," +
  "userEnteredFormat(backgroundColor,backgroundColorStyle),effectiveFormat(backgroundColorStyle,borders," +
  "horizontalAlignment,verticalAlignment,wrapStrategy,numberFormat,textFormat(foregroundColorStyle,bold,italic," +
  "strikethrough,underline,fontSize,fontFamily))),rowMetadata,columnMetadata))";

export function documentOf(location) {
  return decodeURIComponent(location.pathname.split("/").pop());
}

// The id of the tab in an address, or NaN: "gid" has it, "tab" and "duty" have the title of one of *tabs*.
export function tabOf(location, tabs = []) {
  const words = new URLSearchParams(location.hash.slice(1));
  const title = words.get("tab") ?? words.get("duty");
  return Number(words.get("gid") ?? tabs.find((tab) => tab.title === title)?.id ?? NaN);
}

// The tab to show: the requested one, or the first visible one.
export function chosen(sheets, tabId) {
  const shown = sheets.map((sheet) => sheet.properties).filter((each) => !each.hidden);
  return shown.find((each) => each.sheetId === tabId) ?? shown[0];
}

// Reads one spreadsheet. *tabs* is the result of the first request, if it is known already.
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
    answer.catch(() => {}); // it may fail before anybody awaits it
    this.begun.set(name, answer);
  }

  // An early request is used once; later calls need current data.
  #take(name) {
    const begun = this.begun.get(name);
    this.begun.delete(name);
    return begun;
  }

  #tabs() {
    return call("GET", `${spreadsheetPath(this.id)}?fields=${encodeURIComponent(this.fields)}`);
  }

  async #rows(tabId, from, to) {
    const gridRange = { sheetId: tabId, startRowIndex: from, endRowIndex: to };
    const path = `${spreadsheetPath(this.id)}:getByDataFilter?fields=${encodeURIComponent(CELLS)}`;
    const answer = await call("POST", path, { dataFilters: [{ gridRange }], includeGridData: true });
    return answer.sheets?.[0]?.data?.[0] ?? {};
  }
}

const known = document.querySelector('meta[name="spreadsheet"]');
const tabs = JSON.parse(known.content);
const titled = tabs?.sheets.map(({ properties }) => ({ id: properties.sheetId, title: properties.title }));
export const reader = new Reader(documentOf(location), tabOf(location, titled), known.dataset.fields, tabs);
