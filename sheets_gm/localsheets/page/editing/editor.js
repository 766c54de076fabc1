// The editor of a cell: a text field over it, with the cell's drop-down below.
//
// Whatever somebody typed is written when the edit ends, also where the cell seems to hold it already: an earlier edit may
// be on its way, or somebody else's. An edit that is still being checked when the next one begins is written all the same.
import { address } from "../spreadsheet/a1.js";
import { call, spreadsheetPath } from "../server/api.js";
import { editable } from "../spreadsheet/spreadsheet.js";
import { hideMessage, showMessage } from "../widgets/messages.js";
import { Choices } from "./choices.js";
import { isBox, isList, objection, optionsOf } from "../spreadsheet/validation.js";

export class Editor {
  // *enter(text)* writes into the active cell.
  constructor(grid, selection, enter) {
    Object.assign(this, { grid, selection, enter });
    this.place = null;
    this.input = null;
    grid.view.addEventListener("scroll", () => this.#place(), { passive: true });
    grid.after.push(() => this.#place());
  }

  get open() {
    return this.place !== null;
  }

  // Start to edit the active cell. *text* replaces its content, as typing does; *touch* keeps the on-screen keyboard closed for lists.
  async begin({ text, touched = text !== undefined, touch = false } = {}) {
    const { tab, cell } = this.selection;
    const { row, column } = this.selection.active;
    if (this.grid.spreadsheet.locked(tab, row, column)) return this.#refuse(row, column);
    if (isBox(cell.dataValidation)) return undefined;
    if (this.open) this.#commit(this.input.value, null);
    this.#end();
    hideMessage();
    this.tab = tab;
    this.place = { row, column };
    this.rule = cell.dataValidation;
    this.committing = false;
    const list = isList(this.rule);
    const waiting = this.grid.spreadsheet.waiting(tab, row, column);
    this.before = waiting ? waiting.text : list ? (cell.formattedValue ?? "") : editable(cell);
    this.typed = text !== undefined;
    this.touched = touched;
    this.options = null;
    this.input = document.createElement(list ? "input" : "textarea");
    this.input.className = "editor";
    if (list) this.input.size = 1; // as wide as its cell
    this.input.ariaLabel = `Edit ${address(row, column)}`;
    this.input.autocomplete = "off";
    this.input.spellcheck = false;
    this.input.value = text ?? this.before;
    const { input } = this;
    input.addEventListener("keydown", (event) => this.#key(event));
    input.addEventListener("input", () => this.#typed());
    input.addEventListener("blur", () => input === this.input && this.#blurred());
    this.grid.view.append(this.input);
    this.#place();
    if (list && touch) this.input.inputMode = "none";
    this.input.focus({ preventScroll: true });
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
    if (list) {
      const options = await this.#options();
      if (input !== this.input) return undefined;
      this.options = options;
      this.choices = new Choices(this.input, options, (option) => this.#choose(option));
      if (this.typed) this.choices.narrow();
      else this.input.select();
    }
    return undefined;
  }

  #refuse(row, column) {
    const words = this.grid.spreadsheet.readOnly
      ? "You can view this spreadsheet but not edit it. Ask its owner to make you an editor."
      : `${address(row, column)} is protected. You can edit the cells without shading; ` +
        "if this should be one of them, ask the owner of the spreadsheet.";
    showMessage(this.grid.td(row, column), words);
  }

  // The reason why a cell rejects a text; null if it accepts it.
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
      const answer = await call("GET", `${spreadsheetPath(this.grid.spreadsheet.id)}/values/${encodeURIComponent(full)}`);
      return [...new Set((answer.values ?? []).flat().filter((value) => value !== ""))];
    } catch (error) {
      showMessage(this.grid.td(this.place?.row, this.place?.column), `The list could not be loaded: ${error.message}`);
      return [];
    }
  }

  // Somebody else has changed the cell that is being edited.
  warnOfChange(text) {
    if (this.open) {
      showMessage(this.input, `Somebody else has just changed ${address(this.place.row, this.place.column)} to “${text}”. Press Enter to replace it, or Escape to keep it.`);
    }
  }

  #typed() {
    this.touched = true;
    this.#grow();
    this.choices?.narrow();
    this.selection.typing?.(this.input.value);
  }

  #key(event) {
    if (event.key !== "F6") event.stopPropagation();
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
      const moves = event.key === "Enter" ? [step, 0] : [0, step];
      if (this.choices?.marked === undefined) this.#commit(this.input.value, moves);
      else this.#choose(this.choices.marked, moves);
    } else if (this.typed && !this.choices && event.key.startsWith("Arrow")) {
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      event.preventDefault();
      this.#commit(this.input.value, step);
    }
  }

  // A click elsewhere keeps what was typed.
  #blurred() {
    if (this.open && !this.committing) this.#commit(this.input.value, null);
  }

  #choose(option, step) {
    this.touched = this.touched || option !== this.before;
    this.#commit(option, step);
  }

  // Write *text*, if it may stand in the cell, and move on by *step*; null stays where the selection is.
  async #commit(text, step = [0, 0]) {
    if (!this.open || this.committing) return;
    this.committing = true;
    const { tab, place, input, touched } = this;
    const cell = this.grid.spreadsheet.cell(tab, place.row, place.column);
    const strict = touched && cell.dataValidation?.strict;
    // an answer that is known is not awaited: what is typed next must not go into this field
    const known = strict && (this.options || !isList(cell.dataValidation));
    let why = null;
    if (known) why = objection(cell.dataValidation, text, this.options);
    else if (strict) why = await this.objection(tab, cell, text);
    const here = input === this.input; // no other edit has begun meanwhile
    if (here) this.committing = false;
    if (why) {
      if (here && step === null) this.cancel(false);
      showMessage(here && step !== null ? input : this.grid.td(place.row, place.column), `Not saved: ${why}`);
      return;
    }
    if (here) this.#end();
    else if (this.cancelled === input) return;
    if (touched) this.enter(tab, place, text);
    if (!here || step === null) return;
    if (step[0] || step[1]) this.selection.step(...step);
    else this.selection.focus();
  }

  // Close the editor. With *focus* what was typed is dropped, even if it is still being checked.
  cancel(focus = true) {
    if (focus) this.cancelled = this.input;
    this.#end();
    hideMessage();
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

  // Stay over the cell while the sheet is scrolled.
  #place() {
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
