// Arrows over the ground of a board and below its pieces: each from a hollow dot, in the colour of its side, around what
// stands in its way.
const SVG = "http://www.w3.org/2000/svg";
const DOT = 4; // pixels
const HEAD = 8;
const BENDS = [0.1, -0.1, 0.25, -0.25, 0.4, -0.4]; // of the length, to the side
const STEPS = 12; // points of an arrow that are looked at

// An arrow of the class *kind* between the points *one* and *two*, and *colour* if it has one. It ends *short* pixels before
// the second; *taken(point)* tells whether something stands there.
export function wayBetween(one, two, { kind, colour, short, taken }) {
  const length = Math.hypot(two.x - one.x, two.y - one.y);
  if (!length) return [];
  const side = { x: (two.y - one.y) / length, y: (one.x - two.x) / length };
  const bent = (bend) => ({ x: (one.x + two.x) / 2 + side.x * bend * length, y: (one.y + two.y) / 2 + side.y * bend * length });
  const hits = (bend) => points(one, bent(bend), two).filter(taken).length;
  const middle = bent(BENDS.reduce((best, each) => (hits(each) < hits(best) ? each : best)));
  const end = before(middle, two, Math.min(short, length / 2));
  const start = before(middle, one, DOT);
  const back = unit(end, middle);
  const wing = (sign) => `${end.x + HEAD * (back.x + sign * 0.6 * back.y)} ${end.y + HEAD * (back.y - sign * 0.6 * back.x)}`;
  const shape = `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}M${wing(1)}L${end.x} ${end.y}L${wing(-1)}`;
  const dot = `M${one.x - DOT} ${one.y}a${DOT} ${DOT} 0 1 0 ${2 * DOT} 0a${DOT} ${DOT} 0 1 0 ${-2 * DOT} 0`;
  return ["halo", kind].map((name) => {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", shape + dot);
    path.setAttribute("class", name);
    if (colour && name !== "halo") path.style.stroke = colour;
    return path;
  });
}

// Points of a curve between its ends.
function points(one, middle, two) {
  return Array.from({ length: STEPS - 1 }, (_, at) => {
    const [to, from] = [(at + 1) / STEPS, 1 - (at + 1) / STEPS];
    return { x: from * from * one.x + 2 * from * to * middle.x + to * to * two.x, y: from * from * one.y + 2 * from * to * middle.y + to * to * two.y };
  });
}

// The point *far* pixels before *to*, coming from *from*.
function before(from, to, far) {
  const back = unit(to, from);
  return { x: to.x + back.x * far, y: to.y + back.y * far };
}

function unit(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}
