// A phone shows the sheet smaller, so that more of it fits; smaller still if the whole tab or board then fits. A button
// switches to the full size.
import { boardOf } from "../board/board.js";

const SMALL = 0.69;
const LEAST = 0.56;
const LEAST_PLACE = 34; // pixels that a place of a board is wide: a board is worth more as a whole, but not without its words
const narrow = matchMedia("(max-width: 640px)");

export class Zoom {
  constructor(grid, button) {
    Object.assign(this, { grid, button });
    this.small = remembered() !== "own";
    button.addEventListener("click", () => {
      this.small = !this.small;
      remember(this.small ? "small" : "own");
      this.apply();
    });
    narrow.addEventListener("change", () => this.apply());
    grid.after.push(() => this.apply()); // each tab has its own width
    this.apply();
  }

  #fitting() {
    const { view, usedWidth } = this.grid;
    const board = boardOf(this.grid.tab);
    const whole = Math.floor((view.offsetWidth / (board ? this.grid.widthOf(board.right) : usedWidth)) * 100) / 100;
    if (board) return Math.min(SMALL, Math.max(whole, LEAST_PLACE / this.grid.widthOfPlace(board)));
    return whole >= LEAST && whole < SMALL ? whole : SMALL; // neither depends on the zoom itself
  }

  apply() {
    const small = narrow.matches && this.small;
    this.button.ariaPressed = String(small);
    this.grid.resize(small ? this.#fitting() : 1);
  }
}

function remembered() {
  try {
    return localStorage.getItem("size");
  } catch {
    return null; // no local storage
  }
}

function remember(size) {
  try {
    localStorage.setItem("size", size);
  } catch {
    return; // the choice is lost without local storage
  }
}
