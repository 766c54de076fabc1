"""The effective format of a cell: Google's defaults, overridden by the set values (`effectiveFormat`)."""

from __future__ import annotations

from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.model.calculated import Result

Format: TypeAlias = dict[str, Any]

WHITE = {"red": 1, "green": 1, "blue": 1}
LINK = {"red": 0.06666667, "green": 0.33333334, "blue": 0.8}

TEXT: Format = {
    "foregroundColor": {},
    "fontFamily": "arial,sans,sans-serif",
    "fontSize": 10,
    "bold": False,
    "italic": False,
    "strikethrough": False,
    "underline": False,
    "foregroundColorStyle": {"rgbColor": {}},
}
DEFAULT: Format = {
    "backgroundColor": WHITE,
    "padding": {"top": 2, "right": 3, "bottom": 2, "left": 3},
    "verticalAlignment": "BOTTOM",
    "wrapStrategy": "OVERFLOW_CELL",
    "textFormat": TEXT,
    "backgroundColorStyle": {"rgbColor": WHITE},
}
"""The format of a new spreadsheet (`properties.defaultFormat`)."""

THEME: Format = {
    "primaryFontFamily": "Arial",
    "themeColors": [
        {"colorType": kind, "color": {"rgbColor": colour}}
        for kind, colour in (
            ("TEXT", {}),
            ("BACKGROUND", WHITE),
            ("ACCENT1", {"red": 0.25882354, "green": 0.52156866, "blue": 0.95686275}),
            ("ACCENT2", {"red": 0.91764706, "green": 0.2627451, "blue": 0.20784314}),
            ("ACCENT3", {"red": 0.9843137, "green": 0.7372549, "blue": 0.015686275}),
            ("ACCENT4", {"red": 0.20392157, "green": 0.65882355, "blue": 0.3254902}),
            ("ACCENT5", {"red": 1, "green": 0.42745098, "blue": 0.003921569}),
            ("ACCENT6", {"red": 0.27450982, "green": 0.7411765, "blue": 0.7764706}),
            ("LINK", LINK),
        )
    ],
}
"""The theme of a new spreadsheet (`properties.spreadsheetTheme`)."""

PLAIN: Format = {**DEFAULT, "hyperlinkDisplayType": "PLAIN_TEXT"}
ALIGNED: dict[str, Format] = {side: {**PLAIN, "horizontalAlignment": side} for side in ("LEFT", "CENTER", "RIGHT")}
"""The format of an unformatted cell, by the alignment of its value."""


def side_of(value: Any) -> str | None:
    """Return the default alignment of a value: right for numbers, left for texts."""
    if value is None:
        return None
    if isinstance(value, str):
        return "LEFT"
    return "RIGHT" if isinstance(value, int | float) and not isinstance(value, bool) else "CENTER"


def effective_format(own_format: Format | None, value: Any = None, result: Result | None = None) -> Format:
    """Return the format of a cell with *own_format*, the value *value*, and its formula with *result*."""
    side = side_of(value)
    plain = PLAIN if side is None else ALIGNED[side]
    if not own_format and (result is None or (result.format is None and result.hyperlink is None)):
        return plain
    shown = {**plain, **(own_format or {})}
    text = dict((own_format or {}).get("textFormat", {}))
    if result is not None and result.hyperlink is not None:
        linked = {"foregroundColor": LINK, "foregroundColorStyle": {"rgbColor": LINK}, "underline": True}
        text = {**linked, "link": {"uri": result.hyperlink}, **text}
        shown["hyperlinkDisplayType"] = "LINKED"
    if text:
        shown["textFormat"] = {**TEXT, **text, **_coloured("foregroundColor", text)}
    if own_format:
        shown.update(_coloured("backgroundColor", own_format))
    if result is not None and result.format is not None and "numberFormat" not in shown:
        shown["numberFormat"] = result.format
    return shown


def _coloured(name: str, given: Format) -> Format:
    """Return a colour under both of its field names. The style field takes precedence."""
    style = given.get(f"{name}Style")
    if style is not None:
        return {name: style["rgbColor"]} if "rgbColor" in style else {}
    return {f"{name}Style": {"rgbColor": given[name]}} if name in given else {}
