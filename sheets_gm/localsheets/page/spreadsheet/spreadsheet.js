// The spreadsheet as this page knows it: its tabs, and for each tab the loaded blocks of rows.
import { filterViewsOf, hidesRow } from "./filter_views.js";
import { boxOfRange, columnNumber, holds } from "./a1.js";
import { isBox, ticked } from "./validation.js";
import { BLOCK } from "../server/reader.js";

const EMPTY = Object.freeze({});
const PLAYED = "page.played"; // [the rows of a form that were played and not changed since]

export class Spreadsheet {
  constructor(reader) {
    this.reader = reader;
    this.id = reader.id;
    this.title = "";
    this.tabs = [];
    this.readOnly = false;
    this.pending = new Map(); // edits that the server has not answered yet, by tab and cell
  }

  // Reload the tabs; their loaded cells are kept.
  async loadTabs() {
    const answer = await this.reader.tabs();
    const before = new Map(this.tabs.map((tab) => [tab.id, tab]));
    this.title = answer.properties.title;
    this.tabs = answer.sheets.map((sheet) => {
      const tab = before.get(sheet.properties.sheetId) ?? new Tab(sheet.properties.sheetId);
      tab.update(sheet);
      return tab;
    });
  }

  // The tabs of the tab bar: those that are not hidden, and a hidden one that was *opened*, as long as it is open.
  shown() {
    return this.tabs.filter((tab) => !tab.hidden || tab.id === this.opened);
  }

  // Note that a tab is opened: a hidden one, to which a link leads, is shown until another one is opened.
  visit(id) {
    this.opened = this.tab(id)?.hidden ? id : undefined;
  }

  tab(id) {
    return this.past?.id === id ? this.past : this.tabs.find((tab) => tab.id === id);
  }

  // Hold an earlier version of the tab *live* as a tab that nobody can edit.
  setPast(id, live, sheet) {
    const tab = new Tab(id);
    tab.update(sheet);
    tab.live = live;
    for (let at = 0; at * BLOCK < Math.max(tab.rows, 1); at++) {
      const block = tab.begin(at);
      const { rowData = [], rowMetadata = [], columnMetadata } = sheet.data?.[0] ?? {};
      const part = (all) => all.slice(at * BLOCK, (at + 1) * BLOCK);
      tab.fill(at, { rowData: part(rowData), rowMetadata: part(rowMetadata), columnMetadata }, ++block.asked);
    }
    this.past = tab;
  }

  named(title) {
    return this.tabs.find((tab) => tab.title.toLowerCase() === title.toLowerCase());
  }

  // Load the rows from *top* up to *bottom* of a tab unless they are up to date, and wait for what is on its way already.
  // Returns whether anything was requested.
  async load(tab, top, bottom) {
    const wanted = this.#staleBlocks(tab, top, bottom);
    for (const at of wanted) {
      const block = tab.begin(at);
      block.reading = this.#read(tab, at, block);
    }
    await Promise.all(blocksOf(tab, top, bottom).map((at) => tab.blocks.get(at).reading));
    return wanted.length > 0;
  }

  // Whether some of these rows are missing or stale.
  isMissing(tab, top, bottom) {
    return this.#staleBlocks(tab, top, bottom).length > 0;
  }

  #staleBlocks(tab, top, bottom) {
    return blocksOf(tab, top, bottom).filter((at) => !tab.fresh(at));
  }

  async #read(tab, at, block) {
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

  // The edit of a cell that the server has not answered yet, or undefined.
  waiting(tab, row, column) {
    return this.pending.get(`${tab.id},${row},${column}`);
  }

  // Whether the user is meant to fill in a cell: it has choices, or it is left open in a tab that is protected otherwise.
  isInput(tab, row, column) {
    return (tab.isForm || Boolean(this.cell(tab, row, column).dataValidation)) && !this.locked(tab, row, column);
  }

  // The text of a cell, as the user has left it.
  textOf(tab, row, column) {
    return this.waiting(tab, row, column)?.text ?? this.cell(tab, row, column).formattedValue ?? "";
  }

  // Whether a row needs nothing more: it was played, or a box in it is ticked.
  isDone(tab, row) {
    if ((tab.mark(PLAYED) ?? []).includes(row)) return true;
    const boxes = Array.from({ length: tab.usedColumns() }, (_, column) => column).filter((column) => isBox(this.cell(tab, row, column).dataValidation));
    return boxes.some((column) => ticked(this.cell(tab, row, column)));
  }

  locked(tab, row, column) {
    return this.readOnly || tab === this.past || tab.locked(row, column);
  }
}

// The blocks that hold the rows from *top* up to *bottom* of a tab.
function blocksOf(tab, top, bottom) {
  const first = Math.floor(top / BLOCK);
  const end = Math.ceil(Math.min(bottom, tab.rows) / BLOCK);
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
}

class Tab {
  constructor(id) {
    this.id = id;
    this.blocks = new Map();
    this.widths = [];
    this.heights = new Map();
    this.hiddenRows = new Set();
    this.hiddenBySheet = new Set(); // those that are hidden for everybody
    this.views = []; // the filter views
    this.chosen = 0; // the id of the one that is shown here; 0 is none
    this.hiddenColumns = new Set();
    this.folded = new Set(); // the columns that the sheet hides
    this.unfolded = new Set(); // the first columns of the groups that the reader has opened here
    this.folds = []; // the groups of columns: [from, up to]
  }

  update({ properties, merges = [], bandedRanges = [], charts = [], protectedRanges = [], filterViews = [], developerMetadata = [], columnGroups = [] }) {
    const grid = properties.gridProperties ?? {};
    if (this.rows !== grid.rowCount) this.markStale();
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
    this.marks = joined(developerMetadata);
    this.parsed = new Map();
    this.folds = columnGroups.map(({ range }) => [range.startIndex ?? 0, range.endIndex]);
    this.#hide();
    const box = (range) => boxOfRange(range ?? {}, this.rows, this.columns);
    this.bands = bandedRanges.map((band) => ({ ...band, box: box(band.range) }));
    this.charts = charts;
    this.protections = protectedRanges
      .filter((protection) => !protection.requestingUserCanEdit && !protection.warningOnly)
      .map((protection) => ({ box: box(protection.range), unprotected: (protection.unprotectedRanges ?? []).map(box) }));
    const whole = (protection) =>
      protection.box.bottom - protection.box.top >= this.rows && protection.box.right - protection.box.left >= this.columns;
    this.views = filterViewsOf(filterViews, this.rows, this.columns);
    this.#hideRows();
    this.fullyProtected = this.protections.some((protection) => whole(protection) && !protection.unprotected.length);
    this.isForm = !this.fullyProtected && this.protections.some(whole);
  }

  // How wide a column is drawn, in pixels.
  width(column) {
    return this.fitted?.get(column) ?? this.widths[column] ?? 100;
  }

  // What a program has noted about the tab under *key*, as JSON; undefined if it has noted nothing that can be read.
  mark(key) {
    if (!this.parsed.has(key)) this.parsed.set(key, parsed(this.marks.get(key)));
    return this.parsed.get(key);
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
      toggle(this.folded, place, column.hiddenByUser);
    });
    this.#hide();
    (data.rowMetadata ?? []).forEach((row, place) => {
      this.heights.set(at * BLOCK + place, row.pixelSize ?? 21);
      toggle(this.hiddenBySheet, at * BLOCK + place, row.hiddenByUser || row.hiddenByFilter);
    });
    this.#hideRows();
  }

  // The filter view that is shown here, or undefined.
  get view() {
    return this.views.find((each) => each.id === this.chosen);
  }

  // Show the filter view with this id here, or all rows.
  choose(id) {
    this.chosen = id;
    this.#hideRows();
  }

  // Whether a row that was loaded is hidden by the filter view.
  isFilteredOut(row) {
    return this.hiddenRows.has(row) && !this.hiddenBySheet.has(row);
  }

  #hideRows() {
    this.hiddenRows = new Set(this.hiddenBySheet);
    const { view } = this;
    if (!view) return;
    for (const [at, block] of this.blocks)
      for (let row = at * BLOCK; block.had && row < Math.min((at + 1) * BLOCK, view.box.bottom); row++)
        if (hidesRow(view, row, (column) => this.cell(row, column).formattedValue ?? "")) this.hiddenRows.add(row);
  }

  // Open the group of columns that begins with *start* on this page, or fold it again.
  toggleFold(start) {
    toggle(this.unfolded, start, !this.unfolded.has(start));
    this.#hide();
  }

  // The groups of columns that can be opened or are: {start, end, open}.
  get openable() {
    const hides = ([start, end]) => Array.from({ length: end - start }, (_, at) => start + at).some((column) => this.folded.has(column));
    return this.folds.filter(hides).map(([start, end]) => ({ start, end, open: this.unfolded.has(start) }));
  }

  #hide() {
    const open = this.folds.filter(([start]) => this.unfolded.has(start));
    this.hiddenColumns = new Set([...this.folded].filter((column) => !open.some(([start, end]) => column >= start && column < end)));
  }

  markStale() {
    for (const block of this.blocks.values()) block.stale = true;
  }

  // Whether a row was loaded at least once.
  isLoaded(row) {
    return (this.blocks.get(Math.floor(row / BLOCK))?.had ?? 0) > 0;
  }

  cell(row, column) {
    return this.blocks.get(Math.floor(row / BLOCK))?.rows[row % BLOCK]?.values?.[column] ?? EMPTY;
  }

  // The heading of a column: its text in the last frozen row, or "".
  heading(column) {
    return this.frozenRows ? (this.cell(this.frozenRows - 1, column).formattedValue ?? "") : "";
  }

  // What the note of a column's heading says, or "".
  headingNote(column) {
    return this.frozenRows ? (this.cell(this.frozenRows - 1, column).note ?? "") : "";
  }

  // The name of a row: its last text in a frozen column, or "". A lone sign, like ✓, is no name.
  rowName(row) {
    for (let column = this.frozenColumns - 1; column >= 0; column--) {
      const text = this.cell(row, column).formattedValue;
      if (text && /[\p{L}\p{N}]/u.test(text)) return text;
    }
    return "";
  }

  // A text about a row, with the headings of the row's cells in place of their addresses: elsewhere nobody knows what G5 is.
  inWords(row, text) {
    return text.replaceAll(/\b([A-Z]{1,3})(\d+):/g, (found, column, number) =>
      (Number(number) === row + 1 && this.heading(columnNumber(column)) ? `${this.heading(columnNumber(column))}:` : found));
  }

  // What a cell stands for: the heading of its column and the name of its row. Headings and names have none themselves,
  // and neither have the places of a board, above which is its title.
  namesOf(row, column) {
    if (this.marks.has("page.places")) return [];
    if (row < this.frozenRows || column < this.frozenColumns) return [];
    return [this.heading(column), this.rowName(row)].filter(Boolean);
  }

  // The number of rows down to the last loaded one that holds anything.
  get filledRows() {
    let rows = 0;
    for (const [at, block] of this.blocks) rows = Math.max(rows, at * BLOCK + block.rows.length);
    return rows;
  }

  // The number of columns that hold anything in the loaded rows.
  usedColumns() {
    let most = 0;
    for (const block of this.blocks.values())
      for (const row of block.rows) most = Math.max(most, row.values?.length ?? 0);
    return most;
  }

  locked(row, column) {
    return this.protections.some(
      (protection) => holds(protection.box, row, column) && !protection.unprotected.some((box) => holds(box, row, column)),
    );
  }

  // The colour of a cell by its banded range, or undefined.
  band(row, column) {
    const band = this.bands.find((each) => holds(each.box, row, column));
    if (!band) return undefined;
    const { top, left, bottom, right } = band.box;
    return (
      bandColour(band.columnProperties, column - left, right - left) ??
      bandColour(band.rowProperties, row - top, bottom - top)
    );
  }

  // The top left cell of the merge that covers a cell, or the cell itself.
  corner(row, column) {
    const span = this.spans.get(`${row},${column}`);
    return span ? { row: span.top, column: span.left } : { row, column };
  }

  span(row, column) {
    return this.spans.get(`${row},${column}`);
  }
}

// The marks of a tab by key. A long one goes on in "key.2" and so on.
function joined(developerMetadata) {
  const held = new Map(developerMetadata.map((each) => [each.metadataKey, each.metadataValue ?? ""]));
  for (const key of [...held.keys()])
    for (let part = 2; held.has(`${key}.${part}`); part++) held.set(key, held.get(key) + held.get(`${key}.${part}`));
  return held;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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

// The entered value: a text, number, boolean or the text of a formula; "" for an empty cell.
export function entered(cell) {
  const held = cell.userEnteredValue;
  if (!held) return "";
  return held.formulaValue ?? held.stringValue ?? held.numberValue ?? held.boolValue ?? "";
}

// The text with which an editor starts. Entering it unchanged results in the same cell.
export function editable(cell) {
  const value = entered(cell);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number") return cell.effectiveFormat?.numberFormat ? (cell.formattedValue ?? "") : String(value);
  if (cell.userEnteredValue?.stringValue !== undefined && looksTyped(value)) return `'${value}`;
  return value;
}

// Whether typing a text again would not result in a text.
function looksTyped(text) {
  return /^(['=]|true$|false$)/i.test(text) || (/\d/.test(text) && /^[\d\s.,:/+\-$€£¥%()eEapmAPM]+$/.test(text));
}
