// How large the tiles of a board are: "whole", so that all of it is seen, and "readable", so that its letters are.
import { FLAT, POINTED, SQUARE } from "./layout.js";

export const EDGE = { across: 20, down: 18 }; // pixels of the names at the edges
const READABLE = { [SQUARE]: { w: 82, h: 72 }, [FLAT]: { w: 52, h: 54 }, [POINTED]: { w: 38, h: 38 } }; // pixels of a step: as many as are seen whole
const LOW = { w: 64, h: 26 }; // the same on boards that are higher than wide: words stand beside discs
const OVER = { [SQUARE]: 0, [FLAT]: 1 / 3, [POINTED]: 1 / 2 }; // steps by which a row of places reaches over as many steps
const SHAPES = { [SQUARE]: [0.8, 5], [FLAT]: [0.8, 1.1], [POINTED]: [0.8, 1.4] }; // how wide for its height a step may be
const LARGEST = 3; // times the readable size

// The sizes of a step of *layout* in a window, with room for a *word* of so many pixels: {whole, readable}, each {w, h} in pixels. They are one where all of it can be read.
export function sizesOf({ kind, across, down }, { width, height }, word) {
  const least = kind !== SQUARE ? READABLE[kind] : down > across ? LOW : { ...READABLE[SQUARE], w: Math.max(READABLE[SQUARE].w, word) };
  const room = { w: (width - EDGE.across) / across, h: (height - EDGE.down) / down };
  const whole = shaped(room, SHAPES[kind]);
  const isReadable = whole.w >= least.w && whole.h >= least.h;
  const inSight = Math.max(1, Math.round((width - EDGE.across) / least.w - OVER[kind])) + OVER[kind];
  const usual = { w: Math.max(room.w, (width - EDGE.across) / inSight), h: Math.max(room.h, least.h) };
  return { whole, readable: isReadable ? whole : grown(usual, SHAPES[kind], { w: Math.min(least.w, usual.w), h: least.h }) };
}

// *size* times *factor*, between the whole board and a few tiles.
export function scaled(size, factor, { whole, readable }) {
  const most = (LARGEST * readable.w) / size.w;
  const share = Math.min(Math.max(factor, whole.w / size.w), Math.max(most, 1));
  return { w: size.w * share, h: size.h * share };
}

// What of *size* has a right shape, no wider and no higher.
function shaped({ w, h }, [narrow, wide]) {
  return { w: Math.min(w, h * wide), h: Math.min(h, w / narrow) };
}

// The same, but nothing is smaller than *least*.
function grown(size, shape, least) {
  const fit = shaped(size, shape);
  const share = Math.max(1, least.w / fit.w, least.h / fit.h);
  return { w: fit.w * share, h: fit.h * share };
}
