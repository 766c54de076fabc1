// The spreadsheet as this page knows it: its tabs, and of each the blocks of rows that were looked at.
import { boxOfRange, holds } from "./a1.js";
import { BLOCK } from "./reading.js";

const EMPTY = Object.freeze({});

export class Book {
  constructor(reader) {
    this.reader = reader;
    this.id = reader.id;
    this.title = "";
    this.tabs = [];
    this.readOnly = false;
    this.pending = new Map(); // what this browser has typed and the server has not yet answered, by tab and cell
  }

  // Read the tabs anew; what is known of their cells stays.
  async loadTabs() {
    const answer = await this.reader.tabs();
    const before = new Map(this.tabs.map((tab) => [tab.id, tab]));
    this.title = answer.properties.title;
    this.tabs = answer.sheets.map((sheet) => {
      const tab = before.get(sheet.properties.sheetId) ?? new Tab(sheet.properties.sheetId);
      tab.take(sheet);
      return tab;
    });
  }

  shown() {
    return this.tabs.filter((tab) => !tab.hidden);
  }

  tab(id) {
    return this.tabs.find((tab) => tab.id === id);
  }

  named(title) {
    return this.tabs.find((tab) => tab.title.toLowerCase() === title.toLowerCase());
  }

  // Have rows from *top* up to *bottom* of a tab, as they are now. Answers whether anything was read.
  async need(tab, top, bottom) {
    const wanted = this.#outdated(tab, top, bottom);
    await Promise.all(wanted.map((at) => this.#read(tab, at)));
    return wanted.length > 0;
  }

  // Whether some of these rows must be read.
  lacks(tab, top, bottom) {
    return this.#outdated(tab, top, bottom).length > 0;
  }

  #outdated(tab, top, bottom) {
    const wanted = [];
    const last = Math.min(bottom, tab.rows);
    for (let at = Math.floor(top / BLOCK); at * BLOCK < last; at++) if (!tab.fresh(at)) wanted.push(at);
    return wanted;
  }

  async #read(tab, at) {
    const block = tab.begin(at);
    const asked = ++block.asked;
    try {
      const data = await this.reader.rows(tab.id, at * BLOCK, Math.min((at + 1) * BLOCK, tab.rows));
      if (asked > block.had) tab.fill(at, data, asked);
    } catch (error) {
      block.stale = true;
      throw error;
    }
  }

  cell(tab, row, column) {
    return tab.cell(row, column);
  }

  // What this browser has typed into a cell and still waits for, or undefined.
  waiting(tab, row, column) {
    return this.pending.get(`${tab.id},${row},${column}`);
  }

  locked(tab, row, column) {
    return this.readOnly || tab.locked(row, column);
  }
}

class Tab {
  constructor(id) {
    this.id = id;
    this.blocks = new Map();
    this.widths = [];
    this.heights = new Map();
    this.hiddenRows = new Set();
    this.hiddenColumns = new Set();
  }

  take({ properties, merges = [], bandedRanges = [], charts = [], protectedRanges = [] }) {
    const grid = properties.gridProperties ?? {};
    this.title = properties.title;
    this.hidden = Boolean(properties.hidden);
    this.colour = properties.tabColorStyle;
    this.rows = grid.rowCount ?? 0;
    this.columns = grid.columnCount ?? 0;
    this.frozenRows = grid.frozenRowCount ?? 0;
    this.frozenColumns = grid.frozenColumnCount ?? 0;
    this.bare = Boolean(grid.hideGridlines);
    this.merges = merges.map((range) => boxOfRange(range, this.rows, this.columns));
    this.spans = spansOf(this.merges);
    const box = (range) => boxOfRange(range ?? {}, this.rows, this.columns);
    this.bands = bandedRanges.map((band) => ({ ...band, box: box(band.range) }));
    this.charts = charts;
    this.guards = protectedRanges
      .filter((guard) => !guard.requestingUserCanEdit && !guard.warningOnly)
      .map((guard) => ({ box: box(guard.range), free: (guard.unprotectedRanges ?? []).map(box) }));
    const whole = (guard) =>
      guard.box.bottom - guard.box.top >= this.rows && guard.box.right - guard.box.left >= this.columns;
    this.shut = this.guards.some((guard) => whole(guard) && !guard.free.length);
  }

  fresh(at) {
    const block = this.blocks.get(at);
    return Boolean(block && !block.stale);
  }

  begin(at) {
    const block = this.blocks.get(at) ?? { rows: [], asked: 0, had: 0 };
    block.stale = false;
    this.blocks.set(at, block);
    return block;
  }

  fill(at, data, asked) {
    const block = this.blocks.get(at);
    block.rows = data.rowData ?? [];
    block.had = asked;
    (data.columnMetadata ?? []).forEach((column, place) => {
      this.widths[place] = column.pixelSize ?? 100;
      toggle(this.hiddenColumns, place, column.hiddenByUser);
    });
    (data.rowMetadata ?? []).forEach((row, place) => {
      this.heights.set(at * BLOCK + place, row.pixelSize ?? 21);
      toggle(this.hiddenRows, at * BLOCK + place, row.hiddenByUser || row.hiddenByFilter);
    });
  }

  outdate() {
    for (const block of this.blocks.values()) block.stale = true;
  }

  // Whether a cell was read at all.
  knows(row) {
    return (this.blocks.get(Math.floor(row / BLOCK))?.had ?? 0) > 0;
  }

  cell(row, column) {
    return this.blocks.get(Math.floor(row / BLOCK))?.rows[row % BLOCK]?.values?.[column] ?? EMPTY;
  }

  // The last column that holds anything, in the rows that were read, and one more.
  usedColumns() {
    let most = 0;
    for (const block of this.blocks.values())
      for (const row of block.rows) most = Math.max(most, row.values?.length ?? 0);
    return most;
  }

  locked(row, column) {
    return this.guards.some(
      (guard) => holds(guard.box, row, column) && !guard.free.some((box) => holds(box, row, column)),
    );
  }

  // The colour of the band that a cell lies in, undefined outside of all.
  band(row, column) {
    const band = this.bands.find((each) => holds(each.box, row, column));
    if (!band) return undefined;
    const { top, left, bottom, right } = band.box;
    return (
      bandColour(band.columnProperties, column - left, right - left) ??
      bandColour(band.rowProperties, row - top, bottom - top)
    );
  }

  // The corner of the merged cell that covers this one, or the cell itself.
  corner(row, column) {
    const span = this.spans.get(`${row},${column}`);
    return span ? { row: span.top, column: span.left } : { row, column };
  }

  span(row, column) {
    return this.spans.get(`${row},${column}`);
  }
}

function bandColour(bands, at, size) {
  if (!bands) return undefined;
  const named = (name) => bands[`${name}ColorStyle`] ?? (bands[`${name}Color`] && { rgbColor: bands[`${name}Color`] });
  const [header, footer] = [named("header"), named("footer")];
  if (header && at === 0) return header;
  if (footer && at === size - 1) return footer;
  return named((at - (header ? 1 : 0)) % 2 ? "secondBand" : "firstBand");
}

function toggle(set, place, on) {
  if (on) set.add(place);
  else set.delete(place);
}

function spansOf(merges) {
  const spans = new Map();
  for (const box of merges)
    for (let row = box.top; row < box.bottom; row++)
      for (let column = box.left; column < box.right; column++) spans.set(`${row},${column}`, box);
  return spans;
}

// -- what a cell holds -------------------------------------------------------------------------------------------------

// The value that was entered: text, number, boolean, a formula's text; "" for an empty cell.
export function entered(cell) {
  const held = cell.userEnteredValue;
  if (!held) return "";
  return held.formulaValue ?? held.stringValue ?? held.numberValue ?? held.boolValue ?? "";
}

// The text that an editor begins with: typed back, it would make the same cell.
export function editable(cell) {
  const value = entered(cell);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number") return cell.effectiveFormat?.numberFormat ? (cell.formattedValue ?? "") : String(value);
  if (cell.userEnteredValue?.stringValue !== undefined && looksTyped(value)) return `'${value}`;
  return value;
}

// Whether text in a cell would be read as something else if it were typed again.
function looksTyped(text) {
  return /^(['=]|true$|false$)/i.test(text) || (/\d/.test(text) && /^[\d\s.,:/+\-$€£¥%()eEapmAPM]+$/.test(text));
}
