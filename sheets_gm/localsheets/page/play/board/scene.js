// A board, drawn once from the marks of its tab: its places as tiles in the looks of their cells, without letters and numbers
// around them. It is moved by dragging, and its size by pinching, by keys and by buttons.
import { boardOf } from "../../board/board.js";
import { styleOf, theme } from "../../grid/cell_format.js";
import { element } from "../../widgets/elements.js";
import { Overview } from "./overview.js";
import { dress, inWords, tokensOf } from "./tokens.js";

const LEAST = { finger: 34, mouse: 26 }; // pixels of a tile that can be hit
const INTO = 6; // pixels that an arrow reaches into its place
const LARGEST = 4;
const SVG = "http://www.w3.org/2000/svg";
const SLIDE = 400; // milliseconds
const POINT = 1200; // milliseconds for which a place is pointed at
const GROWN = 1.35; // times its size that the text of a piece may be where it has room
const SPARE = 0.92; // of the room that a text which grows takes: letters do not grow evenly
const coarse = matchMedia("(pointer: coarse)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Scene {
  // *tap(place)* is called when the tile of a place is chosen; *overview* is the box of the small map.
  constructor(box, { spreadsheet, tap, overview }) {
    Object.assign(this, { box, spreadsheet, tap, scale: 1, tiles: new Map() });
    this.overview = new Overview(overview, this);
    this.plane = element("div", "plane");
    this.plane.role = "grid";
    box.append(this.plane);
    this.plane.addEventListener("click", (event) => this.#tapped(event.target.closest(".tile")));
    this.plane.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.touches = new Map();
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) box.addEventListener(name, (event) => this.#pointer(name, event));
    new ResizeObserver(() => this.tab && !this.chosenScale && this.fit()).observe(box);
  }

  // Draw the board of *tab*: its tiles if its cells have changed, and what can be chosen now. *style* is {turned, sides, own}:
  // whether the board is turned around, and whose colours its pieces have.
  draw(tab, look, style) {
    const board = boardOf(tab);
    if (!board) return;
    const rows = [...tab.blocks.values()].map((block) => block.rows);
    const from = [tab, board.key, tab.marks.get("page.tokens"), theme(), JSON.stringify(style), tab.rows, ...rows];
    if (from.length !== this.from?.length || from.some((each, at) => each !== this.from[at])) {
      const same = (tab.live ?? tab.id) === (this.tab?.live ?? this.tab?.id); // maybe another turn of it
      const first = !same || style.turned !== this.style.turned;
      Object.assign(this, { from, tab, board, style });
      this.#build();
      if (first) this.fit();
    }
    this.#mark(look);
    if (look.picked ? look.picked !== this.seen : !this.seen) this.look(look.picked ?? [...look.mine][0]);
  }

  // -- tiles ---------------------------------------------------------------------------------------------------------

  #build() {
    const { tab, board } = this;
    const held = this.plane.contains(document.activeElement) && document.activeElement.dataset.place;
    const boxes = [...board.places.values()].map(([row, column]) => tab.span(row, column) ?? { top: row, left: column, bottom: row + 1, right: column + 1 });
    const titles = [...board.places].flatMap(([name, [row, column]]) => titleAbove(tab, name, row, column));
    this.area = {
      top: Math.min(...boxes.map((box) => box.top), ...titles),
      left: Math.min(...boxes.map((box) => box.left)),
      bottom: Math.max(...boxes.map((box) => box.bottom)),
      right: Math.max(...boxes.map((box) => box.right)),
    };
    this.x = sums(this.area.left, this.area.right, (column) => tab.width(column));
    this.y = sums(this.area.top, this.area.bottom, (row) => tab.heights.get(row) ?? 21);
    Object.assign(this.plane.style, { width: `${this.x.at(-1)}px`, height: `${this.y.at(-1)}px` });
    this.plane.ariaLabel = `${tab.title}: ${board.places.size} places, ${board.pieces.size} pieces`;
    this.tiles = new Map();
    const rows = new Map();
    for (const [at, names] of board.names) {
      const [row, column] = at.split(",").map(Number);
      const tile = this.#tile(row, column, names);
      this.tiles.set(names[0], tile);
      rows.set(row, [...(rows.get(row) ?? []), tile]);
    }
    const order = this.style.turned ? -1 : 1; // as they are seen, from the top left
    const lines = [...rows.entries()].sort(([one], [two]) => order * (one - two)).map(([, tiles]) => {
      const line = element("div", "line", ...(this.style.turned ? tiles.reverse() : tiles));
      line.role = "row";
      return line;
    });
    this.arrows = document.createElementNS(SVG, "svg");
    this.arrows.setAttribute("aria-hidden", "true");
    this.plane.replaceChildren(...this.#ground(), ...lines, this.arrows);
    this.#fit();
    this.overview.draw();
    const first = this.tiles.get(held) ?? this.tiles.values().next().value;
    first.tabIndex = 0;
    if (held) first.focus({ preventScroll: true });
  }

  // What stands between the places, such as walls and signs: it can only be looked at.
  #ground() {
    const { tab, area, board } = this;
    const found = [];
    for (let row = area.top; row < area.bottom; row++)
      for (let column = area.left; column < area.right; column++) {
        const corner = tab.corner(row, column);
        const cell = tab.cell(row, column);
        const place = board.names.has(`${corner.row},${corner.column}`);
        if (place || corner.row !== row || corner.column !== column) continue;
        const style = styleOf(cell);
        if (!cell.formattedValue && !style.backgroundColor) continue;
        const made = this.#placed("ground", row, column, style);
        made.append(element("span", "text", cell.formattedValue ?? ""));
        made.ariaHidden = "true";
        made.role = "presentation";
        found.push(made);
      }
    return found;
  }

  #tile(row, column, names) {
    const cell = this.tab.cell(row, column);
    const made = this.#placed("tile", row, column, styleOf(cell));
    const [place, ...pieces] = names;
    made.role = "gridcell";
    made.tabIndex = -1;
    made.dataset.place = place;
    const text = element("span", "text", cell.formattedValue ?? "");
    const tokens = tokensOf(this.tab, place);
    made.holds = pieces.length + tokens.length > 0;
    made.append(text);
    dress(made, text, tokens, this.style);
    const shown = (cell.formattedValue ?? "").replaceAll("\n", " ");
    made.label = [place, ...pieces, ...(shown && shown !== place ? [shown] : []), ...inWords(tokens)].join(", ");
    return made;
  }

  // Make the texts that are larger than their tiles smaller, and those of pieces as large as they may be: all are measured
  // first, so that the page is laid out once.
  #fit() {
    const found = [];
    for (const tile of this.tiles.values()) {
      const text = tile.firstChild;
      const room = Math.min((tile.clientHeight - (tile.classList.contains("barred") ? 7 : 1)) / text.scrollHeight, (tile.clientWidth - 7) / text.scrollWidth);
      const grown = tile.holds ? Math.min(room * SPARE, GROWN) : 1;
      if (room < 1 || (grown > 1 && Number.isFinite(room))) found.push([text, Math.min(room, Math.max(grown, 1))]);
    }
    for (const [text, share] of found) text.style.fontSize = `${share}em`;
  }

  #placed(kind, row, column, style) {
    const { x, y, area, tab } = this;
    const span = tab.span(row, column) ?? { bottom: row + 1, right: column + 1 };
    const made = element("div", kind);
    const [left, top] = [x[column - area.left], y[row - area.top]];
    const [right, bottom] = [x[Math.min(span.right, area.right) - area.left], y[Math.min(span.bottom, area.bottom) - area.top]];
    const [across, down] = this.style.turned ? [x.at(-1) - right, y.at(-1) - bottom] : [left, top];
    Object.assign(made.style, style, { left: `${across}px`, top: `${down}px`, width: `${right - left}px`, height: `${bottom - top}px` });
    return made;
  }

  // Show what can be chosen: *lit* and *later* places, those *chosen* in the open order, the place of its piece, the pieces
  // that still wait for an order, the *drafts*, each {from, to, ready, colour}, and the *signs* of places, what is drafted there.
  #mark({ lit, later, chosen, picked, mine, drafts, signs }) {
    for (const [place, tile] of this.tiles) {
      const states = { lit: lit.has(place), later: later.has(place), chosen: chosen.has(place), picked: picked === place, mine: mine.has(place) };
      for (const [name, on] of Object.entries(states)) tile.classList.toggle(name, on);
      const sign = signs.get(place);
      const words = [states.picked && "your piece", states.chosen && "chosen", sign, (states.lit || states.later) && "can be chosen", states.mine && "waits for an order"];
      tile.ariaLabel = [tile.label, ...words.filter(Boolean)].join(", ");
      tile.ariaSelected = String(states.chosen);
      if (sign) tile.dataset.sign = sign;
      else delete tile.dataset.sign;
    }
    const moves = this.board.moves.map(([from, to]) => ({ from, to, kind: "way" }));
    const lines = [...moves, ...drafts.map((each) => ({ ...each, kind: each.ready ? "draft ready" : "draft" }))];
    this.arrows.replaceChildren(...lines.flatMap((line) => this.#arrow(line)));
  }

  middle(place) {
    const tile = this.tiles.get(place);
    if (!tile) return undefined;
    const [left, top, width, height] = ["left", "top", "width", "height"].map((name) => parseFloat(tile.style[name]));
    return { x: left + width / 2, y: top + height / 2, width, height };
  }

  #arrow({ from, to, kind, colour }) {
    const [one, two] = [this.middle(from), this.middle(to)];
    if (!one || !two || from === to) return [];
    const [across, down] = [two.x - one.x, two.y - one.y];
    const length = Math.hypot(across, down);
    const unit = { x: across / length, y: down / length };
    const [start, end] = [edge(one, unit, 1), edge(two, unit, -1)];
    const wing = (side) => `${end.x - unit.x * 7 + side * unit.y * 5} ${end.y - unit.y * 7 - side * unit.x * 5}`;
    const shape = `M${start.x} ${start.y} L${end.x} ${end.y} M${wing(1)} L${end.x} ${end.y} L${wing(-1)}`;
    return ["halo", kind].map((name) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", shape);
      path.setAttribute("class", name);
      if (colour && name !== "halo") path.style.stroke = colour;
      return path;
    });
  }

  // Let the pieces of *moves* slide from where they came.
  replay(moves) {
    if (still.matches) return;
    for (const [from, to] of moves) {
      const [one, two] = [this.middle(from), this.middle(to)];
      const tile = this.tiles.get(to);
      if (!one || !two || !tile) continue;
      const ghost = tile.cloneNode(true);
      ghost.className = "tile ghost";
      ghost.ariaHidden = "true";
      for (const name of ["data-place", "role", "tabindex"]) ghost.removeAttribute(name);
      this.plane.append(ghost);
      const start = `translate(${one.x - two.x}px, ${one.y - two.y}px)`;
      ghost.animate([{ transform: start }, { transform: "none" }], { duration: SLIDE, easing: "ease-in-out" }).finished.then(() => ghost.remove());
    }
  }

  // What stands on the board, a line for each place that has anything, from the top left.
  lines() {
    const tiles = [...this.tiles.values()];
    const held = tiles.filter(({ holds }) => holds);
    return (held.length ? held : tiles.filter(({ label, dataset }) => label !== dataset.place)).map(({ label }) => label);
  }

  // Let it be seen where places are: they light up for a moment, and the first is in the middle.
  point(places) {
    for (const place of places) {
      const tile = this.tiles.get(place);
      tile?.animate([{ outline: "4px solid #6d28d9" }, { outline: "4px solid transparent" }], { duration: POINT });
    }
    if (places.length) this.look(places[0]);
  }

  // -- size ----------------------------------------------------------------------------------------------------------

  // The size at which the whole board is seen; tiles are never smaller than a finger.
  fit() {
    const { clientWidth } = this.box;
    const clientHeight = this.box.clientHeight - parseFloat(getComputedStyle(this.box).paddingBottom);
    const sides = [...this.tiles.values()].map((tile) => Math.min(parseFloat(tile.style.width), parseFloat(tile.style.height)));
    const least = (coarse.matches ? LEAST.finger : LEAST.mouse) / Math.min(...sides);
    const whole = Math.min(clientWidth / this.x.at(-1), clientHeight / this.y.at(-1));
    this.zoom(Math.min(Math.max(whole, least), 1.6));
    this.chosenScale = false;
    this.look();
  }

  zoom(scale) {
    const { box } = this;
    const wanted = Math.min(Math.max(scale, 0.2), LARGEST);
    const [across, down] = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2].map((each) => each / this.scale);
    this.scale = wanted;
    this.chosenScale = true;
    this.plane.style.zoom = wanted;
    box.scrollTo(across * wanted - box.clientWidth / 2, down * wanted - box.clientHeight / 2);
    this.overview.follow();
  }

  // Show *place*, or the place that was shown last, in the middle.
  look(place = this.seen) {
    const at = this.tiles.has(place) && this.middle(place);
    this.seen = place;
    if (at) this.box.scrollTo(at.x * this.scale - this.box.clientWidth / 2, at.y * this.scale - this.box.clientHeight / 2);
  }

  // Show one of *places* in the middle, unless one of them can be seen already.
  reveal(places) {
    const tiles = places.map((place) => this.tiles.get(place)).filter(Boolean);
    const window = this.box.getBoundingClientRect();
    const isSeen = (tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect();
      return left >= window.left && right <= window.right && top >= window.top && bottom <= window.bottom;
    };
    if (tiles.length && !tiles.some(isSeen)) this.look(tiles[Math.floor(tiles.length / 2)].dataset.place);
  }

  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(this.scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
  }

  // Two fingers change the size; a mouse that drags moves the board.
  #pointer(name, event) {
    if (name === "pointerdown") this.touches.set(event.pointerId, event);
    else if (name !== "pointermove") this.touches.delete(event.pointerId);
    const before = this.touches.get(event.pointerId);
    if (name !== "pointermove" || !before) return;
    const other = [...this.touches.values()].find((each) => each.pointerId !== event.pointerId);
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (other) this.zoom((this.scale * apart(event)) / Math.max(1, apart(before)));
    else if (event.pointerType === "mouse") this.box.scrollBy(before.clientX - event.clientX, before.clientY - event.clientY);
    this.touches.set(event.pointerId, event);
  }

  // -- choosing ------------------------------------------------------------------------------------------------------

  #tapped(tile) {
    if (!tile) return;
    for (const each of this.tiles.values()) each.tabIndex = each === tile ? 0 : -1;
    this.tap(tile.dataset.place);
  }

  #key(event) {
    const tile = event.target.closest(".tile");
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!tile || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "-") this.zoom(this.scale * (event.key === "+" ? 1.25 : 0.8));
    else if (event.key === "0") this.fit();
    else if (event.key === "Enter" || event.key === " ") this.#tapped(tile);
    else if (step) this.#step(tile, step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Go to the nearest tile in a direction.
  #step(tile, [across, down]) {
    const at = this.middle(tile.dataset.place);
    let found = null;
    for (const [place, each] of this.tiles) {
      const to = this.middle(place);
      const [x, y] = [to.x - at.x, to.y - at.y];
      const ahead = x * across + y * down;
      const aside = Math.abs(x * down) + Math.abs(y * across);
      const far = ahead + 3 * aside;
      if (ahead > 0 && (!found || far < found.far)) found = { far, each };
    }
    if (!found) return;
    tile.tabIndex = -1;
    found.each.tabIndex = 0;
    found.each.focus();
  }
}

// Where an arrow in the direction *unit* leaves a tile, or comes to it: a little within its edge.
function edge({ x, y, width, height }, unit, sign) {
  const far = Math.min(width / 2 / Math.max(Math.abs(unit.x), 1e-9), height / 2 / Math.max(Math.abs(unit.y), 1e-9)) - INTO;
  return { x: x + sign * far * unit.x, y: y + sign * far * unit.y };
}

// The row of the cell above a place, which has the name of the place in it; [] without one.
function titleAbove(tab, name, row, column) {
  const { row: top, column: left } = tab.corner(Math.max(0, row - 1), column);
  const words = (tab.cell(top, left).formattedValue ?? "").split(/\s+/);
  return top < row && left === column && words.includes(name) ? [top] : [];
}

// The distances of *from*, the next one, and so on up to *to* from *from*.
function sums(from, to, sizeOf) {
  const found = [0];
  for (let at = from; at < to; at++) found.push(found.at(-1) + sizeOf(at));
  return found;
}
