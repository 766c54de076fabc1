// The fields of an order: few choices as segments, some as chips, many with a search, everything else as a line of text,
// which may take places from the board.
import { boxValues, isBox, isList } from "../spreadsheet/validation.js";
import { element } from "../widgets/elements.js";

const SEGMENTS = 5; // choices that stand side by side, if they are short
const LETTERS = 28; // letters that have room side by side, with two for the room around each choice
const CHIPS = 12; // choices that are shown without a search

// What a cell is filled in with: {kind, column, heading, text, options, free, between}. A *free* list takes any other text;
// *between* stands between the places that a line takes from the board.
export function fieldOf(spreadsheet, forms, { tab, free = [], numbers = {} }, row, column) {
  const cell = spreadsheet.cell(tab, row, column);
  const rule = cell.dataValidation;
  const heading = tab.heading(column);
  const field = { column, heading, text: spreadsheet.textOf(tab, row, column), help: rule?.inputMessage ?? cell.note ?? firstSentence(tab.headingNote(column)) };
  if (isBox(rule)) return { ...field, kind: "box", values: boxValues(rule) };
  if (numbers[heading]) return { ...field, kind: "list", free: false, options: wholeNumbers(...numbers[heading]) };
  if (!isList(rule)) return { ...field, kind: "line", between: tab.mark("page.clicks")?.lines?.[heading] };
  const targets = forms.targets({ tab, row });
  const all = forms.options(tab, row, column);
  const within = all.filter((option) => targets.get(option) === column);
  const options = within.length ? within : all;
  const near = options.filter((option) => forms.isNear({ tab, row }, option, column));
  return { ...field, kind: "list", free: free.includes(heading), options: [...near, ...options.filter((option) => !near.includes(option))] };
}

function wholeNumbers(low, high) {
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at));
}

function firstSentence(text) {
  return text.match(/^[^.\n]*[.]?/)[0];
}

// A field as an element. *enter(value)* fills in the cell, *typing(text)* tells what is typed before that, and *pick(field)*
// lets the board fill in a line, or ends that; *picks* says whether it does now.
export function fieldElement(field, { on, enter, typing, pick, picks }) {
  const made = element("fieldset", `field ${field.kind}`, element("legend", "", field.heading));
  if (field.kind === "box") made.append(button("Yes", on, () => enter(field.values[on ? 1 : 0]), field));
  else if (field.kind === "line") made.append(line(field, { enter, typing }), ...(field.between === undefined ? [] : builder(field, { enter, pick, picks })));
  else made.append(...choices(field, { enter, typing }));
  return made;
}

function line(field, { enter, typing }) {
  const input = document.createElement("textarea");
  input.rows = 1;
  input.value = field.text;
  input.dataset.column = field.column;
  input.ariaLabel = field.heading;
  input.placeholder = field.help;
  input.addEventListener("input", () => typing(input.value));
  input.addEventListener("change", () => input.isConnected && enter(input.value)); // not while the card is drawn again
  return input;
}

// The builder of a line: places are taken from the board one after another, and the last is taken back.
function builder(field, { enter, pick, picks }) {
  const parts = field.text ? field.text.split(field.between.trim() || /\s+/).map((part) => part.trim()) : [];
  const take = button(picks ? "✓ Tap places on the board" : "Pick on the board", picks, () => pick(field), field);
  const back = button("⌫ Last place", false, () => enter(parts.slice(0, -1).join(field.between)), field);
  back.disabled = !parts.length;
  return [element("div", "builder", take, back)];
}

// A word in capitals, in whose place people write something: “PLAYER is alive” goes on in the line below the choices.
const SLOT = /\b[A-Z]{4,}\b/;

function choices(field, { enter, typing }) {
  const { options, text, free } = field;
  const other = text && !options.includes(text);
  const chips = (shown) => shown.map((option) => button(option, option === text, () => enter(option === text ? "" : option), field));
  const typed = options.includes(text) && !SLOT.test(text) ? "" : text;
  const own = free ? [line({ ...field, text: typed, help: field.help || "Or type it" }, { enter, typing })] : [];
  if (other && !free) own.push(element("p", "typed", `Typed: “${text}”`)); // it is no choice, so it is not a chosen one
  const letters = options.reduce((sum, option) => sum + option.length + 2, 0);
  const side = options.length <= SEGMENTS && letters <= LETTERS;
  if (options.length <= CHIPS) return [...(options.length ? [element("div", side ? "segments" : "chips", ...chips(options))] : []), ...own];
  const chosen = other ? "" : text;
  const shown = element("div", "chips", ...chips(first(options, chosen, "")));
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = `Search ${options.length} choices`;
  search.ariaLabel = `${field.heading}: search`;
  search.dataset.column = field.column;
  search.addEventListener("input", () => shown.replaceChildren(...chips(first(options, chosen, search.value))));
  search.addEventListener("keydown", (event) => {
    const [found] = first(options, "", search.value);
    if (event.key === "Enter" && search.value && found) enter(found);
  });
  return [search, shown, ...own];
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
