// A board: a tab whose places a program has noted, and what is known of them by name.

const PLACES = "page.places"; // {the name of a place: [row, column]}
const PIECES = "page.pieces"; // {the name of a piece: the name of its place}
const MOVES = "page.moves"; // [[from, to], ...]
const ROLLS = "page.rolls"; // [what was rolled in the last turn, a line each]
const NOW = "page.now"; // [what has happened in a turn that goes on, a sentence each]
const NEWS = "page.news"; // [what happened in the last turn, a sentence each]
const TALK = "page.talk"; // [[who said it in the reader's team, what, seconds since 1970]]

// The board on a tab; null if the tab has none.
export function boardOf(tab) {
  const key = [PLACES, PIECES, MOVES].map((each) => tab?.marks.get(each) ?? "").join("\n");
  if (!tab?.marks.has(PLACES)) return null;
  if (tab.board?.key !== key) tab.board = read(tab, key);
  return tab.board.places.size ? tab.board : null;
}

function read(tab, key) {
  const places = new Map(Object.entries(tab.mark(PLACES) ?? {}).filter(([, at]) => Array.isArray(at) && at.every(Number.isInteger)));
  const pieces = new Map(Object.entries(tab.mark(PIECES) ?? {}).filter(([, place]) => places.has(place)));
  const names = new Map(); // by cell, its place and the pieces there
  for (const [place, [row, column]] of places) names.set(`${row},${column}`, [place]);
  for (const [piece, place] of pieces) names.get(places.get(place).join(",")).push(piece);
  const right = Math.max(...[...places.values()].map(([row, column]) => tab.span(row, column)?.right ?? column + 1));
  const known = (place) => typeof place === "string" && places.has(place);
  const moves = (tab.mark(MOVES) ?? []).filter((move) => Array.isArray(move) && move.length === 2 && move.every(known));
  return { key, places, pieces, names, moves, right };
}

// The headlines of what happened last, on the tab of a board: those of a turn that goes on, and of the last one.
export function newsOf(tab) {
  return newsByTurn(tab).flat();
}

// The same as two lists.
export function newsByTurn(tab) {
  return [linesOf(tab, NOW), linesOf(tab, NEWS)];
}

// What was rolled in the last turn, on the tab of a board.
export function rollsOf(tab) {
  return linesOf(tab, ROLLS);
}

// What was said in the reader's team, beside the headlines: {author, content, time}, as comments are told.
export function saidOn(tab) {
  const lines = tab?.mark(TALK);
  const known = (Array.isArray(lines) ? lines : []).filter((line) => Array.isArray(line) && Number.isFinite(line[2]));
  return known.map(([author, content, seconds]) => ({ author, content, time: new Date(1000 * seconds).toISOString() }));
}

// The places of a board that a sentence names.
export function placesIn(tab, line) {
  const places = boardOf(tab)?.places ?? new Map();
  return line.split(/[^\p{L}\p{N}]+/u).filter((word) => places.has(word));
}

function linesOf(tab, key) {
  const lines = tab?.mark(key);
  return Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
}

// What a cell of a board stands for: the name of its place, and those of the pieces there; [] beside the board.
export function namesAt(tab, { row, column }) {
  const corner = tab.corner(row, column);
  return boardOf(tab)?.names.get(`${corner.row},${corner.column}`) ?? [];
}
