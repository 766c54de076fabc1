// A slider through the earlier versions of a board, such as those of each turn. They can only be looked at.
import { listVersions, readVersion } from "./versions.js";
import { announce } from "../widgets/messages.js";
import { boardOf } from "./board.js";

const ID = -1; // the tab of the version that is shown

export class Past {
  constructor(grid, selection, box, showError) {
    Object.assign(this, { grid, selection, box, showError });
    [this.back, this.on] = box.querySelectorAll("button");
    this.slider = box.querySelector("input");
    this.name = box.querySelector("output");
    this.versions = [];
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    this.back.addEventListener("click", () => this.#go(this.at - 1));
    this.on.addEventListener("click", () => this.#go(this.at + 1));
    grid.after.push(() => this.#draw());
  }

  // Which version is shown: the number of versions stands for the present.
  get at() {
    return this.grid.tabId === ID ? this.shown : this.versions.length;
  }

  #draw() {
    const { tab } = this.grid;
    if (tab?.id !== ID) {
      const key = boardOf(tab) ? `${tab.id} ${tab.marks.get("page.version")}` : "";
      if (key !== this.key) this.#list(tab, key);
    }
    this.box.hidden = !this.versions.length;
    this.slider.max = String(this.versions.length);
    this.slider.value = String(this.at);
    this.back.disabled = this.at === 0;
    this.on.disabled = this.at === this.versions.length;
    const name = this.versions[this.at]?.name ?? "Now";
    if (this.name.textContent !== name) this.name.textContent = name;
    this.slider.setAttribute("aria-valuetext", name);
    this.box.classList.toggle("earlier", this.grid.tabId === ID);
  }

  // Ask which versions of a board there are.
  async #list(tab, key) {
    this.key = key;
    this.versions = [];
    if (!key) return;
    const versions = await listVersions(this.grid.spreadsheet.id, tab.id);
    if (this.key !== key) return;
    Object.assign(this, { live: tab.id, versions });
    this.#draw();
  }

  async #go(at) {
    const version = this.versions[at];
    this.wanted = at;
    if (!version) {
      this.grid.spreadsheet.past = null;
      await this.grid.show(this.live);
    } else {
      try {
        const found = await readVersion(this.grid.spreadsheet.id, this.live, version.number);
        if (this.wanted !== at) return;
        this.grid.spreadsheet.setPast(ID, this.live, found);
      } catch (error) {
        this.showError(error);
        return;
      }
      this.shown = at;
      await this.grid.show(ID);
    }
    announce(version ? `The board of ${version.name}` : "The board of now");
  }
}
