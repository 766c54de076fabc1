"""`findReplace`, `trimWhitespace` and `textToColumns`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from sheets_gm.localsheets.batch_update.cells.write_cells import type_text, write
from sheets_gm.localsheets.batch_update.targets import Body, area_of, check_size, require_editable, required, sheet_of
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.calculation import budget
from sheets_gm.localsheets.spreadsheet.calculation.budget import Stopwatch
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Place, Sheet
from sheets_gm.localsheets.spreadsheet.values.patterns import Pattern, PatternError, folded
from sheets_gm.localsheets.spreadsheet.values.reading import displayed_text, plain_value
from sheets_gm.localsheets.spreadsheet.values.writing import MOST_CHARACTERS, too_long

Replacer: TypeAlias = Callable[[str], tuple[str, int]]
"""Takes a text and returns it with all matches replaced, and the number of matches."""

DELIMITERS = {"COMMA": ",", "SEMICOLON": ";", "PERIOD": ".", "SPACE": " "}


# -- find and replace --------------------------------------------------------------------------------------------------


def find_replace(document: Document, body: Body, account: str) -> Body:
    """`findReplace`: in a range, a sheet or everywhere. The result is read as if it were typed."""
    replacer = _replacer(body)
    formulas = body.get("includeFormulas", False)
    counts = dict.fromkeys(
        ("valuesChanged", "formulasChanged", "rowsChanged", "sheetsChanged", "occurrencesChanged"), 0
    )
    for sheet, area in _scope(document, body):
        rows = set()
        for place, before, formula in _searchable_cells(sheet, area, formulas):
            after, times = replacer(before)
            if not times:
                continue
            require_editable(document, sheet, Box(*place, place[0] + 1, place[1] + 1), account)
            type_text(document, sheet, place, after, formula=formula)
            counts["formulasChanged" if formula else "valuesChanged"] += 1
            counts["occurrencesChanged"] += times
            rows.add(place[0])
        counts["rowsChanged"] += len(rows)
        counts["sheetsChanged"] += bool(rows)
    return {"findReplace": {name: count for name, count in counts.items() if count}}


def _scope(document: Document, body: Body) -> list[tuple[Sheet, Box]]:
    if sum(name in body for name in ("range", "sheetId", "allSheets")) != 1:
        raise invalid("Exactly one of range, sheetId or allSheets must be specified.")
    if "range" in body:
        return [area_of(document, body)]
    sheets = document.ordered() if body.get("allSheets") else [sheet_of(document, body)]
    return [(sheet, Box(0, 0, *sheet.size)) for sheet in sheets]


def _searchable_cells(sheet: Sheet, area: Box, formulas: bool) -> list[tuple[Place, str, bool]]:
    """Return the cells to search: position, text, and whether the text is a formula."""
    cells = []
    for place, cell in sheet.values_in(area):
        held = cell.get("userEnteredValue", {})
        if "formulaValue" not in held:
            cells.append((place, displayed_text(sheet, place, cell), False))
        elif formulas:
            cells.append((place, held["formulaValue"], True))
    return cells


def _replacer(body: Body) -> Replacer:
    find, new = body.get("find", ""), body.get("replacement", "")
    if not find:
        raise invalid("find must not be empty.")
    if max(len(find), len(new)) > MOST_CHARACTERS:
        raise too_long()
    match_case, entire_cell = body.get("matchCase", False), body.get("matchEntireCell", False)
    if not body.get("searchByRegex"):
        return _plain_replacer(find, new, match_case=match_case, entire_cell=entire_cell)
    try:
        pattern = Pattern(find, match_case=match_case)
    except PatternError as error:
        raise invalid(f"The regular expression {find[:80]} is invalid: {error}") from error
    return _pattern_replacer(
        pattern, _template(new, pattern.groups), Stopwatch(budget.SEARCH_SECONDS), entire_cell=entire_cell
    )


def _plain_replacer(find: str, new: str, *, match_case: bool, entire_cell: bool) -> Replacer:
    def same(text: str) -> str:
        return text if match_case else folded(text)

    sought = same(find)

    def replace(text: str) -> tuple[str, int]:
        searched = same(text)
        if entire_cell:
            return (new, 1) if searched == sought else (text, 0)
        times = searched.count(sought)
        if not times:
            return text, 0
        if len(text) + times * (len(new) - len(find)) > MOST_CHARACTERS:
            raise too_long()
        parts, at = [], 0
        for _ in range(times):
            start = searched.index(sought, at)
            parts += [text[at:start], new]
            at = start + len(sought)
        return "".join([*parts, text[at:]]), times

    return replace


def _template(new: str, groups: int) -> list[str | int]:
    """Return the parts of a replacement: texts, and the numbers of groups. $$ is a dollar sign."""
    parts: list[str | int] = []
    for part in re.split(r"(\$[$\d])", new):
        if not (len(part) == 2 and part[0] == "$"):
            parts.append(part)
        elif part == "$$":
            parts.append("$")
        elif int(part[1]) > groups:
            raise invalid(f"The regular expression has no group {part[1]}.")
        else:
            parts.append(int(part[1]))
    return parts


def _pattern_replacer(pattern: Pattern, template: list[str | int], time: Stopwatch, *, entire_cell: bool) -> Replacer:
    def replace(text: str) -> tuple[str, int]:
        whole = pattern.whole(text) if entire_cell else None
        parts: list[str] = []
        length = at = times = 0
        for match in [whole] if whole else () if entire_cell else pattern.all(text):
            if time.over():
                raise invalid("The search takes too long. Search a smaller range, or for a simpler regular expression.")
            times += 1
            for part in (text[at : match.start()], *template):
                parts.append(part if isinstance(part, str) else match[part] or "")
                length += len(parts[-1])
                if length > MOST_CHARACTERS:
                    raise too_long()
            at = match.end()
        if time.over():
            raise invalid("The search takes too long. Search a smaller range, or for a simpler regular expression.")
        return "".join([*parts, text[at:]]), times

    return replace


# -- trimming and splitting --------------------------------------------------------------------------------------------


def trim_whitespace(document: Document, body: Body, account: str) -> Body:
    """`trimWhitespace`: remove leading, trailing and repeated spaces."""
    sheet, area = area_of(document, body)
    require_editable(document, sheet, area, account)
    changed = 0
    for place, cell in list(sheet.values_in(area)):
        text = cell.get("userEnteredValue", {}).get("stringValue")
        trimmed = None if text is None else re.sub(r"[ \u00a0]{2,}", " ", text).strip(" \t\n\r\u00a0")
        if trimmed != text:
            new = {"userEnteredValue": {"stringValue": trimmed}}
            write(document, sheet, place, {"userEnteredValue": {}}, new)
            changed += 1
    return {"trimWhitespace": {"cellsChangedCount": changed} if changed else {}}


def text_to_columns(document: Document, body: Body, account: str) -> Body:
    """`textToColumns`: split the texts of a column into several columns, read as if they were typed."""
    sheet, area = area_of(document, body, "source")
    if (area.right or 0) - area.left != 1:
        raise invalid("The source must span exactly one column.")
    texts = {
        place: displayed_text(sheet, place, cell)
        for place, cell in sheet.values_in(area)
        if "formulaValue" not in cell.get("userEnteredValue", {}) and plain_value(cell) is not None
    }
    delimiter = _delimiter(body, list(texts.values()))
    parts = {place: text.split(delimiter) for place, text in texts.items()}
    width = max(map(len, parts.values()), default=1)
    if area.left + width > sheet.size[1]:
        document.snapshot(sheet)
        sheet.meta["properties"]["gridProperties"]["columnCount"] = area.left + width
        check_size(document)
    require_editable(document, sheet, Box(area.top, area.left, area.bottom, area.left + width), account)
    for (row, column), held in parts.items():
        for across, part in enumerate(held if len(held) > 1 else ()):
            type_text(document, sheet, (row, column + across), part)
    return {}


def _delimiter(body: Body, texts: list[str]) -> str:
    kind = body.get("delimiterType", "COMMA")
    if kind == "CUSTOM":
        return str(required(body, "delimiter")) or ","
    if kind == "AUTODETECT":
        return max(DELIMITERS.values(), key=lambda sign: sum(sign in text for text in texts))
    if kind not in DELIMITERS:
        raise invalid("delimiterType must be specified.")
    return DELIMITERS[kind]
