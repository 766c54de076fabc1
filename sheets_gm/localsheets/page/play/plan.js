// What the reader has to do in a match: the duties, the rows of each, and how far they are. The mark of the first tab says
// where the forms are and what stands in which column; everything else is read from the cells.
import { isBox, ticked } from "../spreadsheet/validation.js";

const PLAY = "page.play"; // {"boards": [titles], "forms": [{"tab", "own": {"ready", ...}, "rare", "ask"}], "seats": {person: [[seat, player, side]]}, ...}
const MOST = 200; // rows of a tab that are looked at
const DONE = ["ready", "closed"];

export class Plan {
  constructor(spreadsheet) {
    Object.assign(this, { spreadsheet, person: null, turn: null });
  }

  // What the first tab notes; null where the spreadsheet is no match, or its mark cannot be read.
  get mark() {
    const text = this.spreadsheet.tabs.map((tab) => tab.marks.get(PLAY)).find(Boolean) ?? "";
    if (text !== this.noted) {
      this.noted = text;
      this.held = read(text);
    }
    return this.held;
  }

  // The reader's seats: {id, player, side}.
  get seats() {
    return (this.mark?.seats?.[this.person] ?? []).map(([id, player, side]) => ({ id, player, side }));
  }

  // The names of those who are waited for, as far as this workbook says so.
  get waiting() {
    const noted = this.spreadsheet.tabs.map((tab) => tab.mark("page.turns")).find(Boolean);
    return this.turn?.waiting ?? noted?.waiting ?? [];
  }

  // The forms that have a tab here: {tab, own, rare, ask}.
  get forms() {
    return (this.mark?.forms ?? []).flatMap((form) => {
      const tab = this.named(form.tab);
      return tab ? [{ ...form, tab, own: form.own ?? {}, rare: form.rare ?? [] }] : [];
    });
  }

  named(title) {
    return title ? this.spreadsheet.named(title) : undefined;
  }

  // The tabs of the boards, and any other tab that notes places.
  get boards() {
    return this.#noted("boards").concat(this.spreadsheet.shown().filter((tab) => tab.marks.has("page.places"))).filter(once);
  }

  get lists() {
    return this.#noted("lists").filter((tab) => !tab.marks.has("page.places"));
  }

  #noted(name) {
    return (this.mark?.[name] ?? []).map((title) => this.named(title)).filter((tab) => tab && !tab.hidden);
  }

  // Load what the forms and boards show. Returns whether anything was requested.
  async load(tabs) {
    const read = await Promise.all(tabs.map((tab) => this.spreadsheet.load(tab, 0, Math.min(tab.rows, MOST))));
    return read.includes(true);
  }

  // What the reader can fill in, in the order of the tabs: {title, tab, form, rows, others, state, due}. A duty that is *due*
  // is waited for; the rest may be filled in.
  duties() {
    const due = new Map(this.turn?.duties ?? []);
    const found = this.forms.map((form) => this.#duty(form, due)).filter((duty) => duty.rows.length || due.has(duty.title));
    return found.sort((one, two) => Number(two.due) - Number(one.due) || Number(one.form.ask ?? false) - Number(two.form.ask ?? false));
  }

  #duty(form, due) {
    const title = form.tab.title;
    const { rows, others } = this.#rows(form);
    const states = rows.map((each) => each.state);
    const inReach = due.has(title) && !form.ask;
    let state = ["refused", "draft", "todo"].find((each) => states.includes(each)) ?? states[0] ?? "closed";
    if (inReach && due.get(title)) state = "ready";
    else if (!inReach && state === "todo") state = "open";
    return { title, tab: form.tab, form, rows, others, state, due: inReach };
  }

  // The reader's own rows of a form, and those of others that the reader may fill in too, as a captain may.
  #rows(form) {
    const { tab } = form;
    const all = [];
    for (let row = tab.frozenRows; row < Math.min(tab.rows, MOST); row++)
      if (this.inputs(form, row).length) all.push(this.#row(form, row));
    const isOwn = ({ seat, player }) => this.seats.some((own) => [own.id, own.side].includes(seat) || seat.startsWith(`${own.id} `) || player === own.player);
    const own = all.filter(isOwn);
    return own.length ? { rows: own, others: all.filter((each) => !own.includes(each)) } : { rows: all, others: [] };
  }

  #row(form, row) {
    const { tab } = form;
    const text = (name) => this.text(tab, row, this.column(form, form.own[name]));
    const answer = text("receipt");
    const ready = this.readyBox(form, row);
    const filled = this.inputs(form, row).some((column) => !isBox(this.rule(tab, row, column)) && this.text(tab, row, column));
    const on = ready !== undefined && this.isOn(tab, row, ready);
    const played = (tab.mark("page.played") ?? []).includes(row);
    const state = played ? "closed" : answer.startsWith("✗") ? "refused" : on ? "ready" : filled ? "draft" : "todo";
    return { row, seat: text("seat"), player: text("player"), name: text("player") || text("seat") || tab.rowName(row), answer, state };
  }

  // The columns of a row that the reader can fill in, in the sheet's order.
  inputs(form, row) {
    const { tab } = form;
    const found = [];
    for (let column = 0; column < tab.usedColumns(); column++)
      if (this.rule(tab, row, column) && !this.spreadsheet.locked(tab, row, column)) found.push(column);
    return found;
  }

  // The column of the Ready box of a row; undefined where the row has none.
  readyBox(form, row) {
    const column = this.column(form, form.own.ready);
    const may = column !== undefined && isBox(this.rule(form.tab, row, column)) && !this.spreadsheet.locked(form.tab, row, column);
    return may ? column : undefined;
  }

  // The Ready box that counts for a row: its own, or the one of all rows: {row, column}, or null.
  readyPlace({ form, rows }, row) {
    for (const each of [row, ...rows.map((other) => other.row)]) {
      const column = this.readyBox(form, each);
      if (column !== undefined) return { row: each, column };
    }
    return null;
  }

  column({ tab }, heading) {
    if (heading === undefined) return undefined;
    for (let column = 0; column < tab.usedColumns(); column++) if (tab.heading(column) === heading) return column;
    return undefined;
  }

  rule(tab, row, column) {
    return this.spreadsheet.cell(tab, row, column).dataValidation;
  }

  isOn(tab, row, column) {
    return ticked(this.spreadsheet.cell(tab, row, column), this.spreadsheet.waiting(tab, row, column));
  }

  text(tab, row, column) {
    return column === undefined ? "" : this.spreadsheet.textOf(tab, row, column);
  }
}

// Whether a duty or a row needs nothing more.
export function isDone({ state }) {
  return DONE.includes(state);
}

function once(tab, at, all) {
  return all.indexOf(tab) === at;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
