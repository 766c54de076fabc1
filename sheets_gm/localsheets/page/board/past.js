// The slider of a sheet: an earlier version is shown as a tab of its own.
import { EARLIER, VersionSlider } from "./version_slider.js";

export class Past {
  constructor(grid, box, showError) {
    this.grid = grid;
    const spreadsheet = () => grid.spreadsheet;
    this.slider = new VersionSlider(box, { spreadsheet, shows: (at) => this.#show(at), showError });
    grid.after.push(() => this.#draw());
  }

  #draw() {
    const isEarlier = this.grid.tabId === EARLIER;
    if (!isEarlier) this.slider.list(this.grid.tab);
    this.slider.draw(isEarlier ? this.shown : null);
  }

  #show(at) {
    if (at !== null) this.shown = at;
    return this.grid.show(at === null ? this.slider.live : EARLIER);
  }
}
