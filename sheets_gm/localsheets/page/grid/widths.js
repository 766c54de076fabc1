// Changing the width of a column: drag the right edge of its name.
import { call, spreadsheetPath } from "../server/api.js";
import { showMessage } from "../widgets/messages.js";

const EDGE = 6; // how near the pointer must be, in pixels
const LEAST = 20;

export class Widths {
  constructor(grid) {
    this.grid = grid;
    this.drag = null;
    const { table } = grid;
    table.addEventListener("pointerdown", (event) => this.#take(event), { capture: true }); // before the selection sees it
    table.addEventListener("pointermove", (event) => this.#hover(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", () => this.#drop());
  }

  #columnAt(event) {
    const name = event.target.closest?.("th[data-column]");
    if (!name || event.pointerType === "touch" || this.grid.spreadsheet.readOnly) return null;
    return name.getBoundingClientRect().right - event.clientX < EDGE ? Number(name.dataset.column) : null;
  }

  #hover(event) {
    this.grid.table.classList.toggle("widening", this.drag !== null || this.#columnAt(event) !== null);
  }

  #take(event) {
    const column = this.#columnAt(event);
    if (column === null || event.button > 0) return;
    event.preventDefault();
    event.stopPropagation();
    const { tab } = this.grid;
    this.drag = { tab, column, x: event.clientX, before: tab.widths[column] ?? 100 };
  }

  #move(event) {
    if (!this.drag) return;
    const { tab, column, x, before } = this.drag;
    tab.widths[column] = Math.max(LEAST, Math.round(before + (event.clientX - x) / this.grid.zoom));
    this.grid.draw();
  }

  async #drop() {
    if (!this.drag) return;
    const { tab, column, before } = this.drag;
    this.drag = null;
    const pixelSize = tab.widths[column] ?? before;
    if (pixelSize === before) return;
    const range = { sheetId: tab.id, dimension: "COLUMNS", startIndex: column, endIndex: column + 1 };
    const request = { updateDimensionProperties: { range, properties: { pixelSize }, fields: "pixelSize" } };
    try {
      await call("POST", `${spreadsheetPath(this.grid.spreadsheet.id)}:batchUpdate`, { requests: [request] });
    } catch (error) {
      tab.widths[column] = before;
      this.grid.draw();
      showMessage(this.grid.names.querySelector(`[data-column="${column}"]`), `The width was not changed: ${error.message}`);
    }
  }
}
