// How the pieces of a board look: a disc with a sign or initials, a name, a bar of health and its number, by the room they have.
import { contrast } from "../../grid/cell_format.js";
import { element } from "../../widgets/elements.js";

const TOKENS = "page.tokens"; // {place: [{"name", "side", "seat", "health": [left, of], "hidden", "face", "sign", "out"}]}
const INITIALS = 2;
const NOBODY = "#475569"; // the colour of pieces of no side
const WHITE = [255, 255, 255];
const READABLE = 4.5;
const LETTER = 6.5; // pixels that a letter is wide, at most, on average
const BOLD = 7.1; // the same of a word that stands alone
const BESIDE = 22; // pixels of a disc beside words
const SHORT = { badge: 3, tag: 4, pill: 3, small: 2 }; // letters of a name on its disc, where the name has no room beside it
const FEW = 4; // pieces that always have room in a tile
// What has room in that number of pixels for each piece: [room, width, height], the roomiest first.
const ROOMS = [["large", 114, 96], ["tall", 50, 66], ["stack", 38, 46], ["row", 96, 26], ["slim", 44, 26], ["badge", 24, 31], ["tag", 35, 18], ["pill", 24, 18], ["small", 17, 17], ["dot", 0, 0]];

// The pieces on *place* of *tab* that the mark of the board describes.
export function tokensOf(tab, place) {
  const found = tab.mark(TOKENS)?.[place];
  return Array.isArray(found) ? found.filter(({ name }) => typeof name === "string") : [];
}

// Whether a piece is the reader's, who has the sides *own* and the *seats*: of a piece with a seat, that seat has it.
export function isOwn({ side, seat }, { own, seats }) {
  return own.includes(side) && (!seat || seats.includes(seat));
}

// How *tokens* are shown in a tile of *width* and *height* pixels: {room, most}, the room of each and how many have it.
export function roomOf(tokens, width, height) {
  const few = Math.min(tokens.length, FEW);
  const words = { stack: (each) => LETTER * lettersOf(each), slim: (each) => BESIDE + LETTER * lettersBeside(each) };
  const fits = (name) => !words[name] || Math.max(...tokens.map(words[name])) * few <= width;
  const [room, across, down] = ROOMS.find(([name, wide, high]) => wide * few <= width && high <= height && fits(name));
  const lines = room === "large" ? Math.floor(height / down) : 1;
  return { room, most: Math.max(FEW, lines * Math.floor(width / Math.max(across, 11))) };
}

// How many pixels the longest word in the names of *tokens* takes.
export function longestWord(tokens) {
  return BOLD * Math.max(0, ...tokens.flatMap(({ name }) => name.split(/\s+/).map((word) => [...word].length)));
}

// The number of letters below the disc of a piece.
function lettersOf({ name, health, face }) {
  return name.length + (health ? String(health[0]).length + 1 : 0) + (face ? 2 : 0);
}

// The number of letters beside the disc of a piece, where there is room for one of its name and its number.
function lettersBeside({ name, health, face }) {
  return health && !face ? String(health[0]).length : name.length;
}

// The elements that show *tokens* in their room; those without are counted.
export function crowd(tokens, { room, most }, style) {
  const shown = tokens.slice(0, tokens.length > most ? most - 1 : most);
  const rest = tokens.length - shown.length;
  const made = shown.map((each) => tokenOf(each, room, style));
  return [element("div", `tokens ${room}`, ...made, ...(rest ? [element("span", "rest", `+${rest}`)] : []))];
}

// What is said of *tokens* to those who do not see them.
export function inWords(tokens) {
  return tokens.flatMap(({ name, health, hidden }) => (health ? [`${name}: ${health[0]} of ${health[1]} health`] : hidden ? [`${name}: face down`] : []));
}

// The colour of a piece: that of its side, if it is known.
export function colourOf(token, sides) {
  return sides.find(([id]) => id === token?.side)?.[3] || undefined;
}

function tokenOf(token, room, style) {
  const { name, side, health, hidden, face, sign, out } = token;
  const { sides } = style;
  const fill = colourOf(token, sides) ?? NOBODY;
  const disc = element("span", `disc${hidden ? " unknown" : ""}`);
  const short = sign && !hidden && SHORT[room];
  disc.dataset.initials = hidden ? "?" : short ? inShort(token, room) : sign || initials(name); // a picture: the label of the tile has the name
  disc.classList.toggle("short", Boolean(short));
  disc.style.setProperty("--side", fill);
  if (contrast(WHITE, [1, 3, 5].map((part) => parseInt(fill.slice(part, part + 2), 16))) < READABLE) disc.classList.add("pale");
  const at = sides.findIndex(([id]) => id === side);
  if (at % 2 === 1) disc.classList.add("other"); // another shape, for eyes that its colour does not help
  const words = element("span", "words", ...(face && at >= 0 ? [element("span", "mark", sides[at][2])] : []), element("span", "name", name));
  if (health) words.append(element("span", "number", String(health[0])));
  const made = element("span", `token${isOwn(token, style) ? " own" : ""}${face ? " face" : ""}${out ? " out" : ""}`, disc, words);
  if (health) made.append(bar(health));
  return made;
}

// What is on the disc of a piece with a *sign*, where nothing has room beside it: the sign with the health, or the beginning of the name.
function inShort({ name, sign, health }, room) {
  if (!health) return [...name].slice(0, SHORT[room]).join("");
  return ["tag", "pill"].includes(room) ? `${sign}${health[0]}` : sign;
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
