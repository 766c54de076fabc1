// Blocks of cells as tab-separated text, which every spreadsheet program can copy and paste.

export function written(rows) {
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
}

function quoted(text) {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// The block as an HTML table.
export function asTable(rows) {
  const table = document.createElement("table");
  for (const row of rows) {
    const line = table.insertRow();
    for (const text of row) line.insertCell().textContent = text;
  }
  return table.outerHTML;
}

const QUOTED = /"((?:[^"]|"")*)"(?=\t|\n|$)/y;
const END = /[\t\n]/g;

// Rows of cells in tab-separated text; a quoted cell may hold tabs and line ends.
export function read(text) {
  const rows = [[]];
  let at = 0;
  const plain = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replace(/\n$/, "");
  while (at <= plain.length) {
    let cell = "";
    QUOTED.lastIndex = at;
    const closed = QUOTED.exec(plain);
    if (closed) {
      cell = closed[1].replaceAll('""', '"');
      at += closed[0].length;
    } else {
      END.lastIndex = at;
      cell = plain.slice(at, END.exec(plain)?.index);
      at += cell.length;
    }
    rows.at(-1).push(cell);
    if (plain[at] === "\n") rows.push([]);
    at++;
  }
  return rows;
}

// A block repeated to fill a selection, or once if the selection is not a multiple of it.
export function tiled(rows, height, width) {
  const [tall, wide] = [rows.length, Math.max(...rows.map((row) => row.length))];
  if (height % tall || width % wide) return rows;
  return Array.from({ length: height }, (_, down) =>
    Array.from({ length: width }, (_, across) => rows[down % tall][across % wide] ?? ""),
  );
}
