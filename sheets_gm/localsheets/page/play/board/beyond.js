// Where the sides are of which no piece is in sight: at the edge of the window, the way to the nearest one and how many there are.
import { readableText } from "../../grid/cell_format.js";
import { element } from "../../widgets/elements.js";

const WAYS = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"]; // an eighth of a turn apart
const INSET = { x: 34, y: 18 }; // pixels from the edge to the middle of a mark

// The marks for *pieces*, each {side, x, y}, in a *window* {x, y, w, h}, all in pixels of the plane.
export function marksBeyond(pieces, sides, window) {
  const centre = { x: window.x + window.w / 2, y: window.y + window.h / 2 };
  const isSeen = ({ x, y }) => Math.abs(x - centre.x) < window.w / 2 && Math.abs(y - centre.y) < window.h / 2;
  const far = ({ x, y }) => Math.hypot(x - centre.x, y - centre.y);
  const ways = new Map();
  for (const [id, , sign, colour] of sides) {
    const own = pieces.filter(({ side }) => side === id);
    if (!own.length || own.some(isSeen)) continue;
    const nearest = own.reduce((best, each) => (far(each) < far(best) ? each : best));
    const way = WAYS[(Math.round((4 * Math.atan2(nearest.y - centre.y, nearest.x - centre.x)) / Math.PI) + 8) % 8];
    const found = ways.get(way) ?? { at: nearest, sides: [] };
    found.sides.push({ sign, colour, count: own.length });
    ways.set(way, found);
  }
  return [...ways].map(([way, { at, sides: there }]) => markOf(way, at, there, window));
}

function markOf(way, at, sides, window) {
  const made = element("span", "", way, ...sides.map(({ sign, colour, count }) => {
    const side = element("b", "", `${sign}${count > 1 ? ` ${count}` : ""}`);
    if (colour) side.style.color = readableText(colour);
    return side;
  }));
  const within = (value, from, length, inset) => Math.min(Math.max(value, from + inset), from + length - inset);
  Object.assign(made.style, { left: `${within(at.x, window.x, window.w, INSET.x)}px`, top: `${within(at.y, window.y, window.h, INSET.y)}px` });
  return made;
}
