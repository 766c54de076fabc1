// A board, drawn once from the marks of its tab: its places as tiles on the ground, with pieces as tokens. Letters keep their
// size and tiles have two: "readable", where there is room for letters, and "whole", where a tap comes closer. It is moved by
// dragging, and its size by pinching, by keys and by a button.
import { boardOf } from "../../board/board.js";
import { theme } from "../../grid/cell_format.js";
import { element } from "../../widgets/elements.js";
import { marksBeyond } from "./beyond.js";
import { floorOf, groundOf } from "./floors.js";
import { layoutOf, middle } from "./layout.js";
import { EDGE, scaled, sizesOf } from "./size.js";
import { colourOf, crowd, inWords, isOwn, longestWord, roomOf, tokensOf } from "./tokens.js";
import { wayBetween } from "./ways.js";

const SVG = "http://www.w3.org/2000/svg";
const SLIDE = 400; // milliseconds
const POINT = 1500; // milliseconds for which a place is pointed at
const DISC = 16; // pixels that an arrow ends before the middle of a place
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Scene {
  // *tap(place)* is called when the tile of a place is chosen; *pointed* is the box that tells what is under the pointer.
  constructor(box, { spreadsheet, tap, pointed, button }) {
    Object.assign(this, { box, spreadsheet, tap, pointed, button, level: "readable", tiles: new Map() });
    const part = (name, role) => Object.assign(element("div", name), { role });
    [this.columns, this.rows, this.plane] = [part("edge columns", "presentation"), part("edge rows", "presentation"), part("plane", "grid")];
    for (const edge of [this.columns, this.rows]) edge.ariaHidden = "true";
    box.append(this.columns, this.rows, this.plane);
    this.beyond = Object.assign(element("div", "beyond"), { ariaHidden: "true" }); // the labels of the tiles say it
    box.addEventListener("scroll", () => this.#pointOut(), { passive: true });
    this.plane.addEventListener("click", (event) => this.#tapped(event.target.closest(".tile")));
    this.plane.addEventListener("keydown", (event) => this.#key(event));
    this.plane.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.#tell(event.target.closest(".tile")));
    this.plane.addEventListener("pointerleave", () => this.#tell(null));
    box.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.touches = new Map();
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) box.addEventListener(name, (event) => this.#pointer(name, event));
    new ResizeObserver(() => this.tab && this.#resized()).observe(box);
  }

  // Draw the board of *tab*: its tiles if its cells have changed, and what can be chosen now. *style* is {turned, sides, own,
  // seats}: whether the board is turned around, whose colours its pieces have, and which are the reader's.
  draw(tab, look, style) {
    const board = boardOf(tab);
    if (!board) return;
    const rows = [...tab.blocks.values()].map((block) => block.rows);
    const from = [tab, board.key, tab.marks.get("page.tokens"), tab.marks.get("page.floors"), theme(), JSON.stringify(style), tab.rows, ...rows];
    const before = this.look;
    this.look = look;
    if (from.length !== this.from?.length || from.some((each, at) => each !== this.from[at])) {
      const same = (tab.live ?? tab.id) === (this.tab?.live ?? this.tab?.id); // maybe another turn of it
      const first = !same || style.turned !== this.style.turned;
      Object.assign(this, { from, tab, board, style });
      this.#build();
      if (first) this.fit("readable");
      else this.#around(() => this.#resize(this.level === "own" ? this.size : this.#sizes[this.level])); // a board may shrink
    }
    this.#mark();
    this.#draw();
    if (look.picked && look.picked !== before?.picked) this.reveal([look.picked]);
  }

  // -- tiles ---------------------------------------------------------------------------------------------------------

  #build() {
    const { tab, board, style } = this;
    const held = this.plane.contains(document.activeElement) && document.activeElement.dataset.place;
    this.layout = layoutOf(tab, board, style.turned);
    Object.assign(this.plane.dataset, { kind: this.layout.kind });
    this.plane.ariaLabel = `${tab.title}: ${board.places.size} places, ${board.pieces.size} pieces`;
    const grounds = this.layout.grounds.flatMap((ground) => this.#placed(groundOf(tab, ground), ground));
    this.tiles = new Map();
    const [floors, rows] = [[], new Map()];
    for (const [at, names] of board.names) {
      const [row, column] = at.split(",").map(Number);
      const box = this.layout.boxes.get(at);
      const tile = this.#tile(row, column, names, box);
      floors.push(...this.#placed(floorOf(tab, { row, column, place: names[0], holds: tile.tokens.length > 0, named: this.layout.named }), box));
      this.tiles.set(names[0], tile);
      rows.set(row, [...(rows.get(row) ?? []), tile]);
    }
    const order = style.turned ? -1 : 1; // as they are seen, from the top left
    const lines = [...rows.entries()].sort(([one], [two]) => order * (one - two)).map(([, tiles]) => {
      const line = element("div", "line", ...(style.turned ? tiles.reverse() : tiles));
      line.role = "row";
      return line;
    });
    const ground = element("div", "floors", ...grounds, ...floors);
    const men = element("div", "men", ...[...this.tiles.values()].flatMap(({ men: made }) => made));
    ground.ariaHidden = men.ariaHidden = "true"; // the label of a tile says all of it
    this.arrows = document.createElementNS(SVG, "svg");
    this.arrows.setAttribute("aria-hidden", "true");
    this.plane.replaceChildren(ground, ...lines, this.arrows, men, this.beyond);
    const first = this.tiles.get(held) ?? this.tiles.values().next().value;
    first.tabIndex = 0;
    if (held) first.focus({ preventScroll: true });
  }

  #tile(row, column, names, box) {
    const cell = this.tab.cell(row, column);
    const [place, ...pieces] = names;
    const made = element("div", "tile");
    made.role = "gridcell";
    made.tabIndex = -1;
    made.dataset.place = place;
    made.tokens = tokensOf(this.tab, place);
    made.holds = pieces.length + made.tokens.length > 0;
    made.at = box;
    made.men = made.tokens.length ? this.#placed(element("div", "crowd"), box) : [];
    const shown = (cell.formattedValue ?? "").replaceAll("\n", " ");
    made.label = [place, ...pieces, ...(shown && shown !== place ? [shown] : []), ...inWords(made.tokens)].join(", ");
    return this.#placed(made, box)[0];
  }

  // Put *made*, if there is anything, where *box* is, in steps.
  #placed(made, { x, y, w, h }) {
    if (!made) return [];
    for (const [name, steps, unit] of [["left", x, "--w"], ["top", y, "--h"], ["width", w, "--w"], ["height", h, "--h"]]) made.style[name] = `calc(${steps} * var(${unit}))`;
    return [made];
  }

  // Show what can be chosen: *lit* and *later* places, those *chosen* in the open order, the place of its piece, the pieces
  // that still wait for an order, and the *signs* of places, what is drafted there.
  #mark() {
    const { lit, later, chosen, picked, mine, signs } = this.look;
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
  }

  // Draw the arrows: of the last turn, in the colours of the sides that moved, and the *drafts* of the look, each
  // {from, to, ready, colour}.
  #draw() {
    const moves = this.board.moves.map(([from, to]) => ({ from, to, kind: "way", colour: colourOf(this.#moved(from, to), this.style.sides) }));
    const lines = [...moves, ...this.look.drafts.map((each) => ({ ...each, kind: each.ready ? "draft ready" : "draft" }))];
    const { w, h } = this.size;
    const text = JSON.stringify([lines, w, h]);
    if (text === this.arrows.drawn) return;
    this.arrows.drawn = text;
    const taken = [...this.tiles.values()].filter(({ holds }) => holds).map(({ at }) => middle(at));
    this.arrows.replaceChildren(...lines.flatMap(({ from, to, ...rest }) => {
      const [one, two] = [this.middle(from), this.middle(to)];
      if (!one || !two) return [];
      const others = taken.map(({ x, y }) => ({ x: x * w, y: y * h })).filter((each) => [one, two].every((end) => Math.hypot(each.x - end.x, each.y - end.y) > DISC));
      return wayBetween(one, two, { ...rest, short: Math.min(DISC, h / 3), taken: (at) => others.some(({ x, y }) => Math.abs(x - at.x) < w / 3 && Math.abs(y - at.y) < h / 3) });
    }));
  }

  // The piece that went from one place to another, where it or one of its next steps stands now, if any does; undefined where
  // several sides stand there, of which any may have moved.
  #moved(from, to) {
    const at = (place) => this.tiles.get(place)?.tokens ?? [];
    const { moves } = this.board;
    let end = to;
    for (let left = moves.length; !at(end).length && left > 0; left--) end = moves.find(([start]) => start === end)?.[1];
    const tokens = at(end).length ? at(end) : at(from);
    return tokens.every(({ side }) => side === tokens[0].side) ? tokens[0] : undefined;
  }

  // The middle of the tile of *place*, in pixels.
  middle(place) {
    const tile = this.tiles.get(place);
    if (!tile) return undefined;
    const { x, y } = middle(tile.at);
    return { x: x * this.size.w, y: y * this.size.h };
  }

  // Let the pieces of *moves* slide from where they came.
  replay(moves) {
    if (still.matches) return;
    for (const [from, to] of moves) {
      const [one, two] = [this.middle(from), this.middle(to)];
      const [men] = this.tiles.get(to)?.men ?? [];
      if (!one || !two || !men) continue;
      const ghost = men.cloneNode(true);
      ghost.className = "crowd ghost";
      men.after(ghost);
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

  // Let it be seen where *places* are: they light up for a moment, and one of them comes into sight. Returns whether the first is
  // seen in the upper half.
  point(places) {
    const tiles = places.map((place) => this.tiles.get(place)).filter(Boolean);
    for (const tile of tiles) tile.classList.add("pointed");
    setTimeout(() => tiles.forEach((tile) => tile.classList.remove("pointed")), POINT);
    this.reveal(places);
    const [seen, window] = [tiles[0], this.box].map((each) => each?.getBoundingClientRect());
    return Boolean(seen) && seen.top + seen.bottom < window.top + window.bottom;
  }

  #tell(tile) {
    const text = tile ? tile.label : "";
    if (this.pointed.textContent !== text) this.pointed.textContent = text;
  }

  // -- size ----------------------------------------------------------------------------------------------------------

  // Show the board at the size *level*: "whole", or "readable" with the reader's own pieces in the middle.
  fit(level) {
    Object.assign(this, { level, width: this.box.clientWidth, height: this.box.clientHeight });
    this.#resize(this.#sizes[level]);
    this.#draw();
    if (level === "readable") this.#center();
  }

  // Change between the two sizes.
  toggle() {
    this.fit(this.level === "whole" ? "readable" : "whole");
  }

  // Make it *factor* times as large.
  zoom(factor) {
    this.#around(() => this.#resize(scaled(this.size, factor, this.#sizes)));
    this.level = "own";
    this.#draw();
  }

  // The window has changed: one of another width is another window, in one of another height the reader goes on looking.
  #resized() {
    const { clientWidth, clientHeight } = this.box;
    const isOther = this.width !== clientWidth;
    if (!clientWidth || !clientHeight || (this.level === "own" && !isOther)) return;
    if (isOther) return this.fit(this.level === "whole" ? "whole" : "readable");
    const { picked } = this.look;
    const wasSeen = picked && this.#isSeen(picked, this.height);
    this.#around(() => this.#resize(this.#sizes[this.level]));
    this.#draw();
    this.height = clientHeight;
    if (wasSeen) this.reveal([picked]);
  }

  // Whether the middle of *place* was in sight in a window of this *height*.
  #isSeen(place, height) {
    const at = this.middle(place);
    const { scrollTop, scrollLeft, clientWidth } = this.box;
    return Boolean(at) && at.y > scrollTop && at.y < scrollTop + height && at.x > scrollLeft && at.x < scrollLeft + clientWidth;
  }

  // Let *change* change the size while the middle of what is seen stays there.
  #around(change) {
    const { box, size } = this;
    const seen = { x: (box.scrollLeft + box.clientWidth / 2) / size.w, y: (box.scrollTop + box.clientHeight / 2) / size.h };
    change();
    box.scrollTo(seen.x * this.size.w - box.clientWidth / 2, seen.y * this.size.h - box.clientHeight / 2);
  }

  get #sizes() {
    const word = longestWord([...this.tiles.values()].flatMap(({ tokens }) => tokens));
    return sizesOf(this.layout, { width: this.box.clientWidth, height: this.box.clientHeight }, word);
  }

  get #isSmall() {
    const { whole, readable } = this.#sizes;
    return this.level === "whole" && whole !== readable;
  }

  #resize({ w, h }) {
    const { layout, plane } = this;
    this.size = { w, h };
    const [width, height] = [`${layout.across * w}px`, `${layout.down * h}px`];
    Object.assign(plane.style, { width, height });
    for (const part of [plane, this.columns, this.rows]) {
      part.style.setProperty("--w", `${w}px`);
      part.style.setProperty("--h", `${h}px`);
    }
    this.columns.style.width = width;
    this.rows.style.height = height;
    const label = (where) => ([at, name]) => Object.assign(element("span", "", name), { style: `${where[0]}: calc(${at} * var(${where[1]}))` });
    this.columns.replaceChildren(...thinned(layout.edges.columns, w).map(label(["left", "--w"])));
    this.rows.replaceChildren(...thinned(layout.edges.rows, h).map(label(["top", "--h"])));
    plane.classList.toggle("tiny", w < 40 || h < 24); // then the ground has no room for words
    for (const tile of this.tiles.values()) {
      const { tokens, at, men } = tile;
      if (!men.length) continue;
      const room = roomOf(tokens, at.w * w, at.h * h);
      const key = JSON.stringify(room);
      if (key === tile.room) continue;
      tile.room = key;
      men[0].replaceChildren(...crowd(tokens, room, this.style));
    }
    const { whole, readable } = this.#sizes;
    this.button.hidden = whole === readable && this.level !== "own";
    this.button.ariaPressed = String(this.level === "whole");
    this.#pointOut();
  }

  // Point to the sides that are beyond the edges of the window.
  #pointOut() {
    if (!this.tab) return;
    const { box, size } = this;
    const pieces = [...this.tiles.values()].flatMap(({ tokens, at }) => tokens.map(({ side }) => ({ side, x: middle(at).x * size.w, y: middle(at).y * size.h })));
    const window = { x: box.scrollLeft, y: box.scrollTop, w: box.clientWidth - EDGE.across, h: box.clientHeight - EDGE.down };
    this.beyond.replaceChildren(...marksBeyond(pieces, this.style.sides, window));
  }

  // Bring the open order's piece, or the reader's own pieces, into the middle; without any, that of the board.
  #center() {
    const { picked, mine } = this.look;
    const own = [...this.tiles.values()].filter(({ tokens }) => tokens.some((each) => isOwn(each, this.style)));
    const tiles = (picked ? [picked] : [...mine]).map((place) => this.tiles.get(place)).filter(Boolean);
    const at = (tiles.length ? tiles : own).map((tile) => middle(tile.at));
    if (!at.length) at.push({ x: this.layout.across / 2, y: this.layout.down / 2 });
    const { w, h } = this.size;
    const room = { x: this.box.clientWidth - EDGE.across - w, y: this.box.clientHeight - EDGE.down - h };
    const [x, y] = [inMiddle(at.map((each) => each.x * w), room.x), inMiddle(at.map((each) => each.y * h), room.y)];
    this.#scrollTo(x, y, (tiles[0] ?? own[0])?.at);
  }

  // Show a point of the plane, in pixels, in the middle; no tile that begins where that *at* does is cut on the left.
  #scrollTo(x, y, at) {
    const { box, size } = this;
    const start = at ? at.x % 1 : 0;
    const column = Math.round((x - (box.clientWidth - EDGE.across) / 2) / size.w - start) + start;
    box.scrollTo({ left: column * size.w, top: y - (box.clientHeight - EDGE.down) / 2, behavior: "instant" });
  }

  // Show one of *places* in the middle, unless one of them can be seen already.
  reveal(places) {
    const found = places.filter((place) => this.tiles.has(place));
    const window = this.box.getBoundingClientRect();
    const isSeen = (place) => {
      const { left, right, top, bottom } = this.tiles.get(place).getBoundingClientRect();
      return left >= window.left && right <= window.right && top >= window.top && bottom <= window.bottom;
    };
    if (!found.length || found.some(isSeen)) return;
    const place = found[Math.floor(found.length / 2)];
    const { x, y } = this.middle(place);
    this.#scrollTo(x, y, this.tiles.get(place).at);
  }

  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
  }

  // Two fingers change the size; a mouse that drags moves the board.
  #pointer(name, event) {
    if (name === "pointerdown") this.touches.set(event.pointerId, event);
    else if (name !== "pointermove") this.touches.delete(event.pointerId);
    const before = this.touches.get(event.pointerId);
    if (name !== "pointermove" || !before) return;
    const other = [...this.touches.values()].find((each) => each.pointerId !== event.pointerId);
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (other) this.zoom(apart(event) / Math.max(1, apart(before)));
    else if (event.pointerType === "mouse") this.box.scrollBy(before.clientX - event.clientX, before.clientY - event.clientY);
    this.touches.set(event.pointerId, event);
  }

  // -- choosing ------------------------------------------------------------------------------------------------------

  // On a board that is too small to be read a tap comes closer, and chooses nothing.
  #tapped(tile) {
    if (!tile) return;
    for (const each of this.tiles.values()) each.tabIndex = each === tile ? 0 : -1;
    const { place } = tile.dataset;
    if (!this.#isSmall) return this.tap(place);
    this.fit("readable");
    const { x, y } = this.middle(place);
    this.#scrollTo(x, y, tile.at);
  }

  #key(event) {
    const tile = event.target.closest(".tile");
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!tile || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "-") this.zoom(event.key === "+" ? 1.25 : 0.8);
    else if (event.key === "0") this.toggle();
    else if (event.key === "Enter" || event.key === " ") this.#tapped(tile);
    else if (step) this.#step(tile, step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Go to the nearest tile in a direction.
  #step(tile, [across, down]) {
    const at = middle(tile.at);
    let found = null;
    for (const each of this.tiles.values()) {
      const to = middle(each.at);
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
    this.#tell(found.each);
  }
}

const APART = 20; // pixels between two names at an edge, at least

// Every name, or every second, third ... where they are too close to each other.
function thinned(names, step) {
  const every = Math.ceil(APART / step);
  return names.filter((_, at) => at % every === 0);
}

// The middle of *points*, or of as many of them as fit into *room*.
function inMiddle(points, room) {
  const runs = points.map((from) => points.filter((each) => each >= from && each - from <= room));
  const most = runs.reduce((best, each) => (each.length > best.length ? each : best));
  return (Math.min(...most) + Math.max(...most)) / 2;
}
