// What the reader has to do in a match: the duties, the rows of each, and how far they are. The mark of the first tab says
// where the forms are and what stands in which column; everything else is read from the cells.
import { boardOf, placesIn } from "../board/board.js";
import { isBox, ticked } from "../spreadsheet/validation.js";
import { anyPart, zoned } from "./says.js";

const PLAY = "page.play"; // {"boards": [titles], "forms": [{"tab", "own": {"ready", ...}, "rare", "ask", "queue", "asked", "aside", "says"}], "seats": {person: [[seat, player, side]]}, "gm": {...}, ...}
const DESK = "gm"; // the role of who runs the match
const MOST = 200; // rows of a tab that are looked at
const PLAYED = ["done", "closed"];
const DONE = ["ready", ...PLAYED];
const ABOVE = "↑"; // what stands for the cell of the row above
const LONG = ".long"; // the end of the key of a mark that says how long another would have been

export class Plan {
  constructor(spreadsheet) {
    Object.assign(this, { spreadsheet, person: null, turn: null, waiting: [] }); // *waiting*: the names of those who are waited for
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

  // What the game master could not note, since it is too long: {tab, key, letters}.
  get tooLong() {
    return this.spreadsheet.tabs.flatMap((tab) => [...tab.marks].filter(([key]) => key.endsWith(LONG)).map(([key, letters]) => ({ tab, key: key.slice(0, -LONG.length), letters: Number(letters) })));
  }

  // What the reader is here: {id, name, seat}, one for each seat, and who runs the match.
  get roles() {
    const own = this.mark?.seats?.[this.person] ?? [];
    const seats = own.map(([id, player, side]) => ({ id, name: player, seat: { id, player, side } }));
    const { gm } = this.mark ?? {};
    return [...seats, ...(gm?.who?.includes(this.person) ? [{ id: DESK, name: "Game master", seat: { id: gm.seat, player: "", side: "" } }] : [])];
  }

  // The role that was chosen, or the first; null for who only watches.
  get role() {
    const { roles } = this;
    return roles.find(({ id }) => id === this.chosen) ?? roles[0] ?? null;
  }

  // The reader's seat, as the only one of a list: {id, player, side}; none for who runs the match or watches.
  get seats() {
    return this.role && !this.runs ? [this.role.seat] : [];
  }

  // Whether the reader runs the match now.
  get runs() {
    return this.role?.id === DESK;
  }

  // The other workbooks of the match that the reader fills in: [title, document].
  get books() {
    return this.mark?.books?.[this.person] ?? [];
  }

  // The forms that have a tab here: {tab, own, rare, ask}.
  get forms() {
    const desk = this.runs ? [{ ...this.mark.gm.desk, queue: true }] : [];
    const played = this.runs && Object.keys(this.mark.seats ?? {}).length > 0; // then the other forms here are the players'
    return [...desk, ...(played ? [] : (this.mark?.forms ?? []))].flatMap((form) => {
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

  // The board that a sentence is about: one that it names, *open* if its places are there, or another with them; else undefined.
  boardOf(line, open) {
    const found = this.boards.filter((tab) => placesIn(tab, line).length);
    return found.find(({ title }) => line.includes(title)) ?? found.find((tab) => tab === open) ?? found[0];
  }

  // The boards on which a piece stands, or a place of this name is.
  boardsWith(name) {
    return this.boards.filter((tab) => {
      const board = boardOf(tab);
      return board?.places.has(name) || board?.pieces.has(name);
    });
  }

  get lists() {
    return this.#noted("lists").filter((tab) => !tab.marks.has("page.places"));
  }

  #noted(name) {
    return (this.mark?.[name] ?? []).map((title) => this.named(title)).filter(Boolean);
  }

  // Whether it is known what the reader has to do.
  get isLoaded() {
    return this.forms.every(({ tab }) => tab.isLoaded(0));
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
    const alone = this.roles.length < 2; // then all that is due is for the one role
    const found = this.forms.map((form) => this.#duty(form, due)).filter(({ title, rows, others }) => rows.length || others.length || (alone && due.has(title)));
    return found.sort((one, two) => Number(two.due) - Number(one.due) || lastly(one.form) - lastly(two.form));
  }

  #duty(form, due) {
    const title = form.tab.title;
    const { rows, others } = this.#rows(form);
    const states = rows.map((each) => each.state);
    const inReach = due.has(title) && !form.ask;
    let state = ["refused", "draft", "todo"].find((each) => states.includes(each)) ?? states[0] ?? "closed";
    if (inReach && due.get(title)) state = this.mark.away?.[this.role?.id] && !states.includes("ready") ? "open" : "ready";
    else if (!inReach && state === "todo") state = "open";
    return { title, tab: form.tab, form, rows, others, state, due: inReach };
  }

  // The reader's own rows of a form, and those of others that the reader may fill in too, as a captain may.
  #rows(form) {
    const { tab } = form;
    const all = [];
    for (let row = tab.frozenRows; row < Math.min(tab.rows, MOST); row++)
      if (this.inputs(form, row).length) all.push(this.#row(form, row));
    const own = all.filter((each) => isOf(each, this.role?.seat));
    const elsewhere = this.roles.filter(({ id }) => id !== this.role?.id);
    const rest = all.filter((each) => !own.includes(each) && !elsewhere.some(({ seat }) => isOf(each, seat)));
    return own.length ? { rows: own, others: rest } : { rows: rest, others: [] };
  }

  #row(form, row) {
    const { tab } = form;
    const text = (name) => this.text(tab, row, this.column(form, form.own[name]));
    const answer = zoned(text("receipt"), this.mark.zone);
    const ready = this.readyBox(form, row);
    const filled = this.inputs(form, row).some((column) => !isBox(this.rule(tab, row, column)) && this.text(tab, row, column));
    const on = ready !== undefined && this.isOn(tab, row, ready);
    const played = (tab.mark("page.played") ?? []).includes(row);
    const stops = form.queue && on && !filled;
    const drafted = filled && (form.queue || !form.says?.needs || this.isOrder(form, row)); // a row may be drawn with a choice in it
    const state = played ? (answer.startsWith("✓") ? "done" : "closed") : answer.startsWith("✗") || stops ? "refused" : on ? "ready" : drafted ? "draft" : "todo";
    return { on, row, seat: text("seat"), player: text("player"), name: text("player") || text("seat") || tab.rowName(row), answer, filled, state };
  }

  // The columns of a row that the reader can fill in, in the sheet's order.
  inputs(form, row) {
    const { tab } = form;
    const found = [];
    for (let column = 0; column < tab.usedColumns(); column++)
      if (tab.heading(column) && this.spreadsheet.isInput(tab, row, column)) found.push(column);
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

  // The row of a duty that keeps ready rows below it from being played; undefined where none does.
  blocking({ form, rows }) {
    const at = form.queue ? rows.findIndex(({ state, on }) => state === "refused" && on) : -1;
    return at >= 0 && rows.slice(at + 1).some(({ state }) => state === "ready") ? rows[at] : undefined;
  }

  // Whether the rows of a duty are sent together: one box is for all of them, also where only one is left.
  isTogether({ form, rows }) {
    return (rows.length > 1 || Boolean(form.says?.pieces)) && rows.filter(({ row }) => this.readyBox(form, row) !== undefined).length === 1;
  }

  // Whether a row orders something, if its form has words for that; else whether something was filled in.
  isOrder(form, row) {
    if (!form.says) {
      const { state, filled } = this.#row(form, row);
      return filled || !["todo", "done", "closed"].includes(state);
    }
    return !form.says.needs || anyPart(form.says.needs, (field, head) => this.said(form, row, field, head));
  }

  // What stands in a field that the form's sentence speaks of; with *head* in the first row of the block.
  said(form, row, field, head = false) {
    const { tab } = form;
    const columns = Object.values(form.says.fields).map((heading) => this.column(form, heading));
    const goesOn = (at) => at > tab.frozenRows && columns.some((column) => this.text(tab, at, column) === ABOVE);
    let first = row;
    while (goesOn(first)) first -= 1;
    const text = (at) => this.text(tab, at, this.column(form, form.says.fields[field]));
    const found = head || text(row) === ABOVE ? text(first) : text(row);
    return field === "seat" ? alone(found, this.seats) : found;
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
    const box = isBox(this.rule(tab, row, column));
    return box && ticked(this.spreadsheet.cell(tab, row, column), this.spreadsheet.waiting(tab, row, column));
  }

  text(tab, row, column) {
    return column === undefined ? "" : this.spreadsheet.textOf(tab, row, column);
  }
}

// How far down the list a form stands that is not waited for: questions, and last what is no part of the turns.
function lastly({ ask, aside }) {
  return aside ? 2 : ask ? 1 : 0;
}

// Whether a duty or a row needs nothing more.
export function isDone({ state }) {
  return DONE.includes(state);
}

// Whether a row was played, so that nothing is filled in there any more.
export function isPlayed({ state }) {
  return PLAYED.includes(state);
}

// Whether a row is for a seat: by its id, its side, or the name of its player.
function isOf({ seat, player }, own) {
  return Boolean(own) && ([own.id, own.side].includes(seat) || seat.startsWith(`${own.id} `) || (player !== "" && player === own.player));
}

// The name of a row without what it is the reader's by: “Rogue” of “p1 Rogue”, “Vanguard” of “Vanguard (Ana)”.
function alone(name, own) {
  const before = own.flatMap(({ id, side }) => [id, side]).find((each) => each && name.startsWith(`${each} `));
  const after = own.map(({ player }) => ` (${player})`).find((each) => name.endsWith(each));
  return name.slice(before ? before.length + 1 : 0, after ? -after.length : undefined);
}

// What a row is called: its name, or where others have the same name, what tells it from them: “#2”, “Rogue”. *own* are the
// reader's seats.
export function nameOfRow({ rows, others }, { row, seat, name }, own) {
  const alike = [...rows, ...others].some((other) => other.row !== row && other.name === name);
  if (!alike) return name;
  return alone(seat, own);
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
