"""Requests about conditional formats, and about banded ranges (alternating colours)."""

from __future__ import annotations

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.targets import Body, mask_of, require_editable, required, sheet_of, stored_range
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, box_of

RULES = "conditionalFormats"
BANDS, BAND = "bandedRanges", "bandedRangeId"


# -- conditional formats: in order; the first rule that holds wins -----------------------------------------------------


def _rule(document: Document, wanted: Body, account: str) -> tuple[Sheet, Body]:
    """Return a rule in stored form, and its sheet."""
    ranges = [stored_range(document, each) for each in wanted.get("ranges", [])]
    if not ranges:
        raise invalid("rule.ranges must hold at least one range.")
    sheet = ranges[0][0]
    if any(other is not sheet for other, _ in ranges):
        raise invalid("All ranges of a conditional format rule must be on the same sheet.")
    if ("booleanRule" in wanted) == ("gradientRule" in wanted):
        raise invalid("A conditional format rule must be either a booleanRule or a gradientRule.")
    rule = {**wanted, "ranges": [each for _, each in ranges]}
    _require_editable(document, sheet, rule, account)
    return sheet, rule


def _require_editable(document: Document, sheet: Sheet, rule: Body, account: str) -> None:
    """Raise 400 if a part of the ranges of *rule* is protected."""
    for each in rule["ranges"]:
        require_editable(document, sheet, box_of(each, sheet), account)


def _rule_at(sheet: Sheet, index: int) -> Body:
    rules = objects.objects_of(sheet, RULES)
    if not 0 <= index < len(rules):
        raise invalid(f"No conditional format on sheet: {sheet.id} at index: {index}")
    return rules[index]


def _insert(document: Document, sheet: Sheet, index: int, rule: Body) -> None:
    document.snapshot(sheet)
    rules = sheet.meta.setdefault(RULES, [])
    if not 0 <= index <= len(rules):
        raise invalid(f"Invalid conditional format index: {index}. There are only {len(rules)} rules.")
    rules.insert(index, rule)


def add_conditional_format_rule(document: Document, body: Body, account: str) -> Body:
    """`addConditionalFormatRule`: insert a rule at *index*."""
    sheet, rule = _rule(document, required(body, "rule"), account)
    _insert(document, sheet, body.get("index", 0), rule)
    return {}


def update_conditional_format_rule(document: Document, body: Body, account: str) -> Body:
    """`updateConditionalFormatRule`: replace a rule or move it."""
    index = body.get("index", 0)
    if "newIndex" in body:
        sheet = sheet_of(document, body)
        rule = _rule_at(sheet, index)
        _require_editable(document, sheet, rule, account)
        objects.replace(document, sheet, RULES, rule, None)
        _insert(document, sheet, body["newIndex"], rule)
        answer = {"newRule": rule, "newIndex": body["newIndex"], "oldIndex": index}
        return {"updateConditionalFormatRule": answer}
    sheet, rule = _rule(document, required(body, "rule"), account)
    if "sheetId" in body and body["sheetId"] != sheet.id:
        raise invalid("The ranges of the rule must be on the sheet of the rule that is replaced.")
    old = _rule_at(sheet, index)
    _require_editable(document, sheet, old, account)
    objects.replace(document, sheet, RULES, old, rule)
    return {"updateConditionalFormatRule": {"newRule": rule, "newIndex": index, "oldRule": old}}


def delete_conditional_format_rule(document: Document, body: Body, account: str) -> Body:
    """`deleteConditionalFormatRule`: later rules move up."""
    sheet = sheet_of(document, body)
    rule = _rule_at(sheet, body.get("index", 0))
    _require_editable(document, sheet, rule, account)
    objects.replace(document, sheet, RULES, rule, None)
    return {"deleteConditionalFormatRule": {"rule": rule}}


# -- banded ranges -----------------------------------------------------------------------------------------------------


def _require_no_banding(document: Document, sheet: Sheet, area: Body, account: str, band: Body | None = None) -> None:
    box = box_of(area, sheet)
    require_editable(document, sheet, box, account)
    if any(each is not band and box.meets(box_of(each["range"], sheet)) for each in objects.objects_of(sheet, BANDS)):
        raise invalid(
            "You cannot add alternating background colors to a range that already has alternating background colors."
        )


def add_banding(document: Document, body: Body, account: str) -> Body:
    """`addBanding`: banded ranges must not overlap."""
    wanted = required(body, "bandedRange")
    if not wanted.get("rowProperties") and not wanted.get("columnProperties"):
        raise invalid("At least one of rowProperties or columnProperties must be specified.")
    sheet, area = stored_range(document, required(wanted, "range"))
    _require_no_banding(document, sheet, area, account)
    band = {**wanted, "range": area}
    band[BAND] = objects.new_id(document, BANDS, BAND, wanted.get(BAND), "Banded range")
    objects.add(document, sheet, BANDS, band)
    return {"addBanding": {"bandedRange": band}}


def update_banding(document: Document, body: Body, account: str) -> Body:
    """Handle `updateBanding`."""
    wanted = required(body, "bandedRange")
    mask = mask_of(body, "BandedRange")
    sheet, old = objects.find(document, BANDS, BAND, required(wanted, BAND), "banded range")
    band = {**field_masks.merge(mask, old, wanted), BAND: old[BAND]}
    to, band["range"] = stored_range(document, required(band, "range"))
    _require_no_banding(document, to, band["range"], account, old)
    objects.replace(document, sheet, BANDS, old, band, to)
    return {}


def delete_banding(document: Document, body: Body, account: str) -> Body:
    """Handle `deleteBanding`."""
    sheet, old = objects.find(document, BANDS, BAND, required(body, BAND), "banded range")
    require_editable(document, sheet, box_of(old["range"], sheet), account)
    objects.replace(document, sheet, BANDS, old, None)
    return {}
