// A live, read-only view of one spreadsheet: a second client of the same API as everybody else's.
const id = location.pathname.split("/").pop();
const grid = document.getElementById("grid");
const tabs = document.getElementById("tabs");
const state = document.getElementById("state");
const MASK = "properties.title,sheets(properties,merges,data(rowData.values(formattedValue,note,dataValidation,userEnteredFormat,userEnteredValue),columnMetadata,rowMetadata))";
let sheets = [];
let current = Number(new URLSearchParams(location.hash.slice(1)).get("gid")) || null;
let before = new Map();

async function load() {
  const answer = await fetch(`/v4/spreadsheets/${id}?includeGridData=true&fields=${encodeURIComponent(MASK)}`);
  const body = await answer.json();
  if (!answer.ok) {
    document.getElementById("title").textContent = body.error.message;
    return;
  }
  document.title = body.properties.title;
  document.getElementById("title").textContent = body.properties.title;
  sheets = body.sheets.filter((sheet) => !sheet.properties.hidden);
  if (!sheets.some((sheet) => sheet.properties.sheetId === current)) current = sheets[0].properties.sheetId;
  drawTabs();
  draw();
}

function drawTabs() {
  tabs.replaceChildren(...sheets.map((sheet) => {
    const tab = document.createElement("button");
    const chosen = sheet.properties.sheetId === current;
    tab.textContent = sheet.properties.title;
    tab.role = "tab";
    tab.ariaSelected = String(chosen);
    tab.style.borderTopColor = colour(sheet.properties.tabColorStyle) ?? "transparent";
    tab.onclick = () => {
      current = sheet.properties.sheetId;
      location.hash = `gid=${current}`;
      before = new Map();
      drawTabs();
      draw();
    };
    return tab;
  }));
}

function colour(style) {
  const rgb = style?.rgbColor;
  if (!rgb) return null;
  const part = (value) => Math.round((value ?? 0) * 255);
  return `rgb(${part(rgb.red)}, ${part(rgb.green)}, ${part(rgb.blue)})`;
}

function draw() {
  const sheet = sheets.find((each) => each.properties.sheetId === current);
  const data = sheet.data?.[0] ?? {};
  const rows = data.rowData ?? [];
  const width = Math.max(1, ...rows.map((row) => row.values?.length ?? 0));
  const frozen = sheet.properties.gridProperties.frozenRowCount ?? 0;
  const spans = merged(sheet.merges ?? []);
  const now = new Map();
  const head = document.createElement("colgroup");
  for (let column = 0; column < width; column++) {
    const col = document.createElement("col");
    col.style.width = `${data.columnMetadata?.[column]?.pixelSize ?? 100}px`;
    head.append(col);
  }
  const total = [...head.children].reduce((sum, col) => sum + parseInt(col.style.width), 0);
  grid.style.width = `${total}px`;
  grid.classList.toggle("bare", Boolean(sheet.properties.gridProperties.hideGridlines));
  let top = 0;
  const body = rows.map((row, at) => {
    const line = document.createElement("tr");
    const height = data.rowMetadata?.[at]?.pixelSize ?? 21;
    line.style.height = `${height}px`;
    if (at < frozen) {
      line.className = "frozen";
      line.style.top = `${top}px`;
      top += height;
    }
    for (let column = 0; column < width; column++) {
      const span = spans.get(`${at},${column}`);
      if (span === null) continue;
      line.append(cellOf(row.values?.[column] ?? {}, at, column, span, now));
    }
    return line;
  });
  grid.replaceChildren(head, ...body);
  before = now;
}

function merged(merges) {
  const spans = new Map();
  for (const area of merges) {
    const [top, left] = [area.startRowIndex ?? 0, area.startColumnIndex ?? 0];
    for (let row = top; row < area.endRowIndex; row++)
      for (let column = left; column < area.endColumnIndex; column++) spans.set(`${row},${column}`, null);
    spans.set(`${top},${left}`, [area.endRowIndex - top, area.endColumnIndex - left]);
  }
  return spans;
}

function cellOf(cell, row, column, span, now) {
  const made = document.createElement("td");
  const kind = cell.dataValidation?.condition?.type;
  const text = cell.formattedValue ?? "";
  made.role = "gridcell";
  made.dataset.at = `${row},${column}`;
  if (kind === "BOOLEAN") {
    made.textContent = cell.userEnteredValue?.boolValue ? "☑" : "☐";
    made.classList.add("box");
  } else {
    made.textContent = text;
    if (kind === "ONE_OF_LIST") made.classList.add("list");
  }
  if (cell.note) {
    made.title = cell.note;
    made.classList.add("note");
  }
  if (span) [made.rowSpan, made.colSpan] = span;
  look(made, cell.userEnteredFormat ?? {});
  if (!text && kind !== "BOOLEAN") made.classList.add("empty");
  now.set(made.dataset.at, made.textContent);
  if (before.size && before.get(made.dataset.at) !== made.textContent) made.classList.add("flash");
  return made;
}

function look(made, format) {
  const text = format.textFormat ?? {};
  const fill = colour(format.backgroundColorStyle);
  if (fill) {
    made.style.backgroundColor = fill;
    made.classList.add("filled");
  }
  const ink = colour(text.foregroundColorStyle);
  if (ink) made.style.color = ink;
  if (text.bold) made.style.fontWeight = "700";
  if (text.italic) made.style.fontStyle = "italic";
  if (text.strikethrough) made.style.textDecoration = "line-through";
  if (text.fontSize) made.style.fontSize = `${text.fontSize * 1.25}px`;
  if (format.horizontalAlignment) made.style.textAlign = format.horizontalAlignment.toLowerCase();
  if (format.verticalAlignment) made.style.verticalAlign = format.verticalAlignment.toLowerCase();
  if (format.wrapStrategy === "WRAP") made.classList.add("wrap");
  const edge = colour(format.borders?.top?.colorStyle);
  if (edge) made.style.borderColor = edge;
}

let waiting = null;
function soon() {
  waiting ??= setTimeout(() => { waiting = null; load(); }, 40);
}

function listen() {
  const stream = new EventSource("/events");
  stream.onopen = () => { state.textContent = "live"; };
  stream.onerror = () => { state.textContent = "connecting…"; };
  stream.onmessage = (event) => {
    if (JSON.parse(event.data).spreadsheetId === id) soon();
  };
}

await load();
listen();
