// Data validation while typing, as in Google Sheets: checkboxes, lists, and rules about numbers and texts.

const NUMBERS = {
  NUMBER_GREATER: [(value, [one]) => value > one, "greater than %1"],
  NUMBER_GREATER_THAN_EQ: [(value, [one]) => value >= one, "at least %1"],
  NUMBER_LESS: [(value, [one]) => value < one, "less than %1"],
  NUMBER_LESS_THAN_EQ: [(value, [one]) => value <= one, "at most %1"],
  NUMBER_EQ: [(value, [one]) => value === one, "%1"],
  NUMBER_NOT_EQ: [(value, [one]) => value !== one, "other than %1"],
  NUMBER_BETWEEN: [(value, [one, two]) => value >= one && value <= two, "between %1 and %2"],
  NUMBER_NOT_BETWEEN: [(value, [one, two]) => value < one || value > two, "not between %1 and %2"],
};
const TEXTS = {
  TEXT_CONTAINS: [(text, [part]) => text.toLowerCase().includes(part.toLowerCase()), "text that contains “%1”"],
  TEXT_NOT_CONTAINS: [(text, [part]) => !text.toLowerCase().includes(part.toLowerCase()), "text that does not contain “%1”"],
  TEXT_EQ: [(text, [part]) => text.toLowerCase() === part.toLowerCase(), "“%1”"],
  TEXT_IS_EMAIL: [(text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), "an e-mail address"],
  TEXT_IS_URL: [(text) => URL.canParse(text) || URL.canParse(`https://${text}`), "a web address"],
};

export function isBox(rule) {
  return rule?.condition?.type === "BOOLEAN";
}

export function isList(rule) {
  return ["ONE_OF_LIST", "ONE_OF_RANGE"].includes(rule?.condition?.type);
}

function valuesOf(rule) {
  return (rule.condition.values ?? []).map((each) => each.userEnteredValue ?? "");
}

// The values of a checkbox: ticked and not ticked.
export function boxValues(rule) {
  const [on, off] = valuesOf(rule);
  return [on ?? true, off ?? (on === undefined ? false : "")];
}

// Whether a checkbox is ticked, as the user has left it. TRUE ticks one with values of its own, too.
export function ticked(cell, waiting) {
  const [on] = boxValues(cell.dataValidation);
  if (waiting) return waiting.value === on || waiting.value === true;
  return cell.userEnteredValue?.boolValue === true || (on !== true && cell.formattedValue === on);
}

// The options of a list, or the range that holds them.
export function optionsOf(rule) {
  const values = valuesOf(rule);
  return rule.condition.type === "ONE_OF_RANGE" ? { range: values[0]?.replace(/^=/, "") } : { list: values };
}

// The reason why *rule* rejects *text*; null if it accepts it. *options* are those of a list.
export function objection(rule, text, options) {
  if (!rule || text === "") return null;
  const type = rule.condition?.type;
  const values = valuesOf(rule);
  let wanted = null;
  if (isList(rule)) {
    if (options && !options.some((option) => option === text)) wanted = `one of: ${shortened(options)}`;
  } else if (isBox(rule)) {
    const allowed = values.length ? values : ["TRUE", "FALSE"];
    if (!allowed.some((value) => value.toLowerCase() === text.toLowerCase())) wanted = allowed.join(" or ");
  } else if (type in NUMBERS) {
    const [holds, words] = NUMBERS[type];
    const value = Number(text.replaceAll(",", ""));
    if (Number.isNaN(value) || !holds(value, values.map(Number))) wanted = `a number ${filled(words, values)}`;
  } else if (type in TEXTS) {
    const [holds, words] = TEXTS[type];
    if (!holds(text, values)) wanted = filled(words, values);
  }
  if (wanted === null) return null;
  return rule.inputMessage || `“${text}” is not allowed here. Enter ${wanted}.`;
}

function filled(words, values) {
  return words.replace("%1", values[0]).replace("%2", values[1]);
}

function shortened(options) {
  return options.length > 12 ? `${options.slice(0, 12).join(", ")}, …` : options.join(", ");
}
