// The menu of the filter views of a tab. What one person chooses hides rows on her page alone, as long as it is open; a row
// that something leads to is shown again.
import { announce } from "../widgets/messages.js";

export class FilterViews {
  constructor(grid, selection, menu) {
    Object.assign(this, { grid, selection, menu, drawn: "" });
    grid.after.push(() => this.#draw());
    selection.moved.push(() => this.#uncover());
    menu.addEventListener("change", () => this.#choose(Number(menu.value)));
  }

  #draw() {
    const { views = [], view } = this.grid.tab;
    const mark = JSON.stringify([this.grid.tabId, view?.id, views.map(({ id, title }) => [id, title])]);
    if (mark === this.drawn) return;
    this.drawn = mark;
    this.menu.hidden = !views.length;
    this.menu.replaceChildren(new Option("All rows", "0"), ...views.map(({ id, title }) => new Option(`Only ${title}`, String(id))));
    this.menu.value = String(view?.id ?? 0);
    this.menu.classList.toggle("on", Boolean(view));
  }

  #choose(id) {
    const { grid } = this;
    grid.tab.choose(id);
    grid.view.scrollTop = 0;
    grid.draw();
    announce(grid.tab.view ? `The rows of ${grid.tab.view.title} are shown, the others are hidden for you` : "All rows are shown");
  }

  #uncover() {
    if (this.grid.tab.view && this.grid.tab.isFilteredOut(this.selection.active.row)) this.#choose(0);
  }
}
