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
  td.replaceChildren(...content(td, cell, waiting, locked, room));
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

function content(td, cell, waiting, locked, room) {
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
  text.textContent = words;
  if (room) text.style.setProperty("--room", `${room - 8}px`);
  if (cell.hyperlink && /^https?:/i.test(cell.hyperlink)) return [linked(text, cell.hyperlink)];
  return [text];
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
