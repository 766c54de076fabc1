// Writing: every edit is one batch. Unanswered edits are kept, even when the page is closed, and sent again.
import { address, inTab } from "../spreadsheet/a1.js";
import { NoAnswer, call, ApiError, spreadsheetPath } from "../server/api.js";
import { entered } from "../spreadsheet/spreadsheet.js";

const STEPS = 100;
const PAUSE = 1000;

// An edit: cells of one tab, each with its row, column, the *value* to write, the value *before*, and the *text* to show
// meanwhile. Values are read as if typed, unless the edit is `exact`. Edits are stored in the browser with these names.
export class Writes {
  constructor(spreadsheet, { report, settled, state }) {
    Object.assign(this, { spreadsheet, report, settled, state });
    this.queue = [];
    this.undone = [];
    this.done = [];
    this.own = new Set(); // cells whose next change comes from this browser
    this.undoing = Promise.resolve(); // undo and redo, one after another
    this.idle = []; // called when the queue is empty
    this.sending = false;
    this.store = `unsaved ${spreadsheet.id}`;
  }

  // Write rows of values from a corner; null keeps a cell.
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
    const behind = Boolean(this.spreadsheet.waiting(tab, row, column));
    return { row, column, value, ...this.#held(tab, row, column), text: shownAs(value), behind };
  }

  // What a cell is known to hold.
  #held(tab, row, column) {
    const held = this.spreadsheet.cell(tab, row, column);
    return { before: entered(held), was: held.userEnteredValue ?? null };
  }

  // An edit of a cell whose earlier edit was unanswered then: only now is it known what it replaces.
  #rebase(edit) {
    const tab = this.spreadsheet.tab(edit.tab);
    for (const cell of edit.cells)
      if (tab && cell.behind) Object.assign(cell, this.#held(tab, cell.row, cell.column), { behind: false });
  }

  #push(edit) {
    this.queue.push(edit);
    for (const cell of edit.cells) {
      this.spreadsheet.pending.set(key(edit, cell), { text: cell.text, value: cell.value });
      this.own.add(key(edit, cell));
    }
    this.#keep();
    this.settled(false);
    this.flush();
  }

  // Send the queued edits in order, one at a time.
  async flush() {
    if (this.sending || !this.queue.length) return;
    this.sending = true;
    clearTimeout(this.later);
    let saved = true;
    try {
      while (this.queue.length) {
        const edit = this.queue[0];
        if (!edit.doubtful) this.state("saving", 0);
        saved = (await this.#deliver(edit)) && saved;
      }
      this.state(saved ? "saved" : "refused", 0);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.state("waiting", this.queue.reduce((sum, edit) => sum + edit.cells.length, 0));
      this.later = setTimeout(() => this.flush(), PAUSE);
    } finally {
      this.sending = false;
    }
  }

  // Send an edit that may have been sent before. Returns whether its cells hold it now.
  async #deliver(edit) {
    if (edit.doubtful) {
      const found = await this.#compared(edit);
      if (found !== "unchanged") {
        this.#finish(edit);
        return found === "arrived";
      }
    }
    this.#rebase(edit);
    edit.doubtful = true;
    return this.#send(edit);
  }

  async #send(edit) {
    const tab = this.spreadsheet.tab(edit.tab);
    try {
      if (!tab) throw new ApiError("This tab was deleted.", 400);
      if (edit.exact) await call("POST", `${spreadsheetPath(this.spreadsheet.id)}:batchUpdate`, { requests: updateCellsRequests(edit) });
      else await call("POST", `${spreadsheetPath(this.spreadsheet.id)}/values:batchUpdate`, typed(tab, edit));
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      this.#refused(edit, error);
      return false;
    }
    tab.markStale();
    await this.spreadsheet.load(tab, edit.cells[0].row, edit.cells.at(-1).row + 1).catch(() => tab.markStale());
    for (const cell of edit.cells) cell.after = entered(this.spreadsheet.cell(tab, cell.row, cell.column));
    this.#remember(edit);
    this.#finish(edit);
    return true;
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
    this.report(edit, `Not saved: ${error.message}${own}`);
  }

  #finish(edit) {
    this.queue = this.queue.filter((each) => each !== edit);
    for (const cell of edit.cells) if (!this.#isQueued(key(edit, cell))) this.spreadsheet.pending.delete(key(edit, cell));
    this.#keep();
    this.settled(true);
    for (const cell of edit.cells) this.own.delete(key(edit, cell));
    if (!this.queue.length) this.idle.splice(0).forEach((resolve) => resolve());
  }

  #isQueued(name) {
    return this.queue.some((edit) => edit.cells.some((cell) => key(edit, cell) === name));
  }

  // What became of a delayed edit: it "arrived", its cells are "unchanged" and it can be sent, or somebody else "changed" one.
  async #compared(edit) {
    const tab = this.spreadsheet.tab(edit.tab);
    if (!tab) return "unchanged";
    tab.markStale();
    await this.spreadsheet.load(tab, edit.cells[0].row, edit.cells.at(-1).row + 1);
    const now = (cell) => this.spreadsheet.cell(tab, cell.row, cell.column);
    const changed = edit.cells.filter((cell) => String(entered(now(cell))) !== String(cell.before));
    if (!changed.length) return "unchanged";
    const arrived = (cell) => [String(entered(now(cell))), now(cell).formattedValue ?? ""].includes(cell.text);
    if (changed.every(arrived)) {
      this.#remember({ ...edit, cells: edit.cells.map((cell) => ({ ...cell, after: entered(now(cell)) })) });
      return "arrived";
    }
    this.#reportConflict(edit, changed, now);
    return "changed";
  }

  #reportConflict(edit, changed, now) {
    const [cell] = changed;
    const theirs = now(cell).formattedValue || "nothing";
    const place = address(cell.row, cell.column);
    const rest = changed.length - 1;
    const more = rest ? ` (and ${rest} more ${rest === 1 ? "cell" : "cells"})` : "";
    const again = edit.cells.map((each) => ({ ...each, before: entered(now(each)), was: now(each).userEnteredValue ?? null }));
    this.report(
      edit,
      `${place}${more} was changed to “${theirs}” by somebody else before your “${cell.text || "nothing"}” arrived.`,
      [
        ["Keep theirs", () => {}],
        ["Use mine", () => this.#push({ ...edit, cells: again, doubtful: false })],
      ],
    );
  }

  // -- undo and redo ----------------------------------------------------------------------------------------------

  undo() {
    return this.#after(() => {
      const edit = this.done.pop();
      return edit && this.#replay(edit, "undo", "after", (cell) => ({ ...cell, value: cell.was, before: cell.after }));
    });
  }

  redo() {
    return this.#after(() => {
      const edit = this.undone.pop();
      return edit && this.#replay(edit, "redo", "before", (cell) => cell);
    });
  }

  // Call *work* once earlier edits are answered: only then is it known what there is to undo.
  #after(work) {
    this.undoing = this.undoing.then(() => this.#whenIdle()).then(work);
    return this.undoing;
  }

  #whenIdle() {
    return this.queue.length ? new Promise((resolve) => this.idle.push(resolve)) : null;
  }

  // Returns the edit that is undone or redone; false if somebody else has changed a cell since, null if there is none.
  #replay(edit, kind, expected, turned) {
    const tab = this.spreadsheet.tab(edit.tab);
    if (!tab) return null;
    const other = edit.cells.find(
      (cell) => String(entered(this.spreadsheet.cell(tab, cell.row, cell.column))) !== String(cell[expected]),
    );
    if (other) {
      const place = address(other.row, other.column);
      this.report(edit, `${place} has been changed by somebody else since, so your edit was not ${kind === "undo" ? "undone" : "redone"}.`);
      return false;
    }
    const cells = edit.cells.map(turned).map((cell) => ({ ...cell, text: kind === "undo" ? textOf(cell.was) : shownAs(cell.value) }));
    this.#push({ tab: edit.tab, cells, kind, of: edit, exact: kind === "undo" });
    return edit;
  }

  // -- unsaved edits ----------------------------------------------------------------------------------------------------

  #keep() {
    try {
      if (this.queue.length) localStorage.setItem(this.store, JSON.stringify({ account: this.account, queue: this.queue }));
      else localStorage.removeItem(this.store);
    } catch {
      // no local storage: the page itself still holds the edits
    }
  }

  // Queue the edits that this account had not saved when the page was closed.
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

function textOf(held) {
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

function updateCellsRequests(edit) {
  return runs(edit.cells).map((run) => ({
    updateCells: {
      start: { sheetId: edit.tab, rowIndex: run[0].row, columnIndex: run[0].column },
      rows: [{ values: run.map((cell) => (cell.value === null ? {} : { userEnteredValue: cell.value })) }],
      fields: "userEnteredValue",
    },
  }));
}
