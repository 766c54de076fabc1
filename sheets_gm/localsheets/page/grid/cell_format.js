// The style of a cell from its CellFormat. In dark mode a background has a night version of the same hue, so that no cell
// glares, and a text colour is adjusted until it is legible on the background that the cell then has.

const dark = matchMedia("(prefers-color-scheme: dark)");
const DARK_BACKGROUND = [17, 24, 39]; // the page's background in dark mode
const READABLE = 6;
const READABLE_ON_FILL = 4.5;
const NIGHT = [0.19, 0.42]; // the lightness of the night versions of the lightest and of the darker fills
const NIGHT_SATURATION = 0.6;
const GREY = 48; // a colour whose components differ by less is a grey
const WHITE = "255,255,255";
const LIGHT = 0.8; // bands of a higher luminance are treated as uncoloured
const DARK_BAND = "rgb(255 255 255 / .05)";
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

// A ColorStyle as its three components, 0 to 255; null if it has none.
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

// *textColour*, lightened as little as necessary to be legible on a dark *background*.
export function legible(textColour, background, enough = READABLE) {
  for (let share = 0; share <= 1; share += 0.1) {
    const moved = textColour.map((part) => Math.round(part + (255 - part) * share));
    if (contrast(moved, background) >= enough) return moved;
  }
  return [255, 255, 255];
}

// The colour with another lightness, and at most *most* of its saturation, by HSL; all from 0 to 1.
function withLightness(parts, lightness, most) {
  const [high, low] = [Math.max(...parts) / 255, Math.min(...parts) / 255];
  const middle = (high + low) / 2;
  const span = 1 - Math.abs(2 * middle - 1);
  const saturation = span ? Math.min((high - low) / span, most) : 0;
  const scale = high - low ? (saturation * (1 - Math.abs(2 * lightness - 1))) / (high - low) : 0;
  return parts.map((part) => Math.round(255 * (lightness + (part / 255 - middle) * scale)));
}

// The background that a cell with *fill* has in dark mode: a light one becomes dark, a dark one stays as it is.
function atNight(fill) {
  const lightness = (Math.max(...fill) + Math.min(...fill)) / 510;
  const [least, most] = NIGHT;
  if (lightness <= most) return fill;
  return withLightness(fill, least + (1 - lightness) * ((most - least) / (1 - most)), NIGHT_SATURATION);
}

// A text colour adapted to a dark background: greys are inverted, other colours are lightened.
function inDarkMode(textColour) {
  if (Math.max(...textColour) - Math.min(...textColour) >= GREY) return legible(textColour, DARK_BACKGROUND);
  const mean = (textColour[0] + textColour[1] + textColour[2]) / 3;
  return Array(3).fill(Math.round(238 - 0.62 * mean));
}

// A colour of a text, as it is drawn on the page's own background.
export function readable(parts) {
  return theme() === "dark" ? inDarkMode(parts) : parts;
}

// The same of a colour such as "#7f1d1d".
export function readableText(text) {
  return css(readable([1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16))));
}

// The background of a cell by its own format or its *band*; null for the default white.
export function fillOf(cell, band) {
  const fill = colour(cell.effectiveFormat?.backgroundColorStyle);
  const own = cell.userEnteredFormat;
  if (fill && (fill.join() !== WHITE || own?.backgroundColorStyle || own?.backgroundColor)) return fill;
  const shade = colour(band);
  return shade && theme() === "dark" && luminance(shade) > LIGHT ? null : shade;
}

// A light band in dark mode: a shade of the page's background, or nothing for white.
function bandInDarkMode(band) {
  const shade = colour(band);
  return shade && theme() === "dark" && shade.join() !== WHITE ? DARK_BAND : "";
}

// The style of a cell's text and background, by CSS property.
export function styleOf(cell, band) {
  const format = cell.effectiveFormat ?? {};
  const text = format.textFormat ?? {};
  const fill = fillOf(cell, band);
  const style = {};
  const shown = fill && theme() === "dark" ? atNight(fill) : fill;
  style.backgroundColor = shown ? css(shown) : bandInDarkMode(band);
  const textColour = colour(text.foregroundColorStyle);
  const chosen = textColour && textColour.join() !== "0,0,0";
  if (chosen && !fill) style.color = css(theme() === "dark" ? inDarkMode(textColour) : textColour);
  else if (chosen) style.color = css(theme() === "dark" ? legible(textColour, shown, READABLE_ON_FILL) : textColour);
  else if (fill) style.color = css(contrast([31, 41, 55], shown) >= 3 ? [31, 41, 55] : [255, 255, 255]);
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

// A border as width, kind and colour; null if there is none.
export function edge(line) {
  const [width, kind] = LINES[line?.style] ?? [];
  if (!width) return null;
  const own = colour(line.colorStyle) ?? [0, 0, 0];
  return { width, kind, colour: css(theme() === "dark" ? atNight(own) : own) };
}
