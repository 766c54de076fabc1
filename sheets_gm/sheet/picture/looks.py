"""Looks: the colours of a template on a light page, on a dark page, and on paper."""

from __future__ import annotations

from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass
from functools import lru_cache

from sheets_gm.sheet.template import Style

READABLE = 4.5
"""The least contrast between a text and what is behind it (WCAG 2, AA)."""

Rgb = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Look:
    """The colours around the cells: the page, plain text, the lines between cells, arrows, and the light edge below
    arrows.

    *turns*: light fills become dark, and dark texts light. *pale*: the share of the page's colour in fills, 0 to 1.
    """

    name: str
    page: str
    ink: str
    line: str
    arrow: str
    halo: str
    turns: bool = False
    pale: float = 0.0


LIGHT = Look("light", "#ffffff", "#1f2937", "#e5e7eb", "#7c3aed", "#ffffff")
DARK = Look("dark", "#14171c", "#e5e7eb", "#2b313b", "#c4b5fd", "#14171c", turns=True)
PRINT = Look("print", "#ffffff", "#000000", "#9ca3af", "#000000", "#ffffff", pale=0.45)

LOOKS = {look.name: look for look in (LIGHT, DARK, PRINT)}


def fill_of(look: Look, style: Style) -> str | None:
    """Return the fill of a cell with *style*; None if it has none."""
    if style.fill is None:
        return None
    if look.turns:
        return _turned(style.fill)
    return _mixed(style.fill, look.page, look.pale) if look.pale else style.fill


def line_of(look: Look, style: Style) -> str | None:
    """Return the border of a cell with *style*; None if it has none."""
    if style.border is None:
        return None
    if look.turns:
        return _turned(style.border)
    return look.line if look.pale else style.border


def ink_of(look: Look, style: Style) -> str:
    """Return the colour of a text with *style*, dark or light enough to be readable on its fill."""
    behind = fill_of(look, style) or look.page
    ink = style.ink or look.ink
    return readable(_lightened(ink) if look.turns else ink, behind)


@lru_cache(maxsize=1024)
def readable(ink: str, behind: str) -> str:
    """Return *ink*, moved towards black or white until it is readable on *behind*."""
    end = "#000000" if contrast("#000000", behind) > contrast("#ffffff", behind) else "#ffffff"
    shares = (share / 10 for share in range(11))
    return next(mixed for share in shares if contrast(mixed := _mixed(ink, end, share), behind) >= READABLE)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=1024)
def _luminance(colour: str) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=1024)
def _turned(colour: str) -> str:
    """Return a dark colour of the same hue for a light one. A dark one stays a little lighter than the page."""
    hue, light, full = rgb_to_hls(*_rgb(colour))
    return _hex(hls_to_rgb(hue, 0.16 + (1 - light) * 0.5 if light > 0.5 else max(light, 0.26), min(full, 0.5)))


@lru_cache(maxsize=1024)
def _lightened(colour: str) -> str:
    hue, light, full = rgb_to_hls(*_rgb(colour))
    return _hex(hls_to_rgb(hue, max(light, 1 - light), full))


@lru_cache(maxsize=1024)
def _mixed(one: str, other: str, share: float) -> str:
    first, second = _rgb(one), _rgb(other)
    red, green, blue = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return _hex((red, green, blue))


def _rgb(colour: str) -> Rgb:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _hex(parts: Rgb) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
