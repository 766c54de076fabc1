// A turn that was played is seen and heard: its headlines are announced and stand below the board, and its pieces slide along
// their moves. A button shows it again. Nothing slides for a reader who wishes for less motion.
import { fitLines } from "../widgets/elements.js";
import { announce } from "../widgets/messages.js";
import { boxOfPlace } from "./arrows.js";
import { boardOf, newsOf } from "./board.js";

const SLIDE = 400; // milliseconds
const HEARD = 2000; // milliseconds in which nothing else is announced
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Replay {
  constructor(grid, { layer, line, button }) {
    Object.assign(this, { grid, layer, line, button });
    this.seen = new Map(); // by board, the moves and headlines that were shown
    this.heard = -HEARD; // when headlines were announced last
    grid.after.push(() => this.#look());
    button.addEventListener("click", () => {
      const tab = this.#board();
      if (tab) this.#show(boardOf(tab).moves, newsOf(tab));
    });
  }

  // Whether headlines are being read out, so that the changed cells need not be.
  get speaks() {
    return performance.now() - this.heard < HEARD;
  }

  // The open board as it is now; null for an earlier version and for other tabs.
  #board() {
    const { tab } = this.grid;
    return tab?.live === undefined && boardOf(tab) ? tab : null;
  }

  #look() {
    if (this.grid.hidden) return;
    const tab = this.#board();
    const [moves, news] = tab ? [boardOf(tab).moves, newsOf(tab)] : [[], []];
    const text = news.join(" · ");
    this.line.hidden = !text;
    this.button.hidden = !moves.length && !text;
    this.line.title = text;
    fitLines(this.line, news);
    if (!tab) return;
    const before = this.seen.get(tab.id);
    this.seen.set(tab.id, { moves, news });
    if (!before || JSON.stringify(before) === JSON.stringify({ moves, news })) return;
    this.#show(added(before.moves, moves), added(before.news, news));
  }

  #show(moves, news) {
    if (news.length) {
      announce(news.join(". "));
      this.heard = performance.now();
    }
    if (!still.matches) for (const [from, to] of moves) this.#slide(from, to);
  }

  // Let the piece that stands on *to* come from *from*.
  #slide(from, to) {
    const { places } = boardOf(this.grid.tab);
    const [one, two] = [from, to].map((name) => boxOfPlace(this.grid, places.get(name)));
    const text = this.grid.td(...places.get(to))?.querySelector(".text");
    if (!text) return;
    const { zoom } = this.grid;
    const { font, color } = getComputedStyle(text);
    const { backgroundColor } = getComputedStyle(text.closest("td"));
    const ghost = document.createElement("div");
    ghost.textContent = text.textContent;
    Object.assign(ghost.style, { font, color, backgroundColor, zoom });
    for (const [name, length] of [["left", two.x - two.width / 2], ["top", two.y - two.height / 2], ["width", two.width], ["height", two.height]])
      ghost.style[name] = `${length / zoom}px`;
    this.layer.append(ghost);
    const start = `translate(${(one.x - two.x) / zoom}px, ${(one.y - two.y) / zoom}px)`;
    ghost.animate([{ transform: start }, { transform: "none" }], { duration: SLIDE, easing: "ease-in-out" }).finished.then(() => ghost.remove());
  }
}

// What *now* has beyond *before*; all of it where nothing was kept, as after a turn of another player.
function added(before, now) {
  const known = before.map((each) => JSON.stringify(each));
  const fresh = now.filter((each) => !known.includes(JSON.stringify(each)));
  return fresh.length ? fresh : JSON.stringify(before) === JSON.stringify(now) ? [] : now;
}
