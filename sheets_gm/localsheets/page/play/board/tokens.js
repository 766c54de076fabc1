// How the pieces of a board look: people as faces, pieces that lie face down as the backs of cards, and bars of health.
import { contrast } from "../../grid/cell_format.js";
import { element } from "../../widgets/elements.js";

const TOKENS = "page.tokens"; // {place: [{"name", "side", "health": [left, of], "hidden", "face"}]}
const INITIALS = 2;
const NOBODY = "#475569"; // the colour of pieces of no side
const WHITE = [255, 255, 255];
const READABLE = 4.5;

// The pieces on *place* of *tab* that the mark of the board describes.
export function tokensOf(tab, place) {
  const found = tab.mark(TOKENS)?.[place];
  return Array.isArray(found) ? found.filter(({ name }) => typeof name === "string") : [];
}

// Show *tokens* on a tile: faces take the place of its text, everything else stands beside it.
export function dress(tile, text, tokens, { sides, own }) {
  const faces = tokens.filter(({ face }) => face);
  if (faces.length) text.replaceChildren(...faces.map((each) => faceOf(each, sides, own)));
  else if (tokens.some(({ hidden }) => hidden)) tile.classList.add("back");
  text.classList.toggle("faces", faces.length > 0);
  const hurt = faces.length ? undefined : tokens.find(({ health }) => health);
  if (hurt) tile.append(bar(hurt.health));
  tile.classList.toggle("barred", Boolean(hurt));
}

// What is said of *tokens* to those who do not see them.
export function inWords(tokens) {
  return tokens.flatMap(({ name, health, hidden }) => (health ? [`${name}: ${health[0]} of ${health[1]} health`] : hidden ? [`${name}: face down`] : []));
}

function faceOf({ name, side, health, hidden }, sides, own) {
  const [, , sign, colour] = sides.find(([id]) => id === side) ?? [];
  const disc = element("span", `disc${hidden ? " unknown" : ""}`);
  disc.dataset.initials = hidden ? "?" : initials(name); // a picture: the label of the tile has the name
  const fill = colour || NOBODY;
  disc.style.setProperty("--side", fill);
  if (contrast(WHITE, [1, 3, 5].map((part) => parseInt(fill.slice(part, part + 2), 16))) < READABLE) disc.classList.add("pale");
  const made = element("span", `face${own.includes(side) ? " own" : ""}`, disc, element("span", "name", sign ? `${sign} ${name}` : name));
  if (health) made.append(bar(health));
  return made;
}

function initials(name) {
  return name.split(/\s+/).map((word) => [...word][0] ?? "").join("").slice(0, INITIALS).toUpperCase();
}

function bar([left, of]) {
  const share = Math.max(0, Math.min(1, of ? left / of : 0));
  const full = element("i", "");
  full.style.width = `${Math.round(share * 100)}%`;
  const made = element("span", `health${share > 0.5 ? "" : share > 0.25 ? " half" : " low"}`, full);
  made.ariaHidden = "true";
  return made;
}
