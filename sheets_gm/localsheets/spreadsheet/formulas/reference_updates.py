"""Updates of all formulas of a document after inserts, deletions, moves, renamed or removed sheets, and cuts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sheets_gm.localsheets.spreadsheet.formulas.written_references import Move, cut, orphaned, renamed, shifted
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.changes import REWRITTEN
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Place, Sheet
from sheets_gm.localsheets.spreadsheet.model.shift import Cut, Shift


def formulas_of(document: Document) -> Iterator[tuple[Sheet, Place, dict[str, Any], str]]:
    """Yield every cell with a formula: its sheet, its position, the cell, the text. Each counts as a rewritten cell."""
    if document.formulas is None:
        return
    for sheet in document.sheets.values():
        for place, cell in list(sheet.cells.items()):
            value = cell.get("userEnteredValue", {})
            if "formulaValue" in value:
                document.change.moved += REWRITTEN
                yield sheet, place, cell, value["formulaValue"]


def _rewrite(document: Document, change: Callable[[str, Sheet], str]) -> None:
    for sheet, place, cell, text in formulas_of(document):
        new_text = change(text, sheet)
        if new_text != text:
            document.rewrite(sheet, place, {**cell, "userEnteredValue": {"formulaValue": new_text}})
    for sheet in document.sheets.values():
        _rewrite_rules(document, sheet, change)


def _rewrite_rules(document: Document, sheet: Sheet, change: Callable[[str, Sheet], str]) -> None:
    """Update the formulas in the data validations and conditional formats of a sheet."""
    ruled = [(place, cell) for place, cell in sheet.cells.items() if "dataValidation" in cell]
    for place, cell in ruled:
        rule = _changed(cell["dataValidation"], sheet, change)
        if rule is not cell["dataValidation"]:
            document.rewrite(sheet, place, {**cell, "dataValidation": rule})
    held = sheet.meta.get("conditionalFormats", [])
    rules = [
        {**rule, **{name: _changed(rule[name], sheet, change) for name in ("booleanRule",) if name in rule}}
        for rule in held
    ]
    if rules != held:
        document.snapshot(sheet)
        sheet.meta["conditionalFormats"] = rules


def _changed(rule: dict[str, Any], sheet: Sheet, change: Callable[[str, Sheet], str]) -> dict[str, Any]:
    """Return a rule with updated formulas in its condition; the rule itself if nothing changes."""
    values = rule.get("condition", {}).get("values", [])
    texts = [str(each.get("userEnteredValue", "")) for each in values]
    new_texts = [change(text, sheet) if text.startswith("=") else text for text in texts]
    if new_texts == texts:
        return rule
    new = [{**each, "userEnteredValue": text} if text else each for each, text in zip(values, new_texts, strict=True)]
    return {**rule, "condition": {**rule["condition"], "values": new}}


def follow(document: Document, sheet: Sheet, change: Shift | Cut) -> None:
    """Update all formulas after cells of *sheet* have moved."""
    if isinstance(change, Shift):
        _rewrite(document, lambda text, home: shifted(text, home.title, sheet.title, change))
    else:
        target = document.sheets[change.to].title
        _follow_cut(document, Move(sheet.title, change.area, target, change.down, change.across))


def follow_rename(document: Document, old: str, new: str) -> None:
    """Update all formulas after a sheet was renamed."""
    _rewrite(document, lambda text, _home: renamed(text, old, new))


def follow_removal(document: Document, title: str) -> None:
    """Update all formulas after a sheet was deleted."""
    _rewrite(document, lambda text, _home: orphaned(text, title))


def _follow_cut(document: Document, moved: Move) -> None:
    """Update all formulas after cells were cut and pasted."""
    target = Box(
        moved.area.top + moved.down,
        moved.area.left + moved.across,
        (moved.area.bottom or 0) + moved.down,
        (moved.area.right or 0) + moved.across,
    )
    for sheet, place, cell, text in formulas_of(document):
        if sheet.title.lower() == moved.target.lower() and target.holds(place):
            new_text = cut(text, moved.source, moved, along=True)
        else:
            new_text = cut(text, sheet.title, moved)
        if new_text != text:
            document.rewrite(sheet, place, {**cell, "userEnteredValue": {"formulaValue": new_text}})
