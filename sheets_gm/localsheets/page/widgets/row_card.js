// On a narrow screen, the active row as a card above the tabs: its facts, its input cells, and its answer. So a row that is
// wider than the screen is read and filled in without scrolling sideways. Headings are the texts of the last frozen row.
import { isBox, isList, ticked } from "../spreadsheet/validation.js";
import { element, fact, hasWords } from "./elements.js";

const narrow = matchMedia("(max-width: 640px)");

export class RowCard {
  // *edit* edits the active cell, as a tap on it does.
  constructor(grid, selection, box, edit) {
    Object.assign(this, { grid, selection, box, edit });
    grid.after.push(() => this.draw());
    selection.moved.push(() => this.draw());
    narrow.addEventListener("change", () => this.draw());
  }

  draw() {
    const row = this.#row();
    const mark = JSON.stringify(row);
    if (mark === this.mark) return;
    this.mark = mark;
    const held = this.box.contains(document.activeElement) && document.activeElement.dataset.column;
    this.box.hidden = row === null;
    this.box.replaceChildren(...(row ? this.#content(row) : []));
    if (held) this.box.querySelector(`[data-column="${held}"]`)?.focus();
  }

  // What the card shows; null if the screen is wide, or the active row has nothing to fill in.
  #row() {
    const { tab, active } = this.selection;
    if (!narrow.matches || !tab?.isLoaded(active.row) || !tab.frozenRows || active.row < tab.frozenRows) return null;
    const cells = (this.grid.columns ?? []).filter((column) => column >= tab.frozenColumns).map((column) => this.#cell(tab, active.row, column));
    if (!tab.protections.length || !cells.some((cell) => cell.own)) return null;
    const first = cells.findIndex((cell) => cell.own);
    return {
      tab: tab.id,
      at: active.row,
      name: tab.rowName(active.row) || `Row ${active.row + 1}`,
      facts: cells.slice(0, first).filter((cell) => !cell.own && cell.text && hasWords(cell.heading)),
      inputs: cells.filter((cell) => cell.own),
      answers: cells.slice(first).filter((cell) => !cell.own && cell.text),
      folds: tab.openable,
    };
  }

  #cell(tab, row, column) {
    const { spreadsheet } = this.grid;
    const cell = spreadsheet.cell(tab, row, column);
    const waiting = spreadsheet.waiting(tab, row, column);
    const rule = cell.dataValidation;
    return {
      column,
      heading: tab.heading(column),
      text: waiting?.text ?? cell.formattedValue ?? "",
      own: spreadsheet.isInput(tab, row, column),
      list: isList(rule),
      box: isBox(rule),
      ticked: isBox(rule) && ticked(cell, waiting),
    };
  }

  #content({ tab, at, name, facts, inputs, answers, folds }) {
    const line = (kind, children) => element("div", kind, ...children);
    const content = [line("facts", [element("strong", "", name), ...facts.map(({ heading, text }) => fact(heading, text))])];
    content.push(line("inputs", [...inputs.map((cell) => this.#input(at, cell)), ...folds.map((fold) => this.#fold(tab, fold))]));
    const words = (text) => this.grid.spreadsheet.tab(tab).inWords(at, text);
    content.push(...answers.map(({ heading, text }) => element("p", "answer", fact(heading, words(text)))));
    return content;
  }

  // The button that shows the columns of a folded group, or folds them again.
  #fold(tab, { start, open }) {
    const button = element("button", "more", open ? "Less" : "More");
    button.type = "button";
    button.ariaExpanded = String(open);
    button.addEventListener("click", () => {
      this.grid.spreadsheet.tab(tab).toggleFold(start);
      this.grid.draw();
      this.box.querySelector("button.more")?.focus();
    });
    return button;
  }

  #input(row, { column, heading, text, list, box, ticked: on }) {
    const shown = box ? sign(on ? "☑" : "☐") : text ? [text] : [...sign("–"), element("span", "visually-hidden", "empty")];
    const button = element("button", list ? "list" : box ? "box" : "", element("small", "", heading), " ", element("span", "", ...shown));
    button.type = "button";
    button.dataset.column = column;
    if (box) {
      button.role = "checkbox";
      button.ariaChecked = String(on);
    }
    button.addEventListener("click", () => {
      this.selection.go(row, column, { focus: !box });
      this.edit();
    });
    return button;
  }
}

// A sign for the eye only.
function sign(text) {
  const shown = element("span", "", text);
  shown.ariaHidden = "true";
  return [shown];
}
