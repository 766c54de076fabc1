// What goes on in a match beside the reader's orders: the score, and the last turn in short.
import { readableText } from "../grid/cell_format.js";
import { element, fact } from "../widgets/elements.js";

const clock = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit" });

// The score: each side with its sign, its name and its figures; the reader's own sides first.
export function scoreOf({ sides, score }, own) {
  const many = sides.length > 2; // then only the first figure of each
  const first = [...sides].sort(([one], [two]) => Number(own.includes(two)) - Number(own.includes(one)));
  const values = ([side]) => score.slice(0, many ? 1 : undefined).map(([name, all]) => [name, new Map(all).get(side)]).filter(([, value]) => value !== undefined);
  const [, leading = []] = score[0] ?? [];
  const most = Math.max(1, ...leading.map(([, value]) => value));
  return first.flatMap((side) => {
    const [id, name, sign, colour] = side;
    const figures = values(side);
    if (!figures.length) return [];
    const bar = element("meter", "");
    Object.assign(bar, { max: most, value: figures[0][1], ariaLabel: `${name}: ${figures[0][0]}` });
    const made = element("div", "side", element("span", "sign", sign), element("strong", "", own.includes(id) ? `${name} (you)` : name));
    made.append(...(many ? [] : [bar]), ...figures.flatMap(([heading, value]) => [" ", fact(heading, String(value))]));
    if (colour) made.style.setProperty("--side", readableText(colour));
    return [made];
  });
}

// The story: the last turn's headlines, of which a tap shows where each happened, and what people wrote last. *replay(line)*
// shows a headline again; null where there is no board.
export function storyOf({ news, said }, { replay }) {
  const lines = news.map((line) => {
    const made = element("li", replay ? "told line" : "told", line);
    if (replay) made.addEventListener("click", () => replay(line));
    return made;
  });
  return [
    element("h3", "", "Last turn"),
    ...(lines.length ? [element("ul", "news", ...lines)] : [element("p", "nothing", "No news yet.")]),
    ...(said.length ? [element("ul", "talk", ...said.map(sentence))] : []),
  ];
}

function sentence({ author, content, time }) {
  return element("li", "", element("strong", "", author), element("small", "", ` ${clock.format(new Date(time))}`), element("p", "", content));
}
