// Other visitors: coloured initials, and an outline around the active cell of each.
import { call } from "../server/api.js";

const COLOURS = ["#0f766e", "#7c3aed", "#be185d", "#b45309", "#1d4ed8", "#4d7c0f", "#a21caf", "#0e7490"];
const PAUSE = 120;

export function initials(name) {
  const parts = name.split(/[\s._-]+/).filter(Boolean);
  return (parts.length > 1 ? parts[0][0] + parts[1][0] : name.slice(0, 2)).toUpperCase();
}

export function colourOf(name) {
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.codePointAt(0)) >>> 0, 7);
  return COLOURS[sum % COLOURS.length];
}

export function badge(name, title = name) {
  const made = document.createElement("span");
  made.className = "badge";
  made.textContent = initials(name);
  made.title = title;
  made.role = "img";
  made.ariaLabel = title;
  made.style.backgroundColor = colourOf(name);
  return made;
}

export class Presence {
  constructor(grid, selection, box, client, document) {
    Object.assign(this, { grid, selection, box, client, document, people: [] });
    grid.after.push(() => this.outline());
    selection.moved.push(() => this.#soon());
  }

  // Update the visitors from the event stream.
  take(people) {
    const me = people.find((each) => each.client === this.client)?.name;
    this.people = people.filter((each) => each.client !== this.client && each.name !== me);
    const seen = new Map(this.people.map((each) => [each.name, each]));
    this.box.replaceChildren(...[...seen.keys()].sort().map((name) => badge(name, `${name} is here`)));
    this.outline();
  }

  outline() {
    for (const td of this.grid.table.querySelectorAll("td.occupied")) {
      td.classList.remove("occupied");
      delete td.dataset.who;
      td.style.removeProperty("--who");
    }
    for (const { name, sheetId, row, column } of this.people) {
      if (sheetId !== this.grid.tabId || row === null) continue;
      const td = this.grid.td(row, column);
      if (!td) continue;
      td.classList.add("occupied");
      td.dataset.who = td.dataset.who ? `${td.dataset.who}, ${name}` : name;
      td.style.setProperty("--who", colourOf(name));
    }
  }

  // Publish the active cell after a short pause, so that fast moves are combined.
  #soon() {
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      this.publish();
    }, PAUSE);
  }

  publish() {
    if (this.grid.tabId === undefined) return; // the sheet was not opened yet
    const { row, column } = this.selection.active;
    const place = { client: this.client, spreadsheetId: this.document, sheetId: this.grid.tab?.live ?? this.grid.tabId, row, column };
    call("POST", "/presence", place).catch(() => undefined); // published again when the stream is back
  }
}
