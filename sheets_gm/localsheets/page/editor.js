// Editing in the cell: a text field over it, with the cell's drop-down under it.
import { address } from "./a1.js";
import { call, spreadsheet } from "./api.js";
import { editable } from "./book.js";
import { hush, tell } from "./bubble.js";
import { Choices } from "./choices.js";
import { isBox, isList, objection, optionsOf } from "./validation.js";

export class Editor {
  // *enter(text)* writes into the active cell.
  constructor(grid, selection, enter) {
    Object.assign(this, { grid, selection, enter });
    this.place = null;
    this.input = null;
    grid.view.addEventListener("scroll", () => this.#lie(), { passive: true });
    grid.after.push(() => this.#lie());
  }

  get open() {
    return this.place !== null;
  }

  // Begin to edit the active cell. *text* replaces what it holds, as typing does; *filter* opens the list on it.
  async begin({ text, touch = false } = {}) {
    const { tab, cell } = this.selection;
    const { row, column } = this.selection.active;
    if (this.grid.book.locked(tab, row, column)) return this.#refuse(row, column);
    if (isBox(cell.dataValidation)) return undefined;
    this.#end();
    hush();
    this.tab = tab;
    this.place = { row, column };
    this.rule = cell.dataValidation;
    const list = isList(this.rule);
    this.before = list ? (cell.formattedValue ?? "") : editable(cell);
    this.typed = text !== undefined;
    this.input = document.createElement(list ? "input" : "textarea");
    this.input.className = "editor";
    if (list) this.input.size = 1; // as wide as its cell
    this.input.ariaLabel = `Edit ${address(row, column)}`;
    this.input.autocomplete = "off";
    this.input.spellcheck = false;
    this.input.value = text ?? this.before;
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("blur", () => this.#left());
    this.grid.view.append(this.input);
    this.#lie();
    if (list && touch) this.input.inputMode = "none";
    this.input.focus({ preventScroll: true });
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
    if (list) {
      this.options = await this.#options();
      if (!this.open) return undefined;
      this.choices = new Choices(this.input, this.options, (option) => this.#take(option));
      if (this.typed) this.choices.narrow();
      else this.input.select();
    }
    return undefined;
  }

  #refuse(row, column) {
    const words = this.grid.book.readOnly
      ? "You may read this spreadsheet, not change it. Ask its owner to share it with you as Editor."
      : `${address(row, column)} is protected: it is not yours to fill in. Your own cells are the ones without shade; ` +
        "if this should be one of them, ask the owner of the spreadsheet.";
    tell(this.grid.td(row, column), words);
  }

  // Why a text may not stand in a cell; null if it may.
  async objection(tab, cell, text) {
    const rule = cell.dataValidation;
    if (!rule?.strict) return null;
    return objection(rule, text, isList(rule) ? await this.#options(rule, tab) : null);
  }

  async #options(rule = this.rule, tab = this.tab) {
    const { list, range } = optionsOf(rule);
    if (list) return list;
    const full = range.includes("!") ? range : `'${tab.title.replaceAll("'", "''")}'!${range}`;
    try {
      const answer = await call("GET", `${spreadsheet(this.grid.book.id)}/values/${encodeURIComponent(full)}`);
      return [...new Set((answer.values ?? []).flat().filter((value) => value !== ""))];
    } catch (error) {
      tell(this.grid.td(this.place?.row, this.place?.column), `The list cannot be read: ${error.message}`);
      return [];
    }
  }

  // Another's edit of the cell that one is editing.
  surprised(text) {
    if (this.open) {
      tell(this.input, `Somebody else has just changed ${address(this.place.row, this.place.column)} to “${text}”. Enter replaces it, Escape keeps theirs.`);
    }
  }

  #typed() {
    this.#grow();
    this.choices?.narrow();
    this.selection.typing?.(this.input.value);
  }

  #key(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    if (this.choices?.key(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.cancel();
    } else if (event.key === "Enter" && event.altKey && this.input.tagName === "TEXTAREA") {
      event.preventDefault();
      this.input.setRangeText("\n", this.input.selectionStart, this.input.selectionEnd, "end");
      this.#grow();
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      const step = event.shiftKey ? -1 : 1;
      this.#take(this.choices?.marked ?? this.input.value, event.key === "Enter" ? [step, 0] : [0, step]);
    } else if (this.typed && !this.choices && event.key.startsWith("Arrow")) {
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      event.preventDefault();
      this.#take(this.input.value, step);
    }
  }

  // Leaving the field by a click elsewhere keeps what was typed.
  #left() {
    if (this.open && !this.taking) this.#take(this.input.value, null);
  }

  async #take(text, step = [0, 0]) {
    if (!this.open || this.taking) return;
    this.taking = true;
    const { tab, place, before } = this;
    const cell = this.grid.book.cell(tab, place.row, place.column);
    const why = text === before ? null : await this.objection(tab, cell, text);
    this.taking = false;
    if (!this.open) return;
    if (why) {
      if (step === null) this.cancel(false);
      tell(step === null ? this.grid.td(place.row, place.column) : this.input, `Not saved: ${why}`);
      return;
    }
    this.#end();
    if (text !== before) this.enter(tab, place, text);
    if (step === null) return;
    if (step[0] || step[1]) this.selection.step(...step);
    else this.selection.focus();
  }

  cancel(focus = true) {
    this.#end();
    hush();
    if (focus) this.selection.focus();
    this.selection.typing?.(null);
  }

  #end() {
    if (!this.open) return;
    this.place = null;
    this.choices?.close();
    this.choices = null;
    this.input.remove();
    this.input = null;
  }

  // Lie over the cell, also while the sheet is scrolled.
  #lie() {
    if (!this.open || this.grid.tabId !== this.tab.id) return;
    const td = this.grid.td(this.place.row, this.place.column);
    if (!td) return;
    const { view } = this.grid;
    const [cell, frame] = [td.getBoundingClientRect(), view.getBoundingClientRect()];
    const { style } = this.input;
    style.left = `${cell.left - frame.left + view.scrollLeft - 1}px`;
    style.top = `${cell.top - frame.top + view.scrollTop - 1}px`;
    style.minWidth = `${cell.width + 1}px`;
    style.minHeight = `${cell.height + 1}px`;
    const { fontWeight, textAlign } = getComputedStyle(td);
    Object.assign(style, { fontWeight, textAlign });
    this.#grow();
  }

  #grow() {
    const { input } = this;
    if (input.tagName !== "TEXTAREA") return;
    input.style.width = "0";
    input.style.height = "0";
    const room = this.grid.view.clientWidth - 60;
    input.style.width = `${Math.min(Math.max(input.scrollWidth + 12, 80), room)}px`;
    input.style.height = `${input.scrollHeight + 2}px`;
  }
}
