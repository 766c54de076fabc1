// The line and column charts of a tab, drawn over its cells.
import { boxOfRange } from "../spreadsheet/a1.js";
import { colour, css } from "./cell_format.js";

const SVG = "http://www.w3.org/2000/svg";
const PALETTE = ["#4285f4", "#ea4335", "#fbbc04", "#34a853", "#ff6d01", "#46bdc6", "#7baaf7", "#f07b72"];
const EDGE = { top: 40, right: 18, bottom: 40, left: 46 };
const KEY = 18; // height of a legend row in pixels
const TICKS = 5; // approximate number of grid lines
const LABEL = 46; // least width of an axis label in pixels
const LETTER = 6.5; // width of a letter of it
const BARS = 0.8; // part of its place that the columns above a label take
const KINDS = { LINE: "Line chart", COLUMN: "Column chart" };

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
    const [left, top] = [at.x / grid.zoom + offsetXPixels, at.y / grid.zoom + offsetYPixels]; // `zoom` scales them too
    figure.style.cssText = `left: ${left}px; top: ${top}px; zoom: ${grid.zoom}`;
    const data = this.#data(chart.spec?.basicChart);
    const mark = JSON.stringify([chart, data]);
    if (data !== undefined && figure.mark !== mark) {
      figure.mark = mark;
      figure.replaceChildren(data ? picture(chart.spec.title ?? "", data, widthPixels, heightPixels) : placeholder(chart));
    }
    return figure;
  }

  // The data of a chart; null for an unsupported kind of chart, undefined until its cells are loaded.
  #data(basic) {
    if (!KINDS[basic?.chartType]) return null;
    const head = basic.headerCount ? 1 : 0;
    const foot = this.#column(basic.domains?.[0]?.domain);
    const lines = (basic.series ?? []).map((each) => ({ ...each, cells: this.#column(each.series) }));
    if (!foot || lines.some((line) => !line.cells)) return undefined;
    return {
      kind: basic.chartType,
      hasLegend: basic.legendPosition !== "NO_LEGEND",
      labels: foot.slice(head).map((cell) => cell.formattedValue ?? ""),
      lines: lines.map(({ cells, colorStyle }, number) => ({
        name: head ? (cells[0]?.formattedValue ?? "") : `Line ${number + 1}`,
        lineColour: colour(colorStyle) ? css(colour(colorStyle)) : PALETTE[number % PALETTE.length],
        values: cells.slice(head).map((cell) => cell.effectiveValue?.numberValue ?? cell.userEnteredValue?.numberValue),
      })),
    };
  }

  // The source cells of a series, without trailing empty ones; undefined until they are loaded.
  #column(part) {
    const { spreadsheet } = this.grid;
    const range = part?.sourceRange?.sources?.[0];
    const tab = spreadsheet.tab(range?.sheetId ?? 0);
    if (!range || !tab) return [];
    const box = boxOfRange(range, tab.rows, tab.columns);
    const known = !spreadsheet.isMissing(tab, box.top, box.bottom);
    if (!known) spreadsheet.load(tab, box.top, box.bottom).then((read) => read && this.grid.draw(), this.grid.onError);
    const cells = [];
    for (let row = box.top; row < Math.min(box.bottom, tab.rows); row++) {
      if (!tab.isLoaded(row)) return undefined;
      cells.push(spreadsheet.cell(tab, row, box.left));
    }
    while (cells.length && !cells.at(-1).formattedValue) cells.pop();
    return cells;
  }
}

function placeholder(chart) {
  const caption = document.createElement("figcaption");
  caption.textContent = `${chart.spec?.title ?? "A chart"} (this page draws line and column charts only)`;
  return caption;
}

function part(name, given, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// The ticks of an axis: round numbers that span all *values* and zero.
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

function picture(title, { kind, hasLegend, labels, lines }, width, height) {
  const count = Math.max(labels.length, ...lines.map((line) => line.values.length), 1);
  const ticks = steps(lines.flatMap((line) => line.values).filter((value) => value !== undefined));
  const keys = hasLegend ? legend(lines, width) : [];
  const columns = kind === "COLUMN";
  const bottom = EDGE.bottom + KEY * ((keys.at(-1)?.row ?? 0) + 1);
  const inner = { width: width - EDGE.left - EDGE.right, height: height - EDGE.top - bottom };
  const place = inner.width / count;
  const x = (at) => EDGE.left + (columns || count < 2 ? place * (at + 0.5) : (inner.width * at) / (count - 1));
  const y = (value) => EDGE.top + inner.height * (1 - (value - ticks[0]) / (ticks.at(-1) - ticks[0]));
  const newest = (line) => line.values.findLast((value) => value !== undefined) ?? "no value yet";
  const spoken = columns
    ? lines.flatMap((line) => line.values.map((value, at) => `${labels[at]} ${value ?? "no value yet"}`))
    : lines.map((line) => `${line.name} ${newest(line)}`);
  const svg = part("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
  svg.setAttribute("aria-label", `${KINDS[kind]}, ${title}: ${spoken.join(", ")}`);
  svg.append(part("text", { x: 14, y: 24, class: "title" }, title));
  for (const tick of ticks) {
    svg.append(part("line", { x1: EDGE.left, x2: width - EDGE.right, y1: y(tick), y2: y(tick), class: tick ? "rule" : "rule foot" }));
    svg.append(part("text", { x: EDGE.left - 8, y: y(tick) + 4, class: "side" }, tick));
  }
  const longest = Math.max(LABEL, ...labels.map((label) => LETTER * label.length + 10));
  const every = Math.ceil((count * longest) / inner.width);
  for (let at = 0; at < labels.length; at += every) {
    svg.append(part("text", { x: x(at), y: height - bottom + 18, class: "under" }, labels[at]));
  }
  lines.forEach((line, at) => svg.append(...(columns ? bars(line, at, lines.length, place, x, y) : drawn(line, x, y))));
  for (const { x: at, row, name, lineColour } of keys) {
    const foot = height - bottom + 42 + KEY * row;
    svg.append(part("line", { x1: at, x2: at + 16, y1: foot, y2: foot, stroke: lineColour, class: "key" }));
    svg.append(part("text", { x: at + 21, y: foot + 4 }, name));
  }
  return svg;
}

// One line, interrupted at missing values, with a dot at each end.
function drawn({ lineColour, values }, x, y) {
  const runs = [[]];
  values.forEach((value, at) => {
    if (value === undefined) runs.push([]);
    else runs.at(-1).push([x(at), y(value)]);
  });
  const made = runs
    .filter((run) => run.length > 1)
    .map((run) => part("polyline", { points: run.map((each) => each.join(",")).join(" "), stroke: lineColour }));
  const ends = runs.filter((run) => run.length).map((run) => run.at(-1));
  return [...made, ...ends.map(([cx, cy]) => part("circle", { cx, cy, r: 3, fill: lineColour }))];
}

// The columns of a line of numbers, the line number *own* of *all*, beside those of the others.
function bars({ lineColour, values }, own, all, place, x, y) {
  const width = (place * BARS) / all;
  return values.flatMap((value, at) => {
    if (value === undefined) return [];
    const [top, foot] = [y(Math.max(value, 0)), y(Math.min(value, 0))];
    const left = x(at) - (place * BARS) / 2 + own * width;
    return [part("rect", { x: left, y: top, width: Math.max(width - 1, 1), height: foot - top, fill: lineColour })];
  });
}

// The positions of the legend entries, in as many rows as necessary.
function legend(lines, width) {
  let [x, row] = [EDGE.left, 0];
  return lines.map(({ name, lineColour }) => {
    const wide = 36 + name.length * 7;
    if (x > EDGE.left && x + wide > width) [x, row] = [EDGE.left, row + 1];
    x += wide;
    return { x: x - wide, row, name, lineColour };
  });
}
