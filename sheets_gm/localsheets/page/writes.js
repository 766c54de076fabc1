// Writing: every edit is one batch; what is not answered yet is kept, also over a restart of the page, and sent again.
import { address, boxName, inTab } from "./a1.js";
import { Away, call, Refused, spreadsheet } from "./api.js";
import { entered } from "./book.js";

const STEPS = 100;
const PAUSE = 1000;

// An edit: cells of one tab, each with its row, column, the *value* to write (text as if typed, or true and false;
// an edit that is `exact` writes the value as it is held), what was there *before*, and how it reads meanwhile.
export class Writes {
  constructor(book, { tell, settled, state }) {
    Object.assign(this, { book, tell, settled, state });
    this.queue = [];
    this.undone = [];
    this.done = [];
    this.own = new Set(); // cells whose next change is this browser's own
    this.turns = Promise.resolve(); // undo and redo, one after another
    this.idle = []; // called when nothing waits any more
    this.sending = false;
    this.store = `unsaved ${book.id}`;
  }

  // Write rows of values from a corner on; null leaves a cell as it is.
  enter(tab, top, left, rows) {
    const cells = [];
    rows.forEach((row, down) =>
      row.forEach((value, across) => {
        const [at, column] = [top + down, left + across];
        const corner = tab.corner(at, column);
        if (value === null || corner.row !== at || corner.column !== column) return;
        cells.push(this.#cell(tab, at, column, value));
      }),
    );
    if (cells.length) this.#push({ tab: tab.id, cells, kind: "edit" });
    return cells.length;
  }

  #cell(tab, row, column, value) {
    const held = this.book.cell(tab, row, column);
    return { row, column, value, before: entered(held), was: held.userEnteredValue ?? null, text: shownAs(value) };
  }

  #push(edit) {
    this.queue.push(edit);
    for (const cell of edit.cells) {
      this.book.pending.set(key(edit, cell), { text: cell.text, value: cell.value });
      this.own.add(key(edit, cell));
    }
    this.#keep();
    this.settled(false);
    this.flush();
  }

  // Send what waits, in order, one at a time.
  async flush() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.later);
    try {
      while (this.queue.length) {
        const edit = this.queue[0];
        if (edit.doubtful && !(await this.#stillFree(edit))) {
          this.#finish(edit);
          continue;
        }
        edit.doubtful = true;
        await this.#send(edit);
      }
      this.state(0);
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      this.state(this.queue.reduce((sum, edit) => sum + edit.cells.length, 0));
      this.later = setTimeout(() => this.flush(), PAUSE);
    } finally {
      this.sending = false;
    }
  }

  async #send(edit) {
    const tab = this.book.tab(edit.tab);
    try {
      if (!tab) throw new Refused("This tab is gone.", 400);
      if (edit.exact) await call("POST", `${spreadsheet(this.book.id)}:batchUpdate`, { requests: exactly(edit) });
      else await call("POST", `${spreadsheet(this.book.id)}/values:batchUpdate`, typed(tab, edit));
    } catch (error) {
      if (error instanceof Away) throw error;
      this.#refused(edit, error);
      return;
    }
    tab.outdate();
    await this.book.need(tab, edit.cells[0].row, edit.cells.at(-1).row + 1).catch(() => tab.outdate());
    for (const cell of edit.cells) cell.after = entered(this.book.cell(tab, cell.row, cell.column));
    this.#remember(edit);
    this.#finish(edit);
  }

  #remember(edit) {
    if (edit.kind === "undo") this.undone.push(edit.of);
    else this.done.push(edit.of ? { ...edit.of, cells: edit.cells } : edit);
    if (edit.kind === "edit") this.undone = [];
    this.done = this.done.slice(-STEPS);
  }

  #refused(edit, error) {
    const own = edit.cells.length === 1 && edit.cells[0].text ? `\nYou entered: ${edit.cells[0].text}` : "";
    this.#finish(edit);
    this.tell(edit, `Not saved: ${error.message}${own}`);
  }

  #finish(edit) {
    this.queue = this.queue.filter((each) => each !== edit);
    for (const cell of edit.cells) if (!this.#waits(key(edit, cell))) this.book.pending.delete(key(edit, cell));
    this.#keep();
    this.settled(true);
    for (const cell of edit.cells) this.own.delete(key(edit, cell));
    if (!this.queue.length) this.idle.splice(0).forEach((resolve) => resolve());
  }

  #waits(name) {
    return this.queue.some((edit) => edit.cells.some((cell) => key(edit, cell) === name));
  }

  // Whether an edit that was held up may still be sent: not if it arrived, nor if somebody else was there meanwhile.
  async #stillFree(edit) {
    const tab = this.book.tab(edit.tab);
    if (!tab) return true;
    tab.outdate();
    await this.book.need(tab, edit.cells[0].row, edit.cells.at(-1).row + 1);
    const now = (cell) => this.book.cell(tab, cell.row, cell.column);
    const taken = edit.cells.filter((cell) => String(entered(now(cell))) !== String(cell.before));
    if (!taken.length) return true;
    const arrived = (cell) => [String(entered(now(cell))), now(cell).formattedValue ?? ""].includes(cell.text);
    if (taken.every(arrived)) {
      this.#remember({ ...edit, cells: edit.cells.map((cell) => ({ ...cell, after: entered(now(cell)) })) });
      return false;
    }
    this.#clash(edit, taken, now);
    return false;
  }

  #clash(edit, taken, now) {
    const [cell] = taken;
    const theirs = now(cell).formattedValue || "nothing";
    const place = address(cell.row, cell.column);
    const more = taken.length > 1 ? ` (and ${taken.length - 1} more cells)` : "";
    const again = edit.cells.map((each) => ({ ...each, before: entered(now(each)), was: now(each).userEnteredValue ?? null }));
    this.tell(
      edit,
      `${place}${more} was changed to “${theirs}” by somebody else before your “${cell.text || "nothing"}” arrived.`,
      [
        ["Keep theirs", () => {}],
        ["Use mine", () => this.#push({ ...edit, cells: again, doubtful: false })],
      ],
    );
  }

  // -- one's own last edits ----------------------------------------------------------------------------------------------

  undo() {
    return this.#after(() => {
      const edit = this.done.pop();
      return edit && this.#turn(edit, "undo", "after", (cell) => ({ ...cell, value: cell.was, before: cell.after }));
    });
  }

  redo() {
    return this.#after(() => {
      const edit = this.undone.pop();
      return edit && this.#turn(edit, "redo", "before", (cell) => cell);
    });
  }

  // Do *work* once all that was typed before is answered: only then is it known what there is to undo.
  #after(work) {
    this.turns = this.turns.then(() => this.#quiet()).then(work);
    return this.turns;
  }

  #quiet() {
    return this.queue.length ? new Promise((resolve) => this.idle.push(resolve)) : null;
  }

  // Answers the edit that is turned; false where somebody else was there since, null where there is none.
  #turn(edit, kind, expected, turned) {
    const tab = this.book.tab(edit.tab);
    if (!tab) return null;
    const other = edit.cells.find(
      (cell) => String(entered(this.book.cell(tab, cell.row, cell.column))) !== String(cell[expected]),
    );
    if (other) {
      const place = address(other.row, other.column);
      this.tell(edit, `${place} has been changed by somebody else since: your edit there is not ${kind === "undo" ? "undone" : "done again"}.`);
      return false;
    }
    const cells = edit.cells.map(turned).map((cell) => ({ ...cell, text: kind === "undo" ? heldAs(cell.was) : shownAs(cell.value) }));
    this.#push({ tab: edit.tab, cells, kind, of: edit, exact: kind === "undo" });
    return edit;
  }

  // -- over a restart ----------------------------------------------------------------------------------------------------

  #keep() {
    try {
      if (this.queue.length) localStorage.setItem(this.store, JSON.stringify({ account: this.account, queue: this.queue }));
      else localStorage.removeItem(this.store);
    } catch {
      this.keepsNothing = true; // a browser that keeps nothing: the page itself still holds the edits
    }
  }

  // Take up what this account had not saved when the page was closed.
  resume(account) {
    this.account = account;
    const kept = JSON.parse(localStorage.getItem(this.store) ?? "null");
    if (!kept || kept.account !== account || this.queue.length) return;
    for (const edit of kept.queue) this.#push({ ...edit, doubtful: true });
  }
}

function key(edit, cell) {
  return `${edit.tab},${cell.row},${cell.column}`;
}

function shownAs(value) {
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return String(value).replace(/^'/, "");
}

function heldAs(held) {
  return shownAs(held?.formulaValue ?? held?.stringValue ?? held?.numberValue ?? held?.boolValue ?? "");
}

// Runs of neighbouring cells in one row.
function runs(cells) {
  const found = [];
  for (const cell of cells) {
    const last = found.at(-1);
    if (last && last.at(-1).row === cell.row && last.at(-1).column + 1 === cell.column) last.push(cell);
    else found.push([cell]);
  }
  return found;
}

function typed(tab, edit) {
  const box = {
    top: Math.min(...edit.cells.map((cell) => cell.row)),
    left: Math.min(...edit.cells.map((cell) => cell.column)),
    bottom: Math.max(...edit.cells.map((cell) => cell.row)) + 1,
    right: Math.max(...edit.cells.map((cell) => cell.column)) + 1,
  };
  const size = (box.bottom - box.top) * (box.right - box.left);
  const data =
    size === edit.cells.length
      ? [{ range: inTab(tab.title, box), values: table(edit.cells, box.right - box.left) }]
      : runs(edit.cells).map((run) => ({
          range: inTab(tab.title, { top: run[0].row, left: run[0].column, bottom: run[0].row + 1, right: run.at(-1).column + 1 }),
          values: [run.map((cell) => cell.value)],
        }));
  return { valueInputOption: "USER_ENTERED", data };
}

function table(cells, width) {
  const rows = [];
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width).map((cell) => cell.value));
  return rows;
}

function exactly(edit) {
  return runs(edit.cells).map((run) => ({
    updateCells: {
      start: { sheetId: edit.tab, rowIndex: run[0].row, columnIndex: run[0].column },
      rows: [{ values: run.map((cell) => (cell.value === null ? {} : { userEnteredValue: cell.value })) }],
      fields: "userEnteredValue",
    },
  }));
}

export function namesOf(edit) {
  const { row, column } = edit.cells[0];
  const last = edit.cells.at(-1);
  return boxName({ top: row, left: column, bottom: last.row + 1, right: last.column + 1 });
}
