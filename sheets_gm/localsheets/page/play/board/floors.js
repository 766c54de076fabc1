// The ground of a board: the terrain of its places, and what stands between them. At night it has colours of its own: walls lie
// behind it, and no plain is brighter than what stands on it.
import { colour, contrast, css, fillOf, theme } from "../../grid/cell_format.js";
import { element } from "../../widgets/elements.js";

const FLOORS = "page.floors"; // {place: [what its ground says, its colour]}, for places on which something stands
const WALL = 0.45; // the lightness below which a grey is a wall
const GREY = 0.35; // the saturation of a grey, at most
const NIGHT = { wall: 0.055, least: 0.17, more: 0.16, saturation: 0.3 }; // lightnesses and saturation at night
const INKS = [[31, 41, 55], [229, 231, 235]];
const SHORT = 3; // letters of a text that has room in a small tile

// The ground below a *place*; *holds* pieces that are drawn as tokens; *named* if the edges of the board name it.
export function floorOf(tab, { row, column, place, holds, named }) {
  const cell = tab.cell(row, column);
  const [text, fill] = tab.mark(FLOORS)?.[place] ?? [holds ? "" : (cell.formattedValue ?? ""), null];
  const own = text.startsWith(place) && !/^[\p{L}\p{N}]/u.test(text.slice(place.length)) ? text.slice(place.length).trim() : text;
  const made = drawn("floor", cell, own, fill);
  if (!named) made.append(element("small", "where", place));
  made.classList.toggle("under", holds);
  return made;
}

// What stands between the places, such as walls and signs: it can only be looked at. null where there is nothing.
export function groundOf(tab, { row, column }) {
  const cell = tab.cell(row, column);
  return cell.formattedValue || fillOf(cell) ? drawn("ground", cell, cell.formattedValue ?? "") : null;
}

function drawn(kind, cell, text, fill) {
  const made = element("div", kind, element("span", [...text].length > SHORT ? "text long" : "text", text));
  const own = fill ? [1, 3, 5].map((at) => parseInt(fill.slice(at, at + 2), 16)) : fillOf(cell);
  if (!own) return made;
  const shown = theme() === "dark" ? atNight(own) : own;
  const ink = colour(cell.effectiveFormat?.textFormat?.foregroundColorStyle);
  const inks = [...(ink && theme() !== "dark" ? [ink] : []), ...INKS];
  made.style.backgroundColor = css(shown);
  made.style.color = css(inks.find((each) => contrast(each, shown) >= 4.5) ?? INKS[0]);
  return made;
}

function atNight(fill) {
  const [high, low] = [Math.max(...fill) / 255, Math.min(...fill) / 255];
  const lightness = (high + low) / 2;
  const saturation = high === low ? 0 : (high - low) / (1 - Math.abs(2 * lightness - 1));
  if (lightness < WALL && saturation > GREY) return fill;
  const next = lightness < WALL ? NIGHT.wall : NIGHT.least + (1 - lightness) * (NIGHT.more / (1 - WALL));
  const most = high === low ? 0 : Math.min(1, NIGHT.saturation / saturation);
  const scale = high === low ? 0 : (most * saturation * (1 - Math.abs(2 * next - 1))) / (high - low);
  return fill.map((part) => Math.round(255 * (next + (part / 255 - lightness) * scale)));
}
