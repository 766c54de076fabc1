// The filter views of a tab: which rows a reader leaves out after choosing one. Only this page knows of the choice.
import { boxOfRange } from "./a1.js";

const TESTS = {
  TEXT_CONTAINS: (text, words) => text.includes(words),
  TEXT_NOT_CONTAINS: (text, words) => !text.includes(words),
  TEXT_STARTS_WITH: (text, words) => text.startsWith(words),
  TEXT_ENDS_WITH: (text, words) => text.endsWith(words),
  TEXT_EQ: (text, words) => text === words,
  BLANK: (text) => !text,
  NOT_BLANK: (text) => Boolean(text),
};

// The filter views that this page can show; it knows no formulas and no colours.
export function filterViewsOf(found, rows, columns) {
  return found
    .map(({ filterViewId, title, range, filterSpecs = [] }) => ({ id: filterViewId, title, box: boxOfRange(range ?? {}, rows, columns), rules: filterSpecs.map(ruleOf) }))
    .filter((view) => view.rules.every(Boolean));
}

function ruleOf({ columnIndex = 0, filterCriteria = {} }) {
  const { hiddenValues = [], condition, visibleBackgroundColorStyle, visibleForegroundColorStyle } = filterCriteria;
  const [{ userEnteredValue = "" } = {}] = condition?.values ?? [];
  const test = condition ? TESTS[condition.type] : () => true;
  if (!test || /^[=+]/.test(userEnteredValue) || visibleBackgroundColorStyle || visibleForegroundColorStyle) return null;
  return { column: columnIndex, hidden: new Set(hiddenValues), test, words: userEnteredValue.toLowerCase() };
}

// Whether *view* hides a row whose texts `textOf(column)` returns. The first row of its range has the headings.
export function hidesRow({ box, rules }, row, textOf) {
  if (row <= box.top || row >= box.bottom) return false;
  return rules.some(({ column, hidden, test, words }) => hidden.has(textOf(column)) || !test(textOf(column).toLowerCase(), words));
}
