// Where the places of a board lie. The rows and columns of its cells become steps: the usual place is one step wide and high,
// so a board takes whatever size the window has. Places that stand half a place apart are hexes.

export const SQUARE = "square";
export const FLAT = "flat"; // hexes with a side at the top
export const POINTED = "pointed"; // hexes with a corner at the top
const BEYOND = 1 / 6; // of a step by which a hex reaches over its step, on both sides

// The layout of the board of *tab*, *turned* around or not: {kind, across, down, boxes, grounds, edges, named}.
// *boxes* has by cell ("row,column") {x, y, w, h} in steps; *grounds* are such boxes with {row, column} of all that stands
// between the places; *edges* are the names of {rows, columns}, each [where its middle is, its name]; *named* tells whether
// the edges name every place.
export function layoutOf(tab, board, turned) {
  const spans = [...board.names].map(([at, [name]]) => ({ at, name, ...spanOf(tab, ...at.split(",").map(Number)) }));
  const wide = usual(spans.map(({ left, right }) => right - left));
  const high = usual(spans.map(({ top, bottom }) => bottom - top));
  const titles = spans.flatMap((span) => titleAbove(tab, span));
  const area = {
    top: Math.min(...spans.map(({ top }) => top), ...titles),
    left: Math.min(...spans.map(({ left }) => left)),
    bottom: Math.max(...spans.map(({ bottom }) => bottom)),
    right: Math.max(...spans.map(({ right }) => right)),
  };
  const kind = kindOf(spans, { wide, high }, area);
  const [more, over] = [kind === FLAT ? BEYOND : 0, kind === POINTED ? BEYOND : 0];
  const [across, down] = [(area.right - area.left) / wide + 2 * more, (area.bottom - area.top) / high + 2 * over];
  const boxOf = ({ top, left, bottom, right }, [x, y] = [more, over]) => {
    const [w, h] = [(right - left) / wide + 2 * x, (bottom - top) / high + 2 * y];
    const at = { x: (left - area.left) / wide + more - x, y: (top - area.top) / high + over - y };
    return turned ? { x: across - at.x - w, y: down - at.y - h, w, h } : { ...at, w, h };
  };
  const plain = spans.filter((span) => span.right - span.left === wide && span.bottom - span.top === high);
  const [rows, columns] = [linesOf(plain, "top"), linesOf(plain, "left")];
  const written = { rows: labels(rows, kind === FLAT && area.top), columns: labels(columns, kind === POINTED && area.left) };
  const between = turned ? -1 / 4 : 1 / 4; // of a step: hexes of one name stand half a step apart, and it is written between them
  const named = plain.every(({ name, top, left }) => isNamed(name, seenAt(written.rows, top), seenAt(written.columns, left)));
  return {
    kind, across, down, named,
    boxes: new Map(spans.map((span) => [span.at, boxOf(span)])),
    grounds: groundsOf(tab, board, area).map((span) => ({ ...span, ...boxOf(span, [0, 0]) })),
    edges: {
      rows: written.rows.map(({ span, name }) => [middle(boxOf(span)).y + (kind === FLAT ? between : 0), name]),
      columns: written.columns.map(({ span, name }) => [middle(boxOf(span)).x + (kind === POINTED ? between : 0), name]),
    },
  };
}

export function middle({ x, y, w, h }) {
  return { x: x + w / 2, y: y + h / 2 };
}

function spanOf(tab, row, column) {
  const { top, left, bottom, right } = tab.span(row, column) ?? { top: row, left: column, bottom: row + 1, right: column + 1 };
  return { top, left, bottom, right };
}

// The value that most of *numbers* have.
function usual(numbers) {
  const counts = new Map();
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(([, one], [, two]) => two - one)[0][0];
}

function kindOf(spans, { wide, high }, { top, left }) {
  const apart = (where) => new Set(spans.map(where)).size > 1;
  if (high === 2 && wide === 1 && apart((span) => (span.top - top) % 2)) return FLAT;
  if (wide === 2 && high === 1 && apart((span) => (span.left - left) % 2)) return POINTED;
  return SQUARE;
}

// The row of the cell above a place, which has the name of the place in it; [] without one.
function titleAbove(tab, { name, top, left }) {
  const above = tab.corner(Math.max(0, top - 1), left);
  const words = (tab.cell(above.row, above.column).formattedValue ?? "").split(/\s+/);
  return above.row < top && above.column === left && words.includes(name) ? [above.row] : [];
}

// All cells between the places.
function groundsOf(tab, board, area) {
  const found = [];
  for (let row = area.top; row < area.bottom; row++)
    for (let column = area.left; column < area.right; column++) {
      const corner = tab.corner(row, column);
      if (corner.row === row && corner.column === column && !board.names.has(`${row},${column}`)) found.push({ row, column, ...spanOf(tab, row, column) });
    }
  return found;
}

// The lines of places that begin at the same *edge*: by where, the part of their names that they share, and one of them.
function linesOf(spans, edge) {
  const lines = new Map();
  for (const span of spans) {
    const parts = partsOf(span.name);
    const line = lines.get(span[edge]);
    lines.set(span[edge], { span, parts: line ? line.parts.filter((part) => parts.includes(part)) : parts, count: (line?.count ?? 0) + 1 });
  }
  return new Map([...lines].filter(([, { parts, count }]) => parts.length === 1 || (count === 1 && parts.length)).map(([at, { span, parts }]) => [at, { span, name: parts[0] }]));
}

// The names to be written: of lines that stand half a place apart, every second one from *first* on.
function labels(lines, first) {
  const sorted = [...lines].sort(([one], [two]) => one - two);
  return sorted.filter(([at]) => first === false || (at - first) % 2 === 0).map(([at, line]) => ({ at, ...line }));
}

// The name that is written beside the line *at*, or half a place before it.
function seenAt(written, at) {
  return written.findLast((line) => line.at <= at)?.name;
}

// The letters and the number of the name of a place.
function partsOf(name) {
  return name.match(/\p{L}+|\p{N}+/gu) ?? [];
}

// Whether the lines called *row* and *column* tell which place *name* is.
function isNamed(name, row, column) {
  const parts = partsOf(name);
  return parts.length === 2 && row !== column && parts.includes(row) && parts.includes(column);
}
