// A list that a phone would show only in part is made narrower: its wide columns shrink and their texts wrap, if the whole
// list then fits. Lists are tabs below a row of headings in which nobody types; boards keep their shape.
const LEAST = 80; // pixels of a column that is made narrower
const SMALLEST = 0.56; // the zoom at which a list is still read
const EDGE = 24; // the width of the row numbers

// The columns that are narrower than they were made, with their widths; null if none is.
export function fitted(tab, screen) {
  if (!tab.fullyProtected || !tab.frozenRows || tab.marks.has("page.places")) return null;
  const shown = Array.from({ length: tab.usedColumns() }, (_, column) => column).filter((column) => !tab.hiddenColumns.has(column));
  const widths = shown.map((column) => tab.widths[column] ?? 100);
  const all = widths.reduce((sum, width) => sum + width, 0);
  const room = screen / SMALLEST - EDGE;
  const slim = widths.reduce((sum, width) => sum + Math.min(width, LEAST), 0);
  if (all <= room || slim > room) return null;
  const share = (room - slim) / (all - slim); // of what each column has beyond the least
  return new Map(shown.map((column, at) => [column, Math.floor(narrower(widths[at], share))]).filter(([, width], at) => width < widths[at]));
}

function narrower(width, share) {
  const least = Math.min(width, LEAST);
  return least + (width - least) * share;
}
