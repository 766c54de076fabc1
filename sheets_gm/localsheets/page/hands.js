// What keys and pointers do to cells: edit, tick, clear, copy, paste, undo.
import { address } from "./a1.js";
import { say, tell } from "./bubble.js";
import { asTable, read, tiled, written } from "./clipboard.js";
import { boxValues, isBox, isList, ticked } from "./validation.js";

const MOST = 50000; // cells that one key may write

export class Hands {
  constructor(grid, selection, editor, writes) {
    Object.assign(this, { grid, selection, editor, writes, book: grid.book });
    grid.view.addEventListener("keydown", (event) => this.#key(event));
    grid.table.addEventListener("click", (event) => this.#click(event));
    grid.table.addEventListener("dblclick", (event) => event.target.closest("td")?.at && this.#edit());
    for (const kind of ["copy", "cut", "paste"]) document.addEventListener(kind, (event) => this.#clip(event));
  }

  #key(event) {
    if (event.target.closest(".editor") || event.isComposing) return;
    const control = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (control && letter === "z") this.#turn(event, event.shiftKey ? "redo" : "undo");
    else if (control && letter === "y") this.#turn(event, "redo");
    else if (this.selection.key(event)) return;
    else if (event.key === "Enter" || event.key === "F2") this.#take(event, () => this.#edit());
    else if (event.key === " " && isBox(this.selection.cell.dataValidation)) this.#take(event, () => this.#tick());
    else if (event.key === "Delete" || event.key === "Backspace") this.#take(event, () => this.#clear());
    else if (event.key === "ArrowDown" && event.altKey) this.#take(event, () => this.editor.begin());
    else if (event.key.length === 1 && !control && !event.altKey) this.#take(event, () => this.editor.begin({ text: event.key }));
  }

  #take(event, act) {
    event.preventDefault();
    act();
  }

  async #turn(event, kind) {
    event.preventDefault();
    const edit = await this.writes[kind]();
    if (edit === false) return undefined;
    if (!edit) return say(kind === "undo" ? "There is nothing of yours to undo." : "There is nothing to do again.");
    const { row, column } = edit.cells[0];
    if (edit.tab === this.grid.tabId) this.selection.go(row, column);
    return say(`${address(row, column)} ${kind === "undo" ? "undone" : "done again"}`);
  }

  #edit() {
    if (isBox(this.selection.cell.dataValidation)) this.#tick();
    else this.editor.begin();
  }

  // A click on a tick box ticks it; a click on a list's arrow opens it; on a phone a tap does both, and a second tap edits.
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

  #onArrow(event, td) {
    return !event.shiftKey && td.getBoundingClientRect().right - event.clientX < 20;
  }

  #tick() {
    const { tab, cell, active } = this.selection;
    if (this.book.locked(tab, active.row, active.column)) return this.editor.begin();
    const [on, off] = boxValues(cell.dataValidation);
    const waiting = this.book.waiting(tab, active.row, active.column);
    const now = waiting ? waiting.value === on : ticked(cell);
    this.writes.enter(tab, active.row, active.column, [[now ? off : on]]);
    return say(`${address(active.row, active.column)} ${now ? "not ticked" : "ticked"}`);
  }

  // -- blocks ------------------------------------------------------------------------------------------------------------

  async #known(box) {
    await this.book.need(this.selection.tab, box.top, box.bottom);
  }

  #lockedIn(box) {
    const { tab } = this.selection;
    for (let row = box.top; row < box.bottom; row++)
      for (let column = box.left; column < box.right; column++)
        if (this.book.locked(tab, row, column)) return { row, column };
    return null;
  }

  // Tell that a block cannot be written. Answers whether it is so.
  #barred(box) {
    const { tab, active } = this.selection;
    const here = this.grid.td(active.row, active.column);
    if ((box.bottom - box.top) * (box.right - box.left) > MOST) {
      tell(here, `That are more than ${MOST} cells at once: select fewer.`);
      return true;
    }
    if (box.bottom > tab.rows || box.right > tab.columns) {
      tell(here, "The block is larger than what is left of the sheet here: begin further up or to the left.");
      return true;
    }
    const locked = this.#lockedIn(box);
    if (locked) {
      const place = address(locked.row, locked.column);
      tell(this.grid.td(locked.row, locked.column) ?? here, `Nothing was changed: ${place} is protected, and not yours to fill in.`);
    }
    return Boolean(locked);
  }

  async #clear() {
    const { tab, box } = this.selection;
    const small = { ...box, bottom: Math.min(box.bottom, this.#filledTo(tab)) };
    if (small.bottom <= small.top || this.#barred(small)) return;
    await this.#known(small);
    const rows = each(small, (row, column) => {
      const cell = this.book.cell(tab, row, column);
      if (isBox(cell.dataValidation)) return boxValues(cell.dataValidation)[1];
      return cell.userEnteredValue ? "" : null;
    });
    if (this.writes.enter(tab, small.top, small.left, rows)) say("cleared");
  }

  // The row below the last one that holds anything, as far as it is known.
  #filledTo(tab) {
    let bottom = 0;
    for (const [at, block] of tab.blocks) bottom = Math.max(bottom, at * 200 + block.rows.length);
    return Math.max(bottom, this.selection.active.row + 1);
  }

  async #clip(event) {
    if (this.editor.open || !this.grid.view.contains(document.activeElement)) return;
    event.preventDefault();
    if (event.type === "paste") {
      await this.#paste(event.clipboardData.getData("text/plain"));
      return;
    }
    const { tab, box } = this.selection;
    const small = { ...box, bottom: Math.min(box.bottom, Math.max(this.#filledTo(tab), box.top + 1)) };
    const rows = each(small, (row, column) => this.book.cell(tab, row, column).formattedValue ?? "");
    event.clipboardData.setData("text/plain", written(rows));
    event.clipboardData.setData("text/html", asTable(rows));
    if (event.type === "cut") await this.#clear();
    else say("copied");
  }

  async #paste(text) {
    if (text === "") return;
    const { tab, box } = this.selection;
    const rows = tiled(read(text), box.bottom - box.top, box.right - box.left);
    const width = Math.max(...rows.map((row) => row.length));
    const area = { top: box.top, left: box.left, bottom: box.top + rows.length, right: box.left + width };
    if (this.#barred(area)) return;
    await this.#known(area);
    for (const [down, row] of rows.entries())
      for (const [across, value] of row.entries()) {
        const place = [area.top + down, area.left + across];
        const why = await this.editor.objection(tab, this.book.cell(tab, ...place), value);
        if (why) {
          tell(this.grid.td(...place), `Nothing was pasted. ${address(...place)}: ${why}`);
          return;
        }
      }
    this.writes.enter(tab, area.top, area.left, rows);
    this.selection.select({ row: area.top, column: area.left }, { row: area.bottom - 1, column: area.right - 1 });
    say("pasted");
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
