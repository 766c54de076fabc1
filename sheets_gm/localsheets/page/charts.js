// Charts: the line charts of a tab, drawn over its cells from the cells they are about.
import { boxOfRange } from "./a1.js";
import { colour, css } from "./look.js";

const SVG = "http://www.w3.org/2000/svg";
const PALETTE = ["#4285f4", "#ea4335", "#fbbc04", "#34a853", "#ff6d01", "#46bdc6", "#7baaf7", "#f07b72"];
const EDGE = { top: 40, right: 18, bottom: 40, left: 46 };
const KEY = 18; // pixels that a line of the legend takes
const TICKS = 5; // lines across, about
const LABEL = 46; // pixels that a label along the foot takes

export class Charts {
  constructor(grid, layer) {
    Object.assign(this, { grid, layer });
    grid.after.push(() => this.draw());
  }

  draw() {
    const { grid, layer } = this;
    const wanted = (grid.tab?.charts ?? []).map((chart) => this.#figure(chart));
    for (const figure of [...layer.children]) if (!wanted.includes(figure)) figure.remove();
    for (const figure of wanted) if (figure.parentNode !== layer) layer.append(figure);
  }

  #figure(chart) {
    const { grid, layer } = this;
    const { anchorCell = {}, offsetXPixels = 0, offsetYPixels = 0, widthPixels = 600, heightPixels = 371 } =
      chart.position?.overlayPosition ?? {};
    const name = `chart-${chart.chartId}`;
    const figure = layer.querySelector(`#${name}`) ?? Object.assign(document.createElement("figure"), { id: name });
    const at = grid.cornerOf(anchorCell.rowIndex ?? 0, anchorCell.columnIndex ?? 0);
    figure.style.cssText = `left: ${at.x + offsetXPixels}px; top: ${at.y + offsetYPixels}px; zoom: ${grid.zoom}`;
    const data = this.#data(chart.spec?.basicChart);
    const mark = JSON.stringify([chart, data]);
    if (data !== undefined && figure.mark !== mark) {
      figure.mark = mark;
      figure.replaceChildren(data ? picture(chart.spec.title ?? "", data, widthPixels, heightPixels) : stranger(chart));
    }
    return figure;
  }

  // What the lines of a chart are; null for a chart that is not drawn here, undefined while its cells are not known.
  #data(basic) {
    if (basic?.chartType !== "LINE") return null;
    const head = basic.headerCount ? 1 : 0;
    const foot = this.#column(basic.domains?.[0]?.domain);
    const lines = (basic.series ?? []).map((each) => ({ ...each, cells: this.#column(each.series) }));
    if (!foot || lines.some((line) => !line.cells)) return undefined;
    return {
      labels: foot.slice(head).map((cell) => cell.formattedValue ?? ""),
      lines: lines.map(({ cells, colorStyle }, number) => ({
        name: head ? (cells[0]?.formattedValue ?? "") : `Line ${number + 1}`,
        ink: colour(colorStyle) ? css(colour(colorStyle)) : PALETTE[number % PALETTE.length],
        values: cells.slice(head).map((cell) => cell.effectiveValue?.numberValue ?? cell.userEnteredValue?.numberValue),
      })),
    };
  }

  // The cells that a part of a chart is about, as far as any are filled; undefined until they are read.
  #column(part) {
    const { book } = this.grid;
    const range = part?.sourceRange?.sources?.[0];
    const tab = book.tab(range?.sheetId ?? 0);
    if (!range || !tab) return [];
    const box = boxOfRange(range, tab.rows, tab.columns);
    const known = !book.lacks(tab, box.top, box.bottom);
    if (!known) book.need(tab, box.top, box.bottom).then((read) => read && this.grid.draw(), this.grid.troubled);
    const cells = [];
    for (let row = box.top; row < Math.min(box.bottom, tab.rows); row++) {
      if (!tab.knows(row)) return undefined;
      cells.push(book.cell(tab, row, box.left));
    }
    while (cells.length && !cells.at(-1).formattedValue) cells.pop();
    return cells;
  }
}

function stranger(chart) {
  const said = document.createElement("figcaption");
  said.textContent = `${chart.spec?.title ?? "A chart"} (this page draws line charts only)`;
  return said;
}

function part(name, given, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// The steps of an axis: round numbers that hold all *values*, and zero.
export function steps(values) {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values, low + 1);
  const rough = (high - low) / TICKS;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * ([1, 2, 5].find((each) => each * ten >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

function picture(title, { labels, lines }, width, height) {
  const count = Math.max(labels.length, ...lines.map((line) => line.values.length), 1);
  const ticks = steps(lines.flatMap((line) => line.values).filter((value) => value !== undefined));
  const keys = legend(lines, width);
  const bottom = EDGE.bottom + KEY * ((keys.at(-1)?.row ?? 0) + 1);
  const inner = { width: width - EDGE.left - EDGE.right, height: height - EDGE.top - bottom };
  const x = (at) => EDGE.left + (count > 1 ? (inner.width * at) / (count - 1) : inner.width / 2);
  const y = (value) => EDGE.top + inner.height * (1 - (value - ticks[0]) / (ticks.at(-1) - ticks[0]));
  const last = lines.map((line) => `${line.name} ${line.values.findLast((value) => value !== undefined) ?? "nothing yet"}`);
  const svg = part("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
  svg.setAttribute("aria-label", `Line chart, ${title}: ${last.join(", ")}`);
  svg.append(part("text", { x: 14, y: 24, class: "title" }, title));
  for (const tick of ticks) {
    svg.append(part("line", { x1: EDGE.left, x2: width - EDGE.right, y1: y(tick), y2: y(tick), class: tick ? "rule" : "rule foot" }));
    svg.append(part("text", { x: EDGE.left - 8, y: y(tick) + 4, class: "side" }, tick));
  }
  const every = Math.ceil((count * LABEL) / inner.width);
  for (let at = 0; at < labels.length; at += every) {
    svg.append(part("text", { x: x(at), y: height - bottom + 18, class: "under" }, labels[at]));
  }
  for (const line of lines) svg.append(...drawn(line, x, y));
  for (const { x: at, row, name, ink } of keys) {
    const foot = height - bottom + 42 + KEY * row;
    svg.append(part("line", { x1: at, x2: at + 16, y1: foot, y2: foot, stroke: ink, class: "key" }));
    svg.append(part("text", { x: at + 21, y: foot + 4 }, name));
  }
  return svg;
}

// One line: broken where a value is missing, a dot where it stands alone and at its end.
function drawn({ ink, values }, x, y) {
  const runs = [[]];
  values.forEach((value, at) => {
    if (value === undefined) runs.push([]);
    else runs.at(-1).push([x(at), y(value)]);
  });
  const made = runs
    .filter((run) => run.length > 1)
    .map((run) => part("polyline", { points: run.map((each) => each.join(",")).join(" "), stroke: ink }));
  const ends = runs.filter((run) => run.length).map((run) => run.at(-1));
  return [...made, ...ends.map(([cx, cy]) => part("circle", { cx, cy, r: 3, fill: ink }))];
}

// Where each line is named: in as many rows as they take.
function legend(lines, width) {
  let [x, row] = [EDGE.left, 0];
  return lines.map(({ name, ink }) => {
    const wide = 36 + name.length * 7;
    if (x > EDGE.left && x + wide > width) [x, row] = [EDGE.left, row + 1];
    x += wide;
    return { x: x - wide, row, name, ink };
  });
}
