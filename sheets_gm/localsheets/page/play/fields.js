// The fields of an order: few choices as segments, some as chips, many with a search, everything else as a line of text.
import { boxValues, isBox, isList } from "../spreadsheet/validation.js";
import { element } from "../widgets/elements.js";

const SEGMENTS = 5; // choices that stand side by side, if they are short
const LETTERS = 28; // letters that have room side by side, with two for the room around each choice
const CHIPS = 12; // choices that are shown without a search

// What a cell is filled in with: {kind, column, heading, text, options, near}.
export function fieldOf(spreadsheet, forms, { tab, row }, column) {
  const cell = spreadsheet.cell(tab, row, column);
  const rule = cell.dataValidation;
  const field = { column, heading: tab.heading(column), text: spreadsheet.textOf(tab, row, column), help: rule.inputMessage ?? "" };
  if (isBox(rule)) return { ...field, kind: "box", values: boxValues(rule) };
  if (!isList(rule)) return { ...field, kind: "line" };
  const targets = forms.targets({ tab, row });
  const all = forms.options(tab, row, column);
  const within = all.filter((option) => targets.get(option) === column);
  const options = within.length ? within : all;
  const near = options.filter((option) => forms.isNear({ tab, row }, option, column));
  return { ...field, kind: "list", options: [...near, ...options.filter((option) => !near.includes(option))] };
}

// A field as an element. *enter(value)* fills in the cell.
export function fieldElement(field, { on, enter }) {
  const made = element("fieldset", `field ${field.kind}`, element("legend", "", field.heading));
  if (field.kind === "box") made.append(button("Yes", on, () => enter(field.values[on ? 1 : 0]), field));
  else if (field.kind === "line") made.append(line(field, enter));
  else made.append(...choices(field, enter));
  return made;
}

function line(field, enter) {
  const input = document.createElement("textarea");
  input.rows = 1;
  input.value = field.text;
  input.dataset.column = field.column;
  input.ariaLabel = field.heading;
  input.addEventListener("change", () => enter(input.value));
  return input;
}

function choices(field, enter) {
  const { options, text } = field;
  const all = text && !options.includes(text) ? [text, ...options] : options;
  const chips = (shown) => shown.map((option) => button(option, option === text, () => enter(option === text ? "" : option), field));
  const letters = all.reduce((sum, option) => sum + option.length + 2, 0);
  const side = all.length <= SEGMENTS && letters <= LETTERS;
  if (all.length <= CHIPS) return [element("div", side ? "segments" : "chips", ...chips(all))];
  const shown = element("div", "chips", ...chips(first(all, text, "")));
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = `Search ${all.length} choices`;
  search.ariaLabel = `${field.heading}: search`;
  search.dataset.column = field.column;
  search.addEventListener("input", () => shown.replaceChildren(...chips(first(all, text, search.value))));
  search.addEventListener("keydown", (event) => {
    const [found] = first(all, "", search.value);
    if (event.key === "Enter" && search.value && found) enter(found);
  });
  return [search, shown];
}

// The choices to show of many: what is chosen, and those that hold what is searched for.
function first(all, chosen, wanted) {
  const part = wanted.trim().toLowerCase();
  const found = all.filter((option) => option.toLowerCase().includes(part) && option !== chosen);
  found.sort((one, two) => Number(two.toLowerCase().startsWith(part)) - Number(one.toLowerCase().startsWith(part)));
  return [...(chosen && !part ? [chosen] : []), ...found].slice(0, CHIPS);
}

function button(label, pressed, press, { column }) {
  const made = element("button", "choice", label);
  made.type = "button";
  made.ariaPressed = String(pressed);
  made.dataset.column = column;
  made.dataset.value = label;
  made.addEventListener("click", press);
  return made;
}
