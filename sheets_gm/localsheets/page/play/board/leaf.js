// Leafing back: the board as it was after each turn, for looking only.
import { boardOf } from "../../board/board.js";
import { listVersions, readVersion } from "../../board/versions.js";
import { announce } from "../../widgets/messages.js";

const ID = -1; // the tab of the version that is shown

export class Leaf {
  // *changed* is called when another version is to be drawn.
  constructor(box, { spreadsheet, changed, showError }) {
    Object.assign(this, { box, spreadsheet, changed, showError, versions: [], at: null });
    [this.back, this.on] = box.querySelectorAll("button");
    this.slider = box.querySelector("input");
    this.name = box.querySelector("output");
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    this.back.addEventListener("click", () => this.#go((this.at ?? this.versions.length) - 1));
    this.on.addEventListener("click", () => this.#go((this.at ?? this.versions.length) + 1));
  }

  // The tab to draw in place of *tab*, the board of now.
  shown(tab) {
    const { past } = this.spreadsheet;
    const earlier = this.at !== null && past?.live === tab?.id;
    if (this.at !== null && !earlier) this.at = null; // another board, or a sheet that leafed on its own
    this.#list(tab);
    this.#draw();
    return earlier ? past : tab;
  }

  #draw() {
    const { versions, at } = this;
    const place = at ?? versions.length;
    this.box.hidden = !versions.length;
    Object.assign(this.slider, { max: String(versions.length), value: String(place) });
    this.back.disabled = place === 0;
    this.on.disabled = place === versions.length;
    const name = versions[place]?.name ?? "Now";
    if (this.name.textContent !== name) this.name.textContent = name;
    this.slider.setAttribute("aria-valuetext", name);
    this.box.classList.toggle("earlier", at !== null);
  }

  // Ask which versions of a board there are, once for each of its own.
  async #list(tab) {
    const key = tab && boardOf(tab) ? `${tab.id} ${tab.marks.get("page.version")}` : "";
    if (key === this.key) return;
    Object.assign(this, { key, versions: [] });
    if (!key) return;
    const versions = await listVersions(this.spreadsheet.id, tab.id);
    if (this.key !== key) return;
    Object.assign(this, { live: tab.id, versions });
    this.#draw();
  }

  async #go(at) {
    const version = this.versions[at];
    this.wanted = at;
    if (version) {
      try {
        const found = await readVersion(this.spreadsheet.id, this.live, version.number);
        if (this.wanted !== at) return;
        this.spreadsheet.setPast(ID, this.live, found);
      } catch (error) {
        this.showError(error);
        return;
      }
    }
    this.at = version ? at : null;
    if (!version) this.spreadsheet.past = null;
    this.changed();
    announce(version ? `The board of ${version.name}` : "The board of now");
  }
}
