// Drawing one cell: its text or checkbox, its format, its markers, and its label for screen readers.
import { address } from "../spreadsheet/a1.js";
import { styleOf } from "./cell_format.js";
import { isBox, isList, ticked } from "../spreadsheet/validation.js";

export function paint(td, { cell, waiting, locked, room, folded, edges, band, narrowed }) {
  const rule = cell.dataValidation;
  const wrap = narrowed || cell.effectiveFormat?.wrapStrategy === "WRAP";
  td.style.cssText = td.classList.contains("stuck") ? `left: ${td.style.left}` : "";
  Object.assign(td.style, styleOf(cell, band));
  for (const side of ["bottom", "right", "top", "left"]) line(td, side, edges[side], edges.filled);
  const marks = { wrap, filled: edges.filled, locked, waiting: Boolean(waiting), spill: room > 0, folded, note: Boolean(cell.note) };
  for (const [name, on] of Object.entries({ ...marks, box: isBox(rule), list: isList(rule) })) td.classList.toggle(name, on);
  td.ariaReadOnly = String(locked);
  td.replaceChildren(...content(td, cell, { waiting, locked, room, band }));
}

function line(td, side, drawn, filled) {
  const name = `border${side[0].toUpperCase()}${side.slice(1)}`;
  if (drawn) {
    td.style[`${name}Width`] = `${drawn.width}px`;
    td.style[`${name}Style`] = drawn.kind;
    td.style[`${name}Color`] = drawn.colour;
  } else if (filled && (side === "bottom" || side === "right")) {
    td.style[`${name}Color`] = "transparent";
  }
}

function content(td, cell, { waiting, locked, room, band }) {
  const rule = cell.dataValidation;
  if (isBox(rule)) {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.tabIndex = -1;
    box.checked = ticked(cell, waiting);
    box.disabled = locked;
    box.ariaLabel = td.dataset.address;
    return [box];
  }
  const words = waiting?.text ?? cell.formattedValue ?? "";
  if (!words) return [];
  const text = document.createElement("div");
  text.className = "text";
  const parts = waiting ? [] : partsOf(cell, band);
  if (parts.length) text.append(...parts);
  else text.textContent = words;
  if (room) text.style.setProperty("--room", `${room - 8}px`);
  if (!parts.length && cell.hyperlink && /^https?:/i.test(cell.hyperlink)) return [linked(text, cell.hyperlink)];
  return [text];
}

// The parts of a text that have formats or links of their own; none where the whole text looks alike.
function partsOf(cell, band) {
  const runs = cell.textFormatRuns ?? [];
  const text = cell.userEnteredValue?.stringValue;
  if (!runs.length || text === undefined) return [];
  const starts = runs.map((run) => run.startIndex ?? 0);
  const parts = runs.map(({ format }, at) => part(text.slice(starts[at], starts[at + 1]), cell, format ?? {}, band));
  return [text.slice(0, starts[0]), ...parts];
}

function part(words, cell, format, band) {
  const target = format.link?.uri ?? "";
  const inside = target.startsWith("#");
  const made = document.createElement(inside || /^https?:/i.test(target) ? "a" : "span");
  made.textContent = words;
  if (made.tagName === "A") Object.assign(made, { href: target, tabIndex: -1, ...(inside ? {} : { target: "_blank", rel: "noreferrer" }) });
  const whole = cell.effectiveFormat ?? {};
  const { color, fontWeight, fontStyle, fontSize, textDecorationLine } = styleOf(
    { ...cell, effectiveFormat: { ...whole, textFormat: { ...whole.textFormat, ...format } } },
    band,
  );
  Object.assign(made.style, { fontWeight, fontStyle, fontSize, textDecorationLine }, format.foregroundColorStyle ? { color } : {});
  return made;
}

function linked(text, target) {
  const link = document.createElement("a");
  link.href = target;
  link.target = "_blank";
  link.rel = "noreferrer";
  link.tabIndex = -1;
  link.textContent = text.textContent;
  text.replaceChildren(link);
  return text;
}

// The label for screen readers: the address first, then the heading and the row's name, text, kind, state and note.
export function labelOf(at, { cell, waiting, locked, names }) {
  const rule = cell.dataValidation;
  const parts = [address(at.row, at.column), ...names];
  if (isBox(rule)) parts.push(ticked(cell, waiting) ? "ticked" : "not ticked");
  else parts.push(waiting?.text ?? cell.formattedValue ?? "empty");
  if (isList(rule)) parts.push("drop-down");
  if (locked) parts.push("protected");
  if (waiting) parts.push("not saved yet");
  const label = parts.filter(Boolean).join(", ");
  return cell.note ? `${label}. Note: ${cell.note}` : label;
}
