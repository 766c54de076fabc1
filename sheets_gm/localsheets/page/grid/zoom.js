// A phone shows the sheet smaller, so that more of it fits; smaller still if the whole tab or board then fits. A button
// switches to the full size.
import { boardOf } from "../board/board.js";

const SMALL = 0.69;
const LEAST = 0.56;
const LEAST_BOARD = 0.36; // a board is worth more as a whole than its words
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
    const right = boardOf(this.grid.tab)?.right;
    const width = right === undefined ? usedWidth : this.grid.widthOf(right);
    const whole = Math.floor((view.offsetWidth / width) * 100) / 100; // neither depends on the zoom itself
    return whole >= (right === undefined ? LEAST : LEAST_BOARD) && whole < SMALL ? whole : SMALL;
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
