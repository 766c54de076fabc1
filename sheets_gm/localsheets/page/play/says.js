// Sentences about a row, in the words of its game: parts with slots, as `sheet.tabs.Says` describes them.
const SLOT = /\{(\^?)(\w+)(?::([^}]*))?\}/g;

// The parts that can be shown, as one sentence; *textOf(field, head)* is what stands in a row, or in the first of its block.
export function sentence(parts, textOf) {
  const shown = parts.map((part) => partText(part, textOf)).filter(Boolean);
  return shown.join(" ").replace(/ +([,.:?])/g, "$1").replace(/ {2,}/g, " ").trim();
}

// The first part that can be shown; "" if there is none.
export function firstPart(parts, textOf) {
  return parts.map((part) => partText(part, textOf)).find(Boolean) ?? "";
}

// Whether one of *parts* can be shown; a part may have no words.
export function anyPart(parts, textOf) {
  return parts.some((part) => partText(part, textOf) !== null);
}

function partText(part, textOf) {
  let lacks = false;
  const text = part.replace(SLOT, (_, head, field, words) => {
    const value = textOf(field, head !== "");
    const found = words === undefined ? value : wordsFor(value, words);
    lacks ||= found === undefined || (words === undefined && found === "");
    return found ?? "";
  });
  return lacks ? null : text;
}

function wordsFor(value, words) {
  const pairs = words.split("|").map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]);
  const found = pairs.find(([name]) => name === value) ?? (value === "" ? undefined : pairs.find(([name]) => name === "*"));
  return found?.[1].replaceAll("$", value);
}

// An *answer* with the zone of the match behind its time, if the reader's clock shows another: “✓ Ready · 11:54 CET”.
export function zoned(answer, zone) {
  const now = new Date();
  const clock = (timeZone) => now.toLocaleString("en", { timeZone });
  if (!zone || clock(zone) === clock()) return answer;
  const parts = new Intl.DateTimeFormat(undefined, { timeZone: zone, timeZoneName: "short" }).formatToParts(now);
  return answer.replace(/ · \d\d:\d\d/, `$& ${parts.find(({ type }) => type === "timeZoneName").value}`);
}
