// Find a text in all rows of the tab, also in those that are not loaded yet.

const PAUSE = 150;

export class Find {
  constructor(grid, selection, panel) {
    Object.assign(this, { grid, selection, panel });
    [this.input, this.result] = [panel.querySelector("input"), panel.querySelector("output")];
    document.addEventListener("keydown", (event) => this.#open(event));
    this.input.addEventListener("input", () => {
      clearTimeout(this.later);
      this.later = setTimeout(() => this.#go(0), PAUSE);
    });
    panel.addEventListener("keydown", (event) => this.#key(event));
    panel.querySelector(".next").addEventListener("click", () => this.#go(1));
    panel.querySelector(".previous").addEventListener("click", () => this.#go(-1));
    panel.querySelector(".close").addEventListener("click", () => this.#close());
  }

  // Ctrl+F; pressed once more, the browser's own search opens.
  #open(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "f" || document.activeElement === this.input) return;
    event.preventDefault();
    this.panel.hidden = false;
    this.result.textContent = "";
    this.input.focus();
    this.input.select();
  }

  #close() {
    clearTimeout(this.later);
    this.panel.hidden = true;
    this.selection.focus();
  }

  #key(event) {
    if (event.key === "Escape") this.#close();
    else if (event.key === "Enter" && event.target === this.input) this.#go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  // Select the next match, the previous one, or with 0 the first from the active cell on.
  async #go(step) {
    clearTimeout(this.later);
    const { tab, spreadsheet } = this.grid;
    const wanted = this.input.value.trim().toLowerCase();
    if (!wanted || !tab) {
      this.result.textContent = "";
      return;
    }
    try {
      await spreadsheet.load(tab, 0, tab.rows);
    } catch {
      this.result.textContent = "Not all rows could be loaded";
      return;
    }
    if (tab.id !== this.grid.tabId || wanted !== this.input.value.trim().toLowerCase()) return; // meanwhile something else is wanted
    const found = matches(tab, wanted);
    if (!found.length) {
      this.result.textContent = "No matches";
      return;
    }
    const { row, column } = this.selection.active;
    const order = (each) => each.row - row || each.column - column;
    let at = step < 0 ? found.findLastIndex((each) => order(each) < 0) : found.findIndex((each) => order(each) >= step);
    if (at < 0) at = step < 0 ? found.length - 1 : 0;
    this.selection.go(found[at].row, found[at].column, { focus: false });
    this.result.textContent = `${at + 1} of ${found.length}`;
  }
}

// The visible cells that show a text, row by row.
function matches(tab, wanted) {
  const found = [];
  const [rows, columns] = [tab.filledRows, tab.usedColumns()];
  for (let row = 0; row < rows; row++) {
    if (tab.hiddenRows.has(row)) continue;
    for (let column = 0; column < columns; column++) {
      const text = tab.hiddenColumns.has(column) ? undefined : tab.cell(row, column).formattedValue;
      if (text?.toLowerCase().includes(wanted)) found.push({ row, column });
    }
  }
  return found;
}
