// The row of the picked piece, as a card below the board: its inputs, its answer, and the other pieces on its place.
import { boxValues, isBox, isList, ticked } from "../spreadsheet/validation.js";
import { element, fact } from "../widgets/elements.js";

export class PieceCard {
  constructor(clicks, box, { spreadsheet, writes, open }) {
    Object.assign(this, { clicks, box, spreadsheet, writes, open });
    clicks.changed.push(() => this.draw());
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      clicks.letGo();
      clicks.selection.focus();
    });
  }

  draw() {
    const { picked } = this.clicks;
    const { forms, note } = this.clicks;
    const content = picked && { cells: this.#cells(picked), name: forms.nameOf(picked), from: picked.from, others: this.#others(), note };
    const mark = JSON.stringify(content && [content, picked.tab.id, picked.row]);
    if (mark === this.mark) return;
    this.mark = mark;
    const held = this.box.contains(document.activeElement) && document.activeElement.dataset.column;
    this.box.hidden = !picked;
    this.box.replaceChildren(...(picked ? this.#content(picked, content) : []));
    if (held) this.box.querySelector(`[data-column="${held}"]`)?.focus();
  }

  #others() {
    const { others, forms } = this.clicks;
    const several = new Set(others.map((each) => each.tab)).size > 1; // one tab commands a piece, another answers about it
    return others.map((each) => (several ? each.tab.title : forms.nameOf(each)));
  }

  #cells({ tab, row }) {
    const found = [];
    for (let column = 1; column < tab.usedColumns(); column++) {
      if (tab.hiddenColumns.has(column)) continue;
      const cell = this.spreadsheet.cell(tab, row, column);
      const rule = cell.dataValidation;
      const waiting = this.spreadsheet.waiting(tab, row, column);
      const own = Boolean(rule) && !this.spreadsheet.locked(tab, row, column);
      const text = waiting?.text ?? cell.formattedValue ?? "";
      const on = isBox(rule) && ticked(cell, waiting);
      const options = isList(rule) ? this.clicks.forms.options(tab, row, column) : null;
      found.push({ column, heading: tab.heading(column), text, own, box: isBox(rule), on, options });
    }
    return found;
  }

  #content(picked, { cells, name, others, note }) {
    const first = cells.findIndex((cell) => cell.own);
    const shown = cells.slice(0, Math.max(first, 0)).filter((cell) => !cell.own && cell.text && cell.text !== name);
    const facts = [element("strong", "", name), ...shown.map(({ heading, text }) => fact(heading, text))];
    const inputs = cells.filter((cell) => cell.own && (cell.box || cell.options)).map((cell) => this.#input(picked, cell));
    const answers = cells.slice(Math.max(first, 0)).filter((cell) => !cell.own && cell.text);
    return [
      element("div", "facts", ...facts, ...this.#pieces(picked, others), this.#row(picked)),
      element("div", "inputs", ...inputs),
      ...answers.map(({ heading, text }) => element("p", "answer", fact(heading, picked.tab.inWords(picked.row, text)))),
      ...(note ? [element("p", "about", note)] : []),
    ];
  }

  // A button for each piece on the place, if there are several.
  #pieces(picked, others) {
    if (others.length < 2) return [];
    return this.clicks.others.map((each, at) => {
      const button = element("button", "piece", others[at]);
      button.type = "button";
      button.ariaPressed = String(each.tab === picked.tab && each.row === picked.row);
      button.addEventListener("click", () => this.clicks.pick(each, picked.from));
      return button;
    });
  }

  // A button that opens the row itself.
  #row({ tab, row }) {
    const button = element("button", "piece", `Open ${tab.title}`);
    button.type = "button";
    button.addEventListener("click", () => this.open(tab, row));
    return button;
  }

  #input(picked, cell) {
    return cell.box ? this.#checkbox(picked, cell) : this.#list(picked, cell);
  }

  #checkbox({ tab, row }, { column, heading, on }) {
    const input = document.createElement("input");
    input.type = "checkbox";
    input.checked = on;
    input.dataset.column = column;
    const [yes, no] = boxValues(this.spreadsheet.cell(tab, row, column).dataValidation);
    input.addEventListener("change", () => {
      this.writes.enter(tab, row, column, [[input.checked ? yes : no]]);
      this.clicks.startOver();
    });
    return element("label", "tick", element("small", "", heading), input);
  }

  #list({ tab, row }, { column, heading, text, options }) {
    const select = document.createElement("select");
    const all = ["", ...(text && !options.includes(text) ? [text] : []), ...options];
    select.append(...all.map((option) => new Option(option || "–", option, false, option === text)));
    select.dataset.column = column;
    select.addEventListener("change", () => this.writes.enter(tab, row, column, [[select.value]]));
    return element("label", "choice", element("small", "", heading), select);
  }
}
