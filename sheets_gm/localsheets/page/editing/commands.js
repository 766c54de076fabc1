// Commands by key and pointer: edit, tick, clear, copy, paste, undo.
import { address } from "../spreadsheet/a1.js";
import { announce, hideMessage, showMessage } from "../widgets/messages.js";
import { asTable, read, tiled, written } from "./clipboard.js";
import { boxValues, isBox, isList, ticked } from "../spreadsheet/validation.js";

const MOST = 50000; // cells that one command can write
const COMPOSES = ["Dead", "Process", "Unidentified"]; // keys that begin a letter of several keys

export class Commands {
  constructor(grid, selection, editor, writes) {
    Object.assign(this, { grid, selection, editor, writes, spreadsheet: grid.spreadsheet });
    grid.view.addEventListener("keydown", (event) => this.#key(event));
    grid.table.addEventListener("click", (event) => this.#click(event));
    grid.table.addEventListener("dblclick", (event) => event.target.closest("td")?.at && this.#edit());
    for (const kind of ["copy", "cut", "paste"]) document.addEventListener(kind, (event) => this.#clip(event));
  }

  #key(event) {
    if (event.target.closest(".editor") || event.isComposing) return;
    const control = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (control && letter === "z") this.#undoOrRedo(event, event.shiftKey ? "redo" : "undo");
    else if (control && letter === "y") this.#undoOrRedo(event, "redo");
    else if (this.selection.key(event)) return;
    else if (event.key === "Escape") this.#escape();
    else if (event.key === "Enter" || event.key === "F2") this.#handle(event, () => this.#edit());
    else if (event.key === " " && isBox(this.selection.cell.dataValidation)) this.#handle(event, () => this.#tick());
    else if (event.key === "Delete" || event.key === "Backspace") this.#handle(event, () => this.clear());
    else if (event.key === "ArrowDown" && event.altKey) this.#handle(event, () => this.editor.begin());
    else if (COMPOSES.includes(event.key)) this.editor.begin({ text: "", touched: false }); // what is composed goes into the editor
    else if (event.key.length === 1 && !control && !(event.altKey && /[a-z0-9]/i.test(event.key))) this.#handle(event, () => this.editor.begin({ text: event.key }));
  }

  #escape() {
    hideMessage();
    announce("Tab now leaves the sheet.");
  }

  #handle(event, act) {
    event.preventDefault();
    act();
  }

  async #undoOrRedo(event, kind) {
    event.preventDefault();
    const edit = await this.writes[kind]();
    if (edit === false) return undefined;
    if (!edit) return announce(kind === "undo" ? "Nothing to undo." : "Nothing to redo.");
    const { row, column } = edit.cells[0];
    if (edit.tab === this.grid.tabId) this.selection.go(row, column);
    return announce(`${address(row, column)} ${kind === "undo" ? "undone" : "redone"}`);
  }

  #edit() {
    if (isBox(this.selection.cell.dataValidation)) this.#tick();
    else this.editor.begin();
  }

  // A click on a checkbox ticks it, and a click on the arrow of a drop-down opens it. On a phone, a tap does both; a second tap edits.
  #click(event) {
    const td = event.target.closest("td");
    if (!td?.at || event.target.closest("a")) return;
    const { row, column } = this.selection.active;
    if (td.at.row !== row || td.at.column !== column) return;
    const touch = event.pointerType === "touch";
    const rule = this.selection.cell.dataValidation;
    if (isBox(rule)) {
      event.preventDefault();
      if (event.target.tagName === "INPUT" || touch) this.#tick();
    } else if (isList(rule) && (touch || this.#onArrow(event, td))) {
      this.editor.begin({ touch });
    } else if (touch && this.selection.again) {
      this.editor.begin();
    }
  }

  // Edit the active cell as a tap on it does: a checkbox is ticked, a drop-down opens without the keyboard.
  tap() {
    const rule = this.selection.cell.dataValidation;
    if (isBox(rule)) this.#tick();
    else this.editor.begin({ touch: isList(rule) });
  }

  #onArrow(event, td) {
    return !event.shiftKey && td.getBoundingClientRect().right - event.clientX < 20;
  }

  #tick() {
    const { tab, cell, active } = this.selection;
    if (this.spreadsheet.locked(tab, active.row, active.column)) return this.editor.begin();
    const [on, off] = boxValues(cell.dataValidation);
    const waiting = this.spreadsheet.waiting(tab, active.row, active.column);
    const now = ticked(cell, waiting);
    this.writes.enter(tab, active.row, active.column, [[now ? off : on]]);
    return announce(`${address(active.row, active.column)} ${now ? "not ticked" : "ticked"}`);
  }

  // -- blocks ------------------------------------------------------------------------------------------------------------

  async #load(box) {
    await this.spreadsheet.load(this.selection.tab, box.top, box.bottom);
  }

  #lockedIn(box) {
    const { tab } = this.selection;
    for (let row = box.top; row < box.bottom; row++)
      for (let column = box.left; column < box.right; column++)
        if (this.spreadsheet.locked(tab, row, column)) return { row, column };
    return null;
  }

  // Show why a block cannot be written. Returns whether there is a reason.
  #refuses(box) {
    const { tab, active } = this.selection;
    const here = this.grid.td(active.row, active.column);
    if ((box.bottom - box.top) * (box.right - box.left) > MOST) {
      showMessage(here, `That is more than ${MOST.toLocaleString("en")} cells. Select fewer.`);
      return true;
    }
    if (box.bottom > tab.rows || box.right > tab.columns) {
      showMessage(here, "The block does not fit here. Start further up or to the left.");
      return true;
    }
    const locked = this.#lockedIn(box);
    if (locked) {
      const place = address(locked.row, locked.column);
      showMessage(this.grid.td(locked.row, locked.column) ?? here, `Nothing was changed: ${place} is protected.`);
    }
    return Boolean(locked);
  }

  async clear() {
    const { tab, box } = this.selection;
    const small = { ...box, bottom: Math.min(box.bottom, this.#filledTo(tab)) };
    if (small.bottom <= small.top || this.#refuses(small)) return;
    await this.#load(small);
    const rows = each(small, (row, column) => {
      const cell = this.spreadsheet.cell(tab, row, column);
      if (isBox(cell.dataValidation)) return boxValues(cell.dataValidation)[1];
      return cell.userEnteredValue ? "" : null;
    });
    if (this.writes.enter(tab, small.top, small.left, rows)) announce("cleared");
  }

  // The row below the last loaded one that holds anything.
  #filledTo(tab) {
    return Math.max(tab.filledRows, this.selection.active.row + 1);
  }

  async #clip(event) {
    if (this.editor.open || !this.grid.view.contains(document.activeElement)) return;
    event.preventDefault();
    if (event.type === "paste") {
      await this.paste(event.clipboardData.getData("text/plain"));
      return;
    }
    const { tab, box } = this.selection;
    const small = { ...box, bottom: Math.min(box.bottom, Math.max(this.#filledTo(tab), box.top + 1)) };
    const rows = each(small, (row, column) => this.spreadsheet.cell(tab, row, column).formattedValue ?? "");
    event.clipboardData.setData("text/plain", written(rows));
    event.clipboardData.setData("text/html", asTable(rows));
    if (event.type === "cut") await this.clear();
    else announce("copied");
  }

  async paste(text) {
    if (text === "") return;
    const { box } = this.selection;
    const rows = tiled(read(text), box.bottom - box.top, box.right - box.left);
    if (!(await this.write(box.top, box.left, rows, "pasted"))) return;
    const width = Math.max(...rows.map((row) => row.length));
    this.selection.select({ row: box.top, column: box.left }, { row: box.top + rows.length - 1, column: box.left + width - 1 });
  }

  // Write a block from a corner, if every cell may hold what it gets. Returns whether it was written; *done* says how it is called.
  async write(top, left, rows, done) {
    const { tab } = this.selection;
    const width = Math.max(...rows.map((row) => row.length));
    const area = { top, left, bottom: top + rows.length, right: left + width };
    if (this.#refuses(area)) return false;
    await this.#load(area);
    for (const [down, row] of rows.entries())
      for (const [across, value] of row.entries()) {
        const place = [area.top + down, area.left + across];
        const why = await this.editor.objection(tab, this.spreadsheet.cell(tab, ...place), value);
        if (why) {
          showMessage(this.grid.td(...place), `Nothing was ${done}. ${address(...place)}: ${why}`);
          return false;
        }
      }
    this.writes.enter(tab, area.top, area.left, rows);
    announce(done);
    return true;
  }
}

function each(box, read) {
  const rows = [];
  for (let row = box.top; row < box.bottom; row++) {
    rows.push([]);
    for (let column = box.left; column < box.right; column++) rows.at(-1).push(read(row, column));
  }
  return rows;
}
