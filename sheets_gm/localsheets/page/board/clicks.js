// Clicking a board: pick a piece, the places that it can reach light up, and a click on one fills in its row.
// The same by keyboard: Enter on a piece, Enter on a place, Escape to let go. The rows' own choices say what can be reached.
import { announce, hideMessage, hideNote, showMessage } from "../widgets/messages.js";
import { boardOf, namesAt } from "./board.js";

const MOST_NAMED = 12; // places that are announced by name

export class BoardClicks {
  constructor(grid, selection, writes, forms) {
    Object.assign(this, { grid, selection, writes, forms });
    this.picked = null; // {tab, row, from, filled}: a row of a form, the place of its piece, and the columns clicked since
    this.changed = []; // called when another row is picked, or the picked one may have changed
    grid.after.push(() => this.#draw());
    grid.table.addEventListener("click", (event) => this.#click(event), { capture: true });
    grid.view.addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  get tab() {
    return this.grid.tab;
  }

  #click(event) {
    const td = event.target.closest("td");
    if (!td?.at || event.shiftKey || event.target.closest("a") || !boardOf(this.tab)) return;
    if (this.#act(td.at)) event.stopPropagation();
  }

  #key(event) {
    if (event.target.closest(".editor") || event.ctrlKey || event.metaKey || event.altKey || !boardOf(this.tab)) return;
    if (event.key === "Escape" && this.picked) this.letGo();
    else if (event.key !== "Enter" && event.key !== " ") return;
    else if (!this.#act(this.selection.active)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // What a click on a cell does. Returns whether it does anything.
  #act(at) {
    const names = namesAt(this.tab, at);
    if (!names.length || this.tab.live !== undefined) return false;
    hideMessage();
    const [place] = names;
    const next = this.forms.picks(names, this.picked); // a piece of one's own is picked, also where another could go
    if (next) {
      this.pick(next, place);
      return true;
    }
    if (this.picked) {
      const targets = this.forms.targets(this.picked);
      const name = names.find((each) => targets.has(each));
      if (name !== undefined) return this.#fill(name, targets.get(name));
    }
    const rows = this.forms.rowsFor(names);
    if (!rows.length) {
      if (this.picked) this.letGo();
      return this.#place(names);
    }
    const now = rows.findIndex((each) => this.#isPicked(each) && this.picked.from === place);
    this.pick(rows[(now + 1) % rows.length], place);
    return true;
  }

  // A click that needs no piece: its row names the place, and is picked for the next click and for its card.
  #place(names) {
    const targets = this.forms.openTargets();
    const name = names.find((each) => targets.has(each));
    if (name === undefined) return false;
    const { tab, row, column } = targets.get(name);
    this.picked = { tab, row, from: names[0], board: this.tab.id, filled: new Set() };
    return this.#fill(name, column);
  }

  #isPicked({ tab, row }) {
    return this.picked?.tab === tab && this.picked.row === row;
  }

  // The other rows with a piece on the place of the picked one.
  get others() {
    return this.picked ? this.forms.rowsFor(this.#namesOf(this.picked.from)) : [];
  }

  // What the board says about the place of the picked piece.
  get note() {
    const [row, column] = this.picked ? boardOf(this.tab).places.get(this.picked.from) : [-1, -1];
    return this.picked ? (this.grid.spreadsheet.cell(this.tab, row, column).note ?? "") : "";
  }

  // Whether a cell's note would cover the places to choose from: that of a picked piece is on its card.
  hidesNote({ row, column }) {
    return this.picked !== null && namesAt(this.tab, { row, column }).length > 0;
  }

  #namesOf(place) {
    const [row, column] = boardOf(this.tab)?.places.get(place) ?? [-1, -1];
    return namesAt(this.tab, { row, column });
  }

  pick({ tab, row }, place) {
    hideNote();
    this.picked = { tab, row, from: place, board: this.tab.id, filled: new Set() };
    const piece = this.forms.pieceFor(this.picked, this.#namesOf(place));
    if (piece?.text) this.writes.enter(tab, row, piece.column, [[piece.text]]);
    this.#draw();
    const lit = [...this.#lit().values()];
    const near = lit.filter((each) => each.near);
    const names = (near.length ? near : lit).map((each) => each.name);
    const named = names.length > MOST_NAMED ? `${names.length} places` : names.join(", ") || "nothing";
    announce(`${this.forms.nameOf(this.picked)} on ${place} can go to ${named}`);
  }

  // Fill in what was clicked. What the row named before, such as the target of an attack that was played, gives way to it.
  #fill(name, column) {
    const { tab, row, filled } = this.picked;
    const former = this.forms.filledTargets(this.picked).filter((each) => each !== column && !filled.has(each));
    const [first, last] = [Math.min(column, ...former), Math.max(column, ...former)];
    const cells = Array.from({ length: last - first + 1 }, (_, at) => (former.includes(first + at) ? "" : null));
    cells[column - first] = name;
    filled.add(column);
    this.writes.enter(tab, row, first, [cells]);
    for (const [other, text] of this.forms.beside(this.picked, name)) this.writes.enter(tab, row, other, [[text]]);
    announce(`${this.forms.nameOf(this.picked)}: ${tab.heading(column)} ${name}. Tick Ready below when you are done.`);
    this.#draw();
    return true;
  }

  // The next click starts the picked row again, because it was ticked as it is.
  startOver() {
    this.picked?.filled.clear();
  }

  letGo() {
    this.picked = null;
    this.#draw();
    announce("Nothing is picked.");
  }

  // The cells that light up: by "row,column", the name that a click on it fills in, and whether it is in reach as things stand.
  #lit() {
    const board = boardOf(this.tab);
    const lit = new Map();
    if (!board) return lit;
    if (!this.picked) return this.#litWithoutPiece(board);
    const targets = this.forms.targets(this.picked);
    for (const [at, names] of board.names) {
      const name = names.find((each) => targets.has(each));
      if (name !== undefined) lit.set(at, { name, near: this.forms.isNear(this.picked, name, targets.get(name)) });
    }
    return lit;
  }

  #litWithoutPiece(board) {
    const lit = new Map();
    const targets = this.forms.openTargets();
    for (const [at, names] of board.names) {
      const name = names.find((each) => targets.has(each));
      if (name === undefined) continue;
      const { tab, row, column } = targets.get(name);
      lit.set(at, { name, near: this.forms.isNear({ tab, row }, name, column) });
    }
    return lit;
  }

  #draw() {
    const { tab } = this;
    const board = tab?.live === undefined ? boardOf(tab) : null; // an earlier version is only looked at
    if (this.picked && (this.picked.board !== tab?.id || !board?.places.has(this.picked.from))) this.picked = null;
    if (this.picked && !this.forms.isOwn(this.picked)) this.picked = null;
    if (board) this.#load(tab);
    const lit = this.#lit();
    const chosen = this.picked ? this.forms.chosen(this.picked) : [];
    const mine = new Set(board && !this.picked ? this.forms.waiting([...board.names.values()]) : []);
    for (const td of this.grid.drawn()) {
      const name = `${td.at.row},${td.at.column}`;
      const names = board?.names.get(name) ?? [];
      td.classList.toggle("place", names.length > 0);
      td.classList.toggle("lit", lit.get(name)?.near === true);
      td.classList.toggle("later", lit.get(name)?.near === false);
      td.classList.toggle("chosen", names.some((each) => chosen.includes(each)));
      td.classList.toggle("picked", Boolean(this.picked) && names[0] === this.picked.from);
      td.classList.toggle("mine", mine.has(names));
    }
    this.grid.view.classList.toggle("picking", Boolean(this.picked)); // the arrows make room
    for (const callback of this.changed) callback();
  }

  // Load the forms' rows once for each change, and draw again.
  #load(tab) {
    this.forms.load().then(
      (read) => read && this.tab === tab && this.#draw(),
      (error) => (error.code === undefined ? this.grid.onError(error) : showMessage(this.grid.td(0, 0), error.message)),
    );
  }
}
