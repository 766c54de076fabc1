// Arrows of the last turn's moves, drawn over the board and beneath its texts. An arrow ends at the edge of its place.
import { boardOf } from "./board.js";

const SVG = "http://www.w3.org/2000/svg";
const SHORT = 18; // pixels that an arrow starts away from the middle of a place
const SHARE = 0.3; // the same as the largest share of its length
const INTO = 5; // pixels that the tip of an arrow reaches into its place

export class Arrows {
  constructor(grid, layer) {
    Object.assign(this, { grid, layer });
    grid.after.push(() => this.draw());
  }

  draw() {
    const { grid, layer } = this;
    const moves = boardOf(grid.tab)?.moves ?? [];
    const lines = moves.map(([from, to]) => this.#line(from, to)).filter(Boolean);
    const mark = JSON.stringify([grid.tabId, lines]);
    if (mark === this.mark) return;
    this.mark = mark;
    layer.hidden = !lines.length;
    layer.replaceChildren();
    if (!lines.length) return;
    const right = Math.max(...lines.flatMap(([one, two]) => [one.x, two.x])) + SHORT * 2;
    const bottom = Math.max(...lines.flatMap(([one, two]) => [one.y, two.y])) + SHORT * 2;
    const svg = part("svg", { width: right, height: bottom, role: "img" });
    svg.setAttribute("aria-label", `The moves of the last turn: ${moves.map(([from, to]) => `${from} to ${to}`).join(", ")}`);
    const head = part("marker", { id: "arrowhead", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" });
    head.append(part("path", { d: "M0 0 8 4 0 8Z" }));
    svg.append(head);
    for (const [from, to] of lines) {
      const shape = { d: `M${from.x} ${from.y} Q${bend(from, to)} ${to.x} ${to.y}` };
      svg.append(part("path", { ...shape, class: "halo" }), part("path", { ...shape, class: "way", "marker-end": "url(#arrowhead)" }));
    }
    layer.append(svg);
  }

  #line(from, to) {
    const { places } = boardOf(this.grid.tab);
    const [one, two] = [places.get(from), places.get(to)].map((place) => this.#box(place));
    const [across, down] = [two.x - one.x, two.y - one.y];
    const length = Math.hypot(across, down);
    if (!length) return null;
    const edge = Math.min(two.width / 2 / Math.abs(across), two.height / 2 / Math.abs(down)); // the share of the way inside
    const end = 1 - Math.min(edge, 1) + INTO / length;
    const along = (part) => ({ x: one.x + across * part, y: one.y + down * part });
    return [along(Math.min(SHORT / length, SHARE * end)), along(end)];
  }

  // A place by its middle and its size.
  #box([row, column]) {
    const { tab } = this.grid;
    const span = tab.span(row, column) ?? { top: row, left: column, bottom: row + 1, right: column + 1 };
    const start = this.grid.cornerOf(span.top, span.left);
    const end = this.grid.cornerOf(span.bottom, span.right);
    return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, width: end.x - start.x, height: end.y - start.y };
  }
}

// The point that bends an arrow a little, so that two that go there and back lie apart.
function bend(from, to) {
  const [across, down] = [to.x - from.x, to.y - from.y];
  return `${Math.round((from.x + to.x) / 2 - down * 0.12)} ${Math.round((from.y + to.y) / 2 + across * 0.12)}`;
}

function part(name, given) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  return made;
}
