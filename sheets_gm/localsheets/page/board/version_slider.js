// A slider through the earlier versions of a board, such as those of each turn. They can only be looked at.
import { listVersions, readVersion } from "./versions.js";
import { announce } from "../widgets/messages.js";
import { boardOf } from "./board.js";

export const EARLIER = -1; // the id of the tab of the version that is shown

export class VersionSlider {
  // *spreadsheet* returns the one that is shown. *shows* is called with the number of a version, which is read by
  // then, or with null for the present; it returns when that is shown.
  constructor(box, { spreadsheet, shows, showError }) {
    Object.assign(this, { box, spreadsheet, shows, showError, versions: [], at: null });
    [this.back, this.on] = box.querySelectorAll("button");
    this.slider = box.querySelector("input");
    this.name = box.querySelector("output");
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    this.back.addEventListener("click", () => this.#go(this.#place - 1));
    this.on.addEventListener("click", () => this.#go(this.#place + 1));
  }

  // The place of the version that is shown: the number of versions stands for the present.
  get #place() {
    return this.at ?? this.versions.length;
  }

  // Draw the slider with version number *at*, null for the present.
  draw(at) {
    this.at = at;
    const { versions } = this;
    const place = this.#place;
    this.box.hidden = !versions.length;
    Object.assign(this.slider, { max: String(versions.length), value: String(place) });
    this.back.disabled = place === 0;
    this.on.disabled = place === versions.length;
    const name = versions[place]?.name ?? "Now";
    if (this.name.textContent !== name) this.name.textContent = name;
    this.slider.setAttribute("aria-valuetext", name);
    this.box.classList.toggle("earlier", at !== null);
  }

  // Ask which versions of the board *tab* there are, once for each of its own.
  async list(tab) {
    const key = tab && boardOf(tab) ? `${tab.id} ${tab.marks.get("page.version")}` : "";
    if (key === this.key) return;
    Object.assign(this, { key, versions: [] });
    if (!key) return;
    const versions = await listVersions(this.spreadsheet().id, tab.id);
    if (this.key !== key) return;
    Object.assign(this, { live: tab.id, versions });
    this.draw(this.at);
  }

  async #go(at) {
    const version = this.versions[at];
    this.wanted = at;
    if (version) {
      try {
        const found = await readVersion(this.spreadsheet().id, this.live, version.number);
        if (this.wanted !== at) return;
        this.spreadsheet().setPast(EARLIER, this.live, found);
      } catch (error) {
        this.showError(error);
        return;
      }
    } else {
      this.spreadsheet().past = null;
    }
    await this.shows(version ? at : null);
    announce(version ? `The board of ${version.name}` : "The board of now");
  }
}
