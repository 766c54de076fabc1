// The requests by which the page reads a spreadsheet. The page includes the tabs, and who reads them.
import { ApiError, call, spreadsheetPath } from "./api.js";
import { parse } from "../spreadsheet/a1.js";
import { capabilitiesOn, whoAmI } from "./account.js";


export const BLOCK = 200; // rows per request
export function documentOf(location) {
  return decodeURIComponent(location.pathname.split("/").pop());
}

// The id of the tab in an address, or NaN: "gid" has it, "tab" and "duty" have the title of one of *tabs*.
export function tabOf(location, tabs = []) {
  const words = new URLSearchParams(location.hash.slice(1));
  const title = words.get("tab") ?? words.get("duty");
  return Number(words.get("gid") ?? tabs.find((tab) => tab.title === title)?.id ?? NaN);
}

// The cells in an address, as {start, end}; undefined where it has none.
export function placeOf(location) {
  const range = new URLSearchParams(location.hash.slice(1)).get("range");
  return (range && parse(range)) || undefined;
}

// Reads one spreadsheet: *fields* of it and its tabs, *cells* of its rows. *tabs* and *account* are what the page includes,
// null where it does not; *early* are the tabs whose first rows the browser asks for already: {address, tabs}.
export class Reader {
  constructor(id, { fields, cells }, tabs, account, early) {
    Object.assign(this, { id, fields, cells, known: tabs, early, asked: [] });
    this.revision = account?.revision ?? null; // of the newest change that is known
    this.account = account ? Promise.resolve(account) : this.#account();
  }

  // The spreadsheet's title, and its tabs without their cells.
  async tabs() {
    const { known } = this;
    this.known = null; // it is used once; later calls need current data
    return known ?? call("GET", `${spreadsheetPath(this.id)}?fields=${encodeURIComponent(this.fields)}`);
  }

  // GridData of rows *from* up *to* of a tab. What is asked for at once is one request.
  rows(tabId, from, to) {
    return new Promise((resolve, reject) => {
      if (!this.asked.length) queueMicrotask(() => this.#send(this.asked.splice(0)));
      this.asked.push({ sheetId: tabId, startRowIndex: from, endRowIndex: to, resolve, reject });
    });
  }

  async #send(asked) {
    try {
      const { sheets = [] } = (await this.#first(asked)) ?? (await this.#filtered(asked));
      for (const { sheetId, startRowIndex, resolve } of asked) {
        const sheet = sheets.find(({ properties }) => (properties.sheetId ?? 0) === sheetId);
        resolve(sheet?.data?.find(({ startRow }) => (startRow ?? 0) === startRowIndex) ?? {});
      }
    } catch (error) {
      if (error instanceof ApiError && asked.length > 1) for (const each of asked) this.#send([each]); // one of them may be gone
      else for (const { reject } of asked) reject(error);
    }
  }

  #filtered(asked) {
    const path = `${spreadsheetPath(this.id)}:getByDataFilter?fields=${encodeURIComponent(this.cells)}`;
    const dataFilters = asked.map(({ sheetId, startRowIndex, endRowIndex }) => ({ gridRange: { sheetId, startRowIndex, endRowIndex } }));
    return call("POST", path, { dataFilters, includeGridData: true });
  }

  // The answer that was on its way before this script was, if it has all that is asked for; it is used once.
  async #first(asked) {
    const { early } = this;
    this.early = null;
    const holds = ({ sheetId, startRowIndex }) => early.tabs.includes(sheetId) && startRowIndex === 0;
    return early && asked.every(holds) ? call("GET", early.address).catch(() => null) : null;
  }

  async #account() {
    const [me, may, turns] = await Promise.all([whoAmI(), capabilitiesOn(this.id), call("GET", "/turns")].map((each) => each.catch(() => null)));
    return { revision: null, me, may: may ?? {}, turns };
  }
}

const known = document.querySelector('meta[name="spreadsheet"]');
const first = document.getElementById("first");
const early = { address: first.getAttribute("href"), tabs: JSON.parse(first.dataset.tabs) };
export const reader = new Reader(documentOf(location), known.dataset, JSON.parse(known.content), JSON.parse(known.dataset.reader), early);
