// What goes on in a match beside the reader's orders: the score, the last turn in short, and lists as cards.
import { element, fact } from "../widgets/elements.js";

const MOST = 60; // rows of a list that are shown
const SHARE = /^(\d+)\s*\/\s*(\d+)/; // a value of a whole, such as health

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
    made.append(...(many ? [] : [bar]), ...figures.map(([heading, value]) => fact(heading, String(value))));
    if (colour) made.style.setProperty("--side", colour);
    return [made];
  });
}

// The story: the last turn's headlines, who is waited for, and buttons that lead further.
export function storyOf({ news, waiting, links }, { replay }) {
  const lines = news.map((line) => {
    const made = element("button", "line", line);
    made.type = "button";
    made.title = "Show it again";
    made.addEventListener("click", replay);
    return element("li", "", made);
  });
  return [
    element("h3", "", "Last turn"),
    ...(lines.length ? [element("ul", "news", ...lines)] : [element("p", "nothing", "No news yet.")]),
    ...(waiting ? [element("p", "waiting", element("small", "", "Waiting for "), waiting)] : []),
    element("div", "links", ...links.map(([label, go]) => link(label, go))),
  ];
}

function link(label, go) {
  const made = element("button", "link", label);
  made.type = "button";
  made.addEventListener("click", go);
  return made;
}

// The rows of a list as cards, with what is a part of a whole as a bar.
export function cardsOf(tab) {
  const found = [];
  const last = Math.min(tab.rows, tab.frozenRows + MOST);
  for (let row = tab.frozenRows; row < last; row++) {
    const texts = [];
    for (let column = 0; column < tab.usedColumns(); column++) {
      const text = tab.cell(row, column).formattedValue;
      if (text && !tab.hiddenColumns.has(column)) texts.push([tab.heading(column), text]);
    }
    if (texts.length) found.push(card(texts));
  }
  return found;
}

function card([[, name], ...texts]) {
  const made = element("article", "", element("strong", "", name));
  for (const [heading, text] of texts) {
    const share = SHARE.exec(text);
    made.append(heading === text ? "" : fact(heading, text));
    if (!share || !Number(share[2])) continue;
    const bar = element("meter", "");
    Object.assign(bar, { max: Number(share[2]), value: Number(share[1]), low: Number(share[2]) / 3, ariaLabel: `${name}: ${heading}` });
    made.append(bar);
  }
  return made;
}
