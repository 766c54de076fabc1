// Leafing back: the board as it was after each turn, for looking only.
import { VersionSlider } from "../../board/version_slider.js";

export class Leaf {
  // *changed* is called when another version is to be drawn.
  constructor(box, { spreadsheet, changed, showError }) {
    Object.assign(this, { spreadsheet, changed, at: null });
    this.slider = new VersionSlider(box, { spreadsheet: () => spreadsheet, shows: (at) => this.#show(at), showError });
  }

  // The tab to draw in place of *tab*, the board of now.
  shown(tab) {
    const { past } = this.spreadsheet;
    const earlier = this.at !== null && past?.live === tab?.id;
    if (this.at !== null && !earlier) this.at = null; // another board, or a sheet that leafed on its own
    this.slider.list(tab);
    this.slider.draw(this.at);
    return earlier ? past : tab;
  }

  #show(at) {
    this.at = at;
    this.changed();
  }
}
