// What goes on in a match beside the reader's orders: the score, and the last turn in short.
import { readableText } from "../grid/cell_format.js";
import { element, fact } from "../widgets/elements.js";

const clock = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit" });

// The score: who is ahead, in words, and each side with its sign, its name and its figures; the reader's own sides first. The
// bar is the figure that decides now, full with what the rules allow of it.
export function scoreOf({ sides, score, limits = [], ahead = "" }, own) {
  const many = sides.length > 2; // then only the figure that decides
  const first = [...sides].sort(([one], [two]) => Number(own.includes(two)) - Number(own.includes(one)));
  const [deciding] = [...limits.filter(([name]) => score.some(([each]) => each === name)), ...score].map(([name]) => name);
  const sorted = [...score.filter(([name]) => name === deciding), ...(many ? [] : score.filter(([name]) => name !== deciding))];
  const values = ([side]) => sorted.map(([name, all]) => [name, new Map(all).get(side)]).filter(([, value]) => value !== undefined);
  const most = Math.max(1, new Map(limits).get(deciding) ?? 0, ...(sorted[0]?.[1] ?? []).map(([, value]) => value));
  const made = first.flatMap((side) => sideOf(side, values(side), { most, allowed: new Map(limits), isOwn: own.includes(side[0]), hasBar: !many }));
  return [...(ahead ? [leadOf(ahead, sides)] : []), ...made];
}

// Who is *ahead*, with the sign of that side in its colour.
function leadOf(ahead, sides) {
  const side = sides.find(([, , sign]) => ahead.startsWith(`${sign} `));
  if (!side) return element("strong", "ahead", ahead);
  const made = element("strong", "ahead", element("span", "sign", side[2]), ahead.slice(side[2].length));
  if (side[3]) made.style.setProperty("--side", readableText(side[3]));
  return made;
}

function sideOf([, name, sign, colour], figures, { most, allowed, isOwn, hasBar }) {
  if (!figures.length) return [];
  const bar = element("meter", "");
  Object.assign(bar, { max: most, value: figures[0][1], ariaLabel: `${name}: ${figures[0][0]}` });
  const of = (heading, value, at) => (at === 0 && allowed.has(heading) ? `${value} of ${allowed.get(heading)}` : String(value));
  const made = element("div", "side", element("span", "sign", sign), element("strong", "", isOwn ? `${name} (you)` : name));
  made.append(...(hasBar ? [bar] : []), ...figures.map(([heading, value], at) => fact(heading, of(heading, value, at))));
  if (colour) made.style.setProperty("--side", readableText(colour));
  return [made];
}

// The story: the headlines of a turn that goes on and of the last one, of which a tap shows where each happened, and what people
// wrote last. *replay(line)* shows a headline again; null where there is no board.
export function storyOf({ news, now, said, hasMoves }, { replay }) {
  const line = (text) => {
    const made = element("li", replay ? "told line" : "told", text);
    if (replay) made.addEventListener("click", () => replay(text));
    return made;
  };
  const legend = hasMoves ? [element("small", "legend", "○→ on the board: who moved where")] : [];
  const parts = [["This turn", now], ["What happened last", news]].filter(([, lines]) => lines.length);
  return [
    ...(parts.length ? [] : [element("h3", "", "What happened last"), element("p", "nothing", "No news yet.")]),
    ...parts.flatMap(([title, lines], at) => [element("h3", "", title, ...(at ? [] : legend)), element("ul", "news", ...lines.map(line))]),
    ...(said.length ? [element("ul", "talk", ...said.map(sentence))] : []),
  ];
}

function sentence({ author, content, time }) {
  return element("li", "", element("strong", "", author), element("small", "", ` ${clock.format(new Date(time))}`), element("p", "", content));
}
