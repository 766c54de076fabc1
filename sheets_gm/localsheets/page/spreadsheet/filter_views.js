// The filter views of a tab: which rows a reader leaves out after choosing one. Only this page knows of the choice.
import { boxOfRange, columnNumber } from "./a1.js";

const TESTS = {
  TEXT_CONTAINS: (text, words) => text.includes(words),
  TEXT_NOT_CONTAINS: (text, words) => !text.includes(words),
  TEXT_STARTS_WITH: (text, words) => text.startsWith(words),
  TEXT_ENDS_WITH: (text, words) => text.endsWith(words),
  TEXT_EQ: (text, words) => text === words,
  BLANK: (text) => !text,
  NOT_BLANK: (text) => Boolean(text),
};

// The one formula that this page knows: whether a cell of the row holds a text exactly so.
const FINDS = /^=ISNUMBER\(FIND\("((?:[^"]|"")*)"[;,]\$([A-Z]{1,3})(\d+)\)\)$/;

// The filter views that this page can show; it knows no other formulas and no colours.
export function filterViewsOf(found, rows, columns) {
  return found
    .map(({ filterViewId, title, range, filterSpecs = [] }) => {
      const box = boxOfRange(range ?? {}, rows, columns);
      return { id: filterViewId, title, box, rules: filterSpecs.map((spec) => ruleOf(spec, box.top)) };
    })
    .filter((view) => view.rules.every(Boolean));
}

// Which texts of which column a rule shows; null if this page cannot tell.
function ruleOf({ columnIndex = 0, filterCriteria = {} }, top) {
  const { hiddenValues = [], condition, visibleBackgroundColorStyle, visibleForegroundColorStyle } = filterCriteria;
  if (visibleBackgroundColorStyle || visibleForegroundColorStyle) return null;
  const test = condition ? testOf(condition, columnIndex, top) : () => true;
  return test && { column: columnIndex, shows: (text) => test(text) && !hiddenValues.includes(text) };
}

function testOf({ type, values: [{ userEnteredValue = "" } = {}] = [] }, column, top) {
  const [found, text, letters, row] = type === "CUSTOM_FORMULA" ? (FINDS.exec(userEnteredValue) ?? []) : [];
  if (found && columnNumber(letters) === column && Number(row) === top + 2) return (held) => held.includes(text.replaceAll('""', '"'));
  if (!TESTS[type] || /^[=+]/.test(userEnteredValue)) return null;
  return (held) => TESTS[type](held.toLowerCase(), userEnteredValue.toLowerCase());
}

// Whether *view* hides a row whose texts `textOf(column)` returns. The first row of its range has the headings.
export function hidesRow({ box, rules }, row, textOf) {
  return row > box.top && row < box.bottom && rules.some(({ column, shows }) => !shows(textOf(column)));
}
