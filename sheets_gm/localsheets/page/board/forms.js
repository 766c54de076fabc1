// The rows that clicks on a board fill in: the tabs that note which of their columns take pieces and places.
import { address } from "../spreadsheet/a1.js";
import { isList, optionsOf } from "../spreadsheet/validation.js";

const CLICKS = "page.clicks"; // {"piece": a heading, "" where no piece is picked first, "to": [headings], "name": the heading of whose row it is, "ask": true for questions, "lines": {heading: what stands between places}, "ends": [heading, what ends a turn]}
const PLAYED = "page.played"; // [the rows that were played and not changed since]
const REACH = "page.reach"; // {the name of a piece: {a heading: [what a row with the piece can name there]}}
const NEAR = "page.near"; // {row: {a heading: [what it can name there as things stand]}}
const BESIDE = "page.beside"; // {row: {a name: {a heading: what the row names there beside it}}}
const MOST = 200; // rows of a tab that are looked at

export class Forms {
  constructor(spreadsheet) {
    this.spreadsheet = spreadsheet;
  }

  get tabs() {
    return this.spreadsheet.tabs.filter((tab) => !tab.hidden && tab.marks.has(CLICKS));
  }

  // Load the rows of all these tabs that are not up to date. Returns whether anything was requested.
  async load() {
    const read = await Promise.all(this.tabs.map((tab) => this.spreadsheet.load(tab, 0, Math.min(tab.rows, MOST))));
    return read.includes(true);
  }

  // The rows of this user that can take a piece with one of *names*: {tab, row, name}.
  rowsFor(names) {
    return this.tabs.flatMap((tab) => this.#rowsOf(tab, names));
  }

  // The row that a tap on a tile with *names* picks while *open* is open: the next one of a piece on it that this user may
  // order; undefined where there is none but that of the open row, or where a question is open, which is about any tile.
  picks(names, open) {
    if (open && this.isAsk(open)) return undefined;
    const rows = this.rowsFor(names).filter((each) => !this.isAsk(each));
    const at = rows.findIndex((each) => each.tab === open?.tab && each.row === open.row);
    const isPicked = at >= 0 && names.includes(this.pieceOf(open));
    if (isPicked && rows.length === 1) return undefined;
    return rows[isPicked ? (at + 1) % rows.length : 0];
  }

  // Whether a piece with one of *names* waits for this user: an order can still move it.
  waits(names) {
    return this.rowsFor(names).some((each) => !this.isAsk(each) && this.targets({ ...each, names }).size > 0);
  }

  // Of *groups* of names, those with a piece that waits for this user. Each tab is looked through once, not for each group.
  waiting(groups) {
    const known = new Set(this.tabs.filter((tab) => !this.isAsk({ tab })).flatMap((tab) => [...this.#named(tab)]));
    return groups.filter((names) => names.some((name) => known.has(name)) && this.waits(names));
  }

  // All names of pieces that rows of a tab have or could take.
  #named(tab) {
    const { piece } = this.#columns(tab);
    const found = new Set();
    for (let row = tab.frozenRows; piece !== undefined && row < Math.min(tab.rows, MOST); row++) {
      const text = this.text(tab, row, piece);
      if (text) found.add(text);
      else for (const option of this.options(tab, row, piece)) found.add(option);
    }
    return found;
  }

  // Whether the rows of a tab order nothing, but only ask.
  isAsk({ tab }) {
    return tab.mark(CLICKS)?.ask === true;
  }

  #rowsOf(tab, names) {
    const { piece } = this.#columns(tab);
    if (piece === undefined) return [];
    const played = new Set(tab.mark(PLAYED) ?? []);
    const found = [];
    const blank = [];
    for (let row = tab.frozenRows; row < Math.min(tab.rows, MOST); row++) {
      if (played.has(row)) continue;
      const text = this.text(tab, row, piece);
      const own = this.mayFill(tab, row, piece);
      if (own ? text && names.includes(text) : names.includes(text) && this.targets({ tab, row }).size) found.push({ tab, row });
      else if (own && !text && this.options(tab, row, piece).some((option) => names.includes(option))) blank.push({ tab, row });
    }
    return found.length ? found : blank.slice(0, 1);
  }

  // What this user's rows can name that need no piece: by each text, the row that can name it and the column that takes it.
  // It is the first row whose column is still empty, or else the first.
  openTargets() {
    const found = new Map();
    for (const tab of this.tabs) {
      if (!this.needNoPiece(tab) || this.isAsk({ tab })) continue;
      const played = new Set(tab.mark(PLAYED) ?? []);
      for (let row = tab.frozenRows; row < Math.min(tab.rows, MOST); row++)
        if (!played.has(row))
          for (const [text, column] of this.targets({ tab, row })) {
            const before = found.get(text);
            const isFree = (each) => this.text(each.tab, each.row, each.column) === "";
            if (!before || (!isFree(before) && isFree({ tab, row, column }))) found.set(text, { tab, row, column });
          }
    }
    return found;
  }

  // The piece that a row is for; "" where it names none.
  pieceOf({ tab, row }) {
    const { piece } = this.#columns(tab);
    return piece === undefined ? "" : this.text(tab, row, piece);
  }

  // Whether the rows of a tab name places without a piece.
  needNoPiece(tab) {
    return tab.mark(CLICKS)?.piece === "";
  }

  // The cells that picking a row fills in: the piece, where the row has to be told.
  pieceFor({ tab, row }, names) {
    const { piece } = this.#columns(tab);
    if (piece === undefined) return null;
    if (!this.mayFill(tab, row, piece) || names.includes(this.text(tab, row, piece))) return null;
    return { column: piece, text: this.options(tab, row, piece).find((option) => names.includes(option)) };
  }

  // What the row may name next: by each text, the column that takes it. *names* are those of the piece and its place, if the
  // row does not name the piece yet.
  targets({ tab, row, names }) {
    const { piece, to } = this.#columns(tab);
    const text = piece === undefined ? "" : this.text(tab, row, piece);
    const reach = tab.mark(REACH) ?? {};
    const limits = reach[text] ?? reach[(names ?? []).find((name) => name in reach)];
    const found = new Map();
    for (const column of to) {
      if (!this.mayFill(tab, row, column)) continue;
      const within = limits?.[tab.heading(column)];
      for (const option of [...this.options(tab, row, column), ...Object.keys(tab.mark(BESIDE)?.[row] ?? {})])
        if (!found.has(option) && (within?.includes(option) ?? true)) found.set(option, column);
    }
    return found;
  }

  // Whether the row can name *name* in *column* as things stand.
  isNear({ tab, row }, name, column) {
    return tab.mark(NEAR)?.[row]?.[tab.heading(column)]?.includes(name) ?? !this.isAsk({ tab });
  }

  // What the row names beside *name*, where that differs from now: [column, text] each. What it named beside another one goes.
  beside({ tab, row }, name) {
    const noted = tab.mark(BESIDE)?.[row] ?? {};
    const all = Object.values(noted);
    return Array.from({ length: tab.usedColumns() }, (_, column) => column).flatMap((column) => {
      const [heading, before] = [tab.heading(column), this.text(tab, row, column)];
      const text = noted[name]?.[heading] ?? "";
      return text !== before && (text || all.some((each) => each[heading] === before)) ? [[column, text]] : [];
    });
  }

  // What the row names now.
  chosen({ tab, row }) {
    return this.#columns(tab).to.map((column) => this.text(tab, row, column)).filter(Boolean);
  }

  // What this user's rows order now, where it can be drawn: {tab, row, piece, to, ready}. Rows that were played are over.
  orders() {
    return this.tabs.filter((tab) => !this.isAsk({ tab })).flatMap((tab) => this.#ordersOf(tab));
  }

  #ordersOf(tab) {
    const { piece, to } = this.#columns(tab);
    const played = new Set(tab.mark(PLAYED) ?? []);
    const found = [];
    for (let row = tab.frozenRows; piece !== undefined && row < Math.min(tab.rows, MOST); row++) {
      const named = to.filter((column) => this.mayFill(tab, row, column)).map((column) => this.text(tab, row, column)).filter(Boolean);
      if (!named.length || played.has(row)) continue;
      found.push({ tab, row, piece: this.text(tab, row, piece), to: named, ready: this.spreadsheet.isDone(tab, row) });
    }
    return found;
  }

  // The columns in which the row names something that the user can change.
  filledTargets({ tab, row }) {
    return this.#columns(tab).to.filter((column) => this.mayFill(tab, row, column) && this.text(tab, row, column));
  }

  // Whether the user can still fill in a row: after its turn it may be gone, or somebody else's.
  isOwn({ tab, row }) {
    const { piece, to } = this.#columns(tab);
    return [piece, ...to].some((column) => column !== undefined && this.mayFill(tab, row, column));
  }

  // What a row is called: its piece where it names one, whose it is, or the name of the row.
  nameOf({ tab, row }) {
    const { piece, name } = this.#columns(tab);
    if (piece !== undefined && this.mayFill(tab, row, piece)) return this.text(tab, row, piece) || address(row, piece);
    return (name === undefined ? "" : this.text(tab, row, name)) || tab.rowName(row) || address(row, 0);
  }

  mayFill(tab, row, column) {
    const rule = this.spreadsheet.cell(tab, row, column).dataValidation;
    return Boolean(rule) && !this.spreadsheet.locked(tab, row, column);
  }

  options(tab, row, column) {
    const rule = this.spreadsheet.cell(tab, row, column).dataValidation;
    return isList(rule) ? (optionsOf(rule).list ?? []) : [];
  }

  text(tab, row, column) {
    return this.spreadsheet.waiting(tab, row, column)?.text ?? this.spreadsheet.cell(tab, row, column).formattedValue ?? "";
  }

  #columns(tab) {
    const noted = tab.mark(CLICKS) ?? {};
    const columns = new Map();
    for (let column = 0; column < tab.usedColumns(); column++) if (!columns.has(tab.heading(column))) columns.set(tab.heading(column), column);
    const to = (Array.isArray(noted.to) ? noted.to : []).map((heading) => columns.get(heading)).filter((column) => column !== undefined);
    return { piece: noted.piece ? columns.get(noted.piece) : undefined, to, name: columns.get(noted.name) };
  }
}
