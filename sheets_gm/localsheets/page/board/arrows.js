// Arrows over a board and beneath its texts: the moves of the last turn, and dashed, in the colour of their rows, those that
// the reader's rows order now. An arrow ends at the edge of its place.
import { colour, css, readable } from "../grid/cell_format.js";
import { boardOf } from "./board.js";

const SVG = "http://www.w3.org/2000/svg";
const SHORT = 18; // pixels that an arrow starts away from the middle of a place
const SHARE = 0.3; // the same as the largest share of its length
const INTO = 5; // pixels that the tip of an arrow reaches into its place

export class Arrows {
  constructor(grid, layer, forms) {
    Object.assign(this, { grid, layer, forms });
    grid.after.push(() => this.draw());
  }

  draw() {
    const { grid, layer } = this;
    if (grid.hidden) return;
    const moves = boardOf(grid.tab)?.moves ?? [];
    const drafts = this.#drafts();
    const lines = [...moves.map(([from, to]) => ({ from, to })), ...drafts].map((each) => this.#line(each)).filter(Boolean);
    const mark = JSON.stringify([grid.tabId, lines]);
    if (mark === this.mark) return;
    this.mark = mark;
    layer.hidden = !lines.length;
    layer.replaceChildren();
    if (!lines.length) return;
    const right = Math.max(...lines.flatMap(({ one, two }) => [one.x, two.x])) + SHORT * 2;
    const bottom = Math.max(...lines.flatMap(({ one, two }) => [one.y, two.y])) + SHORT * 2;
    const svg = part("svg", { width: right, height: bottom, role: "img" });
    svg.setAttribute("aria-label", [described("The moves of the last turn", moves), described("Your orders", drafts.map(({ from, to }) => [from, to]))].filter(Boolean).join(". "));
    for (const { one, two, name, ink } of lines) {
      const shape = { d: `M${one.x} ${one.y} Q${bend(one, two)} ${two.x} ${two.y}` };
      const way = part("path", { ...shape, class: name, "marker-end": `url(#${this.#head(svg, name, ink)})` });
      if (ink) way.style.stroke = ink;
      svg.append(part("path", { ...shape, class: "halo" }), way);
    }
    layer.append(svg);
  }

  // The head of an arrow in its colour; returns its id.
  #head(svg, name, ink) {
    const id = `arrowhead-${name}-${ink ?? ""}`.replace(/\W+/g, "-");
    if (svg.querySelector(`#${id}`)) return id;
    const head = part("marker", { id, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" });
    const tip = part("path", { d: "M0 0 8 4 0 8Z" });
    if (ink) tip.style.fill = ink;
    head.append(tip);
    svg.prepend(head);
    return id;
  }

  // What the reader's rows order on this board: from where to where, and the colour in which the row names its owner.
  #drafts() {
    const { tab, spreadsheet } = this.grid;
    const board = tab?.live === undefined ? boardOf(tab) : null;
    if (!board) return [];
    const placeOf = (name) => (board.places.has(name) ? name : board.pieces.get(name));
    return this.forms.orders().flatMap(({ tab: form, row, piece, to, ready }) => {
      const way = [piece, ...to].map(placeOf).filter(Boolean);
      const ink = colour(spreadsheet.cell(form, row, 0).effectiveFormat?.textFormat?.foregroundColorStyle);
      const name = ready ? "draft ready" : "draft";
      return way.slice(1).map((place, at) => ({ from: way[at], to: place, name, ink: ink && css(readable(ink)) }));
    });
  }

  #line({ from, to, name = "way", ink = null }) {
    const { places } = boardOf(this.grid.tab);
    const [one, two] = [places.get(from), places.get(to)].map((place) => boxOfPlace(this.grid, place));
    const [across, down] = [two.x - one.x, two.y - one.y];
    const length = Math.hypot(across, down);
    if (!length) return null;
    const edge = Math.min(two.width / 2 / Math.abs(across), two.height / 2 / Math.abs(down)); // the share of the way inside
    const end = 1 - Math.min(edge, 1) + INTO / length;
    const along = (part) => ({ x: one.x + across * part, y: one.y + down * part });
    return { one: along(Math.min(SHORT / length, SHARE * end)), two: along(end), name, ink };
  }
}

// A place by its middle and its size, on the sheet in screen pixels.
export function boxOfPlace(grid, [row, column]) {
  const span = grid.tab.span(row, column) ?? { top: row, left: column, bottom: row + 1, right: column + 1 };
  const start = grid.cornerOf(span.top, span.left);
  const end = grid.cornerOf(span.bottom, span.right);
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, width: end.x - start.x, height: end.y - start.y };
}

function described(what, moves) {
  return moves.length ? `${what}: ${moves.map(([from, to]) => `${from} to ${to}`).join(", ")}` : "";
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
