// How a cell looks, from its format. A cell with a background of the sheet's keeps its own ink; one without lies on the
// page's own paper, light or dark, and its ink is moved until it can be read there.

const dark = matchMedia("(prefers-color-scheme: dark)");
const NIGHT = [17, 24, 39]; // the page's own paper in the dark
const READABLE = 6;
const GREY = 48; // parts that differ by less are a grey
const WHITE = "255,255,255";
const PALE = 0.8; // the luminance from which a band is paper rather than a colour
const NIGHT_BAND = "rgb(255 255 255 / .05)";
const LINES = {
  DOTTED: [1, "dotted"],
  DASHED: [1, "dashed"],
  SOLID: [1, "solid"],
  SOLID_MEDIUM: [2, "solid"],
  SOLID_THICK: [3, "solid"],
  DOUBLE: [3, "double"],
};

export function theme() {
  return dark.matches ? "dark" : "light";
}

export function onTheme(callback) {
  dark.addEventListener("change", callback);
}

// A colour of the API as its three parts, 0 to 255; null if it names none.
export function colour(style) {
  const rgb = style?.rgbColor;
  if (!rgb) return null;
  return [rgb.red, rgb.green, rgb.blue].map((part) => Math.round((part ?? 0) * 255));
}

export function css(parts) {
  return `rgb(${parts.join(",")})`;
}

function luminance(parts) {
  const [red, green, blue] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one, two) {
  const [high, low] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

// *ink*, moved towards white as little as is needed to be read on dark *paper*.
export function legible(ink, paper) {
  for (let share = 0; share <= 1; share += 0.1) {
    const moved = ink.map((part) => Math.round(part + (255 - part) * share));
    if (contrast(moved, paper) >= READABLE) return moved;
  }
  return [255, 255, 255];
}

// An ink of light paper, on dark paper: greys change places with their opposites, other inks grow lighter.
function atNight(ink) {
  if (Math.max(...ink) - Math.min(...ink) >= GREY) return legible(ink, NIGHT);
  const mean = (ink[0] + ink[1] + ink[2]) / 3;
  return Array(3).fill(Math.round(238 - 0.62 * mean));
}

// The background that the sheet gives a cell, by itself or by its *band*, or null: the default white is nobody's choice.
export function fillOf(cell, band) {
  const fill = colour(cell.effectiveFormat?.backgroundColorStyle);
  const own = cell.userEnteredFormat;
  if (fill && (fill.join() !== WHITE || own?.backgroundColorStyle || own?.backgroundColor)) return fill;
  const shade = colour(band);
  return shade && theme() === "dark" && luminance(shade) > PALE ? null : shade;
}

// What a pale band is in the dark: a shade of the page's own paper; nothing where it is white.
function bandAtNight(band) {
  const shade = colour(band);
  return shade && theme() === "dark" && shade.join() !== WHITE ? NIGHT_BAND : "";
}

// The style of a cell's text and background, by CSS property.
export function styleOf(cell, band) {
  const format = cell.effectiveFormat ?? {};
  const text = format.textFormat ?? {};
  const fill = fillOf(cell, band);
  const style = {};
  style.backgroundColor = fill ? css(fill) : bandAtNight(band);
  const ink = colour(text.foregroundColorStyle);
  const chosen = ink && ink.join() !== "0,0,0";
  if (chosen && !fill) style.color = css(theme() === "dark" ? atNight(ink) : ink);
  else if (chosen) style.color = css(ink);
  else if (fill) style.color = css(contrast([31, 41, 55], fill) >= 3 ? [31, 41, 55] : [255, 255, 255]);
  if (text.bold) style.fontWeight = "700";
  if (text.italic) style.fontStyle = "italic";
  const lines = [text.strikethrough && "line-through", text.underline && "underline"].filter(Boolean);
  if (lines.length) style.textDecorationLine = lines.join(" ");
  if (text.fontSize && text.fontSize !== 10) style.fontSize = `${text.fontSize}pt`;
  if (text.fontFamily && !/^arial/i.test(text.fontFamily)) style.fontFamily = `"${text.fontFamily}", var(--font)`;
  style.textAlign = alignment(cell, format.horizontalAlignment);
  if (format.verticalAlignment) style.verticalAlign = format.verticalAlignment.toLowerCase();
  return style;
}

function alignment(cell, given) {
  if (given) return given.toLowerCase();
  const held = cell.effectiveValue ?? cell.userEnteredValue ?? {};
  if (held.numberValue !== undefined) return "right";
  return held.boolValue !== undefined ? "center" : "";
}

// One edge between two cells: the line that either side wants, null where neither does.
export function edge(line) {
  const [width, kind] = LINES[line?.style] ?? [];
  if (!width) return null;
  return { width, kind, colour: css(colour(line.colorStyle) ?? [0, 0, 0]) };
}
